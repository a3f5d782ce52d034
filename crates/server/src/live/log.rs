//! A game as its events make it: the timeline that stands, and the numbered events.
//!
//! An event is [checked](GameLog::check), written to disk and only then [made true](GameLog::apply):
//! nothing is copied but what is small, however long the game is.

use std::sync::{Arc, Mutex, PoisonError};

use selforge_core::{
    Action, ActionError, AnyGame, AnyMove, AnyState, Game, Headers, Moment, NotationError, Record,
    Seat, SeatSet, Status, Timeline,
};
use selforge_games::Playable;
use serde_json::value::RawValue;

use super::clock::{ClockRule, Clocks};
use super::event::GameEvent;
use super::json_list::JsonList;
use crate::messages::text_of;

/// A game from its start to now.
#[derive(Debug)]
pub(crate) struct GameLog {
    timeline: Timeline<AnyGame>,
    /// All that happened, also what was taken back later.
    events: EventTexts,
    /// The moves that stand as players write them, as far as anybody was told: to write one takes the rules,
    /// to tell it again does not. A game that nobody looks at has none.
    names: Mutex<JsonList>,
    around: Around,
}

/// Events as they are stored and sent. Nobody asks for one again but to send it.
#[derive(Debug, Default)]
struct EventTexts {
    list: JsonList,
    /// The number of the last by which somebody sat down.
    last_sit: u32,
    /// The number of the last that did more than give time back.
    last_change: u32,
}

impl EventTexts {
    fn push(&mut self, event: &GameEvent) {
        self.list.push(&text_of(event));
        if matches!(event, GameEvent::Sit { .. }) {
            self.last_sit = self.number();
        }
        if !matches!(event, GameEvent::Resume { .. }) {
            self.last_change = self.number();
        }
    }

    fn number(&self) -> u32 {
        u32::try_from(self.list.len()).unwrap_or(u32::MAX)
    }
}

/// What events change beside the moves.
#[derive(Clone, Debug)]
struct Around {
    /// When the last event happened, in milliseconds.
    latest: i64,
    /// When lost time was last given back.
    resumed: i64,
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

/// An event that fits, and what it makes of the game.
#[derive(Debug)]
pub(crate) struct Checked {
    event: GameEvent,
    change: Change,
    around: Around,
}

/// What an event does to the moves that stand.
#[derive(Debug)]
enum Change {
    Nothing,
    Act(selforge_core::Checked<AnyGame>),
    /// Only so many of them stay.
    Keep(usize),
}

impl Checked {
    /// The event as it will be kept.
    pub(crate) fn event(&self) -> &GameEvent {
        &self.event
    }

    /// When it happens, in milliseconds: never before the event before it.
    pub(crate) fn at(&self) -> i64 {
        self.around.latest
    }

    /// The clocks after it, if the game has any.
    pub(crate) fn clocks(&self) -> Option<&Clocks> {
        self.around.clocks.as_ref()
    }

    /// Whether the same seat is to move in the same position after it.
    pub(crate) fn keeps_the_turn(&self, log: &GameLog) -> bool {
        let (now, after) = (log.timeline.now(), self.moment(log));
        (now.plies, now.status, now.active) == (after.plies, after.status, after.active)
    }

