//! Ratings of many players from all their games at once: the model of Bradley and Terry.
//!
//! A player with rating `r` expects `1 / (1 + 10^((s - r) / 400))` against one with `s`; the ratings are
//! those that make the results likeliest, a draw being half a win. Unlike Glicko's they do not depend on
//! an order of the games. A player who has won every game would be endlessly strong, so every two that
//! met have one more drawn game between them. Games of one start are not independent: the errors are taken
//! from the spread of whole starts (the sandwich of Huber and White), as those of single matches are; but
//! that spread is too small where there are few starts, so they are never less than the model's own.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::rating::Meeting;
use super::{Interval, rounded, z95};

/// How many points make a factor of e in the odds.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// A player's rating among the others, whose mean is 0.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Strength {
    /// Elo points above the mean of all players.
    pub elo: f64,
    /// Where the true difference from the mean may lie (95 %).
    pub interval: Interval,
}

/// The ratings of players after games at some starts.
pub(crate) fn bradley_terry(players: usize, starts: &[Vec<Meeting>]) -> Vec<Strength> {
    let meetings: Vec<Meeting> = starts.iter().flatten().copied().collect();
    let pair = |it: &Meeting| (it.first.min(it.second), it.first.max(it.second));
    let met: BTreeSet<(usize, usize)> = meetings.iter().map(pair).collect();
    let prior = met.into_iter().map(|(first, second)| Meeting { first, second, score: 0.5 });
    let all: Vec<Meeting> = meetings.iter().copied().chain(prior).collect();
    let mut strengths = vec![0.0; players];
    let mut inverse = vec![vec![0.0; players]; players];
    // Newton's steps on a concave function; halved by a limit so that the first cannot leap too far.
    for _ in 0..60 {
        let (slope, bend) = derivatives(&all, &strengths);
        let Some(found) = inverted(bend) else { break };
        inverse = found;
        let step: Vec<f64> = inverse
            .iter()
            .map(|row| row.iter().zip(&slope).map(|(a, b)| a * b).sum::<f64>().clamp(-1.0, 1.0))
            .collect();
        strengths.iter_mut().zip(&step).for_each(|(strength, step)| *strength += step);
        if step.iter().all(|step| step.abs() < 1e-10) {
            break;
        }
    }
    let mean = strengths.iter().sum::<f64>() / players.max(1) as f64;
    let errors = errors(starts, &strengths, &inverse);
    let told = |(strength, error): (&f64, f64)| {
        let (elo, half) = (SCALE * (strength - mean), z95() * SCALE * error);
        let interval = Interval { low: elo - half, high: elo + half };
        Strength { elo: rounded(elo), interval: interval.rounded() }
    };
    strengths.iter().zip(errors).map(told).collect()
}

/// The slope of the log-likelihood, and its bend downwards. The sum of all strengths does not change the
/// likelihood; it is held at 0.
fn derivatives(meetings: &[Meeting], strengths: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let players = strengths.len();
    let mut slope = vec![-strengths.iter().sum::<f64>(); players];
    let mut bend = vec![vec![1.0; players]; players];
    for it in meetings {
        let expected = expected(strengths, it);
        slope[it.first] += it.score - expected;
        slope[it.second] -= it.score - expected;
        let weight = expected * (1.0 - expected);
        bend[it.first][it.first] += weight;
        bend[it.second][it.second] += weight;
        bend[it.first][it.second] -= weight;
        bend[it.second][it.first] -= weight;
    }
    (slope, bend)
}

fn expected(strengths: &[f64], it: &Meeting) -> f64 {
    1.0 / (1.0 + (strengths[it.second] - strengths[it.first]).exp())
}

/// The standard error of each strength: how far the surprises of whole starts move it.
fn errors(starts: &[Vec<Meeting>], strengths: &[f64], inverse: &[Vec<f64>]) -> Vec<f64> {
    let mut squares = vec![0.0; strengths.len()];
    for start in starts {
        let mut surprise = vec![0.0; strengths.len()];
        for it in start {
            let more = it.score - expected(strengths, it);
            surprise[it.first] += more;
            surprise[it.second] -= more;
        }
        for (square, row) in squares.iter_mut().zip(inverse) {
            let moved: f64 = row.iter().zip(&surprise).map(|(a, b)| a * b).sum();
            *square += moved * moved;
        }
    }
    let count = starts.len() as f64;
    let few = if count > 1.0 { count / (count - 1.0) } else { 1.0 };
    // The model's own variance, as if all games were independent. (Of the diagonal, a part stands for the
    // sum that is held at 0.)
    let held = 1.0 / (strengths.len() * strengths.len()).max(1) as f64;
    let least = inverse.iter().enumerate().map(|(at, row)| (row[at] - held).max(0.0));
    squares.iter().zip(least).map(|(square, least)| (square * few).max(least).sqrt()).collect()
}

