//! `selforge convert`: records in the notations of other programs, and back.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use selforge_catalogue::portable::write_portable;

use super::check::{Replayed, replay_game};
use crate::error::CliError;
use crate::files::write_to;
use crate::output::Output;

/// Converts a recorded game.
#[derive(Args, Debug)]
#[command(after_help = "\
Formats: sgr (this program's own), pgn (chess), pdn (English draughts). Every move is checked by the
rules; what does not fit is reported with its line. Variations are left out.

Examples:
  selforge convert game.sgr --to pgn
  selforge convert games.pgn --game 3 --out game.sgr
  selforge convert match.pdn --to sgr")]
pub(crate) struct Convert {
    /// The game, in any of the formats
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The format to write; if left out, by the ending of --out
    #[arg(long, value_name = "FORMAT", value_parser = ["sgr", "pgn", "pdn"])]
    to: Option<String>,
    /// Which game of a file with several
    #[arg(long, value_name = "N", default_value_t = 1)]
    game: usize,
    /// Where to write it; printed if left out
    #[arg(long, value_name = "OUT")]
    out: Option<PathBuf>,
}

impl Convert {
    /// Does it.
    ///
    /// # Errors
    /// If the file cannot be read, is no good game, or is of a game without such a format.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let ending = self.out.as_deref().and_then(|path| path.extension()?.to_str());
        let wanted = self.to.as_deref().or(ending).unwrap_or("sgr").to_lowercase();
        let name = self.file.display();
        let replayed = replay_game(&self.file, self.game).map_err(|error| match error {
            CliError::Refused(reason) => CliError::Refused(format!("{name}: {reason}")),
            other => other,
        })?;
        let text = written(&replayed, &wanted)?;
        match &self.out {
            Some(path) => write_to(path, &text, out),
            None => Ok(out.write_all(text.as_bytes())?),
        }
    }
}

fn written(replayed: &Replayed, format: &str) -> Result<String, CliError> {
    let Replayed { record, playable, .. } = replayed;
    if format == "sgr" {
        return Ok(record.to_text());
    }
    match playable.family.dialect.filter(|dialect| dialect.extension == format) {
        Some(dialect) => write_portable(playable, record, &dialect)
            .map_err(|error| CliError::Refused(error.to_string())),
        None => {
            let also = playable.family.dialect.map(|dialect| format!(" or {}", dialect.extension));
            Err(CliError::Input(format!(
                "games of {} are not written as {format}; expected sgr{}",
                playable.family.title,
                also.unwrap_or_default()
            )))
        }
    }
}
