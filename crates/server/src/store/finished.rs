//! Finished games, for what they say together.

use sqlx::Row;

use super::{Store, StoreError};

/// The most games that are read, the latest first.
const MOST: i64 = 100_000;

/// A game that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FinishedGame {
    pub(crate) spec: String,
    /// In the words of a record.
    pub(crate) result: String,
    pub(crate) seats: Vec<PlayedBy>,
}

/// Who played a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PlayedBy {
    /// A person, by what is not to be shown.
    Person(String),
    /// An engine, by its spec.
    Engine(String),
}

impl Store {
    /// The games that are over, the first to end first.
    pub(crate) async fn finished(&self) -> Result<Vec<FinishedGame>, StoreError> {
        let query = "SELECT game.id, spec, result, kind, who, name FROM
                 (SELECT id, spec, result, updated FROM game WHERE result IS NOT NULL
                  ORDER BY updated DESC, id DESC LIMIT ?) AS game
             JOIN seat ON seat.game = game.id ORDER BY updated, game.id, seat";
        let rows = sqlx::query(query).bind(MOST).fetch_all(&self.pool).await?;
        let mut games: Vec<(String, FinishedGame)> = Vec::new();
        for row in &rows {
            let id: String = row.try_get("id")?;
            if games.last().is_none_or(|(last, _)| *last != id) {
                let (spec, result) = (row.try_get("spec")?, row.try_get("result")?);
                games.push((id, FinishedGame { spec, result, seats: Vec::new() }));
            }
            let Some((_, game)) = games.last_mut() else { continue };
            game.seats.push(match row.try_get::<&str, _>("kind")? {
                "engine" => PlayedBy::Engine(row.try_get("name")?),
                _ => PlayedBy::Person(row.try_get::<Option<String>, _>("who")?.unwrap_or_default()),
            });
        }
        Ok(games.into_iter().map(|(_, game)| game).collect())
    }
}
