//! A game as its events make it: the timeline that stands, and the numbered events.

use std::sync::Arc;

use selforge_core::{
    Action, ActionError, AnyGame, AnyState, Game, Headers, NotationError, Record, Seat, SeatSet,
    Timeline,
};
use selforge_games::Playable;

use super::clock::{ClockRule, Clocks};
use super::event::GameEvent;

/// A game from its start to now.
#[derive(Clone, Debug)]
pub(crate) struct GameLog {
    session: Timeline<AnyGame>,
    /// All that happened, also what was taken back later.
    events: Vec<GameEvent>,
    /// When the last of it happened, in milliseconds.
    latest: i64,
    clocks: Option<Clocks>,
    /// How many seats wait for somebody.
    open_seats: usize,
    take_back: Option<TakeBackRequest>,
    /// Who wants another game, and its name.
    rematch: Option<(Seat, String)>,
}

/// Somebody wants to take back moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TakeBackRequest {
    pub(crate) by: Seat,
    pub(crate) plies: u32,
    /// Who has agreed.
    pub(crate) agreed: SeatSet,
}

/// How a game begins, beside its rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameStart<'s> {
    /// The position; the game's own start if there is none.
    pub(crate) position: Option<&'s str>,
    pub(crate) clock: ClockRule,
    /// How many seats waited for somebody.
    pub(crate) open_seats: usize,
    /// When, in milliseconds.
    pub(crate) at: i64,
}

