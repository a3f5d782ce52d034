//! A folder that belongs to one run, and to one process at a time.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::atomic::write_atomically;
use super::pretty;
use crate::LabError;

/// What a folder says it is for, in `manifest.json`.
pub(crate) trait Purpose: Serialize + DeserializeOwned {
    /// The kind of run.
    fn kind(&self) -> &str;

    /// What must be the same for a run to go on, by name, in the order in which people are told.
    fn decides(&self) -> Vec<(String, String)>;

    /// The first thing in which `asked` differs from this one, in words.
    fn difference(&self, asked: &Self) -> Option<String> {
        let (there, here) = (self.decides(), asked.decides());
        let of = |all: &[(String, String)], name: &str| {
            let found = all.iter().find(|(known, _)| known == name);
            found.map_or_else(|| "none".to_owned(), |(_, value)| value.clone())
        };
        there.iter().chain(&here).find_map(|(name, _)| {
            let (there, here) = (of(&there, name), of(&here, name));
            (there != here).then(|| format!("{name} is '{there}' there and '{here}' here"))
        })
    }
}

/// A run's folder, locked.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    /// Held until the folder is closed; the system lets go of it even after `kill -9`.
    _lock: File,
}

impl RunFolder {
    /// Opens a folder for a run: a new one, or one in which the same run was begun. `inside` are
    /// the folders that it has.
    ///
    /// # Errors
    /// If it holds another run or something else, is damaged, in use, or cannot be written.
    pub(crate) fn open<P: Purpose>(
        path: &Path,
        asked: &P,
        inside: &[&str],
    ) -> Result<RunFolder, LabError> {
        let folder = RunFolder { path: path.to_path_buf(), _lock: occupy(path, asked)? };
        inside.iter().try_for_each(|name| folder.make(name))?;
        Ok(folder)
    }

    /// Where the folder is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes sure of a folder inside it, and removes what a kill left behind there.
    ///
    /// # Errors
    /// Those of the file system.
    pub(crate) fn make(&self, name: &str) -> Result<(), LabError> {
        let folder = self.path.join(name);
        fs::create_dir_all(&folder).map_err(LabError::file("write", &folder))?;
        sweep(&folder);
        Ok(())
    }

    /// Writes one of the files that sum the run up.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn write(&self, name: &str, text: &str) -> Result<(), LabError> {
        write_atomically(&self.path.join(name), text)
    }
}

/// Takes a folder, writes down what it is for if it is new, and removes what a kill left behind. The
/// folder is held as long as the file that is returned.
fn occupy<P: Purpose>(path: &Path, asked: &P) -> Result<File, LabError> {
    let refuse = |problem: &str| {
        Err(LabError::Folder { folder: path.to_path_buf(), problem: problem.to_owned() })
    };
    if path.exists() && !path.is_dir() {
        return refuse("is no folder");
    }
    let manifest = path.join("manifest.json");
    let known = match fs::read_to_string(&manifest) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(LabError::file("read", &manifest)(error)),
    };
    if let Some(text) = &known
        && let Some(difference) = difference(&manifest, text, asked)?
    {
        return Err(LabError::OtherRun { folder: path.to_path_buf(), difference });
    }
    if known.is_none() && holds_strangers(path) {
        return refuse("is not empty and holds no run; choose a new or an empty folder");
    }
    fs::create_dir_all(path).map_err(LabError::file("write", path))?;
    let lock_file = path.join(".lock");
    let lock = File::create(&lock_file).map_err(LabError::file("write", &lock_file))?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return refuse("is in use: the run is going on in another process");
        }
        // Some file systems cannot lock; that is no reason not to write there.
        Err(TryLockError::Error(_)) => {}
    }
    // Nobody else writes here now, so these are what a kill left behind.
    sweep(path);
    if known.is_none() {
        write_atomically(&manifest, &pretty(asked))?;
    }
    Ok(lock)
}

/// In what the manifest of a folder differs from what is asked for.
fn difference<P: Purpose>(file: &Path, text: &str, asked: &P) -> Result<Option<String>, LabError> {
    let damaged = |error: serde_json::Error| LabError::Damaged {
        file: file.to_path_buf(),
        line: error.line(),
        problem: format!("this is no manifest of a run: {error}"),
    };
    // Another kind of run has other fields, which is no damage.
    let value: Value = serde_json::from_str(text).map_err(damaged)?;
    if let Some(kind) = value["kind"].as_str().filter(|kind| *kind != asked.kind()) {
        let here = asked.kind();
        return Ok(Some(format!("the kind of run is '{kind}' there and '{here}' here")));
    }
    let known: P = serde_json::from_str(text).map_err(damaged)?;
    Ok(known.difference(asked))
}

/// Whether there is anything in a folder but what a crash at the very beginning leaves behind.
fn holds_strangers(path: &Path) -> bool {
    let ours = |name: &str| name == ".lock" || name.ends_with(".part");
    let Ok(entries) = fs::read_dir(path) else { return false };
    entries.flatten().any(|entry| !ours(&entry.file_name().to_string_lossy()))
}

/// Removes files that were never finished.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with('.') && name.ends_with(".part") {
            let _ = fs::remove_file(entry.path());
        }
    }
}
