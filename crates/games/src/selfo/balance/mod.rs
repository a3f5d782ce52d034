//! How good a start position is.
//!
//! The report asks of a start position that no piece is cut off from its set, that no single
//! opposing move could cut one off, and that the number of moves each set needs to connect, with
//! all other pieces frozen, is high and similar for all sets. The first two are decided here
//! exactly. The third is a hard problem (it asks for a cheapest connected target, a relative of the
//! Steiner tree), so it is answered by a [`Bracket`]: a proven lower bound and an upper bound that
//! an actual sequence of moves attains. On small boards a search closes the bracket.
//!
//! - `isolation`: pieces that are cut off or can be;
//! - `lower`: what can be proven at the cost of a few flood fills; `joining`: what is missing between the pieces,
//!   a better bound where people look;
//! - `upper`: what is attained, by a `greedy` player, then by `anneal`ing the cells that it meets
//!   on and finding the cheapest `assignment` of pieces to those, along `paths`;
//! - `search`: the exact number, if the board is small enough;
//! - `report`: all of it for the start of a game, by its spec;
//! - `limits`: what a start position must keep to, and which [`Fault`]s it has.
//!
//! Generators test hundreds of positions a second and use [`Effort::Quick`]; a person who asks
//! about one position gets [`Effort::Thorough`].

mod anneal;
mod assignment;
mod greedy;
mod isolation;
mod joining;
mod limits;
mod lower;
mod paths;
mod report;
mod search;
mod upper;

#[cfg(test)]
pub(crate) mod tests;

use std::sync::Arc;

use selforge_board::topology::{Topology, TopologyVisitor, with_topology};
use selforge_board::{Board, Cell, CellSet};

use super::finite::{Finite, Pieces};
use super::ground::{Ground, Lengths, SetId};
use super::rules::Length;

pub(crate) use greedy::MANY_PIECES;
pub use limits::{Constraint, Fault, Limits};
use lower::Gains;
pub use report::{Report, is_weighed, report};

/// How much a first glance at the upper bounds of two sets may mislead about their difference.
const GLANCE_SLACK: u32 = 5;

/// How many groups a quick look takes for the root of what joins a set.
const QUICK_ROOTS: usize = 2;

/// How much work a bracket is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// A few greedy runs and the quick proofs: a fifth of a millisecond a set on `hexhex-6`, where
    /// the upper bound is about one move above the best.
    Quick,
    /// Many runs and a search of up to [`Limits::SEARCH_NODES`] positions: about a tenth of a
    /// second a set there. Exact wherever that search ends.
    Thorough,
}

/// How many of its owner's moves a set needs to connect while all other pieces stand still.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bracket {
    /// No fewer moves than this can do; proven.
    pub low: u32,
    /// So many moves do; [`Scales::plan`] lists them.
    pub high: u32,
}

impl Bracket {
    /// Whether the number is known exactly.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self.low == self.high
    }
}

/// How one set fares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetBalance {
    /// Which set.
    pub set: SetId,
    /// How many pieces it has.
    pub pieces: u32,
    /// How many of them are special.
    pub special: u32,
    /// How far its plain pieces move.
    pub length: Length,
    /// How many moves it must be proven to need to connect.
    pub required: u32,
    /// How many connected groups its pieces form.
    pub groups: u32,
    /// The pieces that are cut off from the main part of their set. None, unless the set is
    /// blocked.
    pub isolated: Vec<Cell>,
    /// The pieces that one move of another set could cut off from the main part of their own.
    pub isolable: Vec<Cell>,
    /// The pieces that two moves of other sets, one after the other, could cut off; none unless the scales are
    /// [`guarding`](Scales::guarding) against two.
    pub isolable_by_two: Vec<Cell>,
    /// How many moves the set needs to connect; `None` if it is blocked, so that none suffice.
    pub bracket: Option<Bracket>,
}

/// How a position fares against the constraints on start positions.
#[derive(Clone, PartialEq, Debug)]
pub struct Balance {
    /// Pieces on a hundred cells.
    pub density: f64,
    /// Every set in order.
    pub sets: Vec<SetBalance>,
}

impl Balance {
    /// The constraints that the position breaks; none for a good start.
    #[must_use]
    pub fn faults(&self) -> Vec<Fault> {
        limits::faults(self)
    }

    /// What is allowed but not advised: sets of fewer than [`Limits::FEWEST_ADVISED`] pieces.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        limits::warnings(self)
    }

    /// The largest difference between the upper bounds of any two sets, if all have one.
    #[must_use]
    pub fn spread(&self) -> Option<u32> {
        let highs: Option<Vec<u32>> =
            self.sets.iter().map(|set| set.bracket.map(|bracket| bracket.high)).collect();
        let highs = highs?;
        Some(highs.iter().max()? - highs.iter().min()?)
    }
}

