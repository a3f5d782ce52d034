//! How strong people are, by the games they played: Glicko-2, for each game and speed.
//!
//! A rating is a guess with a deviation, which grows again while somebody does not play. Ratings
//! change in the very transaction that ends a game, so that no two games can use the same one.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2};
use sqlx::{Row, Sqlite, Transaction};

pub(crate) use crate::messages::accounts::RatingView;
pub(crate) use crate::messages::live::RatingChange;
use crate::store::StoreError;
use crate::time;

/// After so many seconds without a game a rating is one step less certain.
const PERIOD: i64 = 30 * 86_400;

/// A rating more uncertain than this is only a first guess.
const PROVISIONAL: f64 = 110.0;

/// A game that counts, once it has ended.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RatedResult {
    pub(crate) game: String,
    pub(crate) speed: &'static str,
    /// The accounts of the two seats.
    pub(crate) accounts: [i64; 2],
    /// The winner's seat; none for a draw.
    pub(crate) winner: Option<usize>,
}

impl RatingChange {
    /// Of the seat of this number.
    pub(crate) fn new(seat: u8, before: f64, after: f64) -> RatingChange {
        let seat = (b'A' + seat) as char;
        RatingChange { seat, before: before.round() as i64, after: after.round() as i64 }
    }
}

impl RatingView {
    /// As stored at a moment, seen now.
    pub(crate) fn new(
        game: String,
        speed: String,
        stored: Glicko2Rating,
        games: i64,
        updated: i64,
    ) -> RatingView {
        let now = rested(stored, time::now() - updated);
        RatingView {
            game,
            speed,
            rating: now.rating.round() as i64,
            deviation: now.deviation.round() as i64,
            games,
            provisional: now.deviation > PROVISIONAL,
        }
    }
}

/// A rating after so many seconds without a game.
fn rested(mut rating: Glicko2Rating, seconds: i64) -> Glicko2Rating {
    for _ in 0..(seconds / PERIOD).clamp(0, 120) {
        rating = decay_deviation(&rating);
    }
    rating
}

/// The two ratings after a game; the winner is the first or the second, or neither.
fn rated(pair: [Glicko2Rating; 2], winner: Option<usize>) -> [Glicko2Rating; 2] {
    let outcome = match winner {
        Some(0) => Outcomes::WIN,
        Some(_) => Outcomes::LOSS,
        None => Outcomes::DRAW,
    };
    let (first, second) = glicko2(&pair[0], &pair[1], &outcome, &Glicko2Config::new());
    [first, second]
}

/// Reads both ratings, changes them by the result, and writes all of it down.
pub(crate) async fn settle(
    transaction: &mut Transaction<'_, Sqlite>,
    id: &str,
    contest: &RatedResult,
) -> Result<Vec<RatingChange>, StoreError> {
    let now = time::now();
    let mut before = [Glicko2Rating::new(); 2];
    let mut games = [0; 2];
    for side in 0..2 {
        let query = "SELECT rating, deviation, volatility, games, updated FROM rating
             WHERE account = ? AND game = ? AND speed = ?";
        let query = sqlx::query(query).bind(contest.accounts[side]);
        let query = query.bind(&contest.game).bind(contest.speed);
        if let Some(row) = query.fetch_optional(&mut **transaction).await? {
            let stored = Glicko2Rating {
                rating: row.try_get("rating")?,
                deviation: row.try_get("deviation")?,
                volatility: row.try_get("volatility")?,
            };
            before[side] = rested(stored, now - row.try_get::<i64, _>("updated")?);
            games[side] = row.try_get("games")?;
        }
    }
    let after = rated(before, contest.winner);
    let mut changes = Vec::new();
    for side in 0..2 {
        let query = "INSERT OR REPLACE INTO rating
             (account, game, speed, rating, deviation, volatility, games, updated)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
        sqlx::query(query)
            .bind(contest.accounts[side])
            .bind(&contest.game)
            .bind(contest.speed)
            .bind(after[side].rating)
            .bind(after[side].deviation)
            .bind(after[side].volatility)
            .bind(games[side] + 1)
            .bind(now)
            .execute(&mut **transaction)
            .await?;
        let query =
            "UPDATE seat SET rating_before = ?, rating_after = ? WHERE game = ? AND seat = ?";
        sqlx::query(query)
            .bind(before[side].rating)
            .bind(after[side].rating)
            .bind(id)
            .bind(side as i64)
            .execute(&mut **transaction)
            .await?;
        changes.push(RatingChange::new(side as u8, before[side].rating, after[side].rating));
    }
    Ok(changes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_lifts_one_rating_as_the_other_sinks_and_a_draw_of_equals_moves_none() {
        let [winner, loser] = rated([Glicko2Rating::new(); 2], Some(0));
        assert!(winner.rating > 1500.0 && loser.rating < 1500.0);
        assert!((winner.rating + loser.rating - 3000.0).abs() < 1e-6);
        assert!(winner.deviation < 350.0);
        let drawn = rated([Glicko2Rating::new(); 2], None);
        assert!((drawn[0].rating - 1500.0).abs() < 1e-9);
    }

    #[test]
    fn a_rating_grows_uncertain_while_nobody_plays() {
        let sure = Glicko2Rating { rating: 1700.0, deviation: 60.0, volatility: 0.06 };
        let later = rested(sure, 12 * PERIOD);
        assert!(later.deviation > sure.deviation && (later.rating - 1700.0).abs() < 1e-9);
        assert!((rested(sure, 0).deviation - 60.0).abs() < 1e-9);
    }
}
