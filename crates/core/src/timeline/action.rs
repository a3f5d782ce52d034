//! What a player can do, and why it may be refused.

use thiserror::Error;

use crate::seat::Seat;

/// Something that a seat does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Action<M> {
    /// Plays a move.
    Move(M),
    /// Gives up, on the seat's own turn.
    Resign,
    /// Offers everyone else a draw.
    OfferDraw,
    /// Agrees to the offer that stands.
    AcceptDraw,
    /// Refuses the offer that stands, or withdraws it if it is the seat's own.
    DeclineDraw,
    /// Ends the game as a draw by right, where [`Game::claim`](crate::Game::claim) gives one.
    ClaimDraw,
    /// Loses at any time for a reason outside the rules: a crash, a clock, an illegal answer.
    Forfeit(String),
}

impl<M> Action<M> {
    /// The same action with another kind of move.
    pub fn map<N>(&self, convert: impl FnOnce(&M) -> N) -> Action<N> {
        let converted: Result<_, std::convert::Infallible> = self.try_map(|mv| Ok(convert(mv)));
        match converted {
            Ok(action) => action,
        }
    }

    /// The same action with another kind of move, if the move can be converted.
    ///
    /// # Errors
    /// Only those of `convert`.
    pub fn try_map<N, E>(&self, convert: impl FnOnce(&M) -> Result<N, E>) -> Result<Action<N>, E> {
        Ok(match self {
            Action::Move(mv) => Action::Move(convert(mv)?),
            Action::Resign => Action::Resign,
            Action::OfferDraw => Action::OfferDraw,
            Action::AcceptDraw => Action::AcceptDraw,
            Action::DeclineDraw => Action::DeclineDraw,
            Action::ClaimDraw => Action::ClaimDraw,
            Action::Forfeit(reason) => Action::Forfeit(reason.clone()),
        })
    }
}

/// One thing that happened in a game: who did what.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Event<M> {
    /// The seat that acted.
    pub seat: Seat,
    /// What it did.
    pub action: Action<M>,
}

/// Why an action was refused. The timeline is unchanged then.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ActionError {
    /// Nothing can be done in a finished game.
    #[error("the game is over")]
    GameOver,
    /// The game has fewer seats.
    #[error("there is no seat {seat}; this game has {seats} seats")]
    NoSuchSeat {
        /// The seat that does not exist.
        seat: Seat,
        /// How many there are.
        seats: u8,
    },
    /// The seat resigned or forfeited earlier.
    #[error("seat {0} has left the game and cannot act in it any more")]
    NotAPlayer(Seat),
    /// Moving, resigning and claiming are for the seat to move.
    #[error("it is not your turn; seat {to_move} is to move")]
    NotYourTurn {
        /// Whose turn it is.
        to_move: Seat,
    },
    /// The rules do not allow the move in this position.
    #[error("that move is not legal here")]
    IllegalMove,
    /// The seat's own offer still stands.
    #[error("your draw offer still stands; wait for the answer")]
    AlreadyOffered,
    /// The seat has offered or accepted the draw that others still have to answer.
    #[error("you have agreed to the draw already; others still have to answer")]
    AlreadyAgreed,
    /// Nothing to accept or decline.
    #[error("there is no draw offer to answer")]
    NoOffer,
    /// The position gives no right to a draw.
    #[error("this position gives no right to claim a draw; offer one instead")]
    NothingToClaim,
}
