//! A game being played.
//!
//! A position knows the rules of the board. Everything else that decides a game between people or
//! engines lives here, once for all games: whose action counts, resigning, draw offers, claims, and
//! the rules that look back at the history. A [`Session`] is therefore the only way to play a game
//! that somebody cares about; searches play on positions alone.
//!
//! A session is its start position and its list of [`Event`]s; all else follows from them. So it
//! can be written down as a [`Record`](crate::Record), and taking back a move is replaying the
//! others. Keeping a stack of snapshots instead would be faster, and would have to be right for
//! every counter that is ever added.

mod action;
mod ending;
mod history;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use crate::game::{Game, Status};
use crate::outcome::Outcome;
use crate::seat::{Seat, SeatSet};

pub use action::{Action, ActionError, Event};
pub use ending::Ending;
pub use history::History;

/// A draw offer that stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// Who made it.
    pub by: Seat,
    /// Who has agreed to it, the one who made it among them.
    pub agreed: SeatSet,
}

/// A game being played: its start, what happened since, and what follows from that.
pub struct Session<G: Game> {
    game: Arc<G>,
    start: G::State,
    events: Vec<Event<G::Move>>,
    state: G::State,
    active: SeatSet,
    offer: Option<Offer>,
    history: History,
    over: Option<(Outcome, Ending)>,
}

impl<G: Game> Session<G> {
    /// A new game from its usual start.
    #[must_use]
    pub fn new(game: Arc<G>) -> Session<G> {
        let start = game.start();
        Session::from_state(game, start)
    }

    /// A game from any position of it, with the seats that it leaves in play and no history.
    #[must_use]
    pub fn from_state(game: Arc<G>, start: G::State) -> Session<G> {
        let over = game
            .outcome(&start)
            .map(|outcome| (outcome, Ending::Rule(game.ending(&start).to_owned())));
        Session {
            active: game.active(&start),
            history: History::new(&*game, &start),
            state: start.clone(),
            events: Vec::new(),
            offer: None,
            over,
            start,
            game,
        }
    }

    /// The rules.
    #[must_use]
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The position in which this game began.
    #[must_use]
    pub fn start_state(&self) -> &G::State {
        &self.start
    }

    /// The position now. It may have moves although the game is over, after a resignation say: ask
    /// [`status`](Session::status) of the session, not of the position.
    #[must_use]
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Whose turn it is, or how the game ended.
    #[must_use]
    pub fn status(&self) -> Status {
        match &self.over {
            Some((outcome, _)) => Status::Over(*outcome),
            None => self.game.status(&self.state),
        }
    }

    /// How and why the game ended, once it has.
    #[must_use]
    pub fn result(&self) -> Option<(Outcome, &Ending)> {
        self.over.as_ref().map(|(outcome, ending)| (*outcome, ending))
    }

    /// Everything that happened, in order.
    #[must_use]
    pub fn events(&self) -> &[Event<G::Move>] {
        &self.events
    }

