//! A player that connects a set by taking what is cheapest.
//!
//! The player relocates one piece after another. It looks at every piece and every empty cell next
//! to other groups and takes the relocation with the best ratio of groups joined to moves spent: a
//! lone piece steps beside a group, a spare piece fills a gap between two or three. Where no single
//! relocation joins anything (two large groups, a wide gap), a spare piece starts a bridge, and if
//! all else fails the nearest piece walks up to the main group, which always gets there in the end.
//! Ties and near ties are broken at random, with a fixed seed for each run.

use selforge_board::topology::Topology;
use selforge_board::{Cell, CellSet};
use selforge_core::Stream;

use super::Task;
use super::paths::{nearest_outside, path_between, travel};

/// Sets with more pieces than this are gathered without looking for joints, which takes too long.
pub(crate) const MANY_PIECES: u16 = 100;

/// One run.
pub(super) struct Greedy<'a, T, S> {
    task: &'a Task<'a, T, S>,
    /// Where the pieces stand now.
    pub(super) own: S,
    groups: Vec<S>,
    /// The pieces sent so far, from where to where.
    pub(super) relocations: Vec<(Cell, Cell)>,
    /// How many moves that took.
    pub(super) cost: u32,
    random: Stream,
    /// How far the score of a relocation may be off by chance.
    noise: u32,
}

/// One piece sent to another cell.
#[derive(Clone, Copy)]
struct Relocation {
    from: Cell,
    to: Cell,
    steps: u32,
}

impl<'a, S: CellSet, T: Topology<S>> Greedy<'a, T, S> {
    pub(super) fn new(task: &'a Task<'a, T, S>, run: u64) -> Self {
        Greedy {
            task,
            own: task.own,
            groups: Vec::new(),
            relocations: Vec::new(),
            cost: 0,
            random: Stream::new(run, "greedy", 0),
            noise: 2 + 8 * (run as u32 % 4),
        }
    }

    /// Plays until the set is connected; false if it cannot be.
    pub(super) fn play(&mut self) -> bool {
        let mut turns_left = 4 * self.own.len();
        loop {
            self.find_groups();
            if self.groups.len() <= 1 {
                return true;
            }
            let careful = turns_left > 0
                && self.own.len() <= u32::from(MANY_PIECES)
                && !(self.task.cancelled)();
            let joint = if careful { self.best_joint() } else { None };
            let choice = joint.or_else(|| if careful { self.bridge() } else { None });
            let Some(choice) = choice.or_else(|| self.nearest_to_main()) else { return false };
            self.relocate(choice);
            turns_left = turns_left.saturating_sub(1);
        }
    }

    fn find_groups(&mut self) {
        self.groups.clear();
        let mut rest = self.own;
        while !rest.is_empty() {
            let group = self.task.topology.flood(S::only(rest.lowest()), rest);
            rest &= !group;
            self.groups.push(group);
        }
    }

    fn relocate(&mut self, way: Relocation) {
        self.cost += way.steps.div_ceil(u32::from(self.task.length));
        self.own ^= S::only(way.from) | S::only(way.to);
        self.relocations.push((way.from, way.to));
    }

    /// The relocation that joins most groups for its cost; `None` if none joins any.
    fn best_joint(&mut self) -> Option<Relocation> {
        let topology = self.task.topology;
        let mut best: Option<(u32, Relocation)> = None;
        // Which cells the groups after each one touch, so that no two groups are asked in turn about
        // each other.
        let around: Vec<S> = self.groups.iter().map(|&group| topology.spread(group)).collect();
        let mut after = vec![Touched::none(); self.groups.len()];
        for at in (1..self.groups.len()).rev() {
            after[at - 1] = after[at];
            after[at - 1].add(around[at]);
        }
        let mut before = Touched::none();
        for at in 0..self.groups.len() {
            let others = before.with(&after[at]);
            before.add(around[at]);
            let group = self.groups[at];
            for from in group.iter() {
                let mut touched = others;
                let mut rest = group & !S::only(from);
                let mut parts = 0;
                if !rest.is_empty() && !topology.cuts(from, group) {
                    // The usual case, told from the cells around: the rest stays whole.
                    touched.add(topology.spread(rest));
                    (rest, parts) = (S::EMPTY, 1);
                }
                while !rest.is_empty() {
                    let part = topology.flood(S::only(rest.lowest()), rest);
                    touched.add(topology.spread(part));
                    rest &= !part;
                    parts += 1;
                }
                // Leaving makes `parts` groups of one, landing next to m groups makes one of them.
                let targets = touched.0.map(|cells| cells & self.task.free & !self.own);
                self.nearest(from, &targets, |m: u32| m.checked_sub(parts), &mut best);
            }
        }
        best.map(|(_, way)| way)
    }

