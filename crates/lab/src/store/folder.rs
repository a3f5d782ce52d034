//! A run's folder, opened by one process at a time.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use selforge_core::Record;

use super::atomic::{write_atomically, write_quickly};
use super::manifest::Manifest;
use super::place::Place;
use crate::LabError;
use crate::arena::{Plan, Played};

/// An open folder of a run.
#[derive(Debug)]
pub struct Folder {
    place: Place,
    games: Vec<Played>,
    log: File,
    width: usize,
}

impl Folder {
    /// Opens a folder for a plan: a new one, or one in which the same run was begun.
    ///
    /// # Errors
    /// If it holds another run or something else, is damaged, in use, or cannot be written.
    pub fn open(path: &Path, plan: &Plan, command: &str) -> Result<Folder, LabError> {
        let place = Place::open(path, &Manifest::of(plan, command), &["records"])?;
        let records = path.join("records");
        let width = plan.games().to_string().len().max(4);
        let log_file = path.join("games.jsonl");
        let games = read_games(&log_file, plan, |index| records.join(record_name(index, width)))?;
        let log = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&log_file)
            .map_err(LabError::file("write", &log_file))?;
        Ok(Folder { place, games, log, width })
    }

    /// The games that were found when the folder was opened.
    #[must_use]
    pub fn games(&self) -> &[Played] {
        &self.games
    }

    /// Where the folder is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.place.path()
    }

    /// Keeps a finished game: first its record, then its line.
    ///
    /// # Errors
    /// Those of the file system.
    pub(crate) fn add(&mut self, game: &Played, record: &Record) -> Result<(), LabError> {
        let file = self.path().join("records").join(record_name(game.index, self.width));
        write_quickly(&file, &record.to_text())?;
        let line = json(game) + "\n";
        let log_file = self.path().join("games.jsonl");
        // One write of a whole line: a crash leaves all of it or a beginning.
        let written = self.log.write_all(line.as_bytes()).and_then(|()| self.log.flush());
        written.map_err(LabError::file("write", &log_file))
    }

    /// Writes one of the files that sum the run up.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn write(&self, name: &str, text: &str) -> Result<(), LabError> {
        self.place.write(name, text)
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
    let bytes = match fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(LabError::file("read", file)(error)),
    };
    let damaged = |line: usize, problem: String| LabError::Damaged {
        file: file.to_path_buf(),
        line: line + 1,
        problem,
    };
    let mut lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    // After the last line feed comes nothing, or what a crash left of a line.
    lines.pop();
    let (mut games, mut seen) = (Vec::new(), BTreeSet::new());
    for (at, line) in lines.iter().enumerate() {
        let is_last = at + 1 == lines.len();
        let game: Played = match serde_json::from_slice(line) {
            Ok(game) => game,
            Err(_) if is_last => break,
            Err(error) => return Err(damaged(at, format!("this is no game of a run: {error}"))),
        };
        if game.index >= plan.games() || !game.fits(&plan.fixture(game.index)) {
            return Err(damaged(at, "this game is not one of this run".to_owned()));
        }
        if !seen.insert(game.index) {
            return Err(damaged(at, format!("game {} is here twice", game.index)));
        }
        // A power failure can lose a record that was written just before its line.
        if fs::metadata(record(game.index)).is_ok_and(|record| record.len() > 0) {
            games.push(game);
        }
    }
    let kept: String = games.iter().map(|game| json(game) + "\n").collect();
    if kept.as_bytes() != bytes {
        write_atomically(file, &kept)?;
    }
    Ok(games)
}

fn json(game: &Played) -> String {
    serde_json::to_string(game).expect("a game is plain data")
}
