//! Chess, by the library `cozy-chess`.
//!
//! The library knows how pieces move; here is what makes a game of it for this project: when it is
//! over, how positions and moves are written, and how they are drawn.
//!
//! - [`game`]: the rules as a [`Game`](selforge_core::Game);
//! - `fen`: positions as text, with errors that say where;
//! - `describe`: the picture, the rules in plain English, what moves do to the board;
//! - `evaluate`: how good a position looks;
//! - `open`: the options of a spec.

mod army;
mod describe;
mod evaluate;
mod fen;
pub mod game;
mod open;

pub use evaluate::Exchanges;
pub use game::{Chess, Move, State};
pub use open::{family, visit};
