//! The games, one folder each, and the catalogue that knows them all.
//!
//! Read [`catalogue`] first: it turns a game spec into a game. Then one game, e.g. [`selfo`].

pub mod army;
pub mod catalogue;
pub mod checkers;
pub mod chess;
mod limit;
pub mod rulespace;
pub mod selfo;
mod shown;

pub use catalogue::{
    Described, Family, Files, GameError, GameVisitor, NoFiles, OptionDoc, Playable,
};