    /// Walks outwards from `from` and offers, for each number of groups touched, the nearest cells.
    fn nearest(
        &mut self,
        from: Cell,
        targets: &[S; 4],
        joined: impl Fn(u32) -> Option<u32>,
        best: &mut Option<(u32, Relocation)>,
    ) {
        let topology = self.task.topology;
        let useful: [S; 4] = std::array::from_fn(|m| match joined(m as u32 + 1) {
            Some(gain) if gain > 0 => targets[m],
            _ => S::EMPTY,
        });
        let mut wanted = useful[0] | useful[1] | useful[2] | useful[3];
        if wanted.is_empty() {
            return;
        }
        let within = travel(self.task, self.own);
        let mut reached = S::only(from);
        let mut steps = 0u32;
        while !wanted.is_empty() {
            let next = reached | topology.spread(reached) & within;
            if next == reached {
                return;
            }
            steps += 1;
            let fresh = next & !reached;
            reached = next;
            let cost = steps.div_ceil(u32::from(self.task.length));
            if best.is_some_and(|(score, _)| cost * 64 / 4 > score + self.noise) {
                return;
            }
            for m in (0..4).rev() {
                let here = fresh & useful[m] & wanted;
                let Some(gain) = joined(m as u32 + 1) else { continue };
                if here.is_empty() || gain == 0 {
                    continue;
                }
                let score = cost * 64 / gain + self.random.below(self.noise);
                if best.is_none_or(|(least, _)| score < least) {
                    let to = here.nth(self.random.below(here.len()));
                    *best = Some((score, Relocation { from, to, steps }));
                }
                // From further out only cells that touch more groups are better.
                wanted = (m + 1..4).fold(S::EMPTY, |all, more| all | useful[more]) & wanted;
                break;
            }
        }
    }

    /// A piece that its group can spare, sent to the nearest end of the narrowest gap around the
    /// largest group, so that the gap becomes narrower.
    fn bridge(&mut self) -> Option<Relocation> {
        let topology = self.task.topology;
        let main = self.main_group();
        let (end, start) = nearest_outside(self.task, self.own, main)?;
        let path = path_between(topology, start, end, self.task.free)?;
        let gap = path.get(1..path.len() - 1)?;
        let ends = S::of([*gap.first()?, *gap.last()?]);
        let count = self.groups.len() as u32;
        let within = travel(self.task, self.own);
        let mut best: Option<Relocation> = None;
        for from in (self.own & !S::only(start) & !S::only(end)).iter() {
            let mut reached = S::only(from);
            let mut steps = 0;
            while best.is_none_or(|best| steps + 1 < best.steps) {
                let next = reached | topology.spread(reached) & within;
                if next == reached {
                    break;
                }
                steps += 1;
                let here = next & !reached & ends & !self.own;
                reached = next;
                if !here.is_empty() {
                    let to = here.lowest();
                    let after = self.own ^ S::only(from) ^ S::only(to);
                    if topology.count_groups(after) <= count {
                        best = Some(Relocation { from, to, steps });
                    }
                    break;
                }
            }
        }
        best
    }

    /// The piece outside the main group that is nearest to it, and where it joins.
    fn nearest_to_main(&self) -> Option<Relocation> {
        let main = self.main_group();
        let (from, start) = nearest_outside(self.task, self.own, main)?;
        let path = path_between(self.task.topology, start, from, self.task.free)?;
        Some(Relocation { from, to: *path.get(1)?, steps: path.len() as u32 - 2 })
    }

    fn main_group(&self) -> S {
        self.groups.iter().copied().max_by_key(|group| group.len()).unwrap_or(S::EMPTY)
    }
}

/// Number `m`: the cells next to more than `m` of some groups.
#[derive(Clone, Copy)]
struct Touched<S>([S; 4]);

impl<S: CellSet> Touched<S> {
    fn none() -> Self {
        Touched([S::EMPTY; 4])
    }

    /// Counts one more group, next to the cells of `around`.
    #[inline]
    fn add(&mut self, around: S) {
        for more in (1..4).rev() {
            self.0[more] |= self.0[more - 1] & around;
        }
        self.0[0] |= around;
    }

    /// The groups counted here and those counted there together.
    fn with(&self, other: &Self) -> Self {
        Touched(std::array::from_fn(|m| {
            // More than m together: more than m here, more than m there, or i of them here and the
            // other m + 1 - i there.
            let split = (0..m).map(|i| self.0[i] & other.0[m - 1 - i]);
            split.fold(self.0[m] | other.0[m], |all, cells| all | cells)
        }))
    }
}
