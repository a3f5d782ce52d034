//! What an engine's values mean: the score that a seat can expect, fitted to how the games ended.
//!
//! Every evaluator has a unit of its own, so its numbers cannot be compared between games. What can is
//! how often a position with that number was won. One parameter is fitted to all positions of the
//! engine's games by maximum likelihood: the expected score of the first seat at value `s` is
//! `1 / (1 + exp(-k s))`. An evaluator that says nothing about results gets `k = 0`, and nobody ever
//! leads; the steepest curve allowed gives 95 % to the median value, so that a few games that
//! happen to agree prove no certainty.

use selforge_agents::Score;
use selforge_core::Seat;

/// An engine's game, as far as its values go.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Story {
    /// The values of the positions in which the engine was asked, for the first seat.
    pub scores: Vec<Score>,
    /// Who won; nobody in a draw.
    pub winner: Option<Seat>,
}

impl Story {
    /// What the first seat scored.
    fn result(&self) -> f64 {
        match self.winner {
            Some(Seat::FIRST) => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        }
    }
}

/// From values to expected scores.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Outlook {
    steepness: f64,
}

/// What the median value may be worth at most: the logit of 95 %.
const STEEPEST: f64 = 2.944_438_979_166_44;

impl Outlook {
    /// Fits the curve to games.
    pub(super) fn fit(games: &[Story]) -> Outlook {
        let estimates = |game: &Story| -> Vec<(f64, f64)> {
            let open = game.scores.iter().filter(|score| !is_proven(**score));
            open.map(|score| (f64::from(score.0), game.result())).collect()
        };
        let points: Vec<(f64, f64)> = games.iter().flat_map(estimates).collect();
        let mut sizes: Vec<f64> =
            points.iter().map(|(score, _)| score.abs()).filter(|size| *size > 0.0).collect();
        sizes.sort_by(f64::total_cmp);
        let Some(&median) = sizes.get(sizes.len() / 2) else {
            return Outlook { steepness: 0.0 };
        };
        // The likelihood is concave: its slope falls, and the best place is where it is zero.
        let slope = |k: f64| -> f64 {
            points.iter().map(|(score, result)| (result - logistic(k * score)) * score).sum()
        };
        let (mut low, mut high) = (0.0, STEEPEST / median);
        if slope(low) <= 0.0 {
            return Outlook { steepness: 0.0 };
        }
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if slope(middle) > 0.0 { low = middle } else { high = middle }
        }
        Outlook { steepness: low }
    }

    /// What the first seat can expect to score at a value, from 0 to 1.
    pub(super) fn expected(self, score: Score) -> f64 {
        match score {
            score if score.plies_to_win().is_some() => 1.0,
            score if score.plies_to_loss().is_some() => 0.0,
            score => logistic(self.steepness * f64::from(score.0)),
        }
    }
}

fn is_proven(score: Score) -> bool {
    score.plies_to_win().is_some() || score.plies_to_loss().is_some()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// A seat leads when it can expect to score more than one half by more than this.
const MARGIN: f64 = 0.05;

/// How often the lead changes hands: positions in which nobody leads are passed over.
pub(super) fn lead_changes(game: &Story, outlook: Outlook) -> u32 {
    let mut leader = None;
    let mut changes = 0;
    for &score in &game.scores {
        let lead = outlook.expected(score) - 0.5;
        if lead.abs() <= MARGIN {
            continue;
        }
        let now = lead > 0.0;
        changes += u32::from(leader.is_some_and(|before| before != now));
        leader = Some(now);
    }
    changes
}

/// How far behind the winner has been: over the positions in which the other seat could expect more, the
/// mean root of the difference; 0 if there are none. A draw has no winner and no drama.
pub(super) fn drama(game: &Story, outlook: Outlook) -> Option<f64> {
    let winner = game.winner?;
    let behind: Vec<f64> = game
        .scores
        .iter()
        .map(|&score| {
            let first = outlook.expected(score);
            if winner == Seat::FIRST { 1.0 - 2.0 * first } else { 2.0 * first - 1.0 }
        })
        .filter(|difference| *difference > 0.0)
        .collect();
    if behind.is_empty() {
        return Some(0.0);
    }
    Some(behind.iter().map(|difference| difference.sqrt()).sum::<f64>() / behind.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn story(scores: &[i32], winner: Option<usize>) -> Story {
        let scores = scores.iter().map(|score| Score(*score)).collect();
        Story { scores, winner: winner.map(Seat::new) }
    }

    /// At +10 three games of four are won: the curve must give 3/4 there, that is k = ln 3 / 10.
    #[test]
    fn the_curve_gives_what_the_games_gave() {
        let games = [
            story(&[10], Some(0)),
            story(&[10], Some(0)),
            story(&[10], Some(0)),
            story(&[10], Some(1)),
        ];
        let outlook = Outlook::fit(&games);
        assert!((outlook.expected(Score(10)) - 0.75).abs() < 1e-9);
        assert!((outlook.expected(Score(-10)) - 0.25).abs() < 1e-9);
        assert_eq!(outlook.expected(Score::win_in(3)), 1.0);
        assert_eq!(outlook.expected(Score::loss_in(0)), 0.0);
    }

    #[test]
    fn values_that_say_nothing_make_nobody_lead() {
        let wrong = [story(&[50, -50], Some(0)), story(&[50], Some(1)), story(&[-50], Some(0))];
        let outlook = Outlook::fit(&wrong);
        assert_eq!(outlook.expected(Score(50)), 0.5);
        assert_eq!(lead_changes(&wrong[0], outlook), 0);
        assert_eq!(Outlook::fit(&[]).expected(Score(7)), 0.5);
    }

    #[test]
    fn a_few_games_that_agree_prove_no_certainty() {
        let outlook = Outlook::fit(&[story(&[100], Some(0)), story(&[-100], Some(1))]);
        assert!((outlook.expected(Score(100)) - 0.95).abs() < 1e-9);
    }

    /// k = ln 3 / 10: +10 is 0.75, -10 is 0.25, +1 is within the margin.
    #[test]
    fn lead_changes_and_drama_are_those_worked_by_hand() {
        let outlook = Outlook { steepness: 3f64.ln() / 10.0 };
        let game = story(&[1, 10, 1, -10, -1, -10, 10], Some(0));
        assert_eq!(lead_changes(&game, outlook), 2);
        let even_less = 1.0 - 2.0 * outlook.expected(Score(-1));
        let by_hand = (2.0 * 0.5f64.sqrt() + even_less.sqrt()) / 3.0;
        assert!((drama(&game, outlook).unwrap() - by_hand).abs() < 1e-12);
        assert_eq!(drama(&story(&[10, 10], Some(0)), outlook), Some(0.0));
        assert_eq!(drama(&story(&[10, -10], None), outlook), None);
    }
}
