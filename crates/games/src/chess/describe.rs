//! The picture of a position, and the rules in plain English.

use std::borrow::Cow;
use std::sync::Arc;

use cozy_chess::{Board, Color, Piece, Square, util};
use selforge_board::{self as board, Diagram, Figure};
use selforge_catalogue::army::{Place, move_effect};
use selforge_catalogue::{Described, GameVisitor, MoveEffect, NumberedMove, TrayPiece};
use selforge_core::{Game, Seat};

use super::evaluate::Exchanges;
use super::game::{Chess, Move, State};

/// The board without pieces.
pub(super) fn empty_board() -> Diagram {
    let board = board::Board::parse("square-8x8", 0).expect("a board of the catalogue of boards");
    Diagram { checkered: true, edges: [].into(), ..board.diagram() }
}

/// What stands on each square, from a8 in reading order.
fn pieces(board: &Board) -> impl Iterator<Item = Option<board::Piece>> {
    (0..64).map(move |at: usize| {
        let square = Square::index(at ^ 56);
        let piece = board.piece_on(square)?;
        let set = u8::from(board.colors(Color::Black).has(square));
        Some(board::Piece::new(set, figure(piece)))
    })
}

fn figure(piece: Piece) -> Figure {
    match piece {
        Piece::King => Figure::King,
        Piece::Queen => Figure::Queen,
        Piece::Rook => Figure::Rook,
        Piece::Bishop => Figure::Bishop,
        Piece::Knight => Figure::Knight,
        Piece::Pawn => Figure::Pawn,
    }
}

/// The letters of White's pieces in positions; Black's are small.
const LETTERS: [(char, Figure); 6] = [
    ('K', Figure::King),
    ('Q', Figure::Queen),
    ('R', Figure::Rook),
    ('B', Figure::Bishop),
    ('N', Figure::Knight),
    ('P', Figure::Pawn),
];

/// The number of a square in pictures, which list them from the top.
fn cell(place: Place) -> usize {
    (7 - place.rank as usize) * 8 + place.file as usize
}

impl Described for Chess {
    type Scores = Exchanges;

    fn scores(&self) -> Exchanges {
        Exchanges
    }

    fn effect(&self, state: &State, mv: Move, _: &Diagram) -> MoveEffect {
        let set = u8::from(state.board().side_to_move() == Color::Black);
        let promoted = mv.inner().promotion.map(|piece| board::Piece::new(set, figure(piece)));
        MoveEffect { places: promoted, ..move_effect(self, state, mv, cell) }
    }

    fn accept<V: GameVisitor>(self: Arc<Self>, visitor: V) -> V::Output {
        visitor.visit_army(self)
    }

    fn diagram(&self, state: &State) -> Diagram {
        let mut diagram = self.board.clone();
        for (cell, piece) in diagram.cells.iter_mut().zip(pieces(&state.0)) {
            cell.piece = piece;
        }
        diagram
    }

    fn census(&self, state: &State, cells: &mut Vec<Option<board::Piece>>) {
        cells.clear();
        cells.extend(pieces(&state.0));
    }

    /// Queens' and knights' moves from every square, castling among them, then what pawns become.
    fn numbered_moves(&self) -> Option<Vec<NumberedMove>> {
        let mut moves = Vec::new();
        for (from, to) in (0..64u32).flat_map(|from| (0..64).map(move |to| (from, to))) {
            let files = (from % 8).abs_diff(to % 8);
            let ranks = (from / 8).abs_diff(to / 8);
            let reaches = match (files, ranks) {
                (0, 0) => false,
                (0, _) | (_, 0) | (1, 2) | (2, 1) => true,
                _ => files == ranks,
            };
            let promotes = files <= 1 && matches!((from / 8, to / 8), (6, 7) | (1, 0));
            let cells = [from, to].map(|square| square as u16 ^ 56);
            for variant in (0..=if promotes { 4 } else { 0 }).filter(|_| reaches) {
                let code = from | to << 6 | u32::from(variant) << 12;
                moves.push(NumberedMove { code, cells: cells.into(), variant });
            }
        }
        NumberedMove::in_order(moves)
    }

