//! The rules of chess: moves by the library, endings by us.
//!
//! Checkmate and stalemate come first. Otherwise a position is drawn at once when the clock of moves
//! without capture and pawn move reaches fifty for each side, and when no sequence of moves could give
//! mate: bare kings, one knight or bishop against a bare king, or nothing but bishops that all stand on
//! squares of one colour. In tournaments players must claim some of these draws; a program that plays
//! thousands of games needs an end without asking. The third repetition is a
//! [history rule](selforge_core::HistoryRules).
//!
//! The clock is part of the position, because the future depends on it, and so are all castling rights.
//! The number of the move is carried along for the sake of FEN only: positions that differ in nothing
//! else are equal.

use std::fmt::{self, Write};
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use cozy_chess::{BitBoard, Board, Color, File, Piece, PieceMoves, Rank, Square, util};
use selforge_board::Diagram;
use selforge_core::{Game, HistoryRules, MoveRepr, NotationError, Outcome, Seat, Status};

use super::{describe, fen};
use selforge_catalogue::shown;

/// Half-moves without capture and pawn move after which the game is drawn.
const FIFTY_MOVES: u8 = 100;

/// The squares of one colour, those of a1.
const DARK: BitBoard = BitBoard(0xaa55_aa55_aa55_aa55);

/// A game of chess from some start.
#[derive(Debug)]
pub struct Chess {
    start: State,
    repetition: Option<u32>,
    /// The empty board, to lay pieces on.
    pub(super) board: Diagram,
}

/// A position. The number of the move takes no part in comparisons.
#[derive(Clone, Debug)]
pub struct State(pub(super) Board);

impl State {
    /// The pieces, rights and clock as the library has them.
    #[must_use]
    #[inline]
    pub fn board(&self) -> &Board {
        &self.0
    }
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        self.0.same_position(&other.0)
            && self.0.en_passant() == other.0.en_passant()
            && self.0.halfmove_clock() == other.0.halfmove_clock()
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        exact_key(&self.0).hash(hasher);
    }
}

/// A move; castling is the king's move onto its own rook, as the library has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(cozy_chess::Move);

impl Move {
    /// The move as the library has it.
    #[must_use]
    #[inline]
    pub fn inner(self) -> cozy_chess::Move {
        self.0
    }
}

const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

impl MoveRepr for Move {
    /// Six bits for each square, then 0 or one more than the number of the promotion.
    #[inline]
    fn to_code(self) -> u32 {
        let promotion = self.0.promotion.map_or(0, |piece| piece as u32);
        self.0.from as u32 | (self.0.to as u32) << 6 | promotion << 12
    }

    #[inline]
    fn from_code(code: u32) -> Option<Move> {
        let promotion = match code >> 12 {
            0 => None,
            piece => Some(*PROMOTIONS.get(piece as usize - 1)?),
        };
        let square = |index: u32| Square::index((index & 63) as usize);
        Some(Move(cozy_chess::Move { from: square(code), to: square(code >> 6), promotion }))
    }
}

impl Chess {
    /// The usual game.
    #[must_use]
    pub fn new() -> Chess {
        Chess::from_start(State(Board::default()), Some(3))
    }

    /// A game that starts here and is drawn when a position occurs so often.
    pub(super) fn from_start(start: State, repetition: Option<u32>) -> Chess {
        Chess { start, repetition, board: describe::empty_board() }
    }
}

impl Default for Chess {
    fn default() -> Chess {
        Chess::new()
    }
}

/// Whether neither side could ever be mated.
#[inline]
fn is_dead(board: &Board) -> bool {
    let heavy = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    if !heavy.is_empty() {
        return false;
    }
    let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    let of_one_colour = (bishops & DARK).is_empty() || (bishops & !DARK).is_empty();
    (knights | bishops).len() <= 1 || knights.is_empty() && of_one_colour
}

/// Whether the position is drawn though there may be moves.
#[inline]
fn is_drawn(board: &Board) -> bool {
    board.halfmove_clock() >= FIFTY_MOVES || is_dead(board)
}

#[inline]
fn has_moves(board: &Board) -> bool {
    board.generate_moves(|_| true)
}

