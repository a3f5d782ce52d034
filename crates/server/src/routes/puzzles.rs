//! Puzzles: the one of today, the next one, tries and solutions.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::IntoResponse;
use axum::{Extension, Json};
use selforge_core::{Game, Seat, Stream};
use selforge_lab::puzzles::{Puzzle, Theme};

use crate::accounts::identity::Client;
use crate::accounts::ratings::{RatedTry, RatingView};
use crate::app::App;
use crate::error::ApiError;
use crate::live::create::open_game;
use crate::messages::puzzles::{
    NextPuzzle, PackedPuzzle, PuzzleAnswer, PuzzleChange, PuzzlePack, PuzzleRating, PuzzleSolution,
    PuzzleTry, PuzzleVerdict, PuzzleView,
};
use crate::presentation::presentation;
use crate::puzzles;
use crate::store::{PUZZLE_SPEED, PuzzleRow};
use crate::{time, view};

/// The rating near which puzzles are for those of whom nothing is known: an easy one first.
const NEWCOMER: f64 = 1200.0;

/// No rating is higher than this.
const HIGHEST: u16 = 4000;

/// Answers with the puzzle of today, which is the same for everyone.
#[utoipa::path(
    get,
    path = "/api/puzzles/daily",
    operation_id = "dailyPuzzle",
    responses((status = 200, body = PuzzleView), (status = 404)),
)]
pub(super) async fn daily(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
) -> Result<Json<PuzzleView>, ApiError> {
    let (puzzle, day) = puzzles::of_day(time::now()).ok_or_else(ApiError::not_found)?;
    answer(&app, &client, puzzle, Some(day)).await
}

/// Answers with a puzzle near the client's rating that its account has not tried.
#[utoipa::path(
    get,
    path = "/api/puzzles/next",
    operation_id = "nextPuzzle",
    params(NextPuzzle),
    responses((status = 200, body = PuzzleView), (status = 404), (status = 422)),
)]
pub(super) async fn next(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    query: Result<Query<NextPuzzle>, QueryRejection>,
) -> Result<Json<PuzzleView>, ApiError> {
    let Query(wanted) = query.map_err(|error| ApiError::invalid(error.body_text()))?;
    let NextPuzzle { game, near, not } = wanted;
    if let Some(near) = near.filter(|near| *near > HIGHEST) {
        return Err(ApiError::invalid(format!("near={near}; expected 0 to {HIGHEST}")));
    }
    let ratings: BTreeMap<String, f64> = app.store.puzzle_ratings().await?.into_iter().collect();
    let (mut tried, mut rated) = (BTreeSet::new(), BTreeMap::new());
    if let Some(account) = &client.account {
        tried.extend(app.store.tried_puzzles(account.id).await?);
        let own = app.store.ratings(account.id).await?.into_iter();
        let own = own.filter(|row| row.speed == PUZZLE_SPEED);
        rated.extend(own.map(|row| (row.game, row.rating.rating)));
    }
    let unknown = near.map_or(NEWCOMER, f64::from);
    let own = |game: &str| rated.get(game).copied().unwrap_or(unknown);
    let mut seed = [0; 8];
    getrandom::fill(&mut seed).map_err(|error| ApiError::internal(&error))?;
    let chance = Stream::new(u64::from_le_bytes(seed), "puzzle", 0);
    let puzzle = puzzles::near(game.as_deref(), &own, &ratings, &tried, not.as_deref(), chance);
    answer(&app, &client, puzzle.ok_or_else(ApiError::not_found)?, None).await
}

/// How many puzzles somebody takes along who may be offline later.
const PACKED: usize = 24;

/// How long a pack is given out before it is made again: the puzzle of the day changes at midnight.
const PACK_FRESH: Duration = Duration::from_secs(600);

/// Answers with puzzles to take along: today's, and others of all games from easy to hard, each with its
/// solution. It is the same for everyone.
///
/// Solutions are no secret: whoever is not signed in may give up on any puzzle and is told.
#[utoipa::path(
    get,
    path = "/api/puzzles/pack",
    operation_id = "puzzlePack",
    responses((status = 200, body = PuzzlePack)),
)]
pub(super) async fn pack(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
) -> Result<impl IntoResponse, ApiError> {
    let text = app.puzzle_pack.get(PACK_FRESH, async || {
        let pack = packed(&app, &client).await?;
        serde_json::to_vec(&pack).map(Bytes::from).map_err(|error| ApiError::internal(&error))
    });
    Ok(([(header::CONTENT_TYPE, "application/json")], text.await?))
}

async fn packed(app: &Arc<App>, client: &Client) -> Result<PuzzlePack, ApiError> {
    let nobody = Client { account: None, ..client.clone() };
    let mut puzzles = Vec::with_capacity(PACKED);
    for (puzzle, day) in puzzles::pack(time::now(), PACKED) {
        let Json(view) = answer(app, &nobody, puzzle, day).await?;
        let solved = open_game(app, client.address, puzzle.game.clone(), move |playable| {
            let right: Vec<String> = puzzle.line.iter().step_by(2).cloned().collect();
            let mut answers = Vec::new();
            for count in 1..=right.len() {
                let puzzles::Judged { verdict, positions } =
                    puzzles::judge(puzzle, &playable, &right[..count])?;
                answers.push(PuzzleAnswer { verdict, positions, change: None });
            }
            let (line, positions) = puzzles::solution(puzzle, &playable)?;
            Ok((right, answers, PuzzleSolution { line, positions, change: None }))
        });
        let (right, answers, solution) = solved.await?;
        puzzles.push(PackedPuzzle { puzzle: view, right, answers, solution });
    }
    Ok(PuzzlePack { puzzles })
}

