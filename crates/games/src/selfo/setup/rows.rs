//! Pieces of start positions as rows of text: letters for sets, numbers for runs of empty cells.

use selforge_board::Cell;
use selforge_catalogue::rows;
use selforge_core::NotationError;

use crate::selfo::ground::SetId;

/// Reads the pieces of `text[range]`, laid on rows of cells.
pub(super) fn parse_rows(
    text: &str,
    range: std::ops::Range<usize>,
    rows: &[Vec<Cell>],
    sets: usize,
) -> Result<Vec<(Cell, SetId)>, NotationError> {
    let last = (b'A' + sets as u8 - 1) as char;
    let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
    let cells = rows.concat();
    let mut placed = Vec::new();
    let put = |at: usize, letter: char| {
        if !('A'..=last).contains(&letter) {
            return rows::no_piece(
                letter,
                format!("a letter A to {last}, or a number of empty cells"),
            );
        }
        placed.push((cells[at], letter as SetId - b'A'));
        Ok(())
    };
    rows::parse_rows(text, range, &lengths, put)?;
    Ok(placed)
}
