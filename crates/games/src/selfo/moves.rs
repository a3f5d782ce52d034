//! A turn of Selfo.

use selforge_core::{MAX_SEATS, MoveRepr, Seat};

/// What a seat does with its turn. Resigning is not a move but an act beside the board, of the timeline.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Move one piece.
    Step(Step),
    /// Do nothing.
    Pass,
    /// Exchange sets with another seat.
    Swap(Seat),
}

/// The movement of one piece, as the ground that it moves on writes it: thirty bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step(u32);

const BITS: u32 = 30;
const PASS: u32 = 1 << BITS;
const SWAP: u32 = 2 << BITS;

impl Step {
    /// A step with this code.
    #[inline]
    pub(super) const fn new(code: u32) -> Step {
        debug_assert!(code < PASS);
        Step(code)
    }

    /// The step's code, below 2^30.
    #[inline]
    pub(super) const fn code(self) -> u32 {
        self.0
    }
}

impl MoveRepr for Move {
    #[inline]
    fn to_code(self) -> u32 {
        match self {
            Move::Step(step) => step.0,
            Move::Pass => PASS,
            Move::Swap(seat) => SWAP | seat.index() as u32,
        }
    }

    #[inline]
    fn from_code(code: u32) -> Option<Move> {
        match code {
            step if step < PASS => Some(Move::Step(Step(step))),
            PASS => Some(Move::Pass),
            swap if (SWAP..SWAP + MAX_SEATS as u32).contains(&swap) => {
                Some(Move::Swap(Seat::new((swap - SWAP) as usize)))
            }
            _ => None,
        }
    }
}
