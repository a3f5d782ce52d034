//! What can be proven about the moves a set needs, at the cost of a few flood fills.
//!
//! Write `d` for the distance of two cells and *gap* for the distance of two pieces less one. All
//! pieces of one set are alike. The bounds, of which the best counts:
//!
//! 1. **Groups.** A move takes a piece from `a` and puts it on `b`. Let `m` be the number of groups
//!    that touch `b` once the piece has left `a`; groups that touch the same cell without being one
//!    have no neighbours in each other, so `m` is at most the size of an *independent* set of
//!    neighbours of `b`. If the piece stood alone, its group vanishes and `m` groups become one:
//!    `m` groups fewer. If it did not, at best its group stays whole, and there are `m - 1` fewer.
//!    For a single step `a` is itself next to `b`: a lone piece at `a` has no friends next to `a`,
//!    so only neighbours of `b` that are not neighbours of `a` count. The largest of these numbers
//!    over the board, `r`, is found once for each board (on hexagons: 2 for single steps, 3 for
//!    longer moves), and `c` groups need at least `(c - 1) / r` moves.
//! 2. **Tree.** Let `W` be the sum of the gaps along a minimum spanning tree of the pieces, by
//!    distance on the empty board. `W` is 0 exactly when the set is connected. One single step from
//!    `a` to `b` changes only distances from that piece, each by at most one. Take a minimum
//!    spanning tree after the step in which `b` has as few neighbours as possible: any two
//!    neighbours `p`, `q` of `b` in it are further from each other than either is from `b`, or else
//!    the longer of the edges `bp`, `bq` could be exchanged for `pq`. The same tree spans the
//!    pieces before the step, and is longer there by at most the number of those neighbours that
//!    are nearer to `b` than to `a`. So `W` falls by at most `k`, the size of the largest set of
//!    cells nearer to `b` than to `a` that are pairwise further from each other than from `b`. A
//!    move of `L` steps is `L` single steps, so at least `W / (k L)` moves are needed. On hexagons
//!    `k` is 2: the cells nearer to `b` fill two sectors of 60 degrees around `b`, and two cells of
//!    one sector are never further from each other than the further one is from `b`. On squares
//!    with four neighbours `k` is 3, with eight it is 3 (three quarters of the plane touch the
//!    nearer cells; in a quarter the same holds). Elsewhere it is computed.
//! 3. **Widest gap.** Let `D` be the widest gap in a minimum spanning tree, now by distance through
//!    cells that are empty or the set's own. Taking that edge out parts the set in two, nowhere
//!    nearer to each other than that edge is long. In the end some piece of the one part is next to
//!    one of the other, and a move brings the parts nearer by at most `L`. So at least `D / L`
//!    moves are needed.
//!
//! Bounds 1 and 2 would be stronger if the frozen pieces of other sets counted as obstacles; then
//! `k` is no longer a constant of the board, and finding it costs more than it gives.

use selforge_board::topology::{Topology, TopologyVisitor, with_topology};
use selforge_board::{Board, Cell, CellSet};

use super::Task;
use crate::selfo::rules::Length;

/// Boards of unknown kind with more cells than this go without the tree bound.
const COMPUTED_CELLS: usize = 160;

/// How many nodes of the search for the tree's gain are looked at on a board; some tens of
/// milliseconds. Plane boards need far fewer, but in a dense graph of a few hundred edges the search
/// is a hard problem: such boards go without the tree bound as well.
const CLIQUE_WORK: u32 = 2_000_000;

/// What one move can gain at most on a board, whatever the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Gains {
    /// By how many a single step can lower the number of groups.
    step_groups: u32,
    /// By how many a move of any length can lower the number of groups.
    move_groups: u32,
    /// By how much a single step can shorten the spanning tree, where known.
    step_tree: Option<u32>,
}

impl Gains {
    pub(super) fn of(board: &Board) -> Gains {
        let mut gains = Gains { step_groups: 1, move_groups: 1, step_tree: tree_gain(board) };
        for &to in board.cells() {
            let around = board.neighbours(to);
            gains.move_groups = gains.move_groups.max(independent(board, around));
            for &from in around {
                let others: Vec<Cell> = around.iter().copied().filter(|&c| c != from).collect();
                let beyond: Vec<Cell> = others
                    .iter()
                    .copied()
                    .filter(|cell| !board.neighbours(from).contains(cell))
                    .collect();
                let alone = independent(board, &beyond);
                let in_group = independent(board, &others).saturating_sub(1);
                gains.step_groups = gains.step_groups.max(alone).max(in_group);
            }
        }
        gains
    }

