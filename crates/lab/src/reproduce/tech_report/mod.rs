//! The claims of the technical report that defines Selfo (Vico 2007), measured.
//!
//! | file | what |
//! | --- | --- |
//! | [`settings`](Settings) | which matches are played, and how many games of each |
//! | [`findings`](Findings) | what they say; `organisation`: how the sets moved in them |
//! | [`solved`](Solved) | small boards, exactly |
//! | `claims` | what the report says beside it, with verdicts that follow from the figures |
//! | `page`, `plots`, `text` | all of it to be read |
//!
//! The report has no experiments, only the experience of its author with people. So the players here
//! are engines, and each of its sentences needs a measure; the page says which.

mod claims;
mod findings;
mod organisation;
mod page;
mod plots;
mod settings;
mod solved;
mod text;

use std::path::Path;

use selforge_agents::Stop;

pub use findings::{Change, Curve, Findings, Handicap, Measured, Point, Race};
pub use organisation::Organisation;
pub use page::to_page;
pub use settings::{Contest, Experiment, Extent, Settings, Topic};
pub use solved::Solved;
pub use text::to_text;

use super::{Suite, Work};
use crate::store::pretty;
use crate::{LabError, Workers};

/// The study, done.
#[derive(Clone, Debug)]
pub struct Study {
    /// What was found.
    pub findings: Findings,
    /// The command line.
    pub command: String,
}

/// The study in its folder, before it is done.
#[derive(Debug)]
pub struct Undertaking {
    settings: Settings,
    command: String,
    experiments: Vec<Experiment>,
    suite: Suite,
}

impl Undertaking {
    /// Opens a folder for the study: a new one, or one in which the same study was begun.
    ///
    /// # Errors
    /// If the settings make no study, or the folder cannot be used for it.
    pub fn open(path: &Path, settings: Settings, command: &str) -> Result<Undertaking, LabError> {
        settings.check()?;
        let experiments = settings.experiments();
        let matches = experiments.iter().map(|it| settings.plan(it)).collect::<Result<_, _>>()?;
        let suite = Suite::open(path, &settings.manifest(command), matches)?;
        Ok(Undertaking { settings, command: command.to_owned(), experiments, suite })
    }

    /// Plays what is missing, solves the small boards, and writes what it all says into the folder:
    /// `report.html` and `results.json`. `None` if it was told to stop before the end.
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
        let mut measured = Vec::new();
        for (number, (it, report)) in self.experiments.iter().zip(&reports).enumerate() {
            let folder = self.suite.folder(number);
            let organisation = match it.contest {
                Contest::Even => match organisation::of(report, folder, workers.threads, stop)? {
                    Some(organisation) => Some(organisation),
                    None => return Ok(None),
                },
                Contest::Skill => None,
            };
            measured.push(Measured::of(it, report, organisation));
        }
        let Some(solved) = solved::solve_all(&self.settings, workers.threads, stop)? else {
            return Ok(None);
        };
        let findings = Findings::new(&self.settings, &measured, solved);
        let study = Study { findings, command: self.command.clone() };
        self.suite.write("results.json", &pretty(&study.findings))?;
        self.suite.write("report.html", to_page(&study)?.html())?;
        Ok(Some(study))
    }
}
