//! What a move does to the board.

use selforge_board::Piece;

/// What a legal move does to the board, told in the numbers that the cells have in the
/// [diagram](crate::Described::diagram) of the position in which it is played.
///
/// It is what a page, a terminal or an editor needs to let people point at moves and see them
/// happen, so that nobody has to take the texts of moves apart. A move without cells is one that is
/// said in words alone: passing, swapping sides.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveEffect {
    /// The cell that the moving piece leaves, those that it visits on its way, and the one that it
    /// comes to. One cell alone is where a piece is placed; none is a move without cells.
    pub path: Vec<usize>,
    /// The cells of the pieces that leave the board.
    pub captures: Vec<usize>,
    /// The piece that stands on the last cell of the path afterwards, where it is not the one that
    /// left the first: it was placed, promoted or turned.
    pub places: Option<Piece>,
    /// Other pieces that move along, each from a cell to a cell: the rook that castles.
    pub along: Vec<[usize; 2]>,
}

impl MoveEffect {
    /// A piece goes from one cell to another.
    #[must_use]
    pub fn step(from: usize, to: usize) -> MoveEffect {
        MoveEffect { path: vec![from, to], ..MoveEffect::default() }
    }

    /// A piece is placed on an empty cell.
    #[must_use]
    pub fn place(cell: usize, piece: Piece) -> MoveEffect {
        MoveEffect { path: vec![cell], places: Some(piece), ..MoveEffect::default() }
    }
}
