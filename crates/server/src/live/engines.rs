//! Where engines think: on a bounded number of threads, away from those that serve people.
//!
//! An account, or the guests of a network together, have half of the slots at most; their other engines
//! wait. So whoever asks for much waits for themselves, and slots go to those who had the least time.
//! While others wait, an engine has a few seconds and must move then, whatever its spec says. Time
//! spent waiting is gone from the engine's clock: how long it may think is worked out when it begins.
//!
//! Where workers have room ([`crate::jobs`]), an engine thinks there, under the same rules; if they do not
//! answer, here.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use selforge_agents::{AnyQuestion, Budget, Player, Stop, decide};
use selforge_core::{Action, AnyState, Seat, Stream};
use selforge_games::Playable;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

use super::clock::Clocks;
use super::occupant::read_engine;
use crate::accounts::identity::Source;
use crate::jobs::{Jobs, Kind, Thought};
use crate::limits::Limits;
use crate::metrics::{JobEnd, Metrics};
use crate::slots::FairSlots;
use crate::time;

/// How long an engine has to answer after it was told to, before any move must do.
const GRACE: Duration = Duration::from_millis(500);

/// How often it is looked whether others wait for the slot of an engine that has had its share.
const LOOK: Duration = Duration::from_millis(100);

/// How often workers are asked before this node thinks itself.
const TRIES: u32 = 2;

/// A bounded number of engines that think, shared fairly; more where there are workers.
#[derive(Clone, Debug)]
pub(crate) struct EnginePool {
    slots: Arc<FairSlots<Source>>,
    /// For players that are kept between their moves.
    idle: Arc<Semaphore>,
    limits: Limits,
    metrics: Metrics,
    jobs: Arc<Jobs>,
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
    /// By what a worker remembers its player until the next question of the same seat.
    pub(crate) memory: String,
}

impl EngineQuestion {
    /// What decides all random choices.
    fn stream(&self) -> u64 {
        Stream::new(self.seed, "engine", self.number).bits()
    }
}

/// What came of a question, and the player, to be asked again.
type Answer = (Option<Action<String>>, Option<Player>);

impl EnginePool {
    /// Slots for as many engines as the limits say.
    pub(crate) fn new(limits: &Limits, metrics: Metrics, jobs: Arc<Jobs>) -> EnginePool {
        EnginePool {
            slots: Arc::new(FairSlots::new(limits.engines, limits.engines.div_ceil(2))),
            idle: Arc::new(Semaphore::new(limits.idle_engines)),
            limits: limits.clone(),
            metrics,
            jobs,
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
    /// that reason. Nothing if nobody wants to know any more or the server stops. The player is the one that
    /// answered the last question of the same seat.
    pub(crate) async fn answer(&self, question: EngineQuestion, player: Option<Player>) -> Answer {
        for tries in 0..=TRIES {
            let waits = self.metrics.waits();
            let slot = tokio::select! {
                biased;
                () = question.abandoned.notified() => return (None, player),
                slot = self.jobs.slot(Kind::Move, &question.source), if tries < TRIES => Ok(slot),
                slot = self.slots.acquire(&question.source) => Err(slot),
            };
            drop(waits);
            let (_thinks, begun) = (self.metrics.thinks(), Instant::now());
            let answer = match &slot {
                Ok(_) => match self.hear_worker(&question).await {
                    Some(action) => (Some(action), player),
                    None => continue,
                },
                Err(Some(_)) => {
                    self.metrics.job(Kind::Move, JobEnd::Home);
                    self.hear(question, player).await
                }
                Err(None) => (None, player),
            };
            self.metrics.thought(begun.elapsed());
            return answer;
        }
        (None, player)
    }

    /// Lets an engine of a worker think; nothing if none did.
    async fn hear_worker(&self, question: &EngineQuestion) -> Option<Action<String>> {
        // What cannot play here loses here.
        let engine = read_engine(&question.spec, &self.limits).ok()?;
        let (playable, state, most) = (&question.playable, &question.state, self.most(question));
        let thought = Thought {
            kind: Kind::Move,
            playable,
            state,
            history: &question.history,
            engine: &engine,
            budget: engine.budget,
            seed: question.stream(),
            most,
            memory: question.memory.clone(),
        };
        let thinking = pin!(self.jobs.think(&thought, &question.stop));
        let wanted = || self.jobs.is_wanted(Kind::Move);
        let report = self.urged(thinking, &question.stop, most, &wanted).await?;
        Some(decide(&playable.game, state, &report).map(|mv| playable.move_text(state, *mv)))
    }

    /// Lets an engine think here.
    async fn hear(&self, question: EngineQuestion, player: Option<Player>) -> Answer {
        let stop = question.stop.clone();
        let most = self.most(&question);
        let limits = self.limits.clone();
        let thinking = tokio::task::spawn_blocking(move || think(&question, player, most, &limits));
        let wanted = || self.slots.is_wanted();
        match self.urged(thinking, &stop, most, &wanted).await {
            Ok((Ok(action), player)) => (Some(action), player),
            Ok((Err(reason), player)) => (Some(Action::Forfeit(reason)), player),
            Err(error) if error.is_panic() => {
                (Some(Action::Forfeit("the engine crashed".to_owned())), None)
            }
            // The server stops: that is no fault of the engine's.
            Err(_) => (None, None),
        }
    }

    /// Waits for an engine that thinks, and urges it when it takes too long, or longer than its share while
    /// its slot is wanted.
    async fn urged<F: Future + Unpin>(
        &self,
        mut thinking: F,
        stop: &Stop,
        most: Duration,
        wanted: &(dyn Fn() -> bool + Sync),
    ) -> F::Output {
        let begun = Instant::now();
        loop {
            // Undisturbed at first, then as long as nobody else waits.
            let over = begun.elapsed();
            if over >= most || (over >= self.limits.engine_share && wanted()) {
                break;
            }
            let undisturbed = self.limits.engine_share.saturating_sub(over).max(LOOK);
            let time = undisturbed.min(most.saturating_sub(over));
            if let Ok(answer) = tokio::time::timeout(time, &mut thinking).await {
                return answer;
            }
        }
        stop.soon();
        match tokio::time::timeout(GRACE, &mut thinking).await {
            Ok(answer) => answer,
            Err(_) => {
                stop.now();
                thinking.await
            }
        }
    }
}

/// Thinks, on this thread.
fn think(
    question: &EngineQuestion,
    player: Option<Player>,
    most: Duration,
    limits: &Limits,
) -> (Result<Action<String>, String>, Option<Player>) {
    let player = player.map_or_else(|| seated(question, limits), Ok);
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
        seed: question.stream(),
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
    Player::new(&spec, &question.playable).map_err(|error| error.to_string())
}
