//! Game knowledge: how good a position looks without looking ahead.

use selforge_core::{Game, MAX_SEATS, Seat, Status};

use crate::score::Score;

/// What each seat's position is worth by itself; more is better.
pub type Worths = [i32; MAX_SEATS];

/// Judges positions of a game. Searches know nothing else about it.
pub trait Evaluator<G: Game>: Send + Sync {
    /// What each seat's position is worth, in a game that is not over.
    fn worths(&self, game: &G, state: &G::State) -> Worths;

    /// The value for `seat`: its own worth less that of its strongest opponent.
    #[inline]
    fn value(&self, game: &G, state: &G::State, seat: Seat) -> i32 {
        relative(&self.worths(game, state), seat, game.seats())
    }

    /// What each seat's position is worth in each of many positions, appended in their order. An
    /// evaluator that is quicker with many at once, as networks are, does better than one by one.
    fn worths_of(&self, game: &G, states: &[G::State], into: &mut Vec<Worths>) {
        into.extend(states.iter().map(|state| self.worths(game, state)));
    }

    /// Told from where and for whom a search looks, before it does; says whether positions are judged otherwise
    /// than in the search before, so that what was remembered of them is worth nothing.
    fn look_from(&mut self, game: &G, state: &G::State, seat: Seat) -> bool {
        let _ = (game, state, seat);
        false
    }

    /// Whether it tells no position from another, so that a random game played to its end tells more.
    fn is_blind(&self) -> bool {
        false
    }

    /// How many positions at once [`worths_of`](Evaluator::worths_of) is best asked about. More than
    /// that are asked about in turns, between which a player looks at the clock.
    fn batch(&self) -> usize {
        1
    }

    /// Judges a position together with its moves: appends for each of `moves` how likely it is to be
    /// the best, in all 1, and says what the position is worth. `None`, and nothing appended, if the
    /// evaluator knows nothing of moves; then a search judges the positions after them.
    fn policy(
        &self,
        game: &G,
        state: &G::State,
        moves: &[G::Move],
        into: &mut Vec<f32>,
    ) -> Option<Worths> {
        let _ = (game, state, moves, into);
        None
    }

    /// What is proven of the value for `seat`: it lies between these two.
    #[inline]
    fn bounds(&self, game: &G, state: &G::State, seat: Seat) -> (Score, Score) {
        let _ = (game, state, seat);
        (Score::LEAST, -Score::LEAST)
    }

    /// Whether a move exchanges the players and leaves the board as it is. What can happen next is the
    /// same with and without it, so a search looks as far ahead in both cases; otherwise the two
    /// would be compared at different depths.
    fn is_swap(&self, game: &G, mv: G::Move) -> bool {
        let _ = (game, mv);
        false
    }

    /// Whether a move leaves everything as it is and hands the turn on.
    fn is_pass(&self, game: &G, mv: G::Move) -> bool {
        let _ = (game, mv);
        false
    }

    /// How promising a move looks, to be looked at first. Zero unless the evaluator knows better.
    fn promise(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        let _ = (game, state, mv);
        0
    }
}

/// A seat's worth less that of its strongest opponent.
#[inline]
pub fn relative(worths: &Worths, seat: Seat, seats: u8) -> i32 {
    let others = Seat::all(seats).filter(|&other| other != seat);
    let strongest = others.map(|other| worths[other.index()]).max().unwrap_or(0);
    worths[seat.index()] - strongest
}

/// The value of a position for `seat`, exact if the game is over.
#[inline]
pub fn static_score<G: Game>(
    evaluator: &impl Evaluator<G>,
    game: &G,
    state: &G::State,
    seat: Seat,
) -> Score {
    match game.status(state) {
        Status::Over(outcome) => final_score(&outcome, seat),
        Status::ToMove(_) => Score::estimate(evaluator.value(game, state, seat)),
    }
}

/// The value of an outcome for `seat`.
#[inline]
pub fn final_score(outcome: &selforge_core::Outcome, seat: Seat) -> Score {
    match outcome.winner() {
        Some(winner) if winner == seat => Score::win_in(0),
        None if outcome.rank(seat) == 1 => Score::DRAW,
        _ => Score::loss_in(0),
    }
}

/// Knows nothing: for games without an evaluator of their own, and for tests.
#[derive(Clone, Copy, Debug)]
pub struct Blank;

impl<G: Game> Evaluator<G> for Blank {
    fn worths(&self, _game: &G, _state: &G::State) -> Worths {
        [0; MAX_SEATS]
    }
}
