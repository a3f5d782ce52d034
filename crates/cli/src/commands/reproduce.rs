//! `selforge reproduce`: published experiments, done again.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use selforge_agents::AgentSpec;
use selforge_lab::LabError;
use selforge_lab::report::{Bar, Figures, Page};
use selforge_lab::reproduce::thesis::{self, Settings, Undertaking};
use selforge_lab::reproduce::{evolution, tech_report};
use serde_json::{Value, json};

use super::arena::{command_line, stop_on_ctrl_c};
use crate::error::CliError;
use crate::output::Output;
use crate::workers::{BusArgs, Workforce};

/// Games of the swarm in each setup for a first look.
const QUICK: usize = 20;

/// Games of each match of the report's claims for a first look.
const QUICK_CLAIMS: usize = 6;

/// Does published experiments again.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  selforge reproduce thesis --quick
  selforge reproduce thesis --games 200 --out report
  selforge reproduce evolution --quick
  selforge reproduce report --quick")]
pub(crate) struct Reproduce {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// The simulations of the thesis's chapter 6, and what it could not do
    Thesis(Thesis),
    /// The paper's evolution of board games: its Tables 2 to 4, Figures 5 and 6
    Evolution(Evolution),
    /// The claims of the report that defines Selfo, measured
    Report(ReportClaims),
}

impl Reproduce {
    /// Does them.
    ///
    /// # Errors
    /// Those of the experiment.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        match self.what {
            What::Thesis(thesis) => thesis.run(out),
            What::Evolution(evolution) => evolution.run(out),
            What::Report(claims) => claims.run(out),
        }
    }
}

/// Tells what a study in this folder found, or how to go on with it if it was interrupted.
fn tell<S>(
    out: &mut Output<'_>,
    study: Option<&S>,
    (folder, figures): (&Path, Option<&Figures>),
    json: bool,
    to_json: impl Fn(&S) -> Value,
    to_text: impl Fn(&S) -> String,
    to_page: impl Fn(&S) -> Result<Page, LabError>,
) -> Result<(), CliError> {
    let Some(study) = study else {
        if !json {
            writeln!(out, "The same command goes on where it stopped.")?;
        }
        return Err(CliError::Interrupted);
    };
    if let Some(figures) = figures {
        figures.page(&to_page(study)?)?;
    }
    if json {
        return Ok(out.json(&to_json(study))?);
    }
    write!(out, "{}", to_text(study))?;
    Ok(writeln!(out, "\nreport: {}", folder.join("report.html").display())?)
}

/// The thesis's chapter 6.
#[derive(Args, Debug)]
#[command(after_help = "\
From each of the thesis's five setups (our reconstructions: its pictures are lost) the swarm plays
itself, first as often as the thesis let it, then --games times, beside its printed figures. Then the
stronger engine plays itself and the swarm, and searches of different depths meet: a tenth of --games
each; the thesis's own deeper search, which takes long, a fiftieth and (three plies) a 250th.

The folder gets report.html, results.json, results.csv, times.json, and every match with all its
records. An interrupted or killed run goes on where it stopped when the same command is given again.
The same seed gives the same figures, but for times, on any number of threads.

The usual numbers take 10 to 20 minutes on two cores, --quick less than one.

Examples:
  selforge reproduce thesis --quick --out look
  selforge reproduce thesis
  selforge reproduce thesis --games 5000 --engine \"alphabeta nodes=100000\" --out large --threads 16
  selforge reproduce thesis --setups 1,4 --json")]
struct Thesis {
    /// Where everything goes, and what an earlier run left is gone on with
    #[arg(long, value_name = "DIR", default_value = "reproduce-thesis")]
    out: PathBuf,
    /// Games of the swarm with itself in each setup
    #[arg(long, value_name = "N", default_value = "1000", conflicts_with = "quick")]
    games: usize,
    /// A first look with few games, without the slowest match
    #[arg(long)]
    quick: bool,
    /// The stronger engine; no clock may decide its moves
    #[arg(long, value_name = "SPEC", default_value = "alphabeta nodes=20000")]
    engine: String,
    /// Only these setups
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "1,2,3,4,5")]
    setups: Vec<u8>,
    /// Decides every random choice
    #[arg(long, value_name = "N", default_value = "0")]
    seed: u64,
    /// How many games are played at a time [default: one on each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    bus: BusArgs,
    /// Write plots (SVG, PDF) and tables (CSV, LaTeX) into this folder
    #[arg(long, value_name = "DIR")]
    figures: Option<PathBuf>,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
}

impl Thesis {
    fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let settings = Settings {
            games: if self.quick { QUICK } else { self.games },
            engine: AgentSpec::parse(&self.engine).map_err(LabError::from)?,
            setups: self.setups,
            seed: self.seed,
        };
        let figures = self.figures.as_deref().map(Figures::open).transpose()?;
        let workforce = Workforce::new(self.threads, &self.bus)?;
        let undertaking = Undertaking::open(&self.out, settings, &command_line())?;
        let (stop, bar) = (stop_on_ctrl_c()?, Bar::for_suite());
        let study = undertaking.run(workforce.workers(), &stop, &mut |work| bar.show_work(work));
        bar.clear();
        tell(
            out,
            study?.as_ref(),
            (&self.out, figures.as_ref()),
            self.json,
            thesis::to_json,
            thesis::to_text,
            thesis::to_page,
        )
    }
}

