//! Who plays: players for any game, and the knowledge that some games add.
//!
//! A [`Player`] is what others use: seated at a game by an [`AgentSpec`], it answers with moves. Behind
//! it is an [`Agent`], generic over the game and over the [`Evaluator`] that knows it: players that do
//! not search, [`Minimax`], [`AlphaBeta`], [`Mcts`]. A game brings what is known of it alone; what is
//! known of many is in [`gathering`] and [`army`].
//! [`neural`] is a player that learns by itself. [`LEVELS`] are the players that people choose by name.

mod agent;
pub mod army;
mod attribution;
mod decision;
pub mod gathering;
mod ladder;
pub mod lines;
mod meter;
pub mod neural;
mod player;
mod players;
pub mod protocol;

pub use agent::{Agent, Budget, Question, Report, Stop};
pub use alphabeta::AlphaBeta;
pub use attribution::{Attribution, AttributionError, PieceWorth};
pub use decision::decide;
pub use ladder::{LEVELS, Level, Opponent};
pub use player::{AnyQuestion, Failure, Player};
pub use players::plugin::HOST_COMMAND;
pub use players::{
    AGENTS, AgentDoc, AgentError, AgentSpec, Clock, Greedy, Mcts, Minimax, Random, alphabeta,
    network,
};
pub use selforge_catalogue::{Blank, Evaluator, Forces, Score, Worths};