    /// By how many one move of this length can lower the number of groups.
    pub(super) fn groups(&self, length: Length) -> u32 {
        if length == 1 { self.step_groups } else { self.move_groups }
    }

    /// The best proven lower bound on the moves that connect the set; 0 if it is connected.
    pub(super) fn low<S: CellSet, T: Topology<S>>(&self, task: &Task<'_, T, S>) -> u32 {
        self.low_of(task.topology, task.own, task.free, task.longest)
    }

    pub(super) fn low_of<S: CellSet, T: Topology<S>>(
        &self,
        topology: &T,
        own: S,
        free: S,
        length: Length,
    ) -> u32 {
        let steps = u32::from(length);
        let widest = tree_gaps(topology, own, free).max;
        let total = tree_gaps(topology, own, topology.all());
        let by_tree =
            self.step_tree.map_or(0, |gain| total.sum.div_ceil(gain.saturating_mul(steps)));
        // Every group but one hangs on an edge with a gap.
        total.count.div_ceil(self.groups(length)).max(by_tree).max(widest.div_ceil(steps))
    }
}

/// The gaps along a minimum spanning tree.
struct Gaps {
    /// How many edges have a gap: one less than there are groups.
    count: u32,
    sum: u32,
    max: u32,
}

/// The gaps along a minimum spanning tree of `own` by distance inside `within`, by Prim's method,
/// one whole group at a time. Pieces out of reach are left out.
fn tree_gaps<S: CellSet, T: Topology<S>>(topology: &T, own: S, within: S) -> Gaps {
    let mut gaps = Gaps { count: 0, sum: 0, max: 0 };
    if own.is_empty() {
        return gaps;
    }
    let mut tree = topology.flood(S::only(own.lowest()), own);
    while tree != own {
        // Grow the whole tree until it meets pieces outside; those are nearest to it.
        let mut reached = tree;
        let mut gap = 0;
        let met = loop {
            let next = reached | topology.spread(reached) & within;
            if next == reached {
                return gaps;
            }
            let met = next & own & !tree;
            if !met.is_empty() {
                break met;
            }
            reached = next;
            gap += 1;
        };
        // One group at a time: it may be nearer to the others met than the tree was.
        tree |= topology.flood(S::only(met.lowest()), own & !tree);
        gaps.count += 1;
        gaps.sum += gap;
        gaps.max = gaps.max.max(gap);
    }
    gaps
}

/// The size of the largest set of `cells` of which no two are neighbours; for more cells than is
/// worth the search, how many there are.
fn independent(board: &Board, cells: &[Cell]) -> u32 {
    if cells.len() > 16 {
        return cells.len() as u32;
    }
    let near: Vec<u16> = cells
        .iter()
        .map(|&cell| {
            let next = board.neighbours(cell);
            let bits = cells.iter().enumerate().filter(|(_, other)| next.contains(other));
            bits.map(|(at, _)| 1 << at).sum()
        })
        .collect();
    fn largest(left: u16, near: &[u16]) -> u32 {
        if left == 0 {
            return 0;
        }
        let at = left.trailing_zeros() as usize;
        let without = left & (left - 1);
        let with = 1 + largest(without & !near[at], near);
        // A cell with at most one neighbour left is in some largest set.
        if (near[at] & left).count_ones() <= 1 { with } else { with.max(largest(without, near)) }
    }
    let all = cells.iter().enumerate().map(|(at, _)| 1 << at).sum();
    largest(all, &near)
}

/// By how much a single step can shorten the spanning tree: known for regular boards, computed for
/// others if they are small.
fn tree_gain(board: &Board) -> Option<u32> {
    let kind = board.name().split('-').next();
    match kind {
        Some("hexhex" | "hex") => Some(2),
        Some("square" | "king") => Some(3),
        _ if board.cells().len() <= COMPUTED_CELLS => with_topology(board, TreeGain { board }),
        _ => None,
    }
}

/// Computes the gain from the definition in the module's docs.
struct TreeGain<'a> {
    board: &'a Board,
}

