//! The live games. A game is in memory only while somebody watches it or an engine thinks in it;
//! it comes back from the store whenever it is asked for.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::app::App;
use crate::clock;
use crate::error::ApiError;
use crate::session::Who;
use crate::store::StoreError;
use crate::table::Table;

/// How many unfinished games are woken when the server starts, the latest first; all others are when
/// somebody looks at them.
const WOKEN: i64 = 256;

/// Forgotten entries are swept out when there are more than this.
const TIDY_AT: usize = 1_024;

/// The games in memory, by their names.
#[derive(Debug, Default)]
pub(crate) struct Tables(Mutex<HashMap<String, Weak<Table>>>);

impl Tables {
    /// A game by its name, whoever it belongs to.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub(crate) async fn open(&self, app: &Arc<App>, id: &str) -> Result<Arc<Table>, ApiError> {
        if let Some(table) = self.find(id) {
            return Ok(table);
        }
        let row = app.store.load(id).await?.ok_or_else(ApiError::not_found)?;
        // Replaying a long game takes a while; others are served meanwhile.
        let loaded = tokio::task::spawn_blocking(move || Table::restore(row)).await;
        let table = loaded.map_err(|error| ApiError::internal(&error))??;
        Ok(self.seat(Arc::new(table)))
    }

    /// Puts a game into the list, or gives the one that came in meanwhile: there are never two.
    pub(crate) fn seat(&self, table: Arc<Table>) -> Arc<Table> {
        let mut tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = tables.get(table.id()).and_then(Weak::upgrade) {
            return known;
        }
        if tables.len() > TIDY_AT {
            tables.retain(|_, table| table.strong_count() > 0);
        }
        tables.insert(table.id().to_owned(), Arc::downgrade(&table));
        table
    }

    /// How many games are in memory.
    pub(crate) fn count(&self) -> usize {
        let tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tables.values().filter(|table| table.strong_count() > 0).count()
    }

    fn find(&self, id: &str) -> Option<Arc<Table>> {
        let tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tables.get(id).and_then(Weak::upgrade)
    }

    /// Lets the games go on that were interrupted: those with clocks all, of the others the latest.
    pub(crate) async fn wake(&self, app: &Arc<App>) {
        if let Err(error) = self.try_wake(app).await {
            tracing::error!(%error, "cannot list the unfinished games");
        }
    }

    async fn try_wake(&self, app: &Arc<App>) -> Result<(), StoreError> {
        let alive = app.store.last_alive().await?;
        for id in app.store.due(i64::MAX).await? {
            if let Some(table) = self.open_or_warn(app, &id).await {
                table.resume(app, alive).await;
            }
        }
        for id in app.store.unfinished(WOKEN).await? {
            if let Some(table) = self.open_or_warn(app, &id).await {
                table.wake(app).await;
            }
        }
        Ok(())
    }

    /// Lets the flags fall that are due.
    pub(crate) async fn check_clocks(&self, app: &Arc<App>) -> Result<(), StoreError> {
        for id in app.store.due(clock::now_ms()).await? {
            if let Some(table) = self.open_or_warn(app, &id).await {
                table.check_clock(app).await;
            }
        }
        Ok(())
    }

    async fn open_or_warn(&self, app: &Arc<App>, id: &str) -> Option<Arc<Table>> {
        let opened = self.open(app, id).await;
        opened.inspect_err(|error| tracing::warn!(game = id, %error, "a game is not readable")).ok()
    }

    /// Everything of one client is another's from now on, also in the games in memory.
    pub(crate) async fn hand_over(&self, from: &Who, to: &Who) {
        let tables: Vec<Arc<Table>> = {
            let tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            tables.values().filter_map(Weak::upgrade).collect()
        };
        for table in tables {
            table.hand_over(from, to).await;
        }
    }
}
