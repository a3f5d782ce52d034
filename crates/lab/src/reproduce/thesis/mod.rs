//! The simulations of the thesis's chapter 6, done again, and what it could not do.
//!
//! | file | what |
//! | --- | --- |
//! | [`printed`] | the figures that the thesis prints |
//! | [`settings`](Settings) | which matches are played, and how many games of each |
//! | [`findings`](Findings) | what they say; [`times`](Times): how long they took |
//! | `claims` | what the thesis says beside it, with verdicts that follow from the figures |
//! | `page`, `text`, `data` | all of it to be read, by people and by programs |
//!
//! The thesis's starts are lost with its pictures; ours were made after its words, so its figures and
//! ours are those of similar games, not of the same. Its times are those of another machine.

mod claims;
mod data;
mod findings;
mod page;
mod pictures;
mod plots;
pub mod printed;
mod settings;
mod text;
mod times;

use std::path::Path;

use selforge_agents::Stop;

pub use data::{to_csv, to_json};
pub use findings::{Findings, MatchFindings, Rung, SetupFindings};
pub use page::to_page;
pub use settings::{Role, Settings};
pub use text::to_text;
pub use times::{MatchTimes, PlyTime, SetupTimes, Times};

use super::{Suite, Work};
use crate::report::Report;
use crate::store::pretty;
use crate::{LabError, Workers};
use pictures::Picture;

/// The study, done.
#[derive(Clone, Debug)]
pub struct Study {
    /// What was found.
    pub findings: Findings,
    /// How long it took.
    pub times: Times,
    /// The command line.
    pub command: String,
    /// Of each setup its start and some ends.
    pictures: Vec<(u8, Vec<Picture>)>,
}

/// The study in its folder, before it is done.
#[derive(Debug)]
pub struct Undertaking {
    settings: Settings,
    command: String,
    roles: Vec<(u8, Role)>,
    suite: Suite,
}

impl Undertaking {
    /// Opens a folder for the study: a new one, or one in which the same study was begun.
    ///
    /// # Errors
    /// If the settings make no study, or the folder cannot be used for it.
    pub fn open(path: &Path, settings: Settings, command: &str) -> Result<Undertaking, LabError> {
        let matches = settings.matches()?;
        let roles = matches.iter().map(|(setup, role, _)| (*setup, *role)).collect();
        let matches = matches.into_iter().map(|(.., it)| it).collect();
        let suite = Suite::open(path, &settings.manifest(command), matches)?;
        Ok(Undertaking { settings, command: command.to_owned(), roles, suite })
    }

    /// Plays what is missing and writes what it says into the folder: `report.html`,
    /// `results.json`, `results.csv` and `times.json`. `None` if it was told to stop before the end.
    ///
    /// # Errors
    /// If a game cannot be played, or the folder not written.
    pub fn run(
        mut self,
        workers: Workers<'_>,
        stop: &Stop,
        progress: &mut dyn FnMut(&Work),
    ) -> Result<Option<Study>, LabError> {
        let Some(reports) = self.suite.run(workers, stop, progress)? else { return Ok(None) };
        let study = Study {
            findings: Findings::of(&self.settings, &self.roles, &reports),
            times: Times::of(&self.roles, &reports),
            pictures: self.pictures(&reports)?,
            command: self.command.clone(),
        };
        let write = |name: &str, text: &str| self.suite.write(name, text);
        write("results.json", &pretty(&study.findings))?;
        write("results.csv", &to_csv(&study.findings))?;
        write("times.json", &pretty(&study.times))?;
        write("report.html", to_page(&study)?.html())?;
        Ok(Some(study))
    }

    fn pictures(&self, reports: &[Report]) -> Result<Vec<(u8, Vec<Picture>)>, LabError> {
        let mut all = Vec::new();
        for (number, (setup, role)) in self.roles.iter().enumerate() {
            if *role == Role::Swarm {
                let mut pictures = vec![pictures::start(*setup)?];
                let games = &reports[number].run.games;
                pictures.extend(pictures::ends(games, self.suite.folder(number))?);
                all.push((*setup, pictures));
            }
        }
        Ok(all)
    }
}
