//! What there is to know about games of two armies: the paper's player.
//!
//! The paper's other player, which moves at random, is [`Random`](crate::Random) here: it takes a
//! capture first where capturing is a duty, and where that is so the rules allow nothing else.

mod paper;

pub(crate) use paper::DOC as PAPER_RULES;
pub use paper::PaperRules;
