//! The kit finds what it is there to find: a sound game passes, and each fault is caught.

use std::fmt::{self, Write};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use selforge_core::{Game, MoveRepr, NotationError, Outcome, Seat, SeatSet, Status};
use selforge_testkit::conformance;
use selforge_testkit::playthrough::{self, Recipe};

/// What is wrong with the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    None,
    MoveTwice,
    UnstableOrder,
    WrongCount,
    WrongChoice,
    IgnoresBreak,
    IllegalIsLegal,
    LegalIsIllegal,
    CodeLost,
    SameMoveText,
    TextLosesSeat,
    KeyForgetsSeat,
    KeyChanges,
    MovesAfterTheEnd,
    NoMoves,
    OverWithoutEnding,
    EndingWhileOpen,
    ClaimAfterTheEnd,
    InactiveToMove,
    MarksVary,
    PlayVaries,
    SharedState,
    RetireKeepsSeat,
    RetireChangesThoughRefused,
}

const FAULTS: [Fault; 23] = [
    Fault::MoveTwice,
    Fault::UnstableOrder,
    Fault::WrongCount,
    Fault::WrongChoice,
    Fault::IgnoresBreak,
    Fault::IllegalIsLegal,
    Fault::LegalIsIllegal,
    Fault::CodeLost,
    Fault::SameMoveText,
    Fault::TextLosesSeat,
    Fault::KeyForgetsSeat,
    Fault::KeyChanges,
    Fault::MovesAfterTheEnd,
    Fault::NoMoves,
    Fault::OverWithoutEnding,
    Fault::EndingWhileOpen,
    Fault::ClaimAfterTheEnd,
    Fault::InactiveToMove,
    Fault::MarksVary,
    Fault::PlayVaries,
    Fault::SharedState,
    Fault::RetireKeepsSeat,
    Fault::RetireChangesThoughRefused,
];

/// Three seats in turn add 1, 2 or 3 to a number; whoever makes it 12 or more wins.
#[derive(Debug)]
struct Sum {
    fault: Fault,
    calls: AtomicU32,
}

#[derive(Clone, Debug)]
struct Position {
    sum: u32,
    seat: Seat,
    active: SeatSet,
    /// A heap value that a faulty game shares between clones.
    shared: Arc<AtomicU32>,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        (self.sum, self.seat, self.active) == (other.sum, other.seat, other.active)
    }
}

impl Eq for Position {}

impl std::hash::Hash for Position {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.sum, self.seat).hash(state);
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Add(u32);

impl MoveRepr for Add {
    fn to_code(self) -> u32 {
        // A faulty move has the code of another.
        if self.0 == 77 { 1 } else { self.0 }
    }

    fn from_code(code: u32) -> Option<Add> {
        (1..=9).contains(&code).then_some(Add(code))
    }
}

impl Sum {
    fn is(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    /// Different at every call, for games that are.
    fn flips(&self) -> bool {
        self.calls.fetch_add(1, Ordering::Relaxed) % 2 == 1
    }

    fn over(&self, state: &Position) -> bool {
        state.sum >= 12 || state.active.len() == 1
    }
}

impl Game for Sum {
    type State = Position;
    type Move = Add;

    fn seats(&self) -> u8 {
        3
    }

    fn start(&self) -> Position {
        Position { sum: 0, seat: Seat::FIRST, active: SeatSet::first(3), shared: Arc::default() }
    }

    fn status(&self, state: &Position) -> Status {
        if self.over(state) {
            Status::Over(Outcome::win(state.seat, 3))
        } else {
            Status::ToMove(state.seat)
        }
    }

    fn visit_moves(
        &self,
        state: &Position,
        visit: &mut impl FnMut(Add) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let none = self.is(Fault::NoMoves) && state.sum == 5;
        if none || self.over(state) && !self.is(Fault::MovesAfterTheEnd) {
            return ControlFlow::Continue(());
        }
        let third = if self.is(Fault::CodeLost) { 77 } else { 3 };
        let mut moves = vec![Add(1), Add(2), Add(third)];
        if self.is(Fault::MoveTwice) {
            moves.push(Add(2));
        }
        if self.is(Fault::UnstableOrder) && self.flips() {
            moves.reverse();
        }
        for mv in moves {
            let flow = visit(mv);
            if !self.is(Fault::IgnoresBreak) {
                flow?;
            }
        }
        ControlFlow::Continue(())
    }

