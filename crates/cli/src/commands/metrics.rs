//! `selforge metrics`: how entertaining games are, in numbers.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use selforge_agents::AgentSpec;
use selforge_lab::LabError;
use selforge_lab::metrics::{
    Conditions, Metric, MetricsFolder, MetricsTable, Plan, Settings, measure,
};
use selforge_lab::report::{Bar, Figures};

use super::arena::{command_line, stop_on_ctrl_c};
use crate::error::CliError;
use crate::files::FileSystem;
use crate::output::Output;
use crate::spec::SpecArgs;
use crate::workers::{BusArgs, Workforce};

/// Measures games.
#[derive(Args, Debug)]
#[command(after_help = "\
The first four are those of Halim, Baig and Zafar (2014): duration, dynamism and usability from games
of the random player against itself, intelligence from games of a one-ply player against it; with
--controller from games of that player against itself and against the random one. The others come from
games of --engine against itself, skill_trace from games of the same engine against itself with half the
nodes. Low and high are a 95 % interval. docs/metrics.md has the formulas.

Metrics: duration, intelligence, dynamism, usability, balance, completion, draws, decision_moves,
coverage, branching, lead_changes, drama, iida, cell_entropy, uncertainty, skill_trace.

Where a seed decides the set-up, every game has a start of its own; --starts 1, or a seed in the spec,
measures one start. Several games, separated by semicolons, make one table. --out keeps every game as a
record, and a line for each in games.csv, from which all metrics can be computed again.

The same arguments give the same result on any number of threads and machines, unless --engine has a time limit.

Examples:
  selforge metrics checkers
  selforge metrics rulespace game=paper-1 --games 200 --seed 7
  selforge metrics chess --only duration,intelligence,dynamism,usability --games 20
  selforge metrics \"selfo board=hexhex-4; selfo board=hexhex-5; hex board=hex-5x5\" --out table
  selforge metrics rulespace game=paper-1 --controller \"alphabeta nodes=200\" --games 100
  selforge metrics chess --games 1000 --bus nats://bus.example     played by `selforge worker`
  selforge metrics selfo board=hexhex-4 --engine \"mcts nodes=2000\" --json")]
pub(crate) struct Metrics {
    #[command(flatten)]
    spec: SpecArgs,
    /// How many games of each kind are played
    #[arg(long, value_name = "N", default_value_t = Plan::default().games)]
    games: u32,
    /// Over how many starts the games are spread [default: one for each game]
    #[arg(long, value_name = "N")]
    starts: Option<u32>,
    /// Decides every random choice
    #[arg(long, value_name = "N", default_value = "0")]
    seed: u64,
    /// How many games are played at a time [default: one on each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    bus: BusArgs,
    /// Measure only these, separated by commas
    #[arg(long, value_name = "NAMES")]
    only: Option<String>,
    /// Who plays the games that are judged [default: alphabeta nodes=1000 hash=1, or paranoid where
    /// there are more than two seats]
    #[arg(long, value_name = "PLAYER")]
    engine: Option<String>,
    /// Who plays the games of the paper's four metrics [default: its random and one-ply players]
    #[arg(long, value_name = "PLAYER")]
    controller: Option<String>,
    /// Keep every game, and all that is computed from them, in this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write plots (SVG, PDF) and tables (CSV, LaTeX) into this folder
    #[arg(long, value_name = "DIR")]
    figures: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Metrics {
    /// Measures and prints.
    ///
    /// # Errors
    /// If the game, a metric or the engine is wrong; or when interrupted.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let plan =
            Plan { games: self.games, starts: self.starts, seed: self.seed, ..Plan::default() };
        let player = |text: &Option<String>| {
            text.as_deref().map(AgentSpec::parse).transpose().map_err(LabError::from)
        };
        let (engine, controller) = (player(&self.engine)?, player(&self.controller)?);
        let metrics = match &self.only {
            Some(names) => Metric::parse_list(names)?,
            None => Metric::ALL.to_vec(),
        };
        let games = self.spec.specs()?.into_iter();
        let settings: Vec<Settings> = games
            .map(|game| Settings {
                game,
                plan,
                engine: engine.clone(),
                controller: controller.clone(),
                metrics: metrics.clone(),
            })
            .collect();
        let figures = self.figures.as_deref().map(Figures::open).transpose()?;
        let workforce = Workforce::new(self.threads, &self.bus)?;
        let folder = self.out.as_deref();
        let folder = folder.map(|path| MetricsFolder::open(path, &settings, &command_line()));
        let folder = folder.transpose()?;
        let stop = stop_on_ctrl_c()?;
        let mut rows = Vec::new();
        for (number, settings) in settings.iter().enumerate() {
            let bar = Bar::new();
            let records = folder.as_ref().map(|folder| folder.records(number));
            let workers = workforce.workers();
            let conditions = Conditions { workers, stop: &stop, records: records.as_deref() };
            let show = &mut |progress| {
                workforce.show(&bar);
                bar.show(progress);
            };
            let measured = measure(settings, &FileSystem, conditions, show);
            bar.clear();
            let Some(measured) = measured? else { return Err(CliError::Interrupted) };
            rows.push(measured);
        }
        let table = MetricsTable::new(plan, rows);
        if let Some(folder) = &folder {
            folder.write(&table)?;
        }
        if let Some(figures) = &figures {
            table.write_figures(figures)?;
        }
        match self.json {
            true => out.json(&table.to_json())?,
            false => write!(out, "{}", table.to_text())?,
        }
        Ok(())
    }
}
