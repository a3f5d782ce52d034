//! The rhombus of Hex as bits.
//!
//! Cells are numbered row by row without gaps, so that the usual board of 11 by 11 fits into two
//! machine words. The numbering that [`Board`] uses for this shape has a spare cell a row, which lets
//! whole sets step at once; here single stones ask for their neighbours, and a table answers.

use selforge_board::{Board, BoardError, BoardName, Cell, CellSet};

/// The shortest side of a board.
pub const LEAST_SIDE: u32 = 3;

/// The longest side of a board.
pub const LONGEST_SIDE: u32 = 19;

/// A rhombus, with what there is to know of its cells. [`Cell`]s of it are numbers in reading order.
#[derive(Debug)]
pub struct Grid<S> {
    board: Board,
    rows: usize,
    columns: usize,
    all: S,
    /// The cells next to each cell.
    near: Vec<S>,
    rings: Vec<[Option<Cell>; 6]>,
    /// The cells from which a bridge in each direction stays on the board.
    bridge_room: [S; 6],
    /// The two sides that each set is to connect: top and bottom for the first, left and right for
    /// the second.
    sides: [[S; 2]; 2],
}

impl<S: CellSet> Grid<S> {
    /// The rhombus with so many rows and columns, which the set type must be able to hold.
    ///
    /// # Errors
    /// If there is no such board.
    pub fn new(rows: u32, columns: u32) -> Result<Grid<S>, BoardError> {
        let board = BoardName::Hex { rows, columns }.build(0)?;
        let (rows, columns) = (rows as usize, columns as usize);
        assert!(rows * columns <= S::SLOTS, "the set type is too small for the board");
        let mut number = vec![0; board.slots()];
        for (at, cell) in board.cells().iter().enumerate() {
            number[cell.index()] = at;
        }
        let rings: Vec<[Option<Cell>; 6]> = board
            .cells()
            .iter()
            .map(|&cell| {
                let steps = board.steps(cell);
                std::array::from_fn(|at| steps[at].map(|next| Cell::new(number[next.index()])))
            })
            .collect();
        let near = rings.iter().map(|ring| S::of(ring.iter().flatten().copied())).collect();
        let cells = |belongs: &dyn Fn(usize, usize) -> bool| {
            let numbers = (0..rows * columns).filter(|at| belongs(at / columns, at % columns));
            S::of(numbers.map(Cell::new))
        };
        let sides = [
            [cells(&|row, _| row == 0), cells(&|row, _| row + 1 == rows)],
            [cells(&|_, column| column == 0), cells(&|_, column| column + 1 == columns)],
        ];
        let all = cells(&|_, _| true);
        let bridge_room = std::array::from_fn(|one| {
            let over =
                |ring: &[Option<Cell>; 6]| ring[one].and_then(|c| rings[c.index()][(one + 1) % 6]);
            S::of((0..rings.len()).filter(|&at| over(&rings[at]).is_some()).map(Cell::new))
        });
        Ok(Grid { board, rows, columns, all, near, rings, bridge_room, sides })
    }

    /// The board, for names and drawings. Its cells have other numbers.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many cells a row has.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How many cells there are.
    pub fn count(&self) -> u32 {
        self.near.len() as u32
    }

    /// All cells.
    #[inline]
    pub fn all(&self) -> S {
        self.all
    }

    /// The cells next to a cell.
    #[inline]
    pub fn near(&self, cell: Cell) -> S {
        self.near[cell.index()]
    }

    /// The cells around a cell, clockwise from the east; none past the rim.
    #[inline]
    pub fn ring(&self, cell: Cell) -> &[Option<Cell>; 6] {
        &self.rings[cell.index()]
    }

    /// Every cell of `set` one step on, in a direction of [`ring`](Grid::ring). What leaves the board at
    /// the top or the bottom may end on no cell.
    #[inline]
    fn step(&self, set: S, direction: usize) -> S {
        let [left, right] = self.sides[1];
        let columns = self.columns as u32;
        match direction {
            0 => (set & !right).up(1),
            1 => set.up(columns),
            2 => (set & !left).up(columns - 1),
            3 => (set & !left).down(1),
            4 => set.down(columns),
            _ => (set & !right).down(columns - 1),
        }
    }

    /// The cells from which a bridge can be built over cells of `empty`, by direction: first to the
    /// cell between the east and the south-east, then clockwise.
    ///
    /// A bridge leads to the cell two steps away that shares two neighbours with the first; they must
    /// both be empty.
    #[inline]
    pub fn bridges(&self, empty: S) -> [S; 6] {
        let beside: [S; 6] = std::array::from_fn(|direction| self.step(empty, (direction + 3) % 6));
        std::array::from_fn(|at| beside[at] & beside[(at + 1) % 6] & self.bridge_room[at])
    }

    /// The cells next to those of `set` and those bridged to them, given the [`bridges`](Grid::bridges);
    /// some of what it gives may be no cell.
    #[inline]
    pub fn linked(&self, set: S, bridges: &[S; 6]) -> S {
        let [left, right] = self.sides[1];
        let columns = self.columns as u32;
        let (east, west) = ((set & !right).up(1), (set & !left).down(1));
        let next = east | west | (set | west).up(columns) | (set | east).down(columns);
        let [a, b, c, d, e, f] = bridges.map(|from| set & from);
        next | a.up(columns + 1)
            | b.up(2 * columns - 1)
            | c.up(columns - 2)
            | d.down(columns + 1)
            | e.down(2 * columns - 1)
            | f.down(columns - 2)
    }

    /// The cells of the second row that two cells of `free`, a part of a side, link with that side.
    pub fn bridged_to_side(&self, side: S, free: S) -> S {
        let next: [S; 6] = std::array::from_fn(|direction| self.step(free, direction));
        (0..6).fold(S::EMPTY, |all, one| all | next[one] & next[(one + 1) % 6]) & self.all & !side
    }

    /// The two sides that a set is to connect.
    #[inline]
    pub fn sides(&self, set: usize) -> [S; 2] {
        self.sides[set]
    }

    /// The name of a cell: `c3` is in the third column and the third row.
    pub fn name(&self, cell: Cell) -> &str {
        self.board.cell_name(self.board.cells()[cell.index()])
    }

    /// The cell with this name.
    pub fn named(&self, name: &str) -> Option<Cell> {
        let cell = self.board.cell_named(name)?;
        self.board.cells().iter().position(|&known| known == cell).map(Cell::new)
    }
}
