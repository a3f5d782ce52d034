//! Tries on puzzles in the file.

use async_trait::async_trait;
use rusqlite::{OptionalExtension, params};
use skillratings::glicko2::Glicko2Rating;

use super::ratings::{account_rating, keep_rating, rating};
use super::{SqliteStore, StoreError};
use crate::accounts::ratings::{RatedTry, rated};
use crate::messages::puzzles::PuzzleChange;
use crate::store::{PUZZLE_SPEED, Puzzles};
use crate::time;

#[async_trait]
impl Puzzles for SqliteStore {
    async fn puzzle_ratings(&self) -> Result<Vec<(String, f64)>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached("SELECT id, rating FROM puzzle")?;
            let rows = query.query_map([], |row| Ok((row.get("id")?, row.get("rating")?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }

    async fn tried_puzzles(&self, account: i64) -> Result<Vec<(String, bool)>, StoreError> {
        self.read(move |connection| {
            let query = "SELECT puzzle, solved FROM puzzle_try WHERE account = ?";
            let mut query = connection.prepare_cached(query)?;
            let rows = query.query_map([account], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }

    async fn try_puzzle(&self, tried: RatedTry) -> Result<Option<PuzzleChange>, StoreError> {
        self.write(move |connection| {
            let RatedTry { puzzle, game, account, solved, begun } = &tried;
            let now = time::now();
            let query = "INSERT INTO puzzle_try (account, puzzle, solved, at)
                 SELECT id, ?, ?, ? FROM account WHERE id = ? ON CONFLICT DO NOTHING";
            let new =
                connection.prepare_cached(query)?.execute(params![puzzle, solved, now, account])?;
            if new == 0 {
                return Ok(None);
            }
            let (own, games) = account_rating(connection, *account, game, PUZZLE_SPEED, now)?;
            let query = "SELECT rating, deviation, volatility FROM puzzle WHERE id = ?";
            let known = connection.prepare_cached(query)?.query_row([puzzle], rating).optional()?;
            let before = [own, known.unwrap_or(*begun)];
            let after: [Glicko2Rating; 2] = rated(before, Some(usize::from(!solved)));
            keep_rating(connection, *account, game, PUZZLE_SPEED, after[0], games + 1, now)?;
            let query = "INSERT INTO puzzle (id, rating, deviation, volatility, tries, solved)
                 VALUES (?1, ?2, ?3, ?4, 1, ?5) ON CONFLICT (id) DO UPDATE SET rating = ?2,
                 deviation = ?3, volatility = ?4, tries = tries + 1, solved = solved + ?5";
            let Glicko2Rating { rating, deviation, volatility } = after[1];
            let values = params![puzzle, rating, deviation, volatility, solved];
            connection.prepare_cached(query)?.execute(values)?;
            let rounded = |rating: Glicko2Rating| rating.rating.round() as i64;
            Ok(Some(PuzzleChange {
                before: rounded(before[0]),
                after: rounded(after[0]),
                puzzle_before: rounded(before[1]),
                puzzle_after: rounded(after[1]),
            }))
        })
        .await
    }
}
