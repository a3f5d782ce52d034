//! The live games. A game is in memory only while somebody watches it or an engine thinks in it;
//! it comes back from the store whenever it is asked for.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::accounts::identity::ClientId;
use crate::app::App;
use crate::error::ApiError;
use crate::live::LiveGame;
use crate::store::StoreError;
use crate::time;

/// How many unfinished games are woken when the server starts, the latest first; all others are when
/// somebody looks at them.
const WOKEN: i64 = 256;

/// Forgotten entries are swept out when there are more than this.
const TIDY_AT: usize = 1_024;

/// The games in memory, by their names.
#[derive(Debug, Default)]
pub(crate) struct GameRegistry(Mutex<HashMap<String, Weak<LiveGame>>>);

impl GameRegistry {
    /// A game by its name, whoever it belongs to.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub(crate) async fn open(&self, app: &Arc<App>, id: &str) -> Result<Arc<LiveGame>, ApiError> {
        if let Some(game) = self.find(id) {
            return Ok(game);
        }
        let row = app.store.load_game(id).await?.ok_or_else(ApiError::not_found)?;
        // Replaying a long game takes a while; others are served meanwhile.
        let loaded = tokio::task::spawn_blocking(move || LiveGame::restore(row)).await;
        let game = loaded.map_err(|error| ApiError::internal(&error))??;
        Ok(self.insert(Arc::new(game)))
    }

    /// Puts a game into the list, or gives the one that came in meanwhile: there are never two.
    pub(crate) fn insert(&self, game: Arc<LiveGame>) -> Arc<LiveGame> {
        let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = games.get(game.id()).and_then(Weak::upgrade) {
            return known;
        }
        if games.len() > TIDY_AT {
            games.retain(|_, game| game.strong_count() > 0);
        }
        games.insert(game.id().to_owned(), Arc::downgrade(&game));
        game
    }

    /// How many games are in memory.
    pub(crate) fn count(&self) -> usize {
        let games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        games.values().filter(|game| game.strong_count() > 0).count()
    }

    fn find(&self, id: &str) -> Option<Arc<LiveGame>> {
        let games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        games.get(id).and_then(Weak::upgrade)
    }

    /// Lets the games go on that were interrupted: those with clocks all, of the others the latest.
    pub(crate) async fn wake(&self, app: &Arc<App>) {
        if let Err(error) = self.try_wake(app).await {
            tracing::error!(%error, "cannot list the unfinished games");
        }
    }

    async fn try_wake(&self, app: &Arc<App>) -> Result<(), StoreError> {
        let alive = app.store.last_heartbeat().await?;
        for id in app.store.deadlines().await?.into_iter().map(|(id, _)| id) {
            if let Some(game) = self.open_or_warn(app, &id).await {
                game.resume(app, alive).await;
            }
        }
        for id in app.store.engines_to_move(WOKEN).await? {
            if let Some(game) = self.open_or_warn(app, &id).await {
                game.wake(app).await;
            }
        }
        Ok(())
    }

    /// Lets the flags fall that are due.
    pub(crate) async fn check_clocks(&self, app: &Arc<App>) -> Result<(), StoreError> {
        for (id, deadline) in app.store.deadlines().await? {
            if deadline >= time::now_ms() {
                break;
            }
            if let Some(game) = self.open_or_warn(app, &id).await {
                game.check_clock(app).await;
            }
        }
        Ok(())
    }

    async fn open_or_warn(&self, app: &Arc<App>, id: &str) -> Option<Arc<LiveGame>> {
        let opened = self.open(app, id).await;
        opened.inspect_err(|error| tracing::warn!(game = id, %error, "a game is not readable")).ok()
    }

    /// Everything of one client is another's from now on, also in the games in memory.
    pub(crate) async fn hand_over(&self, from: &ClientId, to: &ClientId) {
        let games: Vec<Arc<LiveGame>> = {
            let games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            games.values().filter_map(Weak::upgrade).collect()
        };
        for game in games {
            game.hand_over(from, to).await;
        }
    }
}
