//! The picture of a position, and the rules in plain English.

use selforge_board::{Board, Diagram, Figure, Piece};
use selforge_catalogue::{Described, MoveEffect, NumberedMove};
use selforge_core::{Game, MoveRepr};

use super::evaluate::Closeness;
use super::game::{Both, Loa, State, Stuck};
use super::moves::Move;

/// The squares. Neighbours touch at corners too.
fn squares() -> Board {
    Board::parse("king-8x8", 0).expect("a board of the catalogue of boards")
}

/// The board without pieces.
pub(super) fn empty_board() -> Diagram {
    Diagram { checkered: true, bonded: true, ..squares().diagram() }
}

/// What stands on each square, in reading order.
fn pieces(state: &State) -> impl Iterator<Item = Option<Piece>> {
    (0..64).map(move |at| {
        let set = state.pieces.iter().position(|set| set >> at & 1 == 1)?;
        Some(Piece::new(set as u8, Figure::Stone))
    })
}

impl Described for Loa {
    type Scores = Closeness;

    fn scores(&self) -> Closeness {
        Closeness
    }

    fn effect(&self, _: &State, mv: Move, diagram: &Diagram) -> MoveEffect {
        let Move::Step { from, to } = mv else { return MoveEffect::default() };
        let (from, to) = (usize::from(from), usize::from(to));
        let captures = diagram.cells[to].piece.map(|_| to).into_iter().collect();
        MoveEffect { captures, ..MoveEffect::step(from, to) }
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

    fn usable_cells(&self) -> usize {
        64
    }

    fn numbered_moves(&self) -> Option<Vec<NumberedMove>> {
        let numbered = |mv: Move| match mv {
            Move::Step { from, to } => {
                let cells = vec![u16::from(from), u16::from(to)];
                NumberedMove { code: mv.to_code(), cells, variant: 0 }
            }
            Move::Pass => NumberedMove::words(mv.to_code(), 0),
        };
        let codes = 0..=Move::Pass.to_code();
        NumberedMove::in_order(codes.filter_map(Move::from_code).map(numbered).collect())
    }

    /// The rules know no direction: only the start does.
    fn symmetries(&self) -> Vec<Vec<u16>> {
        squares().cell_symmetries()
    }

    fn rules_text(&self) -> String {
        let mut start = String::new();
        self.write_state(&self.start, &mut start).expect("writing to a string cannot fail");
        let mut draws = vec!["when both players agree".to_string()];
        let mut goal =
            "If you capture and that connects the other player's last pieces, the other \
                        player wins."
                .to_string();
        match self.both {
            Both::Draw => draws.push("when a move connects the pieces of both".to_string()),
            Both::Mover => goal += " If a move connects both, the player who moved wins.",
        }
        if let Some(times) = self.history.repetition {
            draws.push(format!(
                "when the same position with the same player to move occurs {times} times"
            ));
        }
        let stuck = match self.stuck {
            Stuck::Pass => "If none of your pieces can move, you pass.",
            Stuck::Lose => "If none of your pieces can move, you lose.",
        };
        format!(
            "Goal. Connect all your pieces into one group before your opponent does. Pieces are \
             connected when they stand next to each other, also diagonally. A single piece is a \
             group. {goal}\n\n\
             Board. 64 squares, files a to h from the left, ranks 1 to 8 from the bottom. The start is \
             {start}.\n\n\
             Moving. A piece moves in a straight line: along its rank, its file or a diagonal. It moves \
             exactly as many squares as there are pieces of both players on that whole line, itself \
             included. It may jump over your own pieces but not over your opponent's, and it cannot \
             land on a piece of your own.\n\n\
             Capture. A piece that lands on one of your opponent's captures it.\n\n\
             Turn. You take turns; {} begins. {stuck}\n\n\
             Moves are typed as two squares, b8-b6, with an x for a capture, b8xh2; the sign may be \
             left out.\n\n\
             Resigning. You may resign; your opponent then wins.\n\n\
             Draw. The game is drawn {}.",
            self.start.to_move,
            draws.join("; ")
        )
    }
}
