//! What must last: games and their events, accounts and ratings, notes, tries on puzzles, rule files
//! and votes.
//!
//! This is a boundary: the rest of the server asks for what it means, by the traits below. [`sql`] has
//! the queries, [`sqlite`] and [`postgres`] the two databases that they are asked of: a file of this
//! server's own, or a server that several nodes share.
//!
//! Events are only ever inserted, under a key of game and number. That key is the lock of a game: of
//! two writers who both think that it is their turn to write number 12 one gets
//! [`StoreError::Conflict`], loads the game anew and sees what has happened. No writer owns a game, so
//! it does not matter how many there are.

mod accounts;
mod checksums;
mod games;
mod notes;
mod postgres;
mod puzzles;
mod rules;
mod sql;
mod sqlite;
#[cfg(test)]
mod tests;
mod transfer;
mod votes;

use std::fmt::Debug;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use async_trait::async_trait;

pub(crate) use accounts::{Accounts, RatingRow, TokenRow};
pub(crate) use games::{
    Deadline, GameFilter, GameListing, Games, ImportedEvents, NewEvent, NewGame, PlayedGame, Quota,
    RatedGame, StoredGame,
};
pub(crate) use notes::Notes;
pub use postgres::{DatabaseUrl, DatabaseUrlError};
pub(crate) use puzzles::{PUZZLE_SPEED, PuzzleRow, Puzzles};
pub(crate) use rules::{NewRuleFile, RuleFiles, StoredRuleFile};
use sql::SqlStore;
pub(crate) use sql::{Inspection, Noted};
pub use sqlite::{Backup, BackupError, backup};
pub use transfer::{MoveError, Moved, move_data};
pub(crate) use votes::{FinishedGame, PlayedBy, StoredVote, VotableGame, Votes};

/// The name of the mark of a store that is being filled from another one.
const MOVING: &str = "moving";

/// What is done to tables when a place is opened to carry data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tables {
    /// Nothing: they must be of the newest format already.
    AsTheyAre,
    /// They are made, or brought to the newest format.
    Newest,
}

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
    /// The file is of an older program, and only looked at.
    #[error(
        "the data is of an older version of this program (format {found}, now {known}); start the server on it once"
    )]
    Older {
        /// The format of the file.
        found: usize,
        /// The newest.
        known: usize,
    },
    /// Another writer has written an event of this number: load the game and try again.
    #[error("another writer was faster; load the game again")]
    Conflict,
    /// The game of the event is not there any more.
    #[error("there is no such game any more")]
    NoGame,
    /// Somebody has as much as they may; in words.
    #[error("{0}")]
    Exceeded(String),
    /// A game is not as it was written: the disk or another program has changed it.
    #[error("game {game} is damaged: {what}")]
    Damaged {
        /// Its name.
        game: String,
        /// What was found.
        what: String,
    },
    /// A file of the store was taken away while it was in use.
    #[error("{0}; stop the server, put the data folder right and start again")]
    Lost(String),
    /// The database cannot be reached, or its answer was lost: what was to be written may be written.
    #[error("the database cannot be reached: {0}")]
    Away(String),
    /// Data is being carried over.
    #[error("this place is only partly filled; finish `selforge move-data` first")]
    Moving,
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
    /// The database says no; nothing was written then.
    #[error("the database: {0}")]
    Database(String),
}

/// Everything that is stored.
#[async_trait]
pub(crate) trait Store:
    Games + Accounts + Notes + Puzzles + RuleFiles + Votes + Debug + Send + Sync
{
    /// Whether it can be read and written.
    async fn check(&self) -> Result<(), StoreError>;

    /// Whether other nodes may write to it at the same time.
    fn is_shared(&self) -> bool;

    /// How many commits were refused since the start, each with all writes in it.
    fn refused_commits(&self) -> u64;

    /// Notes that the server lives at this moment, in milliseconds.
    async fn heartbeat(&self, now: i64) -> Result<(), StoreError>;

    /// When a server last lived, in milliseconds.
    async fn last_heartbeat(&self) -> Result<i64, StoreError>;

    /// Closes it in order; others may open it then.
    async fn close(&self);
}

/// Opens a database, or else the file of a folder, which is made if it does not exist.
///
/// # Errors
/// If the folder cannot be used or is in use, the database cannot be reached, or the data is of a newer
/// program.
pub(crate) async fn open(
    folder: &Path,
    database: Option<DatabaseUrl>,
) -> Result<Arc<dyn Store>, StoreError> {
    let store = match database {
        Some(url) => SqlStore::Postgres(postgres::Postgres::open(url).await?),
        None => SqlStore::Sqlite(sqlite::SqliteFile::open(folder).await?),
    };
    store.check_whole().await?;
    Ok(Arc::new(store))
}
