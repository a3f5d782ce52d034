//! How good a start position is, where that can be weighed.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::{Extension, Json};
use selforge_board::Cell;
use selforge_core::Game;
use selforge_games::selfo::balance::{Effort, Report, SetBalance, report};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::accounts::identity::Client;
use crate::analysis::queue::Topic;
use crate::app::App;
use crate::error::ApiError;
use crate::game_cache;

/// Boards up to this size may be weighed thoroughly: a few tenths of a second.
const MOST_THOROUGH: usize = 130;

/// The start of which game, and how carefully.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BalanceRequest {
    spec: String,
    /// Whether to take longer for closer bounds, where the board is not too large.
    #[serde(default)]
    thorough: bool,
}

/// Answers with the balance of a start, with `replaced` if the same client has asked about another
/// one meanwhile, or with what is wrong with the spec.
pub(super) async fn show(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    wanted: Result<Json<BalanceRequest>, JsonRejection>,
) -> Result<Json<Value>, ApiError> {
    let Json(wanted) = wanted?;
    let shared = Arc::clone(&app);
    let answer = app.analyses.work(client.id.text(), Topic::Balance, move |_| {
        let playable = shared.game_cache.open(&wanted.spec, shared.limits.cells)?;
        let cells = playable.diagram(&playable.game.start()).cells.len();
        let thorough = wanted.thorough && cells <= MOST_THOROUGH;
        let effort = if thorough { Effort::Thorough } else { Effort::Quick };
        let weighed = report(&playable, effort).map_err(|error| game_cache::refused(&error))?;
        Ok(value(&weighed, thorough))
    });
    match answer.await {
        Ok(answer) => Ok(Json(answer.unwrap_or_else(|| json!({ "replaced": true })))),
        Err(error) if error.is_invalid() => Ok(Json(error.to_json())),
        Err(error) => Err(error),
    }
}

fn value(report: &Report, thorough: bool) -> Value {
    let names = |cells: &[Cell]| -> Vec<&str> {
        cells.iter().map(|&cell| report.board.cell_name(cell)).collect()
    };
    let set = |set: &SetBalance| {
        let bracket = set.bracket;
        json!({
            "set": set.set,
            "pieces": set.pieces,
            "groups": set.groups,
            "cut_off": names(&set.isolated),
            "can_be_cut_off": names(&set.isolable),
            "blocked": bracket.is_none(),
            "low": bracket.map(|bracket| bracket.low),
            "high": bracket.map(|bracket| bracket.high).filter(|high| *high != u32::MAX),
        })
    };
    let faults = report.balance.faults();
    json!({
        "thorough": thorough,
        "density": report.balance.density,
        "spread": report.balance.spread(),
        "sets": report.balance.sets.iter().map(set).collect::<Vec<Value>>(),
        "faults": faults.iter().map(ToString::to_string).collect::<Vec<String>>(),
    })
}
