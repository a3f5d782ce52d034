//! Why a spec opens no game.

use selforge_board::BoardError;
use selforge_core::{NotationError, SpecError};

/// Why a spec opens no game. What only one game can say comes as its own words.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum GameError {
    /// No family has this name.
    #[error("unknown game '{name}'; expected one of: {}", known.join(", "))]
    Unknown {
        /// The name as given, shortened.
        name: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// The text does not begin with the name of a game, in words with the nearest one.
    #[error("{0}")]
    Name(String),
    /// The spec does not parse.
    #[error("game spec, {0}")]
    Syntax(#[from] NotationError),
    /// An option is wrong.
    #[error(transparent)]
    Option(#[from] SpecError),
    /// The board is wrong.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A file could not be read.
    #[error("cannot read '{file}': {reason}")]
    File {
        /// Its name as given, shortened.
        file: String,
        /// What the system says.
        reason: String,
    },
    /// The given position is wrong, in the game's words.
    #[error("position, {0}")]
    Position(String),
    /// Chance found no start position for this seed, in the game's words; another seed may.
    #[error("setup: {0}")]
    Setup(String),
    /// The board has more cells than are allowed here.
    #[error("the board has {cells} cells; expected at most {most} here")]
    TooLarge {
        /// How many it has.
        cells: usize,
        /// How many it may have.
        most: usize,
    },
    /// It was given up because nobody waited for it any more, or no longer than it may take.
    #[error("this takes too long here; try a smaller board, fewer seats or fewer pieces")]
    Cancelled,
    /// Two options do not go together.
    #[error("{problem}; expected {expected}")]
    Conflict {
        /// What does not go together.
        problem: String,
        /// What would be right.
        expected: String,
    },
}

impl GameError {
    /// The refusal of a start position.
    #[must_use]
    #[allow(clippy::needless_pass_by_value, reason = "used as a function of an error")]
    pub fn position(reason: impl ToString) -> GameError {
        GameError::Position(reason.to_string())
    }
}
