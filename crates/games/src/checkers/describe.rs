//! The picture of a position, and the rules in plain English.

use std::sync::Arc;

use selforge_board::{Board, Diagram, Figure, Piece};
use selforge_catalogue::army::{Army, Place, move_effect};
use selforge_catalogue::{Described, GameVisitor, MoveEffect, NumberedMove, TrayPiece};
use selforge_core::{Game, MoveRepr, Seat};

use super::evaluate::Draughts;
use super::game::{Checkers, State};
use super::moves::Move;
use super::squares::{COUNT, bit_at, number_of_bit, place_of_bit};

/// The board without pieces.
pub(super) fn empty_board() -> Diagram {
    let board = Board::parse("square-8x8", 0).expect("a board of the catalogue of boards");
    Diagram { checkered: true, edges: [].into(), ..board.diagram() }
}

/// What stands on each square, in reading order.
fn pieces(state: &State) -> impl Iterator<Item = Option<Piece>> {
    (0..64).map(move |at| {
        let bit = bit_at(at / 8, at % 8)?;
        let set = (0..2).find(|&set| state.pieces[set] >> bit & 1 == 1)?;
        let king = state.kings >> bit & 1 == 1;
        let figure = if king { Figure::Crowned } else { Figure::Stone };
        Some(Piece::new(set as u8, figure))
    })
}

/// The number of a square in pictures, which list them from the top.
fn cell(place: Place) -> usize {
    (7 - place.rank as usize) * 8 + place.file as usize
}

impl Described for Checkers {
    type Scores = Draughts;

    fn scores(&self) -> Draughts {
        Draughts
    }

    fn effect(&self, state: &State, mv: Move, diagram: &Diagram) -> MoveEffect {
        let effect = move_effect(self, state, mv, cell);
        let [from, to] = self.path(state, mv);
        let own = diagram.cells[cell(from)].piece;
        let first = own.is_some_and(|piece| usize::from(piece.set) == Seat::FIRST.index());
        let crowned = to.rank == if first { 0 } else { 7 };
        let places = own.filter(|piece| crowned && piece.figure == Figure::Stone);
        let places = places.map(|piece| Piece { figure: Figure::Crowned, ..piece });
        MoveEffect { places, ..effect }
    }

    fn accept<V: GameVisitor>(self: Arc<Self>, visitor: V) -> V::Output {
        visitor.visit_army(self)
    }

    fn diagram(&self, state: &State) -> Diagram {
        let mut diagram = self.board.clone();
        for (cell, piece) in diagram.cells.iter_mut().zip(pieces(state)) {
            cell.piece = piece;
        }
        diagram
    }

    fn census(&self, state: &State, cells: &mut Vec<Option<Piece>>) {
        cells.clear();
        cells.extend(pieces(state));
    }

    fn numbered_moves(&self) -> Option<Vec<NumberedMove>> {
        let numbered = |mv: Move| {
            let cell = |bit: u32| {
                let (row, column) = place_of_bit(bit);
                (row * 8 + column) as u16
            };
            NumberedMove { code: mv.to_code(), cells: mv.squares().map(cell).collect(), variant: 0 }
        };
        NumberedMove::in_order(Move::all().into_iter().map(numbered).collect())
    }

    fn usable_cells(&self) -> usize {
        COUNT
    }

    /// The dark squares have numbers; nothing ever stands on the others.
    fn cell_labels(&self, _: &Diagram) -> Vec<String> {
        let number = |at: usize| bit_at(at / 8, at % 8).map(|bit| number_of_bit(bit).to_string());
        (0..64).map(|at| number(at).unwrap_or_default()).collect()
    }

    fn tray(&self) -> Vec<TrayPiece> {
        let piece = |letter, set, figure| TrayPiece { letter, piece: Piece::new(set, figure) };
        vec![
            piece('A', 0, Figure::Stone),
            piece('a', 0, Figure::Crowned),
            piece('B', 1, Figure::Stone),
            piece('b', 1, Figure::Crowned),
        ]
    }

    fn rules_text(&self) -> String {
        let rules = self.history_rules();
        let mut causes = vec!["both players agree".to_string()];
        if let Some(times) = rules.repetition {
            causes.push(format!(
                "the same position occurs {times} times with the same player to move"
            ));
        }
        if let Some(plies) = rules.no_progress {
            causes.push(format!(
                "{plies} moves, counting both players', go by without a capture and without a man's \
                 move"
            ));
        }
        let mut start = String::new();
        self.write_state(&self.start(), &mut start).expect("writing to a string cannot fail");
        format!(
            "Goal. Leave your opponent without a move: capture every piece or shut them in. If you \
             cannot move on your turn, you lose.\n\n\
             Board. The 32 dark squares of a board of 64, numbered from 1 at the top left to 32 at \
             the bottom right, row by row; they can also be named as on a chess board, a1 at the \
             bottom left. The first player has the dark pieces, at the top. The start is {start}.\n\n\
             Pieces. A man moves one square diagonally forward; a king also backward. A man that ends \
             its move in the farthest row is crowned and is a king from then on.\n\n\
             Capture. A piece captures an enemy piece on a neighbouring square by jumping over it to \
             the empty square behind, men forward only, kings in all four directions. A piece that can \
             capture again from where it lands must go on in the same turn; no piece is jumped twice. \
             A man that is crowned by a jump stops there.\n\n\
             Turn. The first player begins. If you can capture, you must; you may choose which capture. \
             You may not pass.\n\n\
             Moves are typed as squares, 11-15 or f6-e5; captures with every square that the piece \
             visits, 22x15x8, or the first and the last if only one chain leads there.\n\n\
             Resigning. You may resign; your opponent then wins.\n\n\
             Draw. The game is a draw when {}.",
            causes.join("; or when ")
        )
    }
}
