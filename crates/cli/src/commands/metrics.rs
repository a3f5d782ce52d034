//! `selforge metrics`: how entertaining a game is, in numbers.

use std::io::Write;
use std::num::NonZeroUsize;
use std::thread;

use clap::Args;
use selforge_agents::{AgentSpec, Stop};
use selforge_lab::LabError;
use selforge_lab::metrics::{
    Conditions, ENGINE, Estimate, LADDER, Measured, Metric, Plan, Settings, Source, measure,
};
use selforge_lab::report::Bar;
use serde_json::{Map, Value, json};

use crate::error::CliError;
use crate::files::FileSystem;
use crate::output::Output;
use crate::spec::SpecArgs;

/// Measures a game.
#[derive(Args, Debug)]
#[command(after_help = "\
The first four are those of Halim, Baig and Zafar (2014): duration, dynamism and usability from games
of the random player against itself, intelligence from games of a one-ply player against it. The
others come from games of --engine against itself, skill_trace from games of the same engine against
itself with half the nodes. Low and high are a 95 % interval. docs/metrics.md has the formulas.

Metrics: duration, intelligence, dynamism, usability, balance, completion, draws, decision_moves,
coverage, branching, lead_changes, drama, skill_trace.

The same arguments give the same result on any number of threads, unless --engine has a time limit.

Examples:
  selforge metrics checkers
  selforge metrics rulespace game=paper-1 --games 200 --seed 7
  selforge metrics chess --only duration,intelligence,dynamism,usability --games 20
  selforge metrics selfo board=hexhex-4 --engine \"mcts nodes=2000\" --json")]
pub(crate) struct Metrics {
    #[command(flatten)]
    spec: SpecArgs,
    /// How many games of each kind are played
    #[arg(long, value_name = "N", default_value_t = Plan::default().games)]
    games: u32,
    /// Decides every random choice
    #[arg(long, value_name = "N", default_value = "0")]
    seed: u64,
    /// How many games are played at a time [default: one on each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Measure only these, separated by commas
    #[arg(long, value_name = "NAMES")]
    only: Option<String>,
    /// Who plays the games that are judged
    #[arg(long, value_name = "PLAYER", default_value = ENGINE)]
    engine: String,
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
        let settings = Settings {
            game: self.spec.spec()?,
            plan: Plan { games: self.games, seed: self.seed, ..Plan::default() },
            engine: AgentSpec::parse(&self.engine).map_err(LabError::from)?,
            metrics: match &self.only {
                Some(names) => Metric::parse_list(names)?,
                None => Metric::ALL.to_vec(),
            },
        };
        let stop = Stop::default();
        let raised = stop.clone();
        ctrlc::set_handler(move || raised.now())
            .map_err(|error| CliError::input(format!("cannot watch for Ctrl-C: {error}")))?;
        let bar = Bar::new();
        let conditions = Conditions { threads: self.threads(), stop: &stop };
        let show = &mut |progress| bar.show(progress);
        let measured = measure(&settings, &FileSystem, conditions, show);
        bar.clear();
        let Some(measured) = measured? else { return Err(CliError::Interrupted) };
        if self.json {
            out.json(&to_json(&settings, &measured))?;
            return Ok(());
        }
        write_text(&settings, &measured, out)
    }

    fn threads(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.map_or_else(cores, usize::from)
    }
}

fn to_json(settings: &Settings, measured: &Measured) -> Value {
    let mut object = Map::new();
    object.insert("spec".into(), json!(measured.spec.to_string()));
    object.insert("games".into(), json!(settings.plan.games));
    object.insert("seed".into(), json!(settings.plan.seed));
    object.insert("engine".into(), json!(settings.engine.spec().to_string()));
    object.insert("repeatable".into(), json!(settings.engine.is_repeatable()));
    for (metric, estimate) in &measured.estimates {
        let mut value = json!(estimate);
        if *metric == Metric::SkillTrace {
            value["rungs"] = json!(measured.rungs);
        }
        object.insert(metric.name().into(), value);
    }
    Value::Object(object)
}

fn write_text(
    settings: &Settings,
    measured: &Measured,
    out: &mut Output<'_>,
) -> Result<(), CliError> {
    let Settings { plan, engine, .. } = settings;
    writeln!(out, "{}", crate::spec::shown(&measured.spec.to_string()))?;
    let games = if plan.games == 1 { "1 game".to_owned() } else { format!("{} games", plan.games) };
    writeln!(out, "{games} of each kind, seed {}, engine {}", plan.seed, engine.spec())?;
    let mut last = None;
    for (metric, estimate) in &measured.estimates {
        let group =
            if metric.source() == Source::Contest { Source::Random } else { metric.source() };
        if last != Some(group) {
            writeln!(out, "\n{}", heading(group))?;
            last = Some(group);
        }
        let Estimate { value, low, high } = *estimate;
        let interval = format!("{} to {}", number(low), number(high));
        let (name, meaning) = (metric.name(), metric.meaning());
        writeln!(out, "  {name:14} {:>7}  {interval:16} {meaning}", number(value))?;
    }
    for rung in &measured.rungs {
        let Estimate { value, low, high } = rung.score;
        let interval = format!("{} to {}", number(low), number(high));
        let (more, less) = (2 * rung.nodes, rung.nodes);
        let name = "";
        writeln!(
            out,
            "  {name:14} {:>7}  {interval:16} {more} nodes against {less}",
            number(value)
        )?;
    }
    Ok(())
}

fn heading(source: Source) -> String {
    match source {
        Source::Random | Source::Contest => "The paper's four".to_owned(),
        Source::Engine => "The engine against itself".to_owned(),
        Source::Ladder => format!("The engine against itself, {} nodes and up", LADDER[0]),
    }
}

/// A number with as many decimals as are worth reading.
fn number(value: f64) -> String {
    match value {
        value if value.is_infinite() => "any".to_owned(),
        value if value.abs() >= 100.0 => format!("{value:.0}"),
        value if value.abs() >= 10.0 => format!("{value:.1}"),
        value => format!("{value:.3}"),
    }
}
