//! All metrics of one game: what must be played, the playing on several threads, the numbers.
//!
//! Every game has a source, a number and a stream of its own, so the result does not depend on who plays
//! it when. Only games that some chosen metric asks for are played.
//!
//! Where a seed decides the set-up, the game is all its starts and not one of them: a start may favour a
//! seat, and twenty games from it would only tell that. So each game has a start of its own unless fewer
//! are asked for, and only games that share one begin with random moves.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use selforge_agents::army::PaperRules;
use selforge_agents::{AgentSpec, Player, Stop};
use selforge_core::{Game, Seat, Spec, Stream};
use selforge_games::army::Army;
use selforge_games::{Described, Environment, GameError, GameVisitor, Playable};
use serde::{Deserialize, Serialize};

use super::counted::Counted;
use super::engine::{EngineGame, LADDER};
use super::follow::{ByCensus, ByMoves, Follow};
use super::games::{Games, Job, PlayedGame, Players};
use super::metric::{Metric, Source};
use super::paper;
use super::plan::{MAX_STARTS, Plan};
use crate::LabError;
use crate::arena::Progress;
use crate::spread::collect;
use crate::starts::{Files, Starts};
use crate::stats::Estimate;
use crate::work::{Work, Workers, from_elsewhere, hand_out, portable};

/// The engine whose games are measured, unless another is chosen.
pub const ENGINE: &str = "alphabeta nodes=1000 hash=1";

/// The engine of games with three seats and more.
pub const ENGINE_OF_MANY: &str = "paranoid nodes=1000 hash=1";

/// All that decides what is measured.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The game.
    pub game: Spec,
    /// How much is played.
    pub plan: Plan,
    /// Who plays the engine's games; none for [`ENGINE`] or [`ENGINE_OF_MANY`].
    pub engine: Option<AgentSpec>,
    /// Who plays the games of the paper's four metrics, in place of its random player against itself and
    /// of its one-ply player against the random one.
    pub controller: Option<AgentSpec>,
    /// What is asked for.
    pub metrics: Vec<Metric>,
}

/// What does not change the result.
#[derive(Clone, Copy, Debug)]
pub struct Conditions<'a> {
    /// Who plays the games.
    pub workers: Workers<'a>,
    /// May be raised at any time: there is no result then.
    pub stop: &'a Stop,
    /// A folder for the records of all games.
    pub records: Option<&'a Path>,
}

/// One step of the ladder.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
pub struct Rung {
    /// The nodes of the weaker player; the stronger one has twice as many.
    pub nodes: u64,
    /// What the stronger one scored.
    pub score: Estimate,
}

/// The metrics of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    /// The game in canonical form; without a seed if several starts were drawn.
    pub spec: Spec,
    /// How many starts the games were spread over.
    pub starts: usize,
    /// Who played.
    pub players: Players,
    /// The metrics that were asked for, in the usual order.
    pub estimates: Vec<(Metric, Estimate)>,
    /// What each seat scored in the engine's games; empty if there were none.
    pub seat_scores: Vec<Estimate>,
    /// The ladder behind the skill trace, from the least search up; empty if that was not asked for.
    pub rungs: Vec<Rung>,
    /// The games themselves.
    pub games: Games,
}

impl Measured {
    /// A metric, if it was asked for.
    #[must_use]
    pub fn estimate(&self, metric: Metric) -> Option<Estimate> {
        self.estimates.iter().find(|(known, _)| *known == metric).map(|(_, estimate)| *estimate)
    }
}

