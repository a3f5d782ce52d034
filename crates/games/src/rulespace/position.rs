//! Positions as text: `y2ww2y/8/… A moves=12 free=B chain=e4`.
//!
//! Rows from the top, numbers for empty cells, `U` to `Z` for the first player's pieces of kinds 1 to 6
//! and small letters for the second's, the seat to move, and what differs from a start.

use std::fmt::{self, Write};

use selforge_core::{NotationError, Seat};

use super::game::{RuleSpace, State};
use super::kind::{Capture, KindId};
use super::options::Converted;
use selforge_catalogue::rows::{first_word, no_piece, parse_rows, parse_seat, words, write_rows};
use selforge_catalogue::shown;

/// The name of a cell: `a1` is bit 0.
pub(super) fn cell_name(cell: u8) -> String {
    format!("{}{}", char::from(b'a' + cell % 8), cell / 8 + 1)
}

fn parse_cell(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some((rank - b'1') * 8 + file - b'a'),
        _ => None,
    }
}

/// Writes the pieces alone.
pub(super) fn write_pieces(state: &State, out: &mut dyn Write) -> fmt::Result {
    let letter = |at: usize| {
        let (seat, kind) = state.piece_on(cell_of(at))?;
        Some(piece_letter(seat, kind))
    };
    write_rows([8; 8], letter, out)
}

/// The cell of a place in the rows, which begin at the top; `a1` is the first cell.
fn cell_of(at: usize) -> u8 {
    (at ^ 56) as u8
}

/// The letter of a piece.
pub(super) fn piece_letter(seat: Seat, kind: KindId) -> char {
    if seat == Seat::FIRST { kind.letter() } else { kind.letter().to_ascii_lowercase() }
}

pub(super) fn write(state: &State, out: &mut dyn Write) -> fmt::Result {
    write_pieces(state, out)?;
    write!(out, " {}", state.to_move)?;
    if state.moves > 0 {
        write!(out, " moves={}", state.moves)?;
    }
    if state.freed != 0 {
        write!(out, " free=")?;
        for seat in Seat::all(2).filter(|seat| state.is_freed(*seat)) {
            write!(out, "{seat}")?;
        }
    }
    if let Some(cell) = state.chain() {
        write!(out, " chain={}", cell_name(cell))?;
    }
    Ok(())
}

/// Reads a position of a game, of which it must be possible to say who is to move and who has won.
pub(super) fn parse(game: &RuleSpace, text: &str) -> Result<State, NotationError> {
    let mut state = State::EMPTY;
    let put = |at: usize, letter: char| {
        let Some(kind) = KindId::from_letter(letter) else {
            return no_piece(letter, "U to Z or u to z, a number from 1 to 8, or '/'");
        };
        let seat = Seat::new(usize::from(letter.is_ascii_lowercase()));
        state.put(cell_of(at), seat, kind);
        Ok(())
    };
    parse_rows(text, first_word(text), &[8; 8], put)?;
    let mut words = words(text).skip(1);
    state.to_move = parse_seat(text, words.next())?;
    let mut chain = None;
    for (at, word) in words {
        let wrong = |problem: String, expected: &str| {
            Err(NotationError::at(text, at, problem, expected.to_owned()))
        };
        match word.split_once('=') {
            Some(("moves", number)) if state.moves == 0 => {
                let most = game.rules().moves;
                match number.parse::<u16>() {
                    Ok(moves) if (1..=most).contains(&moves) && !number.starts_with('+') => {
                        state.moves = moves;
                    }
                    _ => {
                        let problem = format!("'{}' is no number of moves", shown(number));
                        return wrong(problem, &format!("a number from 1 to {most}"));
                    }
                }
            }
            Some(("free", seats)) if state.freed == 0 => {
                state.freed = match seats {
                    "A" => 1,
                    "B" => 2,
                    "AB" => 3,
                    _ => 0,
                };
                let none =
                    |seat| game.honour().is_some_and(|kind| state.pieces_of(seat, kind) == 0);
                let fits = Seat::all(2).all(|seat| !state.is_freed(seat) || none(seat));
                if state.freed == 0 || !fits || game.rules().converted != Converted::Kept {
                    let problem = format!("'{}' cannot be free of honour", shown(seats));
                    let expected = "A, B or AB, without a piece of honour, and converted=kept";
                    return wrong(problem, expected);
                }
            }
            Some(("chain", cell)) if chain.is_none() => match parse_cell(cell) {
                Some(cell) => chain = Some((at, cell)),
                None => {
                    let problem = format!("'{}' is no cell", shown(cell));
                    return wrong(problem, "a cell from a1 to h8");
                }
            },
            _ => {
                let problem = format!("'{}' says nothing about a position", shown(word));
                return wrong(problem, "moves=, free= or chain=, each once");
            }
        }
    }
    check(game, text, &state)?;
    if let Some((at, cell)) = chain {
        let own = state.piece_on(cell).filter(|(seat, _)| *seat == state.to_move);
        let jumps = own.is_some_and(|(_, kind)| game.kind(kind).capture == Capture::Over);
        if !jumps || !game.can_jump(&state, cell) || state.moves >= game.rules().moves {
            let problem = format!("nothing on {} must go on jumping", cell_name(cell));
            let expected = "the cell of a piece of the seat to move that can jump";
            return Err(NotationError::at(text, at, problem, expected));
        }
        state.set_chain(cell);
    }
    Ok(state)
}

/// Refuses positions that no game can come to because two players would have lost.
fn check(game: &RuleSpace, text: &str, state: &State) -> Result<(), NotationError> {
    if let Some(kind) = game.honour() {
        let lost = |seat| state.pieces_of(seat, kind) == 0 && !state.is_freed(seat);
        if lost(Seat::FIRST) && lost(Seat::new(1)) {
            let problem = format!("neither side has a piece of honour (kind {})", kind.number());
            let letter = kind.letter();
            let expected = format!("{letter} or {} at least", letter.to_ascii_lowercase());
            return Err(NotationError::at(text, 0, problem, expected));
        }
    }
    Ok(())
}
