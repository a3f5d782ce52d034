//! What all games say together, and what the laboratory found.

pub(crate) mod experiments;
pub(crate) mod people_against_engines;
pub(crate) mod variant;
pub(crate) mod votes;
