//! Which games a node hears of.
//!
//! News of a game go over a subject of its own, and only nodes that have the game in memory listen there: of
//! many nodes two or three. Who loads a game subscribes first and reads it after that, so nothing is missed in
//! between. What is subscribed to is remembered, for the next connection.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::{Bus, Outgoing};

/// The first number of a subscription for a game.
const FIRST: u64 = 100;

/// The longest name of a game that is heard of; a bus ends connections over lines of some kilobytes.
const NAME: usize = 64;

/// How long the bus may take to say that it has a subscription, before a game is loaded without.
const CONFIRMING: Duration = Duration::from_millis(500);

/// The games that are heard of, by the numbers of their subscriptions.
#[derive(Debug)]
pub(super) struct HeardGames {
    queue: mpsc::Sender<Outgoing>,
    games: Mutex<HashMap<u64, String>>,
    next: AtomicU64,
}

impl HeardGames {
    pub(super) fn new(queue: mpsc::Sender<Outgoing>) -> HeardGames {
        HeardGames { queue, games: Mutex::default(), next: AtomicU64::new(FIRST) }
    }

    /// All of them, with their numbers.
    pub(super) fn all(&self) -> Vec<(u64, String)> {
        self.lock().iter().map(|(number, game)| (*number, game.clone())).collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, String>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// News of a game are heard, until this is dropped.
#[derive(Debug)]
pub(crate) struct HeardGame {
    all: Arc<HeardGames>,
    number: u64,
}

impl Drop for HeardGame {
    fn drop(&mut self) {
        self.all.lock().remove(&self.number);
        // What is heard of no game in memory does no harm.
        let _ = self.all.queue.try_send(Outgoing::Unsubscribe(self.number));
    }
}

impl Bus {
    /// Hears news of a game from now on, if there are other nodes.
    pub(crate) async fn hear_of(&self, game: &str) -> Option<HeardGame> {
        let all = self.heard.as_ref()?;
        // Names come from addresses that anybody can type, and become parts of subjects.
        let is_name = (1..=NAME).contains(&game.len());
        if !is_name || !game.bytes().all(|it| it.is_ascii_alphanumeric()) {
            return None;
        }
        let number = all.next.fetch_add(1, Ordering::Relaxed);
        all.lock().insert(number, game.to_owned());
        let heard = HeardGame { all: Arc::clone(all), number };
        // Without a connection the next one subscribes, and then everybody looks into the database.
        if self.is_connected() {
            let (ready, confirmed) = oneshot::channel();
            let subscribe = Outgoing::Subscribe { number, game: game.to_owned(), ready };
            let queue = all.queue.clone();
            let mut subscribed = tokio::spawn(async move {
                if queue.send(subscribe).await.is_ok() {
                    let _ = confirmed.await;
                }
            });
            if timeout(CONFIRMING, &mut subscribed).await.is_err() {
                let look = Arc::clone(&self.look);
                tokio::spawn(async move {
                    let _ = subscribed.await;
                    look.notify_one();
                });
            }
        }
        Some(heard)
    }
}
