//! The games in memory. A game is there while somebody watches it or an engine thinks in it, and for
//! a while after it was last asked for, because programs that poll would have it replayed every time;
//! it comes back from the store whenever it is asked for.
//!
//! How much all of them take is estimated and bounded: what does not fit is refused until others are
//! gone, and nothing that was stored is lost by that.

use std::collections::{HashMap, VecDeque};
use std::future::Future;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::game::LiveGame;
use crate::accounts::identity::ClientId;
use crate::app::App;
use crate::error::ApiError;
use crate::limits::Limits;

/// In how many games without a clock the engines think on after a start, in the latest first; in all
/// others they do when somebody looks.
const WOKEN: i64 = 256;

/// Forgotten entries are swept out when there are more than this.
const TIDY_AT: usize = 1_024;

/// How many games are kept that nobody needs just now, and how many bytes they may take together.
const RECENT: usize = 256;
const RECENT_BYTES: usize = 64 << 20;

/// A game, if it is in memory. Whoever loads it holds the lock, so that nobody loads another copy
/// meanwhile: there are never two, and never one that is older than the last.
type Entry = tokio::sync::Mutex<Weak<LiveGame>>;

/// The games in memory, by their names.
#[derive(Debug, Default)]
pub(crate) struct GameRegistry {
    entries: Mutex<HashMap<String, Arc<Entry>>>,
    /// Those that were asked for last, the latest at the end.
    recent: Mutex<VecDeque<Arc<LiveGame>>>,
    loaded: Arc<Loaded>,
}

/// How much the games in memory take together.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    games: AtomicUsize,
    bytes: AtomicUsize,
}

/// A game's part of that, until it is dropped.
#[derive(Debug)]
pub(super) struct Weight {
    loaded: Arc<Loaded>,
    bytes: AtomicUsize,
}

impl Weight {
    /// Counts a game of so many bytes.
    pub(super) fn new(loaded: &Arc<Loaded>, bytes: usize) -> Weight {
        loaded.games.fetch_add(1, Ordering::Relaxed);
        loaded.bytes.fetch_add(bytes, Ordering::Relaxed);
        Weight { loaded: Arc::clone(loaded), bytes: AtomicUsize::new(bytes) }
    }

    /// How many bytes are counted.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Counts so many more bytes.
    pub(super) fn grow(&self, bytes: usize) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.loaded.bytes.fetch_add(bytes, Ordering::Relaxed);
    }
}

