//! A finite board: cells, names, neighbours and where to draw them.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::cell::Cell;
use crate::diagram::Diagram;

/// The most cells a finite board may have.
pub const MAX_CELLS: usize = 1024;

/// The most slots that those cells may be spread over.
pub const MAX_SLOTS: usize = 1344;

/// A point of a drawing: x to the right, y *down*, cells about one unit apart.
pub type Point = [f64; 2];

/// What is wrong with a board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BoardError {
    /// The name is none of a board.
    #[error("unknown board '{name}': {problem}; expected {expected}")]
    Name {
        /// The name as given.
        name: String,
        /// What is wrong with it.
        problem: String,
        /// What would be right.
        expected: String,
    },
    /// A graph file is no board; `place` says where, e.g. `cells[3].x` or `line 4 column 7`.
    #[error("graph file, {place}: {problem}; expected {expected}")]
    Graph {
        /// Where in the file.
        place: String,
        /// What is wrong there.
        problem: String,
        /// What would be right.
        expected: String,
    },
}

/// What a board is made of; [`Board::new`] takes it. Every list has an entry for each slot.
#[derive(Clone, Debug)]
pub struct BoardParts {
    /// The board's name in its shortest form, e.g. `hexhex-6`.
    pub name: String,
    /// The rows of cells from top to bottom, each from left to right, as position text lists them.
    pub rows: Vec<Vec<Cell>>,
    /// Each cell's name; empty for unused slots.
    pub names: Vec<String>,
    /// Each cell's steps, one entry per direction, clockwise; `None` where the board ends.
    pub steps: Vec<Vec<Option<Cell>>>,
    /// Each cell's centre.
    pub centres: Vec<Point>,
    /// Each cell's outline, clockwise.
    pub outlines: Vec<Vec<Point>>,
}

/// A finite board, complete and checked.
#[derive(Clone, Debug)]
pub struct Board {
    parts: BoardParts,
    cells: Vec<Cell>,
    neighbours: Vec<Vec<Cell>>,
    by_name: HashMap<String, Cell>,
    /// The picture without pieces, once somebody wants to see it.
    blank: OnceLock<Diagram>,
}

impl Board {
    /// A board of these parts.
    ///
    /// # Panics
    /// If the parts contradict each other: a step that does not lead back, a cell listed twice,
    /// too many cells, names that repeat. The kinds of board and the graph reader see to that.
    #[must_use]
    pub fn new(parts: BoardParts) -> Board {
        let cells: Vec<Cell> = parts.rows.iter().flatten().copied().collect();
        assert!(cells.len() <= MAX_CELLS && parts.names.len() <= MAX_SLOTS, "board too large");
        let mut by_name = HashMap::new();
        let mut neighbours = vec![Vec::new(); parts.names.len()];
        for &cell in &cells {
            let name = &parts.names[cell.index()];
            assert!(!name.is_empty() && by_name.insert(name.clone(), cell).is_none(), "{name}?");
            neighbours[cell.index()] =
                parts.steps[cell.index()].iter().flatten().copied().collect();
        }
        for &cell in &cells {
            for &next in &neighbours[cell.index()] {
                assert!(next != cell && neighbours[next.index()].contains(&cell), "one-way step");
            }
        }
        Board { parts, cells, neighbours, by_name, blank: OnceLock::new() }
    }

    /// Where the picture without pieces is kept.
    pub(crate) fn blank(&self) -> &OnceLock<Diagram> {
        &self.blank
    }

    /// The board's name in its shortest form; an inline graph for boards from a file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.parts.name
    }

    /// How many slots the cells are spread over; every cell's index is below this.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.parts.names.len()
    }

    /// The cells in reading order: row by row from the top, each row from the left.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The rows of cells from top to bottom.
    #[must_use]
    pub fn rows(&self) -> &[Vec<Cell>] {
        &self.parts.rows
    }

    /// The cells next to `cell`, clockwise.
    #[must_use]
    pub fn neighbours(&self, cell: Cell) -> &[Cell] {
        &self.neighbours[cell.index()]
    }

    /// What lies one step from `cell` in each direction, clockwise; `None` where the board ends.
    #[must_use]
    pub fn steps(&self, cell: Cell) -> &[Option<Cell>] {
        &self.parts.steps[cell.index()]
    }

    /// The cell's name.
    #[must_use]
    pub fn cell_name(&self, cell: Cell) -> &str {
        &self.parts.names[cell.index()]
    }

    /// The cell with this name, in any case.
    #[must_use]
    pub fn cell_named(&self, name: &str) -> Option<Cell> {
        self.by_name.get(&name.to_ascii_lowercase()).copied()
    }

    /// Where the middle of the cell is drawn.
    #[must_use]
    pub fn centre(&self, cell: Cell) -> Point {
        self.parts.centres[cell.index()]
    }

    /// The cell's outline, clockwise.
    #[must_use]
    pub fn outline(&self, cell: Cell) -> &[Point] {
        &self.parts.outlines[cell.index()]
    }
}
