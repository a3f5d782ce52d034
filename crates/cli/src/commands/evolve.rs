//! `selforge evolve`: look for better games.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use selforge_lab::evolve::compare::Contest;
use selforge_lab::evolve::{
    self, Conditions, Log, MethodName, Select, Settings, Space, SpaceName, Summary, compare, page,
    summary,
};
use selforge_lab::report::{Bar, Figures};
use serde_json::json;

use super::arena::{command_line, stop_on_ctrl_c};
use crate::error::CliError;
use crate::output::Output;
use crate::workers::{BusArgs, Workforce};

/// The most seeds of a comparison.
const MAX_SEEDS: u64 = 1000;

/// Evolves games.
#[derive(Args, Debug)]
#[command(after_help = "\
The usual settings of the rule space and es are the paper's: 10 parents, 100 iterations, each gene
mutated with probability 0.3, four metrics of 20 games. The other methods get the same budget. The
same arguments give the same games, on any number of threads and machines. With --out, a run that was
interrupted or killed goes on where it stopped when it is started again with the same arguments.

Examples:
  selforge evolve --seed 1 --out games        the paper's experiment, kept in a folder
  selforge evolve --method map-elites --descriptors length,branching --out map
  selforge evolve --seed 1 --out games --bus nats://bus.example     measured by `selforge worker`
  selforge evolve --method ga --select pareto --stages 4,20
  selforge evolve --select rank --weights 1,2,1,1    intelligence counts twice (Eq. 5)
  selforge evolve --mutate child    three children of ten have one other gene, the rest none
  selforge evolve --fitness played --method map-elites --games 12    also by games of equal engines
  selforge evolve --fitness played --engine \"mcts nodes=200\"    by games of other engines
  selforge evolve --space selfo --method map-elites --out boards
  selforge evolve --compare es,es:fitness,map-elites,random --skill 5")]
