//! A client's games: making, listing, looking, taking away.

use std::sync::Arc;

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::IntoResponse;
use axum::{Extension, Json};
use selforge_core::Game;
use serde::Deserialize;
use serde_json::{Value, json};

use super::preview::open;
use crate::app::App;
use crate::error::ApiError;
use crate::players::SeatPlayer;
use crate::session::{Client, random_hex};
use crate::store::{NewGame, Saved};
use crate::table::Table;

/// The width of a picture in pixels, and its limits.
const PICTURE: (u32, u32, u32) = (16, 720, 4_000);

/// A game to be made.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    spec: String,
    /// One for each seat.
    players: Vec<SeatPlayer>,
}

/// Makes a game.
pub(super) async fn create(
    State(app): State<Arc<App>>,
    Extension(Client(owner)): Extension<Client>,
    wanted: Result<Json<Wanted>, JsonRejection>,
) -> Result<Json<Value>, ApiError> {
    let Json(Wanted { spec, players }) =
        wanted.map_err(|error| ApiError::invalid(error.body_text()))?;
    let most = app.limits.games_per_client;
    if app.store.count(&owner).await? >= most {
        let problem = format!("you have {most} games, which is the most; delete some");
        return Err(ApiError::too_many(problem));
    }
    let random = || random_hex(8).ok_or_else(|| ApiError::internal(&"no random numbers"));
    let (id, seed) = (random()?, u64::from_str_radix(&random()?, 16).unwrap_or_default());
    let limits = app.limits.clone();
    let game = open(&app, spec, move |playable| {
        let seats = usize::from(playable.game.seats());
        if players.len() != seats {
            let problem = format!("{} players for {seats} seats", players.len());
            return Err(ApiError::invalid(format!("{problem}; expected one for each seat")));
        }
        for player in &players {
            player.check(&playable, &limits)?;
        }
        let players = serde_json::to_string(&players).expect("players are plain data");
        Ok(NewGame {
            id,
            owner,
            spec: playable.spec.to_string(),
            rules: playable.rules_name(),
            start: playable.position_text(&playable.game.start()),
            players,
            seed: seed.cast_signed(),
        })
    });
    let game = game.await?;
    app.store.create(&game).await?;
    let table = app.tables.open(&app, &game.id).await?;
    table.wake(&app).await;
    tracing::info!(game = game.id, spec = game.spec, "a new game");
    Ok(Json(json!({ "id": game.id })))
}

/// The client's games, the latest first.
pub(super) async fn list(
    State(app): State<Arc<App>>,
    Extension(Client(owner)): Extension<Client>,
) -> Result<Json<Vec<Saved>>, ApiError> {
    Ok(Json(app.store.list(&owner).await?))
}

/// A game of this client; other people's games are none.
pub(super) async fn own(
    app: &Arc<App>,
    Client(owner): &Client,
    id: &str,
) -> Result<Arc<Table>, ApiError> {
    let table = app.tables.open(app, id).await?;
    if table.belongs_to(owner) { Ok(table) } else { Err(ApiError::not_found()) }
}

/// A game with everything there is to know.
pub(super) async fn state(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
) -> Result<Json<Value>, ApiError> {
    Ok(Json(own(&app, &client, &id).await?.state().await))
}

/// Removes a game for good.
pub(super) async fn delete(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
) -> Result<Json<Value>, ApiError> {
    let table = own(&app, &client, &id).await?;
    table.close().await;
    app.store.delete(&id, &client.0).await?;
    Ok(Json(json!({ "deleted": id })))
}

/// A position on the way.
pub(super) async fn at(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    path: Result<Path<(String, usize)>, PathRejection>,
) -> Result<Json<Value>, ApiError> {
    let Path((id, ply)) = path.map_err(|_| ApiError::not_found())?;
    let table = own(&app, &client, &id).await?;
    Ok(Json(table.at(ply).await.ok_or_else(ApiError::not_found)?))
}

/// The game as a record, to keep.
pub(super) async fn record(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, ApiError> {
    let table = own(&app, &client, &id).await?;
    let name = format!("attachment; filename=\"selforge-{}.sgr\"", table.id());
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, table.record().await))
}

/// Which picture.
#[derive(Debug, Deserialize)]
pub(super) struct Frame {
    ply: Option<usize>,
    size: Option<u32>,
}

/// A position as an SVG picture.
pub(super) async fn picture(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    frame: Result<Query<Frame>, QueryRejection>,
) -> Result<impl IntoResponse, ApiError> {
    let Query(frame) = frame.map_err(|error| ApiError::invalid(error.body_text()))?;
    let (least, usual, most) = PICTURE;
    let size = frame.size.unwrap_or(usual).clamp(least, most);
    let table = own(&app, &client, &id).await?;
    let picture = table.picture(frame.ply, size).await.ok_or_else(ApiError::not_found)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture))
}