impl Drop for Weight {
    fn drop(&mut self) {
        self.loaded.games.fetch_sub(1, Ordering::Relaxed);
        self.loaded.bytes.fetch_sub(self.bytes.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

impl GameRegistry {
    /// A game by its name, whoever it belongs to.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub(crate) async fn open(&self, app: &Arc<App>, id: &str) -> Result<Arc<LiveGame>, ApiError> {
        let game = self
            .open_with(id, || async {
                self.make_room(&app.limits)?;
                load(app, id).await
            })
            .await?;
        self.keep(&game);
        Ok(game)
    }

    /// Makes sure that one more game can be loaded.
    ///
    /// # Errors
    /// If there are as many as there may be.
    fn make_room(&self, limits: &Limits) -> Result<(), ApiError> {
        let full = || {
            self.loaded.games.load(Ordering::Relaxed) >= limits.live_games
                || self.loaded.bytes.load(Ordering::Relaxed) >= limits.live_megabytes << 20
        };
        while full() {
            let oldest = self.recent().pop_front();
            if oldest.is_none() {
                tracing::warn!("a game was not loaded: there are as many as there may be");
                return Err(ApiError::unavailable("the server is full; try again in a minute"));
            }
        }
        Ok(())
    }

    /// Keeps a game for a while.
    fn keep(&self, game: &Arc<LiveGame>) {
        let mut recent = self.recent();
        if recent.back().is_some_and(|last| Arc::ptr_eq(last, game)) {
            return;
        }
        recent.retain(|known| !Arc::ptr_eq(known, game));
        recent.push_back(Arc::clone(game));
        let too_much = |recent: &VecDeque<Arc<LiveGame>>| {
            let bytes: usize = recent.iter().map(|game| game.bytes()).sum();
            recent.len() > RECENT || (recent.len() > 1 && bytes > RECENT_BYTES)
        };
        while too_much(&recent) {
            recent.pop_front();
        }
    }

    /// Keeps a game no longer: it was deleted.
    pub(super) fn forget(&self, id: &str) {
        self.recent().retain(|known| known.id() != id);
    }

    fn recent(&self) -> MutexGuard<'_, VecDeque<Arc<LiveGame>>> {
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
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
        let mut game = load().await?;
        game.count_in(&self.loaded);
        let game = Arc::new(game);
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

    /// A game by its name, if it is in memory.
    pub(crate) async fn find(&self, id: &str) -> Option<Arc<LiveGame>> {
        let entry = self.lock().get(id).cloned()?;
        entry.lock().await.upgrade()
    }

    /// How many games are in memory.
    pub(crate) fn count(&self) -> usize {
        self.lock().values().filter(|entry| is_in_memory(entry)).count()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Entry>>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the engines go on that were interrupted when the last server stopped, or another node.
    pub(crate) async fn wake_engines(&self, app: &Arc<App>) {
        let games = match app.store.engines_to_move(WOKEN).await {
            Ok(games) => games,
            Err(error) => return tracing::error!(%error, "cannot list the unfinished games"),
        };
        for id in games {
            if app.nodes.think_in(&id) {
                continue;
            }
            match self.open(app, &id).await {
                Ok(game) => {
                    // A node that is gone may have stored more than it told.
                    if app.store.is_shared()
                        && let Err(error) = game.catch_up(app).await
                    {
                        tracing::warn!(game = id, %error, "a game cannot be read");
                    }
                    game.wake(app).await;
                }
                Err(error) => tracing::warn!(game = id, %error, "a game is not readable"),
            }
        }
    }

    /// Everything of one client is another's from now on, also in the games in memory.
    pub(crate) async fn hand_over(&self, from: &ClientId, to: &ClientId) {
        for game in self.in_memory().await {
            game.hand_over(from, to).await;
        }
    }

    /// Gives the time in which nothing could be stored back to the clocks of the games in memory.
    pub(crate) async fn resume_all(&self, app: &App) {
        for game in self.in_memory().await {
            if let Err(error) = game.resume(app).await {
                tracing::warn!(game = game.id(), %error, "lost time is not given back yet");
            }
        }
    }

    /// All games in memory.
    pub(crate) async fn in_memory(&self) -> Vec<Arc<LiveGame>> {
        let entries: Vec<Arc<Entry>> = self.lock().values().cloned().collect();
        let mut games = Vec::new();
        for entry in entries {
            games.extend(entry.lock().await.upgrade());
        }
        games
    }
}

fn is_in_memory(entry: &Entry) -> bool {
    entry.try_lock().is_ok_and(|known| known.strong_count() > 0)
}

/// Loads a game from the store.
async fn load(app: &Arc<App>, id: &str) -> Result<LiveGame, ApiError> {
    // Before it is read, so that nothing is missed in between.
    let heard = app.bus.hear_of(id).await;
    let stored = app.store.load_game(id).await?.ok_or_else(ApiError::not_found)?;
    let shared = Arc::clone(app);
    // Opening and replaying a long game takes a while; others are served meanwhile, and not by a
    // thread for each.
    let slot = app.loading_slots.acquire().await.map_err(|error| ApiError::internal(&error))?;
    let loaded = tokio::task::spawn_blocking(move || {
        let playable = shared.game_cache.open_stored(&stored.game.spec, &stored.game.start)?;
        let game = LiveGame::restore(playable, stored);
        let game = game.map_err(|error| ApiError::internal(&error))?;
        Ok::<_, ApiError>(game.hearing(heard))
    });
    let game = loaded.await.map_err(|error| ApiError::internal(&error))??;
    drop(slot);
    game.resume(app).await?;
    Ok(game)
}