    fn count_moves(&self, state: &Position) -> u32 {
        if self.is(Fault::WrongCount) {
            return 4;
        }
        let mut count = 0;
        let _ = self.visit_moves(state, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    fn choose_move(&self, state: &Position, choose: impl FnOnce(u32) -> u32) -> Option<Add> {
        let mut moves = Vec::new();
        self.legal_moves(state, &mut moves);
        if self.is(Fault::WrongChoice) {
            moves.reverse();
        }
        if moves.is_empty() {
            return None;
        }
        moves.get(choose(moves.len() as u32) as usize).copied()
    }

    fn is_legal(&self, state: &Position, mv: Add) -> bool {
        match self.fault {
            Fault::IllegalIsLegal => true,
            Fault::LegalIsIllegal if mv == Add(3) => false,
            _ => !self.over(state) && (1..=3).contains(&mv.0),
        }
    }

    fn play(&self, state: &mut Position, mv: Add) {
        state.sum += mv.0;
        if self.is(Fault::PlayVaries) && self.flips() {
            state.sum += 1;
        }
        if self.is(Fault::SharedState) {
            state.shared.fetch_add(1, Ordering::Relaxed);
        }
        if state.sum < 12 {
            state.seat = state.active.next_after(state.seat);
        }
    }

    fn key(&self, state: &Position) -> u64 {
        let seat = if self.is(Fault::KeyForgetsSeat) { 0 } else { state.seat.index() as u64 };
        let noise = u64::from(self.is(Fault::KeyChanges) && self.flips()) << 40;
        let active = state.active.iter().fold(0, |bits, seat| bits | 1 << seat.index());
        noise | active << 20 | seat << 10 | u64::from(state.sum)
    }

    fn write_move(&self, _: &Position, mv: Add, out: &mut dyn Write) -> fmt::Result {
        write!(out, "add-{}", if self.is(Fault::SameMoveText) { mv.0.min(2) } else { mv.0 })
    }

    fn write_state(&self, state: &Position, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{} {} {}", state.sum, state.seat, state.active)
    }

    fn parse_state(&self, text: &str) -> Result<Position, NotationError> {
        let read = || {
            let mut words = text.split(' ');
            let sum = words.next()?.parse().ok()?;
            let seat = words.next()?.parse().ok().and_then(Seat::from_letter)?;
            let seat = if self.is(Fault::TextLosesSeat) { Seat::FIRST } else { seat };
            let active =
                words.next()?.chars().map(Seat::from_letter).collect::<Option<SeatSet>>()?;
            Some(Position { sum, seat, active, shared: Arc::default() })
        };
        read().ok_or_else(|| NotationError::at(text, 0, "no position", "one like '3 A ABC'"))
    }

    fn ending(&self, state: &Position) -> &'static str {
        match self.fault {
            Fault::OverWithoutEnding => "",
            Fault::EndingWhileOpen => "twelve",
            _ if self.over(state) => "twelve",
            _ => "",
        }
    }

    fn progress(&self, state: &Position, marks: &mut Vec<u32>) {
        let count = if self.is(Fault::MarksVary) { state.sum % 2 } else { 1 };
        marks.extend((0..count).map(|_| 12 - state.sum.min(12)));
    }

    fn claim(&self, state: &Position) -> Option<&'static str> {
        (self.is(Fault::ClaimAfterTheEnd) && self.over(state)).then_some("why not")
    }

    fn active(&self, state: &Position) -> SeatSet {
        if self.is(Fault::InactiveToMove) { state.active.without(state.seat) } else { state.active }
    }

    fn retire(&self, state: &mut Position, seat: Seat) -> bool {
        if self.is(Fault::RetireKeepsSeat) {
            return true;
        }
        if self.is(Fault::RetireChangesThoughRefused) {
            state.sum += 1;
            return false;
        }
        state.active = state.active.without(seat);
        if state.seat == seat || state.active.len() == 1 {
            state.seat = state.active.next_after(seat);
        }
        true
    }
}

fn sum(fault: Fault) -> Arc<Sum> {
    Arc::new(Sum { fault, calls: AtomicU32::new(0) })
}

#[test]
fn a_sound_game_conforms() {
    let seen = conformance::check(&sum(Fault::None), 1, 30, 30);
    assert!(seen.positions > 30 && seen.finished == 30 && seen.retired > 0, "{seen:?}");
}

#[test]
fn every_fault_is_found() {
    for fault in FAULTS {
        let check = || conformance::check(&sum(fault), 1, 30, 30);
        assert!(catch_unwind(AssertUnwindSafe(check)).is_err(), "{fault:?} goes unnoticed");
    }
}

#[test]
fn a_playthrough_says_who_did_what_and_how_it_ended() {
    let recipe = Recipe { spec: "sum".into(), seed: 4, plies: 30 };
    let text = playthrough::write(&sum(Fault::None), &recipe);
    assert_eq!(Recipe::read(&text), recipe);
    assert!(text.contains("\nstart: 0 A ABC\n   3 moves, key "), "{text}");
    assert!(text.contains("\n1. A add-"), "{text}");
    assert!(text.trim_end().lines().last().unwrap().ends_with(" wins, twelve"), "{text}");
    let short = playthrough::write(&sum(Fault::None), &Recipe { plies: 2, ..recipe });
    assert!(short.ends_with("\nresult: none after 2 plies\n"), "{short}");
}
