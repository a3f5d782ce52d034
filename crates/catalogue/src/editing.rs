//! Positions put together from pieces: what a board editor needs, without knowing how a game writes
//! its positions.
//!
//! In every game with rows, a position's text begins with a letter for each piece and numbers for runs
//! of empty cells, row by row, and a word for who moves; so this is written once, and a game says only
//! which letters there are ([`Described::tray`](crate::Described::tray)).

use selforge_board::{Diagram, Piece};
use selforge_core::Seat;

use crate::rows;

/// A piece that can be put on the board, and its letter in the text of positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrayPiece {
    /// The letter.
    pub letter: char,
    /// What it looks like.
    pub piece: Piece,
}

/// Which piece stands on each cell, by letters, and who is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// A letter for each cell of the game's picture; none where nothing stands.
    pub cells: Vec<Option<char>>,
    /// Who is to move.
    pub to_move: Seat,
}

/// How many cells each row of a position's text has. Boards whose rows are only those of the picture
/// are written as one row.
fn row_lengths(diagram: &Diagram) -> Vec<usize> {
    if diagram.show_edges {
        return vec![diagram.cells.len()];
    }
    diagram.cells.chunk_by(|a, b| a.row == b.row).map(<[_]>::len).collect()
}

/// The pieces as text: `A1B/4/5/4/B1A`.
#[must_use]
pub fn write_layout(diagram: &Diagram, cells: &[Option<char>]) -> String {
    let mut text = String::new();
    rows::write_rows(row_lengths(diagram), |cell| cells.get(cell).copied().flatten(), &mut text)
        .expect("writing to a string cannot fail");
    text
}

/// The pieces of a text that [`write_layout`] wrote; none if it does not fit the board.
#[must_use]
pub fn read_layout(diagram: &Diagram, text: &str) -> Option<Vec<Option<char>>> {
    let mut cells = vec![None; diagram.cells.len()];
    let put = |cell: usize, letter| {
        cells[cell] = Some(letter);
        Ok(())
    };
    rows::parse_rows(text, 0..text.len(), &row_lengths(diagram), put).ok()?;
    Some(cells)
}

#[cfg(test)]
mod tests {
    use selforge_board::Board;

    use super::*;

    #[test]
    fn rows_are_read_as_they_were_written() {
        for (board, text) in [
            ("hexhex-3", "A1B/4/5/4/B1A"),
            ("square-2x12", "12/A10b"),
            ("voronoi-20-1", "A1A1B/1B2b/1BA2/1A3"),
        ] {
            let diagram = Board::parse(board, 0).unwrap().diagram();
            let cells = read_layout(&diagram, text).unwrap();
            assert_eq!(cells.len(), diagram.cells.len());
            assert_eq!(write_layout(&diagram, &cells), text);
        }
    }

    #[test]
    fn rows_that_do_not_fit_are_none() {
        let diagram = Board::parse("hexhex-3", 0).unwrap().diagram();
        for text in ["", "3/4/5/4", "3/4/5/4/4", "3/4/5/4/2", "3/4/5/4/99999999999999999999999"] {
            assert_eq!(read_layout(&diagram, text), None, "{text}");
        }
    }
}
