//! A client's notes on a game: reading them, keeping them, and the record with them.

use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use axum::{Extension, Json};

use super::games::find;
use crate::accounts::identity::Client;
use crate::app::App;
use crate::error::ApiError;
use crate::messages::analysis::{Notes, NotesSaved};
use crate::messages::text_of;
use crate::work::work;

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
) -> Result<impl IntoResponse, ApiError> {
    find(&app, &client, &id).await?;
    let stored = app.store.notes(&id, &client.id).await?;
    // What was stored was written by this program; it goes out as it is.
    let body = stored.unwrap_or_else(|| text_of(&Notes::default()));
    Ok(([(header::CONTENT_TYPE, "application/json")], body))
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
    let playable = game.playable().clone();
    let start = game.start_text().await;
    let notes = work(&app, client.address, move |_, limits| {
        notes.check(&playable, &start, limits).map_err(ApiError::invalid)?;
        Ok(notes)
    });
    let notes = notes.await?;
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
    let game = find(&app, &client, &id).await?;
    let stored = app.store.notes(&id, &client.id).await?;
    let text = game.with_record(&app, |mut record| {
        parse(stored)?.write_into(&mut record);
        Ok::<String, ApiError>(record.to_string())
    });
    let text = text.await??;
    let name = format!("attachment; filename=\"selforge-{id}.sgr\"");
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, text))
}

fn parse(stored: Option<String>) -> Result<Notes, ApiError> {
    let read = |body: String| serde_json::from_str(&body).map_err(|e| ApiError::internal(&e));
    stored.map_or(Ok(Notes::default()), read)
}
