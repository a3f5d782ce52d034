//! What can be typed during a game.

use std::io;

use std::io::Write;

use crate::output::Output;

/// A line that somebody typed, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Word<'t> {
    /// No command, so probably a move.
    Move(&'t str),
    /// Give up.
    Resign,
    /// Offer a draw, or accept the one that is offered.
    Draw,
    /// Accept a draw.
    Accept,
    /// Decline a draw.
    Decline,
    /// Claim a draw by right.
    Claim,
    /// Take back so many moves.
    Back(u32),
    /// List the legal moves, or those of one piece.
    Moves(Option<&'t str>),
    /// Show the board again.
    Board,
    /// Show or hide the names of the cells.
    Coords,
    /// Explain the rules.
    Rules,
    /// List what happened.
    History,
    /// Print the position as text.
    Position,
    /// Save to a file, or tell where.
    Save {
        /// The file, if one is named.
        file: Option<&'t str>,
        /// Whether an existing file may be overwritten.
        overwrite: bool,
    },
    /// Go on with another game.
    Load(&'t str),
    /// Explain all this.
    Help,
    /// End the program.
    Quit,
    /// A command with wrong arguments, and what is wrong with them.
    Wrong(String),
}

/// The commands: name, arguments, meaning. Moves, `pass` and `swap` are the game's own words.
pub(super) const COMMANDS: [(&str, &str, &str); 19] = [
    ("c4 c5", "", "move the piece on c4 to c5; also c4-c5 or c4c5"),
    ("pass", "", "move nothing"),
    ("swap", "[SEAT]", "exchange sets with the other seat, or with the named one"),
    ("moves", "[CELL]", "list all legal moves, or those of one piece"),
    ("board", "", "show the board again"),
    ("coords", "", "show or hide the names of the cells"),
    ("back", "[N]", "take back the last move, or the last N"),
    ("draw", "", "offer a draw, or accept the one that is offered"),
    ("accept", "", "accept a draw"),
    ("decline", "", "decline a draw"),
    ("claim", "", "claim a draw, where the rules give a right to it"),
    ("resign", "", "give up"),
    ("history", "", "list what happened so far"),
    ("position", "", "print the game and the position as text"),
    ("rules", "", "explain the rules of this game"),
    ("save", "FILE", "save the game and every further move; save! overwrites"),
    ("load", "FILE", "go on with a saved game"),
    ("help", "", "this list"),
    ("quit", "", "leave"),
];

/// Understands a line, which is not empty.
pub(super) fn parse(line: &str) -> Word<'_> {
    let (first, rest) = match line.split_once(char::is_whitespace) {
        Some((first, rest)) => (first, rest.trim()),
        None => (line, ""),
    };
    let argument = (!rest.is_empty()).then_some(rest);
    let word = match first.to_ascii_lowercase().as_str() {
        "moves" => return Word::Moves(argument),
        "back" | "undo" => return parse_back(argument),
        "save" => return Word::Save { file: argument, overwrite: false },
        "save!" => return Word::Save { file: argument, overwrite: true },
        "load" => {
            return match argument {
                Some(file) => Word::Load(file),
                None => Word::Wrong("load which file? For example: load game.sgr".to_owned()),
            };
        }
        "resign" => Word::Resign,
        "draw" => Word::Draw,
        "accept" => Word::Accept,
        "decline" => Word::Decline,
        "claim" => Word::Claim,
        "board" | "show" => Word::Board,
        "coords" => Word::Coords,
        "rules" => Word::Rules,
        "history" => Word::History,
        "position" => Word::Position,
        "help" | "?" => Word::Help,
        "quit" | "exit" | "q" => Word::Quit,
        _ => return Word::Move(line),
    };
    match argument {
        None => word,
        Some(rest) => Word::Wrong(format!(
            "'{first}' stands alone; what is '{}' for?",
            crate::spec::shown(rest)
        )),
    }
}

fn parse_back(argument: Option<&str>) -> Word<'_> {
    match argument.map_or(Ok(1), str::parse) {
        Ok(count @ 1..) => Word::Back(count),
        _ => Word::Wrong("how many moves back? For example: back 2".to_owned()),
    }
}

/// Lists the commands.
///
/// # Errors
/// Those of the output.
pub(super) fn print_help(out: &mut Output<'_>) -> io::Result<()> {
    for (name, arguments, meaning) in COMMANDS {
        writeln!(out, "  {:13} {meaning}", format!("{name} {arguments}").trim_end())?;
    }
    Ok(())
}
