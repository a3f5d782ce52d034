//! Experiments on games and players: matches that can be believed, repeated and read.
//!
//! Read in this order: [`stats`] (what a number of wins is worth), [`arena`] (who plays whom from
//! where, and the playing), [`store`] (the folder that survives a crash), [`report`] (tables, plots
//! and the page), [`analysis`] (what happened inside a game), [`learnability`] (how
//! long networks need to learn a game), [`train`] (networks that learn to play well), [`survey`] (what people say of games), [`solve`] (small boards, exactly), [`puzzles`] (positions with one solution), [`reproduce`] (published experiments, done again), [`fit`] (lost start positions, fitted to what is printed of them).
//!
//! **Repeatable by construction.** Every random choice of a run derives from its seed by what it is
//! for and by the number of the game, never by the order of work, so a run gives the same results
//! on one thread and on eight, here and by workers on other machines ([`Remote`]), in one go and after a crash. That holds for players whose
//! [budget](selforge_agents::AgentSpec::is_repeatable) no clock decides. Measured times are kept
//! out of everything that is compared: they have files and fields of their own.

pub mod analysis;
pub mod arena;
mod error;
pub mod evolve;
pub mod fit;
pub mod learnability;
pub mod metrics;
pub mod puzzles;
mod replayed;
pub mod report;
pub mod reproduce;
pub mod solve;
mod spread;
mod starts;
pub mod stats;
pub mod store;
pub mod survey;
pub mod train;
mod work;

pub use error::LabError;
pub use replayed::Replayed;
pub use work::{Handed, OpenOrder, Remote, Workers};
