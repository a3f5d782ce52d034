//! What there is to know about Hex: how many stones each side still needs, and in how many ways.
//!
//! Stones two apart whose common neighbours are both empty form a *bridge*: if the opponent enters one
//! of the two cells, the other still connects. So a way across the board is counted in stones that must
//! still be placed when neighbours and bridges both connect, and so do cells of the second row with an
//! edge whose two cells below are empty. Overlapping bridges are not looked for: the search finds out.
//!
//! The ways are found by sets: all cells that `n` stones reach from an edge, for all cells at once. That
//! takes about a microsecond. Resistance of electric circuits, the other classic, sees more but solves a
//! hundred equations a position; at equal time deeper search was worth more.
//!
//! A stone is worth 100.

use selforge_board::CellSet;
use selforge_catalogue::{Evaluator, Worths};
use selforge_core::MAX_SEATS;

use super::game::{Hex, State};
use super::grid::Grid;
use super::moves::Move;

/// The evaluator; it has nothing to remember.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bridges;

/// What a stone less to be placed is worth.
const STONE: i32 = 100;
/// What a cell on some shortest way is worth: with many of them, one is hard to block.
const WAY: i32 = 4;
/// What the turn is worth.
const TURN: i32 = 50;
/// No way needs as many stones.
const MOST: usize = 32;

/// What can be reached from a side.
struct Reach<S> {
    /// The cells that so many stones reach and fewer do not, an empty cell's own stone included.
    at: [S; MOST],
    /// How many stones the farthest cell takes.
    last: usize,
}

impl<S: CellSet> Reach<S> {
    fn from(side: S, grid: &Grid<S>, own: S, empty: S, bridges: &[S; 6]) -> Reach<S> {
        let usable = own | empty;
        let mut reach = Reach { at: [S::EMPTY; MOST], last: 0 };
        let mut reached = S::EMPTY;
        let mut next = (side | grid.bridged_to_side(side, side & empty)) & usable;
        loop {
            // Own stones cost nothing, however many follow each other.
            let mut new = next & own & !reached;
            while !new.is_empty() {
                reached |= new;
                reach.at[reach.last] |= new;
                next |= grid.linked(new, bridges) & usable;
                new = next & own & !reached;
            }
            let fresh = next & !reached;
            if fresh.is_empty() || reach.last + 1 == MOST {
                return reach;
            }
            reach.last += 1;
            reach.at[reach.last] = fresh;
            reached |= fresh;
            next = grid.linked(fresh, bridges) & usable;
        }
    }
}

/// What a set's position is worth by itself.
fn worth<S: CellSet>(grid: &Grid<S>, set: usize, own: S, empty: S, bridges: &[S; 6]) -> i32 {
    let [near, far] = grid.sides(set).map(|side| Reach::from(side, grid, own, empty, bridges));
    // The stones of ways that meet at a cell, where that of an empty cell counts once.
    let mut stones = MOST;
    for (n, &here) in near.at[..=near.last].iter().enumerate() {
        for (m, &there) in far.at[..=far.last].iter().enumerate() {
            let meet = here & there;
            if n + m <= stones && !meet.is_empty() {
                let shared = usize::from((meet & own).is_empty());
                stones = stones.min(n + m - shared);
            }
        }
    }
    let ways = |n: usize| match far.at.get(stones + 1 - n) {
        Some(&there) => (near.at[n] & there & empty).len(),
        None => 0,
    };
    let ways: u32 = (1..=near.last.min(stones)).map(ways).sum();
    WAY * ways as i32 - STONE * stones as i32
}

impl<S: CellSet> Evaluator<Hex<S>> for Bridges {
    fn worths(&self, game: &Hex<S>, state: &State<S>) -> Worths {
        let (grid, empty) = (game.grid(), game.empty(state));
        let bridges = grid.bridges(empty);
        let mut worths = [0; MAX_SEATS];
        for set in 0..2 {
            worths[state.set_of(set)] = worth(grid, set, state.stones(set), empty, &bridges);
        }
        worths[state.to_move.index()] += TURN;
        worths
    }

    fn is_swap(&self, _: &Hex<S>, mv: Move) -> bool {
        mv == Move::Swap
    }

    /// A bridge that the opponent has entered is to be saved, and one to be entered where that cuts.
    fn promise(&self, game: &Hex<S>, state: &State<S>, mv: Move) -> i32 {
        let Move::Place(cell) = mv else { return 0 };
        let ring = game.grid().ring(cell);
        let own = state.set_of(state.to_move.index());
        let bits = |set: usize| {
            let stones = state.stones(set);
            ring.iter().enumerate().fold(0u32, |bits, (at, next)| {
                bits | u32::from(next.is_some_and(|next| stones.contains(next))) << at
            })
        };
        let (mine, theirs) = (bits(own), bits(1 - own));
        let turn = |bits: u32, by: u32| (bits << by | bits >> (6 - by)) & 63;
        // Of three cells in a row around this one, the outer two belong to one and the middle to the other.
        let between = |outer: u32, middle: u32| outer & turn(middle, 5) & turn(outer, 4);
        let saves = between(mine, theirs).count_ones();
        let cuts = between(theirs, mine).count_ones();
        (800 * saves + 400 * cuts) as i32
    }
}

