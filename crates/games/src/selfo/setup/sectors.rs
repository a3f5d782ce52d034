//! The parts of a board that a turn or a mirror takes to each other.
//!
//! - A hexhex board has six *triangles* around the central cell, each of N-1 rows of 1, 2, … N-1 cells, whose
//!   rows run clockwise around the centre. A turn of 60 degrees takes each to the next. The first one is at
//!   the top, from the centre's upper left neighbour up to the top row without its right corner.
//! - A square board has four *squares*, which a quarter turn takes to each other. The first is the upper left
//!   one, with its rows as on the board. If the number of rows is odd, they are one cell wider than high and go
//!   round the central cell like the sails of a windmill.
//! - It also has eight *triangles*, each the mirror image of the next, with rows of 1, 2, … cells as on a hexagon.
//!   The first is at the top, left of the middle. The diagonals, and the middle row and column of an odd board,
//!   are their own mirror images and belong to none.

use selforge_board::{Board, Cell};

/// The cells of a board by part.
pub(super) struct Sectors {
    /// What a part is called.
    pub(super) shape: &'static str,
    /// The parts clockwise, each a list of rows; what is at the same place in two of them is the image of
    /// each other.
    pub(super) cells: Vec<Vec<Vec<Cell>>>,
}

impl Sectors {
    /// The six triangles of a hexhex board; none of any other.
    pub(super) fn hexagon(board: &Board) -> Option<Sectors> {
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
        let cells = (0..6).map(triangle).collect::<Option<_>>()?;
        Some(Sectors { shape: "triangle", cells })
    }

    /// The four squares of a board of as many rows as columns.
    pub(super) fn squares(board: &Board) -> Option<Sectors> {
        let side = square_side(board)?;
        let (rows, columns) = (side / 2, side.div_ceil(2));
        let square = |turns: usize| {
            let row = |row| (0..columns).map(|at| turned(board, turns, (row, at))).collect();
            (0..rows).map(row).collect()
        };
        Some(Sectors { shape: "square", cells: (0..4).map(square).collect() })
    }

    /// The eight triangles of a board of as many rows as columns.
    pub(super) fn octants(board: &Board) -> Option<Sectors> {
        let side = square_side(board)?;
        let half = side / 2;
        let triangle = |number: usize| {
            let place = |row, at| match number % 2 {
                0 => (row, at),
                _ => (row, side - 1 - at),
            };
            let row = |row: usize| {
                (row + 1..half).map(|at| turned(board, number / 2, place(row, at))).collect()
            };
            (0..half.saturating_sub(1)).rev().map(row).collect()
        };
        Some(Sectors { shape: "triangle", cells: (0..8).map(triangle).collect() })
    }

    /// How many parts there are.
    pub(super) fn count(&self) -> usize {
        self.cells.len()
    }
}

/// The rows of a board with as many columns of squares.
fn square_side(board: &Board) -> Option<usize> {
    let kind = board.name().split('-').next();
    let side = board.rows().len();
    let is_square = board.rows().iter().all(|row| row.len() == side);
    (matches!(kind, Some("square" | "king")) && is_square).then_some(side)
}

/// The cell to which so many quarter turns, clockwise, take the one in a row and a column.
fn turned(board: &Board, turns: usize, (row, column): (usize, usize)) -> Cell {
    let rows = board.rows();
    let (row, column) = (0..turns).fold((row, column), |(r, c), _| (c, rows.len() - 1 - r));
    rows[row][column]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_triangles_and_the_centre_are_the_whole_board() {
        for side in 2..=18 {
            let board = Board::parse(&format!("hexhex-{side}"), 0).unwrap();
            let hexagon = Sectors::hexagon(&board).unwrap();
            let mut cells: Vec<Cell> = hexagon.cells.iter().flatten().flatten().copied().collect();
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
        let hexagon = Sectors::hexagon(&board).unwrap();
        let names = |cells: &[Cell]| -> Vec<String> {
            cells.iter().map(|&cell| board.cell_name(cell).to_string()).collect()
        };
        assert_eq!(names(&hexagon.cells[0][0]), ["d3"]);
        assert_eq!(names(&hexagon.cells[0][1]), ["e3", "e4"]);
        assert_eq!(names(&hexagon.cells[1][1]), ["e5", "d5"]);
        assert_eq!(names(&hexagon.cells[3][1]), ["a3", "a2"]);
    }

    #[test]
    fn other_boards_have_no_triangles() {
        assert!(Sectors::hexagon(&Board::parse("square-5x5", 0).unwrap()).is_none());
        assert!(Sectors::hexagon(&Board::parse("hex-5x5", 0).unwrap()).is_none());
        for name in ["hex-5x5", "king-5x6", "hexhex-3"] {
            let board = Board::parse(name, 0).unwrap();
            assert!(Sectors::squares(&board).is_none() && Sectors::octants(&board).is_none());
        }
    }

    #[test]
    fn four_squares_are_the_whole_board_but_for_the_centre_of_an_odd_one() {
        for (name, left) in [("king-8x8", 0), ("square-9x9", 1), ("square-2x2", 0)] {
            let board = Board::parse(name, 0).unwrap();
            let squares = Sectors::squares(&board).unwrap();
            let mut cells: Vec<Cell> = squares.cells.iter().flatten().flatten().copied().collect();
            cells.sort_unstable();
            cells.dedup();
            assert_eq!(cells.len() + left, board.cells().len(), "{name}");
        }
    }

    #[test]
    fn a_symmetry_of_the_board_takes_each_part_to_the_next() {
        for name in ["king-8x8", "square-9x9", "king-5x5"] {
            let board = Board::parse(name, 0).unwrap();
            for sectors in [Sectors::squares(&board).unwrap(), Sectors::octants(&board).unwrap()] {
                for part in 0..sectors.count() {
                    let [here, next] = [part, (part + 1) % sectors.count()]
                        .map(|part| sectors.cells[part].concat());
                    let found = board.symmetries().iter().any(|symmetry| {
                        here.iter().zip(&next).all(|(&cell, &image)| symmetry.image(cell) == image)
                    });
                    assert!(found, "{name}, part {part}");
                }
            }
        }
    }

    #[test]
    fn eight_triangles_leave_out_what_is_its_own_mirror_image() {
        for (name, left) in [("king-8x8", 16), ("square-9x9", 33), ("king-4x4", 8)] {
            let board = Board::parse(name, 0).unwrap();
            let octants = Sectors::octants(&board).unwrap();
            let mut cells: Vec<Cell> = octants.cells.iter().flatten().flatten().copied().collect();
            cells.sort_unstable();
            cells.dedup();
            assert_eq!(cells.len() + left, board.cells().len(), "{name}");
        }
        let board = Board::parse("king-8x8", 0).unwrap();
        let first = &Sectors::octants(&board).unwrap().cells[0];
        let names: Vec<Vec<&str>> = first
            .iter()
            .map(|row| row.iter().map(|&cell| board.cell_name(cell)).collect())
            .collect();
        assert_eq!(names, [vec!["d6"], vec!["c7", "d7"], vec!["b8", "c8", "d8"]]);
    }
}
