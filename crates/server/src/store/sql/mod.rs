//! The traits of the store, written once in the SQL that SQLite and PostgreSQL both understand.
//!
//! The two databases differ in how they are reached and in what happens at the same time, not in what is
//! asked of them. So queries stand here once, with `?` for values as SQLite writes them, and [`Sql`] is
//! either connection. Where the dialects differ, a query is written in the way that both know
//! (`ON CONFLICT`, `IS NOT DISTINCT FROM`, `CASE`); the function `checksum` is taught to both.
//!
//! SQLite has one writer, so nothing else is written while something is. In PostgreSQL others write as
//! well: what reads first and then writes takes a lock by a name ([`Sql::lock`]), which SQLite need not.
//! A write may be done again there after it was in the way of another one and left no trace; so it is a
//! function that can be called twice.

mod accounts;
mod games;
mod inspect;
mod notes;
mod puzzles;
mod ratings;
mod rules;
mod value;
mod votes;

use async_trait::async_trait;

pub(super) use games::load;
pub(crate) use inspect::{Inspection, Noted};
pub(super) use value::{Row, Value, values};

use super::postgres::{BEGIN_TO_READ, Postgres, Session};
use super::sqlite::SqliteFile;
use super::{MOVING, Store, StoreError};

/// The store in either database.
#[derive(Debug)]
pub(crate) enum SqlStore {
    /// A file of its own.
    Sqlite(SqliteFile),
    /// A server that several nodes share.
    Postgres(Postgres),
}

