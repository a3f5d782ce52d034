//! The rules of one game in plain English, and its picture.

use std::sync::OnceLock;

use selforge_board::{Board, Diagram, Figure, Piece};
use selforge_core::{Game, Seat};

use super::game::{RuleSpace, State};
use crate::catalogue::Described;

/// The board without pieces, drawn once.
fn empty_board() -> &'static Diagram {
    static BOARD: OnceLock<Diagram> = OnceLock::new();
    BOARD.get_or_init(|| {
        Board::parse("square-8x8", 0).expect("the chess board is a board").diagram()
    })
}

/// The board lists its cells from the top, a set of cells counts them from the bottom.
fn bit_of_slot(slot: usize) -> u8 {
    slot as u8 ^ 56
}

impl Described for RuleSpace {
    fn diagram(&self, state: &State) -> Diagram {
        let mut diagram = empty_board().clone();
        for (slot, cell) in diagram.cells.iter_mut().enumerate() {
            cell.piece = self.piece(state, bit_of_slot(slot));
        }
        diagram
    }

    fn census(&self, state: &State, cells: &mut Vec<Option<Piece>>) {
        cells.clear();
        cells.extend((0..64).map(|slot| self.piece(state, bit_of_slot(slot))));
    }

    fn usable_cells(&self) -> usize {
        self.usable().count_ones() as usize
    }

    fn rules_text(&self) -> String {
        format!("{:?}", self.start())
    }
}

impl RuleSpace {
    fn piece(&self, state: &State, cell: u8) -> Option<Piece> {
        let (seat, kind) = state.piece_on(cell)?;
        Some(Piece {
            set: seat.index() as u8,
            figure: Figure::Stone,
            special: self.honour() == Some(kind),
            blocked: false,
        })
    }
}