    /// How the game will stand after it.
    pub(crate) fn moment<'c>(&'c self, log: &'c GameLog) -> &'c Moment<AnyState> {
        match &self.change {
            Change::Nothing => log.timeline.now(),
            Change::Act(act) => act.moment(),
            Change::Keep(plies) => log.timeline.after_moves(*plies).unwrap_or(log.timeline.now()),
        }
    }
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
            timeline: Timeline::from_state(game, position),
            events: EventTexts::default(),
            names: Mutex::default(),
            around: Around {
                latest: start.at,
                resumed: start.at,
                clocks,
                open_seats: start.open_seats,
                take_back: None,
                rematch: None,
            },
        };
        log.around.run_clock(log.timeline.status(), start.at);
        Ok(log)
    }

    /// Lets something happen at a moment, in milliseconds.
    ///
    /// # Errors
    /// If it cannot; nothing has changed then.
    pub(crate) fn add(&mut self, event: GameEvent, at: i64) -> Result<(), EventError> {
        let checked = self.check(event, at)?;
        self.apply(checked);
        Ok(())
    }

    /// What it leads to if something happens at a moment, in milliseconds.
    ///
    /// # Errors
    /// If it cannot.
    pub(crate) fn check(&self, mut event: GameEvent, at: i64) -> Result<Checked, EventError> {
        let mut around = self.around.clone();
        let at = at.max(around.latest);
        around.latest = at;
        let mut change = Change::Nothing;
        match &mut event {
            GameEvent::TakeBack { plies } => {
                let left = self.plies().checked_sub(*plies as usize);
                let back = left.and_then(|left| Some((left, self.timeline.after_moves(left)?)));
                let (left, moment) = back.ok_or(EventError::NothingToTakeBack)?;
                change = Change::Keep(left);
                around.take_back = None;
                around.run_clock(moment.status, at);
            }
            GameEvent::AskTakeBack { seat, plies } => {
                let by = Seat::from_letter(*seat).ok_or(EventError::NoSeat)?;
                around.take_back =
                    Some(TakeBackRequest { by, plies: *plies, agreed: SeatSet::EMPTY });
            }
            GameEvent::AgreeTakeBack { seat } => {
                let seat = Seat::from_letter(*seat).ok_or(EventError::NoSeat)?;
                let asked = around.take_back.as_mut().ok_or(EventError::NothingToTakeBack)?;
                asked.agreed = asked.agreed.with(seat);
            }
            GameEvent::DeclineTakeBack { .. } => around.take_back = None,
            GameEvent::Sit { .. } => {
                around.open_seats = around.open_seats.checked_sub(1).ok_or(EventError::NoSeat)?;
                around.run_clock(self.timeline.status(), at);
            }
            GameEvent::Resume { lost } => {
                if let Some(clocks) = &mut around.clocks {
                    clocks.forgive(*lost);
                }
                around.resumed = at;
            }
            GameEvent::Rematch { seat, game } => {
                let seat = Seat::from_letter(*seat).ok_or(EventError::NoSeat)?;
                around.rematch = Some((seat, game.clone()));
            }
            _ => change = Change::Act(self.act(&mut event, &mut around)?),
        }
        Ok(Checked { event, change, around })
    }

    /// Makes true what was checked, if nothing has happened since.
    pub(crate) fn apply(&mut self, checked: Checked) {
        match checked.change {
            Change::Nothing => {}
            Change::Act(act) => self.timeline.apply(act),
            Change::Keep(plies) => {
                while self.plies() > plies && self.timeline.take_back() {}
                let plies = self.plies();
                self.names.get_mut().unwrap_or_else(PoisonError::into_inner).truncate(plies);
            }
        }
        self.around = checked.around;
        self.events.push(&checked.event);
    }

    /// What it leads to if a seat does something that the rules know of.
    fn act(
        &self,
        event: &mut GameEvent,
        around: &mut Around,
    ) -> Result<selforge_core::Checked<AnyGame>, EventError> {
        let (seat, action) = event.action().ok_or(EventError::NoSeat)?;
        let seat = seat.ok_or(EventError::NoSeat)?;
        let is_move = matches!(action, Action::Move(_));
        let game = self.timeline.game();
        let action = action.try_map(|text| game.parse_move(self.timeline.state(), text))?;
        // A move is kept as the game writes it, however it was typed.
        if let (GameEvent::Move { text, .. }, Action::Move(mv)) = (event, &action) {
            text.clear();
            let written = game.write_move(self.timeline.state(), *mv, text);
            written.expect("writing to a string cannot fail");
        }
        let checked = self.timeline.check(seat, action)?;
        let (status, at) = (checked.moment().status, around.latest);
        if is_move {
            around.take_back = None;
            if let Some(clocks) = &mut around.clocks {
                clocks.moved(seat, at);
            }
        }
        if is_move || status.to_move() != self.timeline.status().to_move() {
            around.run_clock(status, at);
        }
        Ok(checked)
    }

    /// The clocks, if the game has any.
    pub(crate) fn clocks(&self) -> Option<&Clocks> {
        self.around.clocks.as_ref()
    }

    /// When the last event happened, in milliseconds; before the first, when the game began.
    pub(crate) fn latest(&self) -> i64 {
        self.around.latest
    }

    /// Since when the running clock runs, or since when none of its time was given back.
    pub(crate) fn clock_unforgiven_since(&self) -> Option<i64> {
        let since = self.clocks().and_then(Clocks::since)?;
        Some(since.max(self.around.resumed))
    }

    /// Whether seats wait for somebody.
    pub(crate) fn is_waiting(&self) -> bool {
        self.around.open_seats > 0
    }

    /// Who asks to take back how many moves.
    pub(crate) fn take_back(&self) -> Option<TakeBackRequest> {
        self.around.take_back
    }

    /// Who wants another game, and its name.
    pub(crate) fn rematch(&self) -> Option<(Seat, &str)> {
        self.around.rematch.as_ref().map(|(seat, game)| (*seat, game.as_str()))
    }

    /// The moves that stand and what they led to.
    pub(crate) fn timeline(&self) -> &Timeline<AnyGame> {
        &self.timeline
    }

    /// The number of the last event; 0 before the first.
    pub(crate) fn number(&self) -> u32 {
        self.events.number()
    }

    /// The events after number `have`, as a list in JSON.
    pub(crate) fn events_after(&self, have: u32) -> Arc<RawValue> {
        as_list(self.events.list.after(have as usize))
    }

    /// The moves that stand as players write them, as a list in JSON; an empty one if `write` knows no other
    /// way than their texts. It is asked for no move twice.
    pub(crate) fn move_names(
        &self,
        write: impl Fn(&AnyState, AnyMove) -> Option<String>,
    ) -> Arc<RawValue> {
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let known = names.len();
        for (ply, mv) in self.timeline.moves().enumerate().skip(known) {
            let Some(name) = self.state(ply).and_then(|state| write(state, mv)) else {
                return as_list("");
            };
            names.push(&text_of(&name));
        }
        as_list(names.after(0))
    }

    /// Whether somebody sat down after number `have`.
    pub(crate) fn somebody_sat_after(&self, have: u32) -> bool {
        self.events.last_sit > have
    }

    /// Whether somebody who knows the events up to number `have` knows the game as it stands. That time
    /// was given back is no reason to decide anew.
    pub(crate) fn is_known_with(&self, have: u32) -> bool {
        (self.events.last_change..=self.number()).contains(&have)
    }

    /// How many moves stand.
    pub(crate) fn plies(&self) -> usize {
        self.timeline.plies() as usize
    }

    /// The position after so many moves, which also knows who had left the game before the next.
    pub(crate) fn state(&self, ply: usize) -> Option<&AnyState> {
        Some(&self.timeline.after_moves(ply)?.state)
    }

    /// The seat that made the move after so many others.
    pub(crate) fn mover(&self, ply: usize) -> Option<Seat> {
        self.timeline.mover(ply)
    }

    /// The game as a record.
    pub(crate) fn record(&self, headers: Headers) -> Record {
        Record::from_timeline(&self.timeline, headers)
    }
}

