//! Pictures of positions.
//!
//! Whoever draws a [`Diagram`](crate::Diagram) needs no rules. What all drawings share is here:
//! [`palette`] tells how the sets look, [`labels`] finds the names for the board's rim, [`count`]
//! tells what a legend says. [`svg`] makes files, and lays an [`overlay`] over them; terminals draw
//! for themselves.

pub mod count;
pub mod labels;
pub mod overlay;
pub mod palette;
pub mod svg;
