//! One task that writes what happens in all games.
//!
//! A commit waits for the disk, and SQLite has one writer at a time: with a commit for every move, a
//! thousand games stand in line for it. What arrives while one commit is under way therefore goes into
//! the next one together. Nobody is told before the commit with their own event is on disk, and a
//! game that is alone waits no longer than it would without this.
//!
//! The road not taken is weaker synchronisation (`NORMAL`), which gives up the last moves in a power
//! failure.

use sqlx::{Acquire, SqlitePool};
use tokio::sync::{mpsc, oneshot};

use super::StoreError;
use super::games::{NewEvent, append};
use crate::accounts::ratings::RatingChange;

/// Events in one commit, at most: the first of them waits for the last.
const TOGETHER: usize = 256;

/// Events that may stand in line.
const WAITING: usize = 4_096;

type Written = Result<Vec<RatingChange>, StoreError>;

/// An event to be written, and who waits for that.
struct Job {
    entry: NewEvent,
    done: oneshot::Sender<Written>,
}

/// The way to the task.
#[derive(Debug)]
pub(super) struct Writer(mpsc::Sender<Job>);

impl Writer {
    /// Starts the task; it ends when this is dropped.
    pub(super) fn start(pool: SqlitePool) -> Writer {
        let (line, jobs) = mpsc::channel(WAITING);
        tokio::spawn(work(pool, jobs));
        Writer(line)
    }

    /// Writes an event; it is on disk when this returns. Returns how ratings changed.
    pub(super) async fn append(&self, entry: NewEvent) -> Written {
        let (done, written) = oneshot::channel();
        self.0.send(Job { entry, done }).await.map_err(|_| StoreError::Closed)?;
        written.await.map_err(|_| StoreError::Closed)?
    }
}

async fn work(pool: SqlitePool, mut jobs: mpsc::Receiver<Job>) {
    let mut batch = Vec::with_capacity(TOGETHER);
    while jobs.recv_many(&mut batch, TOGETHER).await > 0 {
        match commit(&pool, &batch).await {
            Ok(answers) => {
                for (job, answer) in batch.drain(..).zip(answers) {
                    // Whoever asked may be gone; the event is written all the same.
                    let _ = job.done.send(answer);
                }
            }
            Err(error) => {
                let reason = error.to_string();
                for job in batch.drain(..) {
                    let _ = job.done.send(Err(StoreError::NotWritten(reason.clone())));
                }
            }
        }
    }
}

/// Writes events in one commit. An event that cannot be written takes no other along.
async fn commit(pool: &SqlitePool, batch: &[Job]) -> Result<Vec<Written>, StoreError> {
    let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await?;
    let mut answers = Vec::with_capacity(batch.len());
    for job in batch {
        let mut part = transaction.begin().await?;
        let answer = append(&mut part, &job.entry).await;
        match answer {
            Ok(_) => part.commit().await?,
            Err(_) => part.rollback().await?,
        }
        answers.push(answer);
    }
    transaction.commit().await?;
    Ok(answers)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::accounts::identity::ClientId;
    use crate::live::clock::ClockRule;
    use crate::store::{NewGame, Store};

    fn game(id: &str) -> NewGame {
        NewGame {
            id: id.to_owned(),
            owner: ClientId::stored("somebody".to_owned()),
            spec: "selfo".to_owned(),
            rules: "selfo 1".to_owned(),
            start: String::new(),
            seed: 0,
            began: 0,
            clock: ClockRule::None,
            rated: false,
            listed: false,
            to_move: Some('A'),
            deadline: None,
            seats: Vec::new(),
        }
    }

    fn entry(game: &str, number: u32) -> NewEvent {
        NewEvent {
            game: game.to_owned(),
            number,
            body: format!("{number}"),
            at: 0,
            plies: 0,
            result: None,
            winners: String::new(),
            to_move: None,
            deadline: None,
            seated: None,
            contest: None,
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn of_many_events_at_once_only_those_that_cannot_be_written_fail() {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(Store::open(folder.path()).await.unwrap());
        for id in ["a", "b", "c"] {
            store.create(&game(id), None).await.unwrap();
        }
        let mut writing = Vec::new();
        for number in 1..=50 {
            // Every event twice, and one of a game that does not exist.
            for id in ["a", "b", "c", "a", "b", "c", "nothing"] {
                let store = Arc::clone(&store);
                let append = async move { store.append(entry(id, number)).await.is_ok() };
                writing.push((id, tokio::spawn(append)));
            }
        }
        let mut written = 0;
        for (id, task) in writing {
            let done = task.await.unwrap();
            assert!(!(done && id == "nothing"));
            written += usize::from(done);
        }
        assert_eq!(written, 150, "each number of each game once");
        for id in ["a", "b", "c"] {
            let events = store.load(id).await.unwrap().unwrap().events;
            let bodies: Vec<String> = events.into_iter().map(|(body, _)| body).collect();
            assert_eq!(bodies, (1..=50).map(|n| n.to_string()).collect::<Vec<_>>());
        }
        store.close().await;
        assert!(store.append(entry("a", 51)).await.is_err());
    }
}
