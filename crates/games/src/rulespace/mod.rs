//! A space of board games between chess and checkers: fifty genes name the rules of one of them.
//!
//! Two armies of up to six kinds of pieces stand on 8x8 cells. The genes say where the pieces start,
//! how each kind moves and captures, what it becomes on the last row, whose loss loses the game, and
//! whether capturing is a duty. The space is that of Halim, Baig and Zafar (2014); the points that
//! their paper leaves open are settled in `docs/readings.md`, and where another answer makes sense it
//! is an option.
//!
//! Read [`genes`] first, then [`kind`], then [`game`].

mod army;
mod describe;
pub mod design;
mod direction;
mod export;
pub mod game;
mod generate;
pub mod genes;
pub mod kind;
mod moves;
mod open;
mod options;
pub mod paper;
mod position;
mod reach;

pub(crate) use export::export;
pub use game::{RuleSpace, State};
pub use genes::{Genes, GenesError};
pub use kind::{Capture, Kind, KindId, Movement, Reach};
pub use moves::Move;
pub use open::{family, visit};
pub use options::{Converted, LimitEnd, Rook, Rules, Stuck};
