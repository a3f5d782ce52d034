//! A move of Lines of Action as a small value.

use selforge_core::MoveRepr;

use super::squares::are_in_line;

/// What a seat does on its turn: squares are numbered in reading order from a8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Moves a piece.
    Step {
        /// Where it stands.
        from: u8,
        /// Where it goes, and captures what stands there.
        to: u8,
    },
    /// Does nothing, because no piece can move.
    Pass,
}

const PASS: u32 = 1 << 12;

impl MoveRepr for Move {
    #[inline]
    fn to_code(self) -> u32 {
        match self {
            Move::Step { from, to } => u32::from(from) | u32::from(to) << 6,
            Move::Pass => PASS,
        }
    }

    #[inline]
    fn from_code(code: u32) -> Option<Move> {
        let (from, to) = (code & 63, code >> 6);
        match code {
            PASS => Some(Move::Pass),
            _ if to < 64 && are_in_line(from, to) => {
                Some(Move::Step { from: from as u8, to: to as u8 })
            }
            _ => None,
        }
    }
}
