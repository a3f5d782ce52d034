//! How entertaining a game is, in numbers that playing it gives.
//!
//! Games are played once and leave a [`Trace`] each; every metric is a function of traces and gives an
//! [`Estimate`]: a value with its 95 % interval.
//!
//! [`paper()`] measures the four metrics of the paper, fast enough to steer evolution.

mod estimate;
mod follow;
mod ledger;
mod paper;
mod plan;
mod trace;

pub use estimate::{Estimate, Range};
pub use paper::{
    PaperMetrics, duration, dynamism, intelligence, paper, paper_with, scaled_duration, usability,
};
pub use plan::{MAX_GAMES, Plan};
pub use trace::{Finish, Trace};
