//! The folder of a run: what was asked for, and what was found in every game so far.
//!
//! | file | what |
//! | --- | --- |
//! | `manifest.json` | what was asked for, and what else decides: program, how the players play |
//! | `searched.jsonl` | a line for each game that was searched: the checkpoint |
//! | `puzzles.jsonl` | the puzzles, when the run is complete |

use std::path::Path;

use selforge_games::Environment;
use serde::{Deserialize, Serialize};

use super::puzzle::Puzzle;
use super::run::Plan;
use crate::LabError;
use crate::store::{Journal, Purpose, RunFolder, json_problem, program};

/// What was found in a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Searched {
    /// The number of the game.
    pub(super) number: usize,
    pub(super) puzzles: Vec<Puzzle>,
}

/// What was asked for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Manifest {
    kind: String,
    program: String,
    games: Vec<String>,
    player: String,
    count: usize,
    seed: u64,
    random_plies: u32,
    each: usize,
    fingerprint: String,
    command: String,
}

impl Purpose for Manifest {
    fn kind(&self) -> &str {
        &self.kind
    }

    fn decides(&self) -> Vec<(String, String)> {
        let named = |name: &str, value: &dyn ToString| (format!("the {name}"), value.to_string());
        vec![
            named("program", &self.program),
            named("games", &self.games.join("; ")),
            named("player", &self.player),
            named("number of games", &self.count),
            named("seed", &self.seed),
            named("number of random moves at first", &self.random_plies),
            named("number of puzzles of each kind", &self.each),
            named("fingerprint of how the players play and of the records", &self.fingerprint),
        ]
    }
}

/// An open folder of a run.
#[derive(Debug)]
pub struct Log {
    folder: RunFolder,
    searched: Vec<Searched>,
    journal: Journal,
}

impl Log {
    /// Opens a folder for a plan: a new one, or one in which the same run was begun.
    ///
    /// # Errors
    /// If it holds another run or something else, is damaged, in use, or cannot be written.
    pub fn open<E: Environment + Sync>(
        path: &Path,
        plan: &Plan<'_, E>,
        command: &str,
    ) -> Result<Log, LabError> {
        let settings = plan.settings();
        let manifest = Manifest {
            kind: "puzzles".to_owned(),
            program: program(),
            games: settings.games.iter().map(ToString::to_string).collect(),
            player: settings.player.spec().to_string(),
            count: settings.count,
            seed: settings.seed,
            random_plies: settings.random_plies,
            each: settings.each,
            fingerprint: plan.fingerprint(),
            command: command.to_owned(),
        };
        let folder = RunFolder::open(path, &manifest, &[])?;
        let mut seen = std::collections::BTreeSet::new();
        let parse = |_, line: &[u8]| {
            let searched: Searched = serde_json::from_slice(line)
                .map_err(|error| format!("this is no game: {}", json_problem(&error)))?;
            match searched.number < plan.games() && seen.insert(searched.number) {
                true => Ok(Some(searched)),
                false => {
                    Err(format!("game {} is not one of this run, or twice here", searched.number))
                }
            }
        };
        let (journal, searched) = Journal::open(path.join("searched.jsonl"), parse, to_line)?;
        Ok(Log { folder, searched, journal })
    }

    /// What was found when the folder was opened.
    pub(super) fn searched(&self) -> &[Searched] {
        &self.searched
    }

    pub(super) fn add(&mut self, searched: &Searched) -> Result<(), LabError> {
        self.journal.add(&to_line(searched))
    }

    /// Writes the puzzles of a run that is complete.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn write(&self, puzzles: &[Puzzle]) -> Result<(), LabError> {
        let text: String = puzzles.iter().map(Puzzle::to_line).collect();
        self.folder.write("puzzles.jsonl", &text)
    }
}

fn to_line(searched: &Searched) -> String {
    serde_json::to_string(searched).expect("puzzles are plain data") + "\n"
}
