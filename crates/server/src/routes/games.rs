//! Games: making, joining, listing, looking, taking away.

use std::sync::Arc;

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::IntoResponse;
use axum::{Extension, Json};
use selforge_catalogue::portable::write_portable;
use selforge_core::{Game, Seat};
use selforge_games::Playable;

use crate::accounts::identity::{Client, ClientId, random_hex};
use crate::animation::{self, MOST_MOVES};
use crate::app::App;
use crate::error::ApiError;
use crate::live::create::{GameOptions, create_game, reseeded};
use crate::live::fair_play::{check_no_help, check_rated_quota, check_usual, drawn};
use crate::live::occupant::{Occupant, check_name, level_spec};
use crate::live::{LiveGame, Rematch, rating_of};
use crate::messages::games::{
    AnimationQuery, ClockRule, GameDeleted, GameId, GameSummary, JoinRequest, Joined,
    NewGameRequest, PictureQuery, PositionAt, RecordQuery, SeatRequest,
};
use crate::messages::live::{GameState, Permission};
use crate::previews;
use crate::store::GameFilter;
use crate::work::work;

/// A picture that is looked at alone may use its own style sheet and nothing else.
const PICTURE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// The width of a picture in pixels, and its limits.
const PICTURE: (u32, u32, u32) = (16, 720, 4_000);

/// Challenges that may wait for one account.
const MOST_INVITATIONS: i64 = 20;

/// Those of them that one other account may have sent.
const MOST_INVITATIONS_OF_ONE: i64 = 2;

impl NewGameRequest {
    /// Checks that a game which counts is one between two accounts against the clock.
    fn check_rated(&self, client: &Client) -> Result<(), ApiError> {
        let persons =
            self.players.iter().filter(|p| matches!(p, SeatRequest::Person { .. })).count();
        let is_open =
            |p: &&SeatRequest| matches!(p, SeatRequest::Open | SeatRequest::Invited { .. });
        let open = self.players.iter().filter(is_open).count();
        if !self.rated {
            return Ok(());
        }
        if client.account.is_none() {
            return Err(ApiError::forbidden("only accounts have ratings; sign in first"));
        }
        if persons != 1 || open != 1 || self.players.len() != 2 || self.clock == ClockRule::None {
            let expected = "expected two seats, yours and an open one, and a clock";
            return Err(ApiError::invalid(format!("such a game cannot be rated; {expected}")));
        }
        Ok(())
    }
}

/// Makes a game.
#[utoipa::path(
    post,
    path = "/api/games",
    operation_id = "makeGame",
    request_body = NewGameRequest,
    responses((status = 200, body = GameId), (status = 403), (status = 409)),
)]
pub(super) async fn create(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    wanted: Result<Json<NewGameRequest>, JsonRejection>,
) -> Result<Json<GameId>, ApiError> {
    let Json(wanted) = wanted?;
    wanted.check_rated(&client)?;
    let NewGameRequest { mut spec, players, clock, listed, rated } = wanted;
    let is_engine = |player: &SeatRequest| {
        matches!(player, SeatRequest::Engine { .. } | SeatRequest::Level { .. })
    };
    if players.iter().any(is_engine) {
        check_no_help(&app, &client, &spec).await?;
    }
    let rating = match &client.account {
        Some(account) if rated => {
            check_rated_quota(&app, account.id, None).await?;
            spec = drawn(&spec);
            let family = spec.split_whitespace().next().unwrap_or_default();
            Some(rating_of(&app, account.id, family, clock).await?)
        }
        _ => None,
    };
    let invited = invited(&app, &client, &players).await?;
    let challenges = invited.is_some();
    let listed = listed && !challenges;
    let options =
        GameOptions { owner: client.id.clone(), address: client.address, clock, rated, listed };
    let limits = app.limits.clone();
    let seat = move |playable: &Playable| {
        let seats = usize::from(playable.game.seats());
        if players.len() != seats {
            let problem = format!("{} players for {seats} seats", players.len());
            return Err(ApiError::invalid(format!("{problem}; expected one for each seat")));
        }
        if rated {
            check_usual(playable)?;
        }
        for player in &players {
            player.check(playable, &limits)?;
        }
        let alone = players.iter().filter(|p| matches!(p, SeatRequest::Person { .. })).count() == 1;
        let sit = |player: SeatRequest| {
            Ok(match player {
                SeatRequest::Engine { spec } => Occupant::Engine(spec),
                SeatRequest::Level { name } => {
                    Occupant::Engine(level_spec(&name, playable)?.to_owned())
                }
                SeatRequest::Open => Occupant::Open { kept_for: None },
                SeatRequest::Invited { .. } => Occupant::Open { kept_for: invited.clone() },
                SeatRequest::Person { name } => {
                    // Somebody alone at the screen is who has signed in.
                    let account = client.account.as_ref().filter(|_| alone);
                    let name = account.map_or(name, |account| account.name.clone());
                    Occupant::Person { who: client.id.clone(), name, rating }
                }
            })
        };
        players.into_iter().map(sit).collect()
    };
    let id = create_game(&app, options, spec, seat).await?;
    if challenges {
        // Whoever is challenged may be looking at the lobby.
        app.lobby_changed();
    }
    Ok(Json(GameId { id }))
}

