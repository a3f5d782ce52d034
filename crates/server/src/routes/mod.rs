//! The HTTP face: which path does what, and what holds for all of them.

mod accounts;
mod analysis;
mod balance;
mod catalogue;
mod chance;
mod experiments;
mod games;
mod guard;
mod live;
mod lobby;
mod metrics;
mod notes;
mod preview;
mod records;
mod results;
mod votes;

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post, put};
use axum::{Json, Router};

use crate::app::App;
use crate::assets;
use crate::error::ApiError;
use crate::openapi;

/// All paths.
pub(crate) fn router(app: Arc<App>) -> Router {
    let notes_limit = DefaultBodyLimit::max(app.limits.notes_bytes);
    let record_limit = DefaultBodyLimit::max(app.limits.record_bytes);
    // Who asks one of these and goes away wants no answer any more: the work ends.
    let questions = Router::new()
        .route("/api/preview", post(preview::show))
        .route("/api/analysis", post(analysis::show))
        .route("/api/analysis/engine", post(analysis::think))
        .route("/api/balance", post(balance::show));
    Router::new()
        .route("/healthz", get(health))
        .route("/api/openapi.json", get(document))
        .route("/api/catalogue", get(catalogue::show))
        .route("/api/games", get(games::list).post(games::create))
        .route("/api/games/{id}", get(games::state).delete(games::delete))
        .route("/api/games/{id}/join", post(games::join))
        .route("/api/games/{id}/rematch", post(games::rematch))
        .route("/api/games/{id}/at/{ply}", get(games::at))
        .route("/api/games/{id}/record", get(games::record))
        .route("/api/games/{id}/picture", get(games::picture))
        .route("/api/games/{id}/live", get(live::join))
        .route("/api/lobby", get(lobby::show))
        .route("/api/lobby/live", get(lobby::join))
        .route("/api/me", get(accounts::me))
        .route("/api/accounts", post(accounts::register))
        .route("/api/session", post(accounts::sign_in).delete(accounts::sign_out))
        .route("/api/account", delete(accounts::delete))
        .route("/api/account/password", put(accounts::change_password))
        .route("/api/tokens", get(accounts::tokens).post(accounts::add_token))
        .route("/api/tokens/{id}", delete(accounts::remove_token))
        .route("/api/players/{name}", get(accounts::profile))
        .route("/api/games/{id}/vote", get(votes::own).post(votes::cast))
        .route("/api/votes.csv", get(votes::table))
        .route("/api/results", get(results::show))
        .route("/api/experiments", get(experiments::list))
        .route("/api/experiments/{id}", get(experiments::show))
        .route("/api/experiments/{id}/report", get(experiments::report))
        .route("/metrics", get(metrics::show))
        .route("/api/games/{id}/notes", get(notes::read).put(notes::write).layer(notes_limit))
        .route("/api/games/{id}/notes/record", get(notes::record))
        .route("/api/records", post(records::create).layer(record_limit))
        .route("/api/chance", get(chance::genes))
        .layer(middleware::from_fn(to_the_end))
        .merge(questions)
        .method_not_allowed_fallback(|| async { ApiError::no_method() })
        .fallback_service(get(assets::serve))
        .layer(DefaultBodyLimit::max(app.limits.body_bytes))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard::guard))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), metrics::observe))
        .with_state(app)
}

/// Does what was asked on a task of its own: a client that goes away in the middle must not leave a
/// thing half done, written but not made true.
async fn to_the_end(request: Request, next: Next) -> Response {
    let answer = tokio::spawn(next.run(request)).await;
    answer.unwrap_or_else(|error| ApiError::internal(&error).into_response())
}

/// Does work that takes a while, away from the threads that serve others.
async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.map_err(|error| ApiError::internal(&error))
}

/// The API in a form that programs read.
async fn document() -> Json<serde_json::Value> {
    Json(openapi::document())
}

/// Whether the server can do its work.
async fn health(State(app): State<Arc<App>>) -> Result<&'static str, ApiError> {
    app.store.check().await?;
    Ok("ok\n")
}
