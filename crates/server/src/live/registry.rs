//! The games in memory. A game is there only while somebody watches it or an engine thinks in it; it
//! comes back from the store whenever it is asked for.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::game::LiveGame;
use crate::accounts::identity::ClientId;
use crate::app::App;
use crate::error::ApiError;

/// In how many games without a clock the engines think on after a start, in the latest first; in all
/// others they do when somebody looks.
const WOKEN: i64 = 256;

/// Forgotten entries are swept out when there are more than this.
const TIDY_AT: usize = 1_024;

/// A game, if it is in memory. Whoever loads it holds the lock, so that nobody loads another copy
/// meanwhile: there are never two, and never one that is older than the last.
type Entry = tokio::sync::Mutex<Weak<LiveGame>>;

/// The games in memory, by their names.
#[derive(Debug, Default)]
pub(crate) struct GameRegistry(Mutex<HashMap<String, Arc<Entry>>>);

impl GameRegistry {
    /// A game by its name, whoever it belongs to.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub(crate) async fn open(&self, app: &Arc<App>, id: &str) -> Result<Arc<LiveGame>, ApiError> {
        self.open_with(id, || load(app, id)).await
    }

    pub(super) async fn open_with<L>(
        &self,
        id: &str,
        load: impl FnOnce() -> L,
    ) -> Result<Arc<LiveGame>, ApiError>
    where
        L: Future<Output = Result<LiveGame, ApiError>>,
    {
        let entry = self.entry(id);
        let mut known = entry.lock().await;
        if let Some(game) = known.upgrade() {
            return Ok(game);
        }
        let game = Arc::new(load().await?);
        *known = Arc::downgrade(&game);
        Ok(game)
    }

    fn entry(&self, id: &str) -> Arc<Entry> {
        let mut games = self.lock();
        if let Some(entry) = games.get(id) {
            return Arc::clone(entry);
        }
        if games.len() > TIDY_AT {
            // Those that somebody holds are being loaded or waited for.
            games.retain(|_, entry| Arc::strong_count(entry) > 1 || is_in_memory(entry));
        }
        let entry = Arc::new(Entry::default());
        games.insert(id.to_owned(), Arc::clone(&entry));
        entry
    }

    /// How many games are in memory.
    pub(crate) fn count(&self) -> usize {
        self.lock().values().filter(|entry| is_in_memory(entry)).count()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Entry>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the engines go on that were interrupted when the last server stopped.
    pub(crate) async fn wake_engines(&self, app: &Arc<App>) {
        let games = match app.store.engines_to_move(WOKEN).await {
            Ok(games) => games,
            Err(error) => return tracing::error!(%error, "cannot list the unfinished games"),
        };
        for id in games {
            match self.open(app, &id).await {
                Ok(game) => game.wake(app).await,
                Err(error) => tracing::warn!(game = id, %error, "a game is not readable"),
            }
        }
    }

    /// Everything of one client is another's from now on, also in the games in memory.
    pub(crate) async fn hand_over(&self, from: &ClientId, to: &ClientId) {
        let entries: Vec<Arc<Entry>> = self.lock().values().cloned().collect();
        for entry in entries {
            let game = entry.lock().await.upgrade();
            if let Some(game) = game {
                game.hand_over(from, to).await;
            }
        }
    }
}

fn is_in_memory(entry: &Entry) -> bool {
    entry.try_lock().is_ok_and(|known| known.strong_count() > 0)
}

/// Loads a game from the store.
async fn load(app: &Arc<App>, id: &str) -> Result<LiveGame, ApiError> {
    let stored = app.store.load_game(id).await?.ok_or_else(ApiError::not_found)?;
    let shared = Arc::clone(app);
    // Opening and replaying a long game takes a while; others are served meanwhile.
    let loaded = tokio::task::spawn_blocking(move || {
        let playable = shared.game_cache.open_stored(&stored.game.spec, &stored.game.start)?;
        LiveGame::restore(playable, stored).map_err(|error| ApiError::internal(&error))
    });
    let game = loaded.await.map_err(|error| ApiError::internal(&error))??;
    game.resume(app).await?;
    Ok(game)
}
