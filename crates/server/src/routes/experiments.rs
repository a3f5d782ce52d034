//! Runs of the laboratory: the list, one run, its report.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;

use super::aside;
use crate::app::App;
use crate::error::ApiError;
use crate::messages::experiments::{RunSummary, RunView};

/// What a report may do: show itself, with its own style and pictures, and nothing else.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; sandbox";

/// All runs.
#[utoipa::path(
    get,
    path = "/api/experiments",
    operation_id = "listExperiments",
    responses((status = 200, body = Vec<RunSummary>)),
)]
pub(super) async fn list(State(app): State<Arc<App>>) -> Result<Json<Vec<RunSummary>>, ApiError> {
    let _slot = app.statistics_slots.acquire().await.map_err(|error| ApiError::internal(&error))?;
    let shared = Arc::clone(&app);
    Ok(Json(aside(move || shared.experiments.list()).await?))
}

/// One run with its tables.
#[utoipa::path(
    get,
    path = "/api/experiments/{id}",
    operation_id = "showExperiment",
    responses((status = 200, body = RunView), (status = 404)),
)]
pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<RunView>, ApiError> {
    let _slot = app.statistics_slots.acquire().await.map_err(|error| ApiError::internal(&error))?;
    let shared = Arc::clone(&app);
    let run = aside(move || shared.experiments.show(&id)).await?;
    Ok(Json(run.ok_or_else(ApiError::not_found)?))
}

/// The report that the run wrote, with a policy that lets it do nothing.
#[utoipa::path(
    get,
    path = "/api/experiments/{id}/report",
    operation_id = "experimentReport",
    responses((status = 200, body = String, content_type = "text/html; charset=utf-8"), (status = 404)),
)]
pub(super) async fn report(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, ApiError> {
    let _slot = app.statistics_slots.acquire().await.map_err(|error| ApiError::internal(&error))?;
    let shared = Arc::clone(&app);
    let report = aside(move || shared.experiments.report(&id)).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    Ok((headers, report.ok_or_else(ApiError::not_found)?))
}
