//! A few moves from a start, played by the rules and kept nowhere: for the introduction, where
//! newcomers move on boards that are no games of theirs.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use selforge_core::{Action, Game, Record, Seat, Session};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::App;
use crate::error::ApiError;
use crate::making::open;
use crate::view;

/// The most moves of an attempt.
const MOVES: usize = 64;

/// What is tried.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    spec: String,
    /// As the game writes them, in order; each is played by the seat to move.
    #[serde(default)]
    moves: Vec<String>,
}

/// Answers with the position that the moves lead to, and how the game stands there.
pub(super) async fn show(
    State(app): State<Arc<App>>,
    wanted: Result<Json<Wanted>, JsonRejection>,
) -> Result<Json<Value>, ApiError> {
    let Json(Wanted { spec, moves }) =
        wanted.map_err(|error| ApiError::invalid(error.body_text()))?;
    if moves.len() > MOVES {
        let problem = format!("{} moves; expected at most {MOVES}", moves.len());
        return Err(ApiError::invalid(problem));
    }
    let shown = open(&app, spec, move |playable| {
        let game = Arc::new(playable.game.clone());
        let start = game.start();
        let mut session = Session::from_state(game, start);
        let (ply, mut before) = (moves.len(), None);
        for (at, text) in moves.into_iter().enumerate() {
            let refuse = |problem: &dyn std::fmt::Display| {
                ApiError::invalid(format!("move {}: {problem}", at + 1))
            };
            let Some(seat) = session.status().to_move() else {
                return Err(refuse(&"the game is over before it"));
            };
            let mv = session.game().parse_move(session.state(), &text);
            let mv = mv.map_err(|error| refuse(&error.problem))?;
            before = Some(session.state().clone());
            session.act(seat, Action::Move(mv)).map_err(|error| refuse(&error))?;
        }
        let outcome = session.result().map(|(outcome, _)| outcome);
        let first = |seat: &Seat| outcome.is_some_and(|outcome| outcome.rank(*seat) == 1);
        let winners = Seat::all(session.game().seats()).filter(first).map(Seat::letter);
        let goes_on = outcome.is_none();
        Ok(json!({
            "spec": playable.spec.to_string(),
            "board": view::board(&playable, session.state()),
            "position": view::position(&playable, session.state(), before.as_ref(), ply, goes_on),
            "to_move": session.status().to_move().map(Seat::letter),
            "result": Record::result_of(&session),
            "winners": winners.collect::<Vec<_>>(),
        }))
    });
    Ok(Json(shown.await?))
}
