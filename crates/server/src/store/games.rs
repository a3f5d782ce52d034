//! Games and their events in the file.

use serde::Serialize;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::{Store, StoreError};
use crate::clock;

/// A game as it begins.
#[derive(Clone, Debug)]
pub(crate) struct NewGame {
    pub(crate) id: String,
    pub(crate) owner: String,
    pub(crate) spec: String,
    pub(crate) rules: String,
    pub(crate) start: String,
    /// The players, as JSON.
    pub(crate) players: String,
    pub(crate) seed: i64,
}

/// A game as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct GameRow {
    pub(crate) game: NewGame,
    pub(crate) created: i64,
    /// The events in order, as JSON.
    pub(crate) events: Vec<String>,
}

/// A line in the list of a client's games.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Saved {
    id: String,
    spec: String,
    players: serde_json::Value,
    created: i64,
    updated: i64,
    plies: i64,
    result: Option<String>,
}

impl Store {
    /// Writes a new game.
    pub(crate) async fn create(&self, game: &NewGame) -> Result<(), StoreError> {
        let now = clock::now();
        sqlx::query(
            "INSERT INTO game (id, owner, spec, rules, start, players, seed, created, updated)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(&game.id)
        .bind(&game.owner)
        .bind(&game.spec)
        .bind(&game.rules)
        .bind(&game.start)
        .bind(&game.players)
        .bind(game.seed)
        .bind(now)
        .bind(now)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Writes event `number` of a game, with how many moves stand after it and the result if there
    /// is one. It is on disk when this returns.
    pub(crate) async fn append(
        &self,
        game: &str,
        number: u32,
        body: &str,
        plies: usize,
        result: Option<&str>,
    ) -> Result<(), StoreError> {
        let now = clock::now();
        let mut transaction = self.pool.begin().await?;
        sqlx::query("INSERT INTO event (game, number, body, at) VALUES (?, ?, ?, ?)")
            .bind(game)
            .bind(i64::from(number))
            .bind(body)
            .bind(now)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("UPDATE game SET updated = ?, plies = ?, result = ? WHERE id = ?")
            .bind(now)
            .bind(i64::try_from(plies).unwrap_or(i64::MAX))
            .bind(result)
            .bind(game)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// A game with all its events.
    pub(crate) async fn load(&self, id: &str) -> Result<Option<GameRow>, StoreError> {
        let query = "SELECT id, owner, spec, rules, start, players, seed, created FROM game
             WHERE id = ?";
        let Some(row) = sqlx::query(query).bind(id).fetch_optional(&self.pool).await? else {
            return Ok(None);
        };
        let game = NewGame {
            id: row.try_get("id")?,
            owner: row.try_get("owner")?,
            spec: row.try_get("spec")?,
            rules: row.try_get("rules")?,
            start: row.try_get("start")?,
            players: row.try_get("players")?,
            seed: row.try_get("seed")?,
        };
        let query = "SELECT body FROM event WHERE game = ? ORDER BY number";
        let events = sqlx::query(query).bind(id).fetch_all(&self.pool).await?;
        let body = |row: &SqliteRow| row.try_get::<String, _>("body");
        let events = events.iter().map(body).collect::<Result<_, _>>()?;
        Ok(Some(GameRow { game, created: row.try_get("created")?, events }))
    }

    /// The games of a client, the latest first.
    pub(crate) async fn list(&self, owner: &str) -> Result<Vec<Saved>, StoreError> {
        let query = "SELECT id, spec, players, created, updated, plies, result FROM game
             WHERE owner = ? ORDER BY updated DESC, created DESC, id LIMIT 1000";
        let rows = sqlx::query(query).bind(owner).fetch_all(&self.pool).await?;
        let saved = |row: &SqliteRow| -> Result<Saved, StoreError> {
            let players: String = row.try_get("players")?;
            Ok(Saved {
                id: row.try_get("id")?,
                spec: row.try_get("spec")?,
                players: serde_json::from_str(&players).unwrap_or_default(),
                created: row.try_get("created")?,
                updated: row.try_get("updated")?,
                plies: row.try_get("plies")?,
                result: row.try_get("result")?,
            })
        };
        rows.iter().map(saved).collect()
    }

    /// How many games a client has.
    pub(crate) async fn count(&self, owner: &str) -> Result<i64, StoreError> {
        let query = sqlx::query("SELECT count(*) FROM game WHERE owner = ?").bind(owner);
        Ok(query.fetch_one(&self.pool).await?.try_get(0)?)
    }

    /// Removes a game of a client for good. Returns whether there was one.
    pub(crate) async fn delete(&self, id: &str, owner: &str) -> Result<bool, StoreError> {
        let query = sqlx::query("DELETE FROM game WHERE id = ? AND owner = ?");
        let done = query.bind(id).bind(owner).execute(&self.pool).await?;
        Ok(done.rows_affected() > 0)
    }

    /// The games that go on, the latest first.
    pub(crate) async fn unfinished(&self, most: i64) -> Result<Vec<String>, StoreError> {
        let query = "SELECT id FROM game WHERE result IS NULL ORDER BY updated DESC LIMIT ?";
        let rows = sqlx::query(query).bind(most).fetch_all(&self.pool).await?;
        rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
    }
}
