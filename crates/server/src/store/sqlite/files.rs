//! The files of the store: readable by their owner alone, and looked after while they are in use.
//!
//! A file that is deleted under a running program lives on until the program closes it, and nobody
//! notices: every move is stored, acknowledged and gone with the next start. So it is looked from
//! time to time whether the names still lead to the files that are open. What SQLite still has is
//! saved then, and nothing more is taken on until somebody has put the folder right.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rusqlite::Connection;

use super::{FILE, StoreError};

/// The name of the file that is locked as long as the store is open.
const LOCK: &str = "lock";

/// Where everything is saved if the file itself has lost its name.
const RESCUED: &str = "selforge.rescued.sqlite";

/// The files of an open store.
#[derive(Debug)]
pub(super) struct Files {
    folder: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// Held as long as the store is open.
    lock: File,
    /// Which files the names led to when they were first seen.
    data: Option<Identity>,
    log: Option<Identity>,
    /// What was lost, once something was.
    lost: Option<String>,
}

/// What stays the same of a file whatever is written to it.
type Identity = (u64, u64);

impl Files {
    /// Takes a folder, which is made if it does not exist, for this program alone.
    ///
    /// # Errors
    /// If it cannot be used, or another server uses it.
    pub(super) fn open(folder: &Path) -> Result<Files, StoreError> {
        let wrong = |error| StoreError::Folder { folder: folder.to_path_buf(), error };
        fs::create_dir_all(folder).map_err(wrong)?;
        let lock = private(&folder.join(LOCK)).map_err(wrong)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::InUse(folder.to_path_buf())),
            Err(TryLockError::Error(error)) => return Err(wrong(error)),
        }
        // SQLite gives its other files the rights of the first.
        private(&folder.join(FILE)).map_err(wrong)?;
        for name in [log_name(), format!("{FILE}-shm")] {
            let path = folder.join(name);
            if path.exists() {
                close_to_others(&path).map_err(wrong)?;
            }
        }
        let state = State { lock, data: None, log: None, lost: None };
        Ok(Files { folder: folder.to_path_buf(), state: Mutex::new(state) })
    }

    /// What was lost, if anything was.
    ///
    /// # Errors
    /// With that.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.lost.clone().map_or(Ok(()), |what| Err(StoreError::Lost(what)))
    }

    /// Looks whether all files are still there, and saves what can be saved if one is not. Only for
    /// the thread that writes.
    ///
    /// # Errors
    /// With what is lost.
    pub(super) fn look(&self, connection: &Connection) -> Result<(), StoreError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lost) = &state.lost {
            return Err(StoreError::Lost(lost.clone()));
        }
        let (data, log) = (self.folder.join(FILE), self.folder.join(log_name()));
        let mut lost = None;
        if !is_same(&data, &mut state.data) {
            let rescued = self.folder.join(RESCUED);
            let _ = connection.execute("VACUUM INTO ?", [rescued.to_string_lossy()]);
            lost = Some(format!("{} is gone; what was in it is in {RESCUED}", data.display()));
        } else if !is_same(&log, &mut state.log) {
            // The open log is written into the file, from which a new start goes on.
            let saved = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
            let how = if saved.is_ok() { "what was in it is saved" } else { "it is not saved" };
            lost = Some(format!("{} is gone; {how}", log.display()));
        } else if let Err(error) = self.hold_lock(&mut state) {
            lost = Some(format!("{} is gone: {error}", self.folder.join(LOCK).display()));
        }
        let Some(lost) = lost else { return Ok(()) };
        tracing::error!(lost, "a file of the store was taken away; nothing more is written");
        state.lost = Some(lost.clone());
        Err(StoreError::Lost(lost))
    }

    /// Makes the lock anew if it is gone and nobody else has made it meanwhile.
    fn hold_lock(&self, state: &mut State) -> io::Result<()> {
        let path = self.folder.join(LOCK);
        if identity(&path) == file_identity(&state.lock) && identity(&path).is_some() {
            return Ok(());
        }
        let lock = private(&path)?;
        lock.try_lock().map_err(|error| io::Error::other(error.to_string()))?;
        tracing::warn!(file = %path.display(), "the lock was taken away and is made anew");
        state.lock = lock;
        Ok(())
    }

    /// Lets others use the folder.
    pub(super) fn unlock(&self) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = state.lock.unlock() {
            tracing::warn!(%error, "the data folder stays locked until the program ends");
        }
    }
}

fn log_name() -> String {
    format!("{FILE}-wal")
}

/// Whether a name leads to the file that it first led to; one that was not there yet may come.
fn is_same(path: &Path, known: &mut Option<Identity>) -> bool {
    let now = identity(path);
    if known.is_none() {
        *known = now;
    }
    now == *known
}

/// Opens a file that only its owner can read, and makes it if there is none.
fn private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    let file = options.open(path)?;
    close_to_others(path)?;
    Ok(file)
}

/// The data holds digests of passwords and cookies.
#[cfg(unix)]
fn close_to_others(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600))
}

#[cfg(not(unix))]
fn close_to_others(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|data| (data.dev(), data.ino()))
}

#[cfg(unix)]
fn file_identity(file: &File) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    file.metadata().ok().map(|data| (data.dev(), data.ino()))
}

/// Elsewhere open files cannot be deleted.
#[cfg(not(unix))]
fn identity(path: &Path) -> Option<Identity> {
    path.exists().then_some((0, 0))
}

#[cfg(not(unix))]
fn file_identity(_: &File) -> Option<Identity> {
    Some((0, 0))
}
