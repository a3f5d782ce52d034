//! Selfo: move your pieces to adjacent cells until all of them form one group.
//!
//! - [`rules`] and [`moves`]: the options and the turns;
//! - [`game`]: the rules proper, the same everywhere;
//! - [`ground`]: what the rules ask of the place they are played on; [`finite`] boards answer with
//!   bits, the [`unbounded`] plane with lists; a [`window`] shows a part of the plane as a board;
//! - `position`: the text of a position; `options`: the text of a spec;
//! - [`setup`] and [`balance`]: start positions, and how good they are;
//! - `describe`: the rules in plain English; `export`: the rules as a rule file; `gathering`: what players may know of a position.
//!
//! What the sources leave open is settled in `docs/readings.md`.

pub mod balance;
mod describe;
mod export;
pub mod finite;
pub mod game;
mod gathering;
pub mod ground;
pub mod moves;
mod open;
mod options;
mod position;
pub mod rules;
pub mod setup;
pub mod unbounded;
pub mod window;

pub(crate) use export::export;
pub use game::{PositionError, Selfo, StartError, State};
pub use moves::Move;
pub use open::{family, visit};
pub use rules::{Blockade, Rules};
