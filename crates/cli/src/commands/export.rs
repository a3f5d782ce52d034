//! `selforge export`: the finished games of a server, for research.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use selforge_server::{DataSource, Export as Wanted, Exported, export_games};
use serde_json::json;

use super::serve::data_folder;
use crate::error::CliError;
use crate::output::Output;
use crate::place::{Secret, database};

/// Writes games out.
#[derive(Args, Debug)]
#[command(after_help = "\
The folder gets a record of each game (records/000001.sgr) and games.csv, a row for each: record, date,
game, spec, rules, seats, players, ratings, clock, rated, plies, result. What is said of each seat is in
order, with semicolons between. The server may go on running; its data is not changed.

A game is written only if every person in it allows that on the page of their account (/account), and a
name only if its owner allows that too; the others are numbered. Guests were never asked, so their games
are left out; --guests includes them, without names, where you have asked them yourself. Games by rule
files that people brought are left out as well.

Examples:
  selforge export games
  selforge export games --data ./games --guests
  selforge export games --database @/run/secrets/database")]
pub(crate) struct Export {
    /// A new or an empty folder
    folder: PathBuf,
    /// The server's data folder; the user's data folder if none is given
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The database of servers instead: postgres://USER@HOST/NAME, or @FILE
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database: Option<Secret>,
    /// Include games of guests, whom you have asked yourself
    #[arg(long)]
    guests: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Export {
    /// Writes them.
    ///
    /// # Errors
    /// If there is no data or the folder cannot be written; after all others, if games are damaged.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let source = match (self.data, database(self.database.as_ref())?) {
            (Some(folder), _) => DataSource::Folder(folder),
            (None, Some(url)) => DataSource::Database(url),
            (None, None) => DataSource::Folder(data_folder()?),
        };
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let wanted = Wanted { folder: self.folder, guests: self.guests };
        let done = export_games(&source, runtime.handle(), &wanted);
        let done = done.map_err(|error| CliError::Input(error.to_string()))?;
        let Exported { games, unfinished, without_consent, own_rules, problems } = &done;
        if self.json {
            out.json(&json!({
                "games": games,
                "unfinished": unfinished,
                "without_consent": without_consent,
                "own_rules": own_rules,
                "problems": problems,
            }))?;
        } else {
            for problem in problems {
                writeln!(out, "left out: {problem}")?;
            }
            writeln!(out, "games written to '{}': {games}", wanted.folder.display())?;
            writeln!(
                out,
                "left out: unfinished {unfinished}, without consent {without_consent}, \
                 by people's own rule files {own_rules}"
            )?;
        }
        if problems.is_empty() { Ok(()) } else { Err(CliError::Reported) }
    }
}
