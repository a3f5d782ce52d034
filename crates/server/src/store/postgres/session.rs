//! One connection, on which somebody waits for answers.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::future::Future;
use std::io;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::time::timeout;
use tokio_postgres::error::SqlState;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, NoTls, Row, Socket, Statement};

use super::url::DatabaseUrl;
use crate::store::StoreError;
use crate::store::sql::{Value, WriteError};
use crate::tls::Tls;

/// What every connection is told first: nothing takes for ever, and what is committed is on disk.
const SETTINGS: &str = "SET statement_timeout = '30s'; SET lock_timeout = '10s';
     SET idle_in_transaction_session_timeout = '60s'; SET client_min_messages = 'warning';
     SET TIME ZONE 'UTC'";

/// How long a server may take until a connection is made and ready, with all that is said on the way.
const CONNECTING: Duration = Duration::from_secs(10);

/// How long an answer may take: longer than the server works on a statement, so that this is for servers
/// that have fallen silent.
const PATIENCE: Duration = Duration::from_secs(40);

/// A connection with its prepared statements.
pub(crate) struct Session {
    client: Client,
    runtime: Handle,
    patience: Duration,
    statements: RefCell<HashMap<String, Statement>>,
    /// Whether the last failure came from others who wrote at the same time.
    in_the_way: Cell<bool>,
    /// Whether the last transaction came as far as its commit.
    committing: Cell<bool>,
    /// Whether a transaction could not be ended.
    broken: Cell<bool>,
    /// Whether the connection was found to have ended.
    ended: Cell<bool>,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("closed", &self.client.is_closed()).finish()
    }
}

impl Session {
    /// Of a connection that was made.
    pub(super) fn new(client: Client, runtime: &Handle) -> Session {
        Session {
            client,
            runtime: runtime.clone(),
            patience: PATIENCE,
            statements: RefCell::default(),
            in_the_way: Cell::new(false),
            committing: Cell::new(false),
            broken: Cell::new(false),
            ended: Cell::new(false),
        }
    }

    /// Lets statements take as long as they do: for work that nobody waits for in a browser.
    ///
    /// # Errors
    /// If the server does not know how.
    pub(super) fn with_slow_statements(mut self) -> Result<Session, StoreError> {
        self.patience = Duration::MAX;
        self.batch("SET statement_timeout = 0")?;
        Ok(self)
    }