/// A connection of either kind.
#[derive(Clone, Copy)]
pub(super) enum Sql<'c> {
    Sqlite(&'c rusqlite::Connection),
    Postgres(&'c Session),
}

/// Why something was not written.
#[derive(Debug)]
pub(super) enum WriteError {
    /// There is a row with this key already.
    Duplicate(String),
    /// The row that it refers to is not there.
    NoParent(String),
    /// Something else.
    Other(StoreError),
}

impl From<WriteError> for StoreError {
    fn from(error: WriteError) -> StoreError {
        match error {
            WriteError::Duplicate(what) | WriteError::NoParent(what) => StoreError::Database(what),
            WriteError::Other(error) => error,
        }
    }
}

impl Sql<'_> {
    /// Writes something and tells apart why it could not be; returns how many rows changed.
    pub(super) fn try_execute(
        &self,
        query: &str,
        values: &[Value<'_>],
    ) -> Result<usize, WriteError> {
        match self {
            Sql::Sqlite(connection) => super::sqlite::execute(connection, query, values),
            Sql::Postgres(session) => session.execute(query, values),
        }
    }

    /// Writes something; returns how many rows changed.
    pub(super) fn execute(&self, query: &str, values: &[Value<'_>]) -> Result<usize, StoreError> {
        Ok(self.try_execute(query, values)?)
    }

    /// Shows rows until `see` has seen enough and says false.
    pub(super) fn each(
        &self,
        query: &str,
        values: &[Value<'_>],
        see: &mut dyn FnMut(&Row<'_>) -> Result<bool, StoreError>,
    ) -> Result<(), StoreError> {
        match self {
            Sql::Sqlite(connection) => {
                let mut query = connection.prepare_cached(query)?;
                let mut rows = query.query(rusqlite::params_from_iter(values))?;
                while let Some(row) = rows.next()? {
                    if !see(&Row::Sqlite(row))? {
                        break;
                    }
                }
            }
            Sql::Postgres(session) => {
                for row in &session.query(query, values)? {
                    if !see(&Row::Postgres(row))? {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// All rows.
    pub(super) fn rows<T>(
        &self,
        query: &str,
        values: &[Value<'_>],
        mut read: impl FnMut(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let mut all = Vec::new();
        self.each(query, values, &mut |row| {
            all.push(read(row)?);
            Ok(true)
        })?;
        Ok(all)
    }

    /// The first row, if there is one.
    pub(super) fn first<T>(
        &self,
        query: &str,
        values: &[Value<'_>],
        mut read: impl FnMut(&Row<'_>) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let mut first = None;
        self.each(query, values, &mut |row| {
            first = Some(read(row)?);
            Ok(false)
        })?;
        Ok(first)
    }

    /// The column `it` of a query that has a row.
    pub(super) fn number(&self, query: &str, values: &[Value<'_>]) -> Result<i64, StoreError> {
        let found = self.first(query, values, |row| row.get("it"))?;
        found.ok_or_else(|| StoreError::Database(format!("no row: {query}")))
    }

    /// Whether there is a row.
    pub(super) fn exists(&self, query: &str, values: &[Value<'_>]) -> Result<bool, StoreError> {
        Ok(self.first(query, values, |_| Ok(()))?.is_some())
    }

    /// Statements without values or answers.
    pub(super) fn batch(&self, text: &str) -> Result<(), StoreError> {
        match self {
            Sql::Sqlite(connection) => Ok(connection.execute_batch(text)?),
            Sql::Postgres(session) => session.batch(text),
        }
    }

    /// From now on everything is read as of one moment, until the connection ends.
    fn begin_to_read(&self) -> Result<(), StoreError> {
        self.batch(match self {
            Sql::Sqlite(_) => "BEGIN",
            Sql::Postgres(_) => BEGIN_TO_READ,
        })
    }

    /// Lets nobody else who takes the lock of this name come between what is read from now on and what
    /// is written, until it is on disk.
    pub(super) fn lock(&self, name: &str) -> Result<(), StoreError> {
        match self {
            Sql::Sqlite(_) => Ok(()),
            Sql::Postgres(_) => {
                let query = "SELECT pg_advisory_xact_lock(hashtextextended(?, 0))";
                self.exists(query, values![name]).map(drop)
            }
        }
    }
}

impl SqlStore {
    /// That nobody is still carrying data into it.
    ///
    /// # Errors
    /// If somebody is.
    pub(super) async fn check_whole(&self) -> Result<(), StoreError> {
        let query = "SELECT 1 FROM secret WHERE name = ?";
        match self.read(move |sql| sql.exists(query, values![MOVING])).await? {
            true => Err(StoreError::Moving),
            false => Ok(()),
        }
    }

    /// Reads something that one query says.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        work: impl Fn(&Sql<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        match self {
            SqlStore::Sqlite(file) => file.read(move |it| work(&Sql::Sqlite(it))).await,
            SqlStore::Postgres(pool) => pool.read(move |it| work(&Sql::Postgres(it))).await,
        }
    }

    /// Reads what several queries say, all as of one moment.
    async fn read_at_once<T: Send + 'static>(
        &self,
        work: impl Fn(&Sql<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        match self {
            SqlStore::Sqlite(file) => {
                let read = move |connection: &rusqlite::Connection| {
                    let moment = connection.unchecked_transaction()?;
                    work(&Sql::Sqlite(&moment))
                };
                file.read(read).await
            }
            SqlStore::Postgres(pool) => pool.read_at_once(move |it| work(&Sql::Postgres(it))).await,
        }
    }

    /// Writes something, all of it or nothing; it is on disk when this returns.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        work: impl Fn(&Sql<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        match self {
            SqlStore::Sqlite(file) => file.write(move |it| work(&Sql::Sqlite(it))).await,
            SqlStore::Postgres(pool) => pool.write(move |it| work(&Sql::Postgres(it))).await,
        }
    }
}

#[async_trait]
impl Store for SqlStore {
    async fn check(&self) -> Result<(), StoreError> {
        // SQLite does not write what is there already, so another value must be written.
        self.heartbeat(crate::time::now_ms()).await?;
        self.last_heartbeat().await.map(drop)
    }

    fn is_shared(&self) -> bool {
        matches!(self, SqlStore::Postgres(_))
    }

    fn refused_commits(&self) -> u64 {
        match self {
            SqlStore::Sqlite(file) => file.commits().1,
            SqlStore::Postgres(pool) => pool.refused(),
        }
    }

    async fn heartbeat(&self, now: i64) -> Result<(), StoreError> {
        if let SqlStore::Sqlite(file) = self {
            file.look().await?;
        }
        self.write(move |sql| sql.execute("UPDATE life SET alive = ?", values![now]).map(drop))
            .await
    }

    async fn last_heartbeat(&self) -> Result<i64, StoreError> {
        self.read(|sql| sql.number("SELECT alive AS it FROM life", values![])).await
    }

    async fn close(&self) {
        match self {
            SqlStore::Sqlite(file) => file.close().await,
            SqlStore::Postgres(pool) => pool.close().await,
        }
    }
}
