//! Results to be read: as text, as data, as a page with plots.

mod bar;
pub(crate) mod csv;
mod figures;
mod game;
mod html;
pub(crate) mod latex;
pub(crate) mod page;
mod pdf;
mod plots;
pub(crate) mod shares;
pub(crate) mod svg;
pub(crate) mod text;

use serde_json::{Value, json};

pub use bar::Bar;
pub use csv::{csv, to_csv};
pub use figures::Figures;
pub use game::game_report;
pub use html::to_html;
pub use page::Page;
pub use text::to_text;

use crate::LabError;
use crate::arena::{Plan, Run, Summary, Times};
use crate::store::{Folder, Manifest, pretty};

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
        folder.write("times.json", &pretty(&self.times))?;
        folder.write("report.html", &to_html(self)?)
    }
}

impl Report {
    /// Writes the plots and tables of a run into a folder of figures.
    ///
    /// # Errors
    /// Those of the file system, and of the plots.
    pub fn write_figures(&self, figures: &Figures) -> Result<(), LabError> {
        let Report { summary, times, run, .. } = self;
        figures.plot("scores", &plots::scores(&summary.players)?)?;
        figures.plot("lengths", &plots::lengths(&run.games)?)?;
        figures.plot("times", &plots::times(&times.players)?)?;
        for (name, causes) in [("draws", &summary.draws), ("wins", &summary.wins)] {
            if !causes.is_empty() {
                figures.plot(name, &plots::causes(causes)?)?;
            }
        }
        let caption = format!("{}, {} games, seed {}.", summary.game, summary.games, summary.seed);
        let (head, rows) = text::players(summary);
        figures.table("players", &caption, &head, &rows)?;
        if !summary.encounters.is_empty() {
            let (head, rows) = text::encounters(summary);
            let caption = format!("{caption} Pairs: two losses, \u{2026}, two wins of the first.");
            figures.table("encounters", &caption, &head, &rows)?;
        }
        if summary.players.len() > 2 {
            figures.table("ratings", &caption, &text::RATINGS, &text::ratings(&summary.players))?;
        }
        figures.text("games.csv", &to_csv(self))
    }
}

/// All results as one object: `players`, an array of `{"spec", "wins", "draws", "losses", …}`, the
/// rest of the [`Summary`], and `times`, which are other ones each time.
#[must_use]
pub fn to_json(report: &Report) -> Value {
    let mut value = json!(report.summary);
    value["times"] = json!(report.times);
    value
}

/// The results without the times, as `results.json` has them: the same run, the same bytes.
#[must_use]
pub fn to_results_json(report: &Report) -> String {
    pretty(&report.summary)
}
