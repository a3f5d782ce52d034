//! Round after round: games, learning, a match.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use selforge_agents::{AgentSpec, Stop};
use selforge_catalogue::{Described, Environment, GameVisitor, Gathering};
use selforge_core::{Game as _, Spec, Stream};
use selforge_learn::{
    GatheringLens, Lens, Loss, Network, Origin, PiecesLens, Sample, SampleSet, Saved, Shape,
    Trainer,
};
use serde::{Deserialize, Serialize};

use super::round_games::{Bytes, RoundGames};
use super::settings::{Manifest, Settings};
use crate::LabError;
use crate::arena::{self, Conditions, Plan, Progress, Tally, parse_players};
use crate::store::{Journal, RunFolder, program, write_bytes_atomically};
use crate::work::{Workers, gather_work};

/// Of so many games one is never learned from: what it says of the network is no hearsay.
const HELD_OUT: usize = 20;

/// So many random moves begin the games of a match, or all would be the same where starts are fixed.
const MATCH_PLIES: u32 = 4;

/// Samples of a step.
const BATCH: usize = 256;

/// How fast a first round learns at its beginning, a later one, and both at their end.
const FIRST_RATE: f32 = 3e-3;
const LATER_RATE: f32 = 1e-3;
const LAST_RATE: f32 = 5e-5;

/// What came of a round.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Round {
    /// Its number, from 0.
    pub number: u32,
    /// Games played in it.
    pub games: usize,
    /// Positions of these.
    pub positions: usize,
    /// Positions learned from, those of earlier rounds among them.
    pub learned: usize,
    /// Cross-entropy of outcomes and of moves at the end of training, and on games not learned from.
    pub loss: [f64; 2],
    /// The same on games not learned from.
    pub held_loss: [f64; 2],
    /// How often the likeliest outcome and move were right on games not learned from.
    pub held_right: [f64; 2],
    /// How the new network did against the best before; none in the first round.
    pub against_best: Option<Tally>,
    /// Whether the new network is the best now.
    pub promoted: bool,
    /// The best network's Elo over that of the first round.
    pub elo: f64,
    /// How long it took, in seconds.
    pub seconds: f64,
}

/// What a run has come to.
#[derive(Clone, Debug)]
pub struct Training {
    /// What was asked for.
    pub settings: Settings,
    /// The command line.
    pub command: String,
    /// The rounds so far.
    pub rounds: Vec<Round>,
    /// The best network, as the bytes of a file.
    pub best: Vec<u8>,
    /// Whether all rounds are done.
    pub complete: bool,
}

/// Trains a network in a folder: a new run, or what is missing of one that was begun there.
///
/// # Errors
/// If a game does not open or is not like the others, the settings are wrong, or files fail.
pub fn run(
    settings: &Settings,
    environment: &dyn Environment,
    folder: &Path,
    command: &str,
    workers: Workers<'_>,
    stop: &Stop,
    progress: &mut dyn FnMut(Progress, &str),
) -> Result<Training, LabError> {
    settings.check()?;
    let school = School::new(settings, environment, command, workers, stop)?;
    let run = RunFolder::open(folder, &Manifest::new(settings, command), &[])?;
    let parse = |at: usize, line: &[u8]| {
        let round: Round = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        match round.number as usize == at {
            true => Ok(Some(round)),
            false => Err(format!("round {} is not the next", round.number)),
        }
    };
    let to_line = |round: &Round| serde_json::to_string(round).unwrap_or_default() + "\n";
    let (mut journal, mut rounds) = Journal::open(folder.join("rounds.jsonl"), parse, to_line)?;
    for number in rounds.len() as u32..=settings.rounds {
        let Some(round) = school.round(number, folder, &rounds, progress)? else { break };
        journal.add(&to_line(&round))?;
        rounds.push(round);
        let complete = number == settings.rounds;
        let training = school.told(folder, &rounds, complete)?;
        run.write("report.html", &super::to_html(&training)?)?;
    }
    let complete = rounds.len() as u32 > settings.rounds;
    school.told(folder, &rounds, complete)
}

/// What all rounds share.
struct School<'a> {
    settings: &'a Settings,
    command: &'a str,
    workers: Workers<'a>,
    stop: &'a Stop,
    /// The games, each with its starts.
    plans: Vec<Plan>,
    family: String,
    features: String,
    shape: Shape,
}

/// What networks for a game look like.
struct Looks;

impl GameVisitor for Looks {
    type Output = Result<(String, Shape), LabError>;

