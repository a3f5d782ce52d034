//! Tries on puzzles, in SQL.

use async_trait::async_trait;
use skillratings::glicko2::Glicko2Rating;

use super::ratings::{account_rating, keep_rating, rating};
use super::{SqlStore, values};
use crate::accounts::identity::ClientId;
use crate::accounts::ratings::{RatedTry, rated};
use crate::messages::puzzles::PuzzleChange;
use crate::store::{PUZZLE_SPEED, PuzzleRow, Puzzles, StoreError};
use crate::time;

#[async_trait]
impl Puzzles for SqlStore {
    async fn puzzle_ratings(&self) -> Result<Vec<(String, f64)>, StoreError> {
        let query = "SELECT id, rating FROM puzzle";
        self.read(|sql| sql.rows(query, values![], |row| Ok((row.get("id")?, row.get("rating")?))))
            .await
    }

    async fn tried_puzzles(&self, account: i64) -> Result<Vec<String>, StoreError> {
        self.read(move |sql| {
            let query = "SELECT puzzle FROM puzzle_try WHERE account = ?";
            sql.rows(query, values![account], |row| row.get("puzzle"))
        })
        .await
    }

    async fn puzzle(&self, id: &str, account: Option<i64>) -> Result<PuzzleRow, StoreError> {
        let id = id.to_owned();
        self.read(move |sql| {
            let query = "SELECT (SELECT rating FROM puzzle WHERE id = ?1) AS rating,
                 (SELECT solved FROM puzzle_try WHERE account = ?2 AND puzzle = ?1) AS solved";
            let row = sql.first(query, values![&id, account], |row| {
                let solved: Option<i64> = row.get("solved")?;
                let tried = solved.map(|solved| solved != 0);
                Ok(PuzzleRow { rating: row.get("rating")?, tried })
            })?;
            row.ok_or_else(|| StoreError::Database("no answer about a puzzle".to_owned()))
        })
        .await
    }

    async fn try_puzzle(&self, tried: RatedTry) -> Result<Option<PuzzleChange>, StoreError> {
        self.write(move |sql| {
            let RatedTry { puzzle, game, account, solved, begun } = &tried;
            let now = time::now();
            sql.lock(ClientId::of_account(*account).text())?;
            sql.lock(&format!("puzzle {puzzle}"))?;
            let query = "INSERT INTO puzzle_try (account, puzzle, solved, at)
                 SELECT id, ?1, ?2, ?3 FROM account WHERE id = ?4 ON CONFLICT DO NOTHING";
            if sql.execute(query, values![puzzle, *solved, now, *account])? == 0 {
                return Ok(None);
            }
            let (own, games) = account_rating(sql, *account, game, PUZZLE_SPEED, now)?;
            let query = "SELECT rating, deviation, volatility FROM puzzle WHERE id = ?";
            let known = sql.first(query, values![puzzle], rating)?;
            let before = [own, known.unwrap_or(*begun)];
            let after: [Glicko2Rating; 2] = rated(before, Some(usize::from(!solved)));
            keep_rating(sql, *account, game, PUZZLE_SPEED, after[0], games + 1, now)?;
            let query = "INSERT INTO puzzle (id, rating, deviation, volatility, tries, solved)
                 VALUES (?1, ?2, ?3, ?4, 1, ?5) ON CONFLICT (id) DO UPDATE SET rating = ?2,
                 deviation = ?3, volatility = ?4, tries = puzzle.tries + 1,
                 solved = puzzle.solved + ?5";
            let Glicko2Rating { rating, deviation, volatility } = after[1];
            sql.execute(query, values![puzzle, rating, deviation, volatility, *solved])?;
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
