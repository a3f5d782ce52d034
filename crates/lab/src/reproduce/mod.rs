//! Published experiments, done again with our programs: one command, one folder, one report.
//!
//! A study is a [`Suite`] of matches, each an ordinary arena run in a folder of its own inside the
//! study's. So a study is interrupted, killed, resumed and repeated as matches are, every game of it
//! can be replayed, and every match has its own report. What is particular to a study is which
//! matches it needs and what it makes of them: [`thesis`], [`tech_report`]. A study that is more than matches
//! keeps its own parts in its folder: [`evolution`].

mod claim;
pub mod evolution;
mod score;
mod suite;
pub mod tech_report;
pub mod thesis;

pub use claim::{Claim, Said, Verdict};
pub use score::Score;
pub use suite::{Match, StudyManifest, Suite, Work};
