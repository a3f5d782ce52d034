//! Events on the short way: all that arrive while a commit is under way go into the next one together.
//!
//! The function in the database looks at each by itself, so that one that comes too late takes no other
//! along. The events of a commit are in the order of their games: two nodes that write to the same games
//! then wait for each other and never in a circle.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Statement};

use super::session::{fault, is_in_the_way, silence};
use super::{Pool, TRIES};
use crate::store::{NewEvent, StoreError};
use crate::time;

/// Events in one commit, at most.
const TOGETHER: usize = 256;

/// Events that may stand in line.
const WAITING: usize = 4_096;

/// How long a commit may take before its answer counts as lost.
const PATIENCE: Duration = Duration::from_secs(20);

const QUERY: &str = "SELECT append_events($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";

/// The way to the task that appends; it ends when this is closed or dropped.
#[derive(Debug)]
pub(super) struct Appends {
    queue: Mutex<Option<mpsc::Sender<Append>>>,
    task: Mutex<Option<JoinHandle<()>>>,
}

/// An event, and somebody who waits for it.
struct Append {
    event: NewEvent,
    done: oneshot::Sender<Result<(), StoreError>>,
}

/// The connection that appends.
struct Line {
    client: Client,
    statement: Statement,
}

impl Appends {
    pub(super) fn start(pool: Arc<Pool>) -> Appends {
        let (queue, waiting) = mpsc::channel(WAITING);
        let task = tokio::spawn(run(pool, waiting));
        Appends { queue: Mutex::new(Some(queue)), task: Mutex::new(Some(task)) }
    }

    /// Writes an event; it is on disk when this returns.
    pub(super) async fn append(&self, event: NewEvent) -> Result<(), StoreError> {
        let (done, written) = oneshot::channel();
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let queue = queue.ok_or(StoreError::Closed)?;
        queue.send(Append { event, done }).await.map_err(|_| StoreError::Closed)?;
        drop(queue);
        written.await.map_err(|_| StoreError::Closed)?
    }

    /// Writes what stands in line and ends the task.
    pub(super) async fn close(&self) {
        drop(self.queue.lock().unwrap_or_else(PoisonError::into_inner).take());
        let task = self.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = task {
            let _ = task.await;
        }
    }
}

async fn run(pool: Arc<Pool>, mut waiting: mpsc::Receiver<Append>) {
    let mut batch: Vec<Append> = Vec::with_capacity(TOGETHER);
    let mut line = None;
    while waiting.recv_many(&mut batch, TOGETHER).await > 0 {
        batch.sort_by(|one, other| one.event.game.cmp(&other.event.game));
        let written = commit(&pool, &mut line, &batch).await;
        if let Err(error) = &written {
            line = None;
            pool.refused.fetch_add(1, Ordering::Relaxed);
            tracing::error!(%error, events = batch.len(), "a commit was refused");
        }
        let mut answers = written.as_ref().map(|words| words.iter());
        for Append { done, .. } in batch.drain(..) {
            let answer = match &mut answers {
                Ok(words) => match words.next().map(String::as_str) {
                    Some("written") => Ok(()),
                    Some("conflict") => Err(StoreError::Conflict),
                    Some("gone") => Err(StoreError::NoGame),
                    _ => Err(StoreError::Database("an event has no answer".to_owned())),
                },
                Err(StoreError::Away(why)) => Err(StoreError::Away(why.clone())),
                Err(error) => Err(StoreError::Database(error.to_string())),
            };
            // Whoever asked may be gone; it is written all the same.
            let _ = done.send(answer);
        }
    }
}

/// Writes a batch in one commit; returns a word for each.
async fn commit(
    pool: &Pool,
    line: &mut Option<Line>,
    batch: &[Append],
) -> Result<Vec<String>, StoreError> {
    let events = || batch.iter().map(|append| &append.event);
    let to_move: Vec<Option<String>> = events().map(|it| it.to_move.map(String::from)).collect();
    let games: Vec<&str> = events().map(|it| it.game.as_str()).collect();
    let numbers: Vec<i64> = events().map(|it| it.number.into()).collect();
    let bodies: Vec<&str> = events().map(|it| it.body.as_str()).collect();
    let moments: Vec<i64> = events().map(|it| it.at).collect();
    let plies: Vec<i64> = events().map(|it| i64::try_from(it.plies).unwrap_or(i64::MAX)).collect();
    let results: Vec<Option<&str>> = events().map(|it| it.result.as_deref()).collect();
    let winners: Vec<&str> = events().map(|it| it.winners.as_str()).collect();
    let deadlines: Vec<Option<i64>> = events().map(|it| it.deadline).collect();
    let mut tries = 1;
    loop {
        let Line { client, statement } = match line {
            Some(open) if !open.client.is_closed() => open,
            _ => line.insert(connect(pool).await?),
        };
        let now = time::now();
        let values: [&(dyn ToSql + Sync); 10] = [
            &games, &numbers, &bodies, &moments, &plies, &results, &winners, &to_move, &deadlines,
            &now,
        ];
        match timeout(PATIENCE, client.query(statement, &values)).await {
            Ok(Ok(rows)) => {
                return rows
                    .iter()
                    .map(|row| row.try_get(0).map_err(|error| fault(&error)))
                    .collect();
            }
            Ok(Err(error)) if is_in_the_way(&error) && tries < TRIES => tries += 1,
            Ok(Err(error)) => return Err(fault(&error)),
            Err(_) => return Err(silence()),
        }
    }
}

async fn connect(pool: &Pool) -> Result<Line, StoreError> {
    let client = pool.connect_plain().await?;
    let prepared = timeout(PATIENCE, client.prepare(QUERY)).await.map_err(|_| silence())?;
    let statement = prepared.map_err(|error| fault(&error))?;
    Ok(Line { client, statement })
}
