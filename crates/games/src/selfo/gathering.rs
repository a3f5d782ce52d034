//! What players may know of a position on a finite board: where sets stand and how far they step.

use std::sync::Arc;

use selforge_board::topology::Topology;
use selforge_board::{Board, Cell, CellSet};
use selforge_catalogue::Gathering;
use selforge_core::Seat;

use super::finite::{Finite, Pieces, ends};
use super::game::{Selfo, State};
use super::moves::Move;

impl<S: CellSet, T: Topology<S>> Gathering for Selfo<Finite<S, T>> {
    type Cells = S;
    type Graph = T;

    fn board(&self) -> &Arc<Board> {
        self.ground().board()
    }

    #[inline]
    fn graph(&self) -> &T {
        self.ground().topology()
    }

    #[inline]
    fn cells_of(&self, state: &State<Pieces<S>>, set: u8) -> S {
        self.ground().cells_of(self.pieces(state), set)
    }

    #[inline]
    fn empty(&self, state: &State<Pieces<S>>) -> S {
        self.ground().empty(self.pieces(state))
    }

    fn strides(&self, state: &State<Pieces<S>>, seat: Seat) -> (S, [u32; 2]) {
        let special = self.pieces(state).special();
        let plain = self.rules().lengths[seat.index()];
        let longer = plain.max(self.rules().special_length);
        (special, [u32::from(plain), u32::from(longer)])
    }

    #[inline]
    fn is_blocked(&self, state: &State<Pieces<S>>, set: u8) -> bool {
        Selfo::is_blocked(self, state, set)
    }

    #[inline]
    fn may_swap(&self, state: &State<Pieces<S>>, seat: Seat) -> bool {
        Selfo::may_swap(self, state, seat)
    }

    #[inline]
    fn step_ends(&self, mv: Move) -> Option<(Cell, Cell)> {
        match mv {
            Move::Step(step) => Some(ends(step)),
            Move::Pass | Move::Swap(_) => None,
        }
    }

    #[inline]
    fn is_pass(&self, mv: Move) -> bool {
        mv == Move::Pass
    }
}
