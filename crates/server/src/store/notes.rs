//! What somebody notes on a game.

use async_trait::async_trait;

use super::{Quota, StoreError};
use crate::accounts::identity::{ClientId, Source};

/// Notes on games.
#[async_trait]
pub(crate) trait Notes {
    /// A client's notes on a game, as JSON.
    async fn notes(&self, game: &str, client: &ClientId) -> Result<Option<String>, StoreError>;

    /// Keeps a client's notes on a game instead of those before.
    ///
    /// # Errors
    /// [`StoreError::Exceeded`] if the source would have more bytes than it may.
    async fn save_notes(
        &self,
        game: &str,
        client: &ClientId,
        source: &Source,
        body: &str,
        quota: Quota,
    ) -> Result<(), StoreError>;
}
