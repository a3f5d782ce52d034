//! How many cells are missing between the pieces of a set, and why that is a bound on its moves.
//!
//! Let `J` be the least number of cells, empty ones, whose addition makes the set one group. A single step from
//! `a` to `b` lowers `J` by at most one: what joins the set after the step joins it before, together with `b`, for
//! `a` is next to `b`. A move of `L` steps is `L` single steps. So at least `J / L` moves are needed. Other sets'
//! pieces count as the obstacles that they are.
//!
//! `J` is the weight of a Steiner tree, which is hard to find; a bound from below is not. Give every way into an
//! empty cell the price 1 and into an own piece 0, choose a group as the root and look at all others in turn: the
//! cells from which a group is reached for nothing. While the root is not among them, every tree has to pay for
//! one of the ways that lead in, so one more cell is proven and all these ways are paid for (R. Wong's *dual
//! ascent*, 1984). Small areas are charged first, and other roots may prove more.

use selforge_board::topology::Topology;
use selforge_board::{Cell, CellSet};

/// Up to so many groups, each of them is tried as the root.
const FEW_GROUPS: usize = 24;

/// At least so many cells of `free` must be added to `own` to make it one group. Of more than a few groups only
/// `roots` are tried as the root. Pieces that can never come together count as if each part were alone.
pub(super) fn missing_cells<S: CellSet, T: Topology<S>>(
    topology: &T,
    own: S,
    free: S,
    roots: usize,
) -> u32 {
    let groups = topology.groups(own);
    // Roots that lie apart in the list mostly lie apart on the board.
    let count = groups.len();
    let roots = if count <= FEW_GROUPS { count } else { roots.min(count) };
    let tried = (0..roots).map(|at| at * count / roots);
    tried.map(|root| ascend(topology, own, free, &groups, root)).max().unwrap_or(0)
}

fn ascend<S: CellSet, T: Topology<S>>(
    topology: &T,
    own: S,
    free: S,
    groups: &[S],
    root: usize,
) -> u32 {
    let last = free.iter().map(Cell::index).max().unwrap_or(0);
    // By slot: the neighbours from which the way into the cell is paid for.
    let mut paid = vec![S::EMPTY; last + 1];
    for cell in own.iter() {
        paid[cell.index()] = topology.neighbours(cell) & free;
    }
    let mut proven = 0;
    // The area of each group that the root does not reach for nothing yet.
    let mut areas: Vec<S> = groups.to_vec();
    areas.swap_remove(root);
    let mut changed = own;
    loop {
        for area in areas.iter_mut().filter(|area| !(**area & changed).is_empty()) {
            *area = grown(*area, &paid);
        }
        areas.retain(|area| (*area & groups[root]).is_empty());
        let Some(&area) = areas.iter().min_by_key(|area| area.len()) else { return proven };
        let mut is_open = false;
        for cell in area.iter() {
            let ways = topology.neighbours(cell) & free & !area;
            is_open |= !ways.is_empty();
            paid[cell.index()] |= ways;
        }
        if !is_open {
            return proven;
        }
        changed = area;
        proven += 1;
    }
}

/// The cells from which the area is reached over ways that are paid for.
fn grown<S: CellSet>(area: S, paid: &[S]) -> S {
    let (mut all, mut fresh) = (area, area);
    while !fresh.is_empty() {
        let before = fresh.iter().fold(S::EMPTY, |found, cell| found | paid[cell.index()]);
        fresh = before & !all;
        all |= fresh;
    }
    all
}

#[cfg(test)]
mod tests {
    use selforge_board::Board;
    use selforge_board::topology::{TopologyVisitor, with_topology};
    use selforge_core::Stream;

    use super::*;

    /// The fewest cells that join the pieces, by trying all sets of so many; none if nothing does.
    fn plain_missing(board: &Board, own: &[Cell], free: &[Cell]) -> Option<u32> {
        fn joins(board: &Board, cells: &mut Vec<Cell>, empty: &[Cell], more: u32) -> bool {
            if more == 0 {
                let mut found = vec![cells[0]];
                let mut at = 0;
                while at < found.len() {
                    let near = board.neighbours(found[at]);
                    let next: Vec<Cell> = cells
                        .iter()
                        .copied()
                        .filter(|c| near.contains(c) && !found.contains(c))
                        .collect();
                    found.extend(next);
                    at += 1;
                }
                return found.len() == cells.len();
            }
            empty.iter().enumerate().any(|(at, &cell)| {
                cells.push(cell);
                let joined = joins(board, cells, &empty[at + 1..], more - 1);
                cells.pop();
                joined
            })
        }
        let empty: Vec<Cell> = free.iter().copied().filter(|cell| !own.contains(cell)).collect();
        (0..=empty.len() as u32).find(|&more| joins(board, &mut own.to_vec(), &empty, more))
    }

    struct Checking<'a> {
        board: &'a Board,
        pieces: usize,
        walls: usize,
    }

    impl TopologyVisitor for Checking<'_> {
        /// How many positions were compared, and how often the bound was the number itself.
        type Output = (u32, u32);

        fn visit<S: CellSet, T: Topology<S>>(self) -> (u32, u32) {
            let topology = T::of(self.board);
            let (mut compared, mut exact) = (0, 0);
            for case in 0..60 {
                let mut cells = self.board.cells().to_vec();
                Stream::new(case, "joining", 0).shuffle(&mut cells);
                let free = &cells[self.walls..];
                let own = &free[..self.pieces];
                let Some(missing) = plain_missing(self.board, own, free) else { continue };
                let [own, free] = [own, free].map(|cells| S::of(cells.iter().copied()));
                let bound = missing_cells(&topology, own, free, usize::MAX);
                assert!(
                    bound <= missing,
                    "{} case {case}: {bound} of {missing}",
                    self.board.name()
                );
                compared += 1;
                exact += u32::from(bound == missing);
            }
            (compared, exact)
        }
    }

    #[test]
    fn the_bound_is_never_above_the_number_of_missing_cells_and_mostly_equal() {
        let (mut compared, mut exact) = (0, 0);
        for (name, pieces, walls) in [
            ("hexhex-3", 5, 5),
            ("hexhex-3", 4, 0),
            ("square-4x4", 4, 3),
            ("king-4x5", 4, 6),
            ("tri-2", 4, 4),
        ] {
            let board = Board::parse(name, 0).unwrap();
            let found = with_topology(&board, Checking { board: &board, pieces, walls });
            compared += found.0;
            exact += found.1;
        }
        assert!(compared > 150 && exact * 10 > compared * 9, "{exact} of {compared}");
    }
}
