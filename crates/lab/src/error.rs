//! Why an experiment cannot be run or read.

use std::io;
use std::path::{Path, PathBuf};

use plotters::drawing::DrawingAreaErrorKind;
use selforge_agents::AgentError;
use selforge_core::RecordError;
use selforge_games::GameError;

/// What went wrong, with what would be right.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// The settings make no match.
    #[error("{problem}; expected {expected}")]
    Settings {
        /// What is wrong.
        problem: String,
        /// What would be right.
        expected: String,
    },
    /// A player is wrong or does not fit the game.
    #[error(transparent)]
    Player(#[from] AgentError),
    /// The game does not open.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The game opens, but not with the starts of this run.
    #[error("start {start}: {error}")]
    Start {
        /// The number of the start.
        start: usize,
        /// Why it does not open.
        error: GameError,
    },
    /// The folder holds something else.
    #[error("'{}' holds another run: {difference}; choose another folder, or the same settings", folder.display())]
    OtherRun {
        /// The folder.
        folder: PathBuf,
        /// What differs.
        difference: String,
    },
    /// The folder cannot be used for a run.
    #[error("'{}' {problem}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why not.
        problem: String,
    },
    /// A file of a run is damaged.
    #[error("'{}', line {line}: {problem}", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// The game that a record names does not open.
    #[error("the game of the record cannot be opened: {0}")]
    RecordGame(GameError),
    /// A record was made under rules that are no longer those of its game.
    #[error("the record was played by other rules: '{rules}'; expected '{known}'")]
    OtherRules {
        /// Those of the record.
        rules: String,
        /// Those there are.
        known: String,
    },
    /// A record cannot be read or replayed.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A file cannot be read or written.
    #[error("cannot {verb} '{}': {error}", file.display())]
    File {
        /// `read` or `write`.
        verb: &'static str,
        /// The file.
        file: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Machines elsewhere did not do what they should.
    #[error("{0}")]
    Workers(String),
    /// A picture cannot be drawn.
    #[error("cannot draw the plot: {0}")]
    Plot(String),
}

impl From<DrawingAreaErrorKind<io::Error>> for LabError {
    fn from(error: DrawingAreaErrorKind<io::Error>) -> LabError {
        LabError::Plot(error.to_string())
    }
}

impl LabError {
    /// An error about the settings of a run.
    pub(crate) fn settings(problem: impl Into<String>, expected: impl Into<String>) -> LabError {
        LabError::Settings { problem: problem.into(), expected: expected.into() }
    }

    /// Refuses settings for which something does not hold.
    pub(crate) fn require(
        holds: bool,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> Result<(), LabError> {
        if holds { Ok(()) } else { Err(LabError::settings(problem, expected)) }
    }

    /// Turns an error of the file system into one that names the file.
    pub(crate) fn file(verb: &'static str, file: &Path) -> impl FnOnce(io::Error) -> LabError {
        move |error| LabError::File { verb, file: file.to_path_buf(), error }
    }
}
