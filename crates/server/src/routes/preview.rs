//! A look at a game before it begins, or what is wrong with its spec.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::{Extension, Json};
use selforge_core::Game;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::accounts::identity::Client;
use crate::app::App;
use crate::error::ApiError;
use crate::live::create::open_game;
use crate::presentation::presentation;
use crate::view;

/// A game by its spec.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PreviewRequest {
    spec: String,
}

/// Answers with the start of a game, its rules and how many seats it has; or, as an answer and not
/// as a failure, with what is wrong with the spec, because people type here letter by letter.
pub(super) async fn show(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    wanted: Result<Json<PreviewRequest>, JsonRejection>,
) -> Result<Json<Value>, ApiError> {
    let Json(wanted) = wanted?;
    let shown = open_game(&app, client.address, wanted.spec, |playable| {
        let start = playable.game.start();
        Ok(json!({
            "spec": playable.spec.to_string(),
            "game": playable.family.name,
            "seats": playable.game.seats(),
            "rules": playable.rules_text(),
            "presentation": presentation(&playable),
            "board": view::board(&playable, &start),
            "position": view::position(&playable, &start, None, 0, false),
            "status": playable.status_text(&start),
        }))
    });
    match shown.await {
        Ok(shown) => Ok(Json(shown)),
        Err(error) if error.is_invalid() => Ok(Json(error.to_json())),
        Err(error) => Err(error),
    }
}
