//! Runs of the laboratory. Their tables are passed on as the run wrote them: the laboratory has many
//! kinds of runs and its files have changed with it, so the server knows only where they are.

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// A run in a line.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct RunSummary {
    pub id: String,
    /// The folder's name.
    pub name: String,
    /// `arena`, `evolve` and so on.
    pub kind: String,
    /// The program that ran it, with its version.
    #[schema(required)]
    pub program: Option<String>,
    /// The game that was played, or the space of games that was searched.
    #[schema(required)]
    pub game: Option<String>,
    #[schema(required)]
    pub players: Option<Vec<String>>,
    /// How evolution went about it.
    #[schema(required)]
    pub method: Option<String>,
    #[schema(required)]
    pub fitness: Option<String>,
    #[schema(required)]
    pub seed: Option<u64>,
    /// How many games or candidates there are to be.
    #[schema(required)]
    pub planned: Option<u64>,
    /// Whether all of it was done.
    pub complete: bool,
    /// When the results were written; none before.
    #[schema(required)]
    pub when: Option<u64>,
    /// How many games were played.
    #[schema(required)]
    pub games: Option<u64>,
    /// How many candidates were tried.
    #[schema(required)]
    pub candidates: Option<u64>,
    /// The best fitness that was found.
    #[schema(required)]
    pub best: Option<f64>,
    #[schema(required)]
    pub scores: Option<Vec<PlayerScore>>,
}

/// What a player of a match scored, of 1.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PlayerScore {
    pub spec: String,
    pub score: f64,
}

/// A run with its tables.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct RunView {
    #[serde(flatten)]
    pub summary: RunSummary,
    /// Whether the run wrote a report.
    pub report: bool,
    /// The tables of a match, as the run wrote them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false, nullable = false)]
    pub arena: Option<Map<String, Value>>,
    /// The tables of an evolution, as the run wrote them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false, nullable = false)]
    pub evolution: Option<Map<String, Value>>,
    /// The best games, as the run wrote them, each with the spec that opens it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<Object>, required = false, nullable = false)]
    pub champions: Option<Vec<Value>>,
}
