//! Ratings, in SQL.
//!
//! They change in the very transaction that ends a game, so that no two games can use the same one.

use skillratings::glicko2::Glicko2Rating;

use super::{Row, Sql, values};
use crate::accounts::identity::ClientId;
use crate::accounts::ratings::{RatedResult, RatingChange, rated, rested};
use crate::store::StoreError;
use crate::time;

/// Reads both ratings, changes them by the result, and writes all of it down. A game of which one
/// player has deleted the account changes nothing.
pub(super) fn settle(
    sql: &Sql<'_>,
    game: &str,
    result: &RatedResult,
) -> Result<Vec<RatingChange>, StoreError> {
    let now = time::now();
    let mut in_order = result.accounts;
    in_order.sort_unstable();
    for account in in_order {
        sql.lock(ClientId::of_account(account).text())?;
    }
    let mut before = [Glicko2Rating::new(); 2];
    let mut games = [0_i64; 2];
    for side in 0..2 {
        let account = result.accounts[side];
        if !sql.exists("SELECT 1 FROM account WHERE id = ?", values![account])? {
            return Ok(Vec::new());
        }
        (before[side], games[side]) =
            account_rating(sql, account, &result.game, result.speed, now)?;
    }
    let after = rated(before, result.winner);
    let mut changes = Vec::new();
    for side in 0..2 {
        let (account, played) = (result.accounts[side], games[side] + 1);
        keep_rating(sql, account, &result.game, result.speed, after[side], played, now)?;
        let query =
            "UPDATE seat SET rating_before = ?, rating_after = ? WHERE game = ? AND seat = ?";
        sql.execute(query, values![before[side].rating, after[side].rating, game, side])?;
        changes.push(RatingChange::new(side as u8, before[side].rating, after[side].rating));
    }
    Ok(changes)
}

/// The rating of an account as it is now, and how many games made it; that of a newcomer if there is none.
pub(super) fn account_rating(
    sql: &Sql<'_>,
    account: i64,
    game: &str,
    speed: &str,
    now: i64,
) -> Result<(Glicko2Rating, i64), StoreError> {
    let query = "SELECT rating, deviation, volatility, games, updated FROM rating
         WHERE account = ? AND game = ? AND speed = ?";
    let stored = sql.first(query, values![account, game, speed], |row| {
        Ok((rating(row)?, row.get::<i64>("games")?, row.get::<i64>("updated")?))
    })?;
    Ok(match stored {
        Some((stored, games, updated)) => (rested(stored, now - updated), games),
        None => (Glicko2Rating::new(), 0),
    })
}

/// Writes down the rating of an account after so many games.
pub(super) fn keep_rating(
    sql: &Sql<'_>,
    account: i64,
    game: &str,
    speed: &str,
    rating: Glicko2Rating,
    games: i64,
    now: i64,
) -> Result<(), StoreError> {
    let query = "INSERT INTO rating
         (account, game, speed, rating, deviation, volatility, games, updated)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (account, game, speed) DO UPDATE SET
         rating = excluded.rating, deviation = excluded.deviation,
         volatility = excluded.volatility, games = excluded.games, updated = excluded.updated";
    let Glicko2Rating { rating, deviation, volatility } = rating;
    let values = values![account, game, speed, rating, deviation, volatility, games, now];
    sql.execute(query, values).map(drop)
}

/// The rating of a row.
pub(super) fn rating(row: &Row<'_>) -> Result<Glicko2Rating, StoreError> {
    Ok(Glicko2Rating {
        rating: row.get("rating")?,
        deviation: row.get("deviation")?,
        volatility: row.get("volatility")?,
    })
}
