//! What there is to know about Lines of Action: how close together the pieces are, and how free.
//!
//! The features are those of Winands' program MIA: the distances of the pieces from their centre of
//! mass (beyond what so many pieces cannot help), the place of that centre, how many moves there are,
//! and how many pieces touch others.
//!
//! A step towards the centre of all is worth about 10.

use selforge_catalogue::{Evaluator, Worths};
use selforge_core::{MAX_SEATS, Seat};

use super::game::{Loa, State};
use super::moves::Move;
use super::squares::spread;

/// The evaluator; it has nothing to remember.
#[derive(Clone, Copy, Debug, Default)]
pub struct Closeness;

/// What the mean distance from the centre of mass costs, per square.
const FAR: i32 = 120;
/// What it costs that the centre of mass lies away from the middle of the board, per square.
const ASIDE: i32 = 12;
/// What a possible move is worth.
const MOVE: i32 = 2;
/// What a piece without a neighbour costs.
const LONELY: i32 = 10;
/// What the turn is worth.
const TURN: i32 = 15;

/// The least sum of distances from one of them that so many pieces can have: eight are one step away.
const CLOSEST: [i32; 13] = [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14];

fn place(square: u32) -> (i32, i32) {
    ((square / 8) as i32, (square % 8) as i32)
}

/// The squares of a set.
fn squares(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        square
    })
}

/// What a seat's pieces are worth by themselves.
fn worth(state: &State, seat: Seat) -> i32 {
    let own = state.pieces(seat);
    let count = own.count_ones() as i32;
    let (mut rows, mut columns) = (0, 0);
    for (row, column) in squares(own).map(place) {
        rows += row;
        columns += column;
    }
    let centre = ((2 * rows + count) / (2 * count), (2 * columns + count) / (2 * count));
    let far = |(row, column): (i32, i32)| (row - centre.0).abs().max((column - centre.1).abs());
    let sum: i32 = squares(own).map(|square| far(place(square))).sum();
    let surplus = (sum - CLOSEST[count as usize]).max(0);
    // Twice the distance from the middle of the board.
    let aside = |at: i32| (2 * at - 7).abs();
    let moves: u32 = state.movers(seat).iter().map(|pieces| pieces.count_ones()).sum();
    let lonely = (own & !spread(own)).count_ones() as i32;
    MOVE * moves as i32
        - FAR * surplus / count
        - ASIDE * aside(centre.0).max(aside(centre.1)) / 2
        - LONELY * lonely
}

impl Evaluator<Loa> for Closeness {
    fn worths(&self, _game: &Loa, state: &State) -> Worths {
        let mut worths = [0; MAX_SEATS];
        for seat in Seat::all(2) {
            worths[seat.index()] = worth(state, seat);
        }
        worths[state.to_move.index()] += TURN;
        worths
    }

    /// Moves inwards first, and captures.
    fn promise(&self, _game: &Loa, state: &State, mv: Move) -> i32 {
        let Move::Step { from, to } = mv else { return 0 };
        let inwards = |square: u8| {
            let (row, column) = place(square.into());
            (2 * row - 7).abs().max((2 * column - 7).abs())
        };
        let enemy = state.pieces(Seat::new(1 - state.to_move.index()));
        2 * (inwards(from) - inwards(to)) + 3 * (enemy >> to & 1) as i32
    }
}

#[cfg(test)]
mod tests {
    use selforge_core::{Game, HistoryRules};

    use super::*;
    use crate::loa::{Both, Stuck};

    fn game() -> Loa {
        Loa::new(Both::Draw, Stuck::Pass, HistoryRules::default())
    }

    /// What a position is worth to seat A.
    fn value(position: &str) -> i32 {
        let game = game();
        Closeness.value(&game, &game.parse_state(position).unwrap(), Seat::FIRST)
    }

    #[test]
    fn the_start_is_worth_the_turn_alone() {
        assert_eq!(Closeness.value(&game(), &game().start(), Seat::FIRST), TURN);
    }

    #[test]
    fn the_same_position_is_worth_the_same_to_both() {
        let a = value("1A6/2A5/8/3BA3/8/4B3/8/A6B A");
        let b = value("1B6/2B5/8/3AB3/8/4A3/8/B6A B");
        assert_eq!(a, -b);
        assert_ne!(a, 0);
    }

    #[test]
    fn pieces_that_are_nearly_together_beat_pieces_that_are_scattered() {
        assert!(value("B6B/8/2AA4/3A4/5A2/8/8/B6B A") > 100);
        assert!(value("A6A/8/2BB4/3B4/5B2/8/8/A6A A") < -100);
    }
}
