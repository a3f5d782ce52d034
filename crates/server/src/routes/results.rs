//! What all games say together: votes, and people against engines. No names, no identities.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use super::aside;
use crate::app::App;
use crate::error::ApiError;
use crate::statistics::{people_against_engines, votes};

/// Answers with both.
pub(super) async fn show(State(app): State<Arc<App>>) -> Result<Json<Value>, ApiError> {
    let _slot = app.statistics_slots.acquire().await.map_err(|error| ApiError::internal(&error))?;
    let (votes, games) = (app.store.votes().await?, app.store.finished_games().await?);
    let told = aside(move || {
        json!({
            "votes": votes::summary(&votes),
            "people": people_against_engines::table(&games),
        })
    });
    Ok(Json(told.await?))
}
