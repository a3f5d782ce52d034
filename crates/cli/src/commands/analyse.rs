//! `selforge analyse`: what happened inside recorded games.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use selforge_agents::AgentSpec;
use selforge_lab::LabError;
use selforge_lab::analysis::{self, Analysis, MAX_RECORDS};
use selforge_lab::report::Figures;
use serde_json::{Value, json};

use super::arena::check_place;
use super::check::replay_file;
use crate::error::CliError;
use crate::files::{is_stdout, write_to};
use crate::output::Output;

/// Analyses records.
#[derive(Args, Debug)]
#[command(after_help = "\
For every set and position: idle, the mean number of the owner's turns since each piece last moved
(half the set's size if all pieces move in turn, about its size if they move at random, more if only
a few do), how far pieces have moved off and gone, the cells used, the groups, whether the set is
blocked; and what engines think, for seat A. Then, for each set, the mean and the fluctuation of idle
after warm-up: without the owner's first turns, as many as the set has pieces.

Examples:
  selforge analyse game.sgr
  selforge analyse match/records/0001.sgr --svg game.svg --depth 3
  selforge analyse match/records/*.sgr --json --depth 0
  selforge analyse game.sgr --engine \"network nodes=400\" --svg game.svg     the curve of the network")]
pub(crate) struct Analyse {
    /// The records
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// How many plies the searching engine looks ahead; 0 for no evaluation
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u32).range(0..=12))]
    depth: u32,
    /// Let this player judge the positions instead, e.g. "network nodes=200"; may be given again
    #[arg(long, value_name = "SPEC", conflicts_with = "depth")]
    engine: Vec<String>,
    /// Draw the series into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write plots (SVG, PDF) and tables (CSV, LaTeX) into this folder
    #[arg(long, value_name = "DIR")]
    figures: Option<PathBuf>,
    /// Write all numbers to this file: a line for each record, position and set
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Analyse {
    /// Analyses every file.
    ///
    /// # Errors
    /// If one of them is no good record.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        if let Some(file) = &self.svg {
            check_place(file)?;
            if self.files.len() > MAX_RECORDS {
                let count = self.files.len();
                let problem =
                    format!("--svg: {count} records; a picture shows up to {MAX_RECORDS}");
                return Err(CliError::Input(problem));
            }
        }
        let figures = self.figures.as_deref().map(Figures::open).transpose()?;
        let mut analyses = Vec::new();
        for file in &self.files {
            analyses.push(self.analyse(file)?);
        }
        if let Some(file) = &self.svg {
            write_to(file, &analysis::to_svg(&analyses)?, out)?;
            if is_stdout(file) {
                return Ok(());
            }
        }
        let names = self.files.iter().map(|file| file.display().to_string());
        let named: Vec<(String, Analysis)> = names.zip(analyses.iter().cloned()).collect();
        if let Some(figures) = &figures {
            analysis::write_figures(&named, figures)?;
        }
        if let Some(file) = &self.csv {
            let named = named.iter().map(|(name, it)| (name.as_str(), it));
            write_to(file, &analysis::to_csv(named), out)?;
            if is_stdout(file) {
                return Ok(());
            }
        }
        if self.json {
            let values = self.files.iter().zip(&analyses).map(value).collect::<Vec<Value>>();
            return Ok(out.json(&json!({ "records": values }))?);
        }
        for (number, (file, analysis)) in self.files.iter().zip(&analyses).enumerate() {
            let gap = if number > 0 { "\n" } else { "" };
            writeln!(out, "{gap}{}", file.display())?;
            write!(out, "{}", analysis::to_text(analysis))?;
        }
        Ok(())
    }

    fn analyse(&self, file: &Path) -> Result<Analysis, CliError> {
        let named = |reason: String| CliError::Refused(format!("{}: {reason}", file.display()));
        let replayed = replay_file(file).map_err(|error| match error {
            CliError::Refused(reason) => named(reason),
            other => other,
        })?;
        let engines = match (self.engine.as_slice(), self.depth) {
            ([], 0) => Vec::new(),
            ([], depth) => analysis::usual_engines(&replayed.playable, depth),
            (engines, _) => {
                let parse = |it: &String| AgentSpec::parse(it).map_err(LabError::from);
                engines.iter().map(parse).collect::<Result<_, _>>()?
            }
        };
        Ok(analysis::analyse(&replayed.record, &replayed.playable, &engines)?)
    }
}

fn value((file, analysis): (&PathBuf, &Analysis)) -> Value {
    let mut value = json!(analysis);
    value["file"] = json!(file.display().to_string());
    value
}
