//! Positions and moves as text.
//!
//! A position: rows from the top, digits for runs of empty squares, `A` and `B` for pieces, then the seat
//! to move: `1AAAAAA1/B6B/B6B/B6B/B6B/B6B/B6B/1AAAAAA1 A`.

use std::fmt::{self, Write};
use std::ops::ControlFlow;

use selforge_catalogue::rows::{first_word, no_piece, parse_rows, parse_seat, words, write_rows};
use selforge_catalogue::shown;
use selforge_core::{Game, NotationError, Seat};

use super::game::{Loa, State};
use super::moves::Move;
use super::squares::name;

/// The most pieces of a seat.
const MOST: u32 = 12;

/// Writes a position.
pub(super) fn write(state: &State, out: &mut dyn Write) -> fmt::Result {
    let letter = |square: usize| {
        let set = state.pieces.iter().position(|set| set >> square & 1 == 1)?;
        Some(['A', 'B'][set])
    };
    write_rows([8; 8], letter, out)?;
    write!(out, " {}", state.to_move)
}

/// Reads a position.
///
/// # Errors
/// With place and reason, if it is none.
pub(super) fn parse(game: &Loa, text: &str) -> Result<State, NotationError> {
    let text = text.trim_end();
    let mut pieces = [0u64; 2];
    let put = |square: usize, letter: char| {
        let Some(set) = ['A', 'B'].iter().position(|known| *known == letter) else {
            return no_piece(letter, "A, B or a number of empty squares");
        };
        pieces[set] |= 1 << square;
        Ok(())
    };
    parse_rows(text, first_word(text), &[8; 8], put)?;
    let mut rest = words(text).skip(1);
    let to_move = parse_seat(text, rest.next())?;
    if let Some((at, word)) = rest.next() {
        let problem = format!("unknown word '{}'", shown(word));
        return Err(NotationError::at(text, at, problem, "nothing behind the seat to move"));
    }
    for (seat, count) in Seat::all(2).zip(pieces.map(u64::count_ones)) {
        if !(1..=MOST).contains(&count) {
            let problem = format!("seat {seat} has {count} pieces");
            return Err(NotationError::at(text, 0, problem, format!("1 to {MOST} a seat")));
        }
    }
    Ok(game.state(pieces, to_move))
}

/// Reads a move: two squares with or without a sign between them, or `pass`.
///
/// # Errors
/// If no legal move is written so; the reason is given where it is plain.
pub(super) fn parse_move(game: &Loa, state: &State, text: &str) -> Result<Move, NotationError> {
    let wanted = bare(text);
    let mut found = None;
    let mut ways = Vec::new();
    let _ = game.visit_moves(state, &mut |mv| {
        let written = match mv {
            Move::Step { from, to } => {
                let (from, to) = (name(from.into()), name(to.into()));
                let written = format!("{from}{to}");
                if wanted.starts_with(&from) {
                    ways.push(to);
                }
                written
            }
            Move::Pass => "pass".to_string(),
        };
        if written == wanted {
            found = Some(mv);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found.ok_or_else(|| {
        let problem = format!("'{}' is not a legal move here", shown(text.trim()));
        let expected = match &ways[..] {
            [] => "two squares, like b8-b6, of which the first holds a piece that can move".into(),
            ways => format!("from {} to {}", &wanted[..2], ways.join(", ")),
        };
        NotationError::at(text, 0, problem, expected)
    })
}

/// A move's text without the signs that people leave out or put in.
fn bare(text: &str) -> String {
    let sign = |c: &char| c.is_whitespace() || matches!(c, '-' | 'x' | 'X' | ':' | '>');
    text.chars().filter(|c| !sign(c)).flat_map(char::to_lowercase).collect()
}
