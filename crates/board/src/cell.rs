//! One place on a board.

use std::fmt;

/// A cell, by the number of its slot on the board.
///
/// Slots are numbered row by row. Regular boards leave some slots unused, so that a step in one
/// direction adds the same number everywhere; a `Cell` taken from a [`Board`](crate::Board) is
/// always a used one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    /// The cell in slot `index`.
    #[must_use]
    #[inline]
    pub const fn new(index: usize) -> Cell {
        debug_assert!(index <= u16::MAX as usize);
        Cell(index as u16)
    }

    /// The number of the slot.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}
