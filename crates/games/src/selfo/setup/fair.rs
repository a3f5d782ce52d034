//! How even a start is for the two seats, by a short search.
//!
//! Sets that need about as many moves to connect are not enough: between equal engines the second seat won
//! six games of ten where it may swap, because it can tell better than the first who stands better. Where
//! its own search called the position even, it won half of them. So a start is searched before it is used, as
//! two players would search it: which first move leaves the two sides most even, and are they still even when
//! the second player looks as far from there? Where nobody may swap, the first player looks for the best move.
//!
//! The search and what it takes for even are written down once more here, apart from the players':
//! a seed gives the same start for ever, and players change.

use std::ops::ControlFlow;

use selforge_board::topology::Topology;
use selforge_board::{Cell, CellSet};
use selforge_core::{Game, MoveRepr, Seat, Status};

use crate::selfo::finite::{Finite, Pieces};
use crate::selfo::game::{Selfo, State};
use crate::selfo::ground::SetId;
use crate::selfo::moves::Move;

/// A difference up to this much is even: half a step.
const EVEN: i32 = 5;

/// How many positions a first look takes, which most starts fail.
const FIRST_LOOK: u32 = 2_000;

/// How many positions the first player's look takes, and the second's, who has one position to judge and so
/// sees further.
const LOOK: u32 = 20_000;
const SECOND_LOOK: u32 = 40_000;

/// So much is added for each look that a start did not come to.
const FAR: i32 = 1 << 24;

/// What a won game is worth, less the plies it takes.
const WON: i32 = 1 << 20;

/// What one step is worth, a piece that is cut off, one that can be cut off by a move, a blocked set, and
/// being to move.
const STEP: i32 = 10;
const CUT_OFF: i32 = 150;
const EXPOSED: i32 = 10;
const BLOCKED: i32 = 1000;
const TURN: i32 = 15;

const TABLE_SIZE: usize = 1 << 15;
const HISTORY_SIZE: usize = 1 << 12;
const MAX_DEPTH: u32 = 30;

/// So many starts are searched at most; then the most even of them is taken.
const MOST_SEARCHED: u32 = 24;

/// The most even of the starts that were searched.
#[derive(Default)]
pub(super) struct MostEven {
    best: Option<(i32, Vec<(Cell, SetId)>)>,
    searched: u32,
}

impl MostEven {
    /// Takes in a start that is so far from being even; true if none better need be looked for.
    pub(super) fn take(&mut self, unevenness: i32, placed: Vec<(Cell, SetId)>) -> bool {
        self.searched += 1;
        if self.best.as_ref().is_none_or(|(least, _)| unevenness < *least) {
            self.best = Some((unevenness, placed));
        }
        unevenness <= EVEN || self.searched >= MOST_SEARCHED
    }

    /// The best one, if any was taken in.
    pub(super) fn best(self) -> Option<Vec<(Cell, SetId)>> {
        self.best.map(|(_, placed)| placed)
    }
}

/// How far a start is from being even: up to [`EVEN`] if both players find it so.
pub(super) fn unevenness<S: CellSet, T: Topology<S>>(
    game: &Selfo<Finite<S, T>>,
    swap: bool,
) -> i32 {
    let start = game.start();
    let mut search = Search::new(game);
    let (_, rough) = search.choose(&start, swap, FIRST_LOOK);
    if rough.abs() > EVEN {
        return 2 * FAR + rough.abs();
    }
    let (mv, value) = search.choose(&start, swap, LOOK);
    if value.abs() > EVEN {
        return FAR + value.abs();
    }
    let mut next = start;
    game.play(&mut next, mv);
    match game.status(&next) {
        Status::Over(_) => WON,
        Status::ToMove(_) => search.choose(&next, false, SECOND_LOOK).1.abs(),
    }
}

/// What is remembered of a position.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    mv: u32,
    depth: u32,
    bound: Bound,
    value: i32,
}

#[derive(Clone, Copy, PartialEq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// Alpha-beta with a table, a history of good moves and less depth for late ones.
struct Search<'a, S, T>
where
    S: CellSet,
    T: Topology<S>,
{
    game: &'a Selfo<Finite<S, T>>,
    table: Vec<Option<Entry>>,
    history: Vec<i32>,
    path: Vec<u64>,
    nodes: u32,
    most: u32,
}

type Position<S> = State<Pieces<S>>;

impl<'a, S: CellSet, T: Topology<S>> Search<'a, S, T> {
    fn new(game: &'a Selfo<Finite<S, T>>) -> Self {
        let (table, history) = (vec![None; TABLE_SIZE], vec![0; HISTORY_SIZE]);
        Search { game, table, history, path: Vec::new(), nodes: 0, most: 0 }
    }

