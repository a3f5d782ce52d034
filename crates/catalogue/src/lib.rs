//! What a game brings to be listed, and the opened game that everybody shares. Knows no game.
//!
//! Read in this order:
//! - [`Family`]: a name in the catalogue, with what can be chosen and a way to open it;
//!   [`Catalogue`] is a list of them, a value that can grow at run time;
//! - [`Described`]: what a game adds to the bare rules: its picture, its rules in words, what a
//!   move does to the board, how good a position looks;
//! - capabilities that some games have and others build on: [`army`] (pieces of kinds that capture
//!   each other), [`Gathering`] (sets of pieces on a graph of cells that want to be one group);
//! - [`Playable`]: the opened game, made once and kept. It is played erased, drawn, explained, and
//!   visited by its own type through a [`GameVisitor`], without opening anything again.
//!
//! [`portable`] reads and writes games as other programs do.
//!
//! The types of games meet above, where they are listed (`selforge_games::visit`): code that must be
//! fast is compiled for each of them there. What this crate gives is all that a game has to bring.

pub mod army;
mod described;
pub mod editing;
mod effect;
mod error;
mod evaluator;
mod family;
pub mod files;
mod forces;
mod gathering;
mod limit;
mod numbering;
mod playable;
pub mod portable;
pub mod rows;
mod score;
mod shown;
mod visitor;

pub use described::Described;
pub use editing::{Layout, TrayPiece};
pub use effect::MoveEffect;
pub use error::GameError;
pub use evaluator::{Blank, Evaluator, Worths, final_score, relative, static_score};
pub use family::{
    Card, Catalogue, Environment, Example, Family, Imported, NoFiles, OptionDoc, check_cells,
};
pub use forces::Forces;
pub use gathering::Gathering;
pub use limit::{REPETITION, read_limit, read_repetition, set_limit};
pub use numbering::{MAX_NUMBERED, NumberedMove};
pub use playable::Playable;
pub use score::{Score, ScoreScale};
pub use shown::shown;
pub use visitor::GameVisitor;
