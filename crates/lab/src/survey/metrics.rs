//! Measured values of games, to compare votes with.
//!
//! As a table: a column `game`, every other column a metric. As JSON: an object with a member for each
//! game, which is an object of metrics; a metric is a number or, as `selforge metrics --json` writes it,
//! an object with the number in `value`. Members that are neither are passed over, so that such
//! output can be put in as it is.

use std::collections::BTreeMap;

use selforge_core::short;
use serde_json::Value;

use super::SurveyError;
use super::read::{Table, wrong};

/// The most metrics.
const MAX_METRICS: usize = 200;

/// The metrics of games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Metrics {
    names: Vec<String>,
    games: BTreeMap<String, BTreeMap<String, f64>>,
}

impl Metrics {
    /// Adds a value of a metric of a game; the last one counts.
    pub fn add(&mut self, game: &str, metric: &str, value: f64) {
        if !self.names.iter().any(|name| name == metric) {
            self.names.push(metric.to_owned());
        }
        self.games.entry(game.to_owned()).or_default().insert(metric.to_owned(), value);
    }

    /// The metrics in the order in which they came.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// The games.
    pub fn games(&self) -> impl Iterator<Item = &str> {
        self.games.keys().map(String::as_str)
    }

    /// The values of a game, if it has any.
    #[must_use]
    pub fn values(&self, game: &str) -> Option<&BTreeMap<String, f64>> {
        self.games.get(game)
    }

    fn check(self) -> Result<Metrics, SurveyError> {
        match self.names.len() {
            0 => Err(SurveyError::Metrics("there is no metric; expected at least one".to_owned())),
            1..=MAX_METRICS => Ok(self),
            count => Err(SurveyError::Metrics(format!(
                "there are {count} metrics; expected {MAX_METRICS} at most"
            ))),
        }
    }
}

/// Reads metrics from a table; empty fields are values that nobody knows.
///
/// # Errors
/// With line and column, at the first thing that is wrong.
pub fn read_metrics_csv(bytes: &[u8]) -> Result<Metrics, SurveyError> {
    let mut table = Table::open(bytes)?;
    let header = table.header.clone();
    let expected = "a column 'game' and one for each metric, each with a name of its own";
    let Some(game_column) = header.iter().position(|name| name.eq_ignore_ascii_case("game")) else {
        return Err(wrong("line 1".to_owned(), "the column 'game' is missing", expected));
    };
    for (at, name) in header.iter().enumerate() {
        if name.is_empty() || header[..at].contains(name) {
            let problem = if name.is_empty() { "it has no name" } else { "the name comes twice" };
            return Err(wrong(format!("line 1, column {}", at + 1), problem, expected));
        }
    }
    let mut metrics = Metrics::default();
    while let Some(row) = table.next_row()? {
        let game = row.name(game_column, "game")?;
        if metrics.values(&game).is_some() {
            let problem = format!("'{}' comes twice", short(&game));
            return Err(row.wrong(game_column, "game", &problem, "a line for each game"));
        }
        for (at, metric) in header.iter().enumerate() {
            let text = row.text(at);
            if at == game_column || text.is_empty() {
                continue;
            }
            match text.parse::<f64>() {
                Ok(value) if value.is_finite() => metrics.add(&game, metric, value),
                _ => {
                    let problem = format!("'{}' is no number", short(text));
                    return Err(row.wrong(at, metric, &problem, "a number such as 0.85"));
                }
            }
        }
    }
    metrics.check()
}

/// Reads metrics from JSON.
///
/// # Errors
/// With line and column if it is no JSON; with the game if that has no metrics.
pub fn read_metrics_json(text: &str) -> Result<Metrics, SurveyError> {
    let expected = "an object of games, each an object of metrics";
    let value: Value = serde_json::from_str(text).map_err(|error| {
        let place = format!("line {}, column {}", error.line(), error.column());
        wrong(place, "this is no JSON", expected)
    })?;
    let Some(games) = value.as_object() else {
        return Err(wrong("the whole".to_owned(), "it is no object", expected));
    };
    let mut metrics = Metrics::default();
    for (game, values) in games {
        let Some(values) = values.as_object() else {
            let problem = format!("'{}' is no object", short(game));
            return Err(wrong("the whole".to_owned(), &problem, expected));
        };
        for (metric, value) in values {
            if let Some(number) = value.as_f64().or_else(|| value["value"].as_f64()) {
                metrics.add(game, metric, number);
            }
        }
    }
    metrics.check()
}
