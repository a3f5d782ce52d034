//! A game being played, from its start to now.
//!
//! A position knows the rules of the board. Everything else that decides a game between people or
//! engines lives here, once for all games: whose action counts, resigning, draw offers, claims, and
//! the rules that look back at the history. A [`Timeline`] is therefore the only way to play a game
//! that somebody cares about; searches play on positions alone.
//!
//! A timeline is its start position and its list of [`Event`]s; all else follows from them, so it
//! can be written down as a [`Record`](crate::Record). What follows is kept all the same, one small
//! [`Moment`] an event: people look back, engines want the keys of all positions before, and the
//! last move can be taken back by dropping the last moment. Nothing is copied when a move is added,
//! and a move costs the same at ply 300 as at ply 10.
//!
//! An event becomes true in two steps. [`check`](Timeline::check) works out what an action would
//! lead to and changes nothing; [`apply`](Timeline::apply) makes that true and cannot fail. Whoever
//! must write an event to disk before anyone may see it does so in between. Acting and undoing on
//! failure was the road not taken: a caller that is dropped while it waits for the disk would leave
//! behind a game that never happened.

mod action;
mod ending;
mod history;
mod moment;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use crate::game::{Game, Status};
use crate::outcome::Outcome;
use crate::seat::{Seat, SeatSet};

pub use action::{Action, ActionError, Event};
pub use ending::Ending;
use history::Glance;
pub use history::History;
pub use moment::{Moment, Offer};

/// A game being played: its start, what happened since, and what follows from that.
pub struct Timeline<G: Game> {
    game: Arc<G>,
    events: Vec<Event<G::Move>>,
    /// How the game stood at its start and after each event.
    moments: Vec<Moment<G::State>>,
    /// Which of the events are moves.
    moves: Vec<usize>,
    /// The repetition keys of the start and of the position after each move.
    keys: Vec<u64>,
    history: History,
}

/// An action that is allowed, and what it leads to.
///
/// Made by [`Timeline::check`] and made true by [`Timeline::apply`].
pub struct Checked<G: Game> {
    event: Event<G::Move>,
    moment: Moment<G::State>,
    /// What a move means to the history, and the key of the position after it.
    moved: Option<(Glance, u64)>,
    /// How many events there were before.
    number: usize,
}

impl<G: Game> Checked<G> {
    /// What would happen.
    #[must_use]
    pub fn event(&self) -> &Event<G::Move> {
        &self.event
    }

    /// How the game would stand after it.
    #[must_use]
    pub fn moment(&self) -> &Moment<G::State> {
        &self.moment
    }
}

impl<G: Game> Timeline<G> {
    /// A new game from its usual start.
    #[must_use]
    pub fn new(game: Arc<G>) -> Timeline<G> {
        let start = game.start();
        Timeline::from_state(game, start)
    }

