//! A PostgreSQL server, which several nodes can share.
//!
//! Queries are those of [`super::sql`], which wait for their answers: they run on threads that may, each
//! on a connection of its own from a small pool. What happens most often, an event without anything
//! beside it, takes a shorter way ([`append`]): all that arrive while a commit is under way go into the
//! next one, as one call to a function in the database.
//!
//! The server may be away for a while: it is started again, or a cable is out. Whoever asks meanwhile is
//! told [`StoreError::Away`], and connections are made anew when somebody asks again. When an answer is
//! lost nobody knows whether the write was made: whoever was told so must look before trying again.
//!
//! The road not taken is a crate that speaks to both databases: its connections are asynchronous
//! throughout, which costs SQLite a change of threads for every statement.

mod append;
mod migrations;
mod session;
mod url;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_postgres::Client;

use super::{NewEvent, StoreError, Tables};
use append::Appends;
pub(crate) use session::Session;
pub use url::{DatabaseUrl, DatabaseUrlError};

/// Connections beside the one that appends events.
const MOST: u32 = 8;

/// After a connection could not be made, so long nobody else tries.
const PAUSE: Duration = Duration::from_millis(300);

/// How long the last answers are waited for.
const CLOSING: Duration = Duration::from_secs(5);

/// How often a write is tried that others got in the way of.
const TRIES: usize = 5;

/// Before what several queries read as of one moment.
pub(super) const BEGIN_TO_READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// The open database.
#[derive(Debug)]
pub(crate) struct Postgres {
    pool: Arc<Pool>,
    appends: Appends,
}

#[derive(Debug)]
struct Pool {
    url: DatabaseUrl,
    runtime: Handle,
    permits: Arc<Semaphore>,
    idle: Mutex<Vec<Session>>,
    /// When the last try to connect failed, and why.
    failed: Mutex<Option<(Instant, String)>>,
    refused: AtomicU64,
}

/// Opens a database for somebody who only looks. Only for threads that may wait.
///
/// # Errors
/// If it cannot be reached, or has data of another version of the program.
pub(super) fn open_to_read(url: &DatabaseUrl, runtime: &Handle) -> Result<Session, StoreError> {
    let session = Session::new(runtime.block_on(session::connect(url))?, runtime);
    migrations::check_newest(&session)?;
    Ok(session)
}

/// Opens a database to carry data into it or out of it. Only for threads that may wait.
///
/// # Errors
/// If it cannot be reached, or is of another version of the program.
pub(super) fn open_to_move(
    url: &DatabaseUrl,
    runtime: &Handle,
    tables: Tables,
) -> Result<Session, StoreError> {
    let session = Session::new(runtime.block_on(session::connect(url))?, runtime);
    match tables {
        Tables::AsTheyAre => migrations::check_newest(&session)?,
        Tables::Newest => session.transaction("BEGIN", &migrations::run)?,
    }
    session.with_slow_statements()
}

impl Postgres {
    /// Connects, and brings the tables to the newest format.
    ///
    /// # Errors
    /// If the server cannot be reached, or has data of a newer program.
    pub(super) async fn open(url: DatabaseUrl) -> Result<Postgres, StoreError> {
        let pool = Arc::new(Pool {
            url,
            runtime: Handle::current(),
            permits: Arc::new(Semaphore::new(MOST as usize)),
            idle: Mutex::default(),
            failed: Mutex::default(),
            refused: AtomicU64::new(0),
        });
        let appends = Appends::start(Arc::clone(&pool));
        let open = Postgres { pool, appends };
        open.write(migrations::run).await?;
        Ok(open)
    }

