//! `hex-RxC`: a rhombus of hexagons, the board of Hex.
//!
//! Every row is drawn half a cell further to the right than the one above. The slot is row times
//! C+1 plus column plus one; the three pairs of directions add 1, C and C+1, and the unused slots
//! before, between and after the rows catch steps over the rim. Only very narrow boards, which would
//! take too many slots that way, do without them. Names are those of Hex: `a1` is the
//! acute corner at the top left, letters count columns, numbers count rows downwards.

use super::{Builder, NewCell};
use crate::board::{BoardParts, MAX_SLOTS};
use crate::cell::Cell;
use crate::geometry::{hexagon, hexagon_centre};
use crate::label::cell_name;
use crate::plane::DIRECTIONS;

/// The board with that many rows and columns.
pub(crate) fn parts(rows: usize, columns: usize) -> BoardParts {
    let padding = usize::from(rows * (columns + 1) < MAX_SLOTS);
    let slot = |row: usize, column: usize| row * (columns + padding) + column + padding;
    let slots = slot(rows - 1, columns - 1) + 1 + padding;
    let mut builder = Builder::new(format!("hex-{rows}x{columns}"), slots, rows);
    for row in 0..rows {
        for column in 0..columns {
            let step = |direction: [i32; 2]| {
                let column = column.checked_add_signed(direction[0] as isize)?;
                let row = row.checked_add_signed(direction[1] as isize)?;
                (row < rows && column < columns).then(|| Cell::new(slot(row, column)))
            };
            let centre = hexagon_centre(column as f64, row as f64);
            builder.add(
                row,
                NewCell {
                    slot: slot(row, column),
                    name: cell_name(column, row + 1),
                    steps: DIRECTIONS.map(step).into(),
                    centre,
                    outline: hexagon(centre),
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
    fn the_acute_corners_are_the_first_and_the_last_cell() {
        let board = Board::parse("hex-11x11", 0).unwrap();
        let around = |name| board.neighbours(board.cell_named(name).unwrap()).len();
        assert_eq!([around("a1"), around("k1"), around("a11"), around("k11")], [2, 3, 3, 2]);
        assert_eq!(board.cells().first(), board.cell_named("a1").as_ref());
    }
}
