//! A game for the tests of this crate: small enough to check every ending by hand.
//!
//! A token stands on a line of cells from 0 to [`GOAL`]. In turn each seat moves it `on`, `back`,
//! or `wait`s. Whoever moves it to the goal wins. In cell 0 the seat to move may claim a draw.
//! A position is written `3 A ABC`: the token's cell, the seat to move (or the winner), and the
//! seats still playing.

use std::fmt::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::{
    Game, HistoryRules, MoveRepr, NotationError, Outcome, Seat, SeatSet, Status, Timeline,
};

/// The cell that wins.
pub(crate) const GOAL: u32 = 6;

/// The rules: how many seats, whether a seat can leave, and which history rules hold.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) seats: u8,
    pub(crate) can_retire: bool,
    pub(crate) rules: HistoryRules,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    pub(crate) cell: u32,
    seat: Seat,
    active: SeatSet,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Step {
    Back,
    Wait,
    On,
}

impl MoveRepr for Step {
    fn to_code(self) -> u32 {
        self as u32
    }

    fn from_code(code: u32) -> Option<Step> {
        [Step::Back, Step::Wait, Step::On].get(code as usize).copied()
    }
}

/// A new game for this many seats, without history rules.
pub(crate) fn line(seats: u8) -> Line {
    Line { seats, can_retire: true, rules: HistoryRules::default() }
}

/// A game of it being played.
pub(crate) fn timeline(seats: u8) -> Timeline<Line> {
    Timeline::new(Arc::new(line(seats)))
}

impl Game for Line {
    type State = Position;
    type Move = Step;

    fn seats(&self) -> u8 {
        self.seats
    }

    fn start(&self) -> Position {
        Position { cell: 3, seat: Seat::FIRST, active: SeatSet::first(self.seats) }
    }

    fn status(&self, state: &Position) -> Status {
        if state.cell == GOAL || state.active.len() == 1 {
            Status::Over(Outcome::win(state.seat, self.seats))
        } else {
            Status::ToMove(state.seat)
        }
    }

    fn visit_moves(
        &self,
        state: &Position,
        visit: &mut impl FnMut(Step) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.outcome(state).is_some() {
            return ControlFlow::Continue(());
        }
        if state.cell > 0 {
            visit(Step::Back)?;
        }
        visit(Step::Wait)?;
        visit(Step::On)
    }

    fn play(&self, state: &mut Position, mv: Step) {
        match mv {
            Step::Back => state.cell -= 1,
            Step::Wait => {}
            Step::On => state.cell += 1,
        }
        if state.cell < GOAL {
            state.seat = state.active.next_after(state.seat);
        }
    }

    fn key(&self, state: &Position) -> u64 {
        u64::from(state.cell) << 16
            | (state.seat.index() as u64) << 8
            | u64::from(state.active.len())
    }

    fn write_move(&self, _: &Position, mv: Step, out: &mut dyn Write) -> fmt::Result {
        out.write_str(match mv {
            Step::Back => "back",
            Step::Wait => "wait",
            Step::On => "on",
        })
    }

    fn write_state(&self, state: &Position, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{} {} {}", state.cell, state.seat, state.active)
    }

    fn parse_state(&self, text: &str) -> Result<Position, NotationError> {
        let read = || {
            let (cell, seats) = text.split_once(' ')?;
            let (seat, active) = seats.split_once(' ')?;
            let active = active.chars().map(Seat::from_letter).collect::<Option<SeatSet>>()?;
            let seat = seat.parse().ok().and_then(Seat::from_letter)?;
            let cell = cell.parse().ok().filter(|cell| *cell <= GOAL)?;
            active.contains(seat).then_some(Position { cell, seat, active })
        };
        read().ok_or_else(|| NotationError::at(text, 0, "not a position", "one like '3 A AB'"))
    }

    fn ending(&self, state: &Position) -> &'static str {
        if state.cell == GOAL { "reached" } else { "alone" }
    }

    fn history_rules(&self) -> HistoryRules {
        self.rules
    }

    fn progress(&self, state: &Position, marks: &mut Vec<u32>) {
        marks.push(GOAL - state.cell);
    }

    fn claim(&self, state: &Position) -> Option<&'static str> {
        (state.cell == 0).then_some("corner")
    }

    fn retire(&self, state: &mut Position, seat: Seat) -> bool {
        if self.can_retire {
            state.active = state.active.without(seat);
            if state.seat == seat || state.active.len() == 1 {
                state.seat = state.active.next_after(seat);
            }
        }
        self.can_retire
    }
}
