//! Metrics of some games beside each other: for people, as data, for papers, and in a folder.

use std::path::{Path, PathBuf};

use selforge_agents::AgentSpec;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::engine::LADDER;
use super::games::{records_folder, to_csv};
use super::measure::Measured;
use super::metric::{Metric, Source};
use super::plan::Plan;
use crate::LabError;
use crate::report::csv::csv;
use crate::report::latex::latex;
use crate::report::text::{cells, columns, line};
use crate::stats::Estimate;
use crate::store::{Purpose, RunFolder, pretty};

/// The most games in one table.
const MAX_GAMES: usize = 100;

/// What was measured, in the order in which it was asked for.
#[derive(Clone, Debug)]
pub struct MetricsTable {
    plan: Plan,
    rows: Vec<Measured>,
}

impl MetricsTable {
    /// Metrics that were measured by one plan.
    #[must_use]
    pub fn new(plan: Plan, rows: Vec<Measured>) -> MetricsTable {
        MetricsTable { plan, rows }
    }

    /// What was measured.
    #[must_use]
    pub fn rows(&self) -> &[Measured] {
        &self.rows
    }

    /// For a terminal: one game with what each metric means, several beside each other.
    #[must_use]
    pub fn to_text(&self) -> String {
        match self.rows.as_slice() {
            [one] => one_game(&self.plan, one),
            rows => self.beside_each_other(rows),
        }
    }

    /// Each metric of the first game in words: name, value, interval, meaning.
    pub(crate) fn lines(&self) -> Vec<(&'static str, String, String, &'static str)> {
        let estimates = self.rows.first().map(|row| row.estimates.as_slice()).unwrap_or_default();
        let line = |(metric, it): &(Metric, Estimate)| {
            (metric.name(), number(it.value), interval(it), metric.meaning())
        };
        estimates.iter().map(line).collect()
    }

    fn beside_each_other(&self, rows: &[Measured]) -> String {
        let mut text = String::new();
        for (number, row) in (1..).zip(rows) {
            line!(
                text,
                "({number}) {}, {}",
                selforge_catalogue::shown(&row.spec.to_string()),
                starts(row)
            );
        }
        line!(text, "{}\n", played(&self.plan));
        let head = std::iter::once("metric".to_owned())
            .chain((1..=rows.len()).flat_map(|number| [format!("({number})"), "95 %".to_owned()]));
        text + &columns(head, self.by_metric(|it| vec![number(it.value), interval(&it)]))
    }

    /// A row for each metric, with cells for each game.
    fn by_metric(&self, told: impl Fn(Estimate) -> Vec<String>) -> Vec<Vec<String>> {
        let first = self.rows.first().map(|row| row.estimates.as_slice()).unwrap_or_default();
        let row = |(metric, _): &(Metric, Estimate)| {
            let estimates = self.rows.iter().filter_map(|row| row.estimate(*metric));
            std::iter::once(metric.name().to_owned()).chain(estimates.flat_map(&told)).collect()
        };
        first.iter().map(row).collect()
    }

    /// For other programs: an object for one game, a list of them for several.
    #[must_use]
    pub fn to_json(&self) -> Value {
        match self.rows.as_slice() {
            [one] => self.object(one),
            rows => rows.iter().map(|row| self.object(row)).collect(),
        }
    }

    fn object(&self, measured: &Measured) -> Value {
        let mut object = Map::new();
        object.insert("spec".into(), json!(measured.spec.to_string()));
        object.insert("games".into(), json!(self.plan.games));
        object.insert("starts".into(), json!(measured.starts));
        object.insert("seed".into(), json!(self.plan.seed));
        object.insert("engine".into(), json!(measured.players.engine.spec().to_string()));
        if let Some(controller) = &measured.players.controller {
            object.insert("controller".into(), json!(controller.spec().to_string()));
        }
        object.insert("repeatable".into(), json!(measured.players.are_repeatable()));
        for (metric, estimate) in &measured.estimates {
            let mut value = json!(estimate);
            match metric {
                Metric::SkillTrace => value["rungs"] = json!(measured.rungs),
                Metric::Balance => value["seat_scores"] = json!(measured.seat_scores),
                _ => {}
            }
            object.insert(metric.name().into(), value);
        }
        Value::Object(object)
    }

    /// A line for each game and metric (tidy data).
    #[must_use]
    pub fn to_csv(&self) -> String {
        let head = cells!["spec", "metric", "value", "low", "high", "games", "starts", "seed"];
        let rows = self.rows.iter().flat_map(|row| {
            row.estimates.iter().map(|(metric, Estimate { value, low, high })| {
                let (spec, name) = (&row.spec, metric.name());
                let Plan { games, seed, .. } = self.plan;
                cells![spec, name, value, low, high, games, row.starts, seed]
            })
        });
        csv(head, rows)
    }

    /// A table for a paper: metrics down, games across, each with its interval.
    #[must_use]
    pub fn to_latex(&self) -> String {
        let head: Vec<String> = std::iter::once("metric".to_owned())
            .chain(self.rows.iter().map(|row| row.spec.to_string()))
            .collect();
        let caption = format!("Metrics, with 95 % intervals. {}.", played(&self.plan));
        let rows = self.by_metric(|it| vec![format!("{} ({})", number(it.value), interval(&it))]);
        latex(&caption, &head, rows)
    }
}

