//! Which pieces a network counts on: how its judgement changes when a piece is taken off the board.
//!
//! Taking a piece away asks the network itself and needs nothing but its answers, so that the same works for
//! every game that a network sees. The road not taken: slopes of the value. They say what a little of a
//! piece would change, and there is no such thing. All positions with one piece less are judged in batches.
//!
//! What a piece is worth to a side that would be lost without it anyway is little, and a piece in the way of
//! its own side may be worth less than nothing.

use std::sync::Arc;

use selforge_catalogue::{Described, GameVisitor, Gathering, Playable};
use selforge_core::{AnyState, Game, Seat};
use selforge_learn::{GatheringLens, Lens, PiecesLens, Trace, View, file};
use serde::Serialize;

use crate::player::Player;
use crate::players::{AgentSpec, network};

/// So many positions are judged at once: more gain nothing and take more memory.
const BATCH: usize = 16;

/// What a network expects, and what each piece does for it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Attribution {
    /// The seat to move.
    pub seat: char,
    /// How likely it wins, draws and loses.
    pub outcome: [f32; 3],
    /// The pieces, those that their sides count on most first.
    pub pieces: Vec<PieceWorth>,
}

/// What a piece is worth to its side.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PieceWorth {
    /// The number of its cell in the picture.
    #[serde(skip)]
    pub at: usize,
    /// The name of its cell.
    pub cell: String,
    /// The letter of its set.
    pub set: char,
    /// By how many points of a hundred its side expects to score less without it.
    pub points: f32,
}

/// Why nothing can be said.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AttributionError {
    /// No network judges this game.
    #[error("no network judges '{game}': {problem}; expected {expected}")]
    Unseen {
        /// The game's spec.
        game: String,
        /// What is wrong.
        problem: String,
        /// What would be right.
        expected: String,
    },
    /// Nobody is to move.
    #[error("the game is over in this position; expected one in which somebody is to move")]
    Over,
}

impl Attribution {
    /// Whether a network that comes with the program judges a game.
    #[must_use]
    pub fn is_known(playable: &Playable) -> bool {
        file::has_built_in(&playable.family.name)
            && AgentSpec::parse("network").is_ok_and(|it| Player::new(&it, playable).is_ok())
    }

    /// Asks the network of a file, or the one that comes with the program, about a position.
    ///
    /// # Errors
    /// If no network judges this game, or the game is over.
    ///
    /// # Panics
    /// If the position is of another game.
    pub fn of(
        playable: &Playable,
        state: &AnyState,
        file: Option<&str>,
    ) -> Result<Attribution, AttributionError> {
        let unseen = |problem: String, expected: String| AttributionError::Unseen {
            game: playable.spec.to_string(),
            problem,
            expected,
        };
        let seats = playable.game.seats();
        if seats != 2 {
            return Err(unseen(format!("it has {seats} seats"), "a game for two".to_owned()));
        }
        let seat = playable.game.status(state).to_move().ok_or(AttributionError::Over)?;
        let asking = Asking { state, seat, file, family: &playable.family.name };
        let judged = selforge_games::visit(playable, asking);
        let Judged { outcome, worths } =
            judged.map_err(|(problem, expected)| unseen(problem, expected))?;
        let diagram = playable.diagram(state);
        let piece = |(at, points): (usize, f32)| {
            let cell = diagram.cells.get(at)?;
            let set = char::from(b'A' + cell.piece?.set);
            Some(PieceWorth { at, cell: cell.name.to_string(), set, points })
        };
        let mut pieces: Vec<PieceWorth> = worths.into_iter().filter_map(piece).collect();
        pieces.sort_by(|one, other| other.points.total_cmp(&one.points));
        Ok(Attribution { seat: seat.letter(), outcome, pieces })
    }

    /// What the seat to move expects to score, of a hundred points.
    #[must_use]
    pub fn expected(&self) -> f32 {
        let [won, drawn, _] = self.outcome;
        100.0 * (won + drawn / 2.0)
    }
}

/// What was found of a position: the outcome, and by cell what its piece is worth.
struct Judged {
    outcome: [f32; 3],
    worths: Vec<(usize, f32)>,
}

struct Asking<'a> {
    state: &'a AnyState,
    seat: Seat,
    file: Option<&'a str>,
    family: &'a str,
}

impl GameVisitor for Asking<'_> {
    type Output = Result<Judged, (String, String)>;

    fn visit<G: Described>(self, game: Arc<G>) -> Self::Output {
        let lens = PiecesLens::new(&*game)
            .map_err(|unseen| (unseen.problem, unseen.expected.to_owned()))?;
        self.ask(&*game, &lens)
    }

    fn visit_gathering<G: Gathering>(self, game: Arc<G>) -> Self::Output {
        let lens = GatheringLens::new(&*game);
        self.ask(&*game, &lens)
    }
}

impl Asking<'_> {
    fn ask<G: Described>(&self, game: &G, lens: &impl Lens<G>) -> Result<Judged, (String, String)> {
        let Asking { seat, file, family, .. } = *self;
        let network = network::load(file, family, &lens.features())?;
        let state = self.state.downcast().expect("a position is used with the game that made it");
        let mut cells = Vec::new();
        game.census(state, &mut cells);
        let own = game.set_of(state, seat);
        let pieces: Vec<(usize, bool)> = (cells.iter().enumerate())
            .filter_map(|(at, piece)| piece.map(|piece| (at, piece.set == own)))
            .collect();
        // The position itself, then each with one piece less.
        let mut views = vec![View::default(); 1 + pieces.len()];
        let emptied = std::iter::once(None).chain(pieces.iter().map(|(at, _)| Some(*at)));
        for (view, emptied) in views.iter_mut().zip(emptied) {
            lens.look_without(game, state, seat, emptied, view);
        }
        let (mut trace, mut outcomes) = (Trace::default(), Vec::with_capacity(views.len()));
        for views in views.chunks(BATCH) {
            network.judge_all(lens.graph(seat), views, &mut trace);
            outcomes.extend_from_slice(trace.outcomes());
        }
        let value = |[won, _, lost]: [f32; 3]| won - lost;
        let all = value(outcomes[0]);
        let worth = |(&(at, is_own), &without): (&(usize, bool), &[f32; 3])| {
            let lost = all - value(without);
            (at, 50.0 * if is_own { lost } else { -lost })
        };
        let worths = pieces.iter().zip(&outcomes[1..]).map(worth).collect();
        Ok(Judged { outcome: outcomes[0], worths })
    }
}
