//! A move of Hex as a small value.

use selforge_board::Cell;
use selforge_core::MoveRepr;

use super::grid::LONGEST_SIDE;

/// What a seat does on its turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Puts a stone on this cell.
    Place(Cell),
    /// Takes over the other seat's only stone and side.
    Swap,
}

/// Past the cells of every board.
const SWAP: u32 = 1 << 9;

impl MoveRepr for Move {
    #[inline]
    fn to_code(self) -> u32 {
        match self {
            Move::Place(cell) => cell.index() as u32,
            Move::Swap => SWAP,
        }
    }

    #[inline]
    fn from_code(code: u32) -> Option<Move> {
        match code {
            SWAP => Some(Move::Swap),
            _ if code < LONGEST_SIDE * LONGEST_SIDE => Some(Move::Place(Cell::new(code as usize))),
            _ => None,
        }
    }
}
