//! Positions as text.
//!
//! Rows from the top, numbers for runs of empty cells, `A` and `B` for stones, then the seat to move:
//! `3/1A1/3 B`. `sets=BA` at the end says that the seats have swapped, so that seat A plays the stones
//! `B`. Whether a swap is still possible follows from the stones. Any number of stones may stand on the
//! board, so that games with a handicap can be set up.

use std::fmt::{self, Write};

use selforge_board::{Cell, CellSet};
use selforge_catalogue::rows::{first_word, no_piece, parse_rows, parse_seat, words, write_rows};
use selforge_catalogue::shown;
use selforge_core::NotationError;

use super::game::State;
use super::grid::Grid;

/// Writes a position.
pub(super) fn write<S: CellSet>(
    grid: &Grid<S>,
    state: &State<S>,
    out: &mut dyn Write,
) -> fmt::Result {
    let letter = |cell: usize| {
        let cell = Cell::new(cell);
        let stone = ['A', 'B'].into_iter().zip(state.stones).find(|(_, set)| set.contains(cell));
        stone.map(|(letter, _)| letter)
    };
    write_rows(vec![grid.columns(); grid.rows()], letter, out)?;
    write!(out, " {}", state.to_move)?;
    if state.swapped { out.write_str(" sets=BA") } else { Ok(()) }
}

/// Reads a position.
///
/// # Errors
/// With place and reason, if it is none of this board.
pub(super) fn parse<S: CellSet>(grid: &Grid<S>, text: &str) -> Result<State<S>, NotationError> {
    let text = text.trim_end();
    let mut state = State::EMPTY;
    let put = |cell: usize, letter: char| {
        let Some(set) = ['A', 'B'].iter().position(|known| *known == letter) else {
            return no_piece(letter, "A, B or a number of empty cells");
        };
        state.place(grid, set, Cell::new(cell));
        Ok(())
    };
    parse_rows(text, first_word(text), &vec![grid.columns(); grid.rows()], put)?;
    let mut rest = words(text).skip(1);
    let to_move = parse_seat(text, rest.next())?;
    state.to_move = to_move;
    for (number, (at, word)) in rest.enumerate() {
        state.swapped = match word {
            "sets=BA" if number == 0 => true,
            "sets=AB" if number == 0 => false,
            _ => {
                let problem = format!("unknown word '{}'", shown(word));
                return Err(NotationError::at(text, at, problem, "sets=BA, or nothing more"));
            }
        };
    }
    if let Some(winner) = state.winning_seat().filter(|&winner| winner == to_move) {
        let problem = format!("seat {winner} has connected its sides, so it cannot be to move");
        let at = text.find(' ').map_or(0, |space| space + 1);
        return Err(NotationError::at(text, at, problem, "the other seat"));
    }
    Ok(state)
}
