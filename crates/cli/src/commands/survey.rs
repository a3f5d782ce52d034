//! `selforge survey`: what players' votes say.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use selforge_lab::survey::{self, Metrics, Summary, Survey as Votes, SurveyError, paper};
use serde_json::json;

use crate::error::CliError;
use crate::files::read_data;
use crate::output::Output;

/// Sums votes up.
#[derive(Args, Debug)]
#[command(after_help = "\
The table has a header line with the columns player, game, vote and perhaps run, age, gender and
interest (in games, from 1 to 10), in any order. A vote is like, dislike or neutral. A player likes a
game who liked it in some run and disliked it in none.

  player,game,run,vote
  Ada,Game 1,1,like
  Ada,Game 1,2,neutral

Answers say whether a game is more entertaining than another: yes, no or neutral.

  player,game,than,answer
  Ada,Game 1,Game 4,yes

A guided session of the page (/session) leads a player through games, runs, votes and questions and
gives both tables.

Metrics are a table with the column game and a column for each metric, or JSON: an object of
games, each an object of metrics, each a number or what `selforge metrics --json` prints.

Examples:
  selforge survey votes.csv
  selforge survey votes.csv --answers answers.csv
  selforge survey votes.csv --metrics metrics.csv --json
  selforge survey --paper")]
pub(crate) struct Survey {
    /// The votes, as comma-separated values
    #[arg(value_name = "FILE.csv", required_unless_present = "paper", conflicts_with = "paper")]
    file: Option<PathBuf>,
    /// Take the published survey of the paper on evolved games, and compare with what it prints
    #[arg(long)]
    paper: bool,
    /// Answers to questions about two games, as comma-separated values
    #[arg(long, value_name = "FILE.csv", conflicts_with = "paper")]
    answers: Option<PathBuf>,
    /// Correlate the votes with these metrics of the games (.csv or .json)
    #[arg(long, value_name = "FILE")]
    metrics: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Survey {
    /// Reads the votes and sums them up.
    ///
    /// # Errors
    /// If a file cannot be read or is wrong.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let votes: Votes = match &self.file {
            Some(file) => survey::read_votes(&read(file)?).map_err(|error| named(file, &error))?,
            None => paper::survey(),
        };
        let metrics = self.metrics.as_deref().map(read_metrics).transpose()?;
        let summary = Summary::of(&votes, metrics.as_ref()).map_err(|error| {
            self.metrics
                .as_ref()
                .map_or_else(|| CliError::input(error.to_string()), |file| named(file, &error))
        })?;
        let questions = match &self.answers {
            Some(file) => {
                survey::read_answers(&read(file)?).map_err(|error| named(file, &error))?
            }
            None => Vec::new(),
        };
        let compared = self.paper.then(|| paper::comparisons(&summary));
        if self.json {
            let mut value = json!(summary);
            if !questions.is_empty() {
                value["questions"] = json!(questions);
            }
            if let Some(compared) = compared {
                value["paper"] = json!({
                    "comparisons": compared,
                    "remarks": paper::remarks(&compared),
                });
            }
            return Ok(out.json(&value)?);
        }
        write!(out, "{}", survey::to_text(&summary))?;
        if !questions.is_empty() {
            write!(out, "\n{}", survey::answers_text(&questions))?;
        }
        if let Some(compared) = compared {
            write!(out, "\n{}", paper::to_text(&compared))?;
        }
        Ok(())
    }
}

fn read(file: &Path) -> Result<Vec<u8>, CliError> {
    read_data(file, survey::MAX_BYTES)
}

fn read_metrics(file: &Path) -> Result<Metrics, CliError> {
    let bytes = read(file)?;
    let is_json = file.extension().is_some_and(|end| end.eq_ignore_ascii_case("json"));
    let metrics = match (is_json, std::str::from_utf8(&bytes)) {
        (false, _) => survey::read_metrics_csv(&bytes),
        (true, Ok(text)) => survey::read_metrics_json(text),
        (true, Err(_)) => {
            let file = file.display();
            return Err(CliError::Input(format!("'{file}': it is not text in UTF-8")));
        }
    };
    metrics.map_err(|error| named(file, &error))
}

fn named(file: &Path, error: &SurveyError) -> CliError {
    CliError::Input(format!("'{}', {error}", file.display()))
}
