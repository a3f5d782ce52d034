//! Ratings of many players from their games, by Glicko-2.

use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

use super::{Interval, rounded, z95};

/// Two players met: their numbers, and how it went for the first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Meeting {
    /// The first player.
    pub first: usize,
    /// The second player.
    pub second: usize,
    /// What the first scored: 1, ½ or 0.
    pub score: f64,
}

/// A player's rating.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rating {
    /// The rating; everybody begins at 1500.
    pub rating: f64,
    /// Its deviation.
    pub deviation: f64,
    /// Where the true rating may lie (95 %).
    pub interval: Interval,
}

/// The ratings of players after some rating periods.
///
/// Within a period all meetings count at once, with the ratings that the players had before it; a
/// match makes each start a period, so nobody profits from the order of the games.
pub(crate) fn glicko2(players: usize, periods: &[Vec<Meeting>]) -> Vec<Rating> {
    let config = Glicko2Config::new();
    let mut ratings = vec![Glicko2Rating::new(); players];
    for period in periods {
        let before = ratings.clone();
        for (number, rating) in ratings.iter_mut().enumerate() {
            let results: Vec<_> = period
                .iter()
                .filter_map(|meeting| match number {
                    n if n == meeting.first => Some((before[meeting.second], meeting.score)),
                    n if n == meeting.second => Some((before[meeting.first], 1.0 - meeting.score)),
                    _ => None,
                })
                .map(|(opponent, score)| (opponent, outcome(score)))
                .collect();
            *rating = glicko2_rating_period(&before[number], &results, &config);
        }
    }
    let told = |rating: &Glicko2Rating| {
        let half = z95() * rating.deviation;
        let interval = Interval { low: rating.rating - half, high: rating.rating + half };
        Rating {
            rating: rounded(rating.rating),
            deviation: rounded(rating.deviation),
            interval: interval.rounded(),
        }
    };
    ratings.iter().map(told).collect()
}

fn outcome(score: f64) -> Outcomes {
    match score {
        score if score > 0.5 => Outcomes::WIN,
        score if score < 0.5 => Outcomes::LOSS,
        _ => Outcomes::DRAW,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meeting(first: usize, second: usize, score: f64) -> Meeting {
        Meeting { first, second, score }
    }

    #[test]
    fn who_wins_more_is_rated_higher_and_surer_with_more_games() {
        let round = vec![meeting(0, 1, 1.0), meeting(1, 2, 1.0), meeting(0, 2, 1.0)];
        let few = glicko2(3, &vec![round.clone(); 2]);
        let many = glicko2(3, &vec![round; 30]);
        assert!(many[0].rating > many[1].rating && many[1].rating > many[2].rating);
        assert!((many[1].rating - 1500.0).abs() < 1.0, "{many:?}");
        assert!(many[1].deviation < few[1].deviation);
    }

    #[test]
    fn draws_leave_equals_equal() {
        let ratings = glicko2(2, &vec![vec![meeting(0, 1, 0.5), meeting(1, 0, 0.5)]; 10]);
        assert_eq!(ratings[0].rating, 1500.0);
        assert_eq!(ratings[0], ratings[1]);
    }
}
