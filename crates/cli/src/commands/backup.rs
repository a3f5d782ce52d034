//! `selforge backup`: a copy of the server's data, also while the server runs.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::serve::data_folder;
use crate::error::CliError;
use crate::output::Output;

/// Copies the data.
#[derive(Args, Debug)]
#[command(after_help = "\
The copy is one SQLite file with all games and votes as they are at one moment. It is checked before
it gets its name; a file that exists is never overwritten. The server may go on running.

To restore a copy, stop the server, put the copy in place of selforge.sqlite in the data folder,
remove selforge.sqlite-wal and selforge.sqlite-shm there, and start the server:
  cp games.sqlite ~/.local/share/selforge/selforge.sqlite
  rm -f ~/.local/share/selforge/selforge.sqlite-wal ~/.local/share/selforge/selforge.sqlite-shm
Or start a server on a new folder with the copy in it, to look at it first.

Examples:
  selforge backup games.sqlite
  selforge backup --data ./games games-2026-11-15.sqlite")]
pub(crate) struct Backup {
    /// Where to write the copy; the file must not exist
    file: PathBuf,
    /// The server's data folder; the user's data folder if none is given
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Backup {
    /// Makes the copy.
    ///
    /// # Errors
    /// If there is no data or the copy cannot be made.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let data = self.data.map_or_else(data_folder, Ok)?;
        let done = selforge_server::backup(&data, &self.file);
        let copy = done.map_err(|error| CliError::Input(error.to_string()))?;
        let selforge_server::Backup { games, events, bytes } = copy;
        if self.json {
            let file = self.file.to_string_lossy();
            return Ok(out.json(
                &json!({ "file": file, "games": games, "events": events, "bytes": bytes }),
            )?);
        }
        let file = self.file.display();
        writeln!(out, "'{file}': {games} games with {events} events, {bytes} bytes, checked")?;
        Ok(())
    }
}
