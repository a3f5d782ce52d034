//! Notes on games in the file.

use async_trait::async_trait;
use rusqlite::{OptionalExtension, params};

use super::games::check_bytes;
use super::{SqliteStore, StoreError};
use crate::accounts::identity::{ClientId, Source};
use crate::store::{Notes, Quota};
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
        source: &Source,
        body: &str,
        quota: Quota,
    ) -> Result<(), StoreError> {
        let (game, client, body) = (game.to_owned(), client.clone(), body.to_owned());
        let source = source.clone();
        self.write(move |connection| {
            let query = "SELECT coalesce(sum(octet_length(body)), 0) FROM notes
                 WHERE game = ? AND client = ? AND source = ?";
            let mut query = connection.prepare_cached(query)?;
            let values = [game.as_str(), client.text(), source.text()];
            let before: i64 = query.query_row(values, |row| row.get(0))?;
            let more = i64::try_from(body.len()).unwrap_or(i64::MAX);
            check_bytes(connection, &source, quota, more - before)?;
            let query =
                "INSERT INTO notes (game, client, source, body, updated) VALUES (?, ?, ?, ?, ?)
                 ON CONFLICT (game, client) DO UPDATE SET body = excluded.body,
                 source = excluded.source, updated = excluded.updated";
            let values = params![game, client.text(), source.text(), body, time::now()];
            connection.prepare_cached(query)?.execute(values)?;
            Ok(())
        })
        .await
    }
}
