//! Voting on a game after playing it, and the votes as a table.

use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use axum::{Extension, Json};
use selforge_lab::survey::{MAX_GAMES, Vote, write_votes};
use serde::Deserialize;
use serde_json::{Value, json};

use super::aside;
use crate::accounts::identity::Client;
use crate::app::App;
use crate::error::ApiError;
use crate::statistics::votes;
use crate::store::VotableGame;

/// From how many moves on a game that goes on may be voted on.
const MOVES: i64 = 2;

/// The family of the games that evolution makes.
const FORGE: &str = "rulespace";

/// What somebody says of a game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VoteRequest {
    vote: String,
}

/// Keeps a vote of somebody who plays in the game.
pub(super) async fn cast(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    wanted: Result<Json<VoteRequest>, JsonRejection>,
) -> Result<Json<Value>, ApiError> {
    let Json(VoteRequest { vote }) = wanted?;
    let played = app.store.votable_game(&id, &client.id).await?.ok_or_else(ApiError::not_found)?;
    if !is_votable(&played) {
        let problem = format!("a game is voted on once it is over or after {MOVES} moves");
        return Err(ApiError::invalid(problem));
    }
    let known = Vote::from_word(&vote)
        .ok_or_else(|| ApiError::invalid("this is no vote; expected like, neutral or dislike"))?;
    app.store.vote(&id, &client.id, &played.spec, known.word()).await?;
    Ok(Json(json!({ "vote": known })))
}

/// Whether the client may vote on a game, whether the game is of the forge, and the vote so far. For
/// those who may not it is no matter whether there is such a game.
pub(super) async fn own(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
) -> Result<Json<Value>, ApiError> {
    let played = app.store.votable_game(&id, &client.id).await?.filter(is_votable);
    let Some(played) = played else {
        return Ok(Json(json!({ "can": false, "forge": false, "vote": null })));
    };
    let forge = played.spec.split(' ').next() == Some(FORGE);
    let vote = app.store.own_vote(&id, &client.id).await?;
    Ok(Json(json!({ "can": true, "forge": forge, "vote": vote })))
}

fn is_votable(played: &VotableGame) -> bool {
    played.over || played.plies >= MOVES
}

/// All votes as `selforge survey` reads them, with numbers for players.
pub(super) async fn table(State(app): State<Arc<App>>) -> Result<impl IntoResponse, ApiError> {
    let _slot = app.statistics_slots.acquire().await.map_err(|error| ApiError::internal(&error))?;
    let votes = app.store.votes().await?;
    let text = aside(move || write_votes(&votes::ballots(&votes, MAX_GAMES))).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"votes.csv\""),
    ];
    Ok((headers, text))
}
