//! A run's folder, opened by one process at a time.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use selforge_core::Record;

use super::atomic::{write_atomically, write_quickly};
use super::lines::Lines;
use super::manifest::Manifest;
use super::occupy::{occupy, sweep};
use crate::LabError;
use crate::arena::{Plan, Played};

/// An open folder of a run.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    games: Vec<Played>,
    log: File,
    width: usize,
    /// Held until the folder is closed; the system lets go of it even after `kill -9`.
    _lock: File,
}

impl Folder {
    /// Opens a folder for a plan: a new one, or one in which the same run was begun.
    ///
    /// # Errors
    /// If it holds another run or something else, is damaged, in use, or cannot be written.
    pub fn open(path: &Path, plan: &Plan, command: &str) -> Result<Folder, LabError> {
        let lock = occupy(path, &Manifest::of(plan, command))?;
        let records = path.join("records");
        fs::create_dir_all(&records).map_err(LabError::file("write", &records))?;
        sweep(&records);
        let width = plan.games().to_string().len().max(4);
        let log_file = path.join("games.jsonl");
        let games = read_games(&log_file, plan, |index| records.join(record_name(index, width)))?;
        let log = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&log_file)
            .map_err(LabError::file("write", &log_file))?;
        Ok(Folder { path: path.to_path_buf(), games, log, width, _lock: lock })
    }

    /// The games that were found when the folder was opened.
    #[must_use]
    pub fn games(&self) -> &[Played] {
        &self.games
    }

    /// Where the folder is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where the record of a game is, once it is played.
    #[must_use]
    pub fn record(&self, index: usize) -> PathBuf {
        self.path.join("records").join(record_name(index, self.width))
    }

    /// Keeps a finished game: first its record, then its line.
    ///
    /// # Errors
    /// Those of the file system.
    pub(crate) fn add(&mut self, game: &Played, record: &Record) -> Result<(), LabError> {
        let file = self.record(game.index);
        write_quickly(&file, &record.to_text())?;
        let line = json(game) + "\n";
        let log_file = self.path.join("games.jsonl");
        // One write of a whole line: a crash leaves all of it or a beginning.
        let written = self.log.write_all(line.as_bytes()).and_then(|()| self.log.flush());
        written.map_err(LabError::file("write", &log_file))
    }

    /// Writes one of the files that sum the run up.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn write(&self, name: &str, text: &str) -> Result<(), LabError> {
        write_atomically(&self.path.join(name), text)
    }
}

fn record_name(index: usize, width: usize) -> String {
    format!("{:0width$}.sgr", index + 1)
}

/// Reads the games of a run that is taken up again, and puts the file in order.
fn read_games(
    file: &Path,
    plan: &Plan,
    record: impl Fn(usize) -> PathBuf,
) -> Result<Vec<Played>, LabError> {
    let lines = Lines::read(file)?;
    let (mut games, mut seen) = (Vec::new(), BTreeSet::new());
    for (at, line) in lines.whole().enumerate() {
        let game: Played = serde_json::from_slice(line)
            .map_err(|error| lines.damaged(at, format!("this is no game of a run: {error}")))?;
        if game.index >= plan.games() || !game.fits(&plan.fixture(game.index)) {
            return Err(lines.damaged(at, "this game is not one of this run"));
        }
        if !seen.insert(game.index) {
            return Err(lines.damaged(at, format!("game {} is here twice", game.index)));
        }
        // A power failure can lose a record that was written just before its line.
        if fs::metadata(record(game.index)).is_ok_and(|record| record.len() > 0) {
            games.push(game);
        }
    }
    let kept: String = games.iter().map(|game| json(game) + "\n").collect();
    if !lines.is(&kept) {
        write_atomically(file, &kept)?;
    }
    Ok(games)
}

fn json(game: &Played) -> String {
    serde_json::to_string(game).expect("a game is plain data")
}
