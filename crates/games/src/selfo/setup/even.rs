//! Starts from which equal engines have won equally often.
//!
//! That sides may be swapped does not make a start even. Between equal engines the first seat never wins from
//! some starts that meet every constraint, and always from others: over 64 drawn starts of the quick game its share of
//! the wins has a standard deviation of 32 points, of which chance makes 8, around a mean of 37 %. No look at the start alone tells them
//! apart (bounds and searches were tried, see the engine notes), so they were found by playing:
//! `scripts/fair-starts` draws starts and keeps those that forty games have shared. Its lines stand in `even.txt`:
//! a board and the pieces. A seed chooses one and one of the ways to turn and mirror it, which change nothing
//! about the game.

use selforge_board::{Board, Cell};
use selforge_core::Stream;

use super::rows::parse_rows;
use super::{Request, SetupError, check_counts, short};
use crate::selfo::ground::SetId;

/// A line each: a board, and rows of pieces.
const STARTS: &str = include_str!("even.txt");

/// The rows of the starts on this board.
pub(super) fn starts(board: &Board) -> Vec<&'static str> {
    let lines = STARTS.lines().filter_map(|line| line.split_once(' '));
    lines.filter(|(name, _)| *name == board.name()).map(|(_, rows)| rows).collect()
}

/// How many pieces a set has on this board, if there are starts for it.
pub(super) fn pieces(board: &Board) -> Option<u16> {
    starts(board).first().map(|rows| rows.matches('A').count() as u16)
}

/// The start that the seed chooses.
pub(super) fn place(request: &Request<'_>) -> Result<Vec<(Cell, SetId)>, SetupError> {
    let misfit = |problem: String, expected: &str| {
        Err(SetupError::Misfit { setup: request.setup, problem, expected: expected.to_owned() })
    };
    let (board, sets) = (request.board, request.pieces.len());
    if sets != 2 {
        return misfit(format!("for {sets} sets"), "2 sets");
    }
    if request.lengths.iter().any(|&it| it != 1) || request.special.iter().any(|&it| it > 0) {
        let problem = "with longer moves or special pieces".to_owned();
        return misfit(problem, "moves of one step, with which the starts were measured");
    }
    if request.first_moves != 1 {
        return misfit("with first-moves=2".to_owned(), "first-moves=1, by which they were drawn");
    }
    if !request.swap {
        return misfit("with swap=off".to_owned(), "swap=on, with which the starts were measured");
    }
    let mut random = Stream::new(request.seed, "even", 0);
    let Some(rows) = random.pick(&starts(board)).copied() else {
        return misfit(format!("on {}", short(board)), "board=hexhex-5");
    };
    let mut placed =
        parse_rows(rows, 0..rows.len(), board.rows(), sets).map_err(SetupError::Pattern)?;
    let symmetries = board.symmetries();
    let laid = random.pick(&symmetries).expect("the identity is one");
    placed.iter_mut().for_each(|(cell, _)| *cell = laid.image(*cell));
    check_counts(request, &placed)?;
    Ok(placed)
}
