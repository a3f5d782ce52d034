//! Many games of one type at once.
//!
//! Compiled for the type of every game, so kept small: what needs no type is in [`vector`](crate::vector).
//! The games are cut into as many parts as there are jobs; each job has its part of every array.

use std::sync::{Arc, Mutex, PoisonError};

use selforge_agents::{AnyQuestion, Player, Stop};
use selforge_catalogue::Described;
use selforge_core::{AnyGame, MoveRepr, Seat, Stream};
use std::ops::ControlFlow;

use crate::actions::Actions;
use crate::lane::{Keys, Lane, reward};
use crate::observe::{Observer, Scratch, Shape};
use crate::opened::Tally;
use crate::pool;

/// Who plays the other seats.
pub(crate) enum Opponent {
    /// Nobody: every seat's moves come from outside.
    Nobody,
    /// Somebody who plays at random.
    Random,
    /// Engines, one for each job.
    Engines(Vec<Player>),
}

/// What does not change from step to step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) games: usize,
    /// A game that has gone on for so many plies is left there.
    pub(crate) most_plies: u32,
    /// How positions are written, if they are.
    pub(crate) shape: Option<Shape>,
    /// The seat whose moves come from outside, where there are opponents; `None`: another with each game.
    pub(crate) seat: Option<Seat>,
}

/// The arrays of a batch, or a job's part of them.
pub(crate) struct Arrays<'a> {
    pub(crate) observations: &'a mut [i8],
    pub(crate) masks: &'a mut [i8],
    pub(crate) rewards: &'a mut [f32],
    pub(crate) done: &'a mut [i8],
    pub(crate) truncated: &'a mut [i8],
    pub(crate) to_move: &'a mut [i8],
    pub(crate) plies: &'a mut [i32],
}

/// Many games, whatever their type.
pub(crate) trait Batch: Send {
    /// Begins all games anew.
    fn reset(
        &mut self,
        settings: &Settings,
        seed: u64,
        arrays: Arrays<'_>,
        stop: &Stop,
    ) -> Result<(), String>;

    /// Plays a move in every game, by number; all are legal.
    fn step(
        &mut self,
        settings: &Settings,
        actions: &[u32],
        arrays: Arrays<'_>,
        stop: &Stop,
    ) -> Result<(), String>;

    /// The position of a game as text.
    fn text(&self, game: usize) -> Option<String>;
}

/// One game of a batch.
struct Slot<G: Described> {
    lane: Lane<G>,
    stream: Stream,
    /// Whose moves come from outside, where there are opponents.
    seat: Seat,
    /// The number of the place's next game; the first has the place's, so that places take turns.
    number: u64,
}

/// Many games of one type.
pub(crate) struct Games<G: Described> {
    game: Arc<G>,
    actions: Arc<Actions>,
    observer: Arc<Observer>,
    starts: Vec<G::State>,
    opponent: Opponent,
    slots: Vec<Slot<G>>,
}

/// A part of the games.
struct Job<'a, G: Described> {
    slots: &'a mut [Slot<G>],
    actions: &'a [u32],
    arrays: Arrays<'a>,
    player: Option<&'a mut Player>,
}

/// What all jobs share.
struct Scene<'a, G: Described> {
    game: &'a G,
    actions: &'a Actions,
    observer: &'a Observer,
    starts: &'a [G::State],
    opposed: bool,
    settings: &'a Settings,
    stop: &'a Stop,
}

impl<G: Described> Games<G> {
    pub(crate) fn new(
        game: Arc<G>,
        actions: Arc<Actions>,
        observer: Arc<Observer>,
        starts: Vec<G::State>,
        opponent: Opponent,
    ) -> Games<G> {
        Games { game, actions, observer, starts, opponent, slots: Vec::new() }
    }

    /// Does `work` for every game, in parts.
    fn each(
        &mut self,
        settings: &Settings,
        actions: &[u32],
        arrays: Arrays<'_>,
        stop: &Stop,
        work: impl Fn(&Scene<'_, G>, &mut Slot<G>, u32, &mut Turn<'_>) -> Result<(), String> + Sync,
    ) -> Result<(), String> {
        let scene = Scene {
            game: &*self.game,
            actions: &self.actions,
            observer: &self.observer,
            starts: &self.starts,
            opposed: !matches!(self.opponent, Opponent::Nobody),
            settings,
            stop,
        };
        let players = match &mut self.opponent {
            Opponent::Engines(players) => &mut players[..],
            _ => &mut [],
        };
        let parts = if players.is_empty() { 4 * pool::threads() } else { players.len() };
        let jobs = cut(&scene, &mut self.slots, actions, arrays, players, parts);
        let failure = Mutex::new(None);
        pool::run(jobs, |job| {
            if let Err(problem) = job.run(&scene, &work) {
                *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(problem);
            }
        });
        failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }
}

