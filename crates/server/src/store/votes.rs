//! Votes on games in the file.
//!
//! A vote names the game it was cast after and keeps that game's spec, so that it counts for good:
//! also when the player deletes the game from their list.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::{Store, StoreError};
use crate::time;

/// The most votes that are read, the latest first.
const MOST: i64 = 100_000;

/// What decides whether somebody may vote on a game.
#[derive(Clone, Debug)]
pub(crate) struct VotableGame {
    /// The game.
    pub(crate) spec: String,
    /// How many moves were played.
    pub(crate) plies: i64,
    /// Whether it is over.
    pub(crate) over: bool,
}

/// A vote, with a name of the voter that is not to be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StoredVote {
    pub(crate) who: String,
    pub(crate) spec: String,
    pub(crate) vote: String,
}

impl Store {
    /// A game in which this client plays; none if it does not.
    pub(crate) async fn played(
        &self,
        game: &str,
        who: &str,
    ) -> Result<Option<VotableGame>, StoreError> {
        let query = "SELECT spec, plies, result IS NOT NULL AS over FROM game
             WHERE id = ? AND EXISTS
                 (SELECT 1 FROM seat WHERE game = game.id AND kind = 'person' AND who = ?)";
        let row = sqlx::query(query).bind(game).bind(who).fetch_optional(&self.pool).await?;
        let played = |row: SqliteRow| -> Result<VotableGame, StoreError> {
            Ok(VotableGame {
                spec: row.try_get("spec")?,
                plies: row.try_get("plies")?,
                over: row.try_get("over")?,
            })
        };
        row.map(played).transpose()
    }

    /// Keeps a vote, instead of an earlier one of the same player on the same game.
    pub(crate) async fn vote(
        &self,
        game: &str,
        who: &str,
        spec: &str,
        vote: &str,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO vote (game, who, spec, vote, at) VALUES (?, ?, ?, ?, ?)
             ON CONFLICT (game, who) DO UPDATE SET vote = excluded.vote, at = excluded.at",
        )
        .bind(game)
        .bind(who)
        .bind(spec)
        .bind(vote)
        .bind(time::now())
        .execute(&self.writing)
        .await?;
        Ok(())
    }

    /// The vote of a player on a game.
    pub(crate) async fn own_vote(
        &self,
        game: &str,
        who: &str,
    ) -> Result<Option<String>, StoreError> {
        let query = sqlx::query("SELECT vote FROM vote WHERE game = ? AND who = ?");
        let row = query.bind(game).bind(who).fetch_optional(&self.pool).await?;
        Ok(row.map(|row| row.try_get("vote")).transpose()?)
    }

    /// All votes, the first first.
    pub(crate) async fn votes(&self) -> Result<Vec<StoredVote>, StoreError> {
        let query =
            "SELECT who, spec, vote FROM vote ORDER BY at DESC, game DESC, who DESC LIMIT ?";
        let rows = sqlx::query(query).bind(MOST).fetch_all(&self.pool).await?;
        let cast = |row: &SqliteRow| -> Result<StoredVote, StoreError> {
            Ok(StoredVote {
                who: row.try_get("who")?,
                spec: row.try_get("spec")?,
                vote: row.try_get("vote")?,
            })
        };
        rows.iter().rev().map(cast).collect()
    }
}
