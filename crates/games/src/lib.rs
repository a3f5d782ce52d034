//! The built-in games, one folder each, and the one list of them.
//!
//! Read `list.rs` first: it turns a game spec into an opened game. Then one game, e.g. [`checkers`].
//! What a game has to bring is said in the catalogue's crate, which knows none of them.

pub mod checkers;
pub mod chess;
mod export;
pub mod hex;
mod list;
pub mod loa;
pub mod rulespace;
pub mod selfo;

/// Rule files of Zillions of Games, whose crate knows none of the games here.
pub use selforge_zrf as zrf;

pub use export::{ExportError, RuleText, export};
pub use list::{GROUPS, catalogue, open, visit};
pub use selforge_catalogue::{
    Described, Environment, Family, GameError, GameVisitor, NoFiles, OptionDoc, Playable, army,
};
