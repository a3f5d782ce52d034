//! The workshop of designers: games of the rule space in parts that a page can show and change, what
//! their games are like, and games bred from them.
//!
//! All of it is questions and answers. Measuring and breeding go through the [queue](crate::analysis::queue)
//! of those who only look: one question a client and topic, fair slots, and an end when the client hangs
//! up. Breeding is a step a question; the page asks for the next step while somebody watches, so that
//! nothing goes on for those who have left and nothing must be kept for them.

pub(crate) mod breed;
pub(crate) mod design;
pub(crate) mod measure;
