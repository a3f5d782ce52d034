//! `tri-N`: a hexagon of 6N² triangles, N edges a side, each triangle with three neighbours.
//!
//! A row holds triangles that point up and down in turns. Cells have a row and a column that counts
//! half edges; the slot is row times (4N-1), the longest row, plus column, less the N-1 columns that
//! the top row lacks. So horizontal steps add 1 and vertical ones 4N-1.
//!
//! A triangle has three steps, clockwise, of which the middle one is vertical: east, south, west for
//! one that points up; west, north, east for one that points down. Seen across any edge both
//! triangles give it the same number.

use super::{Builder, NewCell};
use crate::board::BoardParts;
use crate::cell::Cell;
use crate::geometry::{ROOT_3_HALF, around};
use crate::label::cell_name;

/// East, south, west; as steps in column and row.
const UP: [[isize; 2]; 3] = [[1, 0], [0, 1], [-1, 0]];

/// West, north, east.
const DOWN: [[isize; 2]; 3] = [[-1, 0], [0, -1], [1, 0]];

/// The board with `side` edges a side.
pub(crate) fn parts(side: usize) -> BoardParts {
    let (rows, width) = (2 * side, 4 * side - 1);
    let columns = |row: usize| {
        let missing = if row < side { side - 1 - row } else { row - side };
        missing..width - missing
    };
    let slot = |row: usize, column: usize| row * width + column + 1 - side;
    let slots = slot(rows - 1, columns(rows - 1).end);
    let mut builder = Builder::new(format!("tri-{side}"), slots, rows);
    for row in 0..rows {
        for column in columns(row) {
            let up = (row + column + 1 - side).is_multiple_of(2);
            let step = |direction: [isize; 2]| {
                let column = column.checked_add_signed(direction[0])?;
                let row = row.checked_add_signed(direction[1])?;
                (row < rows && columns(row).contains(&column)).then(|| Cell::new(slot(row, column)))
            };
            // With neighbouring centres 1 apart edges are 2 * ROOT_3_HALF long and rows 1.5 high.
            let centre =
                [column as f64 * ROOT_3_HALF, row as f64 * 1.5 + if up { 1.0 } else { 0.5 }];
            let corners = if up {
                [[0.0, -1.0], [ROOT_3_HALF, 0.5], [-ROOT_3_HALF, 0.5]]
            } else {
                [[0.0, 1.0], [-ROOT_3_HALF, -0.5], [ROOT_3_HALF, -0.5]]
            };
            builder.add(
                row,
                NewCell {
                    slot: slot(row, column),
                    name: cell_name(rows - 1 - row, column - columns(row).start + 1),
                    steps: if up { UP } else { DOWN }.map(step).into(),
                    centre,
                    outline: around(centre, &corners),
                },
            );
        }
    }
    builder.parts
}

#[cfg(test)]
mod tests {
    use crate::{Board, MAX_SLOTS};

    #[test]
    fn the_smallest_board_is_a_ring_of_six_triangles() {
        let board = Board::parse("tri-1", 0).unwrap();
        assert_eq!(board.slots(), 6);
        assert!(board.cells().iter().all(|&cell| board.neighbours(cell).len() == 2));
        let distances = board.distances_from(board.cells()[0]);
        assert_eq!(distances.iter().max(), Some(&3));
    }

    #[test]
    fn the_largest_board_fits_the_slots() {
        let board = Board::parse("tri-13", 0).unwrap();
        assert_eq!(board.cells().len(), 1014);
        assert!(board.slots() <= MAX_SLOTS);
    }

    #[test]
    fn an_edge_has_the_same_number_on_both_sides() {
        let board = Board::parse("tri-3", 0).unwrap();
        for &cell in board.cells() {
            for (number, next) in board.steps(cell).iter().enumerate() {
                assert!(next.is_none_or(|next| board.steps(next)[number] == Some(cell)));
            }
        }
    }
}
