//! What happens in a game, as it is stored, sent and numbered.
//!
//! The list only grows: taking back moves is an event of its own, so that a client's number never
//! means two things. Seats are named by their letters. Moves are stored as text, which keeps its
//! meaning when programs change.

use selforge_core::{Action, Seat};
use serde::{Deserialize, Serialize};

/// One event of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(crate) enum GameEvent {
    /// A seat played a move.
    Move {
        seat: char,
        /// The move as the game writes it.
        text: String,
    },
    /// A seat gave up.
    Resign { seat: char },
    /// A seat offered a draw.
    OfferDraw { seat: char },
    /// A seat agreed to the offer.
    AcceptDraw { seat: char },
    /// A seat refused the offer, or withdrew its own.
    DeclineDraw { seat: char },
    /// A seat took the draw that it had a right to.
    ClaimDraw { seat: char },
    /// A seat lost for a reason outside the rules.
    Forfeit { seat: char, reason: String },
    /// The last moves were taken back.
    TakeBack { plies: u32 },
    /// A seat asked to take back moves.
    AskTakeBack { seat: char, plies: u32 },
    /// A seat agreed to that; others have yet to.
    AgreeTakeBack { seat: char },
    /// A seat refused that, or withdrew its own request.
    DeclineTakeBack { seat: char },
    /// Somebody sat down on an open seat.
    Sit {
        seat: char,
        /// What to call them; may be empty.
        name: String,
    },
    /// The server came back after some time, which counts for nobody.
    Resume {
        /// How long it was away, in milliseconds.
        lost: i64,
    },
    /// A seat wants another game, and has made one.
    Rematch { seat: char, game: String },
}

impl GameEvent {
    /// The event that a seat's action makes.
    pub(crate) fn of(seat: Seat, action: Action<String>) -> GameEvent {
        let seat = seat.letter();
        match action {
            Action::Move(text) => GameEvent::Move { seat, text },
            Action::Resign => GameEvent::Resign { seat },
            Action::OfferDraw => GameEvent::OfferDraw { seat },
            Action::AcceptDraw => GameEvent::AcceptDraw { seat },
            Action::DeclineDraw => GameEvent::DeclineDraw { seat },
            Action::ClaimDraw => GameEvent::ClaimDraw { seat },
            Action::Forfeit(reason) => GameEvent::Forfeit { seat, reason },
        }
    }

    /// The seat and its action; `None` for what the rules of the game do not know of.
    pub(crate) fn action(&self) -> Option<(Option<Seat>, Action<String>)> {
        let (seat, action) = match self {
            GameEvent::Move { seat, text } => (seat, Action::Move(text.clone())),
            GameEvent::Resign { seat } => (seat, Action::Resign),
            GameEvent::OfferDraw { seat } => (seat, Action::OfferDraw),
            GameEvent::AcceptDraw { seat } => (seat, Action::AcceptDraw),
            GameEvent::DeclineDraw { seat } => (seat, Action::DeclineDraw),
            GameEvent::ClaimDraw { seat } => (seat, Action::ClaimDraw),
            GameEvent::Forfeit { seat, reason } => (seat, Action::Forfeit(reason.clone())),
            GameEvent::TakeBack { .. }
            | GameEvent::AskTakeBack { .. }
            | GameEvent::AgreeTakeBack { .. }
            | GameEvent::DeclineTakeBack { .. }
            | GameEvent::Sit { .. }
            | GameEvent::Resume { .. }
            | GameEvent::Rematch { .. } => return None,
        };
        Some((Seat::from_letter(*seat), action))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_reads_back_from_its_text() {
        let seat = Seat::FIRST;
        let actions = [
            Action::Move("c4-c5".to_owned()),
            Action::Resign,
            Action::OfferDraw,
            Action::AcceptDraw,
            Action::DeclineDraw,
            Action::ClaimDraw,
            Action::Forfeit("it \"crashed\"".to_owned()),
        ];
        for action in actions {
            let event = GameEvent::of(seat, action.clone());
            assert_eq!(event.action(), Some((Some(seat), action)));
            let text = serde_json::to_string(&event).unwrap();
            assert_eq!(serde_json::from_str::<GameEvent>(&text).unwrap(), event);
        }
        let back = GameEvent::TakeBack { plies: 2 };
        assert_eq!(serde_json::to_string(&back).unwrap(), r#"{"type":"take-back","plies":2}"#);
    }
}
