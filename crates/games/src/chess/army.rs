//! Chess as players of armies see it: the king is the piece of honour.

use cozy_chess::{Color, Piece, Square};
use selforge_core::Seat;

use super::game::{Chess, Move, State};
use selforge_catalogue::army::{Army, Capture, Effect, Movement, Place, Soldier};

fn place(square: Square) -> Place {
    Place { file: square.file() as i8, rank: square.rank() as i8 }
}

fn movement(piece: Piece) -> Movement {
    match piece {
        Piece::King | Piece::Queen => Movement::AllDirections,
        Piece::Rook => Movement::RankAndFile,
        Piece::Bishop => Movement::Diagonal,
        Piece::Knight => Movement::Leap,
        Piece::Pawn => Movement::Forward,
    }
}

impl Army for Chess {
    fn visit_soldiers(&self, state: &State, visit: &mut impl FnMut(Soldier)) {
        let board = state.board();
        for square in board.occupied() {
            if let Some(piece) = board.piece_on(square) {
                visit(Soldier {
                    seat: Seat::new(usize::from(board.colors(Color::Black).has(square))),
                    place: place(square),
                    movement: movement(piece),
                    capture: Capture::Into,
                    honour: piece == Piece::King,
                });
            }
        }
    }

    fn has_honour(&self) -> bool {
        true
    }

    fn path(&self, _: &State, mv: Move) -> [Place; 2] {
        [place(mv.inner().from), place(mv.inner().to)]
    }

    fn captures(&self, state: &State, mv: Move) -> bool {
        let (board, mv) = (state.board(), mv.inner());
        let en_passant =
            board.piece_on(mv.from) == Some(Piece::Pawn) && mv.from.file() != mv.to.file();
        // Castling is written as the king taking its own rook.
        en_passant || board.colors(!board.side_to_move()).has(mv.to)
    }

    fn visit_effects(&self, state: &State, mv: Move, visit: &mut impl FnMut(Effect)) {
        let (board, mv) = (state.board(), mv.inner());
        let [from, to] = [place(mv.from), place(mv.to)];
        if board.colors(board.side_to_move()).has(mv.to) {
            // The king's goal and the rook's: the g and f files, or the c and d files.
            let [king, rook] = if to.file > from.file { [6, 5] } else { [2, 3] };
            visit(Effect::Moved([from, Place { file: king, ..from }]));
            return visit(Effect::Moved([to, Place { file: rook, ..to }]));
        }
        if board.colors(!board.side_to_move()).has(mv.to) {
            visit(Effect::Taken(to));
        } else if board.piece_on(mv.from) == Some(Piece::Pawn) && from.file != to.file {
            visit(Effect::Taken(Place { file: to.file, rank: from.rank }));
        }
        visit(Effect::Moved([from, to]));
    }
}

#[cfg(test)]
mod tests {
    use selforge_core::Game;

    use super::*;

    #[test]
    fn castling_captures_nothing_and_taking_in_passing_does() {
        let chess = Chess::new();
        let captures = |fen: &str, text: &str| {
            let state = chess.parse_state(fen).unwrap();
            chess.captures(&state, chess.parse_move(&state, text).unwrap())
        };
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert!(!captures(castling, "O-O"));
        assert!(captures(castling, "a1a8"));
        assert!(captures("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"));
        assert!(!captures("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5e6"));
    }

    #[test]
    fn both_armies_have_sixteen_pieces_and_one_of_honour() {
        let chess = Chess::new();
        let mut counts = [[0; 2]; 2];
        chess.visit_soldiers(&chess.start(), &mut |soldier| {
            counts[soldier.seat.index()][0] += 1;
            counts[soldier.seat.index()][1] += i32::from(soldier.honour);
        });
        assert_eq!(counts, [[16, 1]; 2]);
    }
}
