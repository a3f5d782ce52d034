//! Checkers: English draughts.
//!
//! - [`squares`]: the 32 squares as bits, numbers and names;
//! - [`moves`]: a whole turn as a small value;
//! - [`game`]: the rules;
//! - `position`: positions as text;
//! - `describe`: the picture and the rules in plain English;
//! - `open`: the options of a spec.

mod army;
mod describe;
pub mod game;
pub mod moves;
mod open;
mod position;
pub mod squares;

pub use game::{Checkers, State};
pub use moves::Move;
pub use open::{FAMILY, open};
