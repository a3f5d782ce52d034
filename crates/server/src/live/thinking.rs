//! Engines at a live game.
//!
//! An engine's player lives as long as the game is in memory and remembers what it found out. It is
//! taken out of the game while it thinks, and put back after that. It thinks on whatever is said
//! meanwhile, a draw offered and refused say, and stops when it is no longer its turn in the position
//! that it was asked about.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use selforge_agents::{Player, Stop};
use selforge_core::Seat;
use tokio::sync::{Notify, OwnedSemaphorePermit};

use super::command::Refusal;
use super::engines::EngineQuestion;
use super::event::GameEvent;
use super::game::{LiveGame, LiveState};
use super::occupant::Occupant;
use crate::accounts::identity::Source;
use crate::app::App;

/// How long somebody who asked for the state of a game counts as following it.
const ASKED: Duration = Duration::from_secs(30);

/// An engine that thinks; dropping this makes it stop, also while it waits for its turn to think.
#[derive(Debug)]
pub(super) struct Thinking {
    stop: Stop,
    abandoned: Arc<Notify>,
}

impl Thinking {
    /// Asks for the best move found so far.
    pub(super) fn hurry(&self) {
        self.stop.soon();
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.now();
        self.abandoned.notify_one();
    }
}

/// The players of a game's engines that do not think just now, as far as there are places for them:
/// each may remember megabytes.
#[derive(Default)]
pub(super) struct IdlePlayers(HashMap<Seat, (Player, OwnedSemaphorePermit)>);

impl fmt::Debug for IdlePlayers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

impl IdlePlayers {
    /// How many there are.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }
}

impl LiveGame {
    /// Whether nobody plays, watches or asks: engines among themselves pause then. Those that play by a clock,
    /// as older versions let them, play on.
    pub(super) fn is_deserted(&self, live: &LiveState) -> bool {
        let plays = |occupant: &Occupant| occupant.who().is_some_and(|who| !who.is_deleted());
        let asked = live.asked.is_some_and(|asked| asked.elapsed() < ASKED);
        let here = asked || !live.here.is_empty() || !live.elsewhere.is_empty();
        !here && live.log.clocks().is_none() && !live.seats.iter().any(plays)
    }

    /// Notes that somebody follows the game by asking for its state again and again.
    pub(crate) async fn note_question(self: &Arc<Self>, app: &Arc<App>) {
        let mut live = self.live.lock().await;
        live.asked = Some(Instant::now());
        self.let_engine_think(app, &mut live);
    }

    /// Lets an engine think if it is to move and does not think yet.
    pub(super) fn let_engine_think(self: &Arc<Self>, app: &Arc<App>, live: &mut LiveState) {
        let timeline = live.log.timeline();
        let Some(seat) = timeline.status().to_move() else { return };
        let Some(Occupant::Engine(spec)) = live.seats.get(seat.index()) else { return };
        if live.gone || live.thinking.is_some() || live.log.is_waiting() || self.is_deserted(live) {
            return;
        }
        let thought = (self.id.clone(), live.log.number());
        if app.nodes.think_about(&thought) {
            return;
        }
        let thinks_here = app.nodes.thinks_here(thought);
        let thinking = Thinking { stop: Stop::default(), abandoned: Arc::default() };
        let question = EngineQuestion {
            source: Source::of(&live.owner, &self.network),
            spec: spec.clone(),
            playable: self.playable.clone(),
            state: timeline.state().clone(),
            history: timeline.keys().to_vec(),
            seed: self.seed,
            // Every question has a seed of its own, also after moves were taken back.
            number: u64::from(live.log.number()),
            stop: thinking.stop.clone(),
            abandoned: Arc::clone(&thinking.abandoned),
            memory: format!("{}/{}", self.id, seat.letter()),
            clock: live.log.clocks().map(|clocks| (clocks.clone(), seat)),
        };
        let player = live.players.0.remove(&seat).map(|(player, _)| player);
        live.thinking = Some(thinking);
        let (game, app) = (Arc::clone(self), Arc::clone(app));
        let asked = Arc::clone(&question.abandoned);
        tokio::spawn(async move {
            // Other nodes know of it until its move is stored.
            let _thinks_here = thinks_here;
            let (action, player) = app.engines.answer(question, player).await;
            let mut live = game.live.lock().await;
            if let Some(kept) = player.zip(app.engines.idle_place()) {
                live.players.0.entry(seat).or_insert(kept);
            }
            let waits = |thinking: &Thinking| Arc::ptr_eq(&thinking.abandoned, &asked);
            if !live.thinking.as_ref().is_some_and(waits) {
                return;
            }
            live.thinking = None;
            let Some(action) = action else { return };
            match game.commit(&app, &mut live, GameEvent::of(seat, action), None).await {
                Ok(()) | Err(Refusal::Stale) => game.proceed(&app, &mut live),
                Err(error) => {
                    tracing::error!(game = game.id, %error, "an engine's move was lost");
                    // Where nobody knows whether it was stored, that is found out before it thinks again.
                    if live.unsure {
                        game.proceed(&app, &mut live);
                    }
                }
            }
        });
    }
}
