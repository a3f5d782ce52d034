//! `selforge`: play, study and invent abstract board games.
//!
//! The program is a set of thin commands over the libraries, one file each in [`commands`]. They
//! write to an [`output::Output`] and end with one [`error::CliError`], which becomes a message and
//! an exit code here and nowhere else.
//!
//! Ctrl-C keeps its usual meaning: nothing here needs to be tidied up, because saved games are
//! complete after every event.

mod clock;
mod commands;
#[cfg(test)]
mod deployed;
mod error;
mod files;
mod journal;
mod output;
mod place;
mod render;
mod spec;
mod workers;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

use commands::Command;
use error::CliError;
use output::Output;

/// A server with thousands of games spent half its time in the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Play, study and invent abstract board games.
#[derive(Parser, Debug)]
#[command(
    name = "selforge",
    version,
    about,
    after_help = "\
Examples:
  selforge                                   play in the browser
  selforge play                              play the standard game in this terminal
  selforge play selfo board=hexhex-4         a shorter game
  selforge games                             what can be played
  selforge show selfo seats=3 --svg board.svg
  selforge rules selfo length=2

Without a command, `serve` starts. Exit codes: 0 ok, 1 a check said no, 2 wrong usage or input."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

/// Everything that can be asked of the program, as a table.
fn arguments() -> clap::Command {
    Cli::command()
}

fn main() -> ExitCode {
    let cli = Cli::try_parse().unwrap_or_else(|error| explain(error));
    let mut stdout = io::BufWriter::new(io::stdout().lock());
    let mut out = Output::standard(&mut stdout);
    let done = run(cli, &mut out).and_then(|()| Ok(out.flush()?));
    let Err(error) = done else { return ExitCode::SUCCESS };
    // What was written before the error belongs before its message.
    let _ = stdout.flush();
    // Whatever a closed pipe left in the buffer must not be written again when it is dropped.
    let (_, _) = stdout.into_parts();
    if let Some(message) = error.message() {
        let _ = writeln!(io::stderr(), "error: {message}");
    }
    error.code()
}

/// Prints what is wrong with the arguments, or the help that was asked for, and leaves.
fn explain(mut error: clap::Error) -> ! {
    let first = std::env::args().nth(1).unwrap_or_default();
    let is_game = selforge_games::catalogue().families().iter().any(|family| family.name == first);
    if error.kind() == ErrorKind::InvalidSubcommand && is_game {
        let all: Vec<String> = std::env::args().skip(1).collect();
        let message =
            format!("a game needs a command; did you mean 'selforge play {}'?", all.join(" "));
        error = Cli::command().error(ErrorKind::InvalidSubcommand, message);
    }
    error.exit()
}

fn run(cli: Cli, out: &mut Output<'_>) -> Result<(), CliError> {
    match cli.command {
        Some(command) => command.run(out),
        None => commands::serve::Serve::default().run(out),
    }
}
