//! A network as an evaluator: for searches that know nothing else about a game.

use std::sync::{Arc, Mutex, PoisonError};

use selforge_catalogue::{Evaluator, Score, Worths};
use selforge_core::{Game, MAX_SEATS, Seat, Status};
use selforge_learn::{Aim, Lens, Network, Trace, View, softmax};

use super::points;

/// Judges positions and moves by a network. What can be proven another evaluator says.
#[derive(Debug)]
pub struct NetworkEvaluator<L, E> {
    lens: L,
    network: Arc<Network>,
    proofs: E,
    /// What threads that judge need, while none is at work with it.
    rooms: Mutex<Vec<Room>>,
}

#[derive(Debug, Default)]
struct Room {
    view: View,
    views: Vec<View>,
    trace: Trace,
    aims: Vec<Aim>,
}

impl<L, E> NetworkEvaluator<L, E> {
    /// The evaluator of a network that sees the game through this lens.
    pub fn new(lens: L, network: Arc<Network>, proofs: E) -> Self {
        NetworkEvaluator { lens, network, proofs, rooms: Mutex::default() }
    }

    fn with_room<T>(&self, work: impl FnOnce(&mut Room) -> T) -> T {
        let rooms = || self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let mut room = rooms().pop().unwrap_or_default();
        let done = work(&mut room);
        rooms().push(room);
        done
    }

    fn judge<G: Game>(&self, game: &G, state: &G::State, seat: Seat, room: &mut Room)
    where
        L: Lens<G>,
    {
        self.lens.look(game, state, seat, &mut room.view);
        self.network.judge(self.lens.graph(seat), &room.view, &mut room.trace);
    }
}

/// So many positions are judged at once.
const BATCH: usize = 16;

/// What the network found, as a worth of the seat to move alone.
fn worths_by(seat: Seat, value: f32) -> Worths {
    let mut worths = [0; MAX_SEATS];
    worths[seat.index()] = points(value).0;
    worths
}

impl<G: Game, L: Lens<G>, E: Evaluator<G>> Evaluator<G> for NetworkEvaluator<L, E> {
    fn worths(&self, game: &G, state: &G::State) -> Worths {
        let Status::ToMove(seat) = game.status(state) else { return [0; MAX_SEATS] };
        self.with_room(|room| {
            self.judge(game, state, seat, room);
            worths_by(seat, room.trace.value())
        })
    }

    fn worths_of(&self, game: &G, states: &[G::State], into: &mut Vec<Worths>) {
        let start = into.len();
        into.resize(start + states.len(), [0; MAX_SEATS]);
        self.with_room(|room| {
            // Each seat may see the board in its own way.
            for seat in Seat::all(game.seats()) {
                let is_movers = |at: &usize| game.status(&states[*at]) == Status::ToMove(seat);
                let all: Vec<usize> = (0..states.len()).filter(is_movers).collect();
                for some in all.chunks(BATCH) {
                    room.views.resize_with(some.len(), View::default);
                    for (view, &at) in room.views.iter_mut().zip(some) {
                        self.lens.look(game, &states[at], seat, view);
                    }
                    self.network.judge_all(self.lens.graph(seat), &room.views, &mut room.trace);
                    for (&at, value) in some.iter().zip(room.trace.values()) {
                        into[start + at] = worths_by(seat, value);
                    }
                }
            }
        });
    }

    fn batch(&self) -> usize {
        BATCH
    }

    fn policy(
        &self,
        game: &G,
        state: &G::State,
        moves: &[G::Move],
        into: &mut Vec<f32>,
    ) -> Option<Worths> {
        let seat = game.status(state).to_move()?;
        self.with_room(|room| {
            self.judge(game, state, seat, room);
            room.aims.clear();
            self.lens.aims(game, state, moves, &mut room.aims);
            let start = into.len();
            self.network.weigh_moves(&mut room.trace, &room.aims, into);
            softmax(&mut into[start..]);
            Some(worths_by(seat, room.trace.value()))
        })
    }

    fn bounds(&self, game: &G, state: &G::State, seat: Seat) -> (Score, Score) {
        self.proofs.bounds(game, state, seat)
    }

    fn is_swap(&self, game: &G, mv: G::Move) -> bool {
        self.proofs.is_swap(game, mv)
    }

    fn is_pass(&self, game: &G, mv: G::Move) -> bool {
        self.proofs.is_pass(game, mv)
    }

    fn promise(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        self.proofs.promise(game, state, mv)
    }
}
