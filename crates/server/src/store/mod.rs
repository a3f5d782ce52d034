//! The file: games and their events, accounts and ratings, in SQLite.
//!
//! Events are only ever inserted, under a key of game and number, so that the same number cannot be
//! written twice whoever tries. A commit is on disk when it returns (WAL with full synchronisation):
//! what was announced survives `kill -9` and a power failure.

mod accounts;
mod backup;
mod finished;
mod games;
mod migrations;
mod notes;
mod votes;
mod writer;

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Sqlite, SqlitePool, Transaction};

pub use backup::{Backup, BackupError, backup};
pub(crate) use finished::{FinishedGame, PlayedBy};
pub(crate) use games::{GameFilter, ImportedEvents, NewEvent, NewGame, StoredGame, is_online};
pub(crate) use votes::{StoredVote, VotableGame};
use writer::Writer;

/// The file's name in the data folder.
const FILE: &str = "selforge.sqlite";

/// Why the store could not do something.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder cannot be used.
    #[error("cannot use the data folder '{}': {error}", folder.display())]
    Folder {
        /// The folder that was asked for.
        folder: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another server uses it.
    #[error("the data folder '{}' is used by another server; stop it, or choose another folder with --data", .0.display())]
    InUse(PathBuf),
    /// The file is of a newer program.
    #[error("the data is of a newer version of this program (format {found}, known up to {known})")]
    Newer {
        /// The format of the file.
        found: usize,
        /// The newest that this program knows.
        known: usize,
    },
    /// A commit failed, and everything in it.
    #[error("the database: {0}")]
    NotWritten(String),
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
    /// The database says no.
    #[error("the database: {0}")]
    Database(#[from] sqlx::Error),
}

/// The open store.
#[derive(Debug)]
pub(crate) struct Store {
    /// For reading.
    pool: SqlitePool,
    /// For writing: SQLite has one writer at a time, so there is one connection to stand in line for.
    writing: SqlitePool,
    /// Writes what happens in games.
    writer: Writer,
    /// Held as long as the store is open.
    lock: File,
}

impl Store {
    /// Opens the store in a folder, which is made if it does not exist.
    ///
    /// # Errors
    /// If the folder cannot be used, is in use, or has data of a newer program.
    pub(crate) async fn open(folder: &Path) -> Result<Store, StoreError> {
        let wrong = |error| StoreError::Folder { folder: folder.to_path_buf(), error };
        std::fs::create_dir_all(folder).map_err(wrong)?;
        let lock = OpenOptions::new().create(true).append(true).open(folder.join("lock"));
        let lock = lock.map_err(wrong)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::InUse(folder.to_path_buf())),
            Err(TryLockError::Error(error)) => return Err(wrong(error)),
        }
        let options = SqliteConnectOptions::new()
            .filename(folder.join(FILE))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10))
            // The log is for what happens, not for how it is stored.
            .disable_statement_logging();
        let alone = SqlitePoolOptions::new().max_connections(1);
        let writing = alone.connect_with(options.clone()).await?;
        migrations::run(&writing).await?;
        let pool = SqlitePoolOptions::new().max_connections(4).connect_with(options).await?;
        let writer = Writer::start(writing.clone());
        Ok(Store { pool, writing, writer, lock })
    }

    /// A transaction that writes: it waits for others that do now, not when it is too late.
    async fn write(&self) -> Result<Transaction<'static, Sqlite>, StoreError> {
        Ok(self.writing.begin_with("BEGIN IMMEDIATE").await?)
    }

    /// Whether the file answers.
    pub(crate) async fn check(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }

    /// Closes the file in order; others may open the folder then.
    pub(crate) async fn close(&self) {
        self.writing.close().await;
        self.pool.close().await;
        if let Err(error) = self.lock.unlock() {
            tracing::warn!(%error, "the data folder stays locked until the program ends");
        }
    }
}
