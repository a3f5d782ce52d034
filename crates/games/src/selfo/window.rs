//! A finite window on the plane: what is known of boards with a rim, for a position without one.
//!
//! Signals, critical paths and brackets are found on graphs of a few hundred cells. Whatever a set can do in
//! a few moves it can do on a rhombus around all pieces with room to walk around them, and nobody is cut off there who
//! is not on the plane: the rim of the window is empty. So a position is looked at through such a window, and what
//! is seen is told by the names of the plane. Pieces that stand too far apart for a board are not seen.

use std::sync::Arc;

use selforge_board::plane::Hex;
use selforge_board::{Board, BoardName};
use selforge_catalogue::{NoFiles, Playable};
use selforge_core::{AnyState, Game, Spec};

use super::Selfo;
use super::options::row_length;
use super::unbounded::{self, Unbounded};

/// How many empty cells there are between the pieces and the rim, if there is room.
const MARGIN: i32 = 4;

/// The options that mean the same in the window.
const KEPT: [&str; 9] = [
    "seats",
    "length",
    "special-length",
    "swap",
    "passes",
    "blockade",
    "repetition",
    "plies",
    "progress",
];

/// A window on a position of the plane.
#[derive(Clone, Debug)]
pub struct Window {
    /// The game in the window. It starts with the position.
    pub playable: Playable,
    board: Arc<Board>,
    /// The cell of the plane where the window has its first cell.
    corner: Hex,
}

/// Whether a game is Selfo on the plane.
#[must_use]
pub fn is_plane(playable: &Playable) -> bool {
    playable.typed::<Selfo<Unbounded>>().is_some()
}

impl Window {
    /// The window on a position of a game on the plane; none of another game, or if the pieces are too far apart.
    #[must_use]
    pub fn of(playable: &Playable, state: &AnyState) -> Option<Window> {
        if !is_plane(playable) {
            return None;
        }
        let text = playable.position_text(state);
        let (corner, rest) = text.split_once(':')?;
        let (rows, table) = rest.split_once(' ')?;
        let corner: Hex = corner.parse().ok()?;
        let rows: Vec<&str> = rows.split('/').collect();
        let length = |row: &&str| row_length(row).unwrap_or(0);
        let columns = rows.iter().map(length).max()?;
        let fits = |margin: &i32| {
            let more = 2 * *margin as u64;
            let name = format!("hex-{}x{}", rows.len() as u64 + more, columns + more);
            name.parse::<BoardName>().ok()
        };
        let (margin, name) =
            (1..=MARGIN).rev().find_map(|margin| Some((margin, fits(&margin)?)))?;
        let empty = columns + 2 * margin as u64;
        let wide = rows.iter().map(|row| {
            let after = empty - margin as u64 - length(row);
            // Runs that meet are one number.
            let digits = row.bytes().take_while(u8::is_ascii_digit).count();
            let before = margin as u64 + row[..digits].parse().unwrap_or(0);
            if row.is_empty() {
                empty.to_string()
            } else {
                format!("{before}{}{after}", &row[digits..])
            }
        });
        let rim = || std::iter::repeat_n(empty.to_string(), margin as usize);
        let rows: Vec<String> = rim().chain(wide).chain(rim()).collect();
        let board = name.shared(0).ok()?;
        let mut spec = Spec::new("selfo");
        spec.set("board", name).ok()?;
        spec.set("position", format!("{} {table}", rows.join("/"))).ok()?;
        spec.set("seats", playable.game.seats()).ok()?;
        spec.set("special-length", unbounded::MAX_LENGTH).ok()?;
        for (key, value) in playable.spec.options().filter(|(key, _)| KEPT.contains(key)) {
            spec.set(key, value).ok()?;
        }
        let playable = crate::open(&spec, &NoFiles).ok()?;
        let corner = Hex { q: corner.q - margin, r: corner.r - margin };
        Some(Window { playable, board, corner })
    }

    /// The name on the plane of a cell of the window.
    #[must_use]
    pub fn cell(&self, name: &str) -> Option<String> {
        let cell = self.board.cell_named(name)?;
        let mut rows = self.board.rows().iter().zip(self.corner.r..);
        rows.find_map(|(row, r)| {
            let column = row.iter().position(|&other| other == cell)?;
            Some(Hex { q: self.corner.q + column as i32, r }.to_string())
        })
    }

    /// The text on the plane of a move of the window.
    #[must_use]
    pub fn move_text(&self, text: &str) -> Option<String> {
        match text.split_once('-') {
            Some((from, to)) => Some(format!("{}-{}", self.cell(from)?, self.cell(to)?)),
            None => Some(text.to_owned()),
        }
    }
}