/// The inverse of a matrix, by elimination.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let mut inverse: Vec<Vec<f64>> = (0..size)
        .map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect())
        .collect();
    for at in 0..size {
        let best =
            (at..size).max_by(|a, b| matrix[*a][at].abs().total_cmp(&matrix[*b][at].abs()))?;
        matrix.swap(at, best);
        inverse.swap(at, best);
        let pivot = matrix[at][at];
        if pivot.abs() < 1e-12 {
            return None;
        }
        for column in 0..size {
            matrix[at][column] /= pivot;
            inverse[at][column] /= pivot;
        }
        for row in (0..size).filter(|row| *row != at) {
            let factor = matrix[row][at];
            for column in 0..size {
                matrix[row][column] -= factor * matrix[at][column];
                inverse[row][column] -= factor * inverse[at][column];
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meeting(first: usize, second: usize, score: f64) -> Meeting {
        Meeting { first, second, score }
    }

    /// Three wins of four, and a draw that nobody played: 3.5 of 5, odds of 7 to 3.
    #[test]
    fn two_players_are_as_far_apart_as_their_score_says() {
        let games = [1.0, 1.0, 1.0, 0.0].map(|score| vec![meeting(0, 1, score)]);
        let ratings = bradley_terry(2, &games);
        let by_hand = 400.0 * (7f64 / 3.0).log10();
        assert!((ratings[0].elo - ratings[1].elo - by_hand).abs() < 1e-4, "{ratings:?}");
        assert!((ratings[0].elo + ratings[1].elo).abs() < 1e-6, "their mean is 0");
    }

    /// The likeliest ratings give every player the score that it has, the drawn games among them.
    #[test]
    fn everybody_is_expected_to_score_what_it_scored() {
        let results =
            [(0, 1, 1.0), (1, 2, 1.0), (2, 0, 0.5), (0, 1, 0.5), (2, 1, 1.0), (0, 2, 1.0)];
        let games: Vec<Meeting> = results.map(|(a, b, score)| meeting(a, b, score)).to_vec();
        let ratings = bradley_terry(3, std::slice::from_ref(&games));
        let expected = |a: usize, b: usize| {
            1.0 / (1.0 + 10f64.powf((ratings[b].elo - ratings[a].elo) / 400.0))
        };
        for player in 0..3 {
            let mut balance = 0.0;
            for it in &games {
                let more = it.score - expected(it.first, it.second);
                balance += if it.first == player { more } else { 0.0 };
                balance -= if it.second == player { more } else { 0.0 };
            }
            let others = (0..3).filter(|other| *other != player);
            balance += others.map(|other| 0.5 - expected(player, other)).sum::<f64>();
            assert!(balance.abs() < 1e-5, "{player}: {balance}");
        }
    }

    /// Three players of known strength, three starts: the spread of so few alone holds the truth in 86 % of
    /// all runs.
    #[test]
    fn intervals_hold_the_truth_even_after_few_starts() {
        let strengths = [1.0, 0.0, -1.0];
        let (mut held, runs) = (0, 200);
        for run in 0..runs {
            let mut stream = selforge_core::Stream::new(run, "bradley-terry", 0);
            let mut played = |first: usize, second: usize| {
                let chance = expected(&strengths, &meeting(first, second, 0.5));
                let won = stream.unit() < chance;
                meeting(first, second, f64::from(u8::from(won)))
            };
            let tables = [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)];
            let starts: Vec<Vec<Meeting>> =
                (0..3).map(|_| tables.map(|(a, b)| played(a, b)).to_vec()).collect();
            for (rating, strength) in bradley_terry(3, &starts).iter().zip(strengths) {
                let truth = SCALE * strength;
                held += u32::from((rating.interval.low..=rating.interval.high).contains(&truth));
            }
        }
        let share = f64::from(held) / f64::from(3 * runs as u32);
        assert!(share > 0.93, "{share}");
    }

    #[test]
    fn winners_of_everything_have_an_end_and_more_games_make_surer() {
        let sweep =
            |starts| bradley_terry(2, &vec![vec![meeting(0, 1, 1.0), meeting(1, 0, 0.0)]; starts]);
        let (few, many) = (sweep(5), sweep(50));
        assert!(few[0].elo > 0.0 && many[0].elo > few[0].elo && many[0].elo < 1000.0, "{many:?}");
        assert!(few[0].interval.low < few[0].elo && few[0].interval.high > few[0].elo);
        let mixed = |starts: usize| -> Vec<Strength> {
            let won = |number: usize| f64::from(u8::from(!number.is_multiple_of(3)));
            let games: Vec<_> = (0..starts).map(|it| vec![meeting(0, 1, won(it))]).collect();
            bradley_terry(2, &games)
        };
        let width = |ratings: &[Strength]| ratings[0].interval.high - ratings[0].interval.low;
        assert!(width(&mixed(300)) < width(&mixed(30)) / 2.0);
    }
}