    /// A game from any position of it, with the seats that it leaves in play and no history.
    #[must_use]
    pub fn from_state(game: Arc<G>, start: G::State) -> Timeline<G> {
        Timeline {
            keys: vec![game.repetition_key(&start)],
            history: History::new(&*game, &start),
            moments: vec![Moment::start(&*game, start)],
            moves: Vec::new(),
            events: Vec::new(),
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
        &self.moments[0].state
    }

    /// How the game stands now.
    #[must_use]
    pub fn now(&self) -> &Moment<G::State> {
        &self.moments[self.events.len()]
    }

    /// How the game stood at its start and after each event: always one more than there are events.
    #[must_use]
    pub fn moments(&self) -> &[Moment<G::State>] {
        &self.moments
    }

    /// How the game stood after so many moves, if there were so many: when the next move was made,
    /// so that it knows who had left the game by then.
    #[must_use]
    pub fn after_moves(&self, moves: usize) -> Option<&Moment<G::State>> {
        match self.moves.get(moves) {
            Some(&next) => self.moments.get(next),
            None => Some(self.now()).filter(|_| moves == self.moves.len()),
        }
    }

    /// Who made a move, by its number from 0.
    #[must_use]
    pub fn mover(&self, number: usize) -> Option<Seat> {
        self.moves.get(number).map(|&event| self.events[event].seat)
    }

    /// The repetition keys of all positions before the one now, the oldest first: what a player is
    /// told of the past.
    #[must_use]
    pub fn keys(&self) -> &[u64] {
        self.keys_before(self.moves.len())
    }

    /// The repetition keys of the positions before the one after so many moves, the oldest first.
    #[must_use]
    pub fn keys_before(&self, moves: usize) -> &[u64] {
        &self.keys[..moves.min(self.moves.len())]
    }

    /// The position now. It may have moves although the game is over, after a resignation say: ask
    /// [`status`](Timeline::status) of the timeline, not of the position.
    #[must_use]
    pub fn state(&self) -> &G::State {
        &self.now().state
    }

    /// Whose turn it is, or how the game ended.
    #[must_use]
    pub fn status(&self) -> Status {
        self.now().status
    }

    /// How and why the game ended, once it has.
    #[must_use]
    pub fn result(&self) -> Option<(Outcome, &Ending)> {
        self.now().result()
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
        self.now().plies
    }

    /// The seats that have neither resigned nor forfeited.
    #[must_use]
    pub fn active(&self) -> SeatSet {
        self.now().active
    }

    /// The draw offer that waits for answers, if any.
    #[must_use]
    pub fn open_offer(&self) -> Option<Offer> {
        self.now().offer
    }

    /// Replaces the content of `moves` by the moves that may be played now: none in a finished
    /// game.
    pub fn legal_moves(&self, moves: &mut Vec<G::Move>) {
        moves.clear();
        if self.status().to_move().is_some() {
            self.game.legal_moves(self.state(), moves);
        }
    }

    /// Lets a seat do something: [checks](Timeline::check) it and [makes it true](Timeline::apply).
    ///
    /// # Errors
    /// If the seat may not do that now. Nothing has changed then.
    pub fn act(&mut self, seat: Seat, action: Action<G::Move>) -> Result<(), ActionError> {
        let checked = self.check(seat, action)?;
        self.apply(checked);
        Ok(())
    }

    /// What it leads to if a seat does something now.
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
    /// If the seat may not do that now.
    pub fn check(&self, seat: Seat, action: Action<G::Move>) -> Result<Checked<G>, ActionError> {
        let (game, now) = (&*self.game, self.now());
        now.permits(game.seats(), seat, &action)?;
        let mut moment = now.clone();
        let mut moved = None;
        match &action {
            Action::Move(mv) => {
                if !game.is_legal(&moment.state, *mv) {
                    return Err(ActionError::IllegalMove);
                }
                game.play(&mut moment.state, *mv);
                let key = game.repetition_key(&moment.state);
                let mut glance = self.history.glance(game, &moment.state, || key);
                moment.moved(game, seat, glance.idle_plies, glance.ending.take());
                moved = Some((glance, key));
            }
            Action::Resign => moment.leave(game, seat, Ending::Resignation(seat)),
            Action::Forfeit(reason) => {
                moment.leave(game, seat, Ending::Forfeit(seat, reason.clone()));
            }
            Action::OfferDraw => moment.offer(game, seat)?,
            Action::AcceptDraw => moment.accept(game, seat)?,
            Action::DeclineDraw => {
                moment.offer.take().ok_or(ActionError::NoOffer)?;
            }
            Action::ClaimDraw => moment.claim(game)?,
        }
        Ok(Checked { event: Event { seat, action }, moment, moved, number: self.events.len() })
    }

    /// Makes true what was checked.
    ///
    /// # Panics
    /// If it was checked by another timeline, or something has happened since.
    pub fn apply(&mut self, checked: Checked<G>) {
        let Checked { event, moment, moved, number } = checked;
        assert_eq!(number, self.events.len(), "nothing happens between check and apply");
        if let Some((glance, key)) = moved {
            self.history.take_up(glance);
            self.keys.push(key);
            self.moves.push(number);
        }
        self.events.push(event);
        self.moments.push(moment);
    }

    /// Takes back the last move and everything after it: answers, offers, even the game's end.
    /// Returns false, and changes nothing, if no move was played.
    pub fn take_back(&mut self) -> bool {
        let Some(last) = self.moves.pop() else { return false };
        self.events.truncate(last);
        self.moments.truncate(last + 1);
        self.keys.pop();
        self.history.undo();
        true
    }
}

// Not derived, here and below: that would ask for rules that can be cloned, though they are shared.
impl<G: Game> Clone for Timeline<G> {
    fn clone(&self) -> Self {
        Timeline {
            game: Arc::clone(&self.game),
            events: self.events.clone(),
            moments: self.moments.clone(),
            moves: self.moves.clone(),
            keys: self.keys.clone(),
            history: self.history.clone(),
        }
    }
}

impl<G: Game> fmt::Debug for Timeline<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Timeline")
            .field("game", &self.game)
            .field("start", self.start_state())
            .field("events", &self.events)
            .field("now", self.now())
            .finish_non_exhaustive()
    }
}

impl<G: Game> Clone for Checked<G> {
    fn clone(&self) -> Self {
        let Checked { event, moment, moved, number } = self;
        let (event, moment, moved) = (event.clone(), moment.clone(), moved.clone());
        Checked { event, moment, moved, number: *number }
    }
}

impl<G: Game> fmt::Debug for Checked<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checked")
            .field("event", &self.event)
            .field("moment", &self.moment)
            .finish_non_exhaustive()
    }
}
