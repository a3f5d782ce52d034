//! What somebody notes on a game.

use async_trait::async_trait;

use super::StoreError;
use crate::accounts::identity::ClientId;

/// Notes on games.
#[async_trait]
pub(crate) trait Notes {
    /// A client's notes on a game, as JSON.
    async fn notes(&self, game: &str, client: &ClientId) -> Result<Option<String>, StoreError>;

    /// Keeps a client's notes on a game instead of those before.
    async fn save_notes(&self, game: &str, client: &ClientId, body: &str)
    -> Result<(), StoreError>;
}
