//! Checkers: English draughts.
//!
//! - [`squares`]: the 32 squares as bits, numbers and names;
//! - [`moves`]: a whole turn as a small value;
//! - [`game`]: the rules;
//! - `position`: positions as text;
//! - `describe`: the picture, the rules in plain English, what moves do to the board;
//! - `evaluate`: how good a position looks;
//! - `open`: the options of a spec.

mod army;
mod describe;
mod evaluate;
mod export;
pub mod game;
pub mod moves;
mod open;
mod position;
pub mod squares;

pub use evaluate::Draughts;
pub(crate) use export::export;
pub use game::{Checkers, State};
pub use moves::Move;
pub use open::{family, visit};
