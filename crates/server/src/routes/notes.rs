//! A client's notes on a game: reading them, keeping them, and the record with them.

use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use axum::{Extension, Json};
use selforge_core::Record;
use selforge_games::Playable;

use super::games::find;
use crate::accounts::identity::Client;
use crate::app::App;
use crate::error::ApiError;
use crate::live::create::opening_slot;
use crate::messages::analysis::{Notes, NotesSaved};

/// Answers with the client's notes on a game; empty if there are none.
#[utoipa::path(
    get,
    path = "/api/games/{id}/notes",
    operation_id = "readNotes",
    responses((status = 200, body = Notes), (status = 404)),
)]
pub(super) async fn read(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
) -> Result<Json<Notes>, ApiError> {
    find(&app, &client, &id).await?;
    Ok(Json(load(&app, &client, &id).await?))
}

/// Keeps the client's notes on a game instead of those before.
#[utoipa::path(
    put,
    path = "/api/games/{id}/notes",
    operation_id = "writeNotes",
    request_body = Notes,
    responses((status = 200, body = NotesSaved), (status = 404)),
)]
pub(super) async fn write(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    notes: Result<Json<Notes>, JsonRejection>,
) -> Result<Json<NotesSaved>, ApiError> {
    let Json(notes) = notes?;
    let game = find(&app, &client, &id).await?;
    let (playable, record) = (game.playable().clone(), game.record().await);
    let notes = check(&app, &client, playable, record, notes).await?;
    let body = serde_json::to_string(&notes).expect("notes are plain data");
    let source = client.source();
    let quota = app.limits.quota(&source);
    app.store.save_notes(&id, &client.id, &source, &body, quota).await?;
    Ok(Json(NotesSaved { saved: notes.nodes.len() }))
}

/// The game as a record with the client's comments, to keep.
#[utoipa::path(
    get,
    path = "/api/games/{id}/notes/record",
    operation_id = "recordWithNotes",
    responses((status = 200, body = String, content_type = "text/plain; charset=utf-8"), (status = 404)),
)]
pub(super) async fn record(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, ApiError> {
    let mut record = find(&app, &client, &id).await?.record().await;
    load(&app, &client, &id).await?.write_into(&mut record);
    let name = format!("attachment; filename=\"selforge-{id}.sgr\"");
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, record.to_string()))
}

async fn load(app: &App, client: &Client, id: &str) -> Result<Notes, ApiError> {
    let stored = app.store.notes(id, &client.id).await?;
    let read = |body: String| serde_json::from_str(&body).map_err(|e| ApiError::internal(&e));
    stored.map_or(Ok(Notes::default()), read)
}

/// Checks notes on a game, away from the threads that serve others.
async fn check(
    app: &App,
    client: &Client,
    playable: Playable,
    record: Record,
    notes: Notes,
) -> Result<Notes, ApiError> {
    let slot = opening_slot(app, client.address).await?;
    let checked = tokio::task::spawn_blocking(move || {
        let _slot = slot;
        let start = record.start.as_deref().unwrap_or_default();
        notes.check(&playable, start).map_err(ApiError::invalid)?;
        Ok(notes)
    });
    checked.await.map_err(|error| ApiError::internal(&error))?
}