/// Measures a game; `None` if it was told to stop.
///
/// # Errors
/// If the game does not open or is for one, the engine does not fit it, there is nothing to play, or a
/// record cannot be written.
pub fn measure(
    settings: &Settings,
    environment: &dyn Environment,
    conditions: Conditions<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Option<Measured>, LabError> {
    let Conditions { workers, stop, records } = conditions;
    let campaign = Campaign::new(settings, environment, records.is_some())?;
    let numbers: Vec<usize> = (0..campaign.jobs.len()).collect();
    let played = collect(numbers.len(), stop, progress, |take| {
        hand_out(
            &campaign,
            &numbers,
            workers,
            stop,
            |_| false,
            |number, counted| {
                let job = campaign.jobs[number];
                let game = counted.and_then(|mut counted: Counted| {
                    if let (Some(folder), Some(record)) = (records, counted.record.take()) {
                        let file = folder.join(job.file());
                        fs::write(&file, record).map_err(LabError::file("write", &file))?;
                    }
                    Ok(counted.game(job).expect("a result that fits is a game"))
                });
                take(number, game)
            },
        )
    })?;
    let Some(played) = played else { return Ok(None) };
    let Campaign { all, starts, players, .. } = campaign;
    let games = Games { all: played, starts };
    let metrics = &settings.metrics;
    let estimates = metrics.iter().map(|&metric| (metric, games.estimate(metric))).collect();
    let rungs = LADDER.iter().zip(games.ladder());
    Ok(Some(Measured {
        spec: if starts > 1 { all.game().clone() } else { all.opened().spec.clone() },
        starts,
        estimates,
        seat_scores: games.seat_scores(),
        rungs: rungs.map(|(&nodes, score)| Rung { nodes, score }).collect(),
        players,
        games,
    }))
}

/// All games that are played to measure one, to be played here or elsewhere.
pub(crate) struct Campaign {
    settings: Settings,
    /// Whether records are wanted.
    records: bool,
    all: Starts,
    starts: usize,
    /// The game as it begins at each start, once a game was played from there.
    opened: Vec<Mutex<Option<Playable>>>,
    players: Players,
    greedy: AgentSpec,
    jobs: Vec<Job>,
}

impl Campaign {
    fn new(
        settings: &Settings,
        environment: &dyn Environment,
        records: bool,
    ) -> Result<Campaign, LabError> {
        let Settings { game, plan, metrics, .. } = settings;
        plan.check()?;
        let all = Starts::new(game, environment)?;
        let seats = all.opened().game.seats();
        LabError::require(seats > 1, "metrics of a game for one", "a game for two or more")?;
        let players = players(settings, all.opened())?;
        let starts = match (all.are_seeded(), plan.starts) {
            (false, _) => 1,
            (true, Some(starts)) => starts as usize,
            // Who names a start means it.
            (true, None) if game.get("seed").is_some() => 1,
            (true, None) => plan.games.min(MAX_STARTS) as usize,
        };
        Ok(Campaign {
            settings: settings.clone(),
            records,
            starts,
            opened: (0..starts).map(|_| Mutex::default()).collect(),
            players,
            greedy: AgentSpec::parse("greedy")?,
            jobs: jobs(metrics, plan.games as usize, usize::from(seats), starts),
            all,
        })
    }

    /// The game as it begins at a start; opened once, however many play it.
    fn start(&self, number: usize) -> Result<Playable, LabError> {
        if self.starts == 1 {
            return Ok(self.all.opened().clone());
        }
        let mut opened = self.opened[number].lock().unwrap_or_else(PoisonError::into_inner);
        if opened.is_none() {
            *opened = Some(self.all.open(self.settings.plan.seed, number)?);
        }
        Ok(opened.clone().expect("it was opened"))
    }
}

/// What another machine needs to play these games.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    game: String,
    files: Files,
    games: u32,
    starts: Option<u32>,
    seed: u64,
    plies: u32,
    engine: Option<String>,
    controller: Option<String>,
    metrics: String,
    records: bool,
}

impl Work for Campaign {
    const KIND: &'static str = "metrics";
    type Order = Order;
    /// The number of a game.
    type Piece = usize;
    type Done = Counted;

    fn order(&self) -> Result<Order, LabError> {
        let Settings { game, plan, engine, controller, metrics } = &self.settings;
        let names: Vec<&str> = metrics.iter().map(|metric| metric.name()).collect();
        Ok(Order {
            game: game.to_string(),
            files: self.all.files().clone(),
            games: plan.games,
            starts: plan.starts,
            seed: plan.seed,
            plies: plan.plies,
            engine: engine.as_ref().map(portable).transpose()?,
            controller: controller.as_ref().map(portable).transpose()?,
            metrics: names.join(","),
            records: self.records,
        })
    }

    fn from_order(order: Order) -> Result<Campaign, LabError> {
        let Order { games, starts, seed, plies, .. } = order;
        let settings = Settings {
            game: Spec::parse(&order.game).map_err(GameError::from)?,
            plan: Plan { games, starts, seed, plies },
            engine: order.engine.as_deref().map(from_elsewhere).transpose()?,
            controller: order.controller.as_deref().map(from_elsewhere).transpose()?,
            metrics: Metric::parse_list(&order.metrics)?,
        };
        Campaign::new(&settings, &order.files, order.records)
    }

    fn perform(&self, number: &usize, stop: &Stop) -> Result<Option<Counted>, LabError> {
        let problem = || LabError::settings(format!("game {number} of a measurement"), "one of it");
        let job = *self.jobs.get(*number).ok_or_else(problem)?;
        let Settings { plan, metrics, .. } = &self.settings;
        let playable = self.start(job.start)?;
        // The games of a start differ, and so do the rounds of a rung from one.
        let games = plan.games as usize;
        let shared = match job.source {
            Source::Ladder => games.div_ceil(usize::from(playable.game.seats())) > self.starts,
            _ => games > self.starts,
        };
        let (players, greedy) = (&self.players, &self.greedy);
        let table = EngineGame { playable: &playable, plan, stop };
        let playing = Playing { table, job, shared, players, greedy, metrics };
        let mut played = selforge_games::visit(&playable, playing)?;
        if stop.is_asked() {
            return Ok(None);
        }
        let moves = std::mem::take(&mut played.trace.moves);
        let record = self.records.then(|| played.record(&playable, players, &moves));
        Ok(Some(Counted::of(&played, record)))
    }

    fn fits(&self, number: &usize, done: &Counted) -> bool {
        done.game(self.jobs[*number]).is_some() && done.record.is_some() == self.records
    }
}