    fn visit<G: Described>(self, game: Arc<G>) -> Self::Output {
        let lens = PiecesLens::new(&*game)
            .map_err(|unseen| LabError::settings(unseen.problem, unseen.expected))?;
        Ok(looks::<G>(&lens))
    }

    fn visit_gathering<G: Gathering>(self, game: Arc<G>) -> Self::Output {
        Ok(looks::<G>(&GatheringLens::new(&*game)))
    }
}

fn looks<G: selforge_core::Game>(lens: &impl Lens<G>) -> (String, Shape) {
    let shape = Shape {
        inputs: lens.inputs(),
        globals: lens.globals(),
        classes: lens.graph(selforge_core::Seat::FIRST).classes(),
        channels: 0,
        blocks: 0,
    };
    (lens.features(), shape)
}

impl<'a> School<'a> {
    fn new(
        settings: &'a Settings,
        environment: &dyn Environment,
        command: &'a str,
        workers: Workers<'a>,
        stop: &'a Stop,
    ) -> Result<School<'a>, LabError> {
        let specs = settings.specs()?;
        let plan = |spec: &Spec| {
            let seats = selforge_games::open(spec, environment)?.game.seats();
            let problem = format!("'{spec}' has {seats} seats");
            LabError::require(seats == 2, problem, "a game for two")?;
            let players = parse_players("random; random")?;
            let games = settings.first_games.max(settings.round_games) / 2 * 2;
            let settings = arena::Settings::new(spec.clone(), players, games, settings.seed);
            Plan::new(settings, environment)
        };
        let plans = specs.iter().map(plan).collect::<Result<Vec<_>, _>>()?;
        let mut known: Option<(String, Shape)> = None;
        for plan in &plans {
            let looks = selforge_games::visit(&plan.open(0)?, Looks)?;
            if let Some(known) = known.as_ref().filter(|known| **known != looks) {
                let problem = format!("'{}' looks like '{}'", plan.game(), looks.0);
                let expected = format!("games that all look like '{}'", known.0);
                return Err(LabError::settings(problem, expected));
            }
            known = Some(looks);
        }
        let (features, shape) = known.expect("there is a game");
        let shape = Shape { channels: settings.channels, blocks: settings.blocks, ..shape };
        if let Some(problem) = shape.problem() {
            return Err(LabError::settings("a network of another size", problem));
        }
        let family = specs[0].name().to_owned();
        Ok(School { settings, command, workers, stop, plans, family, features, shape })
    }

    /// Does what is missing of a round; `None` if it was told to stop.
    fn round(
        &self,
        number: u32,
        folder: &Path,
        before: &[Round],
        progress: &mut dyn FnMut(Progress, &str),
    ) -> Result<Option<Round>, LabError> {
        let began = Instant::now();
        let best = match before.iter().rev().find(|round| round.promoted) {
            Some(round) => Some(read_network(&network_file(folder, round.number))?),
            None => None,
        };
        let network = best.map(|(bytes, saved)| (bytes, Arc::new(saved.network)));
        if !set_file(folder, "samples", number).exists() {
            let Some((learned, held)) = self.games(number, network.clone(), progress)? else {
                return Ok(None);
            };
            write_bytes_atomically(&set_file(folder, "held", number), &held.to_bytes())?;
            write_bytes_atomically(&set_file(folder, "samples", number), &learned.to_bytes())?;
        }
        let (mut learned, mut held) = (SampleSet::default(), SampleSet::default());
        let mut positions = 0;
        for round in (number + 1).saturating_sub(self.settings.window)..=number {
            let samples = read_set(&set_file(folder, "samples", round))?;
            let apart = read_set(&set_file(folder, "held", round))?;
            if round == number {
                positions = samples.samples.len() + apart.samples.len();
            }
            learned.append(samples);
            held.append(apart);
        }
        let file = network_file(folder, number);
        let loss_file = folder.join(format!("loss-{number:03}.json"));
        let games = if number == 0 { self.settings.first_games } else { self.settings.round_games };
        if !file.exists() {
            let start = match &network {
                Some((_, network)) => Network::clone(network),
                None => Network::random(self.shape, self.settings.seed)
                    .map_err(|problem| LabError::settings("a network", problem))?,
            };
            let rate = if number == 0 { FIRST_RATE } else { LATER_RATE };
            let Some((network, loss)) = self.learn(number, start, rate, &learned, progress) else {
                return Ok(None);
            };
            let text = serde_json::to_string(&loss).unwrap_or_default();
            write_bytes_atomically(&loss_file, text.as_bytes())?;
            let games_learned: Vec<String> =
                self.plans.iter().map(|plan| plan.game().to_string()).collect();
            let origin = Origin {
                program: program(),
                command: self.settings.command(&games_learned, number),
                seed: self.settings.seed,
                games: games_learned,
                played: (before.iter().map(|round| round.games).sum::<usize>() + games) as u64,
                positions: (before.iter().map(|round| round.positions).sum::<usize>() + positions)
                    as u64,
            };
            let (family, features) = (self.family.clone(), self.features.clone());
            let saved = Saved { family, features, origin, network };
            write_bytes_atomically(&file, &saved.to_bytes())?;
        }
        let (_, new) = read_network(&file)?;
        let held_refs: Vec<&Sample> = held.samples.iter().collect();
        let held_loss = Trainer::new(new.network).measure(&held.graphs, &held_refs);
        let elo_before = before.last().map_or(0.0, |round| round.elo);
        let (against_best, promoted, elo) = match before.iter().rev().find(|it| it.promoted) {
            None => (None, true, 0.0),
            Some(best) => {
                let best = network_file(folder, best.number);
                let Some(tally) = self.meet(number, &file, &best, progress)? else {
                    return Ok(None);
                };
                let share = (tally.wins as f64 + 0.5 * tally.draws as f64) / tally.games() as f64;
                let promoted = share >= 0.5;
                let gain = if promoted { elo_of(share) } else { 0.0 };
                (Some(tally), promoted, elo_before + gain)
            }
        };
        let loss = fs::read(&loss_file).ok().and_then(|text| serde_json::from_slice(&text).ok());
        Ok(Some(Round {
            number,
            games,
            positions,
            learned: learned.samples.len(),
            loss: loss.unwrap_or_default(),
            held_loss: means(&held_loss),
            held_right: shares(&held_loss),
            against_best,
            promoted,
            elo,
            seconds: began.elapsed().as_secs_f64(),
        }))
    }

    /// Plays the games of a round: those to learn from, and those kept apart.
    fn games(
        &self,
        number: u32,
        network: Option<(Vec<u8>, Arc<Network>)>,
        progress: &mut dyn FnMut(Progress, &str),
    ) -> Result<Option<(SampleSet, SampleSet)>, LabError> {
        let count = if number == 0 { self.settings.first_games } else { self.settings.round_games };
        let games = RoundGames {
            settings: self.settings.clone(),
            round: number,
            plans: self.plans.clone(),
            network,
            shape: Some(self.shape),
        };
        let name = format!("games of round {number}");
        let mut show = |at: Progress| progress(at, &name);
        let numbers: Vec<usize> = (0..count).collect();
        let games = gather_work(&games, &numbers, self.workers, self.stop, &mut show)?;
        let Some(games) = games else { return Ok(None) };
        let (mut learned, mut held) = (SampleSet::default(), SampleSet::default());
        for (index, Bytes(game)) in games.into_iter().enumerate() {
            let game = SampleSet::from_bytes(&game)
                .map_err(|problem| LabError::settings(problem, "samples of a game"))?;
            // Every game of the list is kept apart now and then.
            let apart = (index / self.plans.len()).is_multiple_of(HELD_OUT);
            if apart { &mut held } else { &mut learned }.append(game);
        }
        Ok(Some((learned, held)))
    }

    /// Learns from all samples, as often as the settings say; `None` if it was told to stop.
    fn learn(
        &self,
        number: u32,
        start: Network,
        rate: f32,
        set: &SampleSet,
        progress: &mut dyn FnMut(Progress, &str),
    ) -> Option<(Network, [f64; 2])> {
        let mut trainer = Trainer::new(start);
        let batches = set.samples.len().div_ceil(BATCH);
        let total = batches * self.settings.passes as usize;
        let name = format!("steps of round {number}");
        let mut order: Vec<usize> = (0..set.samples.len()).collect();
        let mut last = Loss::default();
        for pass in 0..self.settings.passes {
            let index = u64::from(number) << 32 | u64::from(pass);
            Stream::new(self.settings.seed, "train-order", index).shuffle(&mut order);
            last = Loss::default();
            for (at, batch) in order.chunks(BATCH).enumerate() {
                if self.stop.is_asked() {
                    return None;
                }
                let done = pass as usize * batches + at;
                let samples: Vec<&Sample> = batch.iter().map(|&at| &set.samples[at]).collect();
                let rate = rate_at(rate, done as f32 / total as f32);
                last.add(&trainer.step(&set.graphs, &samples, rate, self.workers.threads));
                progress(Progress { done: done + 1, total }, &name);
            }
        }
        Some((trainer.network().clone(), means(&last)))
    }

    /// A match of the new network against the best; `None` if it was told to stop.
    fn meet(
        &self,
        number: u32,
        new: &Path,
        best: &Path,
        progress: &mut dyn FnMut(Progress, &str),
    ) -> Result<Option<Tally>, LabError> {
        let mut total = Tally::default();
        let player = |file: &Path| {
            let mut spec = Spec::new("network");
            let set = spec
                .set("nodes", self.settings.match_nodes)
                .and_then(|()| spec.set("file", file.display().to_string()));
            set.map_err(|error| LabError::settings(error.to_string(), "a shorter path"))?;
            Ok::<_, LabError>(AgentSpec::parse(&spec.to_string())?)
        };
        let each = (self.settings.match_games / self.plans.len() / 2 * 2).max(2);
        let name = format!("match of round {number}");
        let all = each * self.plans.len();
        for (at, plan) in self.plans.iter().enumerate() {
            let players = vec![player(new)?, player(best)?];
            let seed = Stream::new(self.settings.seed, "train-match", u64::from(number)).bits();
            let settings = arena::Settings {
                random_plies: MATCH_PLIES,
                ..arena::Settings::new(plan.game().clone(), players, each, seed)
            };
            let plan = Plan::new(settings, &selforge_games::NoFiles)?;
            let conditions =
                Conditions { workers: self.workers.threads.into(), folder: None, stop: self.stop };
            let mut show = |so_far: Progress| {
                progress(Progress { done: at * each + so_far.done, total: all }, &name);
            };
            let run = arena::run(&plan, conditions, &mut show)?;
            if !run.complete {
                return Ok(None);
            }
            let summary = arena::Summary::of(&plan, &run);
            let tally = &summary.players[0].tally;
            total.wins += tally.wins;
            total.draws += tally.draws;
            total.losses += tally.losses;
        }
        Ok(Some(total))
    }

    fn told(&self, folder: &Path, rounds: &[Round], complete: bool) -> Result<Training, LabError> {
        let best = match rounds.iter().rev().find(|round| round.promoted) {
            Some(round) => read_network(&network_file(folder, round.number))?.0,
            None => Vec::new(),
        };
        Ok(Training {
            settings: self.settings.clone(),
            command: self.command.to_owned(),
            rounds: rounds.to_vec(),
            best,
            complete,
        })
    }
}

