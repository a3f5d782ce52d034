//! What there is to know about chess: material, where pieces stand, and exchanges played out.
//!
//! A search that stops in the middle of an exchange takes a queen that hangs for a queen won. So the
//! evaluator looks on by itself: it plays captures out, all of them for two plies and then only those on
//! the square of the last one, and either side may stop when it likes what it has. That it costs more
//! than a sum over the board is repaid many times over.
//!
//! All numbers are hundredths of a pawn.

use cozy_chess::{BitBoard, Board, Color, Move, Piece, Square};
use cozy_chess::{get_bishop_moves, get_knight_moves, get_rook_moves};
use selforge_catalogue::{Evaluator, Worths};
use selforge_core::MAX_SEATS;

use super::{Chess, State};

/// The evaluator; it has nothing to remember.
#[derive(Clone, Copy, Debug, Default)]
pub struct Exchanges;

/// What pieces are worth, in the library's order: pawn, knight, bishop, rook, queen, king.
const VALUES: [i32; 6] = [100, 320, 330, 500, 900, 0];

/// Plies in which every capture is looked at; after them only recaptures are.
const WIDE_PLIES: u32 = 2;

/// Plies after which nothing is captured any more.
const MAX_PLIES: u32 = 8;

/// Pieces without pawns below which a side's king goes to the middle.
const ENDGAME: i32 = 1400;

/// Nothing is worse.
const LEAST: i32 = -100_000;

/// How near to the middle a square is: 0 at the rim to 3.
fn central(square: Square) -> i32 {
    let near = |at: usize| if at < 4 { at } else { 7 - at } as i32;
    near(square.file() as usize).min(near(square.rank() as usize))
}

fn distance(a: Square, b: Square) -> i32 {
    let gap = |a: usize, b: usize| a.abs_diff(b) as i32;
    gap(a.file() as usize, b.file() as usize).max(gap(a.rank() as usize, b.rank() as usize))
}

/// What a side's pieces are worth without pawns.
fn officers(board: &Board, color: Color) -> i32 {
    let worth = |piece| VALUES[piece as usize] * board.colored_pieces(color, piece).len() as i32;
    [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].into_iter().map(worth).sum()
}

/// What a side's position is worth by itself.
fn side(board: &Board, color: Color) -> i32 {
    let (own, occupied) = (board.colors(color), board.occupied());
    let free = |targets: BitBoard| (targets & !own).len() as i32;
    let mut worth = officers(board, color);
    for square in board.colored_pieces(color, Piece::Pawn) {
        worth += VALUES[0] + pawn(board, color, square);
    }
    for square in board.colored_pieces(color, Piece::Knight) {
        worth += 8 * central(square) + 3 * free(get_knight_moves(square));
    }
    for square in board.colored_pieces(color, Piece::Bishop) {
        worth += 3 * central(square) + 3 * free(get_bishop_moves(square, occupied));
    }
    for square in board.colored_pieces(color, Piece::Rook) {
        worth += 2 * free(get_rook_moves(square, occupied));
    }
    for square in board.colored_pieces(color, Piece::Queen) {
        worth += free(get_bishop_moves(square, occupied) | get_rook_moves(square, occupied));
    }
    worth + king(board, color)
}

/// What a pawn's place is worth: far ahead, in the middle, and with nobody to stop it.
fn pawn(board: &Board, color: Color, square: Square) -> i32 {
    let ahead = square.rank().relative_to(color) as i32 - 1;
    let enemies = board.colored_pieces(!color, Piece::Pawn);
    let stops = |enemy: Square| {
        let beside = (enemy.file() as i32 - square.file() as i32).abs() <= 1;
        let before = enemy.rank().relative_to(color) > square.rank().relative_to(color);
        beside && before
    };
    let passed = !enemies.into_iter().any(stops);
    ahead * ahead + 4 * central(square) + if passed { 4 * ahead * ahead + 10 } else { 0 }
}