    /// Who may still castle, White's short side first, then the file of a pawn that can be taken in
    /// passing.
    fn flags(&self, state: &State, into: &mut Vec<bool>) {
        for colour in [Color::White, Color::Black] {
            let rights = state.board().castle_rights(colour);
            into.extend([rights.short.is_some(), rights.long.is_some()]);
        }
        let passing = state.board().en_passant().map(|file| file as usize);
        into.extend((0..8).map(|file| passing == Some(file)));
    }

    fn usable_cells(&self) -> usize {
        64
    }

    fn side_name(&self, set: u8) -> Cow<'static, str> {
        if set == 0 { "White" } else { "Black" }.into()
    }

    /// As in chess books: `Nf3`, `exd5`, `O-O`, `e8=Q#`.
    fn move_notation(&self, state: &State, mv: Move) -> Option<String> {
        Some(util::display_san_move(state.board(), mv.inner()).to_string())
    }

    fn threatened(&self, state: &State) -> Vec<usize> {
        let board = state.board();
        let king = board.king(board.side_to_move());
        let in_check = !board.checkers().is_empty();
        in_check.then_some(king as usize ^ 56).into_iter().collect()
    }

    fn tray(&self) -> Vec<TrayPiece> {
        let piece =
            |(letter, figure), set| TrayPiece { letter, piece: board::Piece::new(set, figure) };
        let white = LETTERS.iter().map(|&known| piece(known, 0));
        let black = LETTERS.iter().map(|&(letter, figure)| (letter.to_ascii_lowercase(), figure));
        white.chain(black.map(|known| piece(known, 1))).collect()
    }

    fn mover_word(&self, seat: Seat) -> char {
        if seat == Seat::FIRST { 'w' } else { 'b' }
    }

    fn rules_text(&self) -> String {
        let repetition = match self.history_rules().repetition {
            Some(times) => format!(
                " when the same position, with the same side to move and the same possible moves, \
                 occurs {times} times;"
            ),
            None => String::new(),
        };
        let mut start = String::new();
        self.write_state(&self.start(), &mut start).expect("writing to a string cannot fail");
        format!(
            "Goal. Give checkmate: attack the other king so that it cannot escape. White \
             moves first.\n\n\
             Board. 64 squares, files a to h from the left, ranks 1 to 8 from the bottom, White's \
             side. The start is {start}.\n\n\
             Pieces. The king moves one square in any direction, the queen any number of squares in \
             any direction, the rook along ranks and files, the bishop along diagonals, the knight \
             two squares one way and one square across, over anything. A pawn moves one square \
             forward, or two from its first square, and captures one square diagonally forward. \
             Pieces capture by moving onto an enemy piece.\n\n\
             Special moves. Castling: a king that has not moved goes two squares towards a rook that \
             has not moved, and the rook to its other side, if the squares between are empty and the \
             king is not attacked on its square, on its way or on its goal. En passant: a pawn that \
             has just made two steps can be captured by a pawn as if it had made one. A pawn that \
             reaches the last rank becomes a queen, rook, bishop or knight.\n\n\
             Turn. You may not leave your own king attacked, and you may not pass.\n\n\
             Moves are typed as squares, e2e4, e7e8q for a promotion and e1g1 for castling, or as in \
             chess books: e4, Nf3, exd5, O-O, e8=Q.\n\n\
             Resigning. You may resign; your opponent then wins.\n\n\
             Draw. The game is drawn when both agree; when the side to move is not in check and has no \
             move (stalemate);{repetition} after fifty moves of each side without capture and pawn \
             move; and when nobody could ever give mate: bare kings, a single knight or bishop against \
             a bare king, or nothing but bishops that all stand on squares of one colour. These draws \
             end the game at once, without a claim; checkmate comes first."
        )
    }
}
