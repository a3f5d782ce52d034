//! `selforge move-data`: all data of a server from its file into a database, or back.

use std::io::{self, IsTerminal, Write};

use clap::Args;
use selforge_server::{Moved, move_data};
use serde_json::json;

use crate::error::CliError;
use crate::output::Output;
use crate::place::{Secret, source};

/// Carries the data over.
#[derive(Args, Debug)]
#[command(after_help = "\
Stop the server first. The source is not changed. The target must have no data of its own; a folder is
made if it does not exist. Everything is compared at the end, row by row, and every game is read by its
checksums; before that no server starts on the target. A move that was interrupted goes on where it was:
give the same command again.

The address of a database can stand in a file, given as @FILE; its password can also be in PGPASSWORD.

Examples:
  selforge move-data --from ~/.local/share/selforge --to postgres://selforge@db.example/selforge
  selforge move-data --from ./games/selforge.sqlite --to @/run/secrets/database
  selforge move-data --from @/run/secrets/database --to ./games")]
pub(crate) struct MoveData {
    /// Where the data is: a data folder or its file, a postgres:// address, or @FILE with one
    #[arg(long, value_name = "PLACE")]
    from: Secret,
    /// Where it goes: the other one of these
    #[arg(long, value_name = "PLACE")]
    to: Secret,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl MoveData {
    /// Carries everything over and compares it.
    ///
    /// # Errors
    /// If that cannot be done; what was done stays.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let (from, to) = (source(&self.from)?, source(&self.to)?);
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let watched = io::stderr().is_terminal();
        let moved = move_data(&from, &to, runtime.handle(), &mut |table, rows| {
            if watched {
                eprint!("\r{table}: {rows} rows\x1b[K");
            }
        });
        if watched {
            eprint!("\r\x1b[K");
        }
        let moved = moved.map_err(|error| CliError::Input(error.to_string()))?;
        let Moved { games, events, rows, found } = moved;
        if self.json {
            return Ok(out.json(
                &json!({ "games": games, "events": events, "rows": rows, "found": found }),
            )?);
        }
        let before =
            if found > 0 { format!(", {found} of them from before") } else { String::new() };
        writeln!(
            out,
            "{games} games with {events} events, {rows} rows in all{before}; both sides are equal"
        )?;
        Ok(())
    }
}
