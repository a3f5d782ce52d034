//! Looking at lines of play: the position, what an engine thinks of it, what the evaluators see in
//! it, and how the sets organised themselves on the way. Nothing of it is kept: see [`crate::analysis::line`].

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::{Extension, Json};
use selforge_agents::gathering::Explanation;
use selforge_agents::{AgentSpec, AnyQuestion, Budget, Player, Report, Score, Stop};
use selforge_core::{AnyMove, AnyState, Game, Seat, Status};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::accounts::identity::Client;
use crate::analysis::line::{AnalysisLine, LONGEST_MOVE};
use crate::analysis::queue::Topic;
use crate::app::App;
use crate::error::ApiError;
use crate::live::create::opening_slot;

/// Positions that a quick look may take; a few hundredths of a second.
const QUICK_NODES: u64 = 3_000;

/// The most that a quick look takes, which only the largest boards need.
const QUICK_TIME: Duration = Duration::from_secs(2);

/// After this a question about several positions is answered with those that were looked at.
const QUESTION_TIME: Duration = Duration::from_secs(5);

/// How many positions of a line one question may be about.
const MOST_POSITIONS: usize = 16;

/// How many moves of a line of play are told.
const LINE: usize = 8;

/// On larger boards there is no looking into a position.
const MOST_CELLS_SEEN: usize = 500;

/// Cells times positions: how long a line can be followed piece by piece.
const MOST_FOLLOWED: usize = 600_000;

/// A line of play, and what to say of its last position.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LineRequest {
    spec: String,
    start: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    /// Whether to say what the evaluators see.
    #[serde(default)]
    see: bool,
    /// Whether to say how the sets organised themselves.
    #[serde(default)]
    organisation: bool,
}

/// Answers with the last position of a line.
pub(super) async fn show(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    wanted: Result<Json<LineRequest>, JsonRejection>,
) -> Result<Json<Value>, ApiError> {
    let Json(wanted) = wanted?;
    check(&app, wanted.moves.iter())?;
    let slot = opening_slot(&app, client.address).await?;
    let shown = tokio::task::spawn_blocking({
        let app = Arc::clone(&app);
        move || {
            // Kept until the work ends, also when nobody waits for it any more.
            let _slot = slot;
            let line = play(&app, &wanted.spec, wanted.start.as_deref(), &wanted.moves)?;
            let mut shown = line.view();
            if wanted.see {
                shown["seen"] = see(&line);
            }
            if wanted.organisation {
                shown["organisation"] = organisation(&line);
            }
            Ok::<Value, ApiError>(shown)
        }
    });
    Ok(Json(shown.await.map_err(|error| ApiError::internal(&error))??))
}

/// Refuses lines that are too long.
fn check<'a>(app: &App, moves: impl ExactSizeIterator<Item = &'a String>) -> Result<(), ApiError> {
    let most = app.limits.moves;
    if moves.len() > most {
        let problem = format!("the line has {} moves; expected at most {most}", moves.len());
        return Err(ApiError::invalid(problem));
    }
    let mut numbered = moves.enumerate();
    match numbered.find(|(_, text)| text.len() > LONGEST_MOVE) {
        None => Ok(()),
        Some((at, _)) => {
            let number = at + 1;
            Err(ApiError::invalid(format!("number {number} of the line is too long for a move")))
        }
    }
}

fn play(
    app: &App,
    spec: &str,
    start: Option<&str>,
    moves: &[String],
) -> Result<AnalysisLine, ApiError> {
    AnalysisLine::new(app.game_cache.open(spec, app.limits.cells)?, start, moves)
}

