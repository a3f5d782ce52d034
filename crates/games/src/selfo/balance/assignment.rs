//! The fewest moves that bring a set onto given cells.
//!
//! Pieces of a set are alike, so with single steps the number is that of a cheapest assignment of
//! pieces to cells, by distance through cells that are empty or the set's own. It is no less,
//! because any sequence of steps brings every piece to some cell. And it is attained: if a piece's
//! way to its empty cell leads over friends, the last of them takes the cell instead and leaves its
//! own cell and its own duty behind; the steps made lower the sum of the remaining distances by as
//! many.
//!
//! With longer moves the same procedure connects the set, but friends in the way may cost extra
//! moves; what it really takes is counted.
//!
//! The assignment is solved here because opening a start is full of it: `kuhn_munkres_min` of the crate
//! `pathfinding` takes 1.4 to 3.6 times as long for 3 to 40 pieces (both in one run, same costs).

use selforge_board::topology::Topology;
use selforge_board::{Cell, CellSet};

use super::Task;
use super::anneal::Ways;
use super::paths::{path_between, stride};

/// Which piece goes where.
pub(super) struct Assignment {
    /// How many moves that takes, if nothing is in the way.
    cost: u32,
    duties: Vec<(Cell, Cell)>,
}

/// More than any sum of distances.
const FAR: i32 = i32::MAX / 4;

/// The cheapest assignment of the set's pieces to as many `targets`; `None` if some cannot be
/// reached.
pub(super) fn assign<S: CellSet, T: Topology<S>>(
    task: &Task<'_, T, S>,
    ways: &Ways,
    targets: S,
) -> Option<Assignment> {
    // A piece on a target stays: sending it elsewhere and another in its place is never cheaper, by
    // the triangle inequality.
    let movers: Vec<usize> = ways.indices(|piece| !targets.contains(piece));
    let targets: Vec<Cell> = (targets & !task.own).iter().collect();
    if movers.len() != targets.len() {
        return None;
    }
    let size = movers.len();
    let mut costs = Vec::with_capacity(size * size);
    for &piece in &movers {
        costs.extend(targets.iter().map(|&target| ways.cost(piece, target)));
    }
    let chosen = hungarian(size, &costs);
    let cost: i32 =
        chosen.iter().enumerate().map(|(row, &column)| costs[row * size + column]).sum();
    let duties = movers.iter().zip(&chosen).map(|(&at, &column)| (ways.piece(at), targets[column]));
    Some(Assignment { cost: cost.try_into().ok()?, duties: duties.collect() })
}

impl Assignment {
    /// How many moves it takes in fact.
    pub(super) fn cost<S: CellSet, T: Topology<S>>(&self, task: &Task<'_, T, S>) -> u32 {
        if task.length == 1 { self.cost } else { self.moves(task).len() as u32 }
    }

    /// The moves, in an order in which each is free to be made.
    pub(super) fn moves<S: CellSet, T: Topology<S>>(
        &self,
        task: &Task<'_, T, S>,
    ) -> Vec<(Cell, Cell)> {
        let mut own = task.own;
        // The cells that pieces stay on are duties too: another piece's way may lead over them.
        let leaving = S::of(self.duties.iter().map(|&(from, _)| from));
        let mut duties: Vec<(Cell, Cell)> = (own & !leaving).iter().map(|c| (c, c)).collect();
        duties.extend(&self.duties);
        let mut moves = Vec::new();
        while let Some(at) = duties.iter().position(|&(_, target)| !own.contains(target)) {
            let (piece, target) = duties[at];
            let clear = path_between(task.topology, piece, target, task.free & !own)
                .filter(|_| task.length > 1);
            let path = clear.or_else(|| path_between(task.topology, piece, target, task.free));
            let Some(path) = path else { break };
            let Some(last) = path.iter().rposition(|&cell| own.contains(cell)) else { break };
            stride(&path[last..], task.length, &mut moves);
            own ^= S::only(path[last]) | S::only(target);
            // Whoever stood there has done the duty; the piece inherits what that one had to do.
            if let Some(other) = duties.iter().position(|&(from, _)| from == path[last]) {
                duties[at].1 = duties[other].1;
                duties[other] = (target, target);
            }
        }
        moves
    }
}

/// The cheapest choice of a different column for every row of a square table (Kuhn and Munkres,
/// with potentials).
fn hungarian(size: usize, costs: &[i32]) -> Vec<usize> {
    let mut row_potential = vec![0; size + 1];
    let mut column_potential = vec![0; size + 1];
    // The row of each column; column and row `size` stand for none.
    let mut row_of = vec![size; size + 1];
    let mut before = vec![size; size + 1];
    let mut slack = vec![FAR; size + 1];
    let mut used = vec![false; size + 1];
    for row in 0..size {
        row_of[size] = row;
        let mut column = size;
        slack.fill(FAR);
        used.fill(false);
        loop {
            used[column] = true;
            let here = row_of[column];
            let (mut least, mut next) = (FAR, size);
            for other in 0..size {
                if used[other] {
                    continue;
                }
                let reduced =
                    costs[here * size + other] - row_potential[here] - column_potential[other];
                if reduced < slack[other] {
                    slack[other] = reduced;
                    before[other] = column;
                }
                if slack[other] < least {
                    (least, next) = (slack[other], other);
                }
            }
            for other in 0..=size {
                if used[other] {
                    row_potential[row_of[other]] += least;
                    column_potential[other] -= least;
                } else {
                    slack[other] -= least;
                }
            }
            column = next;
            if row_of[column] == size {
                break;
            }
        }
        while column != size {
            let previous = before[column];
            row_of[column] = row_of[previous];
            column = previous;
        }
    }
    let mut column_of = vec![0; size];
    for column in 0..size {
        column_of[row_of[column]] = column;
    }
    column_of
}
