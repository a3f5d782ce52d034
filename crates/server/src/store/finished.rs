//! Finished games, for what they say together.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::{Store, StoreError};
use crate::players::SeatPlayer;

/// The most games that are read, the latest first.
const MOST: i64 = 100_000;

/// A game that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Finished {
    pub(crate) spec: String,
    /// In the words of a record.
    pub(crate) result: String,
    /// Who sat where.
    pub(crate) seats: Vec<Sitter>,
}

/// Who sat on a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sitter {
    /// A person, by a name that is not to be shown.
    Person(String),
    /// An engine, by its spec.
    Engine(String),
}

impl Store {
    /// The games that are over, the first to end first.
    pub(crate) async fn finished(&self) -> Result<Vec<Finished>, StoreError> {
        let query = "SELECT owner, spec, players, result FROM game
             WHERE result IS NOT NULL ORDER BY updated DESC, id DESC LIMIT ?";
        let rows = sqlx::query(query).bind(MOST).fetch_all(&self.pool).await?;
        let finished = |row: &SqliteRow| -> Result<Finished, StoreError> {
            let (owner, players): (String, String) =
                (row.try_get("owner")?, row.try_get("players")?);
            let players: Vec<SeatPlayer> = serde_json::from_str(&players).unwrap_or_default();
            let sitter = |player| match player {
                SeatPlayer::Person { .. } => Sitter::Person(owner.clone()),
                SeatPlayer::Engine { spec } => Sitter::Engine(spec),
            };
            let seats = players.into_iter().map(sitter).collect();
            Ok(Finished { spec: row.try_get("spec")?, result: row.try_get("result")?, seats })
        };
        rows.iter().rev().map(finished).collect()
    }
}