/// What the evaluators see, by numbers of cells; null where they know nothing.
fn see(line: &AnalysisLine) -> Value {
    let (playable, state) = (line.playable(), line.last());
    let diagram = playable.diagram(state);
    if diagram.cells.len() > MOST_CELLS_SEEN {
        return Value::Null;
    }
    let Ok(explanation) = Explanation::of(playable, state) else { return Value::Null };
    let find = |name: &String| diagram.cells.iter().position(|cell| cell.name == *name);
    let cells = |names: &[String]| names.iter().filter_map(find).collect::<Vec<_>>();
    let set = |set: &selforge_agents::gathering::SetExplanation| {
        let signals = set.signals.iter();
        let paths = set.critical_paths.iter().map(|critical| {
            json!({
                "group": cells(&set.groups[critical.group]),
                "path": cells(&critical.path),
                "width": critical.width,
                "cut": cells(&critical.cut),
                "moves_to_cut": critical.moves_to_cut,
                "moves_to_hold": critical.moves_to_hold,
                "danger": critical.is_in_danger(),
            })
        });
        json!({
            "set": index(set.set),
            "seat": set.seat,
            "signals": signals
                .filter_map(|signal| Some((find(&signal.cell)?, signal.strength)))
                .collect::<Vec<(usize, f32)>>(),
            "centroid": find(&set.centroid),
            "main_group": cells(&set.groups[set.main_group]),
            "paths": paths.collect::<Vec<Value>>(),
            "blocked": set.blocked,
        })
    };
    json!({
        "sets": explanation.sets.iter().map(set).collect::<Vec<Value>>(),
        "evaluations": explanation.evaluations,
    })
}

/// The number of a letter's set or seat.
fn index(letter: char) -> usize {
    Seat::from_letter(letter).map_or(0, Seat::index)
}

/// How the sets organised themselves from the start to the last position.
fn organisation(line: &AnalysisLine) -> Value {
    let playable = line.playable();
    let cells = playable.diagram(line.last()).cells.len();
    if cells.saturating_mul(line.len() + 1) > MOST_FOLLOWED {
        return Value::Null;
    }
    let Ok(followed) = selforge_lab::analysis::analyse(&line.record(), playable, None) else {
        return Value::Null;
    };
    // The series have a number for each move; the line may have seats that left in between.
    let plies = line.plies();
    let set = |set: &selforge_lab::analysis::SetSeries| {
        let idle: Vec<Option<&f64>> = plies.iter().map(|&ply| set.idle.get(ply)).collect();
        json!({ "set": index(set.set), "size": set.size, "idle": idle })
    };
    Value::Array(followed.sets.iter().map(set).collect())
}

/// How hard an engine thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Effort {
    /// A fixed number of positions: the same answer every time.
    #[default]
    Quick,
    /// As long as the server allows.
    Deep,
}

/// A line of play, and which of its positions an engine is to look at.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EngineRequest {
    spec: String,
    start: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    /// The first position, by the number of moves before it; the last one if left out.
    from: Option<usize>,
    /// How many positions.
    count: Option<usize>,
    #[serde(default)]
    effort: Effort,
}

/// Answers with what an engine thinks of positions, or with `replaced` if the same client has asked
/// something else meanwhile.
pub(super) async fn think(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    asked: Result<Json<EngineRequest>, JsonRejection>,
) -> Result<Json<Value>, ApiError> {
    let Json(asked) = asked?;
    check(&app, asked.moves.iter())?;
    let count = asked.count.unwrap_or(1);
    let most = if asked.effort == Effort::Deep { 1 } else { MOST_POSITIONS };
    if count == 0 || count > most {
        let problem = format!("count is {count}; expected 1 to {most} with this effort");
        return Err(ApiError::invalid(problem));
    }
    let shared = Arc::clone(&app);
    let answer = app.analyses.work(client.id.text(), Topic::Engine, move |stop| {
        let line = play(&shared, &asked.spec, asked.start.as_deref(), &asked.moves)?;
        let from = asked.from.unwrap_or(line.len());
        if from > line.len() {
            let problem = format!("from is {from}; expected at most {} moves", line.len());
            return Err(ApiError::invalid(problem));
        }
        evaluate(&line, from, count, asked.effort, shared.limits.analysis_time, stop)
    });
    Ok(Json(answer.await?.unwrap_or_else(|| json!({ "replaced": true }))))
}

