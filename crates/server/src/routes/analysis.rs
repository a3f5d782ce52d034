//! Looking at lines of play: the position, what an engine thinks of it, what the evaluators see in
//! it, and how the sets organised themselves on the way. Nothing of it is kept: see [`crate::analysis::line`].

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::{Extension, Json};
use selforge_agents::gathering::{self, Explanation, SetExplanation};
use selforge_agents::{
    AgentSpec, AnyQuestion, Attribution, Budget, Player, Report, Score, Stop, network,
};
use selforge_core::{AnyMove, AnyState, Game, Seat, Status};
use tokio::runtime::Handle;

use crate::accounts::identity::{Client, Source};
use crate::analysis::line::{AnalysisLine, LONGEST_MOVE};
use crate::analysis::queue::{Topic, Turn};
use crate::app::App;
use crate::error::ApiError;
use crate::jobs::{Kind, Thought};
use crate::live::fair_play::check_no_help;
use crate::messages::analysis::{
    AnalysisEffort, CountedPieces, EndedGame, EngineAnswer, EngineRequest, Evaluation,
    EvaluationPart, ExpectedMove, FoundEvaluation, LineRequest, LineView, OrReplaced,
    SeatEvaluation, SeenPath, SeenPosition, SeenSet, SetOrganisation,
};
use crate::metrics::JobEnd;
use crate::work::{WorkLimits, work};

/// Positions that a quick look of a search may take, and of a network, which sees more in each; a few
/// hundredths of a second.
const QUICK_NODES: u64 = 3_000;
const QUICK_NETWORK_NODES: u64 = 300;

/// A network's tree takes memory as it grows, some kilobytes a position, which a search's table does not.
const DEEP_NETWORK_NODES: u64 = 20_000;

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

/// Answers with the last position of a line.
#[utoipa::path(
    post,
    path = "/api/analysis",
    operation_id = "analyse",
    request_body = LineRequest,
    responses((status = 200, body = LineView), (status = 409)),
)]
pub(super) async fn show(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    wanted: Result<Json<LineRequest>, JsonRejection>,
) -> Result<Json<LineView>, ApiError> {
    let Json(wanted) = wanted?;
    check(&app, wanted.moves.iter())?;
    if wanted.see || wanted.organisation || wanted.counts {
        check_no_help(&app, &client, &wanted.spec).await?;
    }
    let shown = work(&app, client.address, move |app, limits| {
        let line = play(app, limits, &wanted.spec, wanted.start.as_deref(), &wanted.moves)?;
        let mut shown = line.view();
        if wanted.see {
            limits.check()?;
            shown.seen = see(&line);
        }
        if wanted.organisation {
            limits.check()?;
            shown.organisation = organisation(&line);
        }
        if wanted.counts {
            limits.check()?;
            shown.counted = counted(&line);
        }
        Ok(shown)
    });
    Ok(Json(shown.await?))
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
    limits: &WorkLimits,
    spec: &str,
    start: Option<&str>,
    moves: &[String],
) -> Result<AnalysisLine, ApiError> {
    AnalysisLine::new(app.game_cache.open(spec, limits)?, start, moves, limits)
}

/// What the evaluators see, by numbers of cells; nothing where they know nothing.
fn see(line: &AnalysisLine) -> Option<SeenPosition> {
    let (playable, state) = (line.playable(), line.last());
    let diagram = playable.diagram(state);
    if diagram.cells.len() > MOST_CELLS_SEEN {
        return None;
    }
    let explanation = Explanation::of(playable, state).ok()?;
    let find = |name: &String| diagram.cells.iter().position(|cell| *cell.name == **name);
    let cells = |names: &[String]| names.iter().filter_map(find).collect::<Vec<_>>();
    let set = |set: &SetExplanation| SeenSet {
        set: index(set.set),
        seat: set.seat,
        signals: (set.signals.iter())
            .filter_map(|signal| Some((find(&signal.cell)?, signal.strength)))
            .collect(),
        centroid: find(&set.centroid),
        main_group: cells(&set.groups[set.main_group]),
        paths: (set.critical_paths.iter())
            .map(|critical| SeenPath {
                group: cells(&set.groups[critical.group]),
                path: cells(&critical.path),
                width: critical.width,
                cut: cells(&critical.cut),
                moves_to_cut: critical.moves_to_cut,
                moves_to_hold: critical.moves_to_hold,
                danger: critical.is_in_danger(),
            })
            .collect(),
        blocked: set.blocked,
    };
    let evaluation = |evaluation: &gathering::Evaluation| SeatEvaluation {
        seat: evaluation.seat,
        opponent: evaluation.opponent,
        parts: (evaluation.parts.iter())
            .map(|part| EvaluationPart {
                name: part.name.to_owned(),
                own: part.own,
                opponent: part.opponent,
                difference: part.difference,
            })
            .collect(),
        total: evaluation.total,
    };
    Some(SeenPosition {
        sets: explanation.sets.iter().map(set).collect(),
        evaluations: explanation.evaluations.iter().map(evaluation).collect(),
    })
}