/// Answers with a puzzle by its name.
#[utoipa::path(
    get,
    path = "/api/puzzles/{id}",
    operation_id = "puzzle",
    responses((status = 200, body = PuzzleView), (status = 404)),
)]
pub(super) async fn show(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
) -> Result<Json<PuzzleView>, ApiError> {
    answer(&app, &client, puzzles::find(&id)?, None).await
}

/// Judges a solver's moves. The first verdict on the puzzle for an account is rated.
#[utoipa::path(
    post,
    path = "/api/puzzles/{id}/try",
    operation_id = "tryPuzzle",
    request_body = PuzzleTry,
    responses((status = 200, body = PuzzleAnswer), (status = 404)),
)]
pub(super) async fn attempt(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    wanted: Result<Json<PuzzleTry>, JsonRejection>,
) -> Result<Json<PuzzleAnswer>, ApiError> {
    let Json(PuzzleTry { moves }) = wanted?;
    let puzzle = puzzles::find(&id)?;
    let judged = open_game(&app, client.address, puzzle.game.clone(), move |playable| {
        puzzles::judge(puzzle, &playable, &moves)
    });
    let puzzles::Judged { verdict, positions } = judged.await?;
    let change = match verdict {
        PuzzleVerdict::Right => None,
        PuzzleVerdict::Wrong => rate(&app, &client, puzzle, false).await?,
        PuzzleVerdict::Solved => rate(&app, &client, puzzle, true).await?,
    };
    Ok(Json(PuzzleAnswer { verdict, positions, change }))
}

/// Tells the solution to somebody who gives up, which counts as a failed try.
#[utoipa::path(
    post,
    path = "/api/puzzles/{id}/solution",
    operation_id = "puzzleSolution",
    responses((status = 200, body = PuzzleSolution), (status = 404)),
)]
pub(super) async fn solution(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
) -> Result<Json<PuzzleSolution>, ApiError> {
    let puzzle = puzzles::find(&id)?;
    let shown = open_game(&app, client.address, puzzle.game.clone(), move |playable| {
        puzzles::solution(puzzle, &playable)
    });
    let (line, positions) = shown.await?;
    let change = rate(&app, &client, puzzle, false).await?;
    Ok(Json(PuzzleSolution { line, positions, change }))
}

/// Rates the first try of an account.
async fn rate(
    app: &App,
    client: &Client,
    puzzle: &Puzzle,
    solved: bool,
) -> Result<Option<PuzzleChange>, ApiError> {
    let Some(account) = &client.account else { return Ok(None) };
    let tried = RatedTry {
        puzzle: puzzle.id(),
        game: puzzles::family(puzzle).to_owned(),
        account: account.id,
        solved,
        begun: puzzles::first_rating(puzzle),
    };
    Ok(app.store.try_puzzle(tried).await?)
}

/// A puzzle as this client sees it.
async fn answer(
    app: &Arc<App>,
    client: &Client,
    puzzle: &'static Puzzle,
    day: Option<String>,
) -> Result<Json<PuzzleView>, ApiError> {
    let (id, family) = (puzzle.id(), puzzles::family(puzzle));
    let account = client.account.as_ref().map(|account| account.id);
    let PuzzleRow { rating, tried } = app.store.puzzle(&id, account).await?;
    let rating = rating.unwrap_or(f64::from(puzzle.rating)).round() as i64;
    let mut own = None;
    if let Some(account) = &client.account {
        let rated = app.store.ratings(account.id).await?.into_iter();
        let mut rated = rated.filter(|row| row.speed == PUZZLE_SPEED && row.game == family);
        let first = PuzzleRating { rating: 1500, provisional: true, puzzles: 0 };
        own = Some(rated.next().map(RatingView::of).map_or(first, |seen| PuzzleRating {
            rating: seen.rating,
            provisional: seen.provisional,
            puzzles: seen.games,
        }));
    }
    let shown = open_game(app, client.address, puzzle.game.clone(), move |playable| {
        let start = playable.game.start();
        let solver = playable.game.status(&start).to_move();
        let won = puzzle.theme == Theme::Win;
        Ok(PuzzleView {
            id,
            spec: playable.spec.to_string(),
            game: playable.family.name.to_string(),
            theme: puzzle.theme.into(),
            ending: if won { puzzles::ending(puzzle, &playable)? } else { None },
            moves: puzzle.moves,
            solver: solver.map_or('A', Seat::letter),
            rating,
            day,
            tried,
            own,
            games: puzzles::GAMES.clone(),
            presentation: presentation(&playable),
            board: view::board(&playable, &start),
            position: view::position(&playable, &start, None, 0, true),
        })
    });
    shown.await.map(Json)
}