#[cfg(test)]
mod tests {
    use selforge_board::Cell;
    use selforge_core::{Game, Seat, Stream};

    use super::*;

    fn game(rows: u32, columns: u32) -> Hex<u128> {
        Hex::from_start(Grid::new(rows, columns).unwrap(), true, State::EMPTY)
    }

    fn value(game: &Hex<u128>, position: &str) -> i32 {
        Bridges.value(game, &game.parse_state(position).unwrap(), Seat::FIRST)
    }

    /// Positions of random games, none of which is over.
    fn positions<S: CellSet>(game: &Hex<S>, count: usize) -> Vec<State<S>> {
        let mut stream = Stream::new(1, "positions of hex", 0);
        let mut found = Vec::new();
        while found.len() < count {
            let mut state = game.start();
            for _ in 0..stream.below(game.grid().count()) {
                if let Some(mv) = game.choose_move(&state, |moves| stream.below(moves)) {
                    game.play(&mut state, mv);
                }
            }
            found.extend(game.outcome(&state).is_none().then_some(state));
        }
        found
    }

    /// How many stones each cell takes from a side, cell by cell: the plain way.
    fn plain_distances<S: CellSet>(
        grid: &Grid<S>,
        side: S,
        own: S,
        empty: S,
    ) -> Vec<Option<usize>> {
        let cells: Vec<Cell> = grid.all().iter().collect();
        let free = |common: S| common.len() == 2 && (common & !empty).is_empty();
        let usable = |cell: Cell| (own | empty).contains(cell);
        let cost = |cell: Cell| usize::from(empty.contains(cell));
        let linked = |a: Cell, b: Cell| {
            grid.near(a).contains(b) || (a != b && free(grid.near(a) & grid.near(b)))
        };
        let touches = |cell: Cell| side.contains(cell) || free(grid.near(cell) & side);
        let starts = |&cell: &Cell| (usable(cell) && touches(cell)).then(|| cost(cell));
        let mut far: Vec<Option<usize>> = cells.iter().map(starts).collect();
        loop {
            let before = far.clone();
            for &cell in cells.iter().filter(|&&cell| usable(cell)) {
                let near = cells.iter().filter(|&&other| linked(cell, other));
                let best = near.filter_map(|other| far[other.index()]).min();
                let through = best.map(|best| best + cost(cell));
                let known = far[cell.index()];
                far[cell.index()] = [known, through].into_iter().flatten().min();
            }
            if far == before {
                return far;
            }
        }
    }

    fn compare_with_plain<S: CellSet>(game: &Hex<S>, count: usize) {
        let grid = game.grid();
        for state in positions(game, count) {
            let empty = game.empty(&state);
            for set in 0..2 {
                for side in grid.sides(set) {
                    let own = state.stones(set);
                    let reach = Reach::from(side, grid, own, empty, &grid.bridges(empty));
                    let plain = plain_distances(grid, side, own, empty);
                    for cell in grid.all().iter() {
                        let found = reach.at.iter().position(|cells| cells.contains(cell));
                        assert_eq!(found, plain[cell.index()], "{} {state:?}", grid.name(cell));
                    }
                }
            }
        }
    }

    #[test]
    fn sets_of_cells_reach_as_far_as_a_plain_search() {
        compare_with_plain(&game(5, 7), 40);
        compare_with_plain(&game(11, 11), 5);
        let large = Hex::<selforge_board::Wide<6>>::from_start(
            Grid::new(12, 14).unwrap(),
            false,
            State::EMPTY,
        );
        compare_with_plain(&large, 3);
    }

    #[test]
    fn the_same_position_is_worth_the_same_to_both() {
        let game = game(7, 7);
        for state in positions(&game, 50) {
            // Mirrored at the long diagonal, the sides change hands; so do the stones and the turn.
            let mut mirrored = State::EMPTY;
            for set in 0..2 {
                for cell in state.stones(set).iter() {
                    let (row, column) = (cell.index() / 7, cell.index() % 7);
                    mirrored.place(game.grid(), 1 - set, Cell::new(column * 7 + row));
                }
            }
            mirrored.to_move = Seat::new(1 - state.to_move.index());
            mirrored.swapped = state.swapped;
            let [one, other] = [state, mirrored].map(|state| Bridges.worths(&game, &state));
            assert_eq!([one[0], one[1]], [other[1], other[0]], "{state:?}");
        }
    }

    #[test]
    fn a_chain_of_bridges_needs_no_more_stones() {
        // Two stones that bridge each other and both edges, whoever is to move.
        let bridged = "5/3A1/5/2A2/5 B";
        let cut = "5/3A1/2B2/2A2/5 B";
        let game = game(5, 5);
        assert!(value(&game, bridged) > 100, "{}", value(&game, bridged));
        assert!(value(&game, cut) < value(&game, bridged) - STONE / 2);
    }

    #[test]
    fn the_answer_to_an_entered_bridge_is_looked_at_first() {
        let game = game(5, 5);
        let state = game.parse_state("5/3A1/3B1/2A2/5 A").unwrap();
        let mut moves = Vec::new();
        game.legal_moves(&state, &mut moves);
        let first = moves.into_iter().max_by_key(|&mv| Bridges.promise(&game, &state, mv));
        assert_eq!(first, Some(game.parse_move(&state, "c3").unwrap()));
    }
}
