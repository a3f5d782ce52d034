//! What a set's position is worth: how far its pieces are from one of its groups, and how many of
//! them hang by ways that an opponent can close.
//!
//! The full [critical paths](super::critical_paths) cost some hundred microseconds, far too much for
//! every position of a search. The stand-in here costs one more flood fill: a piece is *exposed* if it
//! reaches the main group only over cells next to an opposing piece, which may all be filled by the
//! next move. A set without exposed pieces cannot be cut apart by one move. A set that is blocked is
//! worth the same however it stands, so that a search neither walls in further what is walled in nor
//! gathers what cannot come together.

use selforge_board::CellSet;
use selforge_board::topology::Topology;
use selforge_catalogue::{Gathering, Worths};
use selforge_core::{MAX_SEATS, Seat};

/// What one step is worth, so that finer differences have room.
const STEP: i32 = 10;

/// How many steps a piece counts for that cannot come to the group at all.
const CUT_OFF: i32 = 15;

/// What a blocked set is worth. It cannot win while the others stand still, so how near its pieces
/// are to each other is nothing to fight for any more.
const BLOCKED: i32 = -1000;

/// What being blocked costs a set, beside its distances as if the board were empty, while somebody looks for a
/// way to win who has blocked it already.
const WALLED_IN: i32 = -50;

/// The parts of what a set's position is worth; none but the last is above zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Parts {
    /// For the distances of the pieces outside the main group.
    pub(crate) distance: i32,
    /// For the pieces that are cut off from it.
    pub(crate) cut_off: i32,
    /// For the pieces that are exposed.
    pub(crate) exposed: i32,
    /// For being blocked; then nothing else counts.
    pub(crate) blocked: i32,
    /// For being to move.
    pub(crate) turn: i32,
}

impl Parts {
    /// What the position is worth.
    #[inline]
    pub(crate) fn total(self) -> i32 {
        self.distance + self.cut_off + self.exposed + self.blocked + self.turn
    }
}

/// The worth of a set around its group `main`, while the cells of `empty` are empty. `exposure` is
/// what an exposed piece costs; nobody looks for them at the price of 0.
#[inline]
fn parts<S: CellSet>(
    topology: &impl Topology<S>,
    own: S,
    main: S,
    empty: S,
    exposure: i32,
) -> Parts {
    let free = own | empty;
    let mut parts = Parts::default();
    let mut outside = own & !main;
    let (mut reached, mut distance) = (main, 0);
    while !outside.is_empty() {
        let next = reached | topology.spread(reached) & free;
        if next == reached {
            parts.cut_off = -STEP * CUT_OFF * outside.len() as i32;
            break;
        }
        distance += 1;
        let arrived = outside & next;
        parts.distance -= STEP * distance * arrived.len() as i32;
        outside &= !arrived;
        reached = next;
    }
    if exposure > 0 {
        parts.exposed = -exposure * exposed(topology, own, main, empty).len() as i32;
    }
    parts
}

/// The pieces that reach `main` only over cells next to opposing pieces, or not at all.
#[inline]
fn exposed<S: CellSet>(topology: &impl Topology<S>, own: S, main: S, empty: S) -> S {
    let opposing = topology.all() & !(own | empty);
    let safe = own | empty & !topology.spread(opposing);
    let mut reached = main;
    loop {
        let outside = own & !reached;
        let next = reached | topology.spread(reached) & safe;
        if outside.is_empty() || next == reached {
            return outside;
        }
        reached = next;
    }
}

/// The worth of a seat's position around its main group, which `main_group` finds from the set's
/// cells and the empty ones. With an `exposure` above 0, blockades count.
#[inline]
pub(crate) fn parts_of<G: Gathering>(
    game: &G,
    state: &G::State,
    seat: Seat,
    exposure: i32,
    main_group: impl Fn(&G::Graph, G::Cells, G::Cells) -> G::Cells,
) -> Parts {
    let set = game.set_of(state, seat);
    if exposure > 0 && game.is_blocked(state, set) {
        return Parts { blocked: BLOCKED, ..Parts::default() };
    }
    let (own, empty) = (game.cells_of(state, set), game.empty(state));
    let main = main_group(game.graph(), own, empty);
    parts(game.graph(), own, main, empty, exposure)
}

/// The same for a seat whose set somebody has locked up who could let it go: what it had if the wall opened.
pub(crate) fn parts_behind_a_wall<G: Gathering>(
    game: &G,
    state: &G::State,
    seat: Seat,
    main_group: impl Fn(&G::Graph, G::Cells, G::Cells) -> G::Cells,
) -> Parts {
    let own = game.cells_of(state, game.set_of(state, seat));
    let main = main_group(game.graph(), own, game.empty(state));
    let elsewhere = game.graph().all() & !own;
    Parts { blocked: WALLED_IN, ..parts(game.graph(), own, main, elsewhere, 0) }
}

/// What each seat's position is worth, as [`parts_of`] finds it.
#[inline]
pub(crate) fn worths_around<G: Gathering>(
    game: &G,
    state: &G::State,
    exposure: i32,
    main_group: impl Fn(&G::Graph, G::Cells, G::Cells) -> G::Cells,
) -> Worths {
    let mut worths = [0; MAX_SEATS];
    for seat in Seat::all(game.seats()) {
        worths[seat.index()] = parts_of(game, state, seat, exposure, &main_group).total();
    }
    worths
}