/// The fewest games that are worth a job of their own.
const WORTH_A_JOB: usize = 8;

/// Cuts games and arrays into parts.
fn cut<'a, G: Described>(
    scene: &Scene<'_, G>,
    slots: &'a mut [Slot<G>],
    actions: &'a [u32],
    arrays: Arrays<'a>,
    players: &'a mut [Player],
    parts: usize,
) -> Vec<Job<'a, G>> {
    let least = if players.is_empty() { WORTH_A_JOB } else { 1 };
    let size = slots.len().div_ceil(parts.max(1)).max(least);
    let seats = usize::from(scene.game.seats());
    let observed = scene.settings.shape.map_or(0, |shape| scene.observer.len(shape));
    let mut players = players.iter_mut();
    let Arrays { mut observations, mut masks, mut rewards, mut done, mut truncated, .. } = arrays;
    let Arrays { mut to_move, mut plies, .. } = arrays;
    let mut actions = actions;
    let mut jobs = Vec::new();
    for slots in slots.chunks_mut(size) {
        let count = slots.len();
        let mine;
        (mine, actions) = actions.split_at(count.min(actions.len()));
        jobs.push(Job {
            slots,
            actions: mine,
            arrays: Arrays {
                observations: take(&mut observations, count * observed),
                masks: take(&mut masks, count * scene.actions.len()),
                rewards: take(&mut rewards, count * seats),
                done: take(&mut done, count),
                truncated: take(&mut truncated, count),
                to_move: take(&mut to_move, count),
                plies: take(&mut plies, count),
            },
            player: players.next(),
        });
    }
    jobs
}

/// The first so many of a slice, which loses them.
fn take<'a, T>(slice: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (first, rest) = std::mem::take(slice).split_at_mut(count);
    *slice = rest;
    first
}

/// What a game has at hand while it is stepped.
struct Turn<'a> {
    player: Option<&'a mut Player>,
    rewards: &'a mut [f32],
    done: &'a mut i8,
    truncated: &'a mut i8,
}

impl<G: Described> Job<'_, G> {
    fn run(
        self,
        scene: &Scene<'_, G>,
        work: &impl Fn(&Scene<'_, G>, &mut Slot<G>, u32, &mut Turn<'_>) -> Result<(), String>,
    ) -> Result<(), String> {
        let Job { slots, actions, arrays, mut player } = self;
        let mut scratch = Scratch::default();
        let (masked, seats) = (scene.actions.len(), usize::from(scene.game.seats()));
        let observed = scene.settings.shape.map_or(0, |shape| scene.observer.len(shape));
        for (at, slot) in slots.iter_mut().enumerate() {
            let mut turn = Turn {
                player: player.as_deref_mut(),
                rewards: &mut arrays.rewards[at * seats..][..seats],
                done: &mut arrays.done[at],
                truncated: &mut arrays.truncated[at],
            };
            turn.rewards.fill(0.0);
            (*turn.done, *turn.truncated) = (0, 0);
            work(scene, slot, actions.get(at).copied().unwrap_or(0), &mut turn)?;
            let mask = &mut arrays.masks[at * masked..][..masked];
            let seat = slot.lane.to_move(scene.game).unwrap_or(Seat::FIRST);
            arrays.to_move[at] = seat.index() as i8;
            arrays.plies[at] = slot.lane.plies as i32;
            mask.fill(0);
            let _ = scene.game.visit_moves(&slot.lane.state, &mut |mv| {
                if let Some(number) = scene.actions.number(mv.to_code()) {
                    mask[number as usize] = 1;
                }
                ControlFlow::Continue(())
            });
            if let Some(shape) = scene.settings.shape {
                let out = &mut arrays.observations[at * observed..][..observed];
                let state = &slot.lane.state;
                scene.observer.write(scene.game, state, seat, shape, &mut scratch, out);
            }
        }
        Ok(())
    }
}

