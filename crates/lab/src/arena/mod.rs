//! Matches between players: who plays whom, from where, in which seat, and how it went.
//!
//! - [`Settings`] are all that decides a run's results; a [`Plan`] is settings that were checked, and
//!   knows each game of the run by its number;
//! - a [`Played`] game is what is kept of one; [`run()`] plays all that are missing;
//! - a [`Summary`] is what they say together.
//!
//! **Fair by construction.** A start that favours a seat favours each player once: every start is
//! played with the seats exchanged (all rotations, for three and more). More players than seats
//! make a round robin: every choice of players meets at every start.

mod adjudicate;
mod blockade;
mod fingerprint;
mod openings;
mod order;
mod plan;
mod play;
mod played;
mod run;
mod summary;
mod times;

pub use adjudicate::Adjudication;
pub(crate) use blockade::watch;
pub use openings::Opening;
pub(crate) use order::Order;
pub use plan::{Fixture, Plan, Settings, parse_named_players, parse_players, split_list};
pub use play::Chooser;
pub(crate) use play::{play, play_from};
pub use played::Played;
pub use run::{Conditions, Progress, Run, run, run_and_keep};
pub use summary::{Cause, Encounter, FirstSeat, PlayerResult, SprtResult, Summary, Tally};
pub use times::{PlayerTimes, Times};
