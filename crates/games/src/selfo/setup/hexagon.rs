//! The six triangles of a hexhex board.
//!
//! Around the central cell lie six triangles, each of N-1 rows of 1, 2, … N-1 cells, whose rows run
//! clockwise around the centre. A turn of 60 degrees takes each triangle to the next. The first one
//! is at the top, from the centre's upper left neighbour up to the top row without its right
//! corner.

use selforge_board::{Board, Cell};

/// The cells of a hexhex board by triangle.
pub(super) struct Hexagon {
    /// Six triangles clockwise, each a list of rows from the centre outwards, clockwise.
    pub(super) triangles: Vec<Vec<Vec<Cell>>>,
}

impl Hexagon {
    /// The triangles, if the board is a hexhex board.
    pub(super) fn of(board: &Board) -> Option<Hexagon> {
        let side: usize = board.name().strip_prefix("hexhex-")?.parse().ok()?;
        let reach = side.checked_sub(1)? as isize;
        if board.rows().len() != 2 * side - 1 {
            return None;
        }
        // Axial coordinates from the centre: q to the right, r down and to the right.
        let cell = |q: isize, r: isize| {
            let row = board.rows().get((r + reach) as usize)?;
            let first = -reach - r.min(0);
            row.get(usize::try_from(q - first).ok()?).copied()
        };
        let triangle = |turns: usize| -> Option<Vec<Vec<Cell>>> {
            (1..=reach)
                .map(|row| {
                    (0..row)
                        .map(|along| {
                            let mut at = (along, -row);
                            for _ in 0..turns {
                                at = (-at.1, at.0 + at.1);
                            }
                            cell(at.0, at.1)
                        })
                        .collect()
                })
                .collect()
        };
        Some(Hexagon { triangles: (0..6).map(triangle).collect::<Option<_>>()? })
    }

    /// How many rows a triangle has.
    pub(super) fn rows(&self) -> usize {
        self.triangles[0].len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_triangles_and_the_centre_are_the_whole_board() {
        for side in 2..=18 {
            let board = Board::parse(&format!("hexhex-{side}"), 0).unwrap();
            let hexagon = Hexagon::of(&board).unwrap();
            let mut cells: Vec<Cell> =
                hexagon.triangles.iter().flatten().flatten().copied().collect();
            cells.push(board.centre_cell());
            cells.sort_unstable();
            let mut all = board.cells().to_vec();
            all.sort_unstable();
            assert_eq!(cells, all);
        }
    }

    #[test]
    fn rows_run_clockwise_and_triangles_follow_clockwise() {
        let board = Board::parse("hexhex-3", 0).unwrap();
        let hexagon = Hexagon::of(&board).unwrap();
        let names = |cells: &[Cell]| -> Vec<String> {
            cells.iter().map(|&cell| board.cell_name(cell).to_string()).collect()
        };
        assert_eq!(names(&hexagon.triangles[0][0]), ["d3"]);
        assert_eq!(names(&hexagon.triangles[0][1]), ["e3", "e4"]);
        assert_eq!(names(&hexagon.triangles[1][1]), ["e5", "d5"]);
        assert_eq!(names(&hexagon.triangles[3][1]), ["a3", "a2"]);
    }

    #[test]
    fn other_boards_have_no_triangles() {
        assert!(Hexagon::of(&Board::parse("square-5x5", 0).unwrap()).is_none());
        assert!(Hexagon::of(&Board::parse("hex-5x5", 0).unwrap()).is_none());
    }
}
