//! Where engines think: on a bounded number of threads, away from those that serve people.
//!
//! An engine is seated afresh for every move. It forgets its table between moves then, which costs
//! little at these times, and in exchange a game that waits holds no memory and a restart changes
//! nothing.
//!
//! A client has one engine at a time thinking for it; its others wait. So whoever asks for much waits
//! for themselves, and slots are given in turn to those who ask.

use std::sync::Arc;
use std::time::{Duration, Instant};

use selforge_agents::{AnyQuestion, Budget, Player, Stop};
use selforge_core::{Action, AnyState, Game, Stream};
use selforge_games::Playable;
use tokio::task::JoinError;

use crate::accounts::identity::ClientId;
use crate::limits::Limits;
use crate::live::occupant::read_engine;
use crate::metrics::Metrics;
use crate::slots::FairSlots;

/// How long an engine has to answer after it was told to, before any move must do.
const GRACE: Duration = Duration::from_millis(500);

/// A bounded number of engines that think, one at a time for each client.
#[derive(Clone, Debug)]
pub(crate) struct EnginePool {
    slots: Arc<FairSlots<ClientId>>,
    limits: Limits,
    metrics: Metrics,
}

/// What an engine is asked.
pub(crate) struct EngineQuestion {
    /// For whom.
    pub(crate) client: ClientId,
    /// The engine's spec.
    pub(crate) spec: String,
    /// The game.
    pub(crate) playable: Playable,
    /// The position.
    pub(crate) state: AnyState,
    /// The repetition keys of the positions before.
    pub(crate) history: Vec<u64>,
    /// The game's seed.
    pub(crate) seed: u64,
    /// The event after which it is asked: every question of a game has a seed of its own.
    pub(crate) number: u64,
    /// May be raised at any time.
    pub(crate) stop: Stop,
    /// The most that the clock leaves.
    pub(crate) time: Option<Duration>,
}

impl EnginePool {
    /// Slots for as many engines as the limits say.
    pub(crate) fn new(limits: &Limits, metrics: Metrics) -> EnginePool {
        EnginePool {
            slots: Arc::new(FairSlots::new(limits.engines, 1)),
            limits: limits.clone(),
            metrics,
        }
    }

    /// The most that an engine may think about this.
    fn most(&self, question: &EngineQuestion) -> Duration {
        question.time.map_or(self.limits.engine_time, |time| time.min(self.limits.engine_time))
    }

    /// What the engine does: a move as text, or, if it fails, losing for that reason. Nothing if
    /// the server stops meanwhile: that is no fault of the engine's.
    pub(crate) async fn answer(&self, question: EngineQuestion) -> Option<Action<String>> {
        let waits = self.metrics.waits();
        let _slot = self.slots.acquire(&question.client).await?;
        drop(waits);
        let (_thinks, begun) = (self.metrics.thinks(), Instant::now());
        let answer = self.hear(question).await;
        self.metrics.thought(begun.elapsed());
        answer
    }

    /// Lets an engine think, and urges it when it takes too long.
    async fn hear(&self, question: EngineQuestion) -> Option<Action<String>> {
        let stop = question.stop.clone();
        let most = self.most(&question);
        let limits = Limits { engine_time: most, ..self.limits.clone() };
        let mut thinking = tokio::task::spawn_blocking(move || think(&question, &limits));
        let mut patience = [(most, Stop::soon as fn(&Stop)), (GRACE, Stop::now)].into_iter();
        loop {
            let Some((time, urge)) = patience.next() else {
                return finished(thinking.await);
            };
            match tokio::time::timeout(time, &mut thinking).await {
                Ok(answer) => return finished(answer),
                Err(_) => urge(&stop),
            }
        }
    }
}

fn finished(answer: Result<Result<String, String>, JoinError>) -> Option<Action<String>> {
    match answer {
        Ok(Ok(text)) => Some(Action::Move(text)),
        Ok(Err(reason)) => Some(Action::Forfeit(reason)),
        Err(error) if error.is_panic() => Some(Action::Forfeit("the engine crashed".to_owned())),
        Err(_) => None,
    }
}

/// Thinks, on this thread.
fn think(question: &EngineQuestion, limits: &Limits) -> Result<String, String> {
    let spec = read_engine(&question.spec, limits).map_err(|error| error.to_string())?;
    let mut player = Player::seat(&spec, &question.playable).map_err(|error| error.to_string())?;
    let time = spec.budget.time.map(|time| time.min(limits.engine_time));
    let report = player
        .choose(&mut AnyQuestion {
            state: &question.state,
            history: &question.history,
            budget: Some(Budget { time, ..spec.budget }),
            stop: &question.stop,
            seed: Stream::new(question.seed, "engine", question.number).bits(),
            progress: &mut |_| {},
        })
        .map_err(|failure| failure.reason)?;
    let mv = *report.line.first().ok_or("the engine gave no move")?;
    let game = &question.playable.game;
    if !game.is_legal(&question.state, mv) {
        return Err("the engine gave an illegal move".to_owned());
    }
    let mut text = String::new();
    game.write_move(&question.state, mv, &mut text).expect("writing to a string cannot fail");
    Ok(text)
}
