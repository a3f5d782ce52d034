//! Games in which a set of pieces wants to be one group: what players may know of them.
//!
//! The swarm of the thesis, critical paths and the fast evaluator ask nothing but where sets stand
//! on a finite graph of cells and how far their pieces step. A game that can say that is played by
//! all of them; Selfo is one.

use std::sync::Arc;

use selforge_board::topology::Topology;
use selforge_board::{Board, Cell, CellSet};
use selforge_core::Seat;

use crate::described::Described;

/// A game of sets that gather on a finite graph of cells, over empty cells and own pieces.
pub trait Gathering: Described {
    /// A set of cells.
    type Cells: CellSet;
    /// Which cells are neighbours.
    type Graph: Topology<Self::Cells>;

    /// The board.
    fn board(&self) -> &Arc<Board>;

    /// The board's graph.
    fn graph(&self) -> &Self::Graph;

    /// Where the pieces of a set stand.
    fn cells_of(&self, state: &Self::State, set: u8) -> Self::Cells;

    /// The cells without a piece.
    fn empty(&self, state: &Self::State) -> Self::Cells;

    /// Those of `seat`'s pieces that step further than the others, and how many steps each kind
    /// goes in a move: plain ones, then these.
    fn strides(&self, state: &Self::State, seat: Seat) -> (Self::Cells, [u32; 2]);

    /// Whether the pieces of a set cannot all come together while the others stand.
    fn is_blocked(&self, state: &Self::State, set: u8) -> bool;

    /// Whether a seat may exchange its set for another's in this position or a later one.
    fn may_swap(&self, state: &Self::State, seat: Seat) -> bool;

    /// The cell that a piece leaves and the one that it comes to; none for moves that pass or swap.
    fn step_ends(&self, mv: Self::Move) -> Option<(Cell, Cell)>;

    /// Whether a move does nothing at all.
    fn is_pass(&self, mv: Self::Move) -> bool;

    /// Whether a move takes a piece from cell to cell; others pass or swap.
    #[inline]
    fn is_step(&self, mv: Self::Move) -> bool {
        self.step_ends(mv).is_some()
    }
}
