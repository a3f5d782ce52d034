//! Where games are played: any graph of cells, with a name and a drawing for each.
//!
//! A [`Board`] is built once, from a [`BoardName`] such as `hexhex-6` or from a graph file, and then
//! only read. Its cells are numbered so that regular boards become bit tricks: see [`topology`].
//! The unbounded [`plane`] is no `Board`; it shares names and drawing.
//!
//! Read in this order: [`Cell`] and [`Board`], the [`CellSet`]s, [`topology`], then one of the kinds
//! of board.
//!
//! ```
//! use selforge_board::{Board, BoardName};
//! let name: BoardName = "hexhex-6".parse()?;
//! let board = name.build(0)?;
//! assert_eq!(board.cells().len(), 91);
//! let centre = board.centre_cell();
//! assert_eq!(board.cell_name(centre), "f6");
//! assert_eq!(board.neighbours(centre).len(), 6);
//! # Ok::<(), selforge_board::BoardError>(())
//! ```

mod board;
mod cell;
mod diagram;
mod distance;
mod geometry;
mod graph_file;
mod kinds;
mod label;
mod name;
pub mod picture;
pub mod plane;
mod set;
mod spiral;
mod symmetry;
pub mod topology;

pub use board::{Board, BoardError, BoardParts, MAX_CELLS, MAX_SLOTS, Point};
pub use cell::Cell;
pub use diagram::{Border, Diagram, DiagramCell, Figure, Mover, Piece, Tint, Ways};
pub use graph_file::{MAX_DEGREE, MAX_GRAPH_BYTES};
pub use name::{BoardName, KINDS, Kind};
pub use plane::Hex;
pub use set::{CellSet, Wide};
pub use symmetry::Symmetry;
