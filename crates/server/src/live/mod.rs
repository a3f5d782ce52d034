//! Games that are played.
//!
//! - [`event`]: what can happen in a game, as it is stored and sent;
//! - [`log`]: a game as its events make it, with [`json_list`] for what is sent of it again and again; [`clock`]: how much time each seat has;
//! - [`occupant`]: who sits on a seat; [`permissions`]: who may do what now; [`standing`]: how the
//!   game stands for everyone; [`command`]: why what a client asks may be refused;
//! - [`game`]: the live game itself: commands in, numbered announcements out; [`announcement`]: what
//!   they say, [`boards`]: on which board; [`commit`]: how an event becomes true; [`deadlines`]: when clocks run out;
//! - [`thinking`]: engines at a game; [`engines`]: where they think;
//! - [`fair_play`]: what keeps ratings honest;
//! - [`takeover`]: what another node has left; [`summary`]: a game in a line of a list; [`registry`]: the games in memory; [`create`]: how a
//!   game comes to be.

mod announcement;
mod boards;
pub(crate) mod clock;
mod command;
mod commit;
pub(crate) mod create;
pub(crate) mod deadlines;
pub(crate) mod engines;
mod event;
pub(crate) mod fair_play;
mod game;
mod json_list;
mod log;
pub(crate) mod occupant;
mod permissions;
pub(crate) mod registry;
mod standing;
pub(crate) mod summary;
pub(crate) mod takeover;
#[cfg(test)]
mod tests;
mod thinking;

pub(crate) use announcement::Announcement;
pub(crate) use command::Refusal;
pub(crate) use event::GameEvent;
pub(crate) use game::{LiveGame, Onlookers, Rematch, headers, rating_of, replay};
pub(crate) use standing::winners;