/// Who is invited to a game, if anyone: a seat is kept for them.
async fn invited(
    app: &App,
    client: &Client,
    players: &[SeatRequest],
) -> Result<Option<ClientId>, ApiError> {
    let mut names = players.iter().filter_map(|player| match player {
        SeatRequest::Invited { name } => Some(name),
        _ => None,
    });
    let Some(name) = names.next() else { return Ok(None) };
    if names.next().is_some() {
        return Err(ApiError::invalid("two seats are for invited players; expected one"));
    }
    if client.account.is_none() {
        return Err(ApiError::forbidden("only accounts can challenge others; sign in first"));
    }
    let account = app.store.account(name).await?;
    let (account, _) = account
        .ok_or_else(|| ApiError::invalid("there is no such player; expected an account's name"))?;
    let who = ClientId::of_account(account.id);
    if who == client.id {
        return Err(ApiError::invalid("you cannot challenge yourself; expected another player"));
    }
    let (waiting, own) = app.store.invitations(&who, &client.id).await?;
    if own >= MOST_INVITATIONS_OF_ONE {
        let problem = format!("{name} has not answered your last challenge yet");
        return Err(ApiError::too_many(problem));
    }
    if waiting >= MOST_INVITATIONS {
        return Err(ApiError::too_many(format!("{name} has too many challenges just now")));
    }
    Ok(Some(who))
}

/// The client's games, the latest first.
#[utoipa::path(
    get,
    path = "/api/games",
    operation_id = "listGames",
    responses((status = 200, body = Vec<GameSummary>)),
)]
pub(super) async fn list(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
) -> Result<Json<Vec<GameSummary>>, ApiError> {
    let games = app.store.list_games(GameFilter::Of(client.id.clone())).await?;
    Ok(Json(games.into_iter().map(|game| GameSummary::of(game, &client.id)).collect()))
}

/// A game that this client may look at; all others are none.
pub(super) async fn find(
    app: &Arc<App>,
    client: &Client,
    id: &str,
) -> Result<Arc<LiveGame>, ApiError> {
    let game = app.games.open(app, id).await?;
    if game.is_visible_to(&client.id).await { Ok(game) } else { Err(ApiError::not_found()) }
}

/// A game with everything there is to know.
#[utoipa::path(
    get,
    path = "/api/games/{id}",
    operation_id = "showGame",
    responses((status = 200, body = GameState), (status = 404)),
)]
pub(super) async fn state(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
) -> Result<Json<GameState>, ApiError> {
    let game = find(&app, &client, &id).await?;
    game.note_question(&app).await;
    Ok(Json(game.state(&client.id).await))
}

