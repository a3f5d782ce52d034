//! A match's folder, opened by one process at a time.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use selforge_core::Record;

use super::atomic::write_quickly;
use super::journal::Journal;
use super::manifest::Manifest;
use super::run_folder::RunFolder;
use crate::LabError;
use crate::arena::{Plan, Played};

/// An open folder of a match.
#[derive(Debug)]
pub struct Folder {
    run: RunFolder,
    games: Vec<Played>,
    journal: Journal,
    width: usize,
}

impl Folder {
    /// Opens a folder for a plan: a new one, or one in which the same run was begun.
    ///
    /// # Errors
    /// If it holds another run or something else, is damaged, in use, or cannot be written.
    pub fn open(path: &Path, plan: &Plan, command: &str) -> Result<Folder, LabError> {
        let run = RunFolder::open(path, &Manifest::of(plan, command), &["records"])?;
        let width = plan.games().to_string().len().max(4);
        let mut seen = BTreeSet::new();
        let parse = |_, line: &[u8]| {
            let game = Played::from_line(line)?;
            if game.index >= plan.games() || !game.fits(&plan.fixture(game.index)) {
                return Err("this game is not one of this run".to_owned());
            }
            if !seen.insert(game.index) {
                return Err(format!("game {} is here twice", game.index));
            }
            // A power failure can lose a record that was written just before its line.
            let record = fs::metadata(record_file(path, game.index, width));
            Ok(record.is_ok_and(|record| record.len() > 0).then_some(game))
        };
        let (journal, games) = Journal::open(path.join("games.jsonl"), parse, Played::to_line)?;
        Ok(Folder { run, games, journal, width })
    }

    /// The games that were found when the folder was opened.
    #[must_use]
    pub fn games(&self) -> &[Played] {
        &self.games
    }

    /// Where the folder is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.run.path()
    }

    /// Where the record of a game is, once it is played.
    #[must_use]
    pub fn record(&self, index: usize) -> PathBuf {
        record_file(self.path(), index, self.width)
    }

    /// Keeps a finished game: first its record, then its line.
    ///
    /// # Errors
    /// Those of the file system.
    pub(crate) fn add(&mut self, game: &Played, record: &Record) -> Result<(), LabError> {
        write_quickly(&self.record(game.index), &record.to_text())?;
        self.journal.add(&game.to_line())
    }

    /// Writes one of the files that sum the run up.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn write(&self, name: &str, text: &str) -> Result<(), LabError> {
        self.run.write(name, text)
    }
}

fn record_file(folder: &Path, index: usize, width: usize) -> PathBuf {
    folder.join("records").join(format!("{:0width$}.sgr", index + 1))
}
