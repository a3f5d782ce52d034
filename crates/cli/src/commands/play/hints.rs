//! What to say to somebody who typed no legal move.
//!
//! Nothing here knows a game: that a cell is empty or too far is read off the diagram and the texts
//! of the legal moves.

use std::io::Write;

use selforge_board::Piece;
use selforge_core::{Game, nearest};

use super::local_game::LocalGame;
use super::words::COMMANDS;
use crate::error::CliError;
use crate::output::{Output, wrap};
use crate::render::terminal::{emblem, sign};
use crate::spec::shown;

/// The legal moves, sorted by the piece that moves.
struct Listed {
    /// For each cell, where its piece can go; in the order of their names.
    steps: Vec<(String, Vec<String>)>,
    /// Everything that is not from a cell to a cell.
    others: Vec<String>,
}

impl Listed {
    fn of(local: &LocalGame) -> Listed {
        let mut listed = Listed { steps: Vec::new(), others: Vec::new() };
        for text in local.legal_moves() {
            match text.split_once('-') {
                Some((from, to)) if piece_on(local, from).is_some() => listed.add(from, to),
                _ => match split_origin(local, &text) {
                    Some((from, to)) => listed.add(from, to),
                    None => listed.others.push(text),
                },
            }
        }
        // `c9` before `c10`.
        listed.steps.sort_by_key(|(from, _)| {
            let letters = from.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
            (letters.len(), letters, from.len(), from.clone())
        });
        listed
    }

    fn add(&mut self, from: &str, to: &str) {
        let known = self.steps.iter_mut().find(|(cell, _)| cell == from);
        match known {
            Some((_, targets)) => targets.push(to.to_owned()),
            None => self.steps.push((from.to_owned(), vec![to.to_owned()])),
        }
    }

    /// Where the piece on a cell can go, if it can move.
    fn targets(&self, from: &str) -> Option<String> {
        let found = self.steps.iter().find(|(cell, _)| cell == from);
        found.map(|(_, targets)| targets.join(" "))
    }
}

/// The origin of a move and the rest, where it is not written `c4-c5`: chess moves have nothing
/// between the cells, `e2e4`, and moves of checkers are of numbers, `11-15`, `22x15x8`.
fn split_origin<'t>(local: &LocalGame, text: &'t str) -> Option<(&'t str, &'t str)> {
    if starts_with_number(text) {
        let (from, to) = text.split_at(text.find(|c: char| !c.is_ascii_digit())?);
        return Some((from, to.trim_start_matches('-')));
    }
    let (from, to) = text.split_at_checked(2)?;
    (!to.is_empty() && piece_on(local, from).is_some()).then_some((from, to))
}

/// Whether a text names squares by their numbers; cells' names begin with letters.
fn starts_with_number(text: &str) -> bool {
    text.trim_start().starts_with(|c: char| c.is_ascii_digit())
}

/// What stands on a cell: the outer option is whether there is such a cell.
fn piece_on(local: &LocalGame, name: &str) -> Option<Option<Piece>> {
    let diagram = local.playable().diagram(local.timeline().state());
    let cell = diagram.cells.iter().find(|cell| cell.name.eq_ignore_ascii_case(name))?;
    Some(cell.piece)
}

/// Prints the legal moves, or those of the piece on one cell.
///
/// # Errors
/// If there is no such cell or no piece of the seat to move on it.
pub(super) fn print_moves(
    local: &LocalGame,
    cell: Option<&str>,
    out: &mut Output<'_>,
) -> Result<(), CliError> {
    let listed = Listed::of(local);
    if let Some(cell) = cell {
        let cell = cell.to_ascii_lowercase();
        return match listed.targets(&cell) {
            Some(targets) => Ok(writeln!(out, "{cell}: {targets}")?),
            None => Err(CliError::Input(why_no_piece(local, &cell))),
        };
    }
    if listed.steps.is_empty() && listed.others.is_empty() {
        return Ok(writeln!(out, "There are none: the game is over.")?);
    }
    let width = out.text_width();
    for (from, targets) in &listed.steps {
        let line = format!("{from}: {}", targets.join(" "));
        for part in wrap(&line, width, "    ") {
            writeln!(out, "{part}")?;
        }
    }
    for other in &listed.others {
        writeln!(out, "{}", other.replace('-', " "))?;
    }
    Ok(())
}

/// Why a text is no legal move now, and what would be one.
pub(super) fn why_not(local: &LocalGame, text: &str) -> String {
    if starts_with_number(text)
        && let Err(error) = local.timeline().game().parse_move(local.timeline().state(), text)
    {
        return format!("{}; expected {}", error.problem, error.expected);
    }
    let cells = cells_in(text);
    match &cells[..] {
        [from] if piece_on(local, from).is_some() => why_one_cell(local, from),
        [from, to] => why_two_cells(local, from, to),
        _ => why_no_command(local, text),
    }
}

