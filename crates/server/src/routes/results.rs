//! What all games say together: votes, and people against engines. No names, no identities.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

use super::aside;
use crate::app::App;
use crate::error::ApiError;
use crate::messages::results::Results;
use crate::messages::text_of;
use crate::statistics::{people_against_engines, votes};

/// How long the same answer is given: all games are read for a new one.
const FRESH: Duration = Duration::from_secs(30);

/// Answers with both, as of the last half minute.
#[utoipa::path(
    get,
    path = "/api/results",
    operation_id = "results",
    responses((status = 200, body = Results)),
)]
pub(super) async fn show(State(app): State<Arc<App>>) -> Result<impl IntoResponse, ApiError> {
    let results: Bytes = app.results.get(FRESH, async || add_up(&app).await).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], results))
}

async fn add_up(app: &App) -> Result<Bytes, ApiError> {
    let _slot = app.statistics_slots.acquire().await.map_err(|error| ApiError::internal(&error))?;
    let (votes, games) = (app.store.votes().await?, app.store.finished_games().await?);
    aside(move || {
        let (votes, people) = (votes::summary(&votes), people_against_engines::table(&games));
        text_of(&Results { votes, people }).into()
    })
    .await
}