/// Why an event does not fit.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EventError {
    /// The text names no legal move.
    #[error("{}", .0.problem)]
    Move(#[from] NotationError),
    /// The rules of timelines refuse it.
    #[error(transparent)]
    Action(#[from] ActionError),
    /// There are not so many moves.
    #[error("there is nothing to take back")]
    NothingToTakeBack,
    /// The event is of no seat.
    #[error("there is no such seat")]
    NoSeat,
}

impl GameLog {
    /// A game at its beginning.
    ///
    /// # Errors
    /// If the start is no position of the game.
    pub(crate) fn new(playable: &Playable, start: GameStart<'_>) -> Result<GameLog, NotationError> {
        let game = Arc::new(playable.game.clone());
        let position = match start.position {
            Some(text) => game.parse_state(text)?,
            None => game.start(),
        };
        let clocks = Clocks::new(start.clock, game.seats());
        let mut log = GameLog {
            session: Timeline::from_state(game, position),
            events: Vec::new(),
            latest: start.at,
            clocks,
            open_seats: start.open_seats,
            take_back: None,
            rematch: None,
        };
        log.run_clock(start.at);
        Ok(log)
    }

    /// Lets something happen at a moment, in milliseconds.
    ///
    /// # Errors
    /// If it cannot; the log may be used no more then, so callers add to a copy.
    pub(crate) fn add(&mut self, mut event: GameEvent, at: i64) -> Result<(), EventError> {
        let at = at.max(self.latest);
        match &mut event {
            GameEvent::TakeBack { plies } => {
                for _ in 0..*plies {
                    if !self.session.take_back() {
                        return Err(EventError::NothingToTakeBack);
                    }
                }
                self.take_back = None;
                self.run_clock(at);
            }
            GameEvent::AskTakeBack { seat, plies } => {
                let by = Seat::from_letter(*seat).ok_or(EventError::NoSeat)?;
                self.take_back =
                    Some(TakeBackRequest { by, plies: *plies, agreed: SeatSet::EMPTY });
            }
            GameEvent::AgreeTakeBack { seat } => {
                let seat = Seat::from_letter(*seat).ok_or(EventError::NoSeat)?;
                let take_back = self.take_back.as_mut().ok_or(EventError::NothingToTakeBack)?;
                take_back.agreed = take_back.agreed.with(seat);
            }
            GameEvent::DeclineTakeBack { .. } => self.take_back = None,
            GameEvent::Sit { .. } => {
                self.open_seats = self.open_seats.checked_sub(1).ok_or(EventError::NoSeat)?;
                self.run_clock(at);
            }
            GameEvent::Resume { lost } => {
                if let Some(clocks) = &mut self.clocks {
                    clocks.forgive(*lost);
                }
            }
            GameEvent::Rematch { seat, game } => {
                let seat = Seat::from_letter(*seat).ok_or(EventError::NoSeat)?;
                self.rematch = Some((seat, game.clone()));
            }
            _ => self.act(&mut event, at)?,
        }
        self.latest = at;
        self.events.push(event);
        Ok(())
    }

    /// Lets a seat do something that the rules know of.
    fn act(&mut self, event: &mut GameEvent, at: i64) -> Result<(), EventError> {
        let (seat, action) = event.action().ok_or(EventError::NoSeat)?;
        let seat = seat.ok_or(EventError::NoSeat)?;
        let is_move = matches!(action, Action::Move(_));
        let game = self.session.game();
        let action = action.try_map(|text| game.parse_move(self.session.state(), text))?;
        // A move is kept as the game writes it, however it was typed.
        if let (GameEvent::Move { text, .. }, Action::Move(mv)) = (event, &action) {
            text.clear();
            let written = game.write_move(self.session.state(), *mv, text);
            written.expect("writing to a string cannot fail");
        }
        let before = self.session.status().to_move();
        self.session.act(seat, action)?;
        if is_move {
            self.take_back = None;
            if let Some(clocks) = &mut self.clocks {
                clocks.moved(seat, at);
            }
        }
        if is_move || self.session.status().to_move() != before {
            self.run_clock(at);
        }
        Ok(())
    }

    /// Lets the time of the seat to move run, once all seats are taken.
    fn run_clock(&mut self, at: i64) {
        let to_move = self.session.status().to_move().filter(|_| self.open_seats == 0);
        if let Some(clocks) = &mut self.clocks {
            clocks.run(to_move, at);
        }
    }

    /// The clocks, if the game has any.
    pub(crate) fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    /// Whether seats wait for somebody.
    pub(crate) fn is_waiting(&self) -> bool {
        self.open_seats > 0
    }

    /// Who asks to take back how many moves.
    pub(crate) fn take_back(&self) -> Option<TakeBackRequest> {
        self.take_back
    }

    /// Who wants another game, and its name.
    pub(crate) fn rematch(&self) -> Option<(Seat, &str)> {
        self.rematch.as_ref().map(|(seat, game)| (*seat, game.as_str()))
    }

    /// The moves that stand and what they led to.
    pub(crate) fn session(&self) -> &Timeline<AnyGame> {
        &self.session
    }

    /// The number of the last event; 0 before the first.
    pub(crate) fn number(&self) -> u32 {
        u32::try_from(self.events.len()).unwrap_or(u32::MAX)
    }

    /// The events after number `have`.
    pub(crate) fn events_after(&self, have: u32) -> &[GameEvent] {
        self.events.get(have as usize..).unwrap_or_default()
    }

    /// The last event.
    pub(crate) fn last_event(&self) -> Option<&GameEvent> {
        self.events.last()
    }

    /// How many moves stand.
    pub(crate) fn plies(&self) -> usize {
        self.session.plies() as usize
    }

    /// The position after so many moves, which also knows who had left the game before the next.
    pub(crate) fn state(&self, ply: usize) -> Option<&AnyState> {
        Some(&self.session.after_moves(ply)?.state)
    }

    /// The seat that made the move after so many others.
    pub(crate) fn mover(&self, ply: usize) -> Option<Seat> {
        self.session.mover(ply)
    }

    /// The game as a record.
    pub(crate) fn record(&self, headers: Headers) -> Record {
        Record::from_timeline(&self.session, headers)
    }
}

#[cfg(test)]
mod tests {
    use selforge_core::Spec;
    use selforge_games::NoFiles;

    use super::*;

    fn log() -> GameLog {
        let spec =
            Spec::parse("selfo board=hexhex-3 position=\"A1B/4/5/4/B1A A\" swap=off").unwrap();
        let start = GameStart { position: None, clock: ClockRule::None, open_seats: 0, at: 0 };
        GameLog::new(&selforge_games::open(&spec, &NoFiles).unwrap(), start).unwrap()
    }

    #[test]
    fn taking_back_adds_an_event_and_removes_moves() {
        let mut log = log();
        let first = log.session().game().start();
        log.add(GameEvent::Move { seat: 'A', text: "pass".to_owned() }, 1).unwrap();
        assert_eq!((log.number(), log.plies()), (1, 1));
        log.add(GameEvent::TakeBack { plies: 1 }, 2).unwrap();
        assert_eq!((log.number(), log.plies()), (2, 0));
        assert_eq!(log.state(0), Some(&first));
        assert!(log.clone().add(GameEvent::TakeBack { plies: 1 }, 3).is_err());
        assert_eq!(log.events_after(1), [GameEvent::TakeBack { plies: 1 }]);
        assert!(log.events_after(9).is_empty());
    }

    #[test]
    fn what_the_rules_forbid_is_refused() {
        let refused = |event| log().add(event, 0).unwrap_err().to_string();
        let wrong_seat = GameEvent::Move { seat: 'B', text: "pass".to_owned() };
        assert!(refused(wrong_seat).contains("not your turn"));
        let illegal = GameEvent::Move { seat: 'A', text: "a1-z9".to_owned() };
        assert!(refused(illegal).contains("not a legal move"));
        assert!(refused(GameEvent::Resign { seat: '?' }).contains("no such seat"));
    }
}
