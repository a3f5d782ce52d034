//! Better cells to meet on, by simulated annealing.
//!
//! The greedy player commits itself early. Here its last position is taken as a mere proposal of
//! cells to meet on: cells are exchanged for others at the edge as long as the set of cells stays
//! connected, always if that shortens the ways of the pieces and sometimes if not. The chances are
//! whole numbers, so that the result is the same on every machine.

use selforge_board::topology::Topology;
use selforge_board::{Cell, CellSet};
use selforge_core::Stream;

use super::Task;

/// The chance, in 256ths, of accepting one move more, from the first tenth of the steps to the
/// last.
const CHANCES: [u64; 10] = [96, 80, 64, 48, 32, 24, 16, 8, 4, 0];

/// How many moves the ways of all pieces take, if nothing is in the way.
pub(super) struct Ways {
    pieces: Vec<Cell>,
    slots: usize,
    /// By piece and slot of the target.
    moves: Vec<u16>,
}

impl Ways {
    pub(super) fn of<S: CellSet, T: Topology<S>>(task: &Task<'_, T, S>) -> Ways {
        let pieces: Vec<Cell> = task.own.iter().collect();
        let slots = 1 + task.topology.all().iter().last().map_or(0, Cell::index);
        let mut moves = vec![u16::MAX; pieces.len() * slots];
        for (piece, row) in pieces.iter().zip(moves.chunks_mut(slots)) {
            row[piece.index()] = 0;
            let mut reached = S::only(*piece);
            let mut steps = 0u16;
            loop {
                let fresh = task.topology.spread(reached) & task.free & !reached;
                if fresh.is_empty() {
                    break;
                }
                steps += 1;
                for cell in fresh.iter() {
                    row[cell.index()] = steps.div_ceil(task.length);
                }
                reached |= fresh;
            }
        }
        Ways { pieces, slots, moves }
    }

    /// The pieces, by their numbers here, that satisfy `is`.
    pub(super) fn indices(&self, is: impl Fn(Cell) -> bool) -> Vec<usize> {
        (0..self.pieces.len()).filter(|&at| is(self.pieces[at])).collect()
    }

    /// The piece with this number.
    pub(super) fn piece(&self, at: usize) -> Cell {
        self.pieces[at]
    }

    #[inline]
    pub(super) fn cost(&self, piece: usize, target: Cell) -> i32 {
        i32::from(self.moves[piece * self.slots + target.index()])
    }
}

/// Improves connected `targets`, as many as there are pieces.
pub(super) fn improve<S: CellSet, T: Topology<S>>(
    task: &Task<'_, T, S>,
    ways: &Ways,
    targets: S,
    steps: u32,
    random: &mut Stream,
) -> S {
    let count = ways.pieces.len() as u32;
    let mut duties = near_duties(ways, targets);
    let mut targets = targets;
    let mut cost: i32 = duties.iter().enumerate().map(|(at, &cell)| ways.cost(at, cell)).sum();
    let (mut best_cost, mut best) = (cost, targets);
    for step in 0..steps {
        let chance = CHANCES[(u64::from(step) * 10 / u64::from(steps)) as usize];
        let bits = random.bits();
        let at = pick(bits, count) as usize;
        let old = duties[at];
        if bits >> 62 == 0 {
            // Exchange the duties of two pieces.
            let other = pick(bits >> 16, count) as usize;
            let new = duties[other];
            let gain = ways.cost(at, old) + ways.cost(other, new)
                - ways.cost(at, new)
                - ways.cost(other, old);
            if gain >= 0 {
                duties.swap(at, other);
                cost -= gain;
            }
        } else {
            let rest = targets ^ S::only(old);
            let edge = task.topology.spread(rest) & task.free & !targets;
            let edges = edge.len();
            if edges == 0 {
                continue;
            }
            let new = edge.nth(pick(bits >> 16, edges));
            let loss = ways.cost(at, new) - ways.cost(at, old);
            if loss > 0 && !lucky(bits >> 32, chance, loss) {
                continue;
            }
            let next = rest | S::only(new);
            if !task.topology.connected(next) {
                continue;
            }
            targets = next;
            duties[at] = new;
            cost += loss;
        }
        if cost < best_cost {
            (best_cost, best) = (cost, targets);
        }
    }
    best
}

/// A number below `bound`, from the lowest sixteen of some random bits.
#[inline]
fn pick(bits: u64, bound: u32) -> u32 {
    (((bits & 0xffff) * u64::from(bound)) >> 16) as u32
}

/// Whether chance lets a loss pass: each move lost is a draw of its own.
#[inline]
fn lucky(bits: u64, chance: u64, loss: i32) -> bool {
    loss <= 3 && (0..loss).all(|draw| (bits >> (8 * draw) & 0xff) < chance)
}

/// A cheap assignment of pieces to targets: pieces on targets stay, the others take the nearest
/// that is left.
fn near_duties<S: CellSet>(ways: &Ways, targets: S) -> Vec<Cell> {
    let mut left = targets;
    let mut duties: Vec<Option<Cell>> =
        ways.pieces.iter().map(|&piece| targets.contains(piece).then_some(piece)).collect();
    for duty in duties.iter().flatten() {
        left ^= S::only(*duty);
    }
    for (at, duty) in duties.iter_mut().enumerate() {
        if duty.is_none() {
            let nearest = left.iter().min_by_key(|&cell| ways.cost(at, cell));
            *duty = nearest;
            left &= !nearest.map_or(S::EMPTY, S::only);
        }
    }
    duties.into_iter().zip(&ways.pieces).map(|(duty, &piece)| duty.unwrap_or(piece)).collect()
}
