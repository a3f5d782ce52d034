//! The store in one SQLite file, which needs nothing installed.
//!
//! A commit is on disk when it returns (WAL with full synchronisation): what was announced survives
//! `kill -9` and a power failure. SQLite has one writer at a time, so there is one thread that writes
//! ([`writer`]); it is the only connection that can. The others, which read, are opened read-only
//! ([`readers`]).

mod accounts;
mod backup;
mod checksums;
mod files;
mod games;
mod inspect;
mod migrations;
mod notes;
mod puzzles;
mod ratings;
mod readers;
mod rules;
#[cfg(test)]
mod tests;
mod votes;
mod writer;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use rusqlite::{Connection, OpenFlags};

use super::{Store, StoreError};
pub use backup::{Backup, BackupError, backup};
use files::Files;
pub(crate) use inspect::{Noted, inspect, rule_text};
use readers::Readers;
use writer::Writer;

/// The file's name in the data folder.
const FILE: &str = "selforge.sqlite";

/// How long a connection waits for others, in other programs, that write.
const PATIENCE: Duration = Duration::from_secs(10);

/// Prepared statements that a connection keeps.
const STATEMENTS: usize = 64;

/// The open store.
#[derive(Debug)]
pub(crate) struct SqliteStore {
    readers: Readers,
    writer: Writer,
    files: Arc<Files>,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Database(error.to_string())
    }
}

impl SqliteStore {
    /// Opens the store in a folder, which is made if it does not exist.
    pub(super) async fn open(folder: &Path) -> Result<SqliteStore, StoreError> {
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
        Ok(SqliteStore { readers: Readers::new(file), writer, files })
    }

    async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.readers.read(work).await
    }

    async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.files.check()?;
        self.writer.write(work).await
    }
}

fn connect(file: &Path, flags: OpenFlags) -> Result<Connection, StoreError> {
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    checksums::register(&connection)?;
    Ok(connection)
}

#[async_trait]
impl Store for SqliteStore {
    async fn check(&self) -> Result<(), StoreError> {
        // SQLite does not write what is there already, so another value must be written.
        self.heartbeat(crate::time::now_ms()).await?;
        self.last_heartbeat().await.map(drop)
    }

    fn refused_commits(&self) -> u64 {
        self.writer.commits().1
    }

    async fn heartbeat(&self, now: i64) -> Result<(), StoreError> {
        let files = Arc::clone(&self.files);
        self.writer.between_commits(move |connection| files.look(connection)).await?;
        self.write(move |connection| {
            connection.prepare_cached("UPDATE life SET alive = ?")?.execute([now])?;
            Ok(())
        })
        .await
    }

    async fn last_heartbeat(&self) -> Result<i64, StoreError> {
        self.read(|connection| {
            Ok(connection
                .prepare_cached("SELECT alive FROM life")?
                .query_row([], |row| row.get(0))?)
        })
        .await
    }

    async fn close(&self) {
        self.writer.close().await;
        self.readers.close().await;
        self.files.unlock();
    }
}
