//! One thread that writes everything.
//!
//! A commit waits for the disk, and SQLite has one writer at a time: with a commit for every move, a
//! thousand games stand in line for it. What arrives while one commit is under way therefore goes into
//! the next one together, each in a savepoint of its own, so that a write that fails takes no other
//! along. Nobody is told before the commit with their own write is on disk, and a game that is alone
//! waits no longer than it would without this.
//!
//! The thread speaks to SQLite directly. Through a pool of connections every statement goes to another
//! thread and back, which is four times an event: savepoint, insert, update, release.
//!
//! What is in the log must go into the file some time. By itself SQLite does that inside a commit, for
//! which every game then waits; here another thread does, while commits go on.
//!
//! The road not taken is weaker synchronisation (`NORMAL`), which gives up the last moves in a power
//! failure.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use rusqlite::{Connection, TransactionBehavior};
use tokio::sync::{mpsc, oneshot};

use super::StoreError;

/// Writes in one commit, at most: the first of them waits for the last.
const TOGETHER: usize = 256;

/// Writes that may stand in line.
const WAITING: usize = 4_096;

/// Writes after which the log is carried into the file by the way.
const CARRIED: usize = 1_000;

/// Pages of the log after which a commit carries them into the file itself: more than the other thread
/// ever leaves, unless somebody reads for very long.
const MOST_PAGES: u32 = 16_384;

/// The memory in which the thread keeps pages of the file, in kibibytes.
const CACHE: i64 = 32 * 1024;

/// The way to the thread; it ends when this is closed or dropped.
#[derive(Debug)]
pub(super) struct Writer {
    jobs: Mutex<Option<mpsc::Sender<Box<dyn Job>>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    commits: Arc<Commits>,
}

/// How many there were.
#[derive(Debug, Default)]
struct Commits {
    done: AtomicU64,
    refused: AtomicU64,
}

/// Something to be written, and somebody who waits for it.
trait Job: Send {
    /// Whether it must not be inside a transaction.
    fn is_alone(&self) -> bool;

    /// Writes it, inside a transaction unless it is alone.
    fn run(&mut self, connection: &Connection);

    /// Tells how it went, once the transaction is on disk or has failed for this reason.
    fn tell(self: Box<Self>, failed: Option<&str>);
}

struct Write<T, W> {
    alone: bool,
    work: Option<W>,
    result: Option<Result<T, StoreError>>,
    done: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, W> Job for Write<T, W>
where
    T: Send,
    W: FnOnce(&Connection) -> Result<T, StoreError> + Send,
{
    fn is_alone(&self) -> bool {
        self.alone
    }

    fn run(&mut self, connection: &Connection) {
        let alone = self.alone;
        let run = |work: W| if alone { work(connection) } else { in_savepoint(connection, work) };
        self.result = self.work.take().map(run);
    }

    fn tell(self: Box<Self>, failed: Option<&str>) {
        let answer = match (failed, self.result) {
            (None, Some(result)) => result,
            (reason, _) => Err(StoreError::Database(reason.unwrap_or("not written").to_owned())),
        };
        // Whoever asked may be gone; it is written all the same.
        let _ = self.done.send(answer);
    }
}

impl Writer {
    /// Starts the thread, and the one that carries the log into the file over a connection of its own.
    ///
    /// # Errors
    /// Those of the database.
    pub(super) fn start(connection: Connection, carrier: Connection) -> rusqlite::Result<Writer> {
        connection.pragma_update(None, "wal_autocheckpoint", MOST_PAGES)?;
        connection.pragma_update(None, "cache_size", -CACHE)?;
        let (jobs, queue) = mpsc::channel(WAITING);
        let commits = Arc::<Commits>::default();
        let counted = Arc::clone(&commits);
        let thread = std::thread::spawn(move || {
            std::thread::scope(|threads| {
                let (due, asked) = sync_channel(1);
                threads.spawn(move || carry(&carrier, &asked));
                work(connection, queue, &counted, &due);
                drop(due);
            });
        });
        Ok(Writer { jobs: Mutex::new(Some(jobs)), thread: Mutex::new(Some(thread)), commits })
    }

    /// How many commits were made, and how many refused.
    pub(super) fn commits(&self) -> (u64, u64) {
        let Commits { done, refused } = &*self.commits;
        (done.load(Ordering::Relaxed), refused.load(Ordering::Relaxed))
    }

    /// Writes something; it is on disk when this returns.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.ask(false, work).await
    }

    /// Does something with the connection between two commits.
    pub(super) async fn between_commits<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.ask(true, work).await
    }

    async fn ask<T: Send + 'static>(
        &self,
        alone: bool,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (done, written) = oneshot::channel();
        let job = Box::new(Write { alone, work: Some(work), result: None, done });
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let jobs = jobs.ok_or(StoreError::Closed)?;
        jobs.send(job).await.map_err(|_| StoreError::Closed)?;
        drop(jobs);
        written.await.map_err(|_| StoreError::Closed)?
    }

    /// Writes what stands in line and closes the connection.
    pub(super) async fn close(&self) {
        drop(self.jobs.lock().unwrap_or_else(PoisonError::into_inner).take());
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            let _ = tokio::task::spawn_blocking(move || thread.join()).await;
        }
    }
}

/// Carries the log into the file whenever asked, without holding up who writes.
fn carry(connection: &Connection, asked: &Receiver<()>) {
    while asked.recv().is_ok() {
        // What stays is carried next time, or by a commit.
        let passive = "PRAGMA wal_checkpoint(PASSIVE)";
        if let Err(error) = connection.query_row(passive, [], |_| Ok(())) {
            tracing::warn!(%error, "the log is not carried into the file");
        }
    }
}

fn work(
    mut connection: Connection,
    mut queue: mpsc::Receiver<Box<dyn Job>>,
    commits: &Commits,
    due: &SyncSender<()>,
) {
    let mut batch = Vec::with_capacity(TOGETHER);
    let mut written = 0;
    while queue.blocking_recv_many(&mut batch, TOGETHER) > 0 {
        for mut job in batch.extract_if(.., |job| job.is_alone()) {
            job.run(&connection);
            job.tell(None);
        }
        if batch.is_empty() {
            continue;
        }
        let failed = commit(&mut connection, &mut batch).err().map(|error| error.to_string());
        let counter = if failed.is_none() { &commits.done } else { &commits.refused };
        counter.fetch_add(1, Ordering::Relaxed);
        if let Some(reason) = &failed {
            tracing::error!(reason, writes = batch.len(), "a commit was refused");
        }
        written += batch.len();
        for job in batch.drain(..) {
            job.tell(failed.as_deref());
        }
        if written >= CARRIED {
            written = 0;
            // If it is still at it, it need not be asked again.
            let _ = due.try_send(());
        }
    }
}

/// Writes a batch in one commit.
fn commit(connection: &mut Connection, batch: &mut [Box<dyn Job>]) -> Result<(), StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for job in batch {
        job.run(&transaction);
        // Some failures, such as a full disk, end the whole transaction at once; what came after them
        // would not be part of any.
        if transaction.is_autocommit() {
            return Err(StoreError::Database("the disk is full or failing".to_owned()));
        }
    }
    Ok(transaction.commit()?)
}

/// Writes something that leaves no trace if it fails.
fn in_savepoint<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let run = |text: &str| connection.prepare_cached(text)?.execute([]).map(drop);
    run("SAVEPOINT job")?;
    let result = work(connection);
    if !connection.is_autocommit() {
        if result.is_err() {
            run("ROLLBACK TO job")?;
        }
        run("RELEASE job")?;
    }
    result
}
