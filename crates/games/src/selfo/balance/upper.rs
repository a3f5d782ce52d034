//! How few moves are known to connect a set.
//!
//! A greedy player plays several times ([`greedy`](super::greedy)); the cells of its best run are
//! improved ([`anneal`](super::anneal)) and reached in as few moves as possible
//! ([`assignment`](super::assignment)). How much of each depends on what the answer is for.

use selforge_board::topology::Topology;
use selforge_board::{Cell, CellSet};
use selforge_core::Stream;

use super::Task;
use super::anneal::{self, Ways};
use super::assignment::{Assignment, assign};
use super::greedy::Greedy;
use super::paths::walk;

/// A way to connect a set.
pub(super) struct Found {
    /// How many moves it takes.
    pub(super) cost: u32,
    way: Way,
}

enum Way {
    /// Pieces relocated one after another.
    Relocations(Vec<(Cell, Cell)>),
    /// Pieces assigned to cells.
    Assigned(Assignment),
}

impl Found {
    /// The moves, each no longer than the set's pieces can go.
    pub(super) fn moves<S: CellSet, T: Topology<S>>(
        &self,
        task: &Task<'_, T, S>,
    ) -> Vec<(Cell, Cell)> {
        match &self.way {
            Way::Assigned(assignment) => assignment.moves(task),
            Way::Relocations(list) => {
                let mut own = task.own;
                let mut moves = Vec::new();
                for &(from, to) in list {
                    moves.extend(walk(task, own, from, to));
                    own ^= S::only(from) | S::only(to);
                }
                moves
            }
        }
    }
}

/// How much work to put in.
#[derive(Clone, Copy)]
struct Work {
    /// Runs of the greedy player.
    runs: u64,
    /// How often the cells of the best run are annealed.
    anneals: u64,
    /// How many steps a piece each of those takes.
    steps: u32,
}

/// A rough answer, good enough to reject most bad positions. `None` if the set is blocked.
pub(super) fn glance<S: CellSet, T: Topology<S>>(task: &Task<'_, T, S>) -> Option<Found> {
    best_of(task, Work { runs: 2, anneals: 0, steps: 0 }, 0)
}

/// A fair answer. `None` if the set is blocked.
pub(super) fn quick<S: CellSet, T: Topology<S>>(task: &Task<'_, T, S>) -> Option<Found> {
    let (runs, steps) = match task.own.len() {
        0..=24 => (8, 100),
        25..=48 => (3, 50),
        _ => (2, 20),
    };
    best_of(task, Work { runs, anneals: 1, steps }, 0)
}

/// Mostly the best there is, on boards like `hexhex-6`. Stops early if it attains the lower bound.
/// `None` if the set is blocked.
pub(super) fn thorough<S: CellSet, T: Topology<S>>(
    task: &Task<'_, T, S>,
    low: u32,
) -> Option<Found> {
    let (runs, anneals, steps) = match task.own.len() {
        0..=24 => (64, 16, 5000),
        25..=48 => (16, 8, 2000),
        _ => (4, 2, 200),
    };
    best_of(task, Work { runs, anneals, steps }, low)
}

fn best_of<S: CellSet, T: Topology<S>>(
    task: &Task<'_, T, S>,
    work: Work,
    enough: u32,
) -> Option<Found> {
    let ways = Ways::of(task);
    let mut best: Option<Found> = None;
    let mut meeting = task.own;
    for run in 0..work.runs {
        if best.is_some() && (task.cancelled)() {
            return best;
        }
        let mut player = Greedy::new(task, run);
        if !player.play() {
            return best;
        }
        let end = player.own;
        let played = Found { cost: player.cost, way: Way::Relocations(player.relocations) };
        let found = better(assigned(task, &ways, end), played);
        if best.as_ref().is_none_or(|best| found.cost < best.cost) {
            meeting = end;
            best = Some(found);
        }
    }
    for again in 0..work.anneals {
        if best.as_ref().is_none_or(|best| best.cost <= enough) || (task.cancelled)() {
            break;
        }
        let mut random = Stream::new(again, "anneal", 0);
        let steps = work.steps.saturating_mul(task.own.len());
        let cells = anneal::improve(task, &ways, meeting, steps, &mut random);
        best = best.map(|best| better(assigned(task, &ways, cells), best));
    }
    best
}

/// The way to given cells.
fn assigned<S: CellSet, T: Topology<S>>(
    task: &Task<'_, T, S>,
    ways: &Ways,
    cells: S,
) -> Option<Found> {
    let assignment = assign(task, ways, cells)?;
    Some(Found { cost: assignment.cost(task), way: Way::Assigned(assignment) })
}

fn better(one: Option<Found>, other: Found) -> Found {
    match one {
        Some(one) if one.cost < other.cost => one,
        _ => other,
    }
}
