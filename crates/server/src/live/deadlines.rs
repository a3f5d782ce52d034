//! When the clocks of games run out.
//!
//! The queue knows games by their names and holds none of them: a game whose players think for days
//! takes no memory, and after a start none is loaded before its time has come.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, Semaphore};

use crate::app::App;
use crate::time;

/// How many games are looked at together whose time has come.
const TOGETHER: usize = 4;

/// After so many milliseconds a game is looked at again whose end could not be stored.
pub(super) const RETRY: i64 = 1_000;

/// The moments at which clocks run out, in milliseconds.
#[derive(Debug, Default)]
pub(crate) struct DeadlineQueue {
    queue: Mutex<Queue>,
    sooner: Notify,
}

#[derive(Debug, Default)]
struct Queue {
    by_time: BTreeSet<(i64, String)>,
    by_game: HashMap<String, i64>,
}

impl DeadlineQueue {
    /// The clock of a game runs out then, or does not run.
    pub(crate) fn set(&self, game: &str, deadline: Option<i64>) {
        let mut queue = self.lock();
        if queue.by_game.get(game).copied() == deadline {
            return;
        }
        let first = queue.first();
        if let Some(before) = queue.by_game.remove(game) {
            queue.by_time.remove(&(before, game.to_owned()));
        }
        if let Some(deadline) = deadline {
            queue.by_game.insert(game.to_owned(), deadline);
            queue.by_time.insert((deadline, game.to_owned()));
        }
        let now_first = queue.first();
        drop(queue);
        if now_first.is_some_and(|now| first.is_none_or(|first| now < first)) {
            self.sooner.notify_one();
        }
    }

    /// Takes a game out whose time has run out by now.
    pub(super) fn take_due(&self, now: i64) -> Option<String> {
        let mut queue = self.lock();
        if queue.first().is_none_or(|first| first > now) {
            return None;
        }
        let (_, game) = queue.by_time.pop_first()?;
        queue.by_game.remove(&game);
        Some(game)
    }

    /// Waits until a game's time has run out, and takes it out.
    async fn next(&self) -> String {
        loop {
            let now = time::now_ms();
            if let Some(game) = self.take_due(now) {
                return game;
            }
            let first = self.lock().first();
            let wait = async {
                match first {
                    Some(first) => {
                        let left = u64::try_from(first - now).unwrap_or_default();
                        tokio::time::sleep(Duration::from_millis(left)).await;
                    }
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = wait => {}
                () = self.sooner.notified() => {}
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    fn first(&self) -> Option<i64> {
        self.by_time.first().map(|(deadline, _)| *deadline)
    }
}

/// Lets flags fall, for ever.
pub(crate) async fn run(app: Arc<App>) {
    let slots = Arc::new(Semaphore::new(TOGETHER));
    loop {
        let id = app.deadlines.next().await;
        let Ok(slot) = Arc::clone(&slots).acquire_owned().await else { return };
        let app = Arc::clone(&app);
        tokio::spawn(async move {
            let _slot = slot;
            match app.games.open(&app, &id).await {
                Ok(game) => game.check_clock(&app).await,
                Err(error) if error.is_missing() => {}
                Err(error) => {
                    tracing::warn!(game = id, %error, "a game is not readable");
                    if error.is_passing() {
                        app.deadlines.set(&id, Some(time::now_ms() + RETRY));
                    }
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_out_in_the_order_of_their_deadlines_and_each_once() {
        let queue = DeadlineQueue::default();
        for (game, deadline) in [("a", 30), ("b", 10), ("c", 20), ("b", 40), ("d", 5)] {
            queue.set(game, Some(deadline));
        }
        queue.set("d", None);
        assert_eq!(queue.take_due(19), None);
        assert_eq!(queue.take_due(30).as_deref(), Some("c"));
        assert_eq!(queue.take_due(30).as_deref(), Some("a"));
        assert_eq!(queue.take_due(30), None, "b was put off");
        assert_eq!(queue.take_due(40).as_deref(), Some("b"));
        assert_eq!(queue.take_due(i64::MAX), None);
    }

    #[tokio::test]
    async fn whoever_waits_hears_of_a_sooner_deadline() {
        let queue = Arc::new(DeadlineQueue::default());
        queue.set("late", Some(i64::MAX));
        let waiting = tokio::spawn({
            let queue = Arc::clone(&queue);
            async move { queue.next().await }
        });
        tokio::task::yield_now().await;
        queue.set("soon", Some(0));
        assert_eq!(waiting.await.unwrap(), "soon");
    }
}
