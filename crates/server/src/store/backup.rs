//! A copy of the file that can be made while a server writes to it.
//!
//! SQLite writes the copy itself (`VACUUM INTO`): it reads one state of the file, whatever is
//! written meanwhile, and the copy is compact and needs no other files beside it. Copying the file
//! with the tools of the system could catch it in the middle of a change.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, Row};

use super::FILE;

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
    /// The database says no.
    #[error("the database: {0}")]
    Database(#[from] sqlx::Error),
}

/// Copies the data of a folder into a new file, also while a server uses it, and checks the copy.
///
/// # Errors
/// If there is no data, the file exists, or it cannot be written; there is no new file then.
pub async fn backup(data: &Path, to: &Path) -> Result<Backup, BackupError> {
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
    let done = fill(&source, &part, to).await;
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

async fn fill(source: &Path, part: &Path, to: &Path) -> Result<Backup, BackupError> {
    let write = |error| BackupError::Write { file: to.to_path_buf(), error };
    let mut database = open(source, false).await?;
    let into = part.to_str().ok_or_else(|| write(io::ErrorKind::InvalidFilename.into()))?;
    sqlx::query("VACUUM INTO ?").bind(into).execute(&mut database).await?;
    database.close().await?;
    let backup = check(part).await?;
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

async fn open(file: &Path, read_only: bool) -> Result<SqliteConnection, sqlx::Error> {
    let options = SqliteConnectOptions::new().filename(file).read_only(read_only);
    options.busy_timeout(Duration::from_secs(10)).connect().await
}

/// Checks that a file is whole, and counts what it holds.
async fn check(file: &Path) -> Result<Backup, BackupError> {
    let mut database = open(file, true).await?;
    let said = sqlx::query("PRAGMA integrity_check").fetch_one(&mut database).await?;
    let said: String = said.try_get(0)?;
    if said != "ok" {
        return Err(BackupError::Damaged(said));
    }
    let stray = sqlx::query("PRAGMA foreign_key_check").fetch_optional(&mut database).await?;
    if stray.is_some() {
        return Err(BackupError::Damaged("an event belongs to no game".to_owned()));
    }
    let counts = "SELECT (SELECT count(*) FROM game), (SELECT count(*) FROM event)";
    let counts = sqlx::query(counts).fetch_one(&mut database).await?;
    database.close().await?;
    let bytes = fs::metadata(file)
        .map_err(|error| BackupError::Write { file: file.to_path_buf(), error })?
        .len();
    Ok(Backup { games: counts.try_get(0)?, events: counts.try_get(1)?, bytes })
}