/// Sits down on an open seat.
#[utoipa::path(
    post,
    path = "/api/games/{id}/join",
    operation_id = "joinGame",
    request_body = JoinRequest,
    responses((status = 200, body = Joined), (status = 401), (status = 404), (status = 409)),
)]
pub(super) async fn join(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    joining: Result<Json<JoinRequest>, JsonRejection>,
) -> Result<Json<Joined>, ApiError> {
    let Json(JoinRequest { name, seat }) = joining?;
    check_name(&name)?;
    let no_seat = || {
        ApiError::invalid(format!(
            "there is no such seat; expected a letter from A to {}",
            Seat::LAST
        ))
    };
    let seat = seat.map(|letter| Seat::from_letter(letter).ok_or_else(no_seat)).transpose()?;
    let game = find(&app, &client, &id).await?;
    let seat = game.join(&app, &client, &name, seat).await?;
    Ok(Json(Joined { id, seat }))
}

/// The game after this one: made by whoever asks first, joined by the others.
#[utoipa::path(
    post,
    path = "/api/games/{id}/rematch",
    operation_id = "rematch",
    responses((status = 200, body = GameId), (status = 401), (status = 404), (status = 409), (status = 422)),
)]
pub(super) async fn rematch(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
) -> Result<Json<GameId>, ApiError> {
    let game = find(&app, &client, &id).await?;
    let mut next = game.rematch(&client.id, None).await?;
    let mut gone = None;
    if let Rematch::Existing { id, name } = &next {
        match app.games.open(&app, id).await {
            Ok(other) => {
                if other.allows(&client.id, Permission::Join).await {
                    other.join(&app, &client, name, None).await?;
                }
                return Ok(Json(GameId { id: id.clone() }));
            }
            // Whoever made it has cancelled it.
            Err(error) if error.is_missing() => gone = Some(id.clone()),
            Err(error) => return Err(error),
        }
        next = game.rematch(&client.id, gone.as_deref()).await?;
    }
    let Rematch::Proposed { spec, mut seats, clock, rated } = next else {
        return Err(ApiError::conflict("stale", "somebody else was faster; ask again"));
    };
    let seed = random_hex(4).and_then(|hex| u64::from_str_radix(&hex, 16).ok());
    let spec = reseeded(&spec, seed.unwrap_or_default()).to_string();
    if let (true, Some(account)) = (rated, &client.account) {
        check_rated_quota(&app, account.id, None).await?;
        let own = rating_of(&app, account.id, &game.playable().family.name, clock).await?;
        for occupant in &mut seats {
            if let Occupant::Person { rating, .. } = occupant {
                *rating = Some(own);
            }
        }
    }
    let options = GameOptions {
        owner: client.id.clone(),
        address: client.address,
        clock,
        rated,
        listed: false,
    };
    let made = create_game(&app, options, spec, move |_| Ok(seats)).await?;
    let known = game.announce_rematch(&app, &client.id, &made, gone.as_deref()).await?;
    if known != made {
        // Both asked at the same time: one game is enough.
        app.store.delete_game(&made).await?;
        app.games.open(&app, &known).await?.join(&app, &client, "", None).await?;
    }
    Ok(Json(GameId { id: known }))
}

/// Removes a game for good.
#[utoipa::path(
    delete,
    path = "/api/games/{id}",
    operation_id = "deleteGame",
    responses((status = 200, body = GameDeleted), (status = 404), (status = 409)),
)]
pub(super) async fn delete(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
) -> Result<Json<GameDeleted>, ApiError> {
    let game = find(&app, &client, &id).await?;
    if !game.allows(&client.id, Permission::Delete).await {
        return Err(ApiError::conflict("not-yours", "others play in this game; it stays"));
    }
    game.close(&app).await;
    app.store.delete_game(&id).await?;
    app.lobby_changed();
    Ok(Json(GameDeleted { deleted: id }))
}

