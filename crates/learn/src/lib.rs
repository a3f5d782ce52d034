//! Networks that learn to play: what they see, what they say, how they learn, how they are kept.
//!
//! - a [`Lens`] sees positions of a game as a [`View`]: features of cells on a [`Graph`];
//! - a [`Network`] says how a position ends and which moves are good, in a [`Trace`];
//! - a [`Trainer`] changes a network's weights by [`Sample`]s;
//! - [`file`](mod@file) is how networks are kept.
//!
//! Knows no player and plays no game: searches that use networks are players, and the loop of playing and
//! learning is an experiment.

pub mod file;
mod gradient;
mod graph;
mod kernel;
pub mod lens;
mod network;
mod sample;
mod shape;
mod trainer;

pub use file::{FileError, Origin, Saved};
pub use gradient::Loss;
pub use graph::{DIRECTIONS, Graph, MAX_CELLS};
pub use lens::{Aim, GatheringLens, Lens, PiecesLens, View};
pub use network::{Network, Trace, softmax};
pub use sample::{Sample, SampleSet};
pub use shape::{HIDDEN, OUTCOMES, REACH, Shape, WORDS};
pub use trainer::Trainer;
