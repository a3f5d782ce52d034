//! What all games say together: votes, and people against engines. No names, no identities.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use super::aside;
use crate::app::App;
use crate::error::ApiError;
use crate::messages::results::Results;
use crate::statistics::{people_against_engines, votes};

/// Answers with both.
#[utoipa::path(
    get,
    path = "/api/results",
    operation_id = "results",
    responses((status = 200, body = Results)),
)]
pub(super) async fn show(State(app): State<Arc<App>>) -> Result<Json<Results>, ApiError> {
    let _slot = app.statistics_slots.acquire().await.map_err(|error| ApiError::internal(&error))?;
    let (votes, games) = (app.store.votes().await?, app.store.finished_games().await?);
    let results = aside(move || Results {
        votes: votes::summary(&votes),
        people: people_against_engines::table(&games),
    });
    Ok(Json(results.await?))
}
