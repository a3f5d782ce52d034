//! Where engines think: on a bounded number of threads, away from those that serve people.
//!
//! An account, or the guests of a network together, have half of the slots at most; their other engines
//! wait. So whoever asks for much waits for themselves, and slots go to those who had the least time.
//! While others wait, an engine has a few seconds and must move then, whatever its spec says. Time
//! spent waiting is gone from the engine's clock: how long it may think is worked out when it begins.

use std::sync::Arc;
use std::time::{Duration, Instant};

use selforge_agents::{AnyQuestion, Budget, Player, Stop, decide};
use selforge_core::{Action, AnyState, Seat, Stream};
use selforge_games::Playable;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

use super::clock::Clocks;
use super::occupant::read_engine;
use crate::accounts::identity::Source;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::slots::FairSlots;
use crate::time;

/// How long an engine has to answer after it was told to, before any move must do.
const GRACE: Duration = Duration::from_millis(500);

/// How often it is looked whether others wait for the slot of an engine that has had its share.
const LOOK: Duration = Duration::from_millis(100);

/// A bounded number of engines that think, shared fairly.
#[derive(Clone, Debug)]
pub(crate) struct EnginePool {
    slots: Arc<FairSlots<Source>>,
    /// For players that are kept between their moves.
    idle: Arc<Semaphore>,
    limits: Limits,
    metrics: Metrics,
}

/// What an engine is asked.
pub(crate) struct EngineQuestion {
    /// For whom.
    pub(crate) source: Source,
    /// The engine's spec.
    pub(crate) spec: String,
    pub(crate) playable: Playable,
    pub(crate) state: AnyState,
    /// The repetition keys of the positions before.
    pub(crate) history: Vec<u64>,
    /// The game's seed.
    pub(crate) seed: u64,
    /// The event after which it is asked: every question of a game has a seed of its own.
    pub(crate) number: u64,
    /// May be raised at any time.
    pub(crate) stop: Stop,
    /// Told when nobody wants the answer any more.
    pub(crate) abandoned: Arc<Notify>,
    /// The clocks, and whose time runs.
    pub(crate) clock: Option<(Clocks, Seat)>,
    /// The player that answered the last question of the same seat.
    pub(crate) player: Option<Player>,
}

/// What came of a question, and the player, to be asked again.
type Answer = (Option<Action<String>>, Option<Player>);

impl EnginePool {
    /// Slots for as many engines as the limits say.
    pub(crate) fn new(limits: &Limits, metrics: Metrics) -> EnginePool {
        EnginePool {
            slots: Arc::new(FairSlots::new(limits.engines, limits.engines.div_ceil(2))),
            idle: Arc::new(Semaphore::new(limits.idle_engines)),
            limits: limits.clone(),
            metrics,
        }
    }

    /// A place for a player that has moved; none if enough are kept already.
    pub(super) fn idle_place(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.idle).try_acquire_owned().ok()
    }

    /// The most that an engine may think about this from now on.
    fn most(&self, question: &EngineQuestion) -> Duration {
        let clock = question.clock.as_ref();
        let share = clock.and_then(|(clocks, seat)| clocks.share(*seat, time::now_ms()));
        share.map_or(self.limits.engine_time, |share| share.min(self.limits.engine_time))
    }

    /// What the engine does: a move as text, a draw that it has a right to, or, if it fails, losing for
    /// that reason. Nothing if nobody wants to know any more or the server stops.
    pub(crate) async fn answer(&self, question: EngineQuestion) -> Answer {
        let waits = self.metrics.waits();
        let slot = tokio::select! {
            slot = self.slots.acquire(&question.source) => slot,
            () = question.abandoned.notified() => None,
        };
        let Some(slot) = slot else { return (None, question.player) };
        drop(waits);
        let (_thinks, begun) = (self.metrics.thinks(), Instant::now());
        let answer = self.hear(question).await;
        self.metrics.thought(begun.elapsed());
        drop(slot);
        answer
    }

    /// Lets an engine think, and urges it when it takes too long.
    async fn hear(&self, question: EngineQuestion) -> Answer {
        let stop = question.stop.clone();
        let most = self.most(&question);
        let limits = self.limits.clone();
        let mut thinking = tokio::task::spawn_blocking(move || think(question, most, &limits));
        let begun = Instant::now();
        let answer = loop {
            // Undisturbed at first, then as long as nobody else waits.
            let over = begun.elapsed();
            if over >= most || (over >= self.limits.engine_share && self.slots.is_wanted()) {
                break None;
            }
            let undisturbed = self.limits.engine_share.saturating_sub(over).max(LOOK);
            let time = undisturbed.min(most.saturating_sub(over));
            if let Ok(answer) = tokio::time::timeout(time, &mut thinking).await {
                break Some(answer);
            }
        };
        let answer = match answer {
            Some(answer) => answer,
            None => {
                stop.soon();
                match tokio::time::timeout(GRACE, &mut thinking).await {
                    Ok(answer) => answer,
                    Err(_) => {
                        stop.now();
                        thinking.await
                    }
                }
            }
        };
        match answer {
            Ok((Ok(action), player)) => (Some(action), player),
            Ok((Err(reason), player)) => (Some(Action::Forfeit(reason)), player),
            Err(error) if error.is_panic() => {
                (Some(Action::Forfeit("the engine crashed".to_owned())), None)
            }
            // The server stops: that is no fault of the engine's.
            Err(_) => (None, None),
        }
    }
}

/// Thinks, on this thread.
fn think(
    mut question: EngineQuestion,
    most: Duration,
    limits: &Limits,
) -> (Result<Action<String>, String>, Option<Player>) {
    let player = question.player.take().map_or_else(|| seated(&question, limits), Ok);
    let mut player = match player {
        Ok(player) => player,
        Err(reason) => return (Err(reason), None),
    };
    let budget = player.spec().budget;
    let report = player.choose(&mut AnyQuestion {
        state: &question.state,
        history: &question.history,
        budget: Some(Budget { time: budget.time.map(|time| time.min(most)), ..budget }),
        stop: &question.stop,
        seed: Stream::new(question.seed, "engine", question.number).bits(),
        progress: &mut |_| {},
    });
    let (playable, state) = (&question.playable, &question.state);
    let write =
        |report| decide(&playable.game, state, &report).map(|mv| playable.move_text(state, *mv));
    (report.map(write).map_err(|failure| failure.reason), Some(player))
}

/// A player for the question's game.
fn seated(question: &EngineQuestion, limits: &Limits) -> Result<Player, String> {
    let spec = read_engine(&question.spec, limits).map_err(|error| error.to_string())?;
    Player::seat(&spec, &question.playable).map_err(|error| error.to_string())
}