fn elo_of(share: f64) -> f64 {
    let share = share.clamp(0.01, 0.99);
    400.0 * (share / (1.0 - share)).log10()
}

/// From the first rate to the last along half a wave.
fn rate_at(first: f32, done: f32) -> f32 {
    // The first few steps are careful ones.
    let warm = (done / 0.01).min(1.0);
    let wave = 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
    warm * (LAST_RATE + (first - LAST_RATE) * wave)
}

fn means(loss: &Loss) -> [f64; 2] {
    [loss.outcome / loss.positions.max(1.0), loss.moves / loss.with_moves.max(1.0)]
}

fn shares(loss: &Loss) -> [f64; 2] {
    [loss.right / loss.positions.max(1.0), loss.right_moves / loss.with_moves.max(1.0)]
}

fn network_file(folder: &Path, round: u32) -> PathBuf {
    folder.join(format!("network-{round:03}.net"))
}

fn set_file(folder: &Path, name: &str, round: u32) -> PathBuf {
    folder.join(format!("{name}-{round:03}.set"))
}

fn read_bytes(file: &Path) -> Result<Vec<u8>, LabError> {
    fs::read(file).map_err(LabError::file("read", file))
}

fn damaged(file: &Path, problem: &dyn std::fmt::Display) -> LabError {
    LabError::Damaged { file: file.to_path_buf(), line: 1, problem: problem.to_string() }
}

fn read_network(file: &Path) -> Result<(Vec<u8>, Saved), LabError> {
    let bytes = read_bytes(file)?;
    let saved = Saved::from_bytes(&bytes).map_err(|error| damaged(file, &error))?;
    Ok((bytes, saved))
}

fn read_set(file: &Path) -> Result<SampleSet, LabError> {
    SampleSet::from_bytes(&read_bytes(file)?).map_err(|error| damaged(file, &error))
}