/// What the king's place is worth: safe while there are many pieces, in the middle after that, and
/// close to a bare king that is to be mated.
fn king(board: &Board, color: Color) -> i32 {
    let (own, enemy) = (board.king(color), board.king(!color));
    if board.colors(!color).len() == 1 {
        return 12 * (3 - central(enemy)) - 6 * distance(own, enemy);
    }
    if officers(board, !color) > ENDGAME { -12 * central(own) } else { 8 * central(own) }
}

/// What the position is worth to the side to move if nobody captures any more.
fn still(board: &Board) -> i32 {
    let color = board.side_to_move();
    side(board, color) - side(board, !color)
}

/// How much a move wins at once, or `None` if it neither captures nor promotes.
fn gain(board: &Board, mv: Move) -> Option<i32> {
    let victim = if board.colors(!board.side_to_move()).has(mv.to) {
        board.piece_on(mv.to).map_or(0, |piece| VALUES[piece as usize])
    } else {
        0
    };
    let promotion = mv.promotion.map_or(0, |piece| VALUES[piece as usize] - VALUES[0]);
    (victim + promotion > 0).then_some(victim + promotion)
}

/// What the position is worth to the side to move when captures are played out.
fn settled(board: &Board, ply: u32, last: Option<Square>, mut alpha: i32, beta: i32) -> i32 {
    let mut best = still(board);
    if best >= beta || ply >= MAX_PLIES {
        return best;
    }
    alpha = alpha.max(best);
    let mut targets = board.colors(!board.side_to_move());
    if ply >= WIDE_PLIES {
        targets &= last.map_or(BitBoard::EMPTY, Square::bitboard);
    }
    // The most valuable victims first, by the least valuable pieces.
    let mut captures = [(0, None); 64];
    let mut count = 0;
    board.generate_moves(|mut moves| {
        moves.to &= targets;
        for mv in
            moves.into_iter().filter(|mv| !matches!(mv.promotion, Some(p) if p != Piece::Queen))
        {
            if let Some(place) = captures.get_mut(count) {
                let gain = gain(board, mv).unwrap_or(0);
                *place = (16 * gain - VALUES[moves.piece as usize], Some(mv));
                count += 1;
            }
        }
        false
    });
    let captures = &mut captures[..count];
    captures.sort_by_key(|(promise, _)| -promise);
    for mv in captures.iter().filter_map(|(_, mv)| *mv) {
        let mut next = board.clone();
        next.play_unchecked(mv);
        let value = -settled(&next, ply + 1, Some(mv.to), -beta, -alpha);
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    best
}

impl Evaluator<Chess> for Exchanges {
    fn worths(&self, _game: &Chess, state: &State) -> Worths {
        let board = state.board();
        let value = settled(board, 0, None, LEAST, -LEAST);
        let mut worths = [0; MAX_SEATS];
        worths[board.side_to_move() as usize] = value;
        worths
    }

    fn promise(&self, _game: &Chess, state: &State, mv: super::Move) -> i32 {
        // Above everything that the search remembers about quiet moves.
        const CAPTURE: i32 = 1 << 22;
        let board = state.board();
        let mover = board.piece_on(mv.inner().from).map_or(0, |piece| VALUES[piece as usize]);
        gain(board, mv.inner()).map_or(0, |gain| CAPTURE + 16 * gain - mover)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(fen: &str) -> i32 {
        settled(&fen.parse().unwrap(), 0, None, LEAST, -LEAST)
    }

    #[test]
    fn the_start_is_even_and_colours_are_alike() {
        assert_eq!(value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 0);
        let white = value("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 1");
        let black = value("rnbq1rk1/pppp1ppp/5n2/2b1p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R b KQ - 0 1");
        assert_eq!(white, black);
    }

    #[test]
    fn a_piece_that_hangs_is_as_good_as_lost_and_a_guarded_one_is_not() {
        // A rook can take a bishop; in the second position a pawn guards it.
        let hanging = value("4k3/8/8/3b4/8/8/8/3RK3 w - - 0 1");
        let guarded = value("4k3/8/4p3/3b4/8/8/8/3RK3 w - - 0 1");
        assert!(hanging > 450, "{hanging}");
        assert!(guarded < 250, "{guarded}");
    }
}
