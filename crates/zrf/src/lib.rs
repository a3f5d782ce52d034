//! Zillions rule files and saved games.
//!
//! A rule file goes through these steps, a module each:
//! - `lexer`: bytes to nested lists, each with its place;
//! - `macros`: includes and macros, expanded once, with the calls they came from;
//! - [`mod@file`]: the games and variants of the file, each as its sections;
//! - `compile`, with `board`, `blocks` and `goals`: names resolved, code made;
//! - [`model`]: the compiled [`Rules`];
//! - `code`: the instructions and the machine that runs them, `reach`: what they could do at most;
//! - `moves`, `position`: the legal moves of a position, and playing them;
//! - [`game`]: all of this as a [`Game`](selforge_core::Game).
//!
//! Files are foreign input: everything has a limit, and nothing that a file says makes the program
//! panic or hang.

mod blocks;
mod board;
mod cards;
mod code;
mod compile;
mod convert;
mod describe;
mod diagnostic;
mod evaluator;
mod figures;
pub mod file;
pub mod game;
mod geometry;
mod goals;
pub mod keywords;
mod lexer;
pub mod library;
mod lines;
mod macros;
pub mod model;
mod moves;
mod notation;
mod open;
mod position;
mod reach;
mod rules_text;
mod saved;

pub use code::{Effect, MAX_CASCADES, MAX_RUN};
pub use compile::compile;
pub use convert::{Converted, convert, save};
pub use describe::Picture;
pub use diagnostic::{Diagnostic, Diagnostics, Severity, Sources, Span};
pub use evaluator::Knowledge;
pub use file::{Outline, RuleFile};
pub use game::{Move, Zrf};
pub use goals::{Condition, Meaning};
pub use lexer::{MAX_FILE_BYTES, decode};
pub use macros::{NoIncludes, ReadText};
pub use model::Rules;
pub use moves::MAX_MOVES;
pub use open::{family, read_file, visit};
pub use position::{Position, Verdict};
pub use saved::{MAX_SAVED_BYTES, Replay, SavedError, SavedGame};