/// Which pieces the network counts on; nothing where there is none.
fn counted(line: &AnalysisLine) -> Option<CountedPieces> {
    let (playable, state) = (line.playable(), line.last());
    if playable.diagram(state).cells.len() > MOST_CELLS_SEEN {
        return None;
    }
    let found = Attribution::of(playable, state, None).ok()?;
    Some(CountedPieces {
        seat: found.seat,
        expected: found.expected(),
        pieces: found.pieces.iter().map(|piece| (piece.at, piece.points)).collect(),
    })
}

/// The number of a letter's set or seat.
fn index(letter: char) -> usize {
    Seat::from_letter(letter).map_or(0, Seat::index)
}

/// How the sets organised themselves from the start to the last position.
fn organisation(line: &AnalysisLine) -> Option<Vec<SetOrganisation>> {
    let playable = line.playable();
    let cells = playable.diagram(line.last()).cells.len();
    if cells.saturating_mul(line.len() + 1) > MOST_FOLLOWED {
        return None;
    }
    let followed = selforge_lab::analysis::analyse(&line.record(), playable, &[]).ok()?;
    // The series have a number for each move; the line may have seats that left in between.
    let plies = line.plies();
    let set = |set: &selforge_lab::analysis::SetSeries| SetOrganisation {
        set: index(set.set),
        size: set.size,
        idle: plies.iter().map(|&ply| set.idle.get(ply).copied()).collect(),
    };
    Some(followed.sets.iter().map(set).collect())
}

/// Answers with what an engine thinks of positions, or with `replaced` if the same client has asked
/// something else meanwhile.
#[utoipa::path(
    post,
    path = "/api/analysis/engine",
    operation_id = "think",
    request_body = EngineRequest,
    responses((status = 200, body = OrReplaced<EngineAnswer>), (status = 409)),
)]
pub(super) async fn think(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    asked: Result<Json<EngineRequest>, JsonRejection>,
) -> Result<Json<OrReplaced<EngineAnswer>>, ApiError> {
    let Json(asked) = asked?;
    check(&app, asked.moves.iter())?;
    let count = asked.count.unwrap_or(1);
    let most = if asked.effort == AnalysisEffort::Deep { 1 } else { MOST_POSITIONS };
    if count == 0 || count > most {
        let problem = format!("count is {count}; expected 1 to {most} with this effort");
        return Err(ApiError::invalid(problem));
    }
    check_no_help(&app, &client, &asked.spec).await?;
    let (shared, source) = (Arc::clone(&app), client.source());
    let elsewhere = app.jobs.slot(Kind::Analysis, &source);
    let own = source.clone();
    let work = move |stop: &Stop, turn: Turn| {
        let limits = WorkLimits::new(shared.limits.cells, stop.clone());
        let line = play(&shared, &limits, &asked.spec, asked.start.as_deref(), &asked.moves)?;
        let from = asked.from.unwrap_or(line.len());
        if from > line.len() {
            let problem = format!("from is {from}; expected at most {} moves", line.len());
            return Err(ApiError::invalid(problem));
        }
        let time = shared.limits.analysis_time;
        let mut thinker = Thinker::new(&shared, &own, &line, asked.effort, time, turn)?;
        evaluate(&line, from, count, &mut thinker, stop)
    };
    let answer = app.analyses.work_anywhere(&client.id, &source, Topic::Engine, elsewhere, work);
    Ok(Json(answer.await?.into()))
}

/// The engine that looks at positions: one of a worker, or one of this node.
struct Thinker<'a> {
    app: &'a App,
    source: &'a Source,
    engine: AgentSpec,
    player: Player,
    budget: Budget,
    most: Duration,
    turn: Turn,
}

impl<'a> Thinker<'a> {
    fn new(
        app: &'a App,
        source: &'a Source,
        line: &AnalysisLine,
        effort: AnalysisEffort,
        time: Duration,
        turn: Turn,
    ) -> Result<Thinker<'a>, ApiError> {
        let seat = |engine: &str| {
            let engine = AgentSpec::parse(engine).map_err(|error| ApiError::internal(&error))?;
            let seated = Player::new(&engine, line.playable());
            let player = seated.map_err(|error| ApiError::invalid(error.to_string()))?;
            Ok::<_, ApiError>((engine, player))
        };
        let deep = effort == AnalysisEffort::Deep;
        let most = if deep { time } else { QUICK_TIME };
        // A curve has no side to take, so a draw is worth half a win.
        let ((engine, player), nodes) = match seat("network contempt=0") {
            Ok(network) => {
                (network, Some(if deep { DEEP_NETWORK_NODES } else { QUICK_NETWORK_NODES }))
            }
            Err(_) => {
                let two = line.playable().game.seats() == 2;
                let search = if two { "alphabeta" } else { "paranoid" };
                let mebibytes = if deep { 32 } else { 1 };
                let search = seat(&format!("{search} hash={mebibytes} depth=64"))?;
                (search, (!deep).then_some(QUICK_NODES))
            }
        };
        let budget = Budget { nodes, time: Some(most), ..Budget::default() };
        Ok(Thinker { app, source, engine, player, budget, most, turn })
    }

    fn think(
        &mut self,
        line: &AnalysisLine,
        number: usize,
        state: &AnyState,
        stop: &Stop,
    ) -> Result<Report<AnyMove>, ApiError> {
        let history = line.history(number);
        if self.turn.elsewhere {
            let runtime = Handle::try_current().map_err(|error| ApiError::internal(&error))?;
            let thought = Thought {
                kind: Kind::Analysis,
                playable: line.playable(),
                state,
                history,
                engine: &self.engine,
                budget: self.budget,
                seed: 0,
                most: self.most,
                memory: String::new(),
            };
            if let Some(report) = runtime.block_on(self.app.jobs.think(&thought, stop)) {
                return Ok(report);
            }
            // From now on this node thinks, when it has a slot.
            self.turn = runtime.block_on(self.app.analyses.home(self.source))?;
        }
        self.app.metrics.job(Kind::Analysis, JobEnd::Home);
        self.player.new_game();
        let report = self.player.choose(&mut AnyQuestion {
            state,
            history,
            budget: Some(self.budget),
            stop,
            seed: 0,
            progress: &mut |_| {},
        });
        report.map_err(|failure| ApiError::internal(&failure))
    }
}

