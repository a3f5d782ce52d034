//! The exact number of moves, where the board is small enough to search.
//!
//! A* over the cells that the set can occupy, led by the proven lower bound, with the greedy
//! player's result as the number to beat. Where the search runs out of nodes, the smallest estimate
//! still open is a proven lower bound, often better than the quick one.

use std::collections::HashMap;

use selforge_board::topology::Topology;
use selforge_board::{Cell, CellSet};

use super::Task;
use super::lower::Gains;

/// What a search found.
pub(super) struct Searched {
    /// No fewer moves can do.
    pub(super) low: u32,
    /// Fewer moves than were known before, if there are any.
    pub(super) moves: Option<Vec<(Cell, Cell)>>,
}

/// Looks for fewer than `high` moves, of which at least `low` are needed, visiting at most `nodes`
/// positions. If it ends in time, `low` is the exact number.
pub(super) fn search<S: CellSet, T: Topology<S>>(
    task: &Task<'_, T, S>,
    gains: &Gains,
    low: u32,
    high: u32,
    nodes: usize,
) -> Searched {
    // The moves to each position and the position before it; a list of open ones for each estimate.
    let mut seen: HashMap<S, (u32, S)> = HashMap::from([(task.own, (0, task.own))]);
    let mut open: Vec<Vec<(u32, S)>> = vec![Vec::new(); high as usize + 1];
    if low >= high {
        return Searched { low: high, moves: None };
    }
    open[low as usize].push((0, task.own));
    let mut estimate = low;
    while estimate < high {
        let Some((cost, own)) = open[estimate as usize].pop() else {
            estimate += 1;
            continue;
        };
        if seen.get(&own).is_some_and(|&(best, _)| best < cost) {
            continue;
        }
        if task.topology.connected(own) {
            // With special pieces about, the search let every piece go as far as the furthest.
            let legal = task.longest == task.length;
            return Searched { low: cost, moves: legal.then(|| moves_to(&seen, own)) };
        }
        if seen.len() >= nodes || (task.cancelled)() {
            return Searched { low: estimate, moves: None };
        }
        let empty = task.free & !own;
        for from in own.iter() {
            for to in task.topology.reach(from, empty, task.longest).iter() {
                let next = own ^ S::only(from) ^ S::only(to);
                let known = seen.get(&next).map_or(u32::MAX, |&(best, _)| best);
                if cost + 1 >= known {
                    continue;
                }
                let rest = gains.low_of(task.topology, next, task.free, task.longest);
                let guess = (cost + 1 + rest).max(estimate);
                seen.insert(next, (cost + 1, own));
                if guess < high {
                    open[guess as usize].push((cost + 1, next));
                }
            }
        }
    }
    Searched { low: high, moves: None }
}

/// The moves that led to a position.
fn moves_to<S: CellSet>(seen: &HashMap<S, (u32, S)>, end: S) -> Vec<(Cell, Cell)> {
    let mut moves = Vec::new();
    let mut here = end;
    while let Some(&(cost, before)) = seen.get(&here) {
        if cost == 0 {
            break;
        }
        moves.push(((before & !here).lowest(), (here & !before).lowest()));
        here = before;
    }
    moves.reverse();
    moves
}