/// The cells that a text seems to name: `c4 c5`, `c4-c5`, `c4c5`, `e0n0-e1n0`.
fn cells_in(text: &str) -> Vec<String> {
    let lower = text.to_ascii_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| c.is_whitespace() || matches!(c, '-' | ':' | '>'))
        .filter(|word| !word.is_empty())
        .collect();
    let [word] = &words[..] else {
        let plain = |word: &&str| word.bytes().all(|b| b.is_ascii_alphanumeric());
        let named =
            words.iter().all(|word| plain(word) && word.ends_with(|c: char| c.is_ascii_digit()));
        return if named { words.into_iter().map(str::to_owned).collect() } else { Vec::new() };
    };
    // Letters after a digit begin the next part: of a board's cell one, of the plane's two.
    let mut parts: Vec<String> = Vec::new();
    let mut before = '0';
    for c in word.chars() {
        match (before.is_ascii_digit(), c) {
            (true, c) if c.is_ascii_lowercase() => parts.push(c.to_string()),
            (_, c) if c.is_ascii_alphanumeric() && !parts.is_empty() => {
                let last = parts.last_mut().expect("there is a part");
                last.push(c);
            }
            _ => return Vec::new(),
        }
        before = c;
    }
    if !before.is_ascii_digit() {
        return Vec::new();
    }
    let plane = |part: &String| part.starts_with(['n', 's']);
    let is_plane = parts.len().is_multiple_of(2)
        && parts.iter().skip(1).step_by(2).all(plane)
        && parts.iter().step_by(2).all(|part| part.starts_with(['e', 'w']));
    if is_plane { parts.chunks(2).map(<[String]>::concat).collect() } else { parts }
}

/// Why no piece can move from there.
fn why_no_piece(local: &LocalGame, cell: &str) -> String {
    let Some(seat) = local.timeline().status().to_move() else {
        return "the game is over; 'back' takes back the last move".to_owned();
    };
    let own = local.set_of(seat);
    let diagram = local.playable().diagram(local.timeline().state());
    let name = local.name(seat);
    match piece_on(local, cell) {
        None => {
            format!("there is no cell '{}' on this board; 'coords' shows the names", shown(cell))
        }
        Some(None) => format!("{cell} is empty; {name} moves the pieces {}", emblem(&diagram, own)),
        Some(Some(piece)) if piece.set != own => format!(
            "the piece {} on {cell} is not yours; {name} moves the pieces {}",
            sign(piece),
            emblem(&diagram, own)
        ),
        Some(Some(_)) => format!("the piece on {cell} cannot move now"),
    }
}

fn why_one_cell(local: &LocalGame, from: &str) -> String {
    match Listed::of(local).targets(from) {
        Some(targets) => format!("where to? {from} can move to: {targets}"),
        None => why_no_piece(local, from),
    }
}

fn why_two_cells(local: &LocalGame, from: &str, to: &str) -> String {
    let Some(targets) = Listed::of(local).targets(from) else { return why_no_piece(local, from) };
    let can = format!("{from} can move to: {targets}");
    match piece_on(local, to) {
        _ if from == to => format!("a move must lead to another cell; {can}"),
        None => format!("there is no cell '{}' on this board; {can}", shown(to)),
        Some(Some(_)) => format!("{to} is occupied; {can}"),
        Some(None) => format!("{to} is too far from {from}, or the way is blocked; {can}"),
    }
}

fn why_no_command(local: &LocalGame, text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
    let names = || COMMANDS.iter().map(|(name, _, _)| *name).filter(|name| !name.contains(' '));
    if names().any(|name| name == first) {
        return format!("'{}' is not possible now; 'moves' lists what is", shown(text));
    }
    match nearest(&first, names()) {
        Some(near) => format!("'{}' means nothing here; did you mean '{near}'?", shown(text)),
        None => format!(
            "'{}' means nothing here; type a move such as '{}', or 'help'",
            shown(text),
            local.example_move()
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_found_however_they_are_typed() {
        for text in ["c4 c11", "c4-c11", "C4c11", " c4 - c11 ", "c4>c11"] {
            assert_eq!(cells_in(text), ["c4", "c11"], "{text}");
        }
        assert_eq!(cells_in("e0n0e1n0"), ["e0n0", "e1n0"]);
        assert_eq!(cells_in("e0n0 w1s2"), ["e0n0", "w1s2"]);
        assert_eq!(cells_in("c4"), ["c4"]);
        for text in ["", "moves", "4c", "c4 c", "é4", "swap b"] {
            assert_eq!(cells_in(text), [""; 0], "{text}");
        }
    }
}
