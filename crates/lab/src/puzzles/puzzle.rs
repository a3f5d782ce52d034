//! A puzzle as it is written down: a line of JSON.

use std::hash::Hasher;

use fnv::FnvHasher;
use selforge_core::{AnyMove, AnyState, Game, Spec};
use selforge_games::Playable;
use serde::{Deserialize, Serialize};

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// Win the game: connect, give mate.
    Win,
    /// Cut the other side's pieces off from each other, for good.
    CutOff,
    /// Come out a piece ahead.
    PieceAhead,
    /// Find the only move that does not lose the game.
    Hold,
    /// Find the only move after which one's own pieces are not cut off.
    Save,
}

impl Theme {
    /// All of them.
    pub const ALL: [Theme; 5] =
        [Theme::Win, Theme::CutOff, Theme::PieceAhead, Theme::Hold, Theme::Save];

    /// Its name, as it is written down.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Theme::Win => "win",
            Theme::CutOff => "cut-off",
            Theme::PieceAhead => "piece-ahead",
            Theme::Hold => "hold",
            Theme::Save => "save",
        }
    }

    /// Whether the solver forces something, rather than preventing it.
    #[must_use]
    pub fn is_attack(self) -> bool {
        matches!(self, Theme::Win | Theme::CutOff | Theme::PieceAhead)
    }
}

/// A position with one solution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// The game from this position.
    pub game: String,
    /// What is asked for.
    pub theme: Theme,
    /// In how many moves of the solver; when defending, in how many moves the other side reaches its
    /// goal after anything else.
    pub moves: u32,
    /// The solution: moves of the solver and the replies to them in turn.
    pub line: Vec<String>,
    /// What does as well as the last move of the solution.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// How hard it is, on the scale of players: a first guess, by what programs need to solve it.
    pub rating: u32,
}

/// Why a line is no puzzle.
#[derive(Debug, thiserror::Error)]
pub enum PuzzleError {
    /// It is not what a puzzle is written as.
    #[error("this is no puzzle: {0}")]
    Json(#[from] serde_json::Error),
    /// Its game is not written as it should be.
    #[error("the game of the puzzle: {0}")]
    Spec(#[from] selforge_core::NotationError),
    /// Its game does not open.
    #[error("the game of the puzzle: {0}")]
    Game(#[from] selforge_games::GameError),
    /// A move of the solution cannot be played.
    #[error("the solution of the puzzle: {0}")]
    Move(selforge_core::NotationError),
    /// The solution is too short, or too long.
    #[error("the solution has {0} moves; expected 1 to {MAX_LINE}, an odd number")]
    Length(usize),
}

/// The longest solution that is read, with the replies.
const MAX_LINE: usize = 99;

impl Puzzle {
    /// Reads a line of JSON. What it says is not proven here.
    ///
    /// # Errors
    /// If it is no puzzle.
    pub fn from_line(line: &str) -> Result<Puzzle, PuzzleError> {
        let puzzle: Puzzle = serde_json::from_str(line)?;
        let length = puzzle.line.len();
        match length % 2 == 1 && length <= MAX_LINE {
            true => Ok(puzzle),
            false => Err(PuzzleError::Length(length)),
        }
    }

    /// The puzzle as a line of JSON, with its line feed.
    #[must_use]
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("a puzzle is plain data") + "\n"
    }

    /// A short name that is the same for ever: it is made from the position and what is asked for.
    #[must_use]
    pub fn id(&self) -> String {
        let mut hasher = FnvHasher::default();
        hasher.write(self.game.as_bytes());
        hasher.write(&[0, self.theme as u8]);
        // Thirty bits as six letters and digits that nobody confuses.
        const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
        let hash = hasher.finish();
        (0..6).map(|at| LETTERS[(hash >> (5 * at) & 31) as usize] as char).collect()
    }

    /// Opens the game from the position of the puzzle.
    ///
    /// # Errors
    /// If it does not open.
    pub fn open(
        &self,
        environment: &dyn selforge_games::Environment,
    ) -> Result<Playable, PuzzleError> {
        Ok(selforge_games::open(&Spec::parse(&self.game)?, environment)?)
    }

    /// The positions of the solution in which the solver or the other side is to move, each with the
    /// move that is played, and the last one.
    ///
    /// # Errors
    /// If a move cannot be played.
    pub fn replay(
        &self,
        playable: &Playable,
    ) -> Result<(Vec<(AnyState, AnyMove)>, AnyState), PuzzleError> {
        let (game, mut state) = (&playable.game, playable.game.start());
        let mut played = Vec::with_capacity(self.line.len());
        for text in &self.line {
            let mv = game.parse_move(&state, text).map_err(PuzzleError::Move)?;
            let mut next = state.clone();
            game.play(&mut next, mv);
            played.push((std::mem::replace(&mut state, next), mv));
        }
        Ok((played, state))
    }
}
