//! Voting on a game after playing it, and the votes as a table.

use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use axum::{Extension, Json};
use selforge_lab::survey::{MAX_GAMES, Vote, write_votes};

use super::aside;
use crate::accounts::identity::Client;
use crate::app::App;
use crate::error::ApiError;
use crate::messages::results::{KeptVote, OwnVote, VoteRequest, VoteWord};
use crate::statistics::votes;
use crate::store::VotableGame;

/// From how many moves on a game that goes on may be voted on.
const MOVES: i64 = 2;

/// The family of the games that evolution makes.
const FORGE: &str = "rulespace";

/// Keeps a vote of somebody who plays in the game.
#[utoipa::path(
    post,
    path = "/api/games/{id}/vote",
    operation_id = "vote",
    request_body = VoteRequest,
    responses((status = 200, body = KeptVote), (status = 404)),
)]
pub(super) async fn cast(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    wanted: Result<Json<VoteRequest>, JsonRejection>,
) -> Result<Json<KeptVote>, ApiError> {
    let Json(VoteRequest { vote }) = wanted?;
    let played = app.store.votable_game(&id, &client.id).await?.ok_or_else(ApiError::not_found)?;
    if !is_votable(&played) {
        let problem = format!("a game is voted on once it is over or after {MOVES} moves");
        return Err(ApiError::invalid(problem));
    }
    app.store.vote(&id, &client.id, &played.spec, Vote::from(vote).word()).await?;
    Ok(Json(KeptVote { vote }))
}

/// Whether the client may vote on a game, whether the game is of the forge, and the vote so far. For
/// those who may not it is no matter whether there is such a game.
#[utoipa::path(
    get,
    path = "/api/games/{id}/vote",
    operation_id = "ownVote",
    responses((status = 200, body = OwnVote)),
)]
pub(super) async fn own(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
) -> Result<Json<OwnVote>, ApiError> {
    let played = app.store.votable_game(&id, &client.id).await?.filter(is_votable);
    let Some(played) = played else {
        return Ok(Json(OwnVote { can: false, forge: false, vote: None }));
    };
    let forge = played.spec.split(' ').next() == Some(FORGE);
    let vote = app.store.own_vote(&id, &client.id).await?;
    let vote = vote.as_deref().and_then(Vote::from_word).map(VoteWord::from);
    Ok(Json(OwnVote { can: true, forge, vote }))
}

impl From<VoteWord> for Vote {
    fn from(word: VoteWord) -> Vote {
        match word {
            VoteWord::Like => Vote::Like,
            VoteWord::Neutral => Vote::Neutral,
            VoteWord::Dislike => Vote::Dislike,
        }
    }
}

impl From<Vote> for VoteWord {
    fn from(vote: Vote) -> VoteWord {
        match vote {
            Vote::Like => VoteWord::Like,
            Vote::Neutral => VoteWord::Neutral,
            Vote::Dislike => VoteWord::Dislike,
        }
    }
}

fn is_votable(played: &VotableGame) -> bool {
    played.over || played.plies >= MOVES
}

/// All votes as `selforge survey` reads them, with numbers for players.
#[utoipa::path(
    get,
    path = "/api/votes.csv",
    operation_id = "votes",
    responses((status = 200, body = String, content_type = "text/csv; charset=utf-8")),
)]
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