pub(crate) struct Evolve {
    /// What is searched: rulespace or selfo
    #[arg(long, value_name = "SPACE", default_value = "rulespace")]
    space: String,
    /// How: es, random, ga or map-elites
    #[arg(long, value_name = "METHOD", default_value = "es")]
    method: String,
    /// Decides every random choice
    #[arg(long, value_name = "N", default_value = "0")]
    seed: u64,
    /// The budget: how many candidates are measured in full [default: 1010; selfo 210]
    #[arg(long, value_name = "N")]
    evaluations: Option<usize>,
    /// Games for each measure of a candidate [default: 20; selfo 8]
    #[arg(long, value_name = "N", conflicts_with = "stages")]
    games: Option<u32>,
    /// Games stage by stage, e.g. 4,20: what is unplayable after 4 is not played further
    #[arg(long, value_name = "N,N…", value_delimiter = ',')]
    stages: Option<Vec<u32>>,
    /// Parents (es), population (ga) or random games at the beginning (map-elites)
    #[arg(long, value_name = "N")]
    population: Option<usize>,
    /// The probability of each gene to mutate [default: 0.3 for es, else 0.04; selfo 0.2]
    #[arg(long, value_name = "RATE")]
    mutation: Option<f64>,
    /// What the rate is of: each gene, or each child, which then has one gene changed
    #[arg(long, value_name = "gene|child", default_value = "gene")]
    mutate: String,
    /// The weights of the measures in the rank fitness (Eq. 5), e.g. 1,2,1,1; for --select rank
    #[arg(long, value_name = "W,W,W,W", value_delimiter = ',', conflicts_with = "compare")]
    weights: Option<Vec<f64>>,
    /// What is better: ratio or rank (the paper's, for es), fitness, or pareto (for ga)
    #[arg(long, value_name = "HOW", conflicts_with = "compare")]
    select: Option<String>,
    /// What games are measured by: usual, or played (rulespace): also by games of equal engines
    #[arg(long, value_name = "WHAT", default_value = "usual")]
    fitness: String,
    /// Who plays both sides for --fitness played, without a clock [default: alphabeta nodes=100 hash=1]
    #[arg(long, value_name = "SPEC")]
    engine: Option<String>,
    /// The axes of the map of elites, one to three, e.g. length,branching,pieces
    #[arg(long, value_name = "NAME,NAME…", value_delimiter = ',')]
    descriptors: Option<Vec<String>>,
    /// Cells of the map along each axis
    #[arg(long, value_name = "N", default_value = "10")]
    cells: usize,
    /// From which difference on two games of the archive differ (Eq. 7)
    #[arg(long, value_name = "SHARE", default_value = "0.6")]
    threshold: f64,
    /// Run these methods for several seeds and test which finds better games
    #[arg(long, value_name = "METHOD,…", value_delimiter = ',', conflicts_with_all = ["out", "method"])]
    compare: Option<Vec<String>>,
    /// How many seeds a comparison has, from --seed on; skill is tested over 30 or more
    #[arg(long, value_name = "N", default_value_t = compare::SEEDS_FOR_SKILL as u64, value_parser = clap::value_parser!(u64).range(1..=MAX_SEEDS), requires = "compare")]
    seeds: u64,
    /// Also measure the champions' skill trace, with N games on each rung of its ladder
    #[arg(long, value_name = "N", default_value = "0", value_parser = clap::value_parser!(u32).range(0..=10_000), requires = "compare")]
    skill: u32,
    /// How many candidates are measured at a time [default: one on each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    bus: BusArgs,
    /// Keep everything in this folder, and go on with the run that it holds
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write plots (SVG, PDF) and tables (CSV, LaTeX) into this folder
    #[arg(long, value_name = "DIR")]
    figures: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Evolve {
    /// Runs what is missing and reports.
    ///
    /// # Errors
    /// Before the first game, if anything about the run is wrong; later, if files cannot be written.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        match &self.compare {
            Some(methods) => self.compare(methods, out),
            None => self.evolve(out),
        }
    }

    /// The settings of a method, which may be named with a way to select: `es:fitness`.
    fn settings(&self, method: &str) -> Result<Settings, CliError> {
        let (method, select) = match method.split_once(':') {
            Some((method, select)) => (method, Some(select)),
            None => (method, self.select.as_deref()),
        };
        let (space, method) = (self.space.parse::<SpaceName>()?, method.parse::<MethodName>()?);
        let select = select.map(str::parse::<Select>).transpose()?;
        let mut settings = Settings::new(space, method, select);
        settings.fitness = self.fitness.parse()?;
        settings.engine.clone_from(&self.engine);
        settings.seed = self.seed;
        settings.evaluations = self.evaluations.unwrap_or(settings.evaluations);
        settings.population = self.population.unwrap_or(settings.population);
        settings.mutation = self.mutation.unwrap_or(settings.mutation);
        settings.mutate = self.mutate.parse()?;
        settings.weights = self.weights.clone().unwrap_or_default();
        if let Some(games) = self.games {
            settings.stages = vec![games];
        }
        if let Some(stages) = &self.stages {
            settings.stages.clone_from(stages);
        }
        if let Some(descriptors) = &self.descriptors {
            settings.descriptors.clone_from(descriptors);
        }
        (settings.cells, settings.threshold) = (self.cells, self.threshold);
        settings.check()?;
        Ok(settings)
    }

    fn evolve(&self, out: &mut Output<'_>) -> Result<(), CliError> {
        let settings = self.settings(&self.method)?;
        let space = settings.open_space();
        let command = command_line();
        let figures = self.figures.as_deref().map(Figures::open).transpose()?;
        let workforce = Workforce::new(self.threads, &self.bus)?;
        let workers = workforce.workers();
        let mut log =
            self.out.as_deref().map(|path| Log::open(path, &settings, &command)).transpose()?;
        let stop = stop_on_ctrl_c()?;
        let bar = Bar::of("games a measure");
        let conditions = Conditions { workers, log: log.as_mut(), stop: &stop };
        let run = evolve::run(&*space, &settings, conditions, &mut |progress| {
            workforce.show(&bar);
            bar.show(progress);
        });
        bar.clear();
        let run = run?;
        let mut told = Summary::of(&*space, &settings, &run)?;
        if run.complete {
            let bar = Bar::of("champions looked at again");
            let show = &mut |progress| bar.show(progress);
            told.check(&*space, &run.candidates, workers, &stop, show)?;
            bar.clear();
            if stop.is_asked() {
                return Err(CliError::Interrupted);
            }
        }
        if let Some(figures) = figures.filter(|_| run.complete) {
            figures.page(&page::to_page(&*space, &run.candidates, &told, &[], &command)?)?;
        }
        if let Some(log) = log.as_ref().filter(|_| run.complete) {
            page::write(&*space, &told, &run, log, &command)?;
        }
        if self.json {
            out.json(&json!(told))?;
        } else {
            write!(out, "{}", summary::to_text(&*space, &told))?;
        }
        match (run.complete, &self.out) {
            (true, Some(folder)) if !self.json => {
                writeln!(out, "everything is in '{}'", folder.display())?;
                Ok(())
            }
            (true, _) => Ok(()),
            (false, folder) => {
                if folder.is_some() && !self.json {
                    writeln!(out, "The same command goes on where it stopped.")?;
                }
                Err(CliError::Interrupted)
            }
        }
    }

    fn compare(&self, methods: &[String], out: &mut Output<'_>) -> Result<(), CliError> {
        let all = methods.iter().map(|name| self.settings(name)).collect::<Result<Vec<_>, _>>()?;
        let Some(first) = all.first() else {
            return Err(CliError::input("--compare names no method; expected e.g. es,random"));
        };
        let space: Box<dyn Space> = first.open_space();
        let last = self.seed.checked_add(self.seeds).ok_or_else(|| {
            CliError::input(format!("--seed {} is too large for {} seeds", self.seed, self.seeds))
        })?;
        let seeds: Vec<u64> = (self.seed..last).collect();
        let stop = stop_on_ctrl_c()?;
        let bar = Bar::of("games a measure");
        let workforce = Workforce::new(self.threads, &self.bus)?;
        let workers = workforce.workers();
        let contest = Contest { seeds: &seeds, skill_games: self.skill, workers, stop: &stop };
        let show = &mut |progress| {
            workforce.show(&bar);
            bar.show(progress);
        };
        let compared = compare::compare(&*space, &all, &contest, show);
        bar.clear();
        let comparison = compared?.ok_or(CliError::Interrupted)?;
        if self.json {
            out.json(&json!(comparison))?;
        } else {
            write!(out, "{}", compare::to_text(&comparison))?;
        }
        Ok(())
    }
}
