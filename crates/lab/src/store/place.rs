//! A folder that belongs to one run, and to one process at a time.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::atomic::write_atomically;
use crate::LabError;

/// What a run was asked to do, as `manifest.json` keeps it.
pub trait Asked: Serialize + DeserializeOwned {
    /// What kind of run, as the manifest's `kind` has it.
    const KIND: &'static str;

    /// The first thing in which `asked` differs from this one, in words.
    fn difference(&self, asked: &Self) -> Option<String>;
}

/// A run's folder, locked.
#[derive(Debug)]
pub struct Place {
    path: PathBuf,
    /// Held until the folder is closed; the system lets go of it even after `kill -9`.
    _lock: File,
}

impl Place {
    /// Opens a folder for a run: a new one, or one in which the same run was begun. `inside` are
    /// the folders that it has.
    ///
    /// # Errors
    /// If it holds another run or something else, is damaged, in use, or cannot be written.
    pub fn open<M: Asked>(path: &Path, asked: &M, inside: &[&str]) -> Result<Place, LabError> {
        let refuse = |problem: &str| {
            Err(LabError::Folder { folder: path.to_path_buf(), problem: problem.to_owned() })
        };
        let manifest = path.join("manifest.json");
        if path.exists() && !path.is_dir() {
            return refuse("is no folder");
        }
        let known = match fs::read_to_string(&manifest) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(LabError::file("read", &manifest)(error)),
        };
        if let Some(text) = &known {
            let difference = match other_kind::<M>(text) {
                Some(difference) => Some(difference),
                None => read_manifest::<M>(&manifest, text)?.difference(asked),
            };
            if let Some(difference) = difference {
                return Err(LabError::OtherRun { folder: path.to_path_buf(), difference });
            }
        }
        if known.is_none() && holds_strangers(path, inside) {
            return refuse("is not empty and holds no run; choose a new or an empty folder");
        }
        fs::create_dir_all(path).map_err(LabError::file("write", path))?;
        for name in inside {
            let folder = path.join(name);
            fs::create_dir_all(&folder).map_err(LabError::file("write", &folder))?;
        }
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
        inside.iter().for_each(|name| sweep(&path.join(name)));
        if known.is_none() {
            write_atomically(&manifest, &pretty(asked))?;
        }
        Ok(Place { path: path.to_path_buf(), _lock: lock })
    }

    /// Where the folder is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes one of the files that sum the run up.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn write(&self, name: &str, text: &str) -> Result<(), LabError> {
        write_atomically(&self.path.join(name), text)
    }
}

/// What differs if a manifest is that of another kind of run, which then reads otherwise.
fn other_kind<M: Asked>(text: &str) -> Option<String> {
    let value: Value = serde_json::from_str(text).ok()?;
    let there = value.get("kind")?.as_str()?;
    let here = M::KIND;
    (there != here).then(|| format!("the kind of run is '{there}' there and '{here}' here"))
}

/// Whether there is anything in a folder but what a crash at the very beginning leaves behind.
fn holds_strangers(path: &Path, inside: &[&str]) -> bool {
    let ours = |name: &str| name == ".lock" || inside.contains(&name) || name.ends_with(".part");
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

fn read_manifest<M: Asked>(file: &Path, text: &str) -> Result<M, LabError> {
    serde_json::from_str(text).map_err(|error| LabError::Damaged {
        file: file.to_path_buf(),
        line: error.line(),
        problem: format!("this is no manifest of a run: {error}"),
    })
}

fn pretty(manifest: &impl Serialize) -> String {
    serde_json::to_string_pretty(manifest).expect("a manifest is plain data") + "\n"
}
