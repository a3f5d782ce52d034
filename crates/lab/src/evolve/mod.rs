//! Evolution of games: a space of rules, measures of how good a game is, and methods that search.
//!
//! Read in this order: `space` (what is searched and how it is measured), `settings`, the methods in
//! `method`, then [`run`](run()) and `log` (the loop and what it keeps), then what is made of the
//! candidates: `archive`, `elites`, [`summary`], [`page`], `champion` and [`compare`].
//!
//! **Everything follows from the candidates.** A method's next proposals depend on its settings and on
//! the candidates so far, and on nothing else: random choices come from streams named by the
//! candidate's number, and a game's measures from its rules and the run's seed. So the list of
//! candidates is the whole state of a run. It is the checkpoint: a run that goes on reads it, lets the
//! method propose the same candidates again, compares, and measures only what is missing. That is also
//! why results are the same on any number of threads.
//!
//! **Why an own loop.** Of the libraries, `radiate` seeds its generators by thread and keeps its
//! population to itself, so that neither the number of threads nor a crash leaves results alone. The
//! methods here are some dozens of lines each; what is hard about them, playing the games, is ours.

pub(crate) mod archive;
mod breed;
mod candidate;
mod champion;
mod check;
pub mod compare;
mod elites;
mod log;
pub(crate) mod method;
pub mod page;
mod pareto;
mod played;
mod plots;
mod rank;
mod rulespace;
mod run;
mod selfo;
mod settings;
mod space;
pub mod summary;

pub use breed::{appraise, breed};
pub use candidate::Candidate;
pub use check::Checked;
pub use log::Log;
pub use rulespace::RuleSpaces;
pub(crate) use run::Measuring;
pub use run::{Conditions, Run, run};
pub use settings::{FitnessName, MethodName, MutationOf, Select, Settings, SpaceName};
pub use space::{Evaluation, Genome, Space};
pub use summary::{Merit, Summary};
