//! The thesis's evaluator: groups send out signals, like amoebae that aggregate.
//!
//! A group of g pieces sends a signal of strength g·pˢ to distance s. It spreads over empty cells and
//! own pieces of other groups and stops at the rim and at enemy pieces. The cell where the signals of
//! a set add up to most is its *centroid*, and the group heard loudest there its *main group*. A set is
//! worth the less the further its other pieces are from the main group.
//!
//! The law is ours: the thesis prints (P₀·g)ˢ, which grows with distance, and says that signals fade.
//! It also measures distances to the centroid's cell, which [`Target::Centroid`] does; to the main group is
//! the default because it plays far better.

use selforge_board::topology::Topology;
use selforge_board::{Cell, CellSet, MAX_SLOTS};
use selforge_catalogue::{Evaluator, Gathering, Worths};

use super::distance::worths_around;

/// The evaluator.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Swarm {
    /// What is left of a signal after each step: above 0 and below 1.
    pub decay: f32,
    /// Where the pieces shall go.
    pub target: Target,
}

/// The place to which the swarm's score measures the distances of a set's pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// The main group.
    Group,
    /// The centroid's cell.
    Centroid,
}

impl Swarm {
    /// The usual decay; between 0.5 and 0.9 it hardly matters.
    pub const DECAY: f32 = 0.7;
}

impl Default for Swarm {
    fn default() -> Swarm {
        Swarm { decay: Swarm::DECAY, target: Target::Group }
    }
}

/// Visits the cells that hear a group, itself included, nearest first: all that are equally far at once, with
/// the strength of the signal there. `free` are the cells that pass it on.
pub(super) fn spread_signal<S: CellSet>(
    topology: &impl Topology<S>,
    group: S,
    free: S,
    decay: f32,
    mut visit: impl FnMut(S, f32),
) {
    let mut power = group.len() as f32;
    let (mut reached, mut fresh) = (group, group);
    while !fresh.is_empty() {
        visit(fresh, power);
        power *= decay;
        let next = reached | topology.spread(reached) & free;
        fresh = next & !reached;
        reached = next;
    }
}

/// How loud a set is on every cell, and what follows from that.
#[derive(Clone, Debug)]
pub struct Field<S> {
    /// By slot: the sum of the set's signals. Meaningless on cells that hear nothing.
    pub strength: [f32; MAX_SLOTS],
    /// The cell where it is loudest.
    pub centroid: Cell,
    /// The group that is heard loudest there.
    pub main_group: S,
}

impl Swarm {
    /// The signals of a set whose pieces stand on `own`, when the cells of `empty` are empty.
    pub fn field<S: CellSet>(&self, topology: &impl Topology<S>, own: S, empty: S) -> Field<S> {
        let free = own | empty;
        let mut field =
            Field { strength: [0.0; MAX_SLOTS], centroid: own.lowest(), main_group: own };
        let groups = topology.groups(own);
        for &group in &groups {
            spread_signal(topology, group, free, self.decay, |cells, power| {
                for cell in cells.iter() {
                    field.strength[cell.index()] += power;
                }
            });
        }
        let mut loudest = 0.0;
        for cell in free.iter() {
            if field.strength[cell.index()] > loudest {
                loudest = field.strength[cell.index()];
                field.centroid = cell;
            }
        }
        field.main_group = self.loudest_at(topology, &groups, free, field.centroid);
        field
    }

    /// Adds what the opposing pieces hear to a field of [`field`](Swarm::field), and tells which do. They take no
    /// part in the score, because they pass nothing on.
    pub(super) fn add_opponents<S: CellSet>(
        &self,
        topology: &impl Topology<S>,
        own: S,
        empty: S,
        field: &mut Field<S>,
    ) -> S {
        let free = own | empty;
        let mut heard = S::EMPTY;
        for group in topology.groups(own) {
            let mut deaf = topology.all() & !free;
            spread_signal(topology, group, free, self.decay, |cells, power| {
                let fresh = topology.spread(cells) & deaf;
                deaf &= !fresh;
                heard |= fresh;
                for cell in fresh.iter() {
                    field.strength[cell.index()] += power * self.decay;
                }
            });
        }
        heard
    }

    /// The group whose signal is strongest at a cell.
    fn loudest_at<S: CellSet>(
        &self,
        topology: &impl Topology<S>,
        groups: &[S],
        free: S,
        cell: Cell,
    ) -> S {
        // One flood from the cell finds every group at its distance.
        let mut reached = S::only(cell);
        let (mut best, mut best_power, mut faded) = (S::EMPTY, 0.0, 1.0f32);
        let mut unheard: Vec<S> = groups.to_vec();
        loop {
            unheard.retain(|&group| {
                let heard = !(group & reached).is_empty();
                let power = group.len() as f32 * faded;
                if heard && power > best_power {
                    (best, best_power) = (group, power);
                }
                !heard
            });
            let next = reached | topology.spread(reached) & free;
            if next == reached || unheard.is_empty() {
                return best;
            }
            reached = next;
            faded *= self.decay;
        }
    }
}

impl<G: Gathering> Evaluator<G> for Swarm {
    fn worths(&self, game: &G, state: &G::State) -> Worths {
        worths_around(game, state, 0, |topology, own, empty| {
            let field = self.field(topology, own, empty);
            match self.target {
                Target::Group => field.main_group,
                Target::Centroid => G::Cells::only(field.centroid),
            }
        })
    }
}
