//! What votes say: shares with intervals, tests, comparisons, correlations.

use serde::Serialize;

use super::metrics::Metrics;
use super::people::Participants;
use super::vote::{Opinion, Survey, Tally};
use super::{SurveyError, Vote};
use crate::stats::{Correlation, Estimate, Interval, holm, sign_test, spearman};

/// Everything that can be said about a survey.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// How many players voted.
    pub players: usize,
    /// How many votes there are, over all runs.
    pub votes: u64,
    /// Who took part, where the table says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub participants: Option<Participants>,
    /// The games in the order of the survey.
    pub games: Vec<GameSummary>,
    /// All pairs of games.
    pub pairs: Vec<Pair>,
    /// The metrics, where some were given.
    pub correlations: Vec<MetricCorrelation>,
    /// Games of the survey without metrics; the correlations leave them out.
    pub unmeasured: Vec<String>,
}

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameSummary {
    /// Its name.
    pub game: String,
    /// How many players voted on it.
    pub players: u64,
    /// The share of players who liked it (the interval by Clopper and Pearson).
    pub liked: Estimate,
    /// The players by what they think after all runs.
    pub opinions: Tally,
    /// The votes of all runs.
    pub runs: Tally,
    /// The exact two-sided sign test of players who like it against those who dislike it.
    pub p: f64,
}

/// Two games, compared by those who voted on both (McNemar's exact test).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pair {
    /// The first game.
    pub game: String,
    /// The second game.
    pub against: String,
    /// How many players voted on both.
    pub players: u64,
    /// Those who liked only the first.
    pub only_first: u64,
    /// Those who liked only the second.
    pub only_second: u64,
    /// The exact two-sided test of these two numbers against each other.
    pub p: f64,
    /// The same, adjusted for all the pairs (Holm).
    pub p_adjusted: f64,
}

/// How the share of players who liked a game goes with a metric of the games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MetricCorrelation {
    /// The metric.
    pub metric: String,
    /// Spearman's coefficient and its test; none for fewer than three games, or if all games have
    /// the same value or share.
    #[serde(flatten)]
    pub correlation: Option<Correlation>,
}

impl Summary {
    /// Sums a survey up.
    ///
    /// # Errors
    /// If metrics are given and fewer than two games of the survey have any.
    pub fn of(survey: &Survey, metrics: Option<&Metrics>) -> Result<Summary, SurveyError> {
        let count = survey.games().len();
        let games: Vec<GameSummary> = (0..count).map(|game| game_summary(survey, game)).collect();
        let mut pairs: Vec<Pair> = (0..count)
            .flat_map(|first| (first + 1..count).map(move |second| (first, second)))
            .map(|(first, second)| pair(survey, first, second))
            .collect();
        let values: Vec<f64> = pairs.iter().map(|pair| pair.p).collect();
        for (pair, p) in pairs.iter_mut().zip(holm(&values)) {
            pair.p_adjusted = p;
        }
        let (correlations, unmeasured) = match metrics {
            Some(metrics) => correlations(&games, metrics)?,
            None => (Vec::new(), Vec::new()),
        };
        let votes = games.iter().map(|game| game.runs.total()).sum();
        Ok(Summary {
            players: survey.players(),
            votes,
            participants: Participants::of(survey),
            games,
            pairs,
            correlations,
            unmeasured,
        })
    }
}

fn game_summary(survey: &Survey, game: usize) -> GameSummary {
    let mut opinions = Tally::default();
    for (_, opinion) in survey.opinions(game) {
        opinions.add(match opinion {
            Opinion::Liked => Vote::Like,
            Opinion::Disliked => Vote::Dislike,
            Opinion::Neutral => Vote::Neutral,
        });
    }
    let players = opinions.total();
    let interval = Interval::exact(opinions.like, players);
    GameSummary {
        game: survey.games().nth(game).unwrap_or_default().to_owned(),
        players,
        liked: Estimate::of(opinions.like as f64 / players as f64, interval),
        opinions,
        runs: survey.runs(game),
        p: sign_test(opinions.like, opinions.dislike),
    }
}

fn pair(survey: &Survey, first: usize, second: usize) -> Pair {
    let (mut players, mut only_first, mut only_second) = (0, 0, 0);
    for (player, opinion) in survey.opinions(first) {
        let Some(other) = survey.opinion(second, player) else { continue };
        players += 1;
        match (opinion == Opinion::Liked, other == Opinion::Liked) {
            (true, false) => only_first += 1,
            (false, true) => only_second += 1,
            _ => {}
        }
    }
    let name = |game: usize| survey.games().nth(game).unwrap_or_default().to_owned();
    let p = sign_test(only_first, only_second);
    let (game, against) = (name(first), name(second));
    Pair { game, against, players, only_first, only_second, p, p_adjusted: p }
}

fn correlations(
    games: &[GameSummary],
    metrics: &Metrics,
) -> Result<(Vec<MetricCorrelation>, Vec<String>), SurveyError> {
    let measured = |game: &&GameSummary| metrics.values(&game.game).is_some();
    let (known, unknown): (Vec<&GameSummary>, Vec<&GameSummary>) = games.iter().partition(measured);
    if known.len() < 2 {
        let names = |all: Vec<&str>| all.join(", ");
        return Err(SurveyError::Metrics(format!(
            "the votes are on {}, the metrics are those of {}; expected at least two games in both",
            names(games.iter().map(|game| game.game.as_str()).collect()),
            names(metrics.games().collect()),
        )));
    }
    let told = metrics.names().map(|metric| {
        let both = known.iter().filter_map(|game| {
            let value = metrics.values(&game.game)?.get(metric)?;
            Some((game.liked.value, *value))
        });
        let (shares, values): (Vec<f64>, Vec<f64>) = both.unzip();
        MetricCorrelation { metric: metric.to_owned(), correlation: spearman(&shares, &values) }
    });
    Ok((told.collect(), unknown.iter().map(|game| game.game.clone()).collect()))
}