    /// Waits for an answer, but not for ever.
    fn wait<T>(
        &self,
        answer: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> Result<T, Failure> {
        match self.runtime.block_on(async { timeout(self.patience, answer).await }) {
            Ok(answer) => answer.map_err(Failure::Refused),
            Err(_) => {
                // What comes later would be taken for the answer to something else.
                self.broken.set(true);
                Err(Failure::Silence)
            }
        }
    }

    /// Nothing has happened yet.
    pub(super) fn begin_anew(&self) {
        self.in_the_way.set(false);
        self.committing.set(false);
    }

    pub(super) fn is_closed(&self) -> bool {
        self.ended.get() || self.client.is_closed()
    }

    /// Whether it can be used again.
    pub(super) fn is_usable(&self) -> bool {
        !self.is_closed() && !self.broken.get()
    }

    /// Whether the last transaction has left no trace for certain.
    pub(super) fn has_written_nothing(&self) -> bool {
        !self.committing.get()
    }

    /// Whether the last failure came from others who wrote at the same time, and another try may do.
    pub(super) fn was_in_the_way(&self) -> bool {
        self.in_the_way.get() && self.is_usable()
    }

    /// Statements without values or answers.
    pub(crate) fn batch(&self, text: &str) -> Result<(), StoreError> {
        self.wait(self.client.batch_execute(text)).map_err(|failure| self.fault(&failure))
    }

    /// Does something in a transaction.
    pub(super) fn transaction<T>(
        &self,
        begin: &str,
        work: &dyn Fn(&Session) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.begin_anew();
        self.batch(begin)?;
        match work(self) {
            Ok(value) => {
                self.committing.set(true);
                self.batch("COMMIT")?;
                Ok(value)
            }
            Err(error) => {
                if self.broken.get() || self.batch("ROLLBACK").is_err() {
                    self.broken.set(true);
                }
                Err(error)
            }
        }
    }

    /// Rows that answer a query.
    pub(crate) fn query(&self, query: &str, values: &[Value<'_>]) -> Result<Vec<Row>, StoreError> {
        let done = self
            .prepared(query, values)
            .and_then(|statement| self.wait(self.client.query(&statement, &references(values))));
        done.map_err(|failure| self.fault(&failure))
    }

    /// Writes something; returns how many rows changed.
    pub(crate) fn execute(&self, query: &str, values: &[Value<'_>]) -> Result<usize, WriteError> {
        let done = self
            .prepared(query, values)
            .and_then(|statement| self.wait(self.client.execute(&statement, &references(values))));
        done.map(|rows| usize::try_from(rows).unwrap_or(usize::MAX)).map_err(|failure| {
            match &failure {
                Failure::Refused(error) if error.code() == Some(&SqlState::UNIQUE_VIOLATION) => {
                    WriteError::Duplicate(told(error))
                }
                Failure::Refused(error)
                    if error.code() == Some(&SqlState::FOREIGN_KEY_VIOLATION) =>
                {
                    WriteError::NoParent(told(error))
                }
                _ => WriteError::Other(self.fault(&failure)),
            }
        })
    }

    fn prepared(&self, query: &str, values: &[Value<'_>]) -> Result<Statement, Failure> {
        if let Some(statement) = self.statements.borrow().get(query) {
            return Ok(statement.clone());
        }
        let kinds: Vec<_> = values.iter().map(Value::kind).collect();
        let text = numbered(query);
        let statement = self.wait(self.client.prepare_typed(&text, &kinds))?;
        self.statements.borrow_mut().insert(query.to_owned(), statement.clone());
        Ok(statement)
    }

    fn fault(&self, failure: &Failure) -> StoreError {
        let error = match failure {
            Failure::Refused(error) => error,
            Failure::Silence => return silence(),
        };
        self.in_the_way.set(is_in_the_way(error));
        // The server says so before the connection itself is seen to end.
        self.ended.set(self.ended.get() || is_end(error));
        fault(error)
    }
}

/// Why there is no answer.
enum Failure {
    /// The server or the connection says so.
    Refused(tokio_postgres::Error),
    /// Nothing was heard in time.
    Silence,
}

/// Nothing was heard in time: what was to be done may be done.
pub(super) fn silence() -> StoreError {
    StoreError::Away("no answer in time".to_owned())
}

/// Whether the connection has ended, or is about to.
fn is_end(error: &tokio_postgres::Error) -> bool {
    match error.code() {
        Some(code) => {
            let ends = [SqlState::ADMIN_SHUTDOWN, SqlState::CRASH_SHUTDOWN];
            code.code().starts_with("08") || ends.contains(code)
        }
        None => error.is_closed() || is_of_the_line(error),
    }
}

/// Whether others who wrote at the same time are why something failed.
pub(super) fn is_in_the_way(error: &tokio_postgres::Error) -> bool {
    let ways = [SqlState::T_R_SERIALIZATION_FAILURE, SqlState::T_R_DEADLOCK_DETECTED];
    error.code().is_some_and(|code| ways.contains(code))
}

/// Connects to a server.
///
/// # Errors
/// [`StoreError::Away`] if it is not there, and another if it says no.
pub(super) async fn connect(url: &DatabaseUrl) -> Result<Client, StoreError> {
    connect_within(url, CONNECTING).await
}

async fn connect_within(url: &DatabaseUrl, time: Duration) -> Result<Client, StoreError> {
    timeout(time, connect_and_set(url)).await.unwrap_or_else(|_| Err(silence()))
}

async fn connect_and_set(url: &DatabaseUrl) -> Result<Client, StoreError> {
    let client = match url.tls()? {
        Some(tls) => talk(url, Tls::of(tls)).await,
        None => talk(url, NoTls).await,
    };
    let client = client.map_err(|error| fault(&error))?;
    client.batch_execute(SETTINGS).await.map_err(|error| fault(&error))?;
    Ok(client)
}

async fn talk<T>(url: &DatabaseUrl, tls: T) -> Result<Client, tokio_postgres::Error>
where
    T: MakeTlsConnect<Socket> + 'static,
    T::Stream: Send + 'static,
{
    let (client, connection) = url.config().connect(tls).await?;
    // It ends with the client, or when the server goes; whoever asks next is told.
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(error = told(&error), "a connection to the database has ended");
        }
    });
    Ok(client)
}

/// What a failure means.
pub(super) fn fault(error: &tokio_postgres::Error) -> StoreError {
    let reason = told(error);
    let away = match error.code() {
        Some(code) => is_away(code),
        None => error.is_closed() || is_of_the_line(error),
    };
    if away { StoreError::Away(reason) } else { StoreError::Database(reason) }
}

/// Whether a server that answers so is not ready, or is not the one that can be written to.
fn is_away(code: &SqlState) -> bool {
    let states = [
        SqlState::ADMIN_SHUTDOWN,
        SqlState::CRASH_SHUTDOWN,
        SqlState::CANNOT_CONNECT_NOW,
        SqlState::TOO_MANY_CONNECTIONS,
        SqlState::READ_ONLY_SQL_TRANSACTION,
        SqlState::QUERY_CANCELED,
        SqlState::LOCK_NOT_AVAILABLE,
        SqlState::DISK_FULL,
    ];
    code.code().starts_with("08") || states.contains(code)
}

/// Whether the connection itself failed.
fn is_of_the_line(error: &tokio_postgres::Error) -> bool {
    let causes = std::iter::successors(error.source(), |&error| error.source());
    causes.into_iter().any(<dyn Error>::is::<io::Error>) || error.to_string().contains("timeout")
}

/// A failure in words, without the values of rows.
pub(super) fn told(error: &tokio_postgres::Error) -> String {
    match (error.as_db_error(), error.source()) {
        (Some(said), _) => said.message().to_owned(),
        (None, Some(cause)) => format!("{error}: {cause}"),
        (None, None) => error.to_string(),
    }
}

fn references<'v>(values: &'v [Value<'_>]) -> Vec<&'v (dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

/// A query with values as PostgreSQL numbers them: `?` is the next, `?3` the third.
fn numbered(query: &str) -> String {
    let mut text = String::with_capacity(query.len() + 8);
    let mut last = 0_usize;
    let mut parts = query.split('?');
    text.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        let number = part[..digits].parse().unwrap_or(last + 1);
        last = last.max(number);
        text.push('$');
        text.push_str(&number.to_string());
        text.push_str(&part[digits..]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::server;

    #[tokio::test]
    async fn a_server_that_takes_connections_and_says_nothing_is_away() {
        let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = silent.local_addr().unwrap().port();
        for encryption in ["disable", "require"] {
            let url = format!("postgres://u@127.0.0.1:{port}/x?sslmode={encryption}");
            let made = connect_within(&url.parse().unwrap(), Duration::from_millis(20)).await;
            assert!(matches!(made, Err(StoreError::Away(_))), "{encryption}");
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_connection_that_falls_silent_is_not_waited_for_and_not_used_again() {
        let Some(url) = server::empty_place().await else { return };
        let runtime = Handle::current();
        let silent = tokio::task::spawn_blocking(move || {
            let client = runtime.block_on(connect(&url.parse().unwrap())).unwrap();
            let mut session = Session::new(client, &runtime);
            session.patience = Duration::from_millis(20);
            let answer = session.batch("SELECT pg_sleep(20)");
            (matches!(answer, Err(StoreError::Away(_))), session.is_usable())
        });
        assert_eq!(silent.await.unwrap(), (true, false));
    }

    #[test]
    fn values_are_numbered_as_sqlite_counts_them() {
        assert_eq!(numbered("a = ? AND b = ?"), "a = $1 AND b = $2");
        assert_eq!(numbered("a = ?2 OR b = ?1 OR c = ?2"), "a = $2 OR b = $1 OR c = $2");
        assert_eq!(
            numbered("a = ?, b = ? WHERE c = ?7 AND d = ?"),
            "a = $1, b = $2 WHERE c = $7 AND d = $8"
        );
    }
}
