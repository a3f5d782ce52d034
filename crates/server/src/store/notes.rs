//! Notes on games in the file.

use sqlx::Row;

use super::{Store, StoreError};
use crate::accounts::identity::ClientId;
use crate::time;

impl Store {
    /// A client's notes on a game, as JSON.
    pub(crate) async fn notes(
        &self,
        game: &str,
        client: &ClientId,
    ) -> Result<Option<String>, StoreError> {
        let query = sqlx::query("SELECT body FROM notes WHERE game = ? AND client = ?");
        let row = query.bind(game).bind(client.text()).fetch_optional(&self.pool).await?;
        Ok(row.map(|row| row.try_get("body")).transpose()?)
    }

    /// Keeps a client's notes on a game instead of those before.
    pub(crate) async fn save_notes(
        &self,
        game: &str,
        client: &ClientId,
        body: &str,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO notes (game, client, body, updated) VALUES (?, ?, ?, ?)
             ON CONFLICT (game, client) DO UPDATE SET body = excluded.body, updated = excluded.updated",
        )
        .bind(game)
        .bind(client.text())
        .bind(body)
        .bind(time::now())
        .execute(&self.writing)
        .await?;
        Ok(())
    }
}
