//! The board editor: positions taken apart into pieces and put together again, by the games
//! themselves; and what a text is that somebody pastes.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::{Extension, Json};
use selforge_catalogue::Layout;
use selforge_core::{Game, Seat, Spec, SpecError, Status};
use selforge_games::Playable;

use crate::accounts::identity::Client;
use crate::app::App;
use crate::error::ApiError;
use crate::messages::games::GameSpec;
use crate::messages::presentation::{ComposeRequest, EditView, GuessRequest};
use crate::presentation::presentation;
use crate::view;
use crate::work::{WorkLimits, work};

/// Answers with the pieces of the position that a spec names, which need not be a legal start.
#[utoipa::path(
    post,
    path = "/api/editor",
    operation_id = "editPosition",
    request_body = GameSpec,
    responses((status = 200, body = EditView)),
)]
pub(super) async fn open(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    wanted: Result<Json<GameSpec>, JsonRejection>,
) -> Result<Json<EditView>, ApiError> {
    let Json(GameSpec { spec }) = wanted?;
    work(&app, client.address, move |app, limits| take_apart(app, limits, &spec)).await.map(Json)
}

fn take_apart(app: &App, limits: &WorkLimits, spec: &str) -> Result<EditView, ApiError> {
    let (playable, layout) = match app.game_cache.open(spec, limits) {
        Ok(playable) => {
            let layout = layout_of_start(&playable);
            (playable, layout)
        }
        // A finished game's position is no start, and can be edited all the same.
        Err(error) => illegal_start(app, limits, spec).ok_or(error)?,
    };
    let layout = layout.filter(|layout| playable.compose(layout).is_some());
    let layout = layout.ok_or_else(|| {
        ApiError::invalid(
            "this board has no rim, so its positions cannot be edited; expected another board",
        )
    })?;
    Ok(EditView {
        spec: playable.spec.to_string(),
        unplaced: playable.unplaced().map_err(|error| too_long(&error))?.to_string(),
        game: playable.family.name.to_string(),
        seats: playable.game.seats(),
        presentation: presentation(&playable),
        board: view::board(&playable, &playable.game.start()),
        cells: layout.cells,
        to_move: layout.to_move.letter(),
    })
}

fn layout_of_start(playable: &Playable) -> Option<Layout> {
    let (start, tray) = (playable.game.start(), playable.tray());
    let letter = |mut piece: selforge_board::Piece| {
        piece.blocked = false;
        tray.iter().find(|known| known.piece == piece).map(|known| known.letter)
    };
    let cells = playable.diagram(&start).cells;
    let mut letters = Vec::with_capacity(cells.len());
    for cell in cells {
        letters.push(match cell.piece {
            None => None,
            Some(piece) => Some(letter(piece)?),
        });
    }
    let to_move = match playable.game.status(&start) {
        Status::ToMove(seat) => seat,
        Status::Over(_) => Seat::FIRST,
    };
    Some(Layout { cells: letters, to_move })
}

/// The game that a spec names apart from its position, and the pieces of that position.
fn illegal_start(app: &App, limits: &WorkLimits, spec: &str) -> Option<(Playable, Option<Layout>)> {
    let spec = Spec::parse(spec).ok()?;
    let mut bare = Spec::new(spec.name());
    for (key, value) in spec.options().filter(|(key, _)| *key != "position") {
        bare.set(key, value).ok()?;
    }
    let playable = app.game_cache.open(&bare.to_string(), limits).ok()?;
    let layout = playable.lay_out(spec.get("position")?)?;
    Some((playable, Some(layout)))
}

fn too_long(error: &SpecError) -> ApiError {
    ApiError::invalid(error.to_string())
}

/// Answers with the spec of the same game from that position, legal or not.
#[utoipa::path(
    post,
    path = "/api/editor/compose",
    operation_id = "composePosition",
    request_body = ComposeRequest,
    responses((status = 200, body = GameSpec)),
)]
pub(super) async fn compose(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    wanted: Result<Json<ComposeRequest>, JsonRejection>,
) -> Result<Json<GameSpec>, ApiError> {
    let Json(wanted) = wanted?;
    work(&app, client.address, move |app, limits| put_together(app, limits, wanted)).await.map(Json)
}

fn put_together(
    app: &App,
    limits: &WorkLimits,
    wanted: ComposeRequest,
) -> Result<GameSpec, ApiError> {
    let playable = app.game_cache.open(&wanted.spec, limits)?;
    let cells = playable.diagram(&playable.game.start()).cells.len();
    if wanted.cells.len() != cells {
        let problem = format!("{} cells are given; the board has {cells}", wanted.cells.len());
        return Err(ApiError::invalid(problem));
    }
    let tray = playable.tray();
    if let Some(strange) = wanted
        .cells
        .iter()
        .flatten()
        .find(|letter| !tray.iter().any(|known| known.letter == **letter))
    {
        let letters: String = tray.iter().map(|known| known.letter).collect();
        let problem = format!(
            "'{}' is no piece of this game; expected one of {letters}",
            strange.escape_default()
        );
        return Err(ApiError::invalid(problem));
    }
    let seats = playable.game.seats();
    let to_move =
        Seat::from_letter(wanted.to_move).filter(|seat| seat.index() < usize::from(seats));
    let to_move = to_move.ok_or_else(|| {
        let last = Seat::new(usize::from(seats) - 1);
        ApiError::invalid(format!("there is no such seat to move; expected A to {last}"))
    })?;
    let text = playable.compose(&Layout { cells: wanted.cells, to_move });
    let text = text.ok_or_else(|| {
        ApiError::invalid(
            "positions of this game are not put together; expected a board with a rim",
        )
    })?;
    let spec = playable.from_position(&text).map_err(|error| too_long(&error))?;
    Ok(GameSpec { spec: spec.to_string() })
}

/// Answers with the spec of the game that a text names: it is a spec, or a position of some game.
#[utoipa::path(
    post,
    path = "/api/guess",
    operation_id = "guessGame",
    request_body = GuessRequest,
    responses((status = 200, body = GameSpec)),
)]
pub(super) async fn guess(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    wanted: Result<Json<GuessRequest>, JsonRejection>,
) -> Result<Json<GameSpec>, ApiError> {
    let Json(GuessRequest { text }) = wanted?;
    work(&app, client.address, move |app, limits| recognise(app, limits, text.trim()))
        .await
        .map(Json)
}

/// Tries the text as a position of every game. Of several games it is the one whose spec says least:
/// its usual board has such positions.
fn recognise(app: &App, limits: &WorkLimits, text: &str) -> Result<GameSpec, ApiError> {
    let families = selforge_games::catalogue().families();
    let first = text.split_whitespace().next().unwrap_or_default();
    if families.iter().any(|family| family.name == first) {
        let spec = app.game_cache.open(text, limits)?.spec;
        return Ok(GameSpec { spec: spec.to_string() });
    }
    let opened = families.iter().filter_map(|family| {
        let mut spec = Spec::new(&family.name);
        spec.set("position", text).ok()?;
        app.game_cache.open(&spec.to_string(), limits).ok()
    });
    let found = opened.min_by_key(|playable| playable.spec.options().count());
    let found = found.ok_or_else(|| {
        let example = families.first().map_or("", |family| &family.name);
        ApiError::invalid(format!(
            "Unknown position. Put the name of the game first, e.g. {example} position=\"…\""
        ))
    })?;
    Ok(GameSpec { spec: found.spec.to_string() })
}