fn as_list(elements: &str) -> Arc<RawValue> {
    let list = RawValue::from_string(format!("[{elements}]"));
    list.expect("elements are written as JSON").into()
}

impl Around {
    /// Lets the time of the seat to move run, once all seats are taken.
    fn run_clock(&mut self, status: Status, at: i64) {
        let to_move = status.to_move().filter(|_| self.open_seats == 0);
        if let Some(clocks) = &mut self.clocks {
            clocks.run(to_move, at);
        }
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
        let first = log.timeline().game().start();
        log.add(GameEvent::Move { seat: 'A', text: "pass".to_owned() }, 1).unwrap();
        assert_eq!((log.number(), log.plies()), (1, 1));
        log.add(GameEvent::TakeBack { plies: 1 }, 2).unwrap();
        assert_eq!((log.number(), log.plies()), (2, 0));
        assert_eq!(log.state(0), Some(&first));
        assert!(log.add(GameEvent::TakeBack { plies: 1 }, 3).is_err());
        assert_eq!((log.number(), log.plies()), (2, 0), "a refusal changes nothing");
        assert_eq!(log.events_after(1).get(), r#"[{"type":"take-back","plies":1}]"#);
        let all: Vec<GameEvent> = serde_json::from_str(log.events_after(0).get()).unwrap();
        assert_eq!((all.len(), &all[1]), (2, &GameEvent::TakeBack { plies: 1 }));
        assert_eq!((log.events_after(2).get(), log.events_after(9).get()), ("[]", "[]"));
    }

    #[test]
    fn the_name_of_a_move_is_written_once_however_often_it_is_told() {
        let playable = selforge_games::open(&Spec::parse("chess").unwrap(), &NoFiles).unwrap();
        let start = GameStart { position: None, clock: ClockRule::None, open_seats: 0, at: 0 };
        let mut log = GameLog::new(&playable, start).unwrap();
        let written = std::cell::Cell::new(0);
        let told = |log: &GameLog| {
            written.set(0);
            let names = log.move_names(|state, mv| {
                written.set(written.get() + 1);
                playable.move_notation(state, mv)
            });
            (names.get().to_owned(), written.get())
        };
        let play = |log: &mut GameLog, seat, text: &str| {
            log.add(GameEvent::Move { seat, text: text.to_owned() }, 0).unwrap();
        };
        assert_eq!(told(&log), ("[]".to_owned(), 0));
        play(&mut log, 'A', "e2e4");
        play(&mut log, 'B', "e7e5");
        assert_eq!(told(&log), (r#"["e4","e5"]"#.to_owned(), 2));
        assert_eq!(told(&log), (r#"["e4","e5"]"#.to_owned(), 0), "nothing has happened");
        play(&mut log, 'A', "g1f3");
        assert_eq!(told(&log), (r#"["e4","e5","Nf3"]"#.to_owned(), 1));
        // What takes the place of moves that were taken back has a name of its own.
        log.add(GameEvent::TakeBack { plies: 2 }, 0).unwrap();
        play(&mut log, 'B', "c7c5");
        log.add(GameEvent::OfferDraw { seat: 'B' }, 0).unwrap();
        assert_eq!(told(&log), (r#"["e4","c5"]"#.to_owned(), 1));
        assert_eq!(log.move_names(|_, _| panic!("all are known")).get(), r#"["e4","c5"]"#);
    }

    #[test]
    fn moves_that_have_no_other_name_than_their_text_are_told_by_none() {
        let mut log = log();
        log.add(GameEvent::Move { seat: 'A', text: "pass".to_owned() }, 1).unwrap();
        assert_eq!(log.move_names(|_, _| None).get(), "[]");
    }

    #[test]
    fn an_event_that_is_only_checked_has_not_happened() {
        let mut log = log();
        let pass = |seat| GameEvent::Move { seat, text: "pass".to_owned() };
        log.add(pass('A'), 1).unwrap();
        let checked = log.check(pass('B'), 2).unwrap();
        let moment = checked.moment(&log);
        assert_eq!((moment.plies, moment.result().is_some()), (2, true));
        assert_eq!((log.number(), log.plies()), (1, 1));
        assert!(!checked.keeps_the_turn(&log));
        let offer = log.check(GameEvent::OfferDraw { seat: 'A' }, 2).unwrap();
        assert!(offer.keeps_the_turn(&log), "an offer leaves the position as it is");
        let back = log.check(GameEvent::TakeBack { plies: 1 }, 3).unwrap();
        assert_eq!(back.moment(&log).status, Status::ToMove(Seat::FIRST));
        assert_eq!((log.number(), log.plies()), (1, 1));
        log.apply(back);
        assert_eq!((log.number(), log.plies()), (2, 0));
        assert_eq!(log.timeline().status(), Status::ToMove(Seat::FIRST));
    }

    #[test]
    fn after_a_resignation_in_a_game_of_three_it_is_known_who_moved() {
        let spec = Spec::parse("selfo board=hexhex-4 seats=3 setup=random seed=2").unwrap();
        let start = GameStart { position: None, clock: ClockRule::None, open_seats: 0, at: 0 };
        let mut log = GameLog::new(&selforge_games::open(&spec, &NoFiles).unwrap(), start).unwrap();
        let pass = |seat| GameEvent::Move { seat, text: "pass".to_owned() };
        for event in [pass('A'), GameEvent::Resign { seat: 'B' }, pass('C')] {
            log.add(event, 0).unwrap();
        }
        assert_eq!((log.mover(0), log.mover(1)), (Some(Seat::FIRST), Some(Seat::new(2))));
        assert_eq!(log.mover(2), None);
        let game = log.timeline().game();
        assert_eq!(game.status(log.state(1).unwrap()), Status::ToMove(Seat::new(2)));
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