fn evaluate(
    line: &AnalysisLine,
    from: usize,
    count: usize,
    effort: Effort,
    time: Duration,
    stop: &Stop,
) -> Result<Value, ApiError> {
    let seats = line.playable().game.seats();
    let spec = match (seats, effort) {
        (2, Effort::Quick) => "alphabeta hash=1 depth=64",
        (2, Effort::Deep) => "alphabeta hash=32 depth=64",
        _ => "mcts playouts=1000000",
    };
    let spec = AgentSpec::parse(spec).map_err(|error| ApiError::internal(&error))?;
    let seated = Player::seat(&spec, line.playable());
    let mut player = seated.map_err(|error| ApiError::invalid(error.to_string()))?;
    let budget = match effort {
        Effort::Quick => {
            Budget { nodes: Some(QUICK_NODES), time: Some(QUICK_TIME), ..Budget::default() }
        }
        Effort::Deep => Budget { time: Some(time), ..Budget::default() },
    };
    let (mut evaluations, began) = (Vec::new(), Instant::now());
    for number in from..from + count {
        let Some(moment) = line.at(number) else { break };
        if stop.is_asked() || began.elapsed() > QUESTION_TIME {
            break;
        }
        let seat = match moment.status {
            Status::ToMove(seat) => seat,
            Status::Over(outcome) => {
                let winner = outcome.winner().map(Seat::letter);
                evaluations.push(json!({ "number": number, "over": true, "winner": winner }));
                continue;
            }
        };
        player.new_game();
        let report = player.choose(&mut AnyQuestion {
            state: &moment.state,
            history: line.history(number),
            budget: Some(budget),
            stop,
            seed: 0,
            progress: &mut |_| {},
        });
        let report = report.map_err(|failure| ApiError::internal(&failure))?;
        evaluations.push(evaluation(line, number, &moment.state, seat, &report));
    }
    Ok(json!({ "engine": spec.spec().name(), "evaluations": evaluations }))
}

/// What an engine found, in words and numbers. With two seats the value is seat A's, with more it
/// is that of the seat to move.
fn evaluation(
    line: &AnalysisLine,
    number: usize,
    state: &AnyState,
    seat: Seat,
    report: &Report<AnyMove>,
) -> Value {
    let turned = line.playable().game.seats() == 2 && seat != Seat::FIRST;
    let score = if turned { -report.score } else { report.score };
    let of = if turned { Seat::FIRST } else { seat };
    json!({
        "number": number,
        "seat": of.letter(),
        "score": score.0,
        "words": score.to_string(),
        "win": wins(score),
        "depth": report.depth,
        "nodes": report.nodes,
        "line": expected_line(line, state, &report.line),
    })
}

/// In how many moves it is won, negative if lost; null if nothing is proven.
fn wins(score: Score) -> Value {
    match (score.plies_to_win(), score.plies_to_loss()) {
        (Some(plies), _) => json!(plies),
        (_, Some(plies)) => json!(-i64::from(plies)),
        _ => Value::Null,
    }
}

/// The expected line of play: the texts of the moves and the cells they lead from and to, as far as
/// those are on the board of the position.
fn expected_line(line: &AnalysisLine, state: &AnyState, moves: &[AnyMove]) -> Vec<Value> {
    let (playable, game) = (line.playable(), &line.playable().game);
    let cells = playable.diagram(state).cells.len();
    let mut now = state.clone();
    let mut expected = Vec::new();
    for &mv in moves.iter().take(LINE) {
        if game.status(&now).to_move().is_none() || !game.is_legal(&now, mv) {
            break;
        }
        let path = playable.effect(&now, mv, &playable.diagram(&now)).path;
        let ends = path.first().zip(path.last()).filter(|(from, to)| **from.max(to) < cells);
        expected.push(json!({ "text": playable.move_text(&now, mv), "cells": ends }));
        game.play(&mut now, mv);
    }
    expected
}
