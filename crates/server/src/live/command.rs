//! Why what a client asks of a game may be refused.

use crate::error::DATABASE_AWAY;
use crate::live::log::EventError;
pub(crate) use crate::messages::live::Command;
use crate::store::StoreError;

/// Why a command was not obeyed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    /// The game has gone on since the client last heard of it.
    #[error("the game has moved on since you looked; here it is now")]
    Stale,
    /// The client has no seat.
    #[error("you are only watching this game")]
    Spectator,
    /// The game has not begun.
    #[error("the game starts when somebody joins")]
    Waiting,
    /// The seat is an engine's.
    #[error("it is the computer's turn")]
    EngineToMove,
    /// The seat is somebody else's.
    #[error("it is not your turn")]
    NotYourTurn,
    /// No engine thinks.
    #[error("no engine is thinking")]
    NoEngine,
    /// The client cannot do that now.
    #[error("you cannot do that now")]
    Nobody,
    /// A game that counts knows no taking back.
    #[error("moves cannot be taken back in a rated game")]
    Rated,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The game has too many events.
    #[error("the game has reached the limit of {0} events")]
    TooLong(u32),
    /// The rules refuse it.
    #[error(transparent)]
    Rules(#[from] EventError),
    /// The game was deleted.
    #[error("this game was deleted")]
    Gone,
    /// What is stored of the game cannot be played through.
    #[error("this game is stored incompletely and cannot be opened")]
    Damaged(String),
    /// It could not be stored, or nobody knows whether it was.
    #[error("{}", match .0 {
        StoreError::Away(_) => DATABASE_AWAY,
        _ => "the server could not save that; nothing has changed",
    })]
    Store(#[from] StoreError),
}