    /// The move that is best for the seat to move, or, where the other may swap, that leaves both sides most
    /// even; and what the position is worth then to the seat to move, or to the other.
    fn choose(&mut self, state: &Position<S>, swap: bool, nodes: u32) -> (Move, i32) {
        self.table.fill(None);
        self.history.fill(0);
        (self.nodes, self.most) = (0, nodes);
        let mut roots: Vec<(i32, Move)> = self.moves(state).map(|mv| (0, mv)).collect();
        for (order, mv) in &mut roots {
            let mut next = *state;
            self.game.play(&mut next, *mv);
            let value = match self.game.status(&next) {
                Status::Over(_) => -WON,
                Status::ToMove(seat) => self.estimate(&next, seat),
            };
            *order = if swap { value.abs() } else { value };
        }
        roots.sort_by_key(|(order, _)| *order);
        let mut found = (roots[0].1, roots[0].0);
        self.path.push(self.game.repetition_key(state));
        for depth in 1..MAX_DEPTH {
            // The least that is left to the other, or the least difference, so far.
            let mut least = 2 * WON;
            for at in 0..roots.len() {
                let mut next = *state;
                self.game.play(&mut next, roots[at].1);
                let low = if swap { -least } else { -2 * WON };
                let value = self.child(&next, depth - 1, 1, low, least);
                if self.nodes >= self.most {
                    break;
                }
                let left = if swap { value.abs() } else { value };
                if left < least {
                    least = left;
                    roots[..=at].rotate_right(1);
                    found = (roots[0].1, if swap { value } else { -value });
                }
            }
            if self.nodes >= self.most || least.abs() > WON / 2 {
                break;
            }
        }
        self.path.pop();
        found
    }

    /// The moves of a position in the order of the rules, but no swap.
    fn moves(&self, state: &Position<S>) -> impl Iterator<Item = Move> + use<S, T> {
        let mut moves = Vec::with_capacity(64);
        let _ = self.game.visit_moves(state, &mut |mv| {
            if !matches!(mv, Move::Swap(_)) {
                moves.push(mv);
            }
            ControlFlow::Continue(())
        });
        moves.into_iter()
    }

    /// The value of a position for the seat that is to move there; for the other's loss if it is over.
    fn child(&mut self, state: &Position<S>, depth: u32, ply: i32, low: i32, high: i32) -> i32 {
        match self.game.status(state) {
            Status::Over(outcome) => {
                self.nodes += 1;
                if outcome.winner().is_some() { ply - WON } else { 0 }
            }
            Status::ToMove(seat) => self.value(state, seat, depth, ply, low, high),
        }
    }

    fn value(
        &mut self,
        state: &Position<S>,
        seat: Seat,
        depth: u32,
        ply: i32,
        mut low: i32,
        high: i32,
    ) -> i32 {
        self.nodes += 1;
        let repetition = self.game.repetition_key(state);
        if self.nodes >= self.most || self.path.contains(&repetition) {
            return 0;
        }
        if depth == 0 {
            return self.estimate(state, seat);
        }
        let key = self.game.key(state);
        let place = (key >> 7) as usize % TABLE_SIZE;
        let known = self.table[place].filter(|entry| entry.key == key);
        if let Some(entry) = known.filter(|entry| entry.depth >= depth) {
            match entry.bound {
                Bound::Exact => return entry.value,
                Bound::AtLeast if entry.value >= high => return entry.value,
                Bound::AtMost if entry.value <= low => return entry.value,
                _ => {}
            }
        }
        let first = known.map(|entry| entry.mv);
        let promise = |mv: Move| match mv.to_code() {
            code if Some(code) == first => i32::MIN,
            code => -self.history[slot(code)],
        };
        let mut moves: Vec<(i32, Move)> = self.moves(state).map(|mv| (promise(mv), mv)).collect();
        moves.sort_by_key(|(promise, _)| *promise);
        self.path.push(repetition);
        let (mut best, mut best_code, bottom) = (-2 * WON, u32::MAX, low);
        for (number, (_, mv)) in moves.into_iter().enumerate() {
            let mut next = *state;
            self.game.play(&mut next, mv);
            let mut value = low + 1;
            if number > 0 {
                let less = reduction(depth, number);
                value = -self.child(&next, depth - 1 - less, ply + 1, -low - 1, -low);
                if less > 0 && value > low {
                    value = -self.child(&next, depth - 1, ply + 1, -low - 1, -low);
                }
            }
            if number == 0 || (value > low && value < high) {
                value = -self.child(&next, depth - 1, ply + 1, -high, -low);
            }
            if self.nodes >= self.most {
                break;
            }
            if value > best {
                (best, best_code) = (value, mv.to_code());
            }
            low = low.max(value);
            if low >= high {
                let history = &mut self.history[slot(mv.to_code())];
                *history = (*history + (depth * depth) as i32 * 4).min(1 << 20);
                break;
            }
        }
        self.path.pop();
        if self.nodes < self.most {
            let bound = match best {
                _ if best >= high => Bound::AtLeast,
                _ if best <= bottom => Bound::AtMost,
                _ => Bound::Exact,
            };
            self.table[place] = Some(Entry { key, mv: best_code, depth, bound, value: best });
        }
        best
    }

