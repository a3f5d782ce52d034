//! The value of every placement, found backwards from the ends of the game.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use selforge_agents::Stop;
use selforge_core::AnyState;
use selforge_games::Playable;
use serde::{Deserialize, Serialize};

use super::numbering::Numbering;
use super::problem::{Position, Problem, position_in};
use crate::LabError;
use crate::spread::spread;

/// What a position is worth to the seat to move when nobody errs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// Won in so many plies, an odd number, however well the other defends.
    Won(u32),
    /// Lost in so many plies, an even number, if one holds out as long as possible.
    Lost(u32),
    /// Neither can force a win.
    Drawn,
}

/// How far solving has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solving {
    /// The distance of the wins and losses that are being looked for, in plies.
    pub plies: u32,
    /// Placements that are known to be won or lost; those that look alike count once.
    pub decided: u64,
    /// All placements, in the same way.
    pub placements: u64,
}

/// Values are kept as the number of plies and one; these are the others. Every second number is a
/// win, because the seat that wins makes the last move.
mod kept {
    /// Nothing is known: drawn, when all is done.
    pub(super) const OPEN: u16 = 0;
    /// The longest distance that can be told.
    pub(super) const MOST: u16 = u16::MAX - 3;
    /// Drawn by mutual blockade.
    pub(super) const BLOCKADE: u16 = u16::MAX - 1;
    /// The seat to move is connected, so the game was over before.
    pub(super) const NEVER: u16 = u16::MAX;
}

fn is_won(kept: u16) -> bool {
    kept != kept::OPEN && kept <= kept::MOST && kept.is_multiple_of(2)
}

/// A board whose every placement has a value.
#[derive(Debug)]
pub struct Solution {
    problem: Problem,
    /// By the set to move; only one if the sets are alike.
    sides: Vec<Side>,
}

#[derive(Debug)]
struct Side {
    numbering: Numbering,
    kept: Vec<AtomicU16>,
}

/// How many placements have what in common, those that look alike counted as often as they are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Counts {
    /// By distance: won in an odd number of plies, lost in an even one.
    pub(super) decided: Vec<u64>,
    pub(super) open: u64,
    pub(super) blockades: u64,
}

/// Solves a problem; `None` if it was told to stop. The values are the same on any number of threads.
///
/// # Errors
/// If it takes more than this many bytes, or a win is so long that it cannot be kept.
pub fn solve(
    problem: Problem,
    memory: u64,
    threads: usize,
    stop: &Stop,
    progress: &mut dyn FnMut(Solving),
) -> Result<Option<Solution>, LabError> {
    problem.check(memory)?;
    let solution = Solution::unknown(problem);
    let placements = solution.sides.iter().map(|side| side.kept.len() as u64).sum();
    let (mut decided, mut plies) = (0, 0);
    let mut found = solution.sweep(threads, stop, &|at| solution.begin(at));
    while let Some(new) = found {
        decided += new;
        progress(Solving { plies, decided, placements });
        if new == 0 {
            return Ok(Some(solution));
        }
        LabError::require(
            plies + 1 < u32::from(kept::MOST),
            "a win that takes longer than can be told",
            format!("at most {} plies", kept::MOST),
        )?;
        let kept = plies as u16 + 1;
        found = match plies.is_multiple_of(2) {
            true => solution.sweep(threads, stop, &|at| solution.wins_before(at, kept)),
            false => solution.sweep(threads, stop, &|at| solution.losses_before(at, kept)),
        };
        plies += 1;
    }
    Ok(None)
}

impl Solution {
    fn unknown(problem: Problem) -> Solution {
        let side = |set| {
            let numbering = problem.numbering(set);
            let kept = (0..numbering.len()).map(|_| AtomicU16::new(kept::OPEN)).collect();
            Side { numbering, kept }
        };
        Solution { sides: problem.sides().map(side).collect(), problem }
    }

