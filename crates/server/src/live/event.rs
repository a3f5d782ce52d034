//! What happens in a game, as it is stored, sent and numbered.
//!
//! The list only grows: taking back moves is an event of its own, so that a client's number never
//! means two things. Seats are named by their letters. Moves are stored as text, which keeps its
//! meaning when programs change.

use selforge_core::{Action, Seat};

pub(crate) use crate::messages::live::GameEvent;

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