    /// Reads something that one query says.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        work: impl Fn(&Session) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.with_session(work).await
    }

    /// Reads what several queries say, as of one moment.
    pub(super) async fn read_at_once<T: Send + 'static>(
        &self,
        work: impl Fn(&Session) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.with_session(move |session| session.transaction(BEGIN_TO_READ, &work)).await
    }

    /// Writes something, all of it or nothing.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        work: impl Fn(&Session) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.with_session(move |session| {
            let mut tries = 1;
            loop {
                match session.transaction("BEGIN", &work) {
                    Err(_) if session.was_in_the_way() && tries < TRIES => tries += 1,
                    done => return done,
                }
            }
        })
        .await
    }

    /// Writes an event that has nothing beside it.
    pub(super) async fn append(&self, event: NewEvent) -> Result<(), StoreError> {
        self.appends.append(event).await
    }

    /// How many commits of events were refused.
    pub(super) fn refused(&self) -> u64 {
        self.pool.refused.load(Ordering::Relaxed)
    }

    /// Writes what stands in line and closes all connections. A server that is away is not waited for.
    pub(super) async fn close(&self) {
        let written = timeout(CLOSING, async {
            self.appends.close().await;
            if let Ok(all) = self.pool.permits.acquire_many(MOST).await {
                all.forget();
            }
        });
        if written.await.is_err() {
            tracing::warn!("the database does not answer; what was not acknowledged may be lost");
        }
        self.pool.permits.close();
        self.pool.idle().clear();
    }

    async fn with_session<T: Send + 'static>(
        &self,
        work: impl Fn(&Session) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let permit = Arc::clone(&self.pool.permits).acquire_owned().await;
        let permit = permit.map_err(|_| StoreError::Closed)?;
        let pool = Arc::clone(&self.pool);
        let done = tokio::task::spawn_blocking(move || {
            // Kept until the work ends, also when nobody waits for it any more.
            let _permit = permit;
            pool.run(&work)
        });
        done.await.map_err(|error| StoreError::Database(error.to_string()))?
    }
}

impl Pool {
    fn idle(&self) -> MutexGuard<'_, Vec<Session>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something on a connection. One that was kept may have ended meanwhile: as long as nothing
    /// was written on it, another is taken. What fails for another reason, a lock that somebody holds
    /// say, would fail on all of them.
    fn run<T>(&self, work: &dyn Fn(&Session) -> Result<T, StoreError>) -> Result<T, StoreError> {
        loop {
            let kept = self.idle().pop();
            let is_new = kept.is_none();
            let session = match kept {
                Some(session) if session.is_closed() => continue,
                Some(session) => session,
                None => self.runtime.block_on(self.connect())?,
            };
            session.begin_anew();
            let result = work(&session);
            match &result {
                Err(StoreError::Away(_))
                    if !is_new && session.is_closed() && session.has_written_nothing() =>
                {
                    continue;
                }
                _ if session.is_usable() => self.idle().push(session),
                _ => {}
            }
            return result;
        }
    }

    /// A new connection on which somebody waits.
    async fn connect(&self) -> Result<Session, StoreError> {
        let client = self.connect_plain().await?;
        Ok(Session::new(client, &self.runtime))
    }

    /// A new connection.
    async fn connect_plain(&self) -> Result<Client, StoreError> {
        let failed = || self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, why)) = &*failed()
            && at.elapsed() < PAUSE
        {
            return Err(StoreError::Away(why.clone()));
        }
        let made = session::connect(&self.url).await;
        *failed() = match &made {
            Err(StoreError::Away(why)) => Some((Instant::now(), why.clone())),
            _ => None,
        };
        made
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::sync::atomic::AtomicUsize;

    use futures_util::future::join_all;

    use super::*;
    use crate::store::sql::Sql;
    use crate::store::tests::server;

    /// Opens a database so that there are some connections which nobody uses; returns their numbers on
    /// the server.
    async fn with_idle(url: &str, count: usize) -> (Postgres, Vec<i64>) {
        let open = Postgres::open(url.parse().unwrap()).await.unwrap();
        let together = Arc::new(Barrier::new(count));
        let reads = (0..count).map(|_| {
            let together = Arc::clone(&together);
            open.read(move |session| {
                together.wait();
                Sql::Postgres(session).number("SELECT CAST(pg_backend_pid() AS BIGINT) AS it", &[])
            })
        });
        let numbers = join_all(reads).await.into_iter().map(Result::unwrap).collect();
        assert_eq!(open.pool.idle().len(), count);
        (open, numbers)
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn what_fails_on_a_connection_that_lives_is_not_tried_on_all_others() {
        let Some(url) = server::empty_place().await else { return };
        let (open, _) = with_idle(&url, 3).await;
        let tries = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&tries);
        let failed = open.read(move |session| {
            counted.fetch_add(1, Ordering::Relaxed);
            session.batch("SET statement_timeout = '1ms'; SELECT pg_sleep(10)")
        });
        assert!(matches!(failed.await, Err(StoreError::Away(_))));
        assert_eq!(tries.load(Ordering::Relaxed), 1);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn nobody_notices_that_the_server_has_ended_connections_which_were_kept() {
        let Some(url) = server::empty_place().await else { return };
        let (open, numbers) = with_idle(&url, 3).await;
        for number in numbers {
            server::execute(&url, &format!("SELECT pg_terminate_backend({number})")).await;
        }
        open.read(|session| session.batch("SELECT 1")).await.unwrap();
    }
}
