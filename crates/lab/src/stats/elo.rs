//! The Elo difference of two players, from the scores of pairs of games.
//!
//! The two games of a pair share their start, so their results are not independent: a start that
//! favours one set gives a win and a loss, which says nothing about the players. The error is
//! therefore taken from the spread of the *pairs'* scores (five possible: "pentanomial"), which is
//! what makes exchanging seats worth doing.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

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
        let games = games as f64;
        let rounds: Vec<(f64, f64)> = scores.iter().map(|score| (score * games, games)).collect();
        Elo::from_totals(&rounds)
    }

    /// From the points and the number of games of each round. The score is that of all games, whatever
    /// round they are of; its error is that of a ratio of two sums over rounds, which are independent
    /// while the games of one round are not.
    #[must_use]
    pub fn from_totals(rounds: &[(f64, f64)]) -> Elo {
        let games: f64 = rounds.iter().map(|(_, games)| games).sum();
        if games <= 0.0 {
            let interval = Interval { low: 0.0, high: 1.0 };
            return Elo { score: 0.5, interval, difference: None, low: None, high: None };
        }
        let (score, error) = score_and_error(rounds, games);
        // Scores without any spread prove little when they are few: Wilson knows that.
        let interval = match error {
            Some(error) => {
                let half = z95() * error;
                Interval { low: (score - half).max(0.0), high: (score + half).min(1.0) }
            }
            None => Interval::wilson(score * games, games),
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

/// How likely the first player is the better one (its true score is above ½), from the mean scores of rounds
/// of the same number of games, by the same error as the interval: above 97.5 % where the whole interval
/// is above ½. Equal rounds count as coins, one each.
pub(crate) fn likelihood_of_superiority(scores: &[f64]) -> f64 {
    if scores.is_empty() {
        return 0.5;
    }
    let (count, rounds) = (scores.len() as f64, scores.iter().map(|score| (*score, 1.0)));
    let (score, error) = score_and_error(&rounds.collect::<Vec<_>>(), count);
    let worse = 0.5f64.powf(count + 1.0);
    rounded(match error {
        Some(error) => Normal::standard().cdf((score - 0.5) / error),
        None if score > 0.5 => 1.0 - worse,
        None if score < 0.5 => worse,
        None => 0.5,
    })
}

/// The points by games of some rounds, and its standard error; none where the rounds have no spread.
fn score_and_error(rounds: &[(f64, f64)], games: f64) -> (f64, Option<f64>) {
    let count = rounds.len() as f64;
    let score = rounds.iter().map(|(points, _)| points).sum::<f64>() / games;
    let squares: f64 = rounds.iter().map(|(points, games)| (points - score * games).powi(2)).sum();
    let spread = squares > 1e-9 && rounds.len() > 1;
    (score, spread.then(|| (squares * count / (count - 1.0)).sqrt() / games))
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

    /// Two of two and none of four are a third of all, not a half. The rounds are off by 4/3 each way, so
    /// the error is √(2 · 2 · 16/9) / 6 = 0.444444.
    #[test]
    fn rounds_count_by_their_games() {
        let elo = Elo::from_totals(&[(2.0, 2.0), (0.0, 4.0)]);
        assert_eq!((elo.score, elo.interval.low), (0.333_333, 0.0));
        assert!((elo.interval.high - 1.0).abs() < 1e-9, "{elo:?}");
        let long: Vec<(f64, f64)> = [(2.0, 2.0), (0.0, 4.0)].repeat(50);
        let elo = Elo::from_totals(&long);
        let error = (100.0 * 16.0 / 9.0 * 100.0 / 99.0f64).sqrt() / 300.0;
        assert!((elo.interval.high - (1.0 / 3.0 + 1.959_964 * error)).abs() < 1e-5, "{elo:?}");
        assert_eq!(Elo::from_totals(&[(1.0, 2.0), (0.5, 1.0)]).difference, Some(0.0));
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

    /// Pairs 1, 1, ½, ½: 0.25 above ½ are 1.7321 standard errors, which a normal number stays below in
    /// 95.84 % of all cases.
    #[test]
    fn who_is_better_follows_from_the_pairs_as_the_interval_does() {
        let better = likelihood_of_superiority;
        assert!((better(&[1.0, 1.0, 0.5, 0.5]) - 0.9584).abs() < 1e-4);
        assert!((better(&[0.0, 0.0, 0.5, 0.5]) - 0.0416).abs() < 1e-4);
        // A win and a loss from every start say nothing, however many there are.
        assert_eq!(better(&[0.5; 100]), 0.5);
        assert_eq!(better(&[1.0; 3]), 0.9375);
        assert_eq!(better(&[]), 0.5);
        for wins in 1..40 {
            let scores: Vec<f64> = (0..40).map(|it| f64::from(u8::from(it < wins))).collect();
            let elo = Elo::from_rounds(&scores, 2);
            assert_eq!(better(&scores) > 0.975, elo.interval.low > 0.5, "{elo:?}");
        }
    }
}