impl TopologyVisitor for TreeGain<'_> {
    type Output = Option<u32>;

    fn visit<S: CellSet, T: Topology<S>>(self) -> Option<u32> {
        let topology = T::of(self.board);
        // balls[cell][n]: the cells at most n steps away; the last is all that can be reached.
        let mut balls: Vec<Vec<S>> = vec![Vec::new(); self.board.slots()];
        for &cell in self.board.cells() {
            let mut ball = S::only(cell);
            loop {
                balls[cell.index()].push(ball);
                let next = ball | topology.spread(ball);
                if next == ball {
                    break;
                }
                ball = next;
            }
        }
        let ball = |cell: Cell, radius: usize| {
            let all = &balls[cell.index()];
            all[radius.min(all.len() - 1)]
        };
        let mut best = 1;
        let mut work = CLIQUE_WORK;
        for &to in self.board.cells() {
            let radii = balls[to.index()].len();
            // For a cell at distance n: those no further out than it, but further than n from it.
            let mut apart = vec![S::EMPTY; self.board.slots()];
            for radius in 1..radii {
                for cell in (ball(to, radius) & !ball(to, radius - 1)).iter() {
                    apart[cell.index()] = ball(to, radius) & !ball(cell, radius) & !S::only(to);
                }
            }
            for &from in self.board.neighbours(to) {
                let nearer = (1..radii)
                    .fold(S::EMPTY, |all, radius| all | ball(to, radius) & !ball(from, radius));
                best = clique(nearer, &apart, 0, best, &mut work)?;
            }
        }
        Some(best)
    }
}

/// The largest number of cells of `left`, listed from the outermost inwards, each of which is in
/// `apart` of those before; no less than `best`. `None` once the work is used up.
fn clique<S: CellSet>(left: S, apart: &[S], size: u32, best: u32, work: &mut u32) -> Option<u32> {
    let mut best = best.max(size);
    if size + left.len() <= best {
        return Some(best);
    }
    *work = work.checked_sub(1)?;
    for cell in left.iter() {
        best = clique(left & apart[cell.index()], apart, size + 1, best, work)?;
    }
    Some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(name: &str) -> Board {
        Board::parse(name, 1).unwrap()
    }

    #[test]
    fn the_known_tree_gains_are_what_the_computation_finds() {
        for (name, gain) in [
            ("hexhex-3", 2),
            ("hexhex-5", 2),
            ("hexhex-6", 2),
            ("hex-7x5", 2),
            ("square-6x5", 3),
            ("king-7x6", 3),
        ] {
            let board = board(name);
            assert_eq!(tree_gain(&board), Some(gain), "{name}");
            assert_eq!(with_topology(&board, TreeGain { board: &board }), Some(gain), "{name}");
        }
    }

    /// A graph of so many cells, each with so many neighbours as a circulant has them.
    fn circulant(cells: usize, steps: &[usize]) -> Board {
        let cell = |at: usize| {
            let angle = at as f64 / cells as f64 * std::f64::consts::TAU;
            format!(
                r#"{{"name":"c{}","x":{},"y":{}}}"#,
                at + 1,
                40.0 * angle.cos(),
                40.0 * angle.sin()
            )
        };
        let names: Vec<String> = (0..cells).map(cell).collect();
        let edge = |from: usize, step: usize| format!("[{from},{}]", (from + step) % cells);
        let edges: Vec<String> =
            (0..cells).flat_map(|from| steps.iter().map(move |&step| edge(from, step))).collect();
        let text = format!(r#"{{"cells":[{}],"edges":[{}]}}"#, names.join(","), edges.join(","));
        Board::from_graph_json(&text).unwrap()
    }

    #[test]
    fn the_tree_bound_of_a_dense_graph_is_given_up_after_so_much_work() {
        let dense = circulant(150, &[1, 3, 8, 17, 22, 31, 37, 44, 52, 58, 63, 71]);
        assert_eq!(tree_gain(&dense), None);
        assert!(tree_gain(&circulant(60, &[1])).is_some());
    }

    #[test]
    fn irregular_boards_of_the_plane_keep_their_tree_bound() {
        for seed in 0..20 {
            let board = Board::parse("voronoi-160", seed).unwrap();
            assert!(tree_gain(&board).is_some(), "seed {seed}");
        }
        assert!(tree_gain(&board("tri-5")).is_some());
    }

    #[test]
    fn one_move_on_hexagons_joins_at_most_three_groups_or_four_from_afar() {
        let gains = Gains::of(&board("hexhex-6"));
        assert_eq!((gains.step_groups, gains.move_groups), (2, 3));
        let gains = Gains::of(&board("square-5x5"));
        assert_eq!((gains.step_groups, gains.move_groups), (3, 4));
        let gains = Gains::of(&board("tri-3"));
        assert_eq!((gains.step_groups, gains.move_groups), (2, 3));
    }
}
