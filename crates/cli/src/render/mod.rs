//! Pictures of positions, as text and as SVG.
//!
//! Both draw a [`Diagram`](selforge_board::Diagram) and know no rules. What they share is here:
//! [`labels`] finds the names for the board's rim, [`view`] counts what a legend tells.

pub(crate) mod labels;
pub(crate) mod palette;
pub(crate) mod svg;
pub(crate) mod terminal;
pub(crate) mod view;
