//! A move of the rule space.
//!
//! One move is one step, slide, leap or jump. A chain of jumps is several moves of the same seat, not
//! one: the number of ways through a chain grows without a useful bound and would not fit a move's
//! code, while a position that says which piece must go on costs one byte, and searches, records and
//! people who click cells need nothing new for it.

use selforge_core::MoveRepr;

/// The number that stands for no cell.
const NONE: u8 = 64;

/// Where a piece goes and what it takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    from: u8,
    to: u8,
    taken: u8,
}

impl Move {
    /// A move that takes nothing.
    #[inline]
    pub(super) const fn quiet(from: u8, to: u8) -> Move {
        Move { from, to, taken: NONE }
    }

    /// A move that takes what stands on `taken`.
    #[inline]
    pub(super) const fn capture(from: u8, to: u8, taken: u8) -> Move {
        Move { from, to, taken }
    }

    /// The cell that the piece leaves: 0 is a1, 7 is h1, 63 is h8.
    #[must_use]
    #[inline]
    pub const fn from(self) -> u8 {
        self.from
    }

    /// The cell that it comes to.
    #[must_use]
    #[inline]
    pub const fn to(self) -> u8 {
        self.to
    }

    /// The cell of the enemy that it takes.
    #[must_use]
    #[inline]
    pub const fn taken(self) -> Option<u8> {
        if self.taken == NONE { None } else { Some(self.taken) }
    }

    /// Whether it jumps over what it takes.
    #[must_use]
    #[inline]
    pub const fn is_jump(self) -> bool {
        self.taken != NONE && self.taken != self.to
    }
}

impl MoveRepr for Move {
    #[inline]
    fn to_code(self) -> u32 {
        u32::from(self.from) | u32::from(self.to) << 6 | u32::from(self.taken) << 12
    }

    #[inline]
    fn from_code(code: u32) -> Option<Move> {
        let (from, to, taken) = ((code & 63) as u8, (code >> 6 & 63) as u8, code >> 12);
        (taken <= u32::from(NONE)).then_some(Move { from, to, taken: taken as u8 })
    }
}
