//! A fast evaluator for searches: how far each set's pieces are from its largest group.
//!
//! It is the swarm's score with a cheaper choice of the main group: no signals, just size. On top of
//! that it knows blockades: pieces that may soon be cut off cost something, a blocked set has no more
//! to gain or lose, and it knows what a blockade proves (two seats): whoever plays a blocked set and
//! cannot swap it away cannot win against an opponent who sits still, so the opponent has at least a
//! draw. Sitting still is passing, which is always allowed; no rule of the game makes passing lose, and
//! neither far moves nor special pieces leap over a wall.

use selforge_board::CellSet;
use selforge_board::topology::Topology;
use selforge_catalogue::{Evaluator, Gathering, Score, Worths};
use selforge_core::{MAX_SEATS, Seat, Status};

use super::distance::{Parts, parts_behind_a_wall, parts_of};

/// What it is worth to be to move, with two seats. It does not change which of two moves looks better
/// as far as both are looked at equally deep, but where they are not, it does: 53 ± 31 Elo in the quick game.
const TURN: i32 = 15;

/// The evaluator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gather {
    /// What a piece costs that the opponents may soon cut off; 10 are one step. With 0 the evaluator
    /// is blind to blockades but for what they prove.
    exposure: i32,
    /// The seat whose set is blocked where the search begins. A lock that is there already is worth a draw, which
    /// [`bounds`](Evaluator::bounds) know; were it worth as much as one still to be made, whoever holds it would
    /// never let it go to win.
    locked: Option<Seat>,
}

impl Gather {
    /// The price of an exposed piece with which it plays best.
    pub const EXPOSURE: i32 = 10;

    /// One with this price of an exposed piece.
    #[must_use]
    pub fn new(exposure: i32) -> Gather {
        Gather { exposure, locked: None }
    }

    /// What a seat's position is worth, part by part.
    #[inline]
    pub(super) fn parts<G: Gathering>(&self, game: &G, state: &G::State, seat: Seat) -> Parts {
        let main_group = |topology: &G::Graph, own, _| largest_group(topology, own);
        let set = game.set_of(state, seat);
        let mut parts = if self.locked == Some(seat) && game.is_blocked(state, set) {
            parts_behind_a_wall(game, state, seat, main_group)
        } else {
            parts_of(game, state, seat, self.exposure, main_group)
        };
        if game.seats() == 2 && game.status(state) == Status::ToMove(seat) {
            parts.turn = TURN;
        }
        parts
    }
}

impl Default for Gather {
    fn default() -> Gather {
        Gather::new(Gather::EXPOSURE)
    }
}

/// The largest group of a set; of several the one in the lowest slots. A set all of whose pieces
/// stand alone is represented by the one in the middle of its list.
#[inline]
pub(super) fn largest_group<S: CellSet>(topology: &impl Topology<S>, own: S) -> S {
    let mut rest = own & topology.spread(own);
    let (mut largest, mut size) = (S::EMPTY, 1);
    while rest.len() > size {
        let group = topology.flood(S::only(rest.lowest()), rest);
        rest &= !group;
        if group.len() > size {
            (largest, size) = (group, group.len());
        }
    }
    if size == 1 { S::only(own.nth(own.len() / 2)) } else { largest }
}

impl<G: Gathering> Evaluator<G> for Gather {
    fn look_from(&mut self, game: &G, state: &G::State, seat: Seat) -> bool {
        let other = Seat::new(1 - seat.index().min(1));
        let holds = game.seats() == 2
            && !game.may_swap(state, other)
            && game.is_blocked(state, game.set_of(state, other))
            && !game.is_blocked(state, game.set_of(state, seat));
        let before = std::mem::replace(&mut self.locked, holds.then_some(other));
        before != self.locked
    }

    #[inline]
    fn worths(&self, game: &G, state: &G::State) -> Worths {
        let mut worths = [0; MAX_SEATS];
        for seat in Seat::all(game.seats()) {
            worths[seat.index()] = self.parts(game, state, seat).total();
        }
        worths
    }

    #[inline]
    fn bounds(&self, game: &G, state: &G::State, seat: Seat) -> (Score, Score) {
        let mut bounds = (Score::LEAST, -Score::LEAST);
        if game.seats() == 2 {
            let cannot_win = |seat| {
                !game.may_swap(state, seat) && game.is_blocked(state, game.set_of(state, seat))
            };
            if cannot_win(seat) {
                bounds.1 = Score::DRAW;
            }
            if cannot_win(Seat::new(1 - seat.index())) {
                bounds.0 = Score::DRAW;
            }
        }
        bounds
    }

    #[inline]
    fn is_swap(&self, game: &G, mv: G::Move) -> bool {
        !game.is_step(mv) && !game.is_pass(mv)
    }

    fn is_pass(&self, game: &G, mv: G::Move) -> bool {
        game.is_pass(mv)
    }

    fn promise(&self, game: &G, _state: &G::State, mv: G::Move) -> i32 {
        // Swaps and passes last.
        if game.is_step(mv) { 0 } else { -1 }
    }
}
