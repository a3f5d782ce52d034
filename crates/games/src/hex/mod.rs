//! Hex: two players fill a rhombus, each to connect its own two sides.
//!
//! - [`grid`]: the rhombus as bits, neighbours and sides;
//! - [`moves`]: a stone or the swap, as a small value;
//! - [`game`]: the rules;
//! - `position`: positions as text;
//! - `describe`: the picture, the rules in plain English, what moves do to the board;
//! - `evaluate`: how good a position looks;
//! - `open`: the options of a spec.

mod describe;
mod evaluate;
pub mod game;
pub mod grid;
pub mod moves;
mod open;
mod position;

pub use evaluate::Bridges;
pub use game::{Hex, State};
pub use moves::Move;
pub use open::{family, visit};
