//! What a game is, and what happens around one.
//!
//! Everything in Selforge that plays, serves, records or measures games does so through the
//! [`Game`] trait. A game's rules are a *value*, because evolved games exist only at run time; its
//! positions are small copies without rules or heap; its moves are visited, never collected.
//!
//! Read in this order: [`Seat`] and [`Outcome`], then [`Game`], then what is built on it:
//! [`AnyGame`] (one type for all games), [`perft()`], [`Spec`] (the line that names a game),
//! [`Timeline`] (a game being played, with its history) and [`Record`] (that history as text).
//!
//! This crate knows no game, no board, no file and no clock.

mod erased;
mod game;
mod notation;
mod outcome;
mod perft;
mod random;
mod record;
mod seat;
mod spec;
mod timeline;
#[cfg(test)]
mod toy;

pub use erased::{AnyGame, AnyMove, AnyState};
pub use game::{Game, HistoryRules, MoveRepr, Status};
pub use notation::{NotationError, short};
pub use outcome::Outcome;
pub use perft::perft;
pub use random::Stream;
pub use record::{Headers, Parsed, Record, RecordError, RecordEvent};
pub use seat::{MAX_SEATS, Seat, SeatSet};
pub use spec::{Spec, SpecError, SpecReader, nearest};
pub use timeline::{Action, ActionError, Checked, Ending, Event, History, Moment, Offer, Timeline};
