//! One SQLite file, which needs nothing installed.
//!
//! A commit is on disk when it returns (WAL with full synchronisation): what was announced survives
//! `kill -9` and a power failure. SQLite has one writer at a time, so there is one thread that writes
//! ([`writer`]); it is the only connection that can. The others, which read, are opened read-only
//! ([`readers`]).

mod backup;
mod checksums;
mod files;
mod migrations;
mod readers;
#[cfg(test)]
mod tests;
mod writer;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, ffi};

use super::sql::{Value, WriteError};
use super::{StoreError, Tables};
pub use backup::{Backup, BackupError, backup};
use files::Files;
use readers::Readers;
use writer::Writer;

/// The file's name in the data folder.
const FILE: &str = "selforge.sqlite";

/// How long a connection waits for others, in other programs, that write.
const PATIENCE: Duration = Duration::from_secs(10);

/// Prepared statements that a connection keeps.
const STATEMENTS: usize = 64;

/// The open file.
#[derive(Debug)]
pub(crate) struct SqliteFile {
    readers: Readers,
    writer: Writer,
    files: Arc<Files>,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Database(error.to_string())
    }
}

impl SqliteFile {
    /// Opens the file of a folder; both are made if they do not exist.
    pub(super) async fn open(folder: &Path) -> Result<SqliteFile, StoreError> {
        let files = Arc::new(Files::open(folder)?);
        let file = folder.join(FILE);
        let opened = {
            let file = file.clone();
            tokio::task::spawn_blocking(move || {
                let mut connection = connect(&file, OpenFlags::default())?;
                connection.pragma_update(None, "journal_mode", "WAL")?;
                connection.pragma_update(None, "synchronous", "FULL")?;
                migrations::run(&mut connection)?;
                let carrier = connect(&file, OpenFlags::default())?;
                Ok::<Writer, StoreError>(Writer::start(connection, carrier)?)
            })
        };
        let writer = opened.await.map_err(|error| StoreError::Database(error.to_string()))??;
        Ok(SqliteFile { readers: Readers::new(file), writer, files })
    }

    /// Reads something.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.readers.read(work).await
    }

    /// Writes something; it is on disk when this returns.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.files.check()?;
        self.writer.write(work).await
    }

    /// Looks whether all files are still there.
    pub(super) async fn look(&self) -> Result<(), StoreError> {
        let files = Arc::clone(&self.files);
        self.writer.between_commits(move |connection| files.look(connection)).await
    }

    /// How many commits were made, and how many refused.
    pub(super) fn commits(&self) -> (u64, u64) {
        self.writer.commits()
    }

    /// Closes it in order; others may open it then.
    pub(super) async fn close(&self) {
        self.writer.close().await;
        self.readers.close().await;
        self.files.unlock();
    }
}

/// The file of a folder that nobody else uses, for somebody who waits for it.
pub(super) struct OwnFile {
    connection: Connection,
    files: Files,
}

/// At once, also if a program that was started meanwhile still has the file.
impl Drop for OwnFile {
    fn drop(&mut self) {
        self.files.unlock();
    }
}

impl OwnFile {
    /// Opens it, and keeps others away.
    ///
    /// # Errors
    /// If it cannot be used, somebody uses it, or it is of another version of the program.
    pub(super) fn open(folder: &Path, tables: Tables) -> Result<OwnFile, StoreError> {
        let files = Files::open(folder)?;
        let mut connection = connect(&folder.join(FILE), OpenFlags::default())?;
        match tables {
            Tables::AsTheyAre => migrations::check_newest(&connection)?,
            Tables::Newest => migrations::run(&mut connection)?,
        }
        Ok(OwnFile { connection, files })
    }

    pub(super) fn connection(&self) -> &Connection {
        &self.connection
    }
}

/// Whether there is a file in a folder.
pub(super) fn has_file(folder: &Path) -> bool {
    folder.join(FILE).is_file()
}

/// Opens the file of a folder for reading alone, also while a server uses it.
///
/// # Errors
/// If there is none, or it is of another version of the program.
pub(super) fn open_to_read(folder: &Path) -> Result<Connection, StoreError> {
    let file = folder.join(FILE);
    if !has_file(folder) {
        let error = std::io::Error::other(format!("there is no file {FILE} in it"));
        return Err(StoreError::Folder { folder: folder.to_path_buf(), error });
    }
    let connection = connect(&file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    migrations::check_newest(&connection)?;
    Ok(connection)
}

/// What SQLite finds wrong with the pages, and rows that refer to none.
pub(super) fn pages(connection: &Connection) -> Vec<String> {
    let said = || -> rusqlite::Result<Vec<String>> {
        let mut query = connection.prepare("PRAGMA integrity_check(20)")?;
        let said = query.query_map([], |row| row.get::<_, String>(0))?;
        let mut said: Vec<String> = said.collect::<Result<_, _>>()?;
        said.retain(|line| line != "ok");
        if connection.prepare("PRAGMA foreign_key_check")?.exists([])? {
            said.push("a row belongs to a game or an account that is not there".to_owned());
        }
        Ok(said)
    };
    said().unwrap_or_else(|error| vec![format!("the pages cannot be read: {error}")])
}

/// Writes something; returns how many rows changed.
pub(super) fn execute(
    connection: &Connection,
    query: &str,
    values: &[Value<'_>],
) -> Result<usize, WriteError> {
    let other = |error: rusqlite::Error| WriteError::Other(error.into());
    let mut query = connection.prepare_cached(query).map_err(other)?;
    query.execute(rusqlite::params_from_iter(values)).map_err(|error| {
        let cause = error.sqlite_error().filter(|it| it.code == ErrorCode::ConstraintViolation);
        match cause.map(|cause| cause.extended_code) {
            Some(ffi::SQLITE_CONSTRAINT_PRIMARYKEY | ffi::SQLITE_CONSTRAINT_UNIQUE) => {
                WriteError::Duplicate(error.to_string())
            }
            Some(ffi::SQLITE_CONSTRAINT_FOREIGNKEY) => WriteError::NoParent(error.to_string()),
            _ => other(error),
        }
    })
}

fn connect(file: &Path, flags: OpenFlags) -> Result<Connection, StoreError> {
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    checksums::register(&connection)?;
    Ok(connection)
}
