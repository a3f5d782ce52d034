//! `selforge check`: reading and replaying records, and all games of a server.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use selforge_catalogue::Imported;
use selforge_catalogue::portable::is_portable;
use selforge_core::Record;
pub(crate) use selforge_lab::Replayed;
use selforge_server::{DataCheck, DataSource, check_data};
use serde_json::{Value, json};

use crate::error::CliError;
use crate::files::{FileSystem, read_record};
use crate::output::Output;
use crate::place::{Secret, database};
use crate::render::view::{plies_text, status_text};

/// Checks records, or the data of a server.
#[derive(Args, Debug)]
#[command(after_help = "\
A record that was cut off while it was being written is reported and read up to its last whole move.
With --data the file of a server is checked, also while the server runs: its pages, the checksums of
every game, and every event by the rules of its game.
Exit code 1 if any record is damaged or wrong, 2 if a file cannot be read.

Examples:
  selforge check game.sgr
  selforge check games/*.sgr --json
  selforge check --data ~/selforge
  selforge check --database @/run/secrets/database")]
pub(crate) struct Check {
    /// The records
    #[arg(value_name = "FILE", required_unless_present_any = ["data", "database"])]
    files: Vec<PathBuf>,
    /// Check the data folder of a server instead
    #[arg(long, value_name = "DIR", conflicts_with = "files")]
    data: Option<PathBuf>,
    /// Check the database of servers instead: postgres://USER@HOST/NAME, or @FILE
    #[arg(long, value_name = "URL", conflicts_with_all = ["files", "data"])]
    database: Option<Secret>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Reads a record and plays it by the rules of its game.
///
/// # Errors
/// With line and reason, if the record is damaged or wrong; with another code, if the file cannot be
/// read at all.
pub(crate) fn replay_file(path: &Path) -> Result<Replayed, CliError> {
    replay_game(path, 1)
}

/// The same, with one of several games where the file of another program has them.
///
/// # Errors
/// As above, and if there is no such game.
pub(crate) fn replay_game(path: &Path, number: usize) -> Result<Replayed, CliError> {
    let bytes = read_record(path)?;
    match std::str::from_utf8(&bytes).ok().filter(|text| is_portable(text)) {
        Some(text) => replay_portable(text, number).map_err(CliError::Refused),
        None if number != 1 => Err(CliError::Input("a record is one game".to_owned())),
        None => Replayed::read(&bytes, &FileSystem)
            .map_err(|error| CliError::Refused(error.to_string())),
    }
}

/// Plays a game that another program has written.
fn replay_portable(text: &str, number: usize) -> Result<Replayed, String> {
    let imported = selforge_games::catalogue().import(text, number, &FileSystem);
    let imported = imported.map_err(|error| error.to_string())?;
    let truncated = imported.left_out();
    let Imported { playable, record, .. } = imported;
    let timeline =
        record.replay(Arc::new(playable.game.clone())).map_err(|error| error.to_string())?;
    Ok(Replayed { record, truncated, playable, timeline })
}

impl Check {
    /// Checks every file.
    ///
    /// # Errors
    /// After all files, if any is bad.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        if let Some(folder) = &self.data {
            let name = folder.display().to_string();
            return self.run_data(&name, &DataSource::Folder(folder.clone()), out);
        }
        if self.database.is_some()
            && let Some(url) = database(self.database.as_ref())?
        {
            return self.run_data(&url.to_string(), &DataSource::Database(url), out);
        }
        let mut worst = Ok(());
        let mut values = Vec::new();
        for file in &self.files {
            let replayed = replay_file(file);
            match &replayed {
                Ok(_) => {}
                Err(CliError::Refused(_)) if worst.is_ok() => worst = Err(CliError::Reported),
                Err(CliError::Refused(_)) => {}
                Err(_) => worst = Err(CliError::ReportedInput),
            }
            if self.json {
                values.push(value(file, &replayed));
                continue;
            }
            let name = file.display();
            match replayed {
                Ok(replayed) => {
                    writeln!(out, "{name}: ok, {}", summary(&replayed))?;
                    if let Some(lost) = &replayed.truncated {
                        writeln!(out, "{name}: note: {lost}")?;
                    }
                }
                Err(error) => writeln!(out, "{name}: {error}")?,
            }
        }
        if self.json {
            out.json(&Value::Array(values))?;
        }
        worst
    }
}

impl Check {
    fn run_data(
        &self,
        name: &str,
        source: &DataSource,
        out: &mut Output<'_>,
    ) -> Result<(), CliError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let found = check_data(source, runtime.handle());
        let found = found.map_err(|error| CliError::Input(error.to_string()))?;
        let DataCheck { games, events, problems } = &found;
        if self.json {
            out.json(&json!({ "games": games, "events": events, "problems": problems }))?;
        } else {
            for problem in problems {
                writeln!(out, "{name}: {problem}")?;
            }
            writeln!(out, "{name}: {games} games with {events} events are in order")?;
        }
        if problems.is_empty() { Ok(()) } else { Err(CliError::Reported) }
    }
}

/// `77 plies, draw, mutual blockade`.
fn summary(replayed: &Replayed) -> String {
    let plies = plies_text(replayed.timeline.plies());
    let unfinished = if replayed.timeline.result().is_none() { "unfinished, " } else { "" };
    format!("{plies}, {unfinished}{}", status_text(replayed.timeline.now()))
}

fn value(file: &Path, replayed: &Result<Replayed, CliError>) -> Value {
    let name = file.display().to_string();
    match replayed {
        Ok(replayed) => json!({
            "file": name,
            "ok": true,
            "spec": replayed.playable.spec.to_string(),
            "plies": replayed.timeline.plies(),
            "result": Record::result_of(replayed.timeline.now()),
            "truncated": replayed.truncated,
        }),
        Err(error) => json!({ "file": name, "ok": false, "error": error.to_string() }),
    }
}
