//! What there is to know about Selfo: evaluators for its searches.

mod distance;
mod gather;
mod swarm;

pub use gather::Gather;
pub use swarm::Swarm;
