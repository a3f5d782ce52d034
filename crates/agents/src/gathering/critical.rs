//! Critical paths: how each group of a set hangs together with its main group, and how soon that can
//! change.
//!
//! The thesis ends with the wish to foresee total blockades by the critical path between groups.
//! What there is to know of such a path:
//!
//! - the **path** itself: a way from the group to the main group over the fewest empty cells. Pieces of
//!   the set that stand on the way are stepping stones and cost nothing.
//! - its **width**: the least number of empty cells whose filling would cut the group off from the
//!   main group, which is also the number of ways that share no empty cell. Width 0 is a blockade.
//! - the **moves to cut** it: filling the cells of a cut takes opposing pieces that must come there.
//!   Each cell is priced with the number of moves that the nearest opposing piece needs, and the
//!   cheapest cut is found.
//! - the **moves to hold** it: how many moves of the set's own until the two touch.
//!
//! Both numbers of moves are lower bounds, each while the other side stands still, so comparing them
//! is fair: where cutting may be quicker than holding, the path is in danger.
//!
//! *Why to the main group, and not between neighbouring groups.* A set is cut apart by k cells if and
//! only if some group is cut off from the main group by k cells, however the cut runs. So the
//! narrowest of these paths is exactly how far the set is from a blockade; the widths between
//! neighbours in a tree of groups are larger and miss cuts that part several groups from the rest.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use selforge_board::topology::Topology;
use selforge_board::{Board, Cell, CellSet};
use selforge_catalogue::Gathering;
use selforge_core::Seat;
use serde::Serialize;

use super::cut::{Cut, Price, cheapest_cut};

/// How a group hangs together with the main group of its set. Cells are given by name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CriticalPath {
    /// The group, by its number in the list of the set's groups.
    pub group: usize,
    /// The way from a cell of the group to one of the main group, both included, with the fewest
    /// empty cells. Empty if the group is cut off.
    pub path: Vec<String>,
    /// How many cells of the path are empty.
    pub gaps: u32,
    /// The least number of empty cells whose filling cuts the group off; 0 if it is cut off.
    pub width: u32,
    /// Such cells: of all smallest cuts one that the opponents fill soonest.
    pub cut: Vec<String>,
    /// At least so many moves of the opponents cut the group off while the set stands still; `None`
    /// if they never can.
    pub moves_to_cut: Option<u32>,
    /// The cells that they would fill to do it so soon. They can be more than the width.
    pub quickest_cut: Vec<String>,
    /// At least so many moves of the set's own bring the group and the main group together while the
    /// opponents stand still; `None` if the group is cut off.
    pub moves_to_hold: Option<u32>,
}

impl CriticalPath {
    /// Whether the opponents may be quicker to cut the path than the set is to hold it, each as quick
    /// as can be and the set to move.
    #[must_use]
    pub fn is_in_danger(&self) -> bool {
        match (self.moves_to_cut, self.moves_to_hold) {
            (_, None) => true,
            (Some(cut), Some(hold)) => cut < hold,
            (None, Some(_)) => false,
        }
    }
}

/// A number of moves for what cannot be done; sums of real ones stay below it.
const NEVER: u32 = 1 << 21;

/// One set on its board, as far as its critical paths are concerned.
pub(super) struct Situation<'a> {
    pub(super) board: &'a Board,
    /// By slot: the group of the set's piece there.
    pub(super) group_at: Vec<Option<usize>>,
    /// By slot: whether the cell is empty.
    pub(super) empty: Vec<bool>,
    /// By slot: at least so many moves bring some opposing piece there.
    pub(super) arrival: Vec<u32>,
    /// The cells of each group.
    pub(super) groups: Vec<Vec<Cell>>,
    /// How many steps a piece of the set can go in one move.
    pub(super) stride: u32,
}

