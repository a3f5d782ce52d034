//! Ways across the board, and the moves that they take.

use selforge_board::topology::Topology;
use selforge_board::{Cell, CellSet};

use super::Task;
use crate::selfo::rules::Length;

/// Where a piece can go in one relocation. In single steps it may pass over friends, because pieces
/// are alike: the friend walks on and the piece takes its place, for the same number of steps.
#[inline]
pub(super) fn travel<S: CellSet, T>(task: &Task<'_, T, S>, own: S) -> S {
    if task.length == 1 { task.free } else { task.free & !own }
}

/// The piece outside `main` that is nearest to it, and a cell of `main` at that distance.
pub(super) fn nearest_outside<S: CellSet, T: Topology<S>>(
    task: &Task<'_, T, S>,
    own: S,
    main: S,
) -> Option<(Cell, Cell)> {
    let topology = task.topology;
    let mut reached = main;
    loop {
        let next = reached | topology.spread(reached) & task.free;
        if next == reached {
            return None;
        }
        reached = next;
        let met = reached & own & !main;
        if !met.is_empty() {
            break;
        }
    }
    let piece = (reached & own & !main).lowest();
    let mut back = S::only(piece);
    while (back & main).is_empty() {
        back |= topology.spread(back) & task.free;
    }
    Some((piece, (back & main).lowest()))
}

/// The cells of a shortest path from one cell to another inside `within`, ends included.
pub(super) fn path_between<S: CellSet, T: Topology<S>>(
    topology: &T,
    from: Cell,
    to: Cell,
    within: S,
) -> Option<Vec<Cell>> {
    let mut layers = vec![S::only(to)];
    let mut reached = S::only(to);
    let within = within | S::only(from);
    while !reached.contains(from) {
        let next = reached | topology.spread(reached) & within;
        if next == reached {
            return None;
        }
        layers.push(next & !reached);
        reached = next;
    }
    let mut here = from;
    let mut path = vec![here];
    for layer in layers.iter().rev().skip(1) {
        here = (topology.neighbours(here) & *layer).lowest();
        path.push(here);
    }
    Some(path)
}

/// The moves that bring a piece from one cell to another, friends in the way walking on ahead.
/// Nothing if there is no way.
pub(super) fn walk<S: CellSet, T: Topology<S>>(
    task: &Task<'_, T, S>,
    own: S,
    from: Cell,
    to: Cell,
) -> Vec<(Cell, Cell)> {
    let path = path_between(task.topology, from, to, travel(task, own)).unwrap_or_default();
    let mut moves = Vec::new();
    let mut end = path.len().saturating_sub(1);
    for start in (0..end).rev() {
        if own.contains(path[start]) {
            stride(&path[start..=end], task.length, &mut moves);
            end = start;
        }
    }
    moves
}

/// Adds the moves of one piece along a free path.
pub(super) fn stride(path: &[Cell], length: Length, moves: &mut Vec<(Cell, Cell)>) {
    let mut at = 0;
    while at + 1 < path.len() {
        let next = (at + usize::from(length)).min(path.len() - 1);
        moves.push((path[at], path[next]));
        at = next;
    }
}