/// A key of everything but the number of the move.
#[inline]
fn exact_key(board: &Board) -> u64 {
    board.hash() ^ u64::from(board.halfmove_clock()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Whether the pawn that just made a double step can be captured for it.
fn can_capture_en_passant(board: &Board) -> bool {
    let Some(file) = board.en_passant() else { return false };
    let color = board.side_to_move();
    let target = Square::new(file, Rank::Third.relative_to(!color));
    let capturers =
        cozy_chess::get_pawn_attacks(target, !color) & board.colored_pieces(color, Piece::Pawn);
    !capturers.is_empty() && board.generate_moves_for(capturers, |moves| moves.to.has(target))
}

/// Whether a legal move is castling.
fn is_castling(board: &Board, mv: Move) -> bool {
    board.colors(board.side_to_move()).has(mv.0.to)
}

/// Whose seat a colour is: White is A and begins.
#[inline]
pub(super) fn seat_of(color: Color) -> Seat {
    Seat::new(color as usize)
}

/// The most lists of moves that a position has: sixteen pieces and two captures en passant.
const MAX_LISTS: usize = 18;

/// The move with this number among those of one piece, in the order of visiting.
#[inline]
fn nth(moves: PieceMoves, mut number: u32) -> cozy_chess::Move {
    let PieceMoves { piece, from, to } = moves;
    let mut targets = to.0;
    let mut promotion = None;
    // A piece's targets are in part promotions only if all are: the last row is one step away.
    if piece == Piece::Pawn && to.0 & (Rank::First.bitboard().0 | Rank::Eighth.bitboard().0) != 0 {
        promotion = Some(PROMOTIONS[(number % 4) as usize]);
        number /= 4;
    }
    for _ in 0..number {
        targets &= targets - 1;
    }
    cozy_chess::Move { from, to: Square::index(targets.trailing_zeros() as usize), promotion }
}

impl Game for Chess {
    type State = State;
    type Move = Move;

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> State {
        self.start.clone()
    }

    #[inline]
    fn status(&self, State(board): &State) -> Status {
        if !has_moves(board) {
            let mated = !board.checkers().is_empty();
            let winner = seat_of(!board.side_to_move());
            return Status::Over(if mated { Outcome::win(winner, 2) } else { Outcome::draw(2) });
        }
        if is_drawn(board) {
            return Status::Over(Outcome::draw(2));
        }
        Status::ToMove(seat_of(board.side_to_move()))
    }

    #[inline]
    fn visit_moves(
        &self,
        State(board): &State,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if is_drawn(board) {
            return ControlFlow::Continue(());
        }
        let broken =
            board.generate_moves(|moves| moves.into_iter().any(|mv| visit(Move(mv)).is_break()));
        if broken { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    #[inline]
    fn count_moves(&self, State(board): &State) -> u32 {
        if is_drawn(board) {
            return 0;
        }
        let mut count = 0;
        board.generate_moves(|moves| {
            count += moves.len() as u32;
            false
        });
        count
    }

    #[inline]
    fn choose_move(&self, State(board): &State, choose: impl FnOnce(u32) -> u32) -> Option<Move> {
        if is_drawn(board) {
            return None;
        }
        let none = PieceMoves { piece: Piece::Pawn, from: Square::A1, to: BitBoard::EMPTY };
        let mut lists = [(none, 0); MAX_LISTS];
        let (mut length, mut count) = (0, 0);
        board.generate_moves(|moves| {
            lists[length] = (moves, count);
            length += 1;
            count += moves.len() as u32;
            false
        });
        if count == 0 {
            return None;
        }
        let number = choose(count);
        if number >= count {
            return None;
        }
        let (moves, before) = lists[..length].iter().rfind(|(_, before)| *before <= number)?;
        Some(Move(nth(*moves, number - before)))
    }

    fn is_legal(&self, State(board): &State, mv: Move) -> bool {
        !is_drawn(board) && board.is_legal(mv.0)
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        state.0.play_unchecked(mv.0);
    }

    #[inline]
    fn key(&self, State(board): &State) -> u64 {
        exact_key(board)
    }

    /// Positions are the same when the same moves are possible: a pawn's double step counts only if
    /// it can be answered en passant.
    #[inline]
    fn repetition_key(&self, State(board): &State) -> u64 {
        match board.en_passant() {
            Some(_) if !can_capture_en_passant(board) => board.hash_without_ep(),
            _ => board.hash(),
        }
    }

    /// Writes squares of origin and arrival, `e2e4`, and the letter of a promotion, `e7e8q`;
    /// castling is the king's two steps, `e1g1`.
    fn write_move(&self, State(board): &State, mv: Move, out: &mut dyn Write) -> fmt::Result {
        let cozy_chess::Move { from, mut to, promotion } = mv.0;
        if is_castling(board, mv) {
            let file = if from.file() < to.file() { File::G } else { File::C };
            to = Square::new(file, from.rank());
        }
        write!(out, "{from}{to}")?;
        promotion.map_or(Ok(()), |piece| write!(out, "{piece}"))
    }

    /// Reads squares with or without a hyphen, and the short notation of chess books: `Nf3`, `exd5`,
    /// `O-O`, `e8=Q+`.
    fn parse_move(&self, state: &State, text: &str) -> Result<Move, NotationError> {
        let text = text.trim();
        let signs = |c: &char| !c.is_whitespace() && !matches!(c, '-' | ':' | '>');
        let bare: String = text.chars().filter(signs).flat_map(char::to_lowercase).collect();
        let mut found = None;
        let mut buffer = String::new();
        let _ = self.visit_moves(state, &mut |mv| {
            buffer.clear();
            let written = self.write_move(state, mv, &mut buffer);
            debug_assert!(written.is_ok(), "writing to a string cannot fail");
            if buffer == bare {
                found = Some(mv);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        let book = text.trim_end_matches(['!', '?']).replace('0', "O");
        let san = || util::parse_san_move(&state.0, &book).ok().map(Move);
        // The library takes the rook's square for the king's goal.
        let meant = |mv: &Move| book.starts_with('O') || !is_castling(&state.0, *mv);
        let legal = |mv: &Move| meant(mv) && self.is_legal(state, *mv);
        found.or_else(|| san().filter(legal)).ok_or_else(|| {
            let problem = format!("'{}' is not a legal move here", shown(text));
            NotationError::at(text, 0, problem, "like e2e4, e7e8q, Nf3 or O-O")
        })
    }

    fn write_state(&self, State(board): &State, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{board}")
    }

    fn parse_state(&self, text: &str) -> Result<State, NotationError> {
        fen::parse(text).map(State)
    }

    fn ending(&self, State(board): &State) -> &'static str {
        match (has_moves(board), board.checkers().is_empty()) {
            (false, false) => "checkmate",
            (false, true) => "stalemate",
            _ if is_dead(board) => "insufficient material",
            _ if is_drawn(board) => "fifty moves",
            _ => "",
        }
    }

    fn history_rules(&self) -> HistoryRules {
        HistoryRules { repetition: self.repetition, ..HistoryRules::default() }
    }
}
