//! Experiments. Each gives the JSON of the command of the same name; `selforge/lab.py` makes frames of it.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

use pyo3::prelude::*;
use selforge_agents::{AgentSpec, Stop};
use selforge_catalogue::files::FileSystem;
use selforge_core::Spec;
use selforge_lab::arena::{self, Adjudication, Plan, Progress, parse_named_players};
use selforge_lab::evolve::{self, Log, MethodName, Select, SpaceName, Summary};
use selforge_lab::metrics::{self, Metric};
use selforge_lab::report::{self, Report};
use selforge_lab::stats::Sprt;
use selforge_lab::store::Folder;
use selforge_lab::{LabError, analysis, train};
use serde_json::{Value, json};

use crate::errors::{agent_error, game_error, lab_error};
use crate::record::replay;
use crate::watch::watched;

/// What runs say of themselves in their manifests.
const COMMAND: &str = "selforge for Python";

fn spec_of(text: &str) -> PyResult<Spec> {
    selforge_games::catalogue().read(text).map_err(game_error)
}

/// How many threads: as asked for, or one on each core.
fn threads_of(asked: Option<i64>) -> PyResult<usize> {
    let Some(asked) = asked else {
        return Ok(thread::available_parallelism().map_or(1, NonZeroUsize::get));
    };
    let known = usize::try_from(asked).ok().filter(|threads| (1..=1024).contains(threads));
    known.ok_or_else(|| {
        crate::errors::SettingsError::new_err(format!("{asked} threads; expected 1 to 1024"))
    })
}

/// Runs an experiment whose progress is told to `progress`.
fn experiment(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Stop, &mut dyn FnMut(Progress)) -> Result<Value, LabError> + Send,
) -> PyResult<String> {
    let value = watched(py, work, |_, Progress { done, total }| match progress {
        Some(call) => call.call1((done, total)).map(|_| ()),
        None => Ok(()),
    })?;
    value.map(|value| value.to_string()).map_err(lab_error)
}

#[pyfunction]
#[pyo3(signature = (spec, players, games, seed, random_plies, gauntlet, threads, sprt, adjudicate, out, progress))]
#[allow(clippy::too_many_arguments, reason = "the options of the command")]
pub(crate) fn arena_json(
    py: Python<'_>,
    spec: &str,
    players: &str,
    games: usize,
    seed: u64,
    random_plies: u32,
    gauntlet: bool,
    threads: Option<i64>,
    sprt: Option<&str>,
    adjudicate: Option<&str>,
    out: Option<PathBuf>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let (players, names) = parse_named_players(players).map_err(lab_error)?;
    let adjudication = adjudicate.map(str::parse::<Adjudication>).transpose();
    let settings = arena::Settings {
        random_plies,
        names,
        gauntlet,
        adjudication: adjudication.map_err(lab_error)?,
        sprt: sprt.map(str::parse::<Sprt>).transpose().map_err(lab_error)?,
        ..arena::Settings::new(spec_of(spec)?, players, games, seed)
    };
    let threads = threads_of(threads)?;
    experiment(py, progress, move |stop, tell| {
        let plan = Plan::new(settings, &FileSystem)?;
        let mut folder = out.map(|path| Folder::open(&path, &plan, COMMAND)).transpose()?;
        let conditions =
            arena::Conditions { workers: threads.into(), folder: folder.as_mut(), stop };
        let run = arena::run(&plan, conditions, &mut |progress| tell(progress))?;
        let report = Report::new(&plan, run, COMMAND);
        if let Some(folder) = folder.as_ref().filter(|_| report.run.complete) {
            report.write(folder)?;
        }
        Ok(json!({ "results": report::to_json(&report), "games": report.run.games }))
    })
}

#[pyfunction]
#[pyo3(signature = (spec, games, starts, seed, threads, only, engine, controller, progress))]
#[allow(clippy::too_many_arguments, reason = "the options of the command")]
pub(crate) fn metrics_json(
    py: Python<'_>,
    spec: &str,
    games: u32,
    starts: Option<u32>,
    seed: u64,
    threads: Option<i64>,
    only: Option<&str>,
    engine: Option<&str>,
    controller: Option<&str>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let settings = metrics::Settings {
        game: spec_of(spec)?,
        plan: metrics::Plan { games, starts, seed, ..metrics::Plan::default() },
        engine: engine.map(AgentSpec::parse).transpose().map_err(agent_error)?,
        controller: controller.map(AgentSpec::parse).transpose().map_err(agent_error)?,
        metrics: match only {
            Some(names) => Metric::parse_list(names).map_err(lab_error)?,
            None => Metric::ALL.to_vec(),
        },
    };
    let threads = threads_of(threads)?;
    experiment(py, progress, move |stop, tell| {
        let conditions = metrics::Conditions { workers: threads.into(), stop, records: None };
        let measured =
            metrics::measure(&settings, &FileSystem, conditions, &mut |progress| tell(progress))?;
        // Only a signal stops it, and that raises.
        let Some(measured) = measured else { return Ok(Value::Null) };
        let row = |(metric, estimate): &(Metric, metrics::Estimate)| {
            json!({
                "spec": measured.spec.to_string(),
                "metric": metric.name(),
                "value": estimate.value,
                "low": estimate.low,
                "high": estimate.high,
                "meaning": metric.meaning(),
            })
        };
        Ok(measured.estimates.iter().map(row).collect())
    })
}

