//! Who plays: players for any game, and the knowledge that some games add.
//!
//! A [`Player`] is what others use: seated at a game by an [`AgentSpec`], it answers with moves. Behind
//! it is an [`Agent`], generic over the game and over the [`Evaluator`] that knows it: players that do
//! not search, [`Minimax`], [`AlphaBeta`], [`Mcts`]. A game brings what is known of it alone; what is
//! known of many is in [`gathering`] and [`army`].
//! [`neural`] is a player that learns by itself.

mod agent;
pub mod alphabeta;
pub mod army;
mod external;
pub mod gathering;
pub mod lines;
mod mcts;
mod meter;
mod minimax;
pub mod neural;
mod player;
mod simple;
mod spec;

pub use agent::{Agent, Budget, Question, Report, Stop};
pub use alphabeta::AlphaBeta;
pub use mcts::Mcts;
pub use minimax::Minimax;
pub use player::{AnyQuestion, Failure, Player};
pub use selforge_catalogue::{Blank, Evaluator, Forces, Score, Worths};
pub use simple::{Greedy, Random};
pub use spec::{AGENTS, AgentDoc, AgentError, AgentSpec, Judge};