fn evaluate(
    line: &AnalysisLine,
    from: usize,
    count: usize,
    thinker: &mut Thinker<'_>,
    stop: &Stop,
) -> Result<EngineAnswer, ApiError> {
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
                evaluations.push(Evaluation::Over(EndedGame { number, over: true, winner }));
                continue;
            }
        };
        let mut report = thinker.think(line, number, &moment.state, stop)?;
        if thinker.engine.spec().name() == "network" {
            report.score = on_scale(report.score, line.playable().score_scale().decisive);
        }
        evaluations.push(evaluation(line, number, &moment.state, seat, &report));
    }
    Ok(EngineAnswer { engine: thinker.engine.spec().name().to_owned(), evaluations })
}

/// A network's value as a lead in the game that is as decisive: so curves show how many of the points it expects.
fn on_scale(score: Score, decisive: i32) -> Score {
    match wins(score) {
        Some(_) => score,
        None => Score::estimate(
            (i64::from(score.0) * i64::from(decisive) / i64::from(network::DECISIVE)) as i32,
        ),
    }
}

/// What an engine found, in words and numbers. With two seats the value is seat A's, with more it
/// is that of the seat to move.
fn evaluation(
    line: &AnalysisLine,
    number: usize,
    state: &AnyState,
    seat: Seat,
    report: &Report<AnyMove>,
) -> Evaluation {
    let turned = line.playable().game.seats() == 2 && seat != Seat::FIRST;
    let score = if turned { -report.score } else { report.score };
    let of = if turned { Seat::FIRST } else { seat };
    Evaluation::Found(FoundEvaluation {
        number,
        seat: of.letter(),
        score: score.0,
        words: score.to_string(),
        win: wins(score),
        depth: report.depth,
        nodes: report.nodes,
        line: expected_line(line, state, &report.line),
    })
}

/// In how many moves it is won, negative if lost; nothing if nothing is proven.
fn wins(score: Score) -> Option<i64> {
    let won = score.plies_to_win().map(i64::from);
    won.or_else(|| score.plies_to_loss().map(|plies| -i64::from(plies)))
}

/// The expected line of play: the texts of the moves and the cells they lead from and to, as far as
/// those are on the board of the position.
fn expected_line(line: &AnalysisLine, state: &AnyState, moves: &[AnyMove]) -> Vec<ExpectedMove> {
    let (playable, game) = (line.playable(), &line.playable().game);
    let on_board = playable.diagram(state).cells.len();
    let mut now = state.clone();
    let mut expected = Vec::new();
    for &mv in moves.iter().take(LINE) {
        if game.status(&now).to_move().is_none() || !game.is_legal(&now, mv) {
            break;
        }
        let path = playable.effect(&now, mv, &playable.diagram(&now)).path;
        let ends = path.first().zip(path.last()).filter(|(from, to)| **from.max(to) < on_board);
        let cells = ends.map(|(from, to)| (*from, *to));
        let notation = playable.move_notation(&now, mv);
        expected.push(ExpectedMove { text: playable.move_text(&now, mv), notation, cells });
        game.play(&mut now, mv);
    }
    expected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_networks_value_is_told_as_a_lead_that_is_as_decisive_in_the_game() {
        let shares =
            |score: Score, decisive: i32| (f64::from(score.0) / f64::from(decisive)).tanh();
        for decisive in [60, 200, 300] {
            let told = on_scale(Score(91), decisive);
            let [told, found] = [shares(told, decisive), shares(Score(91), network::DECISIVE)];
            assert!((told - found).abs() < 0.01, "{told} {found}");
            assert_eq!(on_scale(Score::win_in(3), decisive), Score::win_in(3));
            assert_eq!(on_scale(Score::loss_in(4), decisive), Score::loss_in(4));
        }
    }
}
