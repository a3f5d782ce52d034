//! How far the pieces of a set are from one of its groups.

use selforge_board::CellSet;
use selforge_board::topology::Topology;
use selforge_core::{Game, MAX_SEATS, Seat};
use selforge_games::selfo::finite::{Finite, Pieces};
use selforge_games::selfo::{Selfo, State};

use crate::evaluator::Worths;

/// What one step is worth, so that finer differences have room.
const STEP: i32 = 10;

/// What a piece costs that cannot come to the group at all.
const CUT_OFF: i32 = 15;

/// The sum of the distances of all pieces of `own` to the group `main`, over cells of `free`, which
/// contains the set; pieces that are cut off count as far away.
#[inline]
fn sum_of_distances<S: CellSet>(topology: &impl Topology<S>, own: S, main: S, free: S) -> i32 {
    let mut outside = own & !main;
    let mut reached = main;
    let (mut sum, mut distance) = (0, 0);
    while !outside.is_empty() {
        let next = reached | topology.spread(reached) & free;
        if next == reached {
            return sum + CUT_OFF * outside.len() as i32;
        }
        distance += 1;
        let arrived = outside & next;
        sum += distance * arrived.len() as i32;
        outside &= !arrived;
        reached = next;
    }
    sum
}

/// What each seat's position is worth: the less, the further its pieces are from its main group,
/// which `main_group` finds from the set's cells and the empty ones.
#[inline]
pub(crate) fn worths_around<S: CellSet, T: Topology<S>>(
    game: &Selfo<Finite<S, T>>,
    state: &State<Pieces<S>>,
    main_group: impl Fn(&T, S, S) -> S,
) -> Worths {
    let ground = game.ground();
    let topology = ground.topology();
    let pieces = game.pieces(state);
    let empty = ground.empty(pieces);
    let mut worths = [0; MAX_SEATS];
    for seat in Seat::all(game.seats()) {
        let own = ground.cells_of(pieces, game.set_of(state, seat));
        let main = main_group(topology, own, empty);
        worths[seat.index()] = -STEP * sum_of_distances(topology, own, main, own | empty);
    }
    worths
}
