//! Where games are played: any graph of cells, with a name and a drawing for each.
//!
//! A [`Board`] is built once, from a [`BoardName`] such as `hexhex-6` or from a graph file, and then
//! only read. Its cells are numbered so that regular boards become bit tricks: see [`topology`].
//! The unbounded [`plane`] is no `Board`; it shares names and drawing.
//!
//! Read in this order: [`Cell`] and [`Board`], the [`CellSet`]s, [`topology`], then one of the kinds
//! of board.

mod board;
mod cell;
mod set;
pub mod topology;

pub use board::{Board, BoardError, BoardParts, MAX_CELLS, MAX_SLOTS, Point};
pub use cell::Cell;
pub use set::{CellSet, Wide};
