//! The one error type at the edge, and what the shell is told.
//!
//! | code | meaning |
//! | --- | --- |
//! | 0 | it worked; also when whoever reads our output has seen enough |
//! | 1 | a check said no: a damaged record, a benchmark with a wrong answer |
//! | 2 | wrong usage or wrong input: an unknown game, a file that cannot be read |
//! | 130 | the user pressed Ctrl-C |

use std::io;
use std::path::Path;
use std::process::ExitCode;

pub(crate) use selforge_catalogue::files::reason;
use selforge_core::NotationError;
use selforge_games::GameError;

/// Why a command ended before its end.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    /// What the user gave cannot be used.
    #[error("{0}")]
    Input(String),
    /// A check said no, for this reason.
    #[error("{0}")]
    Refused(String),
    /// A check said no, and the output has told why already.
    #[error("refused")]
    Reported,
    /// Something could not be read at all, and the output has told why already.
    #[error("not read")]
    ReportedInput,
    /// The user pressed Ctrl-C.
    #[error("interrupted")]
    Interrupted,
    /// Reading or writing failed.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
}

impl CliError {
    /// An error about something the user gave.
    pub(crate) fn input(message: impl Into<String>) -> CliError {
        CliError::Input(message.into())
    }

    /// An error about a file, in words that do not depend on the system where that can be avoided.
    pub(crate) fn file(verb: &str, path: &Path, error: &io::Error) -> CliError {
        CliError::Input(format!("cannot {verb} '{}': {}", path.display(), reason(error)))
    }

    /// Whether the reader of our output has gone away, which is nobody's fault.
    fn is_closed_pipe(&self) -> bool {
        matches!(self, CliError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// The message for the user, if there is anything left to say.
    pub(crate) fn message(&self) -> Option<String> {
        match self {
            CliError::Reported | CliError::ReportedInput | CliError::Interrupted => None,
            _ if self.is_closed_pipe() => None,
            _ => Some(self.to_string()),
        }
    }

    /// What the shell is told.
    pub(crate) fn code(&self) -> ExitCode {
        ExitCode::from(match self {
            _ if self.is_closed_pipe() => 0,
            CliError::Refused(_) | CliError::Reported => 1,
            CliError::Input(_) | CliError::ReportedInput | CliError::Output(_) => 2,
            CliError::Interrupted => 130,
        })
    }
}

impl From<GameError> for CliError {
    fn from(error: GameError) -> CliError {
        CliError::Input(error.to_string())
    }
}

impl From<NotationError> for CliError {
    fn from(error: NotationError) -> CliError {
        CliError::Input(error.to_string())
    }
}