/// One game, with what each metric means.
fn one_game(plan: &Plan, measured: &Measured) -> String {
    let mut text = format!("{}\n", selforge_catalogue::shown(&measured.spec.to_string()));
    let engine = measured.players.engine.spec();
    let controller = match &measured.players.controller {
        Some(controller) => format!(", controller {}", controller.spec()),
        None => String::new(),
    };
    line!(text, "{}, {}, engine {engine}{controller}", played(plan), starts(measured));
    let mut last = None;
    let told = |text: &mut String, name: &str, it: &Estimate, meaning: &str| {
        line!(text, "  {name:14} {:>7}  {:16} {meaning}", number(it.value), interval(it));
    };
    for (metric, estimate) in &measured.estimates {
        let group =
            if metric.source() == Source::Contest { Source::Random } else { metric.source() };
        if last != Some(group) {
            line!(text, "\n{}", heading(group, measured.players.controller.as_ref()));
            last = Some(group);
        }
        told(&mut text, metric.name(), estimate, metric.meaning());
        if *metric == Metric::Balance && measured.seat_scores.len() > 2 {
            for (letter, score) in ('A'..).zip(&measured.seat_scores) {
                told(&mut text, "", score, &format!("score of {letter}"));
            }
        }
    }
    for rung in &measured.rungs {
        let (more, less) = (2 * rung.nodes, rung.nodes);
        told(&mut text, "", &rung.score, &format!("{more} nodes against {less}"));
    }
    text
}

fn played(plan: &Plan) -> String {
    let games = if plan.games == 1 { "1 game".to_owned() } else { format!("{} games", plan.games) };
    format!("{games} of each kind, seed {}", plan.seed)
}

fn starts(measured: &Measured) -> String {
    match measured.starts {
        1 => "one start".to_owned(),
        starts => format!("{starts} starts"),
    }
}

fn heading(source: Source, controller: Option<&AgentSpec>) -> String {
    match source {
        Source::Random | Source::Contest => match controller {
            None => "The paper's four, from games of its random and one-ply players".to_owned(),
            Some(player) => {
                format!("The paper's four, from games of {} and a random player", player.spec())
            }
        },
        Source::Engine => "The engine against itself".to_owned(),
        Source::Ladder => format!("The engine against itself, {} nodes and up", LADDER[0]),
    }
}

fn interval(it: &Estimate) -> String {
    format!("{} to {}", number(it.low), number(it.high))
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

/// What a folder of metrics is for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Manifest {
    kind: String,
    program: String,
    games: Vec<String>,
    metrics: Vec<String>,
    engine: Option<String>,
    #[serde(default)]
    controller: Option<String>,
    number: u32,
    starts: Option<u32>,
    seed: u64,
    command: String,
}

impl Purpose for Manifest {
    fn kind(&self) -> &str {
        &self.kind
    }

    fn decides(&self) -> Vec<(String, String)> {
        let named = |name: &str, value: &dyn ToString| (format!("the {name}"), value.to_string());
        let or_usual = |value: Option<String>| value.unwrap_or_else(|| "the usual".to_owned());
        vec![
            named("program", &self.program),
            named("games", &self.games.join("; ")),
            named("metrics", &self.metrics.join(",")),
            named("engine", &or_usual(self.engine.clone())),
            named("controller", &or_usual(self.controller.clone())),
            named("number of games", &self.number),
            named("number of starts", &or_usual(self.starts.map(|starts| starts.to_string()))),
            named("seed", &self.seed),
        ]
    }
}

/// A folder for the games of a table and for all that is computed from them:
///
/// | file | what |
/// | --- | --- |
/// | `manifest.json` | what was asked for |
/// | `records/1/engine-0001.sgr` | every game of the first spec, to be replayed; `records/2` those of the second |
/// | `games.csv` | a line for each game: all that the metrics are computed from |
/// | `metrics.csv`, `metrics.json`, `metrics.tex` | the metrics |
#[derive(Debug)]
pub struct MetricsFolder(RunFolder);

impl MetricsFolder {
    /// Opens a new folder, or one of the same measurement.
    ///
    /// # Errors
    /// If it holds something else, is in use, or cannot be written.
    pub fn open(
        path: &Path,
        asked: &[super::Settings],
        command: &str,
    ) -> Result<MetricsFolder, LabError> {
        let problem = format!("{} games in one table", asked.len());
        let fits = (1..=MAX_GAMES).contains(&asked.len());
        LabError::require(fits, problem, format!("1 to {MAX_GAMES}"))?;
        let first = &asked[0];
        let told = |player: &AgentSpec| player.spec().to_string();
        let manifest = Manifest {
            kind: "metrics".to_owned(),
            program: crate::store::program(),
            games: asked.iter().map(|one| one.game.to_string()).collect(),
            metrics: first.metrics.iter().map(|metric| metric.name().to_owned()).collect(),
            engine: first.engine.as_ref().map(told),
            controller: first.controller.as_ref().map(told),
            number: first.plan.games,
            starts: first.plan.starts,
            seed: first.plan.seed,
            command: command.to_owned(),
        };
        let folder = RunFolder::open(path, &manifest, &[])?;
        for table in 0..asked.len() {
            folder.make(&records_folder(table).to_string_lossy())?;
        }
        Ok(MetricsFolder(folder))
    }

    /// Where the records of a table go.
    #[must_use]
    pub fn records(&self, table: usize) -> PathBuf {
        self.0.path().join(records_folder(table))
    }

    /// Writes all that is computed from the games.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn write(&self, table: &MetricsTable) -> Result<(), LabError> {
        self.0.write("games.csv", &to_csv(table.rows.iter().map(|row| &row.games)))?;
        self.0.write("metrics.csv", &table.to_csv())?;
        self.0.write("metrics.json", &pretty(&table.to_json()))?;
        self.0.write("metrics.tex", &table.to_latex())
    }
}
