//! Notes on games in the file.

use async_trait::async_trait;
use rusqlite::{OptionalExtension, params};

use super::{SqliteStore, StoreError};
use crate::accounts::identity::ClientId;
use crate::store::Notes;
use crate::time;

#[async_trait]
impl Notes for SqliteStore {
    async fn notes(&self, game: &str, client: &ClientId) -> Result<Option<String>, StoreError> {
        let (game, client) = (game.to_owned(), client.clone());
        self.read(move |connection| {
            let query = "SELECT body FROM notes WHERE game = ? AND client = ?";
            let mut query = connection.prepare_cached(query)?;
            Ok(query.query_row([&game, client.text()], |row| row.get(0)).optional()?)
        })
        .await
    }

    async fn save_notes(
        &self,
        game: &str,
        client: &ClientId,
        body: &str,
    ) -> Result<(), StoreError> {
        let (game, client, body) = (game.to_owned(), client.clone(), body.to_owned());
        self.write(move |connection| {
            let query = "INSERT INTO notes (game, client, body, updated) VALUES (?, ?, ?, ?)
                 ON CONFLICT (game, client)
                 DO UPDATE SET body = excluded.body, updated = excluded.updated";
            let values = params![game, client.text(), body, time::now()];
            connection.prepare_cached(query)?.execute(values)?;
            Ok(())
        })
        .await
    }
}
