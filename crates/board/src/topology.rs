//! Neighbourhood as bit operations: steps, flood fills, connectedness.
//!
//! Three ways to know a board's neighbours, behind one trait:
//! - [`Hexes`]: boards of hexagons, numbered so that a step in one direction adds the same number to
//!   every slot and a step over the rim leads to a slot without a cell. A whole set then steps in all
//!   six directions by four shifts.
//! - [`Shifts`]: other regular boards; every direction is one shift and one mask. `P` is the number of
//!   opposite pairs of directions: 2 for squares and triangles, 4 for a king's moves.
//! - [`GraphTopology`]: any other graph, by one set of neighbours a cell.
//!
//! Which one fits is seen from the numbering of the cells alone ([`shift_pairs`]), so a regular graph
//! from a file is as fast as a built-in board. Games are compiled for each combination of topology
//! and set size; nothing is decided per operation.
//!
//! A flood fill grows a set by its neighbours until nothing changes. That costs one step per cell of
//! *distance*, not per cell: about ten steps of a few nanoseconds on a board of ninety cells.
//! Filling along whole rows at once was not worth it at such distances.

use std::fmt::Debug;
use std::ops::ControlFlow;

use crate::board::Board;
use crate::cell::Cell;
use crate::set::{CellSet, Wide};

/// How far around a cell [`Topology::cuts`] looks at most before it floods.
const RING_RADIUS: usize = 3;

