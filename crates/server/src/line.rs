//! A game as its events make it: the timeline that stands, and the numbered events.

use std::sync::Arc;

use selforge_core::{
    Action, ActionError, AnyGame, AnyState, Game, Headers, NotationError, Record, Seat, SeatSet,
    Timeline,
};
use selforge_games::Playable;

use crate::clocks::{ClockRule, Clocks};
use crate::happening::Happening;

/// A game from its start to now.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    session: Timeline<AnyGame>,
    /// All that happened, also what was taken back later.
    events: Vec<Happening>,
    /// When the last of it happened, in milliseconds.
    latest: i64,
    clocks: Option<Clocks>,
    /// How many seats wait for somebody.
    open: usize,
    asked: Option<Asked>,
    /// Who wants another game, and its name.
    rematch: Option<(Seat, String)>,
}

/// Somebody wants to take back moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Asked {
    pub(crate) by: Seat,
    pub(crate) plies: u32,
    /// Who has agreed.
    pub(crate) agreed: SeatSet,
}

/// How a game begins, beside its rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opening<'s> {
    /// The position; the game's own start if there is none.
    pub(crate) start: Option<&'s str>,
    pub(crate) clock: ClockRule,
    /// How many seats waited for somebody.
    pub(crate) open: usize,
    /// When, in milliseconds.
    pub(crate) at: i64,
}

/// Why an event does not fit.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LineError {
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

impl Line {
    /// A game at its beginning.
    ///
    /// # Errors
    /// If the start is no position of the game.
    pub(crate) fn new(playable: &Playable, opening: Opening<'_>) -> Result<Line, NotationError> {
        let game = Arc::new(playable.game.clone());
        let start = match opening.start {
            Some(text) => game.parse_state(text)?,
            None => game.start(),
        };
        let clocks = Clocks::new(opening.clock, game.seats());
        let mut line = Line {
            session: Timeline::from_state(game, start),
            events: Vec::new(),
            latest: opening.at,
            clocks,
            open: opening.open,
            asked: None,
            rematch: None,
        };
        line.run_clock(opening.at);
        Ok(line)
    }

    /// Lets something happen at a moment, in milliseconds.
    ///
    /// # Errors
    /// If it cannot; the line may be used no more then, so callers add to a copy.
    pub(crate) fn add(&mut self, mut event: Happening, at: i64) -> Result<(), LineError> {
        let at = at.max(self.latest);
        match &mut event {
            Happening::TakeBack { plies } => {
                for _ in 0..*plies {
                    if !self.session.take_back() {
                        return Err(LineError::NothingToTakeBack);
                    }
                }
                self.asked = None;
                self.run_clock(at);
            }
            Happening::AskTakeBack { seat, plies } => {
                let by = Seat::from_letter(*seat).ok_or(LineError::NoSeat)?;
                self.asked = Some(Asked { by, plies: *plies, agreed: SeatSet::EMPTY });
            }
            Happening::AgreeTakeBack { seat } => {
                let seat = Seat::from_letter(*seat).ok_or(LineError::NoSeat)?;
                let asked = self.asked.as_mut().ok_or(LineError::NothingToTakeBack)?;
                asked.agreed = asked.agreed.with(seat);
            }
            Happening::DeclineTakeBack { .. } => self.asked = None,
            Happening::Sit { .. } => {
                self.open = self.open.checked_sub(1).ok_or(LineError::NoSeat)?;
                self.run_clock(at);
            }
            Happening::Resume { lost } => {
                if let Some(clocks) = &mut self.clocks {
                    clocks.forgive(*lost);
                }
            }
            Happening::Rematch { seat, game } => {
                let seat = Seat::from_letter(*seat).ok_or(LineError::NoSeat)?;
                self.rematch = Some((seat, game.clone()));
            }
            _ => self.act(&mut event, at)?,
        }
        self.latest = at;
        self.events.push(event);
        Ok(())
    }

    /// Lets a seat do something that the rules know of.
    fn act(&mut self, event: &mut Happening, at: i64) -> Result<(), LineError> {
        let (seat, action) = event.action().ok_or(LineError::NoSeat)?;
        let seat = seat.ok_or(LineError::NoSeat)?;
        let is_move = matches!(action, Action::Move(_));
        let game = self.session.game();
        let action = action.try_map(|text| game.parse_move(self.session.state(), text))?;
        // A move is kept as the game writes it, however it was typed.
        if let (Happening::Move { text, .. }, Action::Move(mv)) = (event, &action) {
            text.clear();
            let written = game.write_move(self.session.state(), *mv, text);
            written.expect("writing to a string cannot fail");
        }
        let before = self.session.status().to_move();
        self.session.act(seat, action)?;
        if is_move {
            self.asked = None;
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
        let to_move = self.session.status().to_move().filter(|_| self.open == 0);
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
        self.open > 0
    }

    /// Who asks to take back how many moves.
    pub(crate) fn asked(&self) -> Option<Asked> {
        self.asked
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
    pub(crate) fn events_after(&self, have: u32) -> &[Happening] {
        self.events.get(have as usize..).unwrap_or_default()
    }

    /// The last event.
    pub(crate) fn last_event(&self) -> Option<&Happening> {
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

    fn line() -> Line {
        let spec =
            Spec::parse("selfo board=hexhex-3 position=\"A1B/4/5/4/B1A A\" swap=off").unwrap();
        let opening = Opening { start: None, clock: ClockRule::None, open: 0, at: 0 };
        Line::new(&selforge_games::open(&spec, &NoFiles).unwrap(), opening).unwrap()
    }

    #[test]
    fn taking_back_adds_an_event_and_removes_moves() {
        let mut line = line();
        let first = line.session().game().start();
        line.add(Happening::Move { seat: 'A', text: "pass".to_owned() }, 1).unwrap();
        assert_eq!((line.number(), line.plies()), (1, 1));
        line.add(Happening::TakeBack { plies: 1 }, 2).unwrap();
        assert_eq!((line.number(), line.plies()), (2, 0));
        assert_eq!(line.state(0), Some(&first));
        assert!(line.clone().add(Happening::TakeBack { plies: 1 }, 3).is_err());
        assert_eq!(line.events_after(1), [Happening::TakeBack { plies: 1 }]);
        assert!(line.events_after(9).is_empty());
    }

    #[test]
    fn what_the_rules_forbid_is_refused() {
        let refused = |event| line().add(event, 0).unwrap_err().to_string();
        let wrong_seat = Happening::Move { seat: 'B', text: "pass".to_owned() };
        assert!(refused(wrong_seat).contains("not your turn"));
        let illegal = Happening::Move { seat: 'A', text: "a1-z9".to_owned() };
        assert!(refused(illegal).contains("not a legal move"));
        assert!(refused(Happening::Resign { seat: '?' }).contains("no such seat"));
    }
}
