//! Moves with numbers that mean the same in every position.
//!
//! A move's code is stable, but codes leave gaps of millions. Whoever keeps a number for each move (a
//! network's outputs, a mask of what is legal) needs them close together, so a game that can lists all
//! moves that it will ever have. The list is made from the geometry of the board, not by playing: it is
//! the same for every position, and it has moves that hardly ever become legal.

/// The most moves that a game numbers; one with more numbers none.
pub const MAX_NUMBERED: usize = 1 << 18;

/// A move that some position of a game may have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberedMove {
    /// Its code, see [`MoveRepr`](selforge_core::MoveRepr).
    pub code: u32,
    /// Its cells as pictures number them: where the piece comes from, what it visits, where it goes to;
    /// one alone where a piece is placed, none for a move that is said in words.
    pub cells: Vec<u16>,
    /// Tells moves with the same cells apart: what a pawn becomes, with whom sets are exchanged.
    pub variant: u8,
}

impl NumberedMove {
    /// A move without cells.
    #[must_use]
    pub const fn words(code: u32, variant: u8) -> NumberedMove {
        NumberedMove { code, cells: Vec::new(), variant }
    }

    /// All moves in the order of their codes, each once; `None` if they are too many.
    #[must_use]
    pub fn in_order(mut moves: Vec<NumberedMove>) -> Option<Vec<NumberedMove>> {
        moves.sort_by_key(|mv| mv.code);
        moves.dedup_by_key(|mv| mv.code);
        (moves.len() <= MAX_NUMBERED).then_some(moves)
    }
}
