//! How a game stands between two things that happen, and what each of them does to that.

use super::{Action, ActionError, Ending};
use crate::game::{Game, Status};
use crate::outcome::Outcome;
use crate::seat::{Seat, SeatSet};

/// A draw offer that stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// Who made it.
    pub by: Seat,
    /// Who has agreed to it, the one who made it among them.
    pub agreed: SeatSet,
}

/// How a game stands at its start or after an event: the position, and what it does not know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment<S> {
    /// The position. It may have moves although the game is over, after a resignation say: ask the
    /// moment's status, not that of the position.
    pub state: S,
    /// Whose turn it is, or how the game ended.
    pub status: Status,
    /// Why the game ended, once it has.
    pub ending: Option<Ending>,
    /// How many moves were played.
    pub plies: u32,
    /// How many moves were played since the last progress; 0 in games without a rule about it.
    pub idle_plies: u32,
    /// The seats that have neither resigned nor forfeited.
    pub active: SeatSet,
    /// The draw offer that waits for answers.
    pub offer: Option<Offer>,
}

impl<S> Moment<S> {
    /// How and why the game ended, once it has.
    #[must_use]
    pub fn result(&self) -> Option<(Outcome, &Ending)> {
        self.status.outcome().zip(self.ending.as_ref())
    }

    /// The start of a game in any position of it.
    pub(super) fn start<G: Game<State = S>>(game: &G, state: S) -> Moment<S> {
        let (status, active) = (game.status(&state), game.active(&state));
        let ending = status.outcome().map(|_| Ending::Rule(game.ending(&state).to_owned()));
        Moment { state, status, ending, plies: 0, idle_plies: 0, active, offer: None }
    }

    /// Whether a seat may do something now, as far as that does not depend on the position.
    pub(super) fn permits<M>(
        &self,
        seats: u8,
        seat: Seat,
        action: &Action<M>,
    ) -> Result<(), ActionError> {
        let Status::ToMove(to_move) = self.status else { return Err(ActionError::GameOver) };
        if !SeatSet::first(seats).contains(seat) {
            return Err(ActionError::NoSuchSeat { seat, seats });
        }
        if !self.active.contains(seat) {
            return Err(ActionError::NotAPlayer(seat));
        }
        let needs_turn = matches!(action, Action::Move(_) | Action::Resign | Action::ClaimDraw);
        if needs_turn && seat != to_move {
            return Err(ActionError::NotYourTurn { to_move });
        }
        Ok(())
    }

    /// The seat to move has played, and this position came of it. `drawn` says why the history makes
    /// it a draw, if it does: the rules of the position itself come first.
    pub(super) fn moved<G: Game<State = S>>(
        &mut self,
        game: &G,
        seat: Seat,
        idle_plies: u32,
        drawn: Option<Ending>,
    ) {
        self.plies += 1;
        self.idle_plies = idle_plies;
        self.offer = self.offer.filter(|offer| offer.agreed.contains(seat));
        self.status = game.status(&self.state);
        if let Status::Over(outcome) = self.status {
            self.finish(outcome, Ending::Rule(game.ending(&self.state).to_owned()));
        } else if let Some(ending) = drawn {
            let repeated = matches!(ending, Ending::Repetition(_));
            match game.repetition_outcome(&self.state).filter(|_| repeated) {
                Some(outcome) => self.finish(outcome, ending),
                None => self.draw(game, ending),
            }
        }
    }

    /// Takes a seat out of the game, which ends for this reason if it cannot go on.
    pub(super) fn leave<G: Game<State = S>>(&mut self, game: &G, seat: Seat, ending: Ending) {
        let seats = game.seats();
        self.active = self.active.without(seat);
        match self.active.only() {
            Some(winner) if seats == 2 => return self.finish(Outcome::win(winner, seats), ending),
            _ if game.retire(&mut self.state, seat) => self.status = game.status(&self.state),
            _ => return self.finish(Outcome::loss(seat, seats), ending),
        }
        match self.status {
            // What is left may be drawn by the rules: that is the reason then.
            Status::Over(outcome) if outcome.winner().is_none() && seats > 2 => {
                self.finish(outcome, Ending::Rule(game.ending(&self.state).to_owned()));
            }
            Status::Over(outcome) => self.finish(outcome, ending),
            Status::ToMove(_) => {
                self.offer = self.offer.filter(|offer| offer.by != seat);
                self.draw_if_all_agree(game);
            }
        }
    }

    /// A seat offers a draw, or accepts the one that is offered.
    pub(super) fn offer<G: Game<State = S>>(
        &mut self,
        game: &G,
        seat: Seat,
    ) -> Result<(), ActionError> {
        match self.offer {
            Some(offer) if offer.by == seat => Err(ActionError::AlreadyOffered),
            Some(_) => self.accept(game, seat),
            None => {
                self.offer = Some(Offer { by: seat, agreed: SeatSet::EMPTY.with(seat) });
                Ok(())
            }
        }
    }

    /// A seat agrees to the offer that stands.
    pub(super) fn accept<G: Game<State = S>>(
        &mut self,
        game: &G,
        seat: Seat,
    ) -> Result<(), ActionError> {
        let offer = self.offer.as_mut().ok_or(ActionError::NoOffer)?;
        if offer.agreed.contains(seat) {
            return Err(ActionError::AlreadyAgreed);
        }
        offer.agreed = offer.agreed.with(seat);
        self.draw_if_all_agree(game);
        Ok(())
    }

    /// The seat to move takes the draw that the position gives it a right to.
    pub(super) fn claim<G: Game<State = S>>(&mut self, game: &G) -> Result<(), ActionError> {
        let reason = game.claim(&self.state).ok_or(ActionError::NothingToClaim)?;
        self.draw(game, Ending::Claim(reason.to_owned()));
        Ok(())
    }

    fn draw_if_all_agree<G: Game<State = S>>(&mut self, game: &G) {
        let agreed = |offer: Offer| self.active.iter().all(|seat| offer.agreed.contains(seat));
        if self.offer.is_some_and(agreed) {
            self.draw(game, Ending::Agreement);
        }
    }

    fn draw<G: Game<State = S>>(&mut self, game: &G, ending: Ending) {
        self.finish(Outcome::shared(self.active, game.seats()), ending);
    }

    fn finish(&mut self, outcome: Outcome, ending: Ending) {
        self.offer = None;
        self.status = Status::Over(outcome);
        self.ending = Some(ending);
    }
}
