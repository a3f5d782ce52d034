//! A folder for what came of a course:
//!
//! | file | what |
//! | --- | --- |
//! | `manifest.json` | what was asked for |
//! | `population-1.net` | the best network of the first population when it was done: `network file=…` plays with it |
//! | `learnability.json` | the figures |

use std::path::Path;

use selforge_agents::neural::Evolved;
use selforge_core::Spec;
use serde::{Deserialize, Serialize};

use super::settings::Settings;
use super::summary::Learnability;
use crate::LabError;
use crate::store::{Purpose, RunFolder, pretty, program, write_bytes_atomically};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Manifest {
    kind: String,
    program: String,
    game: String,
    settings: Settings,
    command: String,
}

impl Purpose for Manifest {
    fn kind(&self) -> &str {
        &self.kind
    }

    fn decides(&self) -> Vec<(String, String)> {
        let named = |name: &str, value: String| (format!("the {name}"), value);
        let Settings { seeds, seed, iterations, parents, opponents, beating, every, games } =
            &self.settings;
        vec![
            named("program", self.program.clone()),
            named("game", self.game.clone()),
            named("number of populations", seeds.to_string()),
            named("seed", seed.to_string()),
            named("number of iterations", iterations.to_string()),
            named("number of parents", parents.to_string()),
            named("number of opponents", opponents.to_string()),
            named("way to beat others", format!("{beating:?}")),
            named("distance of measurements", every.to_string()),
            named("number of games", games.to_string()),
        ]
    }
}

/// The folder of a course.
#[derive(Debug)]
pub struct CourseFolder(RunFolder);

impl CourseFolder {
    /// Opens a new folder, or one of the same course.
    ///
    /// # Errors
    /// If it holds something else, is in use, or cannot be written.
    pub fn open(
        path: &Path,
        game: &Spec,
        settings: &Settings,
        command: &str,
    ) -> Result<CourseFolder, LabError> {
        let manifest = Manifest {
            kind: "learnability".to_owned(),
            program: program(),
            game: game.to_string(),
            settings: settings.clone(),
            command: command.to_owned(),
        };
        Ok(CourseFolder(RunFolder::open(path, &manifest, &[])?))
    }

    /// Keeps the network of a population.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn keep(&self, evolved: &Evolved) -> Result<(), LabError> {
        let name = format!("population-{}.net", evolved.upbringing.population);
        write_bytes_atomically(&self.0.path().join(name), &evolved.to_bytes())
    }

    /// Keeps the figures.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn write(&self, learned: &Learnability) -> Result<(), LabError> {
        self.0.write("learnability.json", &pretty(learned))
    }
}
