//! Taking a folder for a run: a new one, or the one in which the same run was begun.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::atomic::write_atomically;
use crate::LabError;

/// What a folder says it is for, in `manifest.json`.
pub(crate) trait Purpose: Serialize + DeserializeOwned {
    /// The kind of run.
    fn kind(&self) -> &str;

    /// The first thing in which `asked` differs from this one, in words.
    fn difference(&self, asked: &Self) -> Option<String>;
}

/// Takes a folder, writes down what it is for if it is new, and removes what a kill left behind. The
/// folder is held as long as the file that is returned; the system lets go of it even after
/// `kill -9`.
///
/// # Errors
/// If it holds another run or something else, is damaged, in use, or cannot be written.
pub(crate) fn occupy<P: Purpose>(path: &Path, asked: &P) -> Result<File, LabError> {
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
        let text = serde_json::to_string_pretty(asked).expect("a manifest is plain data");
        write_atomically(&manifest, &(text + "\n"))?;
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
pub(super) fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with('.') && name.ends_with(".part") {
            let _ = fs::remove_file(entry.path());
        }
    }
}
