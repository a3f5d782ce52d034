//! Why a game is over.

use std::fmt;

use crate::seat::Seat;

/// What ended a game. Its text is the second half of a record's result: `A wins, connected`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The game's own rules, in their [word](crate::Game::ending).
    Rule(String),
    /// This seat resigned, and the game could not go on without it.
    Resignation(Seat),
    /// This seat lost for a reason outside the rules.
    Forfeit(Seat, String),
    /// All seats still playing agreed on a draw.
    Agreement,
    /// The seat to move claimed the draw that it had a right to, for this reason.
    Claim(String),
    /// A position occurred for this time.
    Repetition(u32),
    /// The game reached its limit of so many plies.
    PlyLimit(u32),
    /// There was no progress for so many plies.
    NoProgress(u32),
}

impl Ending {
    /// Whether the game was cut off rather than played out: such draws say nothing about the
    /// game's rules and are counted apart.
    #[must_use]
    pub fn is_adjudication(&self) -> bool {
        matches!(self, Ending::PlyLimit(_) | Ending::NoProgress(_))
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Rule(word) => f.write_str(word),
            Ending::Resignation(seat) => write!(f, "resignation of {seat}"),
            Ending::Forfeit(seat, reason) if reason.trim().is_empty() => {
                write!(f, "forfeit of {seat}")
            }
            Ending::Forfeit(seat, reason) => write!(f, "forfeit of {seat}: {reason}"),
            Ending::Agreement => f.write_str("agreement"),
            Ending::Claim(reason) => write!(f, "claimed {reason}"),
            Ending::Repetition(times) => write!(f, "{} repetition", ordinal(*times)),
            Ending::PlyLimit(plies) => write!(f, "adjudicated: {plies} plies"),
            Ending::NoProgress(plies) => {
                write!(f, "adjudicated: {plies} plies without progress")
            }
        }
    }
}

/// `third`, `11th`, `22nd`.
fn ordinal(number: u32) -> String {
    const WORDS: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];
    if let Some(word) = (number as usize).checked_sub(1).and_then(|at| WORDS.get(at)) {
        return (*word).to_owned();
    }
    let suffix = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{suffix}")
}
