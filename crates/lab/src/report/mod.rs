//! Results to be read: as text, as data, as a page with plots.

mod bar;
pub(crate) mod csv;
mod html;
mod json;
pub(crate) mod page;
mod plots;
pub(crate) mod shares;
pub(crate) mod svg;
pub(crate) mod text;

pub use bar::Bar;
pub use csv::to_csv;
pub use html::to_html;
pub use json::{to_json, to_results_json};
pub(crate) use plots::mesh;
pub use text::to_text;

use crate::LabError;
use crate::arena::{Plan, Run, Summary, Times};
use crate::store::{Folder, Manifest};

/// All there is to tell about a run.
#[derive(Clone, Debug)]
pub struct Report {
    /// What was asked for.
    pub manifest: Manifest,
    /// What came of it.
    pub summary: Summary,
    /// How long it took.
    pub times: Times,
    /// The games.
    pub run: Run,
}

impl Report {
    /// Sums up a run that was asked for by a command line.
    #[must_use]
    pub fn new(plan: &Plan, run: Run, command: &str) -> Report {
        Report {
            manifest: Manifest::of(plan, command),
            summary: Summary::of(plan, &run),
            times: Times::of(plan, &run),
            run,
        }
    }

    /// Writes all files that sum up a run into its folder.
    ///
    /// # Errors
    /// Those of the file system, and of the plots.
    pub fn write(&self, folder: &Folder) -> Result<(), LabError> {
        folder.write("results.json", &to_results_json(self))?;
        folder.write("results.csv", &to_csv(self))?;
        let times = serde_json::to_string_pretty(&self.times).expect("times are plain data");
        folder.write("times.json", &(times + "\n"))?;
        folder.write("report.html", &to_html(self)?)
    }
}