/// A board made ready for weighing many positions.
pub struct Scales<'a, S, T> {
    ground: &'a Finite<S, T>,
    lengths: Vec<Lengths>,
    gains: Gains,
    first_moves: u8,
    cancelled: &'a dyn Fn() -> bool,
}

/// One set on the board, everything else frozen.
struct Task<'a, T, S> {
    topology: &'a T,
    own: S,
    /// The cells that are empty or the set's own. The set's moves never change this.
    free: S,
    /// How many pieces of the set are special.
    special: u32,
    /// How far every piece of the set can move.
    length: Length,
    /// How far some piece of the set can move.
    longest: Length,
    /// Whether nobody waits for the answer any more: the best so far is given then.
    cancelled: &'a dyn Fn() -> bool,
}

impl<'a, S: CellSet, T: Topology<S>> Scales<'a, S, T> {
    /// Scales for positions on `ground`; `lengths` has how far each set's pieces move, and sets
    /// beyond its end move by single steps.
    #[must_use]
    pub fn new(ground: &'a Finite<S, T>, lengths: &[Lengths]) -> Self {
        let mut lengths = lengths.to_vec();
        lengths.resize(usize::from(ground.sets()), Lengths { plain: 1, special: 1 });
        lengths.iter_mut().for_each(|lengths| lengths.plain = lengths.plain.max(1));
        let gains = Gains::of(ground.board());
        Scales { ground, lengths, gains, first_moves: 1, cancelled: &|| false }
    }

    /// The same scales, which also look whether so many moves of other sets, one or two, could cut a piece
    /// off while its own set stands still.
    #[must_use]
    pub fn guarding(mut self, first_moves: u8) -> Self {
        self.first_moves = first_moves;
        self
    }

    /// The same scales, which give up when `cancelled` says so. What they answer then is true, but
    /// worth less than what they would have found; whoever gave up has to look at that.
    #[must_use]
    pub fn until(mut self, cancelled: &'a dyn Fn() -> bool) -> Self {
        self.cancelled = cancelled;
        self
    }

    /// Weighs a position.
    #[must_use]
    pub fn weigh(&self, pieces: &Pieces<S>, effort: Effort) -> Balance {
        let sets = 0..self.ground.sets();
        let cells = self.ground.topology().all().len();
        Balance {
            density: 100.0 * f64::from(pieces.occupied().len()) / f64::from(cells.max(1)),
            sets: sets.map(|set| self.weigh_set(pieces, set, effort)).collect(),
        }
    }

    /// The first constraint that a position breaks, in the order of [`Constraint`]: as
    /// [`weigh`](Scales::weigh) with [`Effort::Quick`], but stopping as soon as one is found. What is proven here must
    /// stay as it is: seeds of drawn starts rely on it.
    #[must_use]
    pub fn first_fault(&self, pieces: &Pieces<S>) -> Option<Constraint> {
        let sets = 0..self.ground.sets();
        let tasks: Vec<_> = sets.clone().map(|set| self.task(pieces, set)).collect();
        if tasks.iter().any(|task| task.own.len() < 2 || task.topology.connected(task.own)) {
            return Some(Constraint::Open);
        }
        if tasks.iter().any(|task| !task.topology.joined(task.own, task.free)) {
            return Some(Constraint::Isolated);
        }
        if sets.clone().any(|set| !self.isolable(pieces, set, 1, true).is_empty()) {
            return Some(Constraint::Isolable);
        }
        if self.first_moves > 1
            && sets.clone().any(|set| !self.isolable(pieces, set, 2, true).is_empty())
        {
            return Some(Constraint::IsolableByTwo);
        }
        if tasks.iter().any(|task| self.gains.low(task) < self.required(task)) {
            return Some(Constraint::Low);
        }
        let apart = self.spread_apart(&tasks, upper::glance, GLANCE_SLACK)
            || self.spread_apart(&tasks, upper::quick, 0);
        apart.then_some(Constraint::Spread)
    }

