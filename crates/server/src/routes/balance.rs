//! How good a start position of Selfo is.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::{Extension, Json};
use selforge_board::Cell;
use selforge_core::{Game, Spec};
use selforge_games::selfo::balance::{Effort, Report, SetBalance, report};
use selforge_games::{GameError, NoFiles};
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
        if playable.family.name != "selfo" {
            let name = &playable.family.name;
            let problem = format!("'{name}' has no balance to measure; only selfo has");
            return Err(ApiError::invalid(problem));
        }
        // The start that was opened, as it stands: drawing it again would take as long again.
        let start = playable.game.start();
        let cells = playable.diagram(&start).cells.len();
        let thorough = wanted.thorough && cells <= MOST_THOROUGH;
        let effort = if thorough { Effort::Thorough } else { Effort::Quick };
        let spec = placed(&playable.spec, &playable.position_text(&start))?;
        let weighed = selforge_games::open(&spec, &NoFiles)
            .and_then(|playable| report(&playable, effort))
            .map_err(|error| game_cache::refused(&error))?;
        Ok(value(&weighed, thorough))
    });
    match answer.await {
        Ok(answer) => Ok(Json(answer.unwrap_or_else(|| json!({ "replaced": true })))),
        Err(error) if error.is_invalid() => Ok(Json(error.to_json())),
        Err(error) => Err(error),
    }
}

/// The game with its start written out instead of drawn.
fn placed(spec: &Spec, start: &str) -> Result<Spec, ApiError> {
    let wrong = |error: selforge_core::SpecError| game_cache::refused(&GameError::from(error));
    let mut placed = Spec::new(spec.name());
    if spec.get("setup") == Some("pawns") && spec.get("board").is_none() {
        // The one setup with a usual board of its own.
        placed.set("board", "king-8x8").map_err(wrong)?;
    }
    for key in ["board", "graph", "seed", "seats", "length", "special-length", "swap"] {
        if let Some(value) = spec.get(key) {
            placed.set(key, value).map_err(wrong)?;
        }
    }
    placed.set("position", start).map_err(wrong)?;
    Ok(placed)
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
