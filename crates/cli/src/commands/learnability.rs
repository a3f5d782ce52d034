//! `selforge learnability`: how long networks need to learn a game.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use selforge_lab::learnability::{self, Beating, CourseFolder, Settings, Watch};
use selforge_lab::report::Bar;
use serde_json::json;

use super::arena::{check_place, command_line, stop_on_ctrl_c, threads};
use crate::error::CliError;
use crate::files::{FileSystem, is_stdout, write_to};
use crate::output::Output;
use crate::spec::SpecArgs;

/// What it takes to beat another network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Beat {
    /// To win from the first seat
    #[default]
    FirstSeat,
    /// To score more in two games, one from each seat
    BothSeats,
}

/// Lets networks learn a game.
#[derive(Args, Debug)]
#[command(after_help = "\
A population of neural networks (64-91-40-10-1 on boards of 64 cells; the first layer follows the
board) plays itself: in an iteration everybody has a child and invites five others to a game each,
and the better half goes on. The game is learned when one that won all games to which it invited
wins against all others too; with --beat both-seats it must score more than each in two games, one
from either seat. The result is the number of iterations that this took, for each of --seeds
populations. Beside it stands when one first won all games to which it invited: \"fitness equal to 1\"
in the paper may mean that too.

--out keeps the best network of each population when it is done: a player that looks one move ahead,
for the same game on a board of as many cells.

The same seed gives the same figures on any number of threads; each population runs on one.

Examples:
  selforge learnability rulespace game=paper-1
  selforge learnability checkers --seeds 3 --iterations 50 --svg curve.svg
  selforge learnability checkers --seeds 1 --iterations 20 --out learned
  selforge play checkers --engine \"network file=learned/population-1.net\"
  selforge learnability selfo board=hexhex-4 --json")]
pub(crate) struct Learnability {
    #[command(flatten)]
    spec: SpecArgs,
    /// How many populations learn the game, each from other random weights
    #[arg(long, value_name = "N", default_value = "5")]
    seeds: usize,
    /// Decides every random choice
    #[arg(long, value_name = "N", default_value = "0")]
    seed: u64,
    /// Give a population up after so many iterations
    #[arg(long, value_name = "MAX", default_value = "200")]
    iterations: u32,
    /// How many networks go on to the next iteration; each has a child
    #[arg(long, value_name = "N", default_value = "15")]
    parents: usize,
    /// How many others each invites to a game in an iteration
    #[arg(long, value_name = "N", default_value = "5")]
    opponents: usize,
    /// What it takes to beat another
    #[arg(long, value_enum, default_value_t)]
    beat: Beat,
    /// Measure the strength of the best after every so many iterations
    #[arg(long, value_name = "N", default_value = "10")]
    every: u32,
    /// Games against the random and the one-ply player for each measurement
    #[arg(long, value_name = "N", default_value = "20")]
    games: u32,
    /// How many populations learn at a time [default: one on each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Draw the curve of learning into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Keep the networks and the figures in this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Learnability {
    /// Learns and reports.
    ///
    /// # Errors
    /// Before the first game, if anything about the course is wrong.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let settings = Settings {
            seeds: self.seeds,
            seed: self.seed,
            iterations: self.iterations,
            beating: match self.beat {
                Beat::FirstSeat => Beating::FirstSeat,
                Beat::BothSeats => Beating::BothSeats,
            },
            every: self.every,
            games: self.games,
            parents: self.parents,
            opponents: self.opponents,
        };
        let spec = self.spec.spec()?;
        if let Some(file) = &self.svg {
            check_place(file)?;
        }
        let folder = self.out.as_deref();
        let folder = folder.map(|path| CourseFolder::open(path, &spec, &settings, &command_line()));
        let folder = folder.transpose()?;
        let (stop, bar) = (stop_on_ctrl_c()?, Bar::of("iterations at most"));
        let threads = threads(self.threads);
        let watch = Watch {
            progress: &mut |progress| bar.show(progress),
            keep: &mut |network| folder.as_ref().map_or(Ok(()), |folder| folder.keep(network)),
        };
        let learned = learnability::run(&spec, &FileSystem, &settings, threads, &stop, watch);
        bar.clear();
        let learned = learned?;
        if let Some(folder) = folder.as_ref().filter(|_| learned.complete) {
            folder.write(&learned)?;
        }
        if learned.complete
            && let Some(file) = &self.svg
        {
            write_to(file, &learnability::to_svg(&learned)?, out)?;
            if is_stdout(file) {
                return Ok(());
            }
        }
        if self.json {
            let mut value = json!(learned);
            value["summary"] = json!(learned.summary());
            out.json(&value)?;
        } else {
            write!(out, "{}", learnability::to_text(&learned))?;
        }
        match learned.complete {
            true => Ok(()),
            false => Err(CliError::Interrupted),
        }
    }
}
