//! Positions and moves as text.
//!
//! A position: rows from the top, digits for runs of empty squares, `A` and `B` for pieces, then the seat
//! to move: `1AAAAAA1/B6B/B6B/B6B/B6B/B6B/B6B/1AAAAAA1 A`.

use std::fmt::{self, Write};
use std::ops::ControlFlow;

use selforge_catalogue::shown;
use selforge_core::{Game, NotationError, Seat};

use super::game::{Loa, State};
use super::moves::Move;
use super::squares::name;
use crate::rows::{parse_rows, parse_seat, write_rows};

/// The most pieces of a seat.
const MOST: usize = 12;

/// Writes a position.
pub(super) fn write(state: &State, out: &mut dyn Write) -> fmt::Result {
    let letter = |row: usize, column: usize| {
        let set = state.pieces.iter().position(|set| set >> (row * 8 + column) & 1 == 1)?;
        Some(['A', 'B'][set])
    };
    write_rows(8, 8, letter, out)?;
    write!(out, " {}", state.to_move)
}

/// Reads a position.
///
/// # Errors
/// With place and reason, if it is none.
pub(super) fn parse(game: &Loa, text: &str) -> Result<State, NotationError> {
    let text = text.trim_end();
    let pieces = parse_rows(text, 8, 8)?;
    let (to_move, rest) = parse_seat(text)?;
    if let Some(&(at, word)) = rest.first() {
        let problem = format!("unknown word '{}'", shown(word));
        return Err(NotationError::at(text, at, problem, "nothing behind the seat to move"));
    }
    for (seat, squares) in Seat::all(2).zip(&pieces) {
        if !(1..=MOST).contains(&squares.len()) {
            let problem = format!("seat {seat} has {} pieces", squares.len());
            return Err(NotationError::at(text, 0, problem, format!("1 to {MOST} a seat")));
        }
    }
    let bits = pieces.map(|squares| squares.iter().fold(0, |bits, square| bits | 1u64 << square));
    Ok(game.state(bits, to_move))
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
