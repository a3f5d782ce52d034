//! Who plays: players for any game, and the knowledge that some games add.
//!
//! A [`Player`] is what others use: seated at a game by an [`AgentSpec`], it answers with moves. Behind
//! it is an [`Agent`], generic over the game and over the [`Evaluator`] that knows it: players that do
//! not search, [`Minimax`], [`AlphaBeta`], [`Mcts`]. What is known about single games is in
//! [`selfo`], [`chess`] and [`checkers`], about games of two armies in [`army`].
//! [`neural`] is a player that learns by itself.

mod agent;
pub mod alphabeta;
pub mod army;
pub mod checkers;
pub mod chess;
mod evaluator;
mod external;
pub mod lines;
mod mcts;
mod meter;
mod minimax;
pub mod neural;
mod player;
mod score;
pub mod selfo;
mod simple;
mod spec;

pub use agent::{Agent, Budget, Question, Report, Stop};
pub use alphabeta::AlphaBeta;
pub use evaluator::{Blank, Evaluator, Worths};
pub use mcts::Mcts;
pub use minimax::Minimax;
pub use player::{AnyQuestion, Failure, Player};
pub use score::Score;
pub use simple::{Greedy, Random};
pub use spec::{AGENTS, AgentDoc, AgentError, AgentSpec, Judge};
