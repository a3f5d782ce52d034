//! `hexhex-N`: a hexagon of hexagons, N cells a side; the board that the Selfo report plays on.
//!
//! Cells have axial coordinates, row and column, both from 0 to 2N-2; columns run along a diagonal.
//! The slot is row times 2N plus column, less the N-2 of the N-1 columns that the top row lacks. So
//! the three pairs of directions add 1, 2N-1 and 2N, and unused slots before, between and after the
//! rows catch steps over the rim: no step needs a mask. `hexhex-6` takes 123 slots, two machine words.
//!
//! Names are those of Abalone: the letter is the row from the bottom, the number the diagonal, so
//! that neighbours differ by at most one in each.

use super::{Builder, NewCell};
use crate::board::BoardParts;
use crate::cell::Cell;
use crate::geometry::{hexagon, hexagon_centre};
use crate::label::cell_name;
use crate::plane::DIRECTIONS;

/// The board with `side` cells a side.
pub(crate) fn parts(side: usize) -> BoardParts {
    let last = side - 1;
    let width = 2 * side - 1;
    let columns = |row: usize| last.saturating_sub(row)..width.min(width + last - row);
    let slot = |row: usize, column: usize| row * (width + 1) + column + 1 - last;
    let mut builder = Builder::new(format!("hexhex-{side}"), slot(2 * last, last) + 2, width);
    for row in 0..width {
        for column in columns(row) {
            let step = |direction: [i32; 2]| {
                let column = column.checked_add_signed(direction[0] as isize)?;
                let row = row.checked_add_signed(direction[1] as isize)?;
                (row < width && columns(row).contains(&column))
                    .then(|| Cell::new(slot(row, column)))
            };
            let centre = hexagon_centre(column as f64 - last as f64, row as f64 - last as f64);
            builder.add(
                row,
                NewCell {
                    slot: slot(row, column),
                    name: cell_name(2 * last - row, column + 1),
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
    use crate::{Board, Cell};

    #[test]
    fn the_rows_grow_to_the_middle_and_shrink_again() {
        let board = Board::parse("hexhex-3", 0).unwrap();
        let lengths: Vec<usize> = board.rows().iter().map(Vec::len).collect();
        assert_eq!(lengths, [3, 4, 5, 4, 3]);
    }

    #[test]
    fn slots_start_before_the_top_left_cell_and_fit_the_stated_sizes() {
        let slots = |name| Board::parse(name, 0).unwrap().slots();
        assert_eq!((slots("hexhex-6"), slots("hexhex-12")), (123, 531));
        assert_eq!(Board::parse("hexhex-6", 0).unwrap().cells()[0], Cell::new(1));
    }

    #[test]
    fn names_are_those_of_abalone() {
        let board = Board::parse("hexhex-5", 0).unwrap();
        let ends = |row: usize| {
            let row = &board.rows()[row];
            (board.cell_name(row[0]), board.cell_name(row[row.len() - 1]))
        };
        assert_eq!(ends(8), ("a1", "a5"));
        assert_eq!(ends(4), ("e1", "e9"));
        assert_eq!(ends(0), ("i5", "i9"));
    }

    #[test]
    fn directions_run_clockwise_from_the_east() {
        let board = Board::parse("hexhex-5", 0).unwrap();
        let middle = board.cell_named("e5").unwrap();
        let names: Vec<&str> =
            board.neighbours(middle).iter().map(|&c| board.cell_name(c)).collect();
        assert_eq!(names, ["e6", "d5", "d4", "e4", "f5", "f6"]);
    }

    #[test]
    fn the_distance_is_that_of_axial_coordinates() {
        let board = Board::parse("hexhex-5", 0).unwrap();
        let axial = |cell: Cell| {
            let name = board.cell_name(cell).as_bytes();
            (i32::from(name[1] - b'0'), -i32::from(name[0] - b'a'))
        };
        for &from in board.cells() {
            let distances = board.distances_from(from);
            for &to in board.cells() {
                let (q, r) = (axial(to).0 - axial(from).0, axial(to).1 - axial(from).1);
                let formula = (q.abs() + r.abs() + (q + r).abs()) / 2;
                assert_eq!(i32::from(distances[to.index()]), formula);
            }
        }
    }
}