/// A position on the way.
#[utoipa::path(
    get,
    path = "/api/games/{id}/at/{ply}",
    operation_id = "showPosition",
    responses((status = 200, body = PositionAt), (status = 404)),
)]
pub(super) async fn at(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    path: Result<Path<(String, usize)>, PathRejection>,
) -> Result<Json<PositionAt>, ApiError> {
    let Path((id, ply)) = path.map_err(|_| ApiError::not_found())?;
    let game = find(&app, &client, &id).await?;
    Ok(Json(game.at(ply).await.ok_or_else(ApiError::not_found)?))
}

/// The game as a record, to keep.
#[utoipa::path(
    get,
    path = "/api/games/{id}/record",
    operation_id = "record",
    params(RecordQuery),
    responses((status = 200, body = String, content_type = "text/plain; charset=utf-8"), (status = 404), (status = 422)),
)]
pub(super) async fn record(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    query: Result<Query<RecordQuery>, QueryRejection>,
) -> Result<impl IntoResponse, ApiError> {
    let Query(RecordQuery { format }) = query.map_err(|e| ApiError::invalid(e.body_text()))?;
    let game = find(&app, &client, &id).await?;
    let known = game.playable().family.dialect;
    let dialect = match format.as_deref() {
        None | Some("sgr") => None,
        Some(format) => Some(known.filter(|known| known.extension == format).ok_or_else(|| {
            let also = known.map(|known| format!(" or {}", known.extension)).unwrap_or_default();
            ApiError::invalid(format!("this game has no such format; expected sgr{also}"))
        })?),
    };
    let extension = dialect.map_or("sgr", |dialect| dialect.extension);
    let name = format!("attachment; filename=\"selforge-{}.{extension}\"", game.id());
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    let playable = game.playable().clone();
    let text = game.with_record(&app, move |record| match &dialect {
        None => Ok(record.to_string()),
        Some(dialect) => write_portable(&playable, &record, dialect),
    });
    Ok((headers, text.await?.map_err(|error| ApiError::internal(&error))?))
}

/// The whole game as an SVG picture that plays itself.
#[utoipa::path(
    get,
    path = "/api/games/{id}/animation",
    operation_id = "animation",
    params(AnimationQuery),
    responses((status = 200, body = String, content_type = "image/svg+xml"), (status = 404), (status = 422)),
)]
pub(super) async fn animation(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    frame: Result<Query<AnimationQuery>, QueryRejection>,
) -> Result<impl IntoResponse, ApiError> {
    let Query(frame) = frame.map_err(|error| ApiError::invalid(error.body_text()))?;
    let (least, usual, most) = PICTURE;
    let size = frame.size.unwrap_or(usual).clamp(least, most);
    let game = find(&app, &client, &id).await?;
    let (title, _) = previews::words(&game).await;
    let long = || ApiError::invalid(format!("more than {MOST_MOVES} moves are not animated"));
    let states = game.states(MOST_MOVES + 1).await.ok_or_else(long)?;
    let drawn = work(&app, client.address, move |_, limits| {
        animation::animation(game.playable(), &states, &title, size, limits)
    });
    let drawn = drawn.await?;
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CONTENT_SECURITY_POLICY, PICTURE_POLICY),
    ];
    Ok((headers, drawn))
}

/// A position as an SVG picture.
#[utoipa::path(
    get,
    path = "/api/games/{id}/picture",
    operation_id = "picture",
    params(PictureQuery),
    responses((status = 200, body = String, content_type = "image/svg+xml"), (status = 404), (status = 422)),
)]
pub(super) async fn picture(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    frame: Result<Query<PictureQuery>, QueryRejection>,
) -> Result<impl IntoResponse, ApiError> {
    let Query(frame) = frame.map_err(|error| ApiError::invalid(error.body_text()))?;
    let (least, usual, most) = PICTURE;
    let size = frame.size.unwrap_or(usual).clamp(least, most);
    let game = find(&app, &client, &id).await?;
    let picture = game.picture(frame.ply, size).await.ok_or_else(ApiError::not_found)?;
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CONTENT_SECURITY_POLICY, PICTURE_POLICY),
    ];
    Ok((headers, picture))
}
