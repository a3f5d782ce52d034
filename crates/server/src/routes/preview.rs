//! A look at a game before it begins, or what is wrong with its spec.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::{Extension, Json};
use selforge_core::Game;

use crate::accounts::identity::Client;
use crate::app::App;
use crate::error::ApiError;
use crate::levels;
use crate::live::create::open_game;
use crate::messages::error::OrError;
use crate::messages::games::{GameSpec, Preview};
use crate::presentation::presentation;
use crate::view;

/// Answers with the start of a game, its rules and how many seats it has; or, as an answer and not
/// as a failure, with what is wrong with the spec, because people type here letter by letter.
#[utoipa::path(
    post,
    path = "/api/preview",
    operation_id = "preview",
    request_body = GameSpec,
    responses((status = 200, body = OrError<Preview>)),
)]
pub(super) async fn show(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    wanted: Result<Json<GameSpec>, JsonRejection>,
) -> Result<Json<OrError<Preview>>, ApiError> {
    let Json(wanted) = wanted?;
    let shown = open_game(&app, client.address, wanted.spec, |playable| {
        let start = playable.game.start();
        Ok(Preview {
            spec: playable.spec.to_string(),
            game: playable.family.name.to_string(),
            seats: playable.game.seats(),
            rules: playable.rules_text(),
            presentation: presentation(&playable),
            board: view::board(&playable, &start),
            position: view::position(&playable, &start, None, 0, false),
            status: playable.status_text(&start),
            levels: levels::at(&playable),
        })
    });
    Ok(Json(ApiError::told(shown.await)?))
}
