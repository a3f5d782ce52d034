//! The live games. A game is in memory only while somebody watches it or an engine thinks in it;
//! it comes back from the store whenever it is asked for.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::app::App;
use crate::error::ApiError;
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
        let loaded = tokio::task::spawn_blocking(move || Table::restore(&row)).await;
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

    /// Lets engines go on in the games that were interrupted.
    pub(crate) async fn wake(&self, app: &Arc<App>) {
        let waiting = match app.store.unfinished(WOKEN).await {
            Ok(waiting) => waiting,
            Err(error) => {
                tracing::error!(%error, "cannot list the unfinished games");
                return;
            }
        };
        for id in waiting {
            match self.open(app, &id).await {
                Ok(table) => table.wake(app).await,
                Err(error) => {
                    tracing::warn!(game = id, %error, "an unfinished game is not readable");
                }
            }
        }
    }
}
