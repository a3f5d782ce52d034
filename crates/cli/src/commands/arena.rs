//! `selforge arena`: matches between players.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use clap::Args;
use selforge_agents::Stop;
use selforge_lab::LabError;
use selforge_lab::arena::{self, Conditions, Plan, Settings, parse_players};
use selforge_lab::report::{self, Bar, Report};
use selforge_lab::stats::Sprt;
use selforge_lab::store::{Folder, write_atomically};

use crate::error::CliError;
use crate::files::FileSystem;
use crate::output::Output;
use crate::spec::SpecArgs;

/// Plays matches.
#[derive(Args, Debug)]
#[command(after_help = "\
Every start is played with the seats exchanged, so --games is a multiple of the seats. Where a setup
is random, each start has a seed of its own, made from --seed; where it is not, --random-plies makes
starts differ. More players than seats meet in a
round robin, with --games for each pairing.

With players limited by depth, nodes or playouts, the same arguments give the same results, on any
number of threads. With --out, a run that was interrupted or killed goes on where it stopped when it
is started again with the same arguments.

Examples:
  selforge arena selfo --players \"swarm; random\" --games 200 --seed 1
  selforge arena selfo --players \"swarm; alphabeta time=50ms\" --games 100 --out match
  selforge arena selfo board=hexhex-4 --players \"random; greedy; swarm\" --games 40 --html report.html
  selforge arena selfo --players \"alphabeta depth=3; alphabeta depth=2\" --games 2000 \\
      --sprt elo0=0,elo1=50")]
pub(crate) struct Arena {
    #[command(flatten)]
    spec: SpecArgs,
    /// The players, separated by semicolons
    #[arg(long, value_name = "A; B…")]
    players: String,
    /// How many games each pairing plays at most
    // A multiple of every possible number of seats.
    #[arg(long, value_name = "N", default_value = "120")]
    games: usize,
    /// Decides every random choice
    #[arg(long, value_name = "N", default_value = "0")]
    seed: u64,
    /// Draw random starts again until a short search finds them fair
    #[arg(long)]
    fair: bool,
    /// Begin the games of every start with so many random moves
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=100))]
    random_plies: u32,
    /// How many games are played at a time [default: one on each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Keep everything in this folder, and go on with the run that it holds
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Stop when it is clear which difference holds: elo0=0,elo1=20,alpha=0.05,beta=0.05
    #[arg(long, value_name = "TEST")]
    sprt: Option<String>,
    /// Write a line for each game to this file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write a report with plots to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Arena {
    /// Plays what is missing and reports.
    ///
    /// # Errors
    /// Before the first game, if anything about the match is wrong; later, if files cannot be
    /// written.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let settings = Settings {
            game: self.spec.spec()?,
            players: parse_players(&self.players)?,
            games: self.games,
            seed: self.seed,
            fair: self.fair,
            random_plies: self.random_plies,
            sprt: self.sprt.as_deref().map(str::parse::<Sprt>).transpose()?,
        };
        let plan = Plan::new(settings, &FileSystem)?;
        for file in [&self.csv, &self.html].into_iter().flatten() {
            check_place(file)?;
        }
        let command = command_line();
        let mut folder =
            self.out.as_deref().map(|path| Folder::open(path, &plan, &command)).transpose()?;
        let stop = stop_on_ctrl_c()?;
        let bar = Bar::new();
        let conditions =
            Conditions { threads: threads(self.threads), folder: folder.as_mut(), stop: &stop };
        let run = arena::run(&plan, conditions, &mut |progress| bar.show(progress));
        bar.clear();
        let report = Report::new(&plan, run?, &command);
        if report.run.complete {
            self.write_files(&report, folder.as_ref())?;
        }
        if self.json {
            out.json(&report::to_json(&report))?;
        } else {
            write!(out, "{}", report::to_text(&report))?;
        }
        match (report.run.complete, &self.out) {
            (true, _) => Ok(()),
            (false, folder) => {
                if folder.is_some() && !self.json {
                    writeln!(out, "The same command goes on where it stopped.")?;
                }
                Err(CliError::Interrupted)
            }
        }
    }

    fn write_files(&self, report: &Report, folder: Option<&Folder>) -> Result<(), CliError> {
        if let Some(folder) = folder {
            report.write(folder)?;
        }
        if let Some(file) = &self.csv {
            write_atomically(file, &report::to_csv(report))?;
        }
        if let Some(file) = &self.html {
            write_atomically(file, &report::to_html(report)?)?;
        }
        Ok(())
    }
}

impl From<LabError> for CliError {
    fn from(error: LabError) -> CliError {
        match error {
            LabError::Damaged { .. } | LabError::Record(_) => CliError::Refused(error.to_string()),
            _ => CliError::Input(error.to_string()),
        }
    }
}

/// Refuses a file that could not be written after hours of play.
pub(super) fn check_place(file: &Path) -> Result<(), CliError> {
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty());
    let problem = match parent {
        _ if file.is_dir() => "it is a directory",
        Some(parent) if !parent.is_dir() => "there is no such directory",
        _ => return Ok(()),
    };
    Err(CliError::Input(format!("cannot write '{}': {problem}", file.display())))
}

/// How many games to play at a time: as asked for, or one on each core.
pub(super) fn threads(asked: Option<u16>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    asked.map_or_else(cores, usize::from)
}

/// A signal that Ctrl-C raises.
///
/// # Errors
/// If the system does not let us watch for it.
pub(super) fn stop_on_ctrl_c() -> Result<Stop, CliError> {
    let stop = Stop::default();
    let raised = stop.clone();
    ctrlc::set_handler(move || raised.now())
        .map_err(|error| CliError::input(format!("cannot watch for Ctrl-C: {error}")))?;
    Ok(stop)
}

/// The command line, fit to be typed again.
pub(super) fn command_line() -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=.,/:+".contains(c);
    let word = |word: String| match !word.is_empty() && word.chars().all(plain) {
        true => word,
        false => format!("'{}'", word.replace('\'', "'\\''")),
    };
    let words = std::env::args_os().skip(1).map(|it| word(it.to_string_lossy().into_owned()));
    std::iter::once("selforge".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}
