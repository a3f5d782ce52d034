//! A turn of checkers: a step, or a whole chain of captures.
//!
//! Chains can begin and end on the same squares and still capture different pieces. So a move is not a
//! pair of squares but a square and the directions of all its jumps, which names every chain once. A
//! jump goes two rows and two columns on, so a piece meets at most nine places where it could ever
//! capture: a chain has at most nine jumps, and all fits into 28 bits.

use selforge_core::MoveRepr;

use super::squares::{ALL, DIRECTIONS, Direction, step};

/// The most jumps of a chain.
pub const MAX_JUMPS: u32 = 9;

const JUMPS: u32 = 6;
const PATH: u32 = 10;

/// A turn: the bit of the square of origin in 6 bits, the number of jumps in 4 (0 for a step), then the
/// directions in 2 bits each, the first one lowest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u32);

impl Move {
    /// A step from the square with this bit.
    #[inline]
    pub(super) fn step(from: u32, direction: Direction) -> Move {
        Move(from | (direction as u32) << PATH)
    }

    /// No jump yet, from the square with this bit.
    #[inline]
    pub(super) fn chain(from: u32) -> Move {
        Move(from)
    }

    /// The chain with one more jump.
    #[inline]
    pub(super) fn then(self, direction: Direction) -> Move {
        let jumps = self.jumps();
        debug_assert!(jumps < MAX_JUMPS, "a chain has at most {MAX_JUMPS} jumps");
        let longer = self.0 + (1 << JUMPS);
        Move(longer | (direction as u32) << (PATH + 2 * jumps))
    }

    /// Every turn that some position may have: steps, and chains that take no piece twice.
    pub(super) fn all() -> Vec<Move> {
        let mut moves = Vec::new();
        for from in (0..u64::BITS).filter(|bit| ALL >> bit & 1 == 1) {
            let at = 1 << from;
            let steps = DIRECTIONS.iter().filter(|direction| step(at, **direction) & ALL != 0);
            moves.extend(steps.map(|direction| Move::step(from, *direction)));
            Move::chain(from).go_on(at, 0, &mut moves);
        }
        moves
    }

    /// Pushes every longer chain of a piece that stands here and has taken what stood there.
    fn go_on(self, at: u64, taken: u64, moves: &mut Vec<Move>) {
        for direction in DIRECTIONS {
            let over = step(at, direction) & ALL & !taken;
            let to = step(over, direction) & ALL;
            if to != 0 {
                let longer = self.then(direction);
                moves.push(longer);
                longer.go_on(to, taken | over, moves);
            }
        }
    }

    /// The bit of the square of origin.
    #[must_use]
    #[inline]
    pub fn from(self) -> u32 {
        self.0 & 63
    }

    /// How many pieces are captured.
    #[must_use]
    #[inline]
    pub fn jumps(self) -> u32 {
        self.0 >> JUMPS & 15
    }

    /// The direction of the step or of the jump with this number.
    #[inline]
    pub(super) fn direction(self, jump: u32) -> Direction {
        (self.0 >> (PATH + 2 * jump) & 3) as Direction
    }

    /// The bits of the squares that the piece visits, the origin first.
    pub fn squares(self) -> impl Iterator<Item = u32> {
        let count = self.jumps().max(1);
        let mut at = 1u64 << self.from();
        std::iter::once(self.from()).chain((0..count).map(move |number| {
            let direction = self.direction(number);
            at = step(at, direction);
            if self.jumps() > 0 {
                at = step(at, direction);
            }
            at.trailing_zeros()
        }))
    }
}

impl MoveRepr for Move {
    #[inline]
    fn to_code(self) -> u32 {
        self.0
    }

    #[inline]
    fn from_code(code: u32) -> Option<Move> {
        let mv = Move(code);
        let on_board = ALL >> mv.from() & 1 == 1;
        let used = PATH + 2 * mv.jumps().max(1);
        (on_board && mv.jumps() <= MAX_JUMPS && code >> used == 0).then_some(mv)
    }
}
