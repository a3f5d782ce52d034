//! Positions put together from pieces: what a board editor needs, without knowing how a game writes
//! its positions.
//!
//! In every game with rows, a position's text begins with a letter for each piece and numbers for runs
//! of empty cells, row by row, and a word for who moves; so this is written once, and a game says only
//! which letters there are ([`Described::tray`](crate::Described::tray)).

use std::fmt::Write;

use selforge_board::{Diagram, Piece};
use selforge_core::Seat;

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
pub fn write_rows(diagram: &Diagram, cells: &[Option<char>]) -> String {
    let mut text = String::new();
    let mut cells = cells.iter();
    for (row, length) in row_lengths(diagram).into_iter().enumerate() {
        if row > 0 {
            text.push('/');
        }
        let mut run = 0;
        for cell in cells.by_ref().take(length) {
            match cell {
                None => run += 1,
                Some(letter) => {
                    end_run(&mut text, &mut run);
                    text.push(*letter);
                }
            }
        }
        end_run(&mut text, &mut run);
    }
    text
}

fn end_run(text: &mut String, run: &mut usize) {
    if *run > 0 {
        write!(text, "{run}").expect("writing to a string cannot fail");
        *run = 0;
    }
}

/// The pieces of a text that [`write_rows`] wrote; none if it does not fit the board.
#[must_use]
pub fn read_rows(diagram: &Diagram, text: &str) -> Option<Vec<Option<char>>> {
    let lengths = row_lengths(diagram);
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != lengths.len() {
        return None;
    }
    let mut cells = Vec::with_capacity(diagram.cells.len());
    for (row, length) in rows.into_iter().zip(lengths) {
        let begin = cells.len();
        let mut rest = row;
        while let Some(first) = rest.chars().next() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            if digits == 0 {
                cells.push(Some(first));
                rest = &rest[first.len_utf8()..];
            } else {
                let run: usize = rest[..digits].parse().ok().filter(|run| *run <= length)?;
                cells.extend(std::iter::repeat_n(None, run));
                rest = &rest[digits..];
            }
        }
        if cells.len() - begin != length {
            return None;
        }
    }
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
            let cells = read_rows(&diagram, text).unwrap();
            assert_eq!(cells.len(), diagram.cells.len());
            assert_eq!(write_rows(&diagram, &cells), text);
        }
    }

    #[test]
    fn rows_that_do_not_fit_are_none() {
        let diagram = Board::parse("hexhex-3", 0).unwrap().diagram();
        for text in ["", "3/4/5/4", "3/4/5/4/4", "3/4/5/4/2", "3/4/5/4/99999999999999999999999"] {
            assert_eq!(read_rows(&diagram, text), None, "{text}");
        }
    }
}
