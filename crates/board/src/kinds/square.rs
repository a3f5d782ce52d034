//! `square-RxC` and `king-RxC`: squares with four or eight neighbours, as on a chess board.
//!
//! The slot is row times C plus column, row 0 at the top; the pairs of directions add 1 and C, for a
//! king also C-1 and C+1. Names are those of chess: letters count files from the left, numbers count
//! ranks from the bottom.

use super::{Builder, NewCell};
use crate::board::BoardParts;
use crate::cell::Cell;
use crate::geometry::around;
use crate::label::cell_name;

/// North, east, south, west; as steps in column and row.
const SQUARE: [[isize; 2]; 4] = [[0, -1], [1, 0], [0, 1], [-1, 0]];

/// The eight directions of a king, clockwise from the north.
const KING: [[isize; 2]; 8] =
    [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];

/// The board with four neighbours a cell.
pub(crate) fn square_parts(rows: usize, columns: usize) -> BoardParts {
    parts(format!("square-{rows}x{columns}"), rows, columns, &SQUARE)
}

/// The board with eight neighbours a cell.
pub(crate) fn king_parts(rows: usize, columns: usize) -> BoardParts {
    parts(format!("king-{rows}x{columns}"), rows, columns, &KING)
}

fn parts(name: String, rows: usize, columns: usize, directions: &[[isize; 2]]) -> BoardParts {
    let mut builder = Builder::new(name, rows * columns, rows);
    for row in 0..rows {
        for column in 0..columns {
            let step = |direction: &[isize; 2]| {
                let column = column.checked_add_signed(direction[0])?;
                let row = row.checked_add_signed(direction[1])?;
                (row < rows && column < columns).then(|| Cell::new(row * columns + column))
            };
            let centre = [column as f64, row as f64];
            builder.add(
                row,
                NewCell {
                    slot: row * columns + column,
                    name: cell_name(column, rows - row),
                    steps: directions.iter().map(step).collect(),
                    centre,
                    outline: around(centre, &[[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]),
                },
            );
        }
    }
    builder.parts
}

#[cfg(test)]
mod tests {
    use crate::Board;

    #[test]
    fn names_are_those_of_chess_with_a1_at_the_bottom_left() {
        let board = Board::parse("square-8x8", 0).unwrap();
        let names: Vec<&str> = board.cells().iter().map(|&cell| board.cell_name(cell)).collect();
        assert_eq!((names[0], names[7], names[56], names[63]), ("a8", "h8", "a1", "h1"));
    }

    #[test]
    fn directions_run_clockwise_from_the_north() {
        let around = |board: &str| -> Vec<String> {
            let board = Board::parse(board, 0).unwrap();
            let e4 = board.cell_named("e4").unwrap();
            board.neighbours(e4).iter().map(|&cell| board.cell_name(cell).to_owned()).collect()
        };
        assert_eq!(around("square-8x8"), ["e5", "f4", "e3", "d4"]);
        assert_eq!(around("king-8x8"), ["e5", "f5", "f4", "f3", "e3", "d3", "d4", "d5"]);
    }
}
