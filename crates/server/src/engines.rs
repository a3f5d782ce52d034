//! Where engines think: on a bounded number of threads, away from those that serve people.
//!
//! An engine is seated afresh for every move. It forgets its table between moves then, which costs
//! little at these times, and in exchange a game that waits holds no memory and a restart changes
//! nothing.
//!
//! A client has one engine at a time thinking for it; its others wait. So whoever asks for much waits
//! for themselves, and places are given in turn to those who ask.

use std::sync::Arc;
use std::time::{Duration, Instant};

use selforge_agents::{AnyQuestion, Budget, Player, Stop};
use selforge_core::{Action, AnyState, Game, Stream};
use selforge_games::Playable;
use tokio::task::JoinError;

use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::places::Places;
use crate::players::read_engine;
use crate::session::Who;

/// How long an engine has to answer after it was told to, before any move must do.
const GRACE: Duration = Duration::from_millis(500);

/// The threads that think.
#[derive(Clone, Debug)]
pub(crate) struct Engines {
    places: Arc<Places<Who>>,
    limits: Limits,
    metrics: Metrics,
}

/// What an engine is asked.
pub(crate) struct Ask {
    /// For whom.
    pub(crate) client: Who,
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
    /// Which question of the game this is.
    pub(crate) question: u64,
    /// May be raised at any time.
    pub(crate) stop: Stop,
    /// The most that the clock leaves.
    pub(crate) time: Option<Duration>,
}

impl Engines {
    /// Places for as many engines as the limits say.
    pub(crate) fn new(limits: &Limits, metrics: Metrics) -> Engines {
        Engines {
            places: Arc::new(Places::new(limits.engines, 1)),
            limits: limits.clone(),
            metrics,
        }
    }

    /// The most that an engine may think about this.
    fn most(&self, ask: &Ask) -> Duration {
        ask.time.map_or(self.limits.engine_time, |time| time.min(self.limits.engine_time))
    }

    /// What the engine does: a move as text, or, if it fails, losing for that reason. Nothing if
    /// the server stops meanwhile: that is no fault of the engine's.
    pub(crate) async fn answer(&self, ask: Ask) -> Option<Action<String>> {
        let waits = self.metrics.waits();
        let _place = self.places.enter(&ask.client).await?;
        drop(waits);
        let (_thinks, begun) = (self.metrics.thinks(), Instant::now());
        let answer = self.hear(ask).await;
        self.metrics.thought(begun.elapsed());
        answer
    }

    /// Lets an engine think, and urges it when it takes too long.
    async fn hear(&self, ask: Ask) -> Option<Action<String>> {
        let stop = ask.stop.clone();
        let most = self.most(&ask);
        let limits = Limits { engine_time: most, ..self.limits.clone() };
        let mut thinking = tokio::task::spawn_blocking(move || think(&ask, &limits));
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
fn think(ask: &Ask, limits: &Limits) -> Result<String, String> {
    let spec = read_engine(&ask.spec, limits).map_err(|error| error.to_string())?;
    let mut player = Player::seat(&spec, &ask.playable).map_err(|error| error.to_string())?;
    let time = spec.budget.time.map(|time| time.min(limits.engine_time));
    let report = player
        .choose(&mut AnyQuestion {
            state: &ask.state,
            history: &ask.history,
            budget: Some(Budget { time, ..spec.budget }),
            stop: &ask.stop,
            seed: Stream::new(ask.seed, "engine", ask.question).bits(),
            progress: &mut |_| {},
        })
        .map_err(|failure| failure.reason)?;
    let mv = *report.line.first().ok_or("the engine gave no move")?;
    let game = &ask.playable.game;
    if !game.is_legal(&ask.state, mv) {
        return Err("the engine gave an illegal move".to_owned());
    }
    let mut text = String::new();
    game.write_move(&ask.state, mv, &mut text).expect("writing to a string cannot fail");
    Ok(text)
}
