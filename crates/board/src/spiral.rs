//! The centre of a board and the spiral around it, along which start positions are laid.
//!
//! The report's irregular start positions walk from the central cell outwards, clockwise, ring by
//! ring. On any graph a ring is the cells at one distance from the centre, in the order of their
//! angle. A ring ends due east: so on a `hexhex` board every ring ends at its east corner, from which
//! the next ring starts one step to the south-east, and the walk never jumps. Beginning *at* due east
//! instead would jump once a ring.

use crate::board::Board;
use crate::cell::Cell;
use crate::geometry::{TOLERANCE, angle_past_east, distance, mean};

impl Board {
    /// The cell nearest to the middle of all centres; the first in reading order if several are.
    ///
    /// # Panics
    /// If the board has no cells.
    #[must_use]
    pub fn centre_cell(&self) -> Cell {
        let middle = mean(self.cells().iter().map(|&cell| self.centre(cell)));
        let away = |cell| distance(self.centre(cell), middle);
        self.cells()
            .iter()
            .copied()
            .reduce(|best, cell| if away(cell) < away(best) - TOLERANCE { cell } else { best })
            .expect("a board has cells")
    }

    /// All cells in the order of a spiral from the centre: ring by ring of equal distance, each
    /// clockwise and ending due east. Cells out of reach, if any, come last.
    ///
    /// # Panics
    /// If the board has no cells.
    #[must_use]
    pub fn spiral(&self) -> Vec<Cell> {
        let hub = self.centre_cell();
        let rings = self.distances_from(hub);
        let angle = |cell| angle_past_east(self.centre(hub), self.centre(cell));
        let mut spiral = self.cells().to_vec();
        spiral.sort_by(|&a, &b| {
            rings[a.index()].cmp(&rings[b.index()]).then(angle(a).total_cmp(&angle(b)))
        });
        spiral
    }
}

#[cfg(test)]
mod tests {
    use crate::Board;

    #[test]
    fn on_hexhex_the_spiral_never_jumps() {
        for side in 2..=18 {
            let board = Board::parse(&format!("hexhex-{side}"), 0).unwrap();
            for pair in board.spiral().windows(2) {
                assert!(board.neighbours(pair[0]).contains(&pair[1]), "{side} {pair:?}");
            }
        }
    }

    #[test]
    fn the_spiral_turns_clockwise_from_south_east_to_east() {
        let board = Board::parse("hexhex-2", 0).unwrap();
        let names: Vec<&str> = board.spiral().iter().map(|&cell| board.cell_name(cell)).collect();
        assert_eq!(names, ["b2", "a2", "a1", "b1", "c2", "c3", "b3"]);
    }

    #[test]
    fn of_four_middle_cells_the_first_in_reading_order_is_the_centre() {
        let board = Board::parse("square-8x8", 0).unwrap();
        assert_eq!(board.cell_name(board.centre_cell()), "d5");
    }
}