    /// Whether equal sets differ too much in the upper bounds that `find` gives; asks about no more
    /// sets than it takes to see that.
    fn spread_apart(
        &self,
        tasks: &[Task<'a, T, S>],
        find: fn(&Task<'a, T, S>) -> Option<upper::Found>,
        slack: u32,
    ) -> bool {
        let mut highs = Vec::with_capacity(tasks.len());
        tasks.iter().any(|task| {
            let high = find(task).map_or(u32::MAX, |found| found.cost);
            highs.push(((task.own.len(), task.special, task.length), high));
            limits::last_too_far(&highs, tasks.len(), slack)
        })
    }

    /// A sequence of moves, each from a cell to a cell, that connects the set while the others
    /// stand still; as many as the upper bound of its bracket. `None` if the set is blocked.
    #[must_use]
    pub fn plan(
        &self,
        pieces: &Pieces<S>,
        set: SetId,
        effort: Effort,
    ) -> Option<Vec<(Cell, Cell)>> {
        let task = self.task(pieces, set);
        task.topology.joined(task.own, task.free).then(|| self.solve(&task, effort).1)
    }

    fn task(&self, pieces: &Pieces<S>, set: SetId) -> Task<'a, T, S> {
        let own = self.ground.cells_of(pieces, set);
        let lengths = self.lengths[usize::from(set)];
        let special = self.ground.count_special(pieces, set);
        let longest = if special > 0 { lengths.plain.max(lengths.special) } else { lengths.plain };
        Task {
            topology: self.ground.topology(),
            own,
            free: own | self.ground.empty(pieces),
            special,
            length: lengths.plain,
            longest,
            cancelled: self.cancelled,
        }
    }

    fn required(&self, task: &Task<'_, T, S>) -> u32 {
        Limits::required_low(task.own.len(), self.gains.groups(task.longest))
    }

    fn weigh_set(&self, pieces: &Pieces<S>, set: SetId, effort: Effort) -> SetBalance {
        let task = self.task(pieces, set);
        let isolated = isolation::outside_main_part(task.topology, task.own, task.free);
        let bracket = isolated.is_empty().then(|| self.solve(&task, effort).0);
        SetBalance {
            set,
            pieces: task.own.len(),
            special: task.special,
            length: task.length,
            required: self.required(&task),
            groups: task.topology.count_groups(task.own),
            isolated: isolated.iter().collect(),
            isolable: self.isolable(pieces, set, 1, false).iter().collect(),
            isolable_by_two: match self.first_moves {
                0 | 1 => Vec::new(),
                _ => self.isolable(pieces, set, 2, false).iter().collect(),
            },
            bracket,
        }
    }

    /// The bracket of a set that is not blocked, and the moves that attain its upper bound.
    fn solve(&self, task: &Task<'_, T, S>, effort: Effort) -> (Bracket, Vec<(Cell, Cell)>) {
        let roots = if effort == Effort::Quick { QUICK_ROOTS } else { usize::MAX };
        let missing = joining::missing_cells(task.topology, task.own, task.free, roots);
        let low = self.gains.low(task).max(missing.div_ceil(u32::from(task.longest)));
        let found = match effort {
            Effort::Quick => upper::quick(task),
            Effort::Thorough => upper::thorough(task, low),
        };
        // A set that is not blocked can always be gathered; if it were not so, no bound is known.
        let Some(found) = found else { return (Bracket { low, high: u32::MAX }, Vec::new()) };
        let moves = found.moves(task);
        let high = moves.len() as u32;
        if effort == Effort::Quick || low == high {
            return (Bracket { low: low.min(high), high }, moves);
        }
        let searched = search::search(task, &self.gains, low, high, Limits::SEARCH_NODES);
        let moves = searched.moves.unwrap_or(moves);
        (Bracket { low: searched.low, high: moves.len() as u32 }, moves)
    }

    /// The pieces of `set` that so many moves of other sets could cut off; with `any`, perhaps not all
    /// of them.
    fn isolable(&self, pieces: &Pieces<S>, set: SetId, moves: u8, any: bool) -> S {
        isolation::isolable(self.ground, pieces, set, &self.lengths, moves, any, self.cancelled)
    }
}

/// Weighs pieces placed on a board of any kind; `lengths` has how far each set's pieces move, and
/// there are as many sets as lengths.
///
/// # Panics
/// If there are more than twelve sets, or a piece belongs to none of them.
#[must_use]
pub fn weigh(
    board: &Arc<Board>,
    placed: &[(Cell, SetId)],
    lengths: &[Length],
    effort: Effort,
) -> Balance {
    with_topology(board, Weighing { board, placed, lengths, effort })
}

struct Weighing<'a> {
    board: &'a Arc<Board>,
    placed: &'a [(Cell, SetId)],
    lengths: &'a [Length],
    effort: Effort,
}

impl TopologyVisitor for Weighing<'_> {
    type Output = Balance;

    fn visit<S: CellSet, T: Topology<S>>(self) -> Balance {
        let ground = Finite::<S, T>::new(self.board.clone(), self.lengths.len() as u8);
        let mut pieces = Pieces::NONE;
        for &(cell, set) in self.placed {
            pieces.put(set, S::only(cell), false);
        }
        let lengths: Vec<Lengths> =
            self.lengths.iter().map(|&plain| Lengths { plain, special: plain }).collect();
        Scales::new(&ground, &lengths).weigh(&pieces, self.effort)
    }
}
