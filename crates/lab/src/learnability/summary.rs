//! What came of a course.

use serde::{Deserialize, Serialize};

use super::lesson::Lesson;
use super::settings::Settings;
use crate::arena::Tally;
use crate::stats::{Estimate, Interval, Sample};

/// Everything about the learnability of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Learnability {
    /// The game in canonical form.
    pub game: String,
    /// The cells of its board, which are the inputs of the networks.
    pub cells: usize,
    /// What was chosen.
    pub settings: Settings,
    /// The lessons, by seed.
    pub lessons: Vec<Lesson>,
    /// Whether all were finished.
    pub complete: bool,
}

/// What can be said about all lessons together.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// How many populations learned the game.
    pub learned: usize,
    /// How many there were.
    pub of: usize,
    /// The iterations that it took those that learned.
    pub iterations: Sample,
    /// The median over all; none if half of them or more were given up.
    pub median: Option<f64>,
    /// How strong the best networks were on the way.
    pub curve: Vec<CurvePoint>,
}

/// How strong the best networks of an iteration are, over all lessons.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct CurvePoint {
    /// The iteration, from 1.
    pub iteration: u32,
    /// Against the random player.
    pub random: Strength,
    /// Against the paper's one-ply player, in games that it knows.
    pub rules: Option<Strength>,
}

/// A score against somebody.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Strength {
    /// Wins and half of the draws, over all games (the interval by Wilson).
    #[serde(flatten)]
    pub score: Estimate,
    /// How many games that is.
    pub games: u64,
}

impl Strength {
    fn of(tallies: &[Tally]) -> Strength {
        let games: u64 = tallies.iter().map(Tally::games).sum();
        let points: f64 = tallies.iter().map(|it| it.wins as f64 + it.draws as f64 / 2.0).sum();
        let score = points / games.max(1) as f64;
        Strength { score: Estimate::of(score, Interval::wilson(points, games as f64)), games }
    }
}

impl Learnability {
    /// Sums all lessons up.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let learned: Vec<f64> =
            self.lessons.iter().filter_map(|it| it.learned).map(f64::from).collect();
        // Those that were given up come after all others.
        let mut all: Vec<f64> =
            self.lessons.iter().map(|it| it.learned.map_or(f64::INFINITY, f64::from)).collect();
        all.sort_by(f64::total_cmp);
        let middle = |at: usize| all.get(at).copied().unwrap_or(f64::INFINITY);
        let median = (middle(all.len().saturating_sub(1) / 2) + middle(all.len() / 2)) / 2.0;
        Summary {
            learned: learned.len(),
            of: self.lessons.len(),
            iterations: Sample::of(learned),
            median: median.is_finite().then_some(median),
            curve: self.curve(),
        }
    }

    /// The strength at the iterations at which it was measured everywhere; a population that has
    /// learned stays as strong as it was then.
    fn curve(&self) -> Vec<CurvePoint> {
        let last = self.lessons.iter().map(|it| it.iterations).max().unwrap_or(0);
        let every = self.settings.every;
        let mut at: Vec<u32> =
            (1..=last).filter(|it| *it == 1 || *it == last || it.is_multiple_of(every)).collect();
        at.dedup();
        let point = |iteration: u32| {
            let then = |lesson: &Lesson| {
                lesson.curve.iter().rev().find(|point| point.iteration <= iteration).copied()
            };
            let points: Vec<_> = self.lessons.iter().filter_map(then).collect();
            let rules: Vec<Tally> = points.iter().filter_map(|point| point.rules).collect();
            CurvePoint {
                iteration,
                random: Strength::of(&points.iter().map(|point| point.random).collect::<Vec<_>>()),
                rules: (!rules.is_empty()).then(|| Strength::of(&rules)),
            }
        };
        at.into_iter().map(point).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learnability::Point;

    fn lesson(seed: usize, learned: Option<u32>, iterations: u32, wins: u64) -> Lesson {
        let random = Tally { wins, draws: 0, losses: 20 - wins };
        let first = Tally { wins: 10, draws: 0, losses: 10 };
        let curve = vec![
            Point { iteration: 1, random: first, rules: None },
            Point { iteration: iterations, random, rules: None },
        ];
        Lesson { seed, learned, perfect: learned, iterations, curve }
    }

    fn learnability(lessons: Vec<Lesson>) -> Learnability {
        let settings = Settings::default();
        Learnability { game: "x".to_owned(), cells: 9, settings, lessons, complete: true }
    }

    #[test]
    fn populations_that_were_given_up_come_after_all_others() {
        let some = [lesson(1, Some(8), 8, 20), lesson(2, None, 12, 15), lesson(3, Some(4), 4, 16)];
        let summary = learnability(some.to_vec()).summary();
        assert_eq!((summary.learned, summary.of, summary.median), (2, 3, Some(8.0)));
        assert_eq!(summary.iterations.mean, 6.0);
        let most = [lesson(1, Some(8), 8, 20), lesson(2, None, 12, 15)];
        assert_eq!(learnability(most.to_vec()).summary().median, None);
    }

    #[test]
    fn who_has_learned_stays_as_strong() {
        let both = [lesson(1, Some(4), 4, 20), lesson(2, None, 12, 16)];
        let curve = learnability(both.to_vec()).summary().curve;
        let values: Vec<(u32, f64)> =
            curve.iter().map(|it| (it.iteration, it.random.score.value)).collect();
        assert_eq!(values, [(1, 0.5), (10, 0.75), (12, 0.9)]);
    }
}
