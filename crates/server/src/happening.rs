//! What happens in a game, as it is stored, sent and numbered.
//!
//! The list only grows: taking back moves is an event of its own, so that a client's number never
//! means two things. Moves are stored as text, which keeps its meaning when programs change.

use selforge_core::{Action, Seat};
use serde::{Deserialize, Serialize};

/// One event of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Happening {
    /// A seat played a move.
    Move {
        /// Who, by letter.
        seat: char,
        /// The move as the game writes it.
        text: String,
    },
    /// A seat gave up.
    Resign {
        /// Who.
        seat: char,
    },
    /// A seat offered a draw.
    OfferDraw {
        /// Who.
        seat: char,
    },
    /// A seat agreed to the offer.
    AcceptDraw {
        /// Who.
        seat: char,
    },
    /// A seat refused the offer, or withdrew its own.
    DeclineDraw {
        /// Who.
        seat: char,
    },
    /// A seat took the draw that it had a right to.
    ClaimDraw {
        /// Who.
        seat: char,
    },
    /// A seat lost for a reason outside the rules.
    Forfeit {
        /// Who.
        seat: char,
        /// Why.
        reason: String,
    },
    /// The last moves were taken back.
    TakeBack {
        /// How many.
        plies: u32,
    },
    /// A seat asked to take back moves.
    AskTakeBack {
        /// Who.
        seat: char,
        /// How many moves.
        plies: u32,
    },
    /// A seat agreed to that; others have yet to.
    AgreeTakeBack {
        /// Who.
        seat: char,
    },
    /// A seat refused that, or withdrew its own request.
    DeclineTakeBack {
        /// Who.
        seat: char,
    },
    /// Somebody sat down on an open seat.
    Sit {
        /// Where.
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
    Rematch {
        /// Who.
        seat: char,
        /// Its name.
        game: String,
    },
}

impl Happening {
    /// The event that a seat's action makes.
    #[must_use]
    pub fn of(seat: Seat, action: Action<String>) -> Happening {
        let seat = seat.letter();
        match action {
            Action::Move(text) => Happening::Move { seat, text },
            Action::Resign => Happening::Resign { seat },
            Action::OfferDraw => Happening::OfferDraw { seat },
            Action::AcceptDraw => Happening::AcceptDraw { seat },
            Action::DeclineDraw => Happening::DeclineDraw { seat },
            Action::ClaimDraw => Happening::ClaimDraw { seat },
            Action::Forfeit(reason) => Happening::Forfeit { seat, reason },
        }
    }

    /// The seat and its action; `None` for what the rules of the game do not know of.
    #[must_use]
    pub fn action(&self) -> Option<(Option<Seat>, Action<String>)> {
        let (seat, action) = match self {
            Happening::Move { seat, text } => (seat, Action::Move(text.clone())),
            Happening::Resign { seat } => (seat, Action::Resign),
            Happening::OfferDraw { seat } => (seat, Action::OfferDraw),
            Happening::AcceptDraw { seat } => (seat, Action::AcceptDraw),
            Happening::DeclineDraw { seat } => (seat, Action::DeclineDraw),
            Happening::ClaimDraw { seat } => (seat, Action::ClaimDraw),
            Happening::Forfeit { seat, reason } => (seat, Action::Forfeit(reason.clone())),
            Happening::TakeBack { .. }
            | Happening::AskTakeBack { .. }
            | Happening::AgreeTakeBack { .. }
            | Happening::DeclineTakeBack { .. }
            | Happening::Sit { .. }
            | Happening::Resume { .. }
            | Happening::Rematch { .. } => return None,
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
            let event = Happening::of(seat, action.clone());
            assert_eq!(event.action(), Some((Some(seat), action)));
            let text = serde_json::to_string(&event).unwrap();
            assert_eq!(serde_json::from_str::<Happening>(&text).unwrap(), event);
        }
        let back = Happening::TakeBack { plies: 2 };
        assert_eq!(serde_json::to_string(&back).unwrap(), r#"{"type":"take-back","plies":2}"#);
    }
}
