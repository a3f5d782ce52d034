//! The Elo difference of two players, from the scores of pairs of games.
//!
//! The two games of a pair share their start, so their results are not independent: a start that
//! favours one set gives a win and a loss, which says nothing about the players. The error is
//! therefore taken from the spread of the *pairs'* scores (five possible: "pentanomial"), which is
//! what makes exchanging seats worth doing.

use serde::{Deserialize, Serialize};
use statrs::function::beta::beta_reg;

use super::{Interval, rounded, z95};

/// A difference in Elo points with its error, where the games tell it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Elo {
    /// The mean score, between 0 and 1.
    pub score: f64,
    /// Where the true score may lie (95 %).
    pub interval: Interval,
    /// The difference that this score stands for; none for all won or all lost.
    pub difference: Option<f64>,
    /// Its lower end; none where there is no bound.
    pub low: Option<f64>,
    /// Its upper end; none where there is no bound.
    pub high: Option<f64>,
}

impl Elo {
    /// From the mean scores of rounds of so many games each: of pairs, or of single games.
    #[must_use]
    pub fn from_rounds(scores: &[f64], games: usize) -> Elo {
        let count = scores.len() as f64;
        if scores.is_empty() {
            let interval = Interval { low: 0.0, high: 1.0 };
            return Elo { score: 0.5, interval, difference: None, low: None, high: None };
        }
        let score = scores.iter().sum::<f64>() / count;
        let squares: f64 = scores.iter().map(|value| (value - score).powi(2)).sum();
        // Scores without any spread prove little when they are few: Wilson knows that.
        let interval = if squares > 0.0 && scores.len() > 1 {
            let half = z95() * (squares / (count - 1.0) / count).sqrt();
            Interval { low: (score - half).max(0.0), high: (score + half).min(1.0) }
        } else {
            let games = count * games as f64;
            Interval::wilson(score * games, games)
        };
        Elo {
            score: rounded(score),
            interval: interval.rounded(),
            difference: Elo::of_score(score).map(rounded),
            low: Elo::of_score(interval.low).map(rounded),
            high: Elo::of_score(interval.high).map(rounded),
        }
    }

    /// The difference at which this score is expected; none for 0 and 1.
    #[must_use]
    pub fn of_score(score: f64) -> Option<f64> {
        (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10())
    }

    /// The score that is expected at this difference.
    #[must_use]
    pub fn to_score(difference: f64) -> f64 {
        1.0 / (1.0 + 10f64.powf(-difference / 400.0))
    }
}

/// How likely it is that the first player is the better one, after so many wins and losses, if
/// nothing was known before. Draws say nothing about it.
pub(crate) fn likelihood_of_superiority(wins: u64, losses: u64) -> f64 {
    rounded(beta_reg(losses as f64 + 1.0, wins as f64 + 1.0, 0.5))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_differences_belong_together() {
        let close = |a: f64, b: f64| (a - b).abs() < 1e-3;
        assert_eq!(Elo::of_score(0.5), Some(0.0));
        assert!(close(Elo::of_score(0.75).unwrap(), 190.849), "400 log10(3)");
        assert!(close(Elo::of_score(10.0 / 11.0).unwrap(), 400.0), "odds of ten to one");
        assert!(close(Elo::to_score(400.0), 10.0 / 11.0));
        assert_eq!(Elo::of_score(1.0), None);
    }

    /// Pairs 1, 1, ½, ½: mean ¾, variance 1/12, standard error √(1/48) = 0.144338.
    #[test]
    fn the_error_is_that_of_the_pairs() {
        let elo = Elo::from_rounds(&[1.0, 1.0, 0.5, 0.5], 2);
        assert_eq!(elo.score, 0.75);
        assert!((elo.interval.low - (0.75 - 1.959_964 * 0.144_338)).abs() < 1e-5);
        assert_eq!((elo.interval.high, elo.high), (1.0, None));
        assert!((elo.low.unwrap() - Elo::of_score(0.467_103).unwrap()).abs() < 1e-2);
    }

    #[test]
    fn equal_scores_still_have_an_error() {
        let elo = Elo::from_rounds(&[1.0; 10], 2);
        assert_eq!((elo.difference, elo.high), (None, None));
        assert!(elo.low.is_some_and(|low| (250.0..350.0).contains(&low)), "{elo:?}");
        let drawn = Elo::from_rounds(&[0.5; 10], 2);
        assert_eq!(drawn.difference, Some(0.0));
        assert!(drawn.low.unwrap() < -100.0);
    }

    /// Three wins and no loss: 1 - 1/16. As many wins as losses: one half.
    #[test]
    fn superiority_follows_the_beta_distribution() {
        assert_eq!(likelihood_of_superiority(3, 0), 0.9375);
        assert_eq!(likelihood_of_superiority(7, 7), 0.5);
        assert_eq!(likelihood_of_superiority(0, 0), 0.5);
        assert!(likelihood_of_superiority(200, 0) > 0.999_999);
    }
}
