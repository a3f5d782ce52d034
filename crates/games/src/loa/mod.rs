//! Lines of Action: bring your pieces together; how far a piece moves depends on what stands in its line.
//!
//! - [`squares`]: the squares as bits, the lines through them, and where pieces can go;
//! - [`moves`]: a move or a pass, as a small value;
//! - [`game`]: the rules;
//! - `position`: positions as text;
//! - `describe`: the picture, the rules in plain English, what moves do to the board;
//! - `evaluate`: how good a position looks;
//! - `open`: the options of a spec.

mod describe;
mod evaluate;
pub mod game;
pub mod moves;
mod open;
mod position;
pub mod squares;

pub use evaluate::Closeness;
pub use game::{Both, Loa, State, Stuck};
pub use moves::Move;
pub use open::{family, visit};
