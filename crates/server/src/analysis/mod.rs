//! Looking at games without playing them.
//!
//! - [`line`]: a line of play with every position on the way;
//! - [`queue`]: where engines think for those who look;
//! - [`notes`]: comments and variations that somebody keeps with a game.

pub(crate) mod line;
pub(crate) mod notes;
pub(crate) mod queue;