    /// The moves among the events, in order.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = G::Move> {
        self.events.iter().filter_map(|event| match event.action {
            Action::Move(mv) => Some(mv),
            _ => None,
        })
    }

    /// How many moves were played.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.history.plies()
    }

    /// How many moves were played since the last progress; 0 in games without a rule about it.
    #[must_use]
    pub fn plies_without_progress(&self) -> u32 {
        self.history.idle_plies()
    }

    /// The seats that have neither resigned nor forfeited.
    #[must_use]
    pub fn active(&self) -> SeatSet {
        self.active
    }

    /// The draw offer that waits for answers, if any.
    #[must_use]
    pub fn open_offer(&self) -> Option<Offer> {
        self.offer
    }

    /// Replaces the content of `moves` by the moves that may be played now: none in a finished
    /// game.
    pub fn legal_moves(&self, moves: &mut Vec<G::Move>) {
        moves.clear();
        if self.over.is_none() {
            self.game.legal_moves(&self.state, moves);
        }
    }

    /// Lets a seat do something.
    ///
    /// - *Move*, *resign* and *claim a draw* are for the seat to move; *forfeit*, *offer*, *accept*
    ///   and *decline* are possible at any time.
    /// - A seat that resigns or forfeits leaves the game. Of two seats the other one wins. A larger
    ///   game goes on if its rules can ([`Game::retire`]); otherwise the seat alone loses.
    /// - A draw offer stands until every seat still playing has agreed (the game is drawn then), or
    ///   one declines it, or one moves without having answered, or the seat that made it leaves.
    ///   Who offers a draw while another's offer stands accepts that one.
    /// - After a move come the rules of the position itself, then the
    ///   [history rules](crate::HistoryRules).
    ///
    /// # Errors
    /// If the seat may not do that now. Nothing has changed then.
    pub fn act(&mut self, seat: Seat, action: Action<G::Move>) -> Result<(), ActionError> {
        let Status::ToMove(to_move) = self.status() else { return Err(ActionError::GameOver) };
        if !SeatSet::first(self.game.seats()).contains(seat) {
            return Err(ActionError::NoSuchSeat { seat, seats: self.game.seats() });
        }
        if !self.active.contains(seat) {
            return Err(ActionError::NotAPlayer(seat));
        }
        let needs_turn = matches!(action, Action::Move(_) | Action::Resign | Action::ClaimDraw);
        if needs_turn && seat != to_move {
            return Err(ActionError::NotYourTurn { to_move });
        }
        match &action {
            Action::Move(mv) => self.play(seat, *mv)?,
            Action::Resign => self.leave(seat, Ending::Resignation(seat)),
            Action::Forfeit(reason) => self.leave(seat, Ending::Forfeit(seat, reason.clone())),
            Action::OfferDraw => self.offer(seat)?,
            Action::AcceptDraw => self.accept(seat)?,
            Action::DeclineDraw => {
                self.offer.take().ok_or(ActionError::NoOffer)?;
            }
            Action::ClaimDraw => {
                let reason = self.game.claim(&self.state).ok_or(ActionError::NothingToClaim)?;
                let reason = reason.to_owned();
                self.draw(Ending::Claim(reason));
            }
        }
        self.events.push(Event { seat, action });
        Ok(())
    }

    /// Takes back the last move and everything after it: answers, offers, even the game's end.
    /// Returns false, and changes nothing, if no move was played.
    pub fn take_back(&mut self) -> bool {
        let is_move = |event: &Event<G::Move>| matches!(event.action, Action::Move(_));
        let Some(last) = self.events.iter().rposition(is_move) else { return false };
        let mut earlier = Session::from_state(Arc::clone(&self.game), self.start.clone());
        for Event { seat, action } in self.events.drain(..last) {
            earlier.act(seat, action).expect("what was accepted once is accepted again");
        }
        *self = earlier;
        true
    }

    fn play(&mut self, seat: Seat, mv: G::Move) -> Result<(), ActionError> {
        if !self.game.is_legal(&self.state, mv) {
            return Err(ActionError::IllegalMove);
        }
        self.game.play(&mut self.state, mv);
        self.offer = self.offer.filter(|offer| offer.agreed.contains(seat));
        let by_history = self.history.add(&*self.game, &self.state);
        if let Some(outcome) = self.game.outcome(&self.state) {
            self.finish(outcome, Ending::Rule(self.game.ending(&self.state).to_owned()));
        } else if let Some(ending) = by_history {
            self.draw(ending);
        }
        Ok(())
    }

    /// Takes a seat out of the game, which ends for this reason if it cannot go on.
    fn leave(&mut self, seat: Seat, ending: Ending) {
        let seats = self.game.seats();
        self.active = self.active.without(seat);
        let outcome = match self.active.only() {
            Some(winner) if seats == 2 => Some(Outcome::win(winner, seats)),
            _ if self.game.retire(&mut self.state, seat) => self.game.outcome(&self.state),
            _ => Some(Outcome::loss(seat, seats)),
        };
        match outcome {
            // What is left may be drawn by the rules: that is the reason then.
            Some(outcome) if seats > 2 && outcome.winner().is_none() && self.is_settled() => {
                let reason = Ending::Rule(self.game.ending(&self.state).to_owned());
                self.finish(outcome, reason);
            }
            Some(outcome) => self.finish(outcome, ending),
            None => {
                self.offer = self.offer.filter(|offer| offer.by != seat);
                self.draw_if_all_agree();
            }
        }
    }

    /// Whether the position itself ends the game.
    fn is_settled(&self) -> bool {
        self.game.outcome(&self.state).is_some()
    }

    fn offer(&mut self, seat: Seat) -> Result<(), ActionError> {
        match self.offer {
            Some(offer) if offer.by == seat => Err(ActionError::AlreadyOffered),
            Some(_) => self.accept(seat),
            None => {
                self.offer = Some(Offer { by: seat, agreed: SeatSet::EMPTY.with(seat) });
                Ok(())
            }
        }
    }

    fn accept(&mut self, seat: Seat) -> Result<(), ActionError> {
        let offer = self.offer.as_mut().ok_or(ActionError::NoOffer)?;
        if offer.agreed.contains(seat) {
            return Err(ActionError::AlreadyAgreed);
        }
        offer.agreed = offer.agreed.with(seat);
        self.draw_if_all_agree();
        Ok(())
    }

    fn draw_if_all_agree(&mut self) {
        let agreed = |offer: Offer| self.active.iter().all(|seat| offer.agreed.contains(seat));
        if self.offer.is_some_and(agreed) {
            self.draw(Ending::Agreement);
        }
    }

    fn draw(&mut self, ending: Ending) {
        self.finish(Outcome::shared(self.active, self.game.seats()), ending);
    }

    fn finish(&mut self, outcome: Outcome, ending: Ending) {
        self.offer = None;
        self.over = Some((outcome, ending));
    }
}

// Not derived: that would ask for rules that can be cloned, though they are shared.
impl<G: Game> Clone for Session<G> {
    fn clone(&self) -> Self {
        Session {
            game: Arc::clone(&self.game),
            start: self.start.clone(),
            events: self.events.clone(),
            state: self.state.clone(),
            active: self.active,
            offer: self.offer,
            history: self.history.clone(),
            over: self.over.clone(),
        }
    }
}

impl<G: Game> fmt::Debug for Session<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("game", &self.game)
            .field("start", &self.start)
            .field("events", &self.events)
            .field("state", &self.state)
            .field("over", &self.over)
            .finish_non_exhaustive()
    }
}