/// The neighbours of every cell, in a form fit for sets of type `S`.
pub trait Topology<S: CellSet>: Debug + Send + Sync + 'static {
    /// Prepares a board. Meaningful only for boards that this topology [fits](shift_pairs).
    fn of(board: &Board) -> Self;

    /// What is known of each cell by itself.
    fn near(&self) -> &Near<S>;

    /// The cells that have a neighbour in `set`.
    fn spread(&self, set: S) -> S;

    /// Shows every single step from a cell of `movers` to a neighbour in `targets`.
    fn visit_steps(
        &self,
        movers: S,
        targets: S,
        visit: &mut impl FnMut(Cell, Cell) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Counts the steps that [`visit_steps`](Topology::visit_steps) would show, asks `choose` for a
    /// number given that count, and returns the step with that number; if the number is past the
    /// last step, what is left of it.
    fn choose_step(
        &self,
        movers: S,
        targets: S,
        choose: impl FnOnce(u32) -> u32,
    ) -> Result<(Cell, Cell), u32>;

    /// How many steps [`visit_steps`](Topology::visit_steps) would show.
    fn count_steps(&self, movers: S, targets: S) -> u32;

    /// The cells next to `cell`.
    #[inline]
    fn neighbours(&self, cell: Cell) -> S {
        self.near().at(cell).neighbours
    }

    /// All cells of the board.
    #[inline]
    fn all(&self) -> S {
        self.near().all
    }

    /// The cells that can be reached from `from` inside `within` (which need not contain `from`).
    #[inline]
    fn flood(&self, from: S, within: S) -> S {
        let mut reached = from;
        loop {
            let next = reached | self.spread(reached) & within;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// The cells of `within` that at most `steps` steps lead to from `cell`, without `cell` itself.
    #[inline]
    fn reach(&self, cell: Cell, within: S, steps: u16) -> S {
        let start = S::only(cell);
        let mut reached = start;
        for _ in 0..steps {
            let next = reached | self.spread(reached) & within;
            if next == reached {
                break;
            }
            reached = next;
        }
        reached & !start
    }

    /// Whether all cells of `set` lie in one connected part of `within`, of which they are part. The
    /// empty set is joined.
    #[inline]
    fn joined(&self, set: S, within: S) -> bool {
        if set.is_empty() {
            return true;
        }
        let mut reached = S::only(set.lowest());
        loop {
            if (set & !reached).is_empty() {
                return true;
            }
            let next = reached | self.spread(reached) & within;
            if next == reached {
                return false;
            }
            reached = next;
        }
    }

    /// Whether the cells of `set` form one connected group.
    #[inline]
    fn connected(&self, set: S) -> bool {
        // A cell without a neighbour in the set settles it at the price of a single step.
        let lonely = set & !self.spread(set);
        if lonely.is_empty() { self.joined(set, set) } else { lonely == set && set.len() == 1 }
    }

    /// How many connected groups `set` has.
    fn count_groups(&self, set: S) -> u32 {
        let mut rest = set;
        let mut count = 0;
        while !rest.is_empty() {
            rest &= !self.flood(S::only(rest.lowest()), rest);
            count += 1;
        }
        count
    }

    /// The connected groups of `set`, in the order of their lowest slots.
    fn groups(&self, set: S) -> Vec<S> {
        let mut groups = Vec::new();
        let mut rest = set;
        while !rest.is_empty() {
            let group = self.flood(S::only(rest.lowest()), rest);
            rest &= !group;
            groups.push(group);
        }
        groups
    }

    /// Whether the neighbours of `cell` that are in `within` fall apart when `cell` is not: whether
    /// closing the cell would cut `within`, and whether opening it would join parts of it.
    ///
    /// A game in which walls are built piece by piece asks this after every move. On an open board
    /// the answer is mostly no, and the cells around tell so for the price of counting a few bits;
    /// else a flood fill from one neighbour soon comes round to the others.
    #[inline]
    fn cuts(&self, cell: Cell, within: S) -> bool {
        let near = self.near().at(cell);
        // Counting is quicker where the ring is a word or two; beyond that, asking cell by cell.
        let harmless = match &near.around {
            Some(around) if S::SLOTS > 128 => around.arcs(within) < 2,
            _ => (near.ring & !within).len() < near.gaps,
        };
        !harmless && !self.joined(near.neighbours & within, within & !S::only(cell))
    }
}

/// What is known of each cell by itself.
#[derive(Clone, Debug)]
pub struct Near<S> {
    all: S,
    /// By slot.
    cells: Vec<NearCell<S>>,
}

#[derive(Clone, Copy, Debug)]
struct NearCell<S> {
    neighbours: S,
    /// So many cells around that the neighbours are joined without the cell itself, if possible.
    ring: S,
    /// So few missing cells of the ring can be enough to cut it, whichever they are; 0 where even the
    /// whole ring does not join the neighbours.
    gaps: u32,
    /// The neighbours in order, where each touches the next: then they alone tell.
    around: Option<Around>,
}

/// The neighbours of a cell clockwise, each of which touches the next; a gap where the board ends.
#[derive(Clone, Copy, Debug)]
struct Around {
    slots: [u16; 8],
    count: u32,
}

/// No cell has this slot.
const GAP: u16 = u16::MAX;

impl Around {
    fn of(board: &Board, cell: Cell) -> Option<Around> {
        let steps = board.steps(cell);
        let touching = |at: usize| match (steps[at], steps[(at + 1) % steps.len()]) {
            (Some(one), Some(next)) => board.neighbours(one).contains(&next),
            _ => true,
        };
        if steps.len() > 8 || !(0..steps.len()).all(touching) {
            return None;
        }
        let mut slots = [GAP; 8];
        for (slot, step) in slots.iter_mut().zip(steps) {
            *slot = step.map_or(GAP, |cell| cell.index() as u16);
        }
        Some(Around { slots, count: steps.len() as u32 })
    }

    /// Into how many arcs the neighbours that are in `within` fall.
    #[inline]
    fn arcs<S: CellSet>(&self, within: S) -> u32 {
        let mut present = 0u32;
        for (at, &slot) in self.slots[..self.count as usize].iter().enumerate() {
            let here = slot != GAP && within.contains(Cell::new(slot as usize));
            present |= u32::from(here) << at;
        }
        let next = present >> 1 | present << (self.count - 1);
        (present & !next & ((1 << self.count) - 1)).count_ones()
    }
}

impl<S: CellSet> Near<S> {
    fn of(board: &Board) -> Near<S> {
        assert!(board.slots() <= S::SLOTS, "the set type is too small for the board");
        let nothing = NearCell { neighbours: S::EMPTY, ring: S::EMPTY, gaps: 0, around: None };
        let all = S::of(board.cells().iter().copied());
        let mut near = Near { all, cells: vec![nothing; board.slots()] };
        for &cell in board.cells() {
            near.cells[cell.index()].neighbours = S::of(board.neighbours(cell).iter().copied());
        }
        for &cell in board.cells() {
            let ends = near.at(cell).neighbours;
            let mut ring = ends;
            for _ in 1..RING_RADIUS {
                if near.joined(ends, ring) {
                    break;
                }
                ring = ring.iter().fold(ring, |set, c| set | near.at(c).neighbours);
                ring &= !S::only(cell);
            }
            let whole_without = |gap: Cell| {
                let ring = ring & !S::only(gap);
                near.joined(ends & ring, ring)
            };
            let whole = near.joined(ends, ring);
            let spare = whole && ring.iter().all(whole_without);
            near.cells[cell.index()].ring = ring;
            near.cells[cell.index()].around = Around::of(board, cell);
            near.cells[cell.index()].gaps = u32::from(whole) + u32::from(spare);
        }
        near
    }

    #[inline]
    fn at(&self, cell: Cell) -> &NearCell<S> {
        &self.cells[cell.index()]
    }

    /// [`Topology::joined`] before there is a topology.
    fn joined(&self, set: S, within: S) -> bool {
        if set.is_empty() {
            return true;
        }
        let mut reached = S::only(set.lowest());
        let mut newest = reached;
        while !newest.is_empty() {
            let grown = newest.iter().fold(S::EMPTY, |all, c| all | self.at(c).neighbours);
            newest = grown & within & !reached;
            reached |= newest;
        }
        (set & !reached).is_empty()
    }
}

/// The distinct numbers by which a cell's slot is below a neighbour's, in order; `None` if there are
/// more than four, so that shifting would not pay.
#[must_use]
pub fn shift_pairs(board: &Board) -> Option<Vec<u32>> {
    let mut pairs: Vec<u32> = Vec::new();
    for &cell in board.cells() {
        for &next in board.neighbours(cell) {
            let Some(by) = next.index().checked_sub(cell.index()) else { continue };
            if !pairs.contains(&(by as u32)) {
                pairs.push(by as u32);
            }
        }
        if pairs.len() > 4 {
            return None;
        }
    }
    pairs.sort_unstable();
    Some(pairs)
}

/// A regular board: `P` opposite pairs of directions, each a constant shift.
#[derive(Clone, Debug)]
pub struct Shifts<S, const P: usize> {
    near: Near<S>,
    /// For each pair: how far it shifts up, and the cells from which that leads to a neighbour.
    pairs: [(u32, S); P],
}

impl<S: CellSet, const P: usize> Shifts<S, P> {
    /// The targets of steps up by each pair, and of steps down.
    #[inline]
    fn targets(&self, movers: S, targets: S) -> [[S; P]; 2] {
        let up = |p: usize| (movers & self.pairs[p].1).up(self.pairs[p].0) & targets;
        let down = |p: usize| movers.down(self.pairs[p].0) & self.pairs[p].1 & targets;
        [std::array::from_fn(up), std::array::from_fn(down)]
    }

    /// Where a piece that arrived at `to` by this direction came from.
    #[inline]
    fn origin(&self, down: usize, pair: usize, to: Cell) -> Cell {
        let by = self.pairs[pair].0 as usize;
        Cell::new(if down == 0 { to.index() - by } else { to.index() + by })
    }
}

impl<S: CellSet, const P: usize> Topology<S> for Shifts<S, P> {
    fn of(board: &Board) -> Self {
        let by = shift_pairs(board).expect("a board of few directions");
        let near = Near::of(board);
        let source = |p: usize| {
            // Boards with fewer pairs than P get pairs that lead nowhere.
            let by = *by.get(p).unwrap_or(&0);
            let leads = |&&cell: &&Cell| {
                board.neighbours(cell).iter().any(|next| next.index() == cell.index() + by as usize)
            };
            (by, S::of(board.cells().iter().filter(leads).copied()))
        };
        Shifts { near, pairs: std::array::from_fn(source) }
    }

    #[inline]
    fn near(&self) -> &Near<S> {
        &self.near
    }

    #[inline]
    fn spread(&self, set: S) -> S {
        self.pairs
            .iter()
            .fold(S::EMPTY, |all, &(by, from)| all | (set & from).up(by) | set.down(by) & from)
    }

    #[inline]
    fn visit_steps(
        &self,
        movers: S,
        targets: S,
        visit: &mut impl FnMut(Cell, Cell) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (down, sets) in self.targets(movers, targets).into_iter().enumerate() {
            for (pair, set) in sets.into_iter().enumerate() {
                for to in set.iter() {
                    visit(self.origin(down, pair, to), to)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn choose_step(
        &self,
        movers: S,
        targets: S,
        choose: impl FnOnce(u32) -> u32,
    ) -> Result<(Cell, Cell), u32> {
        let sets = self.targets(movers, targets);
        let (direction, to) = choose_in(sets.as_flattened(), choose)?;
        Ok((self.origin(direction / P, direction % P, to), to))
    }

    #[inline]
    fn count_steps(&self, movers: S, targets: S) -> u32 {
        self.targets(movers, targets).iter().flatten().map(|set| set.len()).sum()
    }
}

/// Asks for a number below the number of all cells in `sets`, and finds that cell and its set; or
/// gives what is left of a number that is too large.
///
/// The set is found by adding up comparisons: a loop that stops would be mispredicted.
#[inline]
fn choose_in<S: CellSet>(
    sets: &[S],
    choose: impl FnOnce(u32) -> u32,
) -> Result<(usize, Cell), u32> {
    let mut counts = [0; 8];
    counts.iter_mut().zip(sets).for_each(|(count, set)| *count = set.len());
    let total = counts.iter().sum();
    let number = choose(total);
    if number >= total {
        return Err(number - total);
    }
    let (mut index, mut before, mut end) = (0, 0, 0);
    for count in &counts[..sets.len() - 1] {
        end += count;
        let past = u32::from(number >= end);
        index += past as usize;
        before += count * past;
    }
    Ok((index, sets[index].nth(number - before)))
}

/// A board of hexagons with an unused slot before, between and after the rows.
#[derive(Clone, Debug)]
pub struct Hexes<S> {
    near: Near<S>,
    /// How far apart a cell and its neighbour to the south-east are; the one to the south-west is one
    /// nearer.
    stride: u32,
}

/// The stride of a board that [`Hexes`] fits.
fn hex_stride(board: &Board) -> Option<u32> {
    let pairs = shift_pairs(board)?;
    let [1, west, stride] = pairs[..] else { return None };
    let mut used = vec![false; board.slots() + stride as usize];
    board.cells().iter().for_each(|cell| used[cell.index()] = true);
    // `spread` steps sideways first and down or up then, so both ends need room too.
    if used[0] || used[board.slots() - 1] {
        return None;
    }
    let honest = |&cell: &Cell| {
        pairs.iter().all(|&by| {
            let next = cell.index() + by as usize;
            !used[next] || board.neighbours(cell).contains(&Cell::new(next))
        })
    };
    (west + 1 == stride && board.cells().iter().all(honest)).then_some(stride)
}

impl<S: CellSet> Hexes<S> {
    /// The targets of steps to E, SW, SE, W, NE and NW.
    #[inline]
    fn targets(&self, movers: S, targets: S) -> [S; 6] {
        let far = self.stride;
        [
            movers.up(1) & targets,
            movers.up(far - 1) & targets,
            movers.up(far) & targets,
            movers.down(1) & targets,
            movers.down(far - 1) & targets,
            movers.down(far) & targets,
        ]
    }

    /// Where a piece that arrived at `to` by this direction came from.
    #[inline]
    fn origin(&self, direction: usize, to: Cell) -> Cell {
        let far = self.stride as usize;
        let by = [1, far - 1, far][direction % 3];
        Cell::new(if direction < 3 { to.index() - by } else { to.index() + by })
    }
}

impl<S: CellSet> Topology<S> for Hexes<S> {
    fn of(board: &Board) -> Self {
        let stride = hex_stride(board).expect("a padded board of hexagons");
        Hexes { near: Near::of(board), stride }
    }

    #[inline]
    fn near(&self) -> &Near<S> {
        &self.near
    }

    #[inline]
    fn spread(&self, set: S) -> S {
        let (east, west) = (set.up(1), set.down(1));
        let (south, north) = ((set | west).up(self.stride), (set | east).down(self.stride));
        (east | west | south | north) & self.near.all
    }

    #[inline]
    fn visit_steps(
        &self,
        movers: S,
        targets: S,
        visit: &mut impl FnMut(Cell, Cell) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (direction, set) in self.targets(movers, targets).into_iter().enumerate() {
            for to in set.iter() {
                visit(self.origin(direction, to), to)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn choose_step(
        &self,
        movers: S,
        targets: S,
        choose: impl FnOnce(u32) -> u32,
    ) -> Result<(Cell, Cell), u32> {
        let (direction, to) = choose_in(&self.targets(movers, targets), choose)?;
        Ok((self.origin(direction, to), to))
    }

    #[inline]
    fn count_steps(&self, movers: S, targets: S) -> u32 {
        self.targets(movers, targets).iter().map(|set| set.len()).sum()
    }
}

/// Any graph: one set of neighbours a cell.
#[derive(Clone, Debug)]
pub struct GraphTopology<S> {
    near: Near<S>,
}

impl<S: CellSet> Topology<S> for GraphTopology<S> {
    fn of(board: &Board) -> Self {
        GraphTopology { near: Near::of(board) }
    }

    #[inline]
    fn near(&self) -> &Near<S> {
        &self.near
    }

    #[inline]
    fn spread(&self, set: S) -> S {
        set.iter().fold(S::EMPTY, |all, cell| all | self.near.at(cell).neighbours)
    }

    /// Here a step costs as much as there are cells to step from, so only the newest are asked.
    #[inline]
    fn flood(&self, from: S, within: S) -> S {
        let mut reached = from;
        let mut newest = from;
        while !newest.is_empty() {
            newest = self.spread(newest) & within & !reached;
            reached |= newest;
        }
        reached
    }

    #[inline]
    fn joined(&self, set: S, within: S) -> bool {
        if set.is_empty() {
            return true;
        }
        let mut reached = S::only(set.lowest());
        let mut newest = reached;
        while !(set & !reached).is_empty() {
            newest = self.spread(newest) & within & !reached;
            if newest.is_empty() {
                return false;
            }
            reached |= newest;
        }
        true
    }

    #[inline]
    fn visit_steps(
        &self,
        movers: S,
        targets: S,
        visit: &mut impl FnMut(Cell, Cell) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for from in movers.iter() {
            for to in (self.neighbours(from) & targets).iter() {
                visit(from, to)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn choose_step(
        &self,
        movers: S,
        targets: S,
        choose: impl FnOnce(u32) -> u32,
    ) -> Result<(Cell, Cell), u32> {
        let mut left = choose(self.count_steps(movers, targets));
        for from in movers.iter() {
            let set = self.neighbours(from) & targets;
            let count = set.len();
            if left < count {
                return Ok((from, set.nth(left)));
            }
            left -= count;
        }
        Err(left)
    }

    #[inline]
    fn count_steps(&self, movers: S, targets: S) -> u32 {
        movers.iter().map(|from| (self.neighbours(from) & targets).len()).sum()
    }
}

/// Code that is compiled for every size of set and every topology.
pub trait TopologyVisitor {
    /// What it gives.
    type Output;

    /// Runs for the pair that fits the board.
    fn visit<S: CellSet, T: Topology<S>>(self) -> Self::Output;
}

/// Code that is tried for every size of set and every topology until it gives something.
pub trait EachTopology {
    /// What it gives.
    type Output;

    /// Runs for one pair.
    fn visit<S: CellSet, T: Topology<S>>(&mut self) -> Option<Self::Output>;
}

/// Tries `visitor` for the pairs that [`with_topology`] chooses from, and gives what the first of them
/// gave.
pub fn each_topology<V: EachTopology>(visitor: &mut V) -> Option<V::Output> {
    fn small<S: CellSet, V: EachTopology>(visitor: &mut V) -> Option<V::Output> {
        None.or_else(|| visitor.visit::<S, Shifts<S, 2>>()).or_else(|| large::<S, V>(visitor))
    }
    fn large<S: CellSet, V: EachTopology>(visitor: &mut V) -> Option<V::Output> {
        None.or_else(|| visitor.visit::<S, Hexes<S>>())
            .or_else(|| visitor.visit::<S, Shifts<S, 4>>())
            .or_else(|| visitor.visit::<S, GraphTopology<S>>())
    }
    None.or_else(|| small::<u64, V>(visitor))
        .or_else(|| small::<u128, V>(visitor))
        .or_else(|| large::<Wide<4>, V>(visitor))
        .or_else(|| large::<Wide<9>, V>(visitor))
        .or_else(|| visitor.visit::<Wide<21>, Shifts<Wide<21>, 4>>())
        .or_else(|| visitor.visit::<Wide<21>, GraphTopology<Wide<21>>>())
}

/// Runs `visitor` for the smallest set and the fastest topology that fit `board`.
///
/// Everything about a game is compiled for each pair, so the boards that few people play share: four
/// neighbours have shifts of their own up to 128 cells, hexagons up to 576.
pub fn with_topology<V: TopologyVisitor>(board: &Board, visitor: V) -> V::Output {
    fn small<S: CellSet, V: TopologyVisitor>(board: &Board, visitor: V) -> V::Output {
        match shift_pairs(board).map(|pairs| pairs.len()) {
            Some(0..=2) => visitor.visit::<S, Shifts<S, 2>>(),
            _ => large::<S, V>(board, visitor),
        }
    }
    fn large<S: CellSet, V: TopologyVisitor>(board: &Board, visitor: V) -> V::Output {
        match hex_stride(board) {
            Some(_) => visitor.visit::<S, Hexes<S>>(),
            None => any::<S, V>(board, visitor),
        }
    }
    fn any<S: CellSet, V: TopologyVisitor>(board: &Board, visitor: V) -> V::Output {
        match shift_pairs(board) {
            Some(_) => visitor.visit::<S, Shifts<S, 4>>(),
            None => visitor.visit::<S, GraphTopology<S>>(),
        }
    }
    match board.slots() {
        0..=64 => small::<u64, V>(board, visitor),
        65..=128 => small::<u128, V>(board, visitor),
        129..=256 => large::<Wide<4>, V>(board, visitor),
        257..=576 => large::<Wide<9>, V>(board, visitor),
        _ => any::<Wide<21>, V>(board, visitor),
    }
}
