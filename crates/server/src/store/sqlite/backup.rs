//! A copy of the file that can be made while a server writes to it.
//!
//! SQLite writes the copy itself (`VACUUM INTO`): it reads one state of the file, whatever is
//! written meanwhile, and the copy is compact and needs no other files beside it. Copying the file
//! with the tools of the system could catch it in the middle of a change.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::{FILE, connect};
use crate::store::StoreError;

/// What a copy holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Backup {
    /// How many games.
    pub games: i64,
    /// How many events they have together.
    pub events: i64,
    /// How long the file is.
    pub bytes: u64,
}

/// Why there is no copy.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// There is nothing to copy.
    #[error("there is no data in '{}': expected the folder of a server, with a file {FILE}", .0.display())]
    NoData(PathBuf),
    /// There is a file already.
    #[error("'{}' exists already; choose another name, or move it away", .0.display())]
    Exists(PathBuf),
    /// The copy cannot be written.
    #[error("cannot write '{}': {error}", file.display())]
    Write {
        /// The file to write.
        file: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The copy is not in order.
    #[error("the copy is damaged and was removed: {0}")]
    Damaged(String),
    /// The data cannot be read or the copy not written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Copies the data of a folder into a new file, also while a server uses it, and checks the copy.
///
/// # Errors
/// If there is no data, the file exists, or it cannot be written; there is no new file then.
pub fn backup(data: &Path, to: &Path) -> Result<Backup, BackupError> {
    let source = data.join(FILE);
    if !source.is_file() {
        return Err(BackupError::NoData(data.to_path_buf()));
    }
    if to.symlink_metadata().is_ok() {
        return Err(BackupError::Exists(to.to_path_buf()));
    }
    let write = |error| BackupError::Write { file: to.to_path_buf(), error };
    let name = to.file_name().ok_or_else(|| write(io::ErrorKind::InvalidFilename.into()))?;
    let part = to.with_file_name(format!(".{}.part", name.to_string_lossy()));
    create_private(&part).map_err(write)?;
    let done = fill(&source, &part, to);
    // Nothing stays behind, however it went; a copy that is in order has its own name by now.
    let _ = fs::remove_file(&part);
    done
}

/// Makes an empty file that only its owner can read: the data holds digests of passwords.
fn create_private(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path).map(drop)
}

fn fill(source: &Path, part: &Path, to: &Path) -> Result<Backup, BackupError> {
    let write = |error| BackupError::Write { file: to.to_path_buf(), error };
    let into = part.to_str().ok_or_else(|| write(io::ErrorKind::InvalidFilename.into()))?;
    let data = connect(source, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    data.execute("VACUUM INTO ?", [into]).map_err(StoreError::from)?;
    drop(data);
    let backup = check(part)?;
    OpenOptions::new().write(true).open(part).and_then(|file| file.sync_all()).map_err(write)?;
    // A second name fails if the name is taken meanwhile, which renaming would not.
    match fs::hard_link(part, to) {
        Ok(()) => Ok(backup),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(BackupError::Exists(to.to_path_buf()))
        }
        // Some file systems know one name only.
        Err(_) if to.symlink_metadata().is_err() => {
            fs::rename(part, to).map_err(write)?;
            Ok(backup)
        }
        Err(_) => Err(BackupError::Exists(to.to_path_buf())),
    }
}

/// Checks that a file is whole, and counts what it holds.
fn check(file: &Path) -> Result<Backup, BackupError> {
    let copy = connect(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let (said, stray, games, events) = look(&copy).map_err(StoreError::from)?;
    if said != "ok" {
        return Err(BackupError::Damaged(said));
    }
    if stray {
        return Err(BackupError::Damaged("an event belongs to no game".to_owned()));
    }
    drop(copy);
    let length = fs::metadata(file).map(|data| data.len());
    let bytes = length.map_err(|error| BackupError::Write { file: file.to_path_buf(), error })?;
    Ok(Backup { games, events, bytes })
}

/// What SQLite says of a file, whether a row refers to one that is not there, and how many games and
/// events there are.
fn look(copy: &Connection) -> rusqlite::Result<(String, bool, i64, i64)> {
    let said = copy.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
    let stray = copy.prepare("PRAGMA foreign_key_check")?.exists([])?;
    let counts = "SELECT (SELECT count(*) FROM game), (SELECT count(*) FROM event)";
    let (games, events) = copy.query_row(counts, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok((said, stray, games, events))
}
