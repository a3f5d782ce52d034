//! How good a start position is, where that can be weighed.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::{Extension, Json};
use selforge_board::Cell;
use selforge_core::Game;
use selforge_games::selfo::balance::{Effort, Report, SetBalance, report};

use crate::accounts::identity::Client;
use crate::analysis::queue::Topic;
use crate::app::App;
use crate::error::ApiError;
use crate::game_cache;
use crate::live::fair_play::check_no_help;
use crate::messages::analysis::{BalanceRequest, BalanceView, OrReplaced, SetBalanceView};
use crate::messages::error::OrError;
use crate::work::WorkLimits;

/// Boards up to this size may be weighed thoroughly: a few tenths of a second.
const MOST_THOROUGH: usize = 130;

/// Answers with the balance of a start, with `replaced` if the same client has asked about another
/// one meanwhile, or with what is wrong with the spec.
#[utoipa::path(
    post,
    path = "/api/balance",
    operation_id = "balance",
    request_body = BalanceRequest,
    responses((status = 200, body = OrError<OrReplaced<BalanceView>>), (status = 409)),
)]
pub(super) async fn show(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    wanted: Result<Json<BalanceRequest>, JsonRejection>,
) -> Result<Json<OrError<OrReplaced<BalanceView>>>, ApiError> {
    let Json(wanted) = wanted?;
    check_no_help(&app, &client, &wanted.spec).await?;
    let (shared, source) = (Arc::clone(&app), client.source());
    let answer = app.analyses.work(&client.id, &source, Topic::Balance, move |stop| {
        let limits = WorkLimits::new(shared.limits.cells, stop.clone());
        let playable = shared.game_cache.open(&wanted.spec, &limits)?;
        let cells = playable.diagram(&playable.game.start()).cells.len();
        let thorough = wanted.thorough && cells <= MOST_THOROUGH;
        let effort = if thorough { Effort::Thorough } else { Effort::Quick };
        let weighed =
            report(&playable, effort, &limits).map_err(|error| game_cache::refused(&error))?;
        Ok(shown(&weighed, thorough))
    });
    Ok(Json(ApiError::told(answer.await.map(OrReplaced::from))?))
}

fn shown(report: &Report, thorough: bool) -> BalanceView {
    let names = |cells: &[Cell]| -> Vec<String> {
        cells.iter().map(|&cell| report.cell_name(cell)).collect()
    };
    let set = |set: &SetBalance| SetBalanceView {
        set: set.set,
        pieces: set.pieces,
        groups: set.groups,
        cut_off: names(&set.isolated),
        can_be_cut_off: names(&set.isolable),
        blocked: set.bracket.is_none(),
        low: set.bracket.map(|bracket| bracket.low),
        high: set.bracket.map(|bracket| bracket.high).filter(|high| *high != u32::MAX),
    };
    BalanceView {
        thorough,
        density: report.balance.density,
        spread: report.balance.spread(),
        sets: report.balance.sets.iter().map(set).collect(),
        faults: report.balance.faults().iter().map(ToString::to_string).collect(),
        warnings: report.balance.warnings(),
    }
}
