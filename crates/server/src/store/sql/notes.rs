//! Notes on games, in SQL.

use async_trait::async_trait;

use super::games::check_bytes;
use super::{SqlStore, values};
use crate::accounts::identity::{ClientId, Source};
use crate::store::{Notes, Quota, StoreError};
use crate::time;

#[async_trait]
impl Notes for SqlStore {
    async fn notes(&self, game: &str, client: &ClientId) -> Result<Option<String>, StoreError> {
        let (game, client) = (game.to_owned(), client.clone());
        self.read(move |sql| {
            let query = "SELECT body FROM notes WHERE game = ? AND client = ?";
            sql.first(query, values![&game, client.text()], |row| row.get("body"))
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
        self.write(move |sql| {
            sql.lock(source.text())?;
            let query = "SELECT CAST(coalesce(sum(octet_length(body)), 0) AS BIGINT) AS it
                 FROM notes WHERE game = ? AND client = ? AND source = ?";
            let before = sql.number(query, values![&game, client.text(), source.text()])?;
            let more = i64::try_from(body.len()).unwrap_or(i64::MAX);
            check_bytes(sql, &source, quota, more - before)?;
            let query =
                "INSERT INTO notes (game, client, source, body, updated) VALUES (?, ?, ?, ?, ?)
                 ON CONFLICT (game, client) DO UPDATE SET body = excluded.body,
                 source = excluded.source, updated = excluded.updated";
            let values = values![&game, client.text(), source.text(), &body, time::now()];
            sql.execute(query, values).map(drop)
        })
        .await
    }
}