    /// The problem that was solved.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    fn side(&self, set: usize) -> &Side {
        &self.sides[set.min(self.sides.len() - 1)]
    }

    /// Does something for every class of placements and adds up what it gives; none if it was told
    /// to stop.
    fn sweep(
        &self,
        threads: usize,
        stop: &Stop,
        work: &(dyn Fn((usize, usize)) -> u64 + Sync),
    ) -> Option<u64> {
        let classes = |(set, side): (usize, &Side)| {
            (0..side.numbering.classes().len()).map(move |class| (set, class))
        };
        let all: Vec<(usize, usize)> = self.sides.iter().enumerate().flat_map(classes).collect();
        let mut sum = 0;
        let one = |number: usize, _: &Stop, hand: &dyn Fn(u64)| hand(work(all[number]));
        spread(all.len(), threads, stop, one, |_, new| {
            sum += new;
            ControlFlow::Continue(())
        });
        (!stop.is_asked()).then_some(sum)
    }

    /// The placements of a class with what is kept of them.
    fn class(&self, (set, class): (usize, usize)) -> impl Iterator<Item = (&AtomicU16, usize)> {
        let size = self.sides[set].numbering.class_size();
        self.sides[set].kept[class * size..][..size].iter().zip(0..)
    }

    fn position(&self, (set, class): (usize, usize), number: usize) -> Position {
        let numbering = &self.sides[set].numbering;
        let (own, other) = (numbering.classes()[class].set, numbering.second(class, number));
        Position { set, own, other }
    }

    /// Those of a class of which this is kept.
    fn having(&self, at: (usize, usize), wanted: u16) -> impl Iterator<Item = Position> {
        let these = self.class(at).filter(move |(kept, _)| kept.load(Relaxed) == wanted);
        these.map(move |(_, number)| self.position(at, number))
    }

    /// Notes what the rules say of each placement of a class; gives how many are lost at once.
    fn begin(&self, class: (usize, usize)) -> u64 {
        let own = self.sides[class.0].numbering.classes()[class.1].set;
        let over = self.problem.connected(own);
        let mut lost = 0;
        for (kept, number) in self.class(class) {
            let at = self.position(class, number);
            let known = match () {
                () if over => kept::NEVER,
                () if self.problem.connected(at.other) => 1,
                () if self.problem.is_blockade(at) => kept::BLOCKADE,
                () => kept::OPEN,
            };
            kept.store(known, Relaxed);
            lost += u64::from(known == 1);
        }
        lost
    }

    /// From where a move leads to losses of a class, of which this is kept: they are won.
    fn wins_before(&self, class: (usize, usize), lost: u16) -> u64 {
        let before = self.having(class, lost).flat_map(|at| self.problem.before(at));
        before.map(|at| self.decide(at, lost + 1)).sum()
    }

    /// From where nothing leads anywhere but to wins of the other seat: they are lost. The last such
    /// win to be found is among those of which this is kept, so only what leads to them is looked at.
    fn losses_before(&self, class: (usize, usize), won: u16) -> u64 {
        let mut new = 0;
        for at in self.having(class, won) {
            for before in self.problem.before(at).chain([at.passed()]) {
                if self.kept(before) == kept::OPEN && self.is_lost(before) {
                    new += self.decide(before, won + 1);
                }
            }
        }
        new
    }

    fn is_lost(&self, at: Position) -> bool {
        let lost = |next: Position| is_won(self.kept(next));
        // A pass is always legal, and the quickest to look up.
        lost(at.passed()) && self.problem.after(at).all(lost)
    }

    fn kept(&self, at: Position) -> u16 {
        let side = self.side(at.set);
        side.kept[side.numbering.number(at.own, at.other)].load(Relaxed)
    }

    /// Keeps a value under every number of a placement of which nothing is known; gives how many.
    fn decide(&self, at: Position, value: u16) -> u64 {
        let side = self.side(at.set);
        let fresh = |number: &usize| {
            side.kept[*number].compare_exchange(kept::OPEN, value, Relaxed, Relaxed).is_ok()
        };
        side.numbering.numbers(at.own, at.other).filter(fresh).count() as u64
    }

    /// The value of a position; none if the game is over there because the seat to move is connected.
    pub(super) fn value_at(&self, at: Position) -> Option<Value> {
        match self.kept(at) {
            kept::NEVER => None,
            kept::OPEN | kept::BLOCKADE => Some(Value::Drawn),
            kept if is_won(kept) => Some(Value::Won(u32::from(kept) - 1)),
            kept => Some(Value::Lost(u32::from(kept) - 1)),
        }
    }

    /// The value of a position of the game that was solved, before anybody has passed; none if the
    /// game is over there.
    #[must_use]
    pub fn value(&self, playable: &Playable, state: &AnyState) -> Option<Value> {
        self.value_at(position_in(playable, state)?)
    }

    /// How many placements have which value, with this set to move.
    pub(super) fn count(&self, set: usize) -> Counts {
        let mut counts = Counts::default();
        for (number, class) in self.sides[set].numbering.classes().iter().enumerate() {
            for (kept, _) in self.class((set, number)) {
                match kept.load(Relaxed) {
                    kept::NEVER => {}
                    kept::OPEN => counts.open += class.count,
                    kept::BLOCKADE => counts.blockades += class.count,
                    kept => {
                        let plies = usize::from(kept) - 1;
                        if counts.decided.len() <= plies {
                            counts.decided.resize(plies + 1, 0);
                        }
                        counts.decided[plies] += class.count;
                    }
                }
            }
        }
        counts
    }

    /// The first placement with this set to move that is decided in so many plies.
    pub(super) fn example(&self, set: usize, plies: u32) -> Option<Position> {
        let wanted = u16::try_from(plies + 1).ok()?;
        let classes = 0..self.sides[set].numbering.classes().len();
        classes.into_iter().find_map(|class| self.having((set, class), wanted).next())
    }

    /// Best play from a position to its end, as moves: the quickest win, the longest defence. Nothing
    /// from a drawn one, which has no end.
    pub(super) fn line(&self, from: Position) -> Vec<String> {
        let (mut at, mut moves) = (from, Vec::new());
        loop {
            let wanted = match self.value_at(at) {
                Some(Value::Won(plies)) => Value::Lost(plies - 1),
                Some(Value::Lost(plies @ 1..)) => Value::Won(plies - 1),
                _ => return moves,
            };
            let mut next = self.problem.after(at).chain([at.passed()]);
            let Some(next) = next.find(|it| self.value_at(*it) == Some(wanted)) else {
                return moves;
            };
            moves.push(self.problem.move_text(at, next));
            at = next;
        }
    }
}
