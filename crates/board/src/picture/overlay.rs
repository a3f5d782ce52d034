//! What can be laid over a picture of a position: how strong a set is on each cell, where it is
//! strongest, and the ways that hold it together.
//!
//! Plain data over the cells of a [`Diagram`](crate::Diagram), by their numbers there: whoever draws
//! it needs to know nothing of where it comes from.

/// The overlay of one set. Numbers of cells that the diagram does not have are left out.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Overlay {
    /// Whose: the tint and the lines have its colour.
    pub set: u8,
    /// How strong it is on each cell, from 0 to 1; only empty cells are tinted.
    pub strengths: Vec<(usize, f64)>,
    /// A cell to mark with a target: where it is strongest.
    pub centre: Option<usize>,
    /// Ways over neighbouring cells.
    pub paths: Vec<OverlayPath>,
}

/// A way between two groups.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct OverlayPath {
    /// Its cells, from end to end.
    pub cells: Vec<usize>,
    /// How wide it is: how many cells must be filled to cut it.
    pub width: u32,
    /// Cells to mark: filling them cuts it.
    pub cut: Vec<usize>,
}