impl<'a> Situation<'a> {
    /// The situation of a set in a position.
    pub(super) fn of<G: Gathering>(game: &'a G, state: &G::State, set: u8) -> Situation<'a> {
        let (board, free) = (game.board(), game.empty(state));
        let empty: Vec<bool> =
            (0..board.slots()).map(|slot| free.contains(Cell::new(slot))).collect();
        let groups = groups(game.graph(), game.cells_of(state, set));
        let mut group_at = vec![None; board.slots()];
        for (number, group) in groups.iter().enumerate() {
            group.iter().for_each(|cell| group_at[cell.index()] = Some(number));
        }
        let mut situation =
            Situation { board, group_at, empty, arrival: Vec::new(), groups, stride: 1 };
        situation.arrival = vec![NEVER; board.slots()];
        for seat in Seat::all(game.seats()) {
            let theirs = game.set_of(state, seat);
            let (special, lengths) = game.strides(state, seat);
            let own = game.cells_of(state, theirs);
            for (movers, length) in [own & !special, own & special].into_iter().zip(lengths) {
                if theirs == set {
                    let stride = if movers.is_empty() { 1 } else { length };
                    situation.stride = situation.stride.max(stride);
                } else if game.active(state).contains(seat) {
                    situation.let_arrive(&movers.iter().collect::<Vec<Cell>>(), length);
                }
            }
        }
        situation
    }

    /// Takes note of opposing pieces that go so many steps a move. Whoever stands in their way may
    /// have made room before them, unless it is of the set, which stands still.
    pub(super) fn let_arrive(&mut self, movers: &[Cell], length: u32) {
        let mut steps = vec![None; self.board.slots()];
        let mut queue: VecDeque<Cell> = movers.iter().copied().collect();
        movers.iter().for_each(|cell| steps[cell.index()] = Some(0u32));
        while let Some(cell) = queue.pop_front() {
            let here = steps[cell.index()].unwrap_or(0);
            let moves = &mut self.arrival[cell.index()];
            *moves = (*moves).min(here.div_ceil(length));
            for &next in self.board.neighbours(cell) {
                if steps[next.index()].is_none() && self.group_at[next.index()].is_none() {
                    steps[next.index()] = Some(here + 1);
                    queue.push_back(next);
                }
            }
        }
    }

    /// The critical paths of all groups but the main one.
    pub(super) fn critical_paths(&self, main: usize) -> Vec<CriticalPath> {
        let others = (0..self.groups.len()).filter(|&group| group != main);
        others.map(|group| self.critical_path(group, main)).collect()
    }

    fn critical_path(&self, group: usize, main: usize) -> CriticalPath {
        let (path, gaps) = self.shortest_path(group, main);
        // Fewest cells first, then fewest moves.
        let narrowest = self.cut(group, main, |moves| (1 << 40) + u64::from(moves));
        let quickest = self.cut(group, main, u64::from);
        let moves = Some(quickest.price as u32).filter(|&moves| moves < NEVER);
        let names = |cells: &[Cell]| -> Vec<String> {
            cells.iter().map(|&cell| self.board.cell_name(cell).to_string()).collect()
        };
        CriticalPath {
            group,
            gaps,
            width: narrowest.cells.len() as u32,
            cut: names(&narrowest.cells),
            moves_to_cut: moves,
            quickest_cut: if moves.is_some() { names(&quickest.cells) } else { Vec::new() },
            moves_to_hold: (!path.is_empty()).then(|| gaps.div_ceil(self.stride)),
            path: names(&path),
        }
    }

    fn cut(&self, group: usize, main: usize, price: impl Fn(u32) -> u64) -> Cut {
        let cut = cheapest_cut(self.board, &self.groups[group], &self.groups[main], |cell| {
            match self.group_at[cell.index()] {
                Some(_) => Price::Fixed,
                None if self.empty[cell.index()] => Price::Costs(price(self.arrival[cell.index()])),
                None => Price::Closed,
            }
        });
        cut.expect("there is an empty cell between any two groups")
    }

    /// The way from one group to another over the fewest empty cells, and of those the shortest;
    /// and how many empty cells it has. Empty if there is none.
    fn shortest_path(&self, from: usize, to: usize) -> (Vec<Cell>, u32) {
        let mut best = vec![(u32::MAX, u32::MAX); self.board.slots()];
        let mut came = vec![None; self.board.slots()];
        let mut open = BinaryHeap::new();
        for &cell in &self.groups[from] {
            best[cell.index()] = (0, 0);
            open.push(Reverse(((0, 0), cell)));
        }
        while let Some(Reverse((cost, cell))) = open.pop() {
            if self.group_at[cell.index()] == Some(to) {
                let mut path = vec![cell];
                while let Some(before) = came[path[path.len() - 1].index()] {
                    path.push(before);
                }
                path.reverse();
                return (path, cost.0);
            }
            if cost > best[cell.index()] {
                continue;
            }
            for &next in self.board.neighbours(cell) {
                let gap = match self.group_at[next.index()] {
                    Some(_) => 0,
                    None if self.empty[next.index()] => 1,
                    None => continue,
                };
                let cost = (cost.0 + gap, cost.1 + 1);
                if cost < best[next.index()] {
                    best[next.index()] = cost;
                    came[next.index()] = Some(cell);
                    open.push(Reverse((cost, next)));
                }
            }
        }
        (Vec::new(), 0)
    }
}

/// The connected groups of a set's cells, by their lowest cell.
pub(super) fn groups<S: CellSet>(topology: &impl Topology<S>, own: S) -> Vec<Vec<Cell>> {
    let mut rest = own;
    let mut groups = Vec::new();
    while !rest.is_empty() {
        let group = topology.flood(S::only(rest.lowest()), rest);
        rest &= !group;
        groups.push(group.iter().collect());
    }
    groups
}

/// The critical paths of a set in a position: one for every group but the main group, which is the
/// one that holds the cell `main`.
pub fn critical_paths<G: Gathering>(
    game: &G,
    state: &G::State,
    set: u8,
    main: Cell,
) -> Vec<CriticalPath> {
    let situation = Situation::of(game, state, set);
    let main = situation.group_at.get(main.index()).copied().flatten();
    main.map_or(Vec::new(), |main| situation.critical_paths(main))
}

#[cfg(test)]
mod tests;
