//! How strong people are, by the games they played: Glicko-2, for each game and speed.
//!
//! A rating is a guess with a deviation, which grows again while somebody does not play.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2};

pub(crate) use crate::messages::accounts::RatingView;
pub(crate) use crate::messages::live::RatingChange;
use crate::store::RatingRow;
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

/// The first try of an account on a puzzle, which is rated as a game between the two.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RatedTry {
    pub(crate) puzzle: String,
    /// The family of the game.
    pub(crate) game: String,
    pub(crate) account: i64,
    pub(crate) solved: bool,
    /// The puzzle's rating before anybody tried it.
    pub(crate) begun: Glicko2Rating,
}

impl RatingChange {
    /// Of the seat of this number.
    pub(crate) fn new(seat: u8, before: f64, after: f64) -> RatingChange {
        let seat = (b'A' + seat) as char;
        RatingChange { seat, before: before.round() as i64, after: after.round() as i64 }
    }
}

impl RatingView {
    /// As it was after the last game, seen now.
    pub(crate) fn of(stored: RatingRow) -> RatingView {
        let now = rested(stored.rating, time::now() - stored.updated);
        RatingView {
            game: stored.game,
            speed: stored.speed,
            rating: now.rating.round() as i64,
            deviation: now.deviation.round() as i64,
            games: stored.games,
            provisional: now.deviation > PROVISIONAL,
        }
    }
}

/// A rating after so many seconds without a game.
pub(crate) fn rested(mut rating: Glicko2Rating, seconds: i64) -> Glicko2Rating {
    for _ in 0..(seconds / PERIOD).clamp(0, 120) {
        rating = decay_deviation(&rating);
    }
    rating
}

/// The two ratings after a game; the winner is the first or the second, or neither.
pub(crate) fn rated(pair: [Glicko2Rating; 2], winner: Option<usize>) -> [Glicko2Rating; 2] {
    let outcome = match winner {
        Some(0) => Outcomes::WIN,
        Some(_) => Outcomes::LOSS,
        None => Outcomes::DRAW,
    };
    let (first, second) = glicko2(&pair[0], &pair[1], &outcome, &Glicko2Config::new());
    [first, second]
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
