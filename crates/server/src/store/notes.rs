//! Notes on games, and games that come with all their events, in the file.

use sqlx::Row;

use super::{Store, StoreError};
use crate::clock;

impl Store {
    /// A client's notes on a game, as JSON.
    pub(crate) async fn notes(
        &self,
        game: &str,
        client: &str,
    ) -> Result<Option<String>, StoreError> {
        let query = sqlx::query("SELECT body FROM notes WHERE game = ? AND client = ?");
        let row = query.bind(game).bind(client).fetch_optional(&self.pool).await?;
        Ok(row.map(|row| row.try_get("body")).transpose()?)
    }

    /// Keeps a client's notes on a game instead of those before.
    pub(crate) async fn save_notes(
        &self,
        game: &str,
        client: &str,
        body: &str,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO notes (game, client, body, updated) VALUES (?, ?, ?, ?)
             ON CONFLICT (game, client) DO UPDATE SET body = excluded.body, updated = excluded.updated",
        )
        .bind(game)
        .bind(client)
        .bind(body)
        .bind(clock::now())
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Writes all events of a game that has none yet, and how it stands after them, at once.
    pub(crate) async fn fill(
        &self,
        game: &str,
        events: &[String],
        plies: u32,
        result: Option<&str>,
    ) -> Result<(), StoreError> {
        let now = clock::now();
        let mut transaction = self.pool.begin().await?;
        for (body, number) in events.iter().zip(1i64..) {
            sqlx::query("INSERT INTO event (game, number, body, at) VALUES (?, ?, ?, ?)")
                .bind(game)
                .bind(number)
                .bind(body)
                .bind(now)
                .execute(&mut *transaction)
                .await?;
        }
        sqlx::query("UPDATE game SET plies = ?, result = ? WHERE id = ?")
            .bind(i64::from(plies))
            .bind(result)
            .bind(game)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }
}