impl<G: Described> Scene<'_, G> {
    /// Begins the next game of a place.
    fn begin(&self, slot: &mut Slot<G>) {
        let start = slot.stream.pick(self.starts).expect("there is a start").clone();
        slot.lane =
            Lane::new(self.game, start, if self.opposed { Keys::Kept } else { Keys::Dropped });
        if self.settings.seat.is_none() {
            let seats = u64::from(self.game.seats());
            slot.seat = Seat::new((slot.number % seats) as usize);
        }
        slot.number += 1;
    }

    /// Ends what is over, begins anew, and lets opponents move until it is the turn of who is outside.
    fn settle(&self, slot: &mut Slot<G>, turn: &mut Turn<'_>) -> Result<(), String> {
        loop {
            let seats = Seat::all(self.game.seats());
            if let Some((outcome, _)) = &slot.lane.result {
                seats.for_each(|seat| turn.rewards[seat.index()] = reward(outcome, seat));
                (*turn.done, *turn.truncated) = (1, 0);
                self.begin(slot);
            } else if slot.lane.plies >= self.settings.most_plies {
                turn.rewards.fill(0.0);
                (*turn.done, *turn.truncated) = (1, 1);
                self.begin(slot);
            }
            let to_move = slot.lane.to_move(self.game);
            if !self.opposed || to_move == Some(slot.seat) || self.stop.is_asked() {
                return Ok(());
            }
            self.reply(slot, turn)?;
        }
    }

    /// An opponent moves.
    fn reply(&self, slot: &mut Slot<G>, turn: &mut Turn<'_>) -> Result<(), String> {
        let Slot { lane, stream, .. } = slot;
        let Some(player) = turn.player.as_deref_mut() else {
            let chosen = self.game.choose_move(&lane.state, |count| stream.below(count));
            lane.play(self.game, chosen.ok_or("a game that goes on has a move")?);
            return Ok(());
        };
        // What a player remembers of one game must not decide another: results would hang on threads.
        player.new_game();
        let state = AnyGame::wrap::<G>(lane.state.clone());
        let mut question = AnyQuestion {
            state: &state,
            history: lane.keys.as_deref().unwrap_or_default(),
            budget: None,
            stop: self.stop,
            seed: stream.bits(),
            progress: &mut |_| {},
        };
        let report = player.choose(&mut question).map_err(|failure| failure.to_string())?;
        let chosen = report.line.first().and_then(|mv| G::Move::from_code(mv.0));
        let legal = chosen.filter(|mv| self.game.is_legal(&lane.state, *mv));
        lane.play(self.game, legal.ok_or("the opponent gave no legal move")?);
        Ok(())
    }
}

impl<G: Described> Batch for Games<G> {
    fn reset(
        &mut self,
        settings: &Settings,
        seed: u64,
        arrays: Arrays<'_>,
        stop: &Stop,
    ) -> Result<(), String> {
        let (game, first) = (Arc::clone(&self.game), self.starts[0].clone());
        let slot = |number: u64| Slot {
            lane: Lane::new(&*game, first.clone(), Keys::Dropped),
            stream: Stream::new(seed, "batch", number),
            seat: settings.seat.unwrap_or(Seat::FIRST),
            number,
        };
        self.slots = (0..settings.games as u64).map(slot).collect();
        self.each(settings, &[], arrays, stop, |scene, slot, _, turn| {
            scene.begin(slot);
            scene.settle(slot, turn)?;
            (*turn.done, *turn.truncated) = (0, 0);
            turn.rewards.fill(0.0);
            Ok(())
        })
    }

    fn step(
        &mut self,
        settings: &Settings,
        actions: &[u32],
        arrays: Arrays<'_>,
        stop: &Stop,
    ) -> Result<(), String> {
        self.each(settings, actions, arrays, stop, |scene, slot, action, turn| {
            let code = scene.actions.code(action as usize).ok_or("a move without a number")?;
            let mv = G::Move::from_code(code).ok_or("a number without a move")?;
            slot.lane.play(scene.game, mv);
            scene.settle(slot, turn)
        })
    }

    fn text(&self, game: usize) -> Option<String> {
        let mut text = String::new();
        self.game.write_state(&self.slots.get(game)?.lane.state, &mut text).ok()?;
        Some(text)
    }
}

/// Plays random games, each from its own stream, so that who plays which does not matter.
pub(crate) fn play_random<G: Described>(
    game: &G,
    first: u64,
    games: u64,
    seed: u64,
    most: u32,
    tally: &mut Tally,
) {
    let start = game.start();
    for number in first..first + games {
        let mut stream = Stream::new(seed, "playout", number);
        let mut lane = Lane::new(game, start.clone(), Keys::Dropped);
        while lane.result.is_none() && lane.plies < most {
            let chosen = game.choose_move(&lane.state, |count| stream.below(count));
            lane.play(game, chosen.expect("a game that goes on has a move"));
        }
        tally.plies += u64::from(lane.plies);
        match lane.result.map(|(outcome, _)| outcome.winner()) {
            Some(Some(winner)) => tally.wins[winner.index()] += 1,
            Some(None) => tally.draws += 1,
            None => tally.cut_off += 1,
        }
    }
}
