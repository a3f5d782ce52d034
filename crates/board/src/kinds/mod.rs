//! The kinds of board, one file each: how cells are numbered, named and drawn.
//!
//! Regular kinds number their slots so that a step in one direction adds the same number everywhere,
//! with as few different numbers as possible; [`topology`](crate::topology) turns them into shifts.

pub(crate) mod hexhex;
pub(crate) mod rhombus;
pub(crate) mod square;
pub(crate) mod tri;
pub(crate) mod voronoi;

use crate::board::{BoardParts, Point};
use crate::cell::Cell;

/// Parts that are filled cell by cell, row by row.
struct Builder {
    parts: BoardParts,
}

impl Builder {
    fn new(name: String, slots: usize, rows: usize) -> Builder {
        Builder {
            parts: BoardParts {
                name,
                rows: vec![Vec::new(); rows],
                names: vec![String::new(); slots],
                steps: vec![Vec::new(); slots],
                centres: vec![[0.0, 0.0]; slots],
                outlines: vec![Vec::new(); slots],
            },
        }
    }

    /// Adds a cell at the right end of a row.
    fn add(&mut self, row: usize, cell: NewCell) {
        let NewCell { slot, name, steps, centre, outline } = cell;
        self.parts.rows[row].push(Cell::new(slot));
        self.parts.names[slot] = name;
        self.parts.steps[slot] = steps;
        self.parts.centres[slot] = centre;
        self.parts.outlines[slot] = outline;
    }
}

/// All there is to know about one cell.
struct NewCell {
    slot: usize,
    name: String,
    steps: Vec<Option<Cell>>,
    centre: Point,
    outline: Vec<Point>,
}
