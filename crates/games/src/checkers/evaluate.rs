//! What there is to know about checkers: pieces, how far men have come, and captures played out.
//!
//! Captures are mandatory, so a position in which one is due says nothing before it is made: the
//! evaluator plays on until nobody can capture.
//!
//! A man is worth 100.

use std::ops::ControlFlow;

use selforge_catalogue::{Evaluator, Worths};
use selforge_core::{Game, MAX_SEATS, Seat, Status};

use super::squares::place_of_bit;
use super::{Checkers, Move, State};

/// The evaluator; it has nothing to remember.
#[derive(Clone, Copy, Debug, Default)]
pub struct Draughts;

const MAN: i32 = 100;
const KING: i32 = 160;
/// What a man is worth for each row that it has come on.
const ROW: i32 = 3;
/// What a man is worth that guards the row where enemy men are crowned.
const GUARD: i32 = 6;
/// What a possible step is worth.
const STEP: i32 = 2;
/// What a piece more is worth, shared among all that are left: who is ahead exchanges.
const SIMPLE: i32 = 200;
/// A lost position, still a little better than being told so by the rules.
const LOST: i32 = -10_000;
/// Plies after which captures are not played out any further.
const MAX_PLIES: u32 = 12;

fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        bit
    })
}

/// What a seat's position is worth by itself.
fn side(state: &State, seat: Seat) -> i32 {
    let home = if seat == Seat::FIRST { 0 } else { 7 };
    let man = |bit: u32| {
        let row = place_of_bit(bit).0;
        MAN + if row == home { GUARD } else { ROW * row.abs_diff(home) as i32 }
    };
    let king = |bit: u32| {
        let (row, column) = place_of_bit(bit);
        let near = |at: usize| if at < 4 { at } else { 7 - at } as i32;
        KING + near(row).min(near(column))
    };
    bits(state.men(seat)).map(man).sum::<i32>()
        + bits(state.kings(seat)).map(king).sum::<i32>()
        + STEP * state.count_steps(seat) as i32
}

/// How far the kings of a seat are from the enemy's pieces, added up: who is ahead comes closer.
fn gap(state: &State, seat: Seat, enemies: u64) -> i32 {
    let far = |a: u32, b: u32| {
        let ((row, column), (to_row, to_column)) = (place_of_bit(a), place_of_bit(b));
        row.abs_diff(to_row).max(column.abs_diff(to_column)) as i32
    };
    let nearest = |king: u32| bits(enemies).map(|enemy| far(king, enemy)).min().unwrap_or(0);
    bits(state.kings(seat)).map(nearest).sum()
}

/// What a position without captures is worth to a seat.
fn still(state: &State, seat: Seat) -> i32 {
    let other = Seat::new(1 - seat.index());
    let all = |seat| state.men(seat) | state.kings(seat);
    let count = |seat| all(seat).count_ones() as i32;
    let ahead = count(seat) - count(other);
    let simple = SIMPLE * ahead / (count(seat) + count(other)).max(1);
    let chase = match ahead {
        1.. => -gap(state, seat, all(other)),
        0 => 0,
        _ => gap(state, other, all(seat)),
    };
    side(state, seat) - side(state, other) + simple + chase
}

/// What a position is worth to the seat to move when captures are played out.
fn settled(game: &Checkers, state: &State, ply: u32, mut alpha: i32, beta: i32) -> i32 {
    let Status::ToMove(seat) = game.status(state) else { return LOST };
    if !state.must_capture() || ply >= MAX_PLIES {
        return still(state, seat);
    }
    let mut best = 2 * LOST;
    let _ = game.visit_moves(state, &mut |mv| {
        let mut next = *state;
        game.play(&mut next, mv);
        let value = -settled(game, &next, ply + 1, -beta, -alpha);
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    best
}

impl Evaluator<Checkers> for Draughts {
    fn worths(&self, game: &Checkers, state: &State) -> Worths {
        let mut worths = [0; MAX_SEATS];
        if let Status::ToMove(seat) = game.status(state) {
            worths[seat.index()] = settled(game, state, 0, 2 * LOST, -2 * LOST);
        }
        worths
    }

    fn promise(&self, _game: &Checkers, _state: &State, mv: Move) -> i32 {
        mv.jumps() as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a position is worth to seat A.
    fn value(position: &str) -> i32 {
        let start = super::super::position::parse(position).unwrap();
        let game = Checkers::from_start(start, Default::default());
        Draughts.value(&game, &game.start(), Seat::FIRST)
    }

    #[test]
    fn the_same_position_is_worth_the_same_to_both() {
        let a = value("8/2A5/8/8/3A4/2B5/8/B7 A");
        let b = value("7A/8/5A2/4B3/8/8/5B2/8 B");
        assert_eq!(a, -b);
    }

    #[test]
    fn a_capture_that_is_due_is_counted_before_it_is_made() {
        // A must take, and loses nothing by it.
        let due = value("8/8/1A6/2B5/8/8/8/6b1 A");
        let quiet = value("8/8/1A6/8/3B4/8/8/6b1 A");
        assert!(due > quiet + MAN / 2, "{due} {quiet}");
    }
}
