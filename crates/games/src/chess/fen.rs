//! Positions as FEN, the one-line text of the chess world, read with errors that say where.
//!
//! `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1`: the rows from the top, White's pieces in
//! capitals; who moves; castling rights; the square behind a pawn that just made two steps; half-moves
//! since the last capture or pawn move; the number of the move. Everything from the castling rights on
//! may be left out, as people do who type positions.
//!
//! The library reads FEN too, but only says that something is wrong. So everything is looked at here
//! first, and the library's own checks are the last word.

use cozy_chess::{Board, FenParseError};
use selforge_core::NotationError;

use selforge_catalogue::rows::{no_piece, parse_rows, words};
use selforge_catalogue::shown;

/// The fields, what they hold, and what stands for one that is left out.
const FIELDS: [(&str, &str); 6] = [
    ("the pieces", ""),
    ("the side to move", ""),
    ("the castling rights", "-"),
    ("the square of a capture en passant", "-"),
    ("the half-moves without progress", "0"),
    ("the number of the move", "1"),
];

/// The longest text that is looked at; the longest position is much shorter.
const LONGEST: usize = 200;

/// Reads a position.
///
/// # Errors
/// With place and reason, if it is none.
pub(super) fn parse(text: &str) -> Result<Board, NotationError> {
    if text.len() > LONGEST {
        let problem = format!("a position of {} characters", text.chars().count());
        return Err(NotationError::at(text, 0, problem, format!("at most {LONGEST}")));
    }
    let fields: Vec<_> = words(text).collect();
    if let Some((at, field)) = fields.get(FIELDS.len()) {
        let problem = format!("'{}' follows the number of the move", shown(field));
        return Err(NotationError::at(text, *at, problem, "six fields"));
    }
    let field = |number: usize| match fields.get(number) {
        Some(&(at, field)) => (at, field),
        None => (text.len(), FIELDS[number].1),
    };
    let squares = check_pieces(text, field(0))?;
    check_side(text, field(1))?;
    check_castling(text, &squares, field(2))?;
    check_numbers(text, [field(4), field(5)])?;
    let whole: Vec<&str> = (0..FIELDS.len()).map(|number| field(number).1).collect();
    Board::from_fen(&whole.join(" "), false).map_err(|error| {
        let (number, problem, expected) = match error {
            FenParseError::InvalidBoard => {
                let expected = "the side to move in check by at most two pieces, or nobody";
                (
                    0,
                    "the side that has just moved is in check, or three pieces give check",
                    expected,
                )
            }
            FenParseError::InvalidEnPassant => (
                3,
                "there was no double step over this square",
                "- or the square behind a pawn that just made two steps",
            ),
            FenParseError::InvalidSideToMove => (1, "no side to move", "w or b"),
            FenParseError::InvalidCastlingRights => {
                (2, "no castling rights", "letters of KQkq or -")
            }
            FenParseError::InvalidHalfMoveClock => (4, "no half-moves", "0 to 100"),
            _ => (5, "no number of the move", "1 to 65535"),
        };
        NotationError::at(text, field(number).0, problem, expected)
    })
}

/// What stands on each square, row by row from the top.
type Squares = [Option<char>; 64];

/// Checks the rows, and that there can be such pieces.
fn check_pieces(text: &str, (start, rows): (usize, &str)) -> Result<Squares, NotationError> {
    let wrong =
        |problem: String, expected: &str| Err(NotationError::at(text, start, problem, expected));
    let mut squares = [None; 64];
    let put = |square: usize, letter: char| {
        if !"pnbrqk".contains(letter.to_ascii_lowercase()) {
            return no_piece(letter, "one of PNBRQK, small for Black, or 1 to 8 empty squares");
        }
        if "pP".contains(letter) && matches!(square / 8, 0 | 7) {
            let problem = format!("a pawn in row {}", square / 8 + 1);
            return Err((problem, "pawns in rows 2 to 7".to_owned()));
        }
        squares[square] = Some(letter);
        Ok(())
    };
    parse_rows(text, start..start + rows.len(), &[8; 8], put)?;
    for (side, is_own) in [
        ("White", char::is_ascii_uppercase as fn(&char) -> bool),
        ("Black", char::is_ascii_lowercase),
    ] {
        let of = |piece: char| {
            rows.chars().filter(|c| is_own(c) && c.eq_ignore_ascii_case(&piece)).count()
        };
        if of('k') != 1 {
            return wrong(format!("{side} has {} kings", of('k')), "one king a side");
        }
        if of('p') > 8 {
            return wrong(format!("{side} has {} pawns", of('p')), "at most 8 pawns a side");
        }
        let all = rows.chars().filter(is_own).count();
        if all > 16 {
            return wrong(format!("{side} has {all} pieces"), "at most 16 pieces a side");
        }
    }
    Ok(squares)
}

fn check_side(text: &str, (at, side): (usize, &str)) -> Result<(), NotationError> {
    let problem = match side {
        "w" | "b" => return Ok(()),
        "" => "the side to move is missing".to_string(),
        other => format!("'{}' is no side to move", shown(other)),
    };
    Err(NotationError::at(text, at, problem, "a space and w or b"))
}

/// Checks that castling rights are those of chess: kings and rooks on their first squares.
fn check_castling(
    text: &str,
    squares: &Squares,
    (at, rights): (usize, &str),
) -> Result<(), NotationError> {
    if rights == "-" {
        return Ok(());
    }
    for (offset, right) in rights.char_indices() {
        let wrong = |problem: String, expected: &str| {
            Err(NotationError::at(text, at + offset, problem, expected))
        };
        let (row, king, rook) = match right {
            'K' | 'Q' => (7, 'K', 'R'),
            'k' | 'q' => (0, 'k', 'r'),
            _ => {
                let problem = format!("'{}' is no castling right", shown(&right.to_string()));
                return wrong(problem, "letters of KQkq, or -");
            }
        };
        if rights[..offset].contains(right) {
            return wrong(format!("'{right}' is given twice"), "each right once");
        }
        let file = if right.eq_ignore_ascii_case(&'k') { 7 } else { 0 };
        if squares[row * 8 + 4] != Some(king) || squares[row * 8 + file] != Some(rook) {
            let problem = format!("nobody can castle by the right '{right}'");
            return wrong(problem, "the king and the rook on their first squares");
        }
    }
    Ok(())
}

fn check_numbers(
    text: &str,
    [(clock_at, clock), (move_at, number)]: [(usize, &str); 2],
) -> Result<(), NotationError> {
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if !digits(clock) || !clock.parse::<u8>().is_ok_and(|clock| clock <= 100) {
        let problem = format!("'{}' half-moves without capture and pawn move", shown(clock));
        return Err(NotationError::at(text, clock_at, problem, "a number from 0 to 100"));
    }
    if !digits(number) || !number.parse::<u16>().is_ok_and(|number| number > 0) {
        let problem = format!("'{}' is no number of a move", shown(number));
        return Err(NotationError::at(text, move_at, problem, "a number from 1 to 65535"));
    }
    Ok(())
}