    /// What a position seems to be worth to the seat that is to move.
    fn estimate(&self, state: &Position<S>, seat: Seat) -> i32 {
        let own = self.game.set_of(state, seat);
        self.worth(state, own) - self.worth(state, 1 - own) + TURN
    }

    /// What a set's position is worth: how far its pieces are from its largest group, and how many of them come
    /// there only past opposing pieces.
    fn worth(&self, state: &Position<S>, set: SetId) -> i32 {
        if self.game.is_blocked(state, set) {
            return -BLOCKED;
        }
        let (ground, pieces) = (self.game.ground(), self.game.pieces(state));
        let (topology, own, empty) =
            (ground.topology(), ground.cells_of(pieces, set), ground.empty(pieces));
        let main = largest_group(topology, own);
        let (mut reached, mut outside, mut distance, mut worth) = (main, own & !main, 0, 0);
        while !outside.is_empty() {
            let next = reached | topology.spread(reached) & (own | empty);
            if next == reached {
                worth -= CUT_OFF * outside.len() as i32;
                break;
            }
            distance += 1;
            worth -= STEP * distance * (outside & next).len() as i32;
            outside &= !next;
            reached = next;
        }
        let opposing = topology.all() & !(own | empty);
        let safe = topology.flood(main, own | empty & !topology.spread(opposing));
        worth - EXPOSED * (own & !safe).len() as i32
    }
}

fn slot(code: u32) -> usize {
    (code.wrapping_mul(0x9e37_79b1) >> 20) as usize % HISTORY_SIZE
}

/// How many plies less a late move gets at first.
fn reduction(depth: u32, number: usize) -> u32 {
    match (depth, number) {
        (0..=2, _) | (_, 0..=3) => 0,
        (3..=4, _) | (_, 4..=11) => 1,
        _ => 2,
    }
}

/// The largest group of a set; where all pieces stand alone, the one in the middle of the list.
fn largest_group<S: CellSet>(topology: &impl Topology<S>, own: S) -> S {
    let (mut rest, mut largest) = (own & topology.spread(own), S::EMPTY);
    while rest.len() > largest.len().max(1) {
        let group = topology.flood(S::only(rest.lowest()), rest);
        rest &= !group;
        if group.len() > largest.len() {
            largest = group;
        }
    }
    if largest.is_empty() { S::only(own.nth(own.len() / 2)) } else { largest }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use selforge_board::Board;
    use selforge_board::topology::{TopologyVisitor, with_topology};

    use super::*;
    use crate::selfo::rules::Rules;

    /// What is found of a position on `hexhex-3`.
    struct Position<'a>(&'a str, bool);

    impl TopologyVisitor for Position<'_> {
        type Output = i32;

        fn visit<S: CellSet, T: Topology<S>>(self) -> i32 {
            let board = Arc::new(Board::parse("hexhex-3", 0).unwrap());
            let rules = Rules { swap: self.1, ..Rules::usual(2) };
            let ground = Finite::<S, T>::new(board, 2);
            unevenness(&Selfo::from_text(ground, rules, self.0).unwrap(), self.1)
        }
    }

    fn found(position: &str, swap: bool) -> i32 {
        with_topology(&Board::parse("hexhex-3", 0).unwrap(), Position(position, swap))
    }

    #[test]
    fn a_start_that_the_first_seat_wins_at_once_is_far_from_even() {
        let position = "A2/A3/2A2/4/B1B A";
        assert!(found(position, false) > 2 * FAR);
        // With a swap the first seat need not win at once, and has nothing better to offer.
        assert!(found(position, true) > EVEN);
    }

    #[test]
    fn the_most_even_start_is_taken_when_none_is_even() {
        let mut starts = MostEven::default();
        let start = |set| vec![(Cell::new(0), set)];
        for number in 1..MOST_SEARCHED {
            assert!(!starts.take(EVEN + 1 + number.abs_diff(7) as i32, start(number as SetId)));
        }
        assert!(starts.take(100, start(0)), "it does not go on for ever");
        assert_eq!(starts.best(), Some(start(7)));
        let mut starts = MostEven::default();
        assert!(!starts.take(EVEN + 1, start(1)) && starts.take(EVEN, start(2)));
        assert_eq!(starts.best(), Some(start(2)));
    }
}
