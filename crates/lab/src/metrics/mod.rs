//! How entertaining a game is, in numbers that playing it gives.
//!
//! Games are played once and leave a trace each; every metric is a function of traces and gives an
//! [`Estimate`]: a value with its 95 % interval.
//!
//! - [`paper()`] measures the four metrics of the paper, fast enough to steer evolution;
//! - [`measure()`] measures any of the [list](Metric), of any game for two or more, on several threads.
//!
//! | metric | formula, over the games of its source | source |
//! | --- | --- | --- |
//! | `duration` | mean of the scaled length in turns | random games or the controller's; the paper, Eq. 1 |
//! | `intelligence` | wins of the one-ply player, or of the controller / games | against random; the paper, Eq. 2 |
//! | `dynamism` | mean over games and pieces of cell changes / turns lived | random games or the controller's; the paper, Eq. 3 |
//! | `usability` | mean of arrivals / usable cells | random games or the controller's; the paper, Eq. 4 |
//! | `balance` | (n · score of A - 1) / (n - 1) for n seats; for two (wins of A - wins of B) / games | engine games; Browne 2008, here with its sign |
//! | `completion` | games that the rules ended / games | engine games; Browne 2008 |
//! | `draws` | games without a winner / games | engine games; Browne 2008 |
//! | `decision_moves` | mean of plies with a choice / plies | engine games; the Ludii concepts |
//! | `coverage` | mean of cells that a piece came to / usable cells | engine games; the Ludii concepts |
//! | `branching` | mean of legal moves / plies | engine games; the Ludii concepts |
//! | `lead_changes` | mean number of changes of the leader | engine games; Browne 2008 |
//! | `drama` | mean over decided games of the root of the gap | engine games; Browne 2008 |
//! | `iida` | mean of plies / mean legal moves | engine games; Iida 2003, as the paper tells it |
//! | `cell_entropy` | mean of the entropy of arrivals over cells / ln usable cells | engine games; the spatial diversity that the paper reviews |
//! | `uncertainty` | mean over positions of the entropy of the two best seats' chances | engine games; the outcome's uncertainty that the paper reviews |
//! | `skill_trace` | mean score of 2n nodes against n, up a [ladder](LADDER) | ladder games; as in Ludii |
//!
//! Browne 2008 is C. Browne, *Automatic generation and evaluation of recombination games*, PhD thesis,
//! Queensland University of Technology; Ludii is the general game system of the same author and others.

mod counted;
mod engine;
mod follow;
mod games;
mod lead;
mod ledger;
mod measure;
mod metric;
mod paper;
mod plan;
mod plots;
mod table;
mod trace;

pub use crate::stats::Estimate;
pub use engine::LADDER;
pub use games::{Games, PlayedGame, Players, to_csv};
pub(crate) use measure::Campaign;
pub use measure::{Conditions, ENGINE, ENGINE_OF_MANY, Measured, Rung, Settings, measure};
pub use metric::{Metric, Source};
pub use paper::{PaperMetrics, paper};
pub use plan::Plan;
pub use table::{MetricsFolder, MetricsTable};