/// The paper's experiments.
#[derive(Args, Debug)]
#[command(after_help = "\
The paper's evolution strategy runs once (10 parents, 100 iterations, four metrics of 20 games); its
archive, the diversity of the games in it and the family that changed most stand beside the printed
ones. The three most diverse games, the paper's own (its rules, our placements), chess and checkers
are measured by 100 games each; networks learn all but the last two, and random games for
comparison.

The folder gets report.html, results.json, the evolution with every candidate, and a file for each
game that was learned. An interrupted or killed run goes on where it stopped when the same command
is given again. The same seed gives the same figures on any number of threads.

Examples:
  selforge reproduce evolution --quick --out look
  selforge reproduce evolution
  selforge reproduce evolution --seed 1 --out again --json")]
struct Evolution {
    /// Where everything goes, and what an earlier run left is gone on with
    #[arg(long, value_name = "DIR", default_value = "reproduce-evolution")]
    out: PathBuf,
    /// A first look: 10 iterations, 20 games, and small populations that learn for 5 iterations at most
    #[arg(long)]
    quick: bool,
    /// Decides every random choice
    #[arg(long, value_name = "N", default_value = "0")]
    seed: u64,
    /// How many things are done at a time [default: one on each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    bus: BusArgs,
    /// Write plots (SVG, PDF) and tables (CSV, LaTeX) into this folder
    #[arg(long, value_name = "DIR")]
    figures: Option<PathBuf>,
    /// Print the findings as JSON
    #[arg(long)]
    json: bool,
}

impl Evolution {
    fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let settings = match self.quick {
            true => evolution::Settings::quick(self.seed),
            false => evolution::Settings::full(self.seed),
        };
        let figures = self.figures.as_deref().map(Figures::open).transpose()?;
        let workforce = Workforce::new(self.threads, &self.bus)?;
        let undertaking = evolution::Undertaking::open(&self.out, settings, &command_line())?;
        let (stop, bar) = (stop_on_ctrl_c()?, Bar::for_suite());
        let study = undertaking.run(workforce.workers(), &stop, &mut |progress, name| {
            bar.show_part(progress, name);
        });
        bar.clear();
        let to_json = |study: &evolution::Study| json!(study.findings);
        tell(
            out,
            study?.as_ref(),
            (&self.out, figures.as_ref()),
            self.json,
            to_json,
            evolution::to_text,
            evolution::to_page,
        )
    }
}

/// The claims of the report.
#[derive(Args, Debug)]
#[command(after_help = "\
The report says what makes Selfo a good game, without figures. Here an engine plays itself at several
densities, on boards of several sizes and with 3, 4, 6 and 8 neighbours, with longer moves and with
fewer pieces for one seat, and against a weaker engine: draws, length, skill and the report's own
indicator of self-organisation, with intervals. Small boards are solved exactly.

The folder gets report.html, results.json, and every match with all its records. An interrupted or
killed run goes on where it stopped when the same command is given again. The same seed gives the
same figures on any number of threads.

Examples:
  selforge reproduce report --quick --out look
  selforge reproduce report
  selforge reproduce report --games 400 --engine \"alphabeta nodes=40000\" --weaker \"alphabeta nodes=5000\"")]
struct ReportClaims {
    /// Where everything goes, and what an earlier run left is gone on with
    #[arg(long, value_name = "DIR", default_value = "reproduce-report")]
    out: PathBuf,
    /// Games of each match
    #[arg(long, value_name = "N", default_value = "100", conflicts_with = "quick")]
    games: usize,
    /// A first look: few games on three boards at every other density
    #[arg(long)]
    quick: bool,
    /// The engine that plays itself; no clock may decide its moves
    #[arg(long, value_name = "SPEC", default_value = "alphabeta nodes=8000")]
    engine: String,
    /// The engine that it should beat
    #[arg(long, value_name = "SPEC", default_value = "alphabeta nodes=1000")]
    weaker: String,
    /// Decides every random choice
    #[arg(long, value_name = "N", default_value = "0")]
    seed: u64,
    /// How many games are played at a time [default: one on each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    bus: BusArgs,
    /// Write plots (SVG, PDF) and tables (CSV, LaTeX) into this folder
    #[arg(long, value_name = "DIR")]
    figures: Option<PathBuf>,
    /// Print the findings as JSON
    #[arg(long)]
    json: bool,
}

impl ReportClaims {
    fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let player = |text: &str| AgentSpec::parse(text).map_err(LabError::from);
        let settings = tech_report::Settings {
            games: if self.quick { QUICK_CLAIMS } else { self.games },
            extent: match self.quick {
                true => tech_report::Extent::Quick,
                false => tech_report::Extent::Whole,
            },
            engine: player(&self.engine)?,
            weaker: player(&self.weaker)?,
            seed: self.seed,
        };
        let figures = self.figures.as_deref().map(Figures::open).transpose()?;
        let workforce = Workforce::new(self.threads, &self.bus)?;
        let undertaking = tech_report::Undertaking::open(&self.out, settings, &command_line())?;
        let (stop, bar) = (stop_on_ctrl_c()?, Bar::for_suite());
        let study = undertaking.run(workforce.workers(), &stop, &mut |work| bar.show_work(work));
        bar.clear();
        let to_json = |study: &tech_report::Study| json!(study.findings);
        tell(
            out,
            study?.as_ref(),
            (&self.out, figures.as_ref()),
            self.json,
            to_json,
            tech_report::to_text,
            tech_report::to_page,
        )
    }
}