/// What a search for games may be told.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Search {
    space: String,
    method: String,
    seed: u64,
    evaluations: Option<usize>,
    stages: Option<Vec<u32>>,
    population: Option<usize>,
    mutation: Option<f64>,
    mutate: String,
    weights: Option<Vec<f64>>,
    select: Option<String>,
    fitness: String,
    engine: Option<String>,
    descriptors: Option<Vec<String>>,
    cells: usize,
    threshold: f64,
}

impl Search {
    fn settings(self) -> Result<evolve::Settings, LabError> {
        let (space, method) =
            (self.space.parse::<SpaceName>()?, self.method.parse::<MethodName>()?);
        let select = self.select.as_deref().map(str::parse::<Select>).transpose()?;
        let mut settings = evolve::Settings::new(space, method, select);
        settings.fitness = self.fitness.parse()?;
        settings.engine = self.engine;
        settings.seed = self.seed;
        settings.evaluations = self.evaluations.unwrap_or(settings.evaluations);
        settings.population = self.population.unwrap_or(settings.population);
        settings.mutation = self.mutation.unwrap_or(settings.mutation);
        settings.mutate = self.mutate.parse()?;
        settings.weights = self.weights.unwrap_or_default();
        settings.stages = self.stages.unwrap_or(settings.stages);
        settings.descriptors = self.descriptors.unwrap_or(settings.descriptors);
        (settings.cells, settings.threshold) = (self.cells, self.threshold);
        settings.check()?;
        Ok(settings)
    }
}

#[pyfunction]
#[pyo3(signature = (search, threads, out, progress))]
pub(crate) fn evolve_json(
    py: Python<'_>,
    search: Search,
    threads: Option<i64>,
    out: Option<PathBuf>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let settings = search.settings().map_err(lab_error)?;
    let threads = threads_of(threads)?;
    experiment(py, progress, move |stop, tell| {
        let space = settings.open_space();
        let mut log = out.map(|path| Log::open(&path, &settings, COMMAND)).transpose()?;
        let conditions = evolve::Conditions { workers: threads.into(), log: log.as_mut(), stop };
        let run = evolve::run(&*space, &settings, conditions, &mut |progress| tell(progress))?;
        let mut summary = Summary::of(&*space, &settings, &run)?;
        if run.complete {
            summary.check(&*space, &run.candidates, threads.into(), stop, &mut |_| {})?;
        }
        if let Some(log) = log.as_ref().filter(|_| run.complete) {
            evolve::page::write(&*space, &summary, &run, log, COMMAND)?;
        }
        Ok(json!(summary))
    })
}

/// What training may be told, by the names that the command has.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Lessons {
    seed: u64,
    rounds: u32,
    first_games: usize,
    teacher_nodes: u64,
    games_a_round: usize,
    visits: u64,
    channels: usize,
    blocks: usize,
    passes: u32,
    window: u32,
    match_games: usize,
    match_nodes: u64,
}

#[pyfunction]
#[pyo3(signature = (games, lessons, threads, out, progress))]
pub(crate) fn train_json(
    py: Python<'_>,
    games: Vec<String>,
    lessons: Lessons,
    threads: Option<i64>,
    out: PathBuf,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let games = games.iter().map(|game| spec_of(game).map(|spec| spec.to_string()));
    let settings = train::Settings {
        games: games.collect::<PyResult<_>>()?,
        seed: lessons.seed,
        rounds: lessons.rounds,
        first_games: lessons.first_games,
        teacher_nodes: lessons.teacher_nodes,
        round_games: lessons.games_a_round,
        visits: lessons.visits,
        channels: lessons.channels,
        blocks: lessons.blocks,
        passes: lessons.passes,
        window: lessons.window,
        match_games: lessons.match_games,
        match_nodes: lessons.match_nodes,
    };
    let threads = threads_of(threads)?;
    experiment(py, progress, move |stop, tell| {
        let mut show = |progress: Progress, _: &str| tell(progress);
        let trained =
            train::run(&settings, &FileSystem, &out, COMMAND, threads.into(), stop, &mut show)?;
        Ok(json!({ "settings": trained.settings, "rounds": trained.rounds }))
    })
}

#[pyfunction]
#[pyo3(signature = (record, depth, engine))]
pub(crate) fn analyse_json(
    py: Python<'_>,
    record: &str,
    depth: u32,
    engine: Option<&str>,
) -> PyResult<String> {
    let most = 12;
    if depth > most {
        let words = format!("a depth of {depth}; expected 0 to {most}");
        return Err(crate::errors::SettingsError::new_err(words));
    }
    let replayed = replay(record)?;
    let engine = engine.map(AgentSpec::parse).transpose().map_err(agent_error)?;
    experiment(py, None, move |_, _| {
        let engines = match engine {
            Some(engine) => vec![engine],
            None if depth == 0 => Vec::new(),
            None => analysis::usual_engines(&replayed.playable, depth),
        };
        Ok(json!(analysis::analyse(&replayed.record, &replayed.playable, &engines)?))
    })
}
