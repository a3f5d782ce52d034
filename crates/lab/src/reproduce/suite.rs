//! Several matches as one run: one folder, one progress, one way to stop and go on.

use std::collections::BTreeMap;
use std::path::Path;

use selforge_agents::{AgentSpec, Stop};
use serde::{Deserialize, Serialize};

use crate::arena::{self, Conditions, Plan, Played};
use crate::report::Report;
use crate::stats::Share;
use crate::store::{Folder, Purpose, RunFolder, program};
use crate::{LabError, Workers};

/// One match of a suite.
#[derive(Clone, Debug)]
pub struct Match {
    /// Its folder inside the suite's, with `/` between parts.
    pub name: String,
    /// What is played.
    pub plan: Plan,
    /// How long a game takes on one core, in milliseconds, more or less: games of some matches take
    /// a thousand times as long as those of others, and an estimate should know.
    pub cost: f64,
}

/// What a study was asked to do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StudyManifest {
    /// The kind of study: `reproduce thesis`.
    pub kind: String,
    /// The program and its version.
    pub program: String,
    /// All that was chosen, by name; what the matches play is in their own manifests.
    pub options: BTreeMap<String, String>,
    /// The command line that began the study; others may go on with it.
    pub command: String,
}

impl StudyManifest {
    /// The manifest of a study with these options, asked for by a command line.
    #[must_use]
    pub fn new(kind: &str, options: BTreeMap<String, String>, command: &str) -> StudyManifest {
        let (kind, command) = (kind.to_owned(), command.to_owned());
        StudyManifest { kind, program: program(), options, command }
    }
}

impl Purpose for StudyManifest {
    fn kind(&self) -> &str {
        &self.kind
    }

    fn decides(&self) -> Vec<(String, String)> {
        let options = self.options.iter().map(|(key, value)| (format!("--{key}"), value.clone()));
        [("the program".to_owned(), self.program.clone())].into_iter().chain(options).collect()
    }
}

/// Refuses a number of games that makes no study.
pub(super) fn check_games(games: usize, most: usize) -> Result<(), LabError> {
    LabError::require(
        (2..=most).contains(&games) && games.is_multiple_of(2),
        format!("--games {games}"),
        format!("an even number from 2 to {most}"),
    )
}

/// Refuses an engine that would make the study another one each time.
pub(super) fn check_repeatable(option: &str, engine: &AgentSpec) -> Result<(), LabError> {
    LabError::require(
        engine.is_repeatable(),
        format!("{option} '{}': a clock decides its moves", engine.spec()),
        "a limit of nodes, depth or playouts, so that the study can be repeated",
    )
}

/// The games of a match that were drawn by mutual blockade.
pub(super) fn blockades(report: &Report) -> Share {
    let games = &report.run.games;
    let blocked = |game: &&Played| game.winners() > 1 && game.cause == "mutual blockade";
    Share::of(games.iter().filter(blocked).count() as u64, games.len() as u64)
}

/// How far a suite has come.
#[derive(Clone, PartialEq, Debug)]
pub struct Work {
    /// What is done, in milliseconds of one core, by the estimates of the matches.
    pub done: f64,
    /// All there is to do.
    pub total: f64,
    /// Games that are done.
    pub games: usize,
    /// All games.
    pub of: usize,
    /// The match that is being played.
    pub name: String,
}

/// A folder with several matches in it, each open.
#[derive(Debug)]
pub struct Suite {
    run: RunFolder,
    matches: Vec<(Match, Folder)>,
    command: String,
}

impl Suite {
    /// Opens a folder for matches: a new one, or one in which the same study was begun. Everything
    /// is checked before the first game.
    ///
    /// # Errors
    /// If it holds something else, is damaged, in use, or cannot be written.
    pub fn open(
        path: &Path,
        manifest: &StudyManifest,
        matches: Vec<Match>,
    ) -> Result<Suite, LabError> {
        let run = RunFolder::open(path, manifest, &[])?;
        let open = |it: Match| {
            let folder = Folder::open(&path.join(&it.name), &it.plan, &manifest.command)?;
            Ok((it, folder))
        };
        let matches = matches.into_iter().map(open).collect::<Result<_, LabError>>()?;
        Ok(Suite { run, matches, command: manifest.command.clone() })
    }

    /// Plays what is missing, match by match, and sums each up in its folder. `None` if it was told
    /// to stop before the end.
    ///
    /// # Errors
    /// Those of [`arena::run`] and of the file system.
    pub fn run(
        &mut self,
        workers: Workers<'_>,
        stop: &Stop,
        progress: &mut dyn FnMut(&Work),
    ) -> Result<Option<Vec<Report>>, LabError> {
        let total = self.matches.iter().map(|(it, _)| it.cost * it.plan.games() as f64).sum();
        let of = self.matches.iter().map(|(it, _)| it.plan.games()).sum();
        // Work that an earlier sitting did counts from the beginning.
        let known: Vec<usize> = self.matches.iter().map(|(_, it)| it.games().len()).collect();
        let mut done: Vec<usize> = known;
        let costs: Vec<f64> = self.matches.iter().map(|(it, _)| it.cost).collect();
        let mut reports = Vec::new();
        for (number, (it, folder)) in self.matches.iter_mut().enumerate() {
            let fresh = folder.games().len() < it.plan.games();
            let conditions = Conditions { workers, folder: Some(folder), stop };
            let run = arena::run(&it.plan, conditions, &mut |match_progress| {
                done[number] = match_progress.done;
                progress(&Work {
                    done: done.iter().zip(&costs).map(|(games, cost)| *games as f64 * cost).sum(),
                    total,
                    games: done.iter().sum(),
                    of,
                    name: it.name.clone(),
                });
            })?;
            if !run.complete {
                return Ok(None);
            }
            let report = Report::new(&it.plan, run, &self.command);
            if fresh || !folder.path().join("report.html").exists() {
                report.write(folder)?;
            }
            reports.push(report);
        }
        Ok(Some(reports))
    }

    /// The folder of a match.
    #[must_use]
    pub fn folder(&self, number: usize) -> &Folder {
        &self.matches[number].1
    }

    /// Writes a file of the study itself.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn write(&self, name: &str, text: &str) -> Result<(), LabError> {
        self.run.write(name, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(games: &str) -> StudyManifest {
        let options = [("games".to_owned(), games.to_owned())].into();
        StudyManifest::new("reproduce test", options, "selforge reproduce test")
    }

    #[test]
    fn options_must_be_the_same_and_the_command_line_may_differ() {
        let asked = StudyManifest { command: "else".to_owned(), ..manifest("4") };
        assert_eq!(manifest("4").difference(&asked), None);
        let difference = manifest("4").difference(&manifest("6")).unwrap();
        assert_eq!(difference, "--games is '4' there and '6' here");
        let bare = StudyManifest { options: BTreeMap::new(), ..manifest("4") };
        assert_eq!(
            bare.difference(&manifest("4")).unwrap(),
            "--games is 'none' there and '4' here"
        );
    }
}
