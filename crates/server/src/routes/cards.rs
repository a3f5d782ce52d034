//! The pictures beside links. They are the same for everyone who has the link, so nobody is asked who
//! they are.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use selforge_core::Game;
use serde::Deserialize;

use super::guard::ClientAddress;
use crate::app::App;
use crate::assets;
use crate::cards::png;
use crate::error::ApiError;
use crate::exposure::network;
use crate::gallery;
use crate::live::create::open_game;
use crate::previews::{CODE_CARD, PUZZLE_CARD, SITE_CARD};
use crate::puzzles;
use crate::work::work;

/// A game goes on; whoever shows its card looks again after a while.
const CACHING: &str = "public, max-age=300";

/// Which game a card shows, where its name does not say it.
#[derive(Debug, Deserialize)]
pub(super) struct CardQuery {
    spec: Option<String>,
}

/// Answers with a card: the site's, a puzzle's, that of a game by its id or by its code.
pub(super) async fn show(
    State(app): State<Arc<App>>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    Path(file): Path<String>,
    Query(CardQuery { spec }): Query<CardQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let name = file.strip_suffix(".png").ok_or_else(ApiError::not_found)?;
    let address = network(address);
    let card = match (name, spec, name.strip_prefix(PUZZLE_CARD)) {
        (SITE_CARD, ..) => {
            let first = gallery::cards().into_iter().next().ok_or_else(ApiError::not_found)?;
            of_spec(&app, address, first.spec).await?
        }
        (CODE_CARD, Some(spec), _) => {
            let card = of_spec(&app, address, spec).await;
            card.map_err(|_| ApiError::not_found())?
        }
        (_, _, Some(id)) => of_spec(&app, address, puzzles::find(id)?.game.clone()).await?,
        (id, ..) => of_game(&app, address, id).await?,
    };
    Ok(answer(card, &headers))
}

fn answer(card: Bytes, headers: &HeaderMap) -> Response {
    let tag = assets::tag(&card);
    let fixed = [(header::CACHE_CONTROL, CACHING.to_owned()), (header::ETAG, tag.clone())];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag.as_str()) {
        return (StatusCode::NOT_MODIFIED, fixed).into_response();
    }
    (fixed, [(header::CONTENT_TYPE, "image/png")], card).into_response()
}

/// The start of a game.
async fn of_spec(app: &Arc<App>, address: IpAddr, spec: String) -> Result<Bytes, ApiError> {
    if let Some(card) = app.cards.find(&spec) {
        return Ok(card);
    }
    let shows = spec.clone();
    let card =
        open_game(app, address, spec, |playable| png(&playable.diagram(&playable.game.start())));
    let card = card.await?;
    app.cards.keep(shows, card.clone());
    Ok(card)
}

/// A game as it stands, if everyone may look at it.
async fn of_game(app: &Arc<App>, address: IpAddr, id: &str) -> Result<Bytes, ApiError> {
    let game = app.games.open(app, id).await?;
    let (position, diagram) = game.public_board().await.ok_or_else(ApiError::not_found)?;
    let shows = format!("{id}\n{position}");
    if let Some(card) = app.cards.find(&shows) {
        return Ok(card);
    }
    let card = work(app, address, move |_, _| png(&diagram)).await?;
    app.cards.keep(shows, card.clone());
    Ok(card)
}