/// Who plays, if they can.
fn players(settings: &Settings, playable: &Playable) -> Result<Players, LabError> {
    let wants = |source| settings.metrics.iter().any(|metric| metric.source() == source);
    let engine = match &settings.engine {
        Some(engine) => engine.clone(),
        None if playable.game.seats() > 2 => AgentSpec::parse(ENGINE_OF_MANY)?,
        None => AgentSpec::parse(ENGINE)?,
    };
    if wants(Source::Engine) || wants(Source::Ladder) {
        Player::new(&engine, playable)?;
    }
    // A number of nodes must decide how well the engine plays.
    let climbs = matches!(engine.spec().name(), "alphabeta" | "paranoid" | "mcts");
    let problem =
        format!("'{}' cannot be given twice the search, as skill_trace does", engine.spec());
    let expected = "alphabeta, paranoid or mcts, or other metrics";
    LabError::require(climbs || !wants(Source::Ladder), problem, expected)?;
    if let Some(controller) = &settings.controller {
        Player::new(controller, playable)?;
    }
    Ok(Players { engine, controller: settings.controller.clone() })
}

/// The games to be played, the longest first, so that no thread is left alone with them.
fn jobs(metrics: &[Metric], games: usize, seats: usize, starts: usize) -> Vec<Job> {
    let mut jobs = Vec::new();
    for source in [Source::Ladder, Source::Engine, Source::Contest, Source::Random] {
        if !metrics.iter().any(|metric| metric.source() == source) {
            continue;
        }
        let (rungs, rotates) = match source {
            Source::Ladder => (LADDER.len() - 1, seats),
            _ => (1, 1),
        };
        let thinks = matches!(source, Source::Ladder | Source::Contest);
        for rung in (0..rungs).rev() {
            jobs.extend((0..games).map(|index| Job {
                source,
                rung,
                index,
                thinker: thinks.then(|| Seat::new(index % seats)),
                round: index / rotates,
                start: index / rotates % starts,
            }));
        }
    }
    jobs
}

/// One game, to be played by whatever type it has.
struct Playing<'a> {
    table: EngineGame<'a>,
    job: Job,
    /// Whether other games begin alike.
    shared: bool,
    players: &'a Players,
    greedy: &'a AgentSpec,
    metrics: &'a [Metric],
}

impl GameVisitor for Playing<'_> {
    type Output = Result<PlayedGame, LabError>;

    fn visit<G: Described>(self, game: Arc<G>) -> Self::Output {
        self.play(&*game, &mut ByCensus::default(), |playing, seat, follow| {
            playing.table.contest(&*game, playing.greedy, (playing.job.index, seat), follow)
        })
    }

    fn visit_army<G: Described + Army>(self, game: Arc<G>) -> Self::Output {
        self.play(&*game, &mut ByMoves::new(), |playing, seat, follow| {
            let think = &mut |state: &G::State, stream: &mut Stream| {
                Some((PaperRules::pick(&*game, state, stream)?.0, game.count_moves(state)))
            };
            let who = (playing.job.index as u32, seat);
            Ok(paper::contest(&*game, playing.table.plan, who, follow, think))
        })
    }
}

impl Playing<'_> {
    /// Plays the game; `contest` plays it if a player that thinks meets random ones.
    fn play<G: Described, F: Follow<G>>(
        &self,
        game: &G,
        follow: &mut F,
        contest: impl Fn(&Self, Seat, &mut F) -> Result<super::trace::Trace, LabError>,
    ) -> Result<PlayedGame, LabError> {
        let Playing { table, job, shared, players, metrics, .. } = self;
        let Players { engine, controller } = players;
        if let Some(metric) = metrics.iter().find(|m| m.counts_cells() && !game.is_bounded()) {
            let problem = format!("{} on a board without end", metric.name());
            return Err(LabError::settings(problem, "a finite board, or other metrics"));
        }
        let thinker = job.thinker.unwrap_or(Seat::FIRST);
        let (trace, values) = match (job.source, controller) {
            (Source::Random, Some(controller)) => {
                table.self_play(game, controller, job.index, *shared, follow)?
            }
            (Source::Contest, Some(controller)) => {
                (table.contest(game, controller, (job.index, thinker), follow)?, Vec::new())
            }
            (Source::Random, None) => {
                (paper::random_game(game, table.plan, job.index as u32, follow), Vec::new())
            }
            (Source::Contest, None) => (contest(self, thinker, follow)?, Vec::new()),
            (Source::Engine, _) => table.self_play(game, engine, job.index, *shared, follow)?,
            (Source::Ladder, _) => {
                let place = (job.rung, job.round, thinker);
                table.rung(game, engine, place, *shared, follow)?
            }
        };
        Ok(PlayedGame {
            job: *job,
            trace,
            values,
            usable: if game.is_bounded() { game.usable_cells() } else { 0 },
            seats: game.seats(),
            spec: table.playable.spec.to_string(),
        })
    }
}
