//! Positions as text.
//!
//! The project's own form is written: rows of 64 squares from the top, digits for runs of empty squares,
//! `A` and `B` for men, `a` and `b` for kings (small letters are special pieces everywhere), then the
//! seat to move: `1A1A1A1A/A1A1A1A1/1A1A1A1A/8/8/B1B1B1B1/1B1B1B1B/B1B1B1B1 A`.
//!
//! The form of draughts databases (PDN) is read as well: `B:W21,22,K30:B1,2,K5`, the side to move and
//! each side's squares, kings with a `K`. Its `B`, the dark side, is seat A, which moves first; its `W`
//! is seat B.

use std::fmt::{self, Write};

use selforge_core::{NotationError, Seat};

use super::game::State;
use super::squares::{COUNT, KING_ROWS, bit_at, bit_of_number};
use selforge_catalogue::rows::{first_word, no_piece, parse_rows, parse_seat, words, write_rows};
use selforge_catalogue::shown;

/// The longest text that is looked at; the longest position is much shorter.
const LONGEST: usize = 300;

/// The most pieces of a side.
const MOST: u32 = 12;

const NOBODY: State = State { pieces: [0; 2], kings: 0, to_move: Seat::FIRST };

/// Writes a position in the project's form.
pub(super) fn write(state: &State, out: &mut dyn Write) -> fmt::Result {
    write_rows([8; 8], |square| letter_at(state, square / 8, square % 8), out)?;
    write!(out, " {}", state.to_move)
}

/// A position in the form of draughts databases; a text that is no position stays as it is.
pub(super) fn to_pdn(text: &str) -> String {
    let Ok(state) = parse(text) else { return text.to_owned() };
    let squares = |set: usize| {
        let of = |number: &usize| state.pieces[set] >> bit_of_number(*number) & 1 == 1;
        let named = |number: usize| {
            let king = state.kings >> bit_of_number(number) & 1 == 1;
            format!("{}{number}", if king { "K" } else { "" })
        };
        (1..=COUNT).filter(of).map(named).collect::<Vec<_>>().join(",")
    };
    let mover = if state.to_move == Seat::FIRST { 'B' } else { 'W' };
    format!("{mover}:W{}:B{}", squares(1), squares(0))
}

fn letter_at(state: &State, row: usize, column: usize) -> Option<char> {
    let bit = bit_at(row, column)?;
    let set = (0..2).find(|&set| state.pieces[set] >> bit & 1 == 1)?;
    let king = state.kings >> bit & 1 == 1;
    Some(char::from(if king { b'a' } else { b'A' } + set as u8))
}

/// Reads a position in either form.
///
/// # Errors
/// With place and reason, if it is none.
pub(super) fn parse(text: &str) -> Result<State, NotationError> {
    if text.len() > LONGEST {
        let problem = format!("a position of {} characters", text.chars().count());
        return Err(NotationError::at(text, 0, problem, format!("at most {LONGEST}")));
    }
    let state = if text.contains(':') { parse_lists(text)? } else { parse_position(text)? };
    for (seat, pieces) in Seat::all(2).zip(state.pieces) {
        let count = pieces.count_ones();
        if count > MOST {
            let problem = format!("seat {seat} has {count} pieces");
            return Err(NotationError::at(text, 0, problem, format!("at most {MOST} a seat")));
        }
        if count == 0 && state.to_move != seat {
            let problem = format!("seat {seat} has lost all pieces, so nobody else can be to move");
            return Err(NotationError::at(text, 0, problem, format!("seat {seat} to move")));
        }
    }
    Ok(state)
}

/// Puts a piece on a square.
///
/// # Errors
/// In words, if it cannot stand there.
fn put(state: &mut State, set: usize, bit: u32, king: bool) -> Result<(), (String, &'static str)> {
    let square = 1u64 << bit;
    if (state.pieces[0] | state.pieces[1]) & square != 0 {
        return Err(("two pieces on one square".to_string(), "each square once"));
    }
    if !king && KING_ROWS[set] & square != 0 {
        let letter = char::from(b'A' + set as u8);
        let problem = format!("a man of {letter} in the row where it is crowned");
        return Err((problem, "a king there"));
    }
    state.pieces[set] |= square;
    state.kings |= if king { square } else { 0 };
    Ok(())
}

fn parse_position(text: &str) -> Result<State, NotationError> {
    let mut state = NOBODY;
    let put = |square: usize, letter: char| {
        let set = match letter {
            'A' | 'a' => 0,
            'B' | 'b' => 1,
            _ => return no_piece(letter, "A or B, small for kings, or 1 to 8 empty squares"),
        };
        let (row, column) = (square / 8, square % 8);
        let Some(bit) = bit_at(row, column) else {
            let problem =
                format!("a piece on a light square, column {} of row {}", column + 1, row + 1);
            return Err((problem, "pieces on dark squares; a1 is one".to_owned()));
        };
        put(&mut state, set, bit, letter.is_ascii_lowercase())
            .map_err(|(problem, expected)| (problem, expected.to_owned()))
    };
    parse_rows(text, first_word(text), &[8; 8], put)?;
    let mut rest = words(text).skip(1);
    state.to_move = parse_seat(text, rest.next())?;
    if let Some((at, word)) = rest.next() {
        let problem = format!("unknown word '{}'", shown(word));
        return Err(NotationError::at(text, at, problem, "nothing behind the seat to move"));
    }
    Ok(state)
}

/// Reads `B:W21,22,K30:B1,2,K5`.
fn parse_lists(text: &str) -> Result<State, NotationError> {
    let wrong = |at: usize, problem: String, expected: &str| {
        Err(NotationError::at(text, at, problem, expected))
    };
    let side = |word: &str| match word {
        "B" | "b" => Some(0),
        "W" | "w" => Some(1),
        _ => None,
    };
    let mut state = NOBODY;
    let mut at = 0;
    let mut seen = [false; 2];
    for (number, part) in text.split(':').enumerate() {
        let (start, list) = (at + part.len() - part.trim_start().len(), part.trim());
        at += part.len() + 1;
        // A full stop at the end is usual.
        let list = list.strip_suffix('.').unwrap_or(list);
        let first = list.chars().next().map_or(0, char::len_utf8);
        let Some(set) = side(&list[..first]).filter(|_| number > 0 || list.len() == 1) else {
            let problem = format!("'{}' is no side", shown(list));
            return wrong(start, problem, "B for the dark side, which is seat A, or W");
        };
        if number == 0 {
            state.to_move = Seat::new(set);
            continue;
        }
        if std::mem::replace(&mut seen[set], true) {
            return wrong(start, format!("'{}' is given twice", &list[..first]), "each side once");
        }
        let mut place = start + first;
        for word in list[first..].split(',') {
            let (here, name) = (place, word.trim());
            place += word.len() + 1;
            if name.is_empty() && list.len() == first {
                continue;
            }
            let king = name.starts_with(['K', 'k']);
            let digits = if king { &name[1..] } else { name };
            let square = digits.parse().ok().filter(|number| (1..=32).contains(number));
            let Some(square) = square.filter(|_| digits.bytes().all(|b| b.is_ascii_digit())) else {
                let problem = format!("'{}' is no square", shown(name));
                return wrong(here, problem, "a number from 1 to 32, kings with a K before it");
            };
            if let Err((problem, expected)) = put(&mut state, set, bit_of_number(square), king) {
                return wrong(here, problem, expected);
            }
        }
    }
    if seen != [true; 2] {
        return wrong(
            text.len(),
            "a side is missing".to_string(),
            "both sides, like B:W21,22:B1,2",
        );
    }
    Ok(state)
}
