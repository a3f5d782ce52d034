//! What there is to know about games of sets that gather on a graph of cells, such as Selfo: evaluators
//! for searches, and what they see.

mod chemotaxis;
mod critical;
mod cut;
mod distance;
mod explain;
mod gather;
mod swarm;

pub(crate) use chemotaxis::Chemotaxis;
pub use critical::{CriticalPath, critical_paths};
pub use explain::{Evaluation, ExplainError, Explanation, Part, SetExplanation, Signal, explain};
pub use gather::Gather;
pub use swarm::{Swarm, Target};
