//! `selforge report`: one page about a game.

use std::path::PathBuf;

use clap::Args;
use selforge_agents::AgentSpec;
use selforge_lab::LabError;
use selforge_lab::metrics::{Conditions, Metric, Plan, Settings};
use selforge_lab::report::{Bar, game_report};

use super::arena::{check_place, stop_on_ctrl_c, threads};
use crate::error::CliError;
use crate::files::{FileSystem, write_to};
use crate::output::Output;
use crate::spec::SpecArgs;

/// Writes one page about a game.
#[derive(Args, Debug)]
#[command(after_help = "\
The page has the rules, the start, the metrics of `selforge metrics` with their 95 % intervals, and a
game of the engine against itself. It is one file without anything outside, ready to print.

Examples:
  selforge report checkers --out checkers.html
  selforge report selfo board=hexhex-4 --games 50 --out - > selfo.html")]
pub(crate) struct Report {
    #[command(flatten)]
    spec: SpecArgs,
    /// Where to write the page; - writes to the standard output
    #[arg(long, value_name = "FILE", default_value = "report.html")]
    out: PathBuf,
    /// How many games of each kind are played
    #[arg(long, value_name = "N", default_value_t = Plan::default().games)]
    games: u32,
    /// Decides every random choice
    #[arg(long, value_name = "N", default_value = "0")]
    seed: u64,
    /// Who plays [default: alphabeta nodes=1000 hash=1, or paranoid for more than two seats]
    #[arg(long, value_name = "PLAYER")]
    engine: Option<String>,
    /// How many games are played at a time [default: one on each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Report {
    /// Measures the game and writes the page.
    ///
    /// # Errors
    /// If the game or the engine is wrong, the file cannot be written, or when interrupted.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        check_place(&self.out)?;
        let engine = self.engine.as_deref().map(AgentSpec::parse).transpose();
        let settings = Settings {
            game: self.spec.spec()?,
            plan: Plan { games: self.games, seed: self.seed, ..Plan::default() },
            engine: engine.map_err(LabError::from)?,
            controller: None,
            metrics: Metric::ALL.to_vec(),
        };
        let (stop, bar) = (stop_on_ctrl_c()?, Bar::new());
        let conditions =
            Conditions { workers: threads(self.threads).into(), stop: &stop, records: None };
        let page =
            game_report(&settings, &FileSystem, conditions, &mut |progress| bar.show(progress));
        bar.clear();
        let page = page?.ok_or(CliError::Interrupted)?;
        write_to(&self.out, &page, out)
    }
}
