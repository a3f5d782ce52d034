//! The balance of a whole game's start, by its spec.

use std::fmt::Write;
use std::sync::Arc;

use selforge_board::topology::{Topology, TopologyVisitor, with_topology};
use selforge_board::{Board, BoardName, CellSet};
use selforge_core::{Game, Seat, Spec};

use super::{Balance, Effort, Scales};
use crate::catalogue::{Described, Files, GameError, GameVisitor};
use crate::selfo::finite::Finite;
use crate::selfo::game::Selfo;
use crate::selfo::ground::Lengths;
use crate::selfo::options::{Options, Place};
use crate::selfo::rules::Rules;

/// The balance of a game's start, with what is needed to show it.
#[derive(Clone, Debug)]
pub struct Report {
    /// The canonical spec of the game.
    pub spec: Spec,
    /// The board, which knows the names of the cells.
    pub board: Arc<Board>,
    /// How the start fares.
    pub balance: Balance,
}

/// Weighs the start of the game of Selfo that `spec` names.
///
/// # Errors
/// As [`open`](crate::catalogue::open); and for the unbounded plane, where no piece can be cut off
/// for good and nothing is known of the number of moves.
pub fn report(spec: &Spec, files: &dyn Files, effort: Effort) -> Result<Report, GameError> {
    let (spec, start) = crate::selfo::open(spec, files, StartText)?;
    let options = Options::read(&spec, files)?;
    let board = match &options.place {
        Place::Named(BoardName::Plane) => {
            return Err(GameError::Conflict {
                problem: "the plane has no rim, so its start positions are not weighed".to_string(),
                expected: "a finite board".to_string(),
            });
        }
        Place::Named(name) => name.build(options.seed)?,
        Place::Graph(text) => Board::from_graph_json(text)?,
    };
    let board = Arc::new(board);
    let weighing = Weighing { board: &board, rules: options.rules, start: &start, effort };
    let balance = with_topology(&board, weighing)?;
    Ok(Report { spec, board, balance })
}

/// Gives a game's canonical spec and its start position as text.
struct StartText;

impl GameVisitor for StartText {
    type Output = (Spec, String);

    fn visit<G: Described>(self, game: Arc<G>, spec: Spec) -> (Spec, String) {
        let mut text = String::new();
        let written = game.write_state(&game.start(), &mut text as &mut dyn Write);
        debug_assert!(written.is_ok(), "writing to a string cannot fail");
        (spec, text)
    }
}

struct Weighing<'a> {
    board: &'a Arc<Board>,
    rules: Rules,
    start: &'a str,
    effort: Effort,
}

impl TopologyVisitor for Weighing<'_> {
    type Output = Result<Balance, GameError>;

    fn visit<S: CellSet, T: Topology<S>>(self) -> Self::Output {
        let Weighing { board, rules, start, effort } = self;
        let ground = Finite::<S, T>::new(board.clone(), rules.seats);
        let game = Selfo::from_text(ground, rules, start)?;
        let state = game.start();
        // Lengths belong to seats, brackets to sets; a position may have them swapped.
        let mut lengths = vec![Lengths { plain: 1, special: 1 }; usize::from(game.seats())];
        for seat in Seat::all(game.seats()) {
            let plain = game.rules().lengths[seat.index()];
            let special = plain.max(game.rules().special_length);
            lengths[usize::from(game.set_of(&state, seat))] = Lengths { plain, special };
        }
        Ok(Scales::new(game.ground(), &lengths).weigh(game.pieces(&state), effort))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::NoFiles;

    fn balance(spec: &str) -> Result<Report, GameError> {
        report(&Spec::parse(spec).unwrap(), &NoFiles, Effort::Quick)
    }

    #[test]
    fn a_start_is_weighed_set_by_set() {
        let spec = "selfo board=hexhex-3 position=\"A1B/4/5/4/B1A A\" swap=off";
        let report = balance(spec).unwrap();
        assert_eq!(report.spec.to_string(), spec);
        let sets: Vec<_> = report.balance.sets.iter().map(|set| (set.pieces, set.groups)).collect();
        assert_eq!(sets, [(2, 2), (2, 2)]);
    }

    #[test]
    fn lengths_follow_their_seats_to_the_sets_they_play() {
        let spec = "selfo board=hexhex-4 length=1,3 position=\"A2B/5/6/7/6/5/B2A A sets=BA\"";
        let lengths: Vec<_> =
            balance(spec).unwrap().balance.sets.iter().map(|set| set.length).collect();
        assert_eq!(lengths, [3, 1]);
    }

    #[test]
    fn the_plane_is_refused_in_words() {
        assert!(balance("selfo board=plane").unwrap_err().to_string().contains("finite board"));
    }
}
