//! The side of a node: which workers there are, and what they think about for it.

use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use selforge_agents::{AgentSpec, Budget, Report, Stop};
use selforge_core::{AnyMove, AnyState, Game};
use selforge_games::Playable;
use tokio::sync::{mpsc, oneshot};

use super::{Answer, Beat, GRACE, Job, ToWorker, What, as_text, is_name, shown, to_worker};
use crate::accounts::identity::{Source, random_hex};
use crate::bus::Outgoing;
use crate::metrics::{JobEnd, Metrics};
use crate::rule_files::is_fingerprint;
use crate::slots::{FairSlots, Slot};
use crate::store::Store;

/// A worker that has said nothing for so long is gone.
const SILENT: Duration = Duration::from_millis(1_200);

/// A job that its worker does not name so long after it was sent is lost.
const UNNAMED: Duration = Duration::from_millis(900);

/// How often it is looked whether a thought is still wanted.
const LOOK: Duration = Duration::from_millis(20);

/// The most workers that are known.
const MOST_WORKERS: usize = 1_000;

/// The most thoughts at a time that a worker is believed to have room for.
const MOST_THREADS: usize = 1_024;

/// What is thought about elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    /// An engine's move.
    Move,
    /// A position that somebody looks at: half of each worker is for moves.
    Analysis,
}

/// A position to think about.
#[derive(Debug)]
pub(crate) struct Thought<'a> {
    pub(crate) kind: Kind,
    pub(crate) playable: &'a Playable,
    pub(crate) state: &'a AnyState,
    pub(crate) history: &'a [u64],
    pub(crate) engine: &'a AgentSpec,
    pub(crate) budget: Budget,
    pub(crate) seed: u64,
    /// How long it may take with everything, from now on.
    pub(crate) most: Duration,
    /// By what the player is remembered until its next move; empty if it need not be.
    pub(crate) memory: String,
}

/// The workers, as a node knows them.
pub(crate) struct Jobs {
    name: String,
    program: String,
    /// The way to them; none without a bus.
    queue: Option<mpsc::Sender<Outgoing>>,
    store: Arc<dyn Store>,
    metrics: Metrics,
    moves: FairSlots<Source>,
    analyses: FairSlots<Source>,
    last: AtomicU64,
    state: Mutex<State>,
}

impl std::fmt::Debug for Jobs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Jobs").field(&self.name).finish()
    }
}

#[derive(Default)]
struct State {
    workers: HashMap<String, Worker>,
    /// Workers of other programs, which get nothing.
    foreign: HashMap<String, Instant>,
    asked: HashMap<String, Asked>,
    /// The longest message that the bus takes.
    most_bytes: usize,
}

struct Worker {
    heard: Instant,
    threads: usize,
    jobs: HashSet<String>,
}

/// A job that is not answered yet. Whoever waits for it learns that it is lost when this is dropped.
struct Asked {
    worker: String,
    kind: Kind,
    sent: Instant,
    answer: oneshot::Sender<What>,
}

impl State {
    /// How many more thoughts of a kind a worker can have, as far as is known.
    fn room(&self, name: &str, worker: &Worker, kind: Kind) -> usize {
        let unnamed = |(id, asked): &(&String, &Asked)| {
            asked.worker == name && !worker.jobs.contains(id.as_str())
        };
        let busy = worker.jobs.len() + self.asked.iter().filter(unnamed).count();
        let kept = if kind == Kind::Analysis { worker.threads / 2 } else { 0 };
        worker.threads.saturating_sub(busy + kept)
    }

    /// How many thoughts of a kind this node can have elsewhere, with those that it has.
    fn places(&self, kind: Kind) -> usize {
        let asked = self.asked.values().filter(|asked| asked.kind == kind).count();
        asked + self.workers.iter().map(|(name, it)| self.room(name, it, kind)).sum::<usize>()
    }

    /// A worker with room: the same one for the same memory, as long as there are the same.
    fn choose(&self, kind: Kind, memory: &str) -> Option<String> {
        let room = self.workers.iter().filter(|(name, it)| self.room(name, it, kind) > 0);
        let liking = |name: &String| {
            let mut hash = DefaultHasher::new();
            (name, memory).hash(&mut hash);
            hash.finish()
        };
        room.map(|(name, _)| name).max_by_key(|name| liking(name)).cloned()
    }

    /// Forgets workers that are gone, and jobs that are lost.
    fn bury(&mut self, now: Instant) {
        self.workers.retain(|_, it| now.saturating_duration_since(it.heard) <= SILENT);
        self.foreign.retain(|_, heard| now.saturating_duration_since(*heard) <= SILENT);
        let workers = &self.workers;
        self.asked.retain(|id, asked| {
            let named = |it: &Worker| {
                it.jobs.contains(id) || it.heard.saturating_duration_since(asked.sent) <= UNNAMED
            };
            workers.get(&asked.worker).is_some_and(named)
        });
    }
}

impl Jobs {
    /// Nobody is known yet; without a way to the bus nobody ever is.
    pub(crate) fn new(
        queue: Option<mpsc::Sender<Outgoing>>,
        store: Arc<dyn Store>,
        metrics: Metrics,
    ) -> Jobs {
        Jobs {
            name: random_hex(8).unwrap_or_default(),
            program: selforge_lab::store::program(),
            queue,
            store,
            metrics,
            moves: FairSlots::new(0, 0),
            analyses: FairSlots::new(0, 0),
            last: AtomicU64::default(),
            state: Mutex::default(),
        }
    }

    /// By what workers know this node.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    fn slots(&self, kind: Kind) -> &FairSlots<Source> {
        match kind {
            Kind::Move => &self.moves,
            Kind::Analysis => &self.analyses,
        }
    }

    /// Waits until a worker has room for a thought of somebody, which may be never.
    pub(crate) async fn slot(&self, kind: Kind, who: &Source) -> Slot {
        match self.slots(kind).acquire(who).await {
            Some(slot) => slot,
            None => std::future::pending().await,
        }
    }

    /// Whether somebody waits because all workers are busy.
    pub(crate) fn is_wanted(&self, kind: Kind) -> bool {
        self.slots(kind).is_wanted()
    }

    /// There is a bus, which takes messages of so many bytes.
    pub(crate) fn connected(&self, most_bytes: usize) {
        self.lock().most_bytes = most_bytes;
    }

    /// There is none any more: nobody can be heard, and what is thought elsewhere is lost.
    pub(crate) fn disconnected(&self) {
        *self.lock() = State::default();
        self.resize();
    }

    /// Somebody says that it works.
    pub(crate) fn hear_worker(&self, body: &[u8]) {
        let Ok(beat) = serde_json::from_slice::<Beat>(body) else { return };
        let Beat { worker, program, threads, jobs } = beat;
        let now = Instant::now();
        {
            let mut state = self.lock();
            let full = state.workers.len() + state.foreign.len() >= MOST_WORKERS;
            let known = state.workers.contains_key(&worker) || state.foreign.contains_key(&worker);
            if !is_name(&worker) || (full && !known) {
                return;
            }
            if program != self.program {
                if state.foreign.insert(worker.clone(), now).is_none() {
                    let (program, own) = (shown(&program), &self.program);
                    tracing::warn!(
                        "a worker of {program} gets nothing to think about: this is {own}"
                    );
                    self.send(&worker, &ToWorker::Foreign(own.clone()));
                }
                return;
            }
            if threads == 0 {
                state.workers.remove(&worker);
            } else {
                let (threads, jobs) = (threads.min(MOST_THREADS), jobs.into_iter().collect());
                state.workers.insert(worker, Worker { heard: now, threads, jobs });
            }
            state.bury(now);
        }
        self.resize();
    }

    /// Looks who has fallen silent.
    pub(crate) fn look(&self, now: Instant) {
        self.lock().bury(now);
        self.resize();
    }

    /// Somebody says what came of a job.
    pub(crate) fn hear_answer(&self, body: &[u8]) {
        let Ok(Answer { id, what }) = serde_json::from_slice::<Answer>(body) else { return };
        let asked = {
            let mut state = self.lock();
            // Nobody may want it any more.
            let Some(asked) = state.asked.remove(&id) else { return };
            if let Some(worker) = state.workers.get_mut(&asked.worker) {
                worker.jobs.remove(&id);
            }
            asked
        };
        // Before anybody learns of it: who asks next finds the room that it leaves.
        self.resize();
        let _ = asked.answer.send(what);
    }

    /// There are as many slots as there is room at the workers.
    fn resize(&self) {
        let (moves, analyses, workers) = {
            let state = self.lock();
            (state.places(Kind::Move), state.places(Kind::Analysis), state.workers.len())
        };
        self.moves.resize(moves, moves.div_ceil(2));
        self.analyses.resize(analyses, analyses);
        self.metrics.job_workers(workers);
    }

    /// Lets a worker think; nothing if none did, for whatever reason: then this node must.
    /// `stop` may be raised at any time.
    pub(crate) async fn think(
        &self,
        thought: &Thought<'_>,
        stop: &Stop,
    ) -> Option<Report<AnyMove>> {
        let (end, report) = self.try_to_think(thought, stop).await;
        self.metrics.job(thought.kind, end);
        report
    }

    async fn try_to_think(
        &self,
        thought: &Thought<'_>,
        stop: &Stop,
    ) -> (JobEnd, Option<Report<AnyMove>>) {
        let begun = Instant::now();
        let Some((mut waiting, mut answer)) = self.hand_out(thought).await else {
            return (JobEnd::Refused, None);
        };
        let mut told = None;
        let what = loop {
            match tokio::time::timeout(LOOK, &mut answer).await {
                Ok(what) => break what,
                Err(_) => {
                    let over = stop.is_asked() || begun.elapsed() > thought.most + GRACE;
                    match told {
                        None if over => {
                            told = Some(Instant::now());
                            waiting.stop();
                        }
                        Some(told) if told.elapsed() > 2 * GRACE => {
                            return (JobEnd::Lost, None);
                        }
                        _ => {}
                    }
                }
            }
        };
        match what {
            Ok(What::Found(found)) => match found.report(thought.playable, thought.state) {
                Some(report) => (JobEnd::Answered, Some(report)),
                None => {
                    tracing::warn!(worker = waiting.worker, "a worker's answer makes no sense");
                    (JobEnd::Refused, None)
                }
            },
            Ok(What::Refused(reason)) => {
                tracing::info!(worker = waiting.worker, reason = shown(&reason), "thought at home");
                (JobEnd::Refused, None)
            }
            Err(_) => {
                tracing::warn!(worker = waiting.worker, "a worker is gone amid a thought");
                (JobEnd::Lost, None)
            }
        }
    }

    /// Sends a thought to a worker that has room; nothing if none has, or it cannot be sent.
    async fn hand_out(
        &self,
        thought: &Thought<'_>,
    ) -> Option<(Waiting<'_>, oneshot::Receiver<What>)> {
        let Thought { playable, state, budget, .. } = thought;
        let texts = match playable.spec.get("file").filter(|name| is_fingerprint(name)) {
            Some(file) => self.store.rule_texts(file).await.ok()?,
            None => Vec::new(),
        };
        let number = self.last.fetch_add(1, Ordering::Relaxed);
        let id = format!("{}-{number}", self.name);
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let job = Job {
            id: id.clone(),
            node: self.name.clone(),
            program: self.program.clone(),
            spec: playable.spec.to_string(),
            start: playable.position_text(&playable.game.start()),
            texts: texts.into_iter().map(|(name, body)| (name, as_text(&body))).collect(),
            position: playable.position_text(state),
            history: thought.history.to_vec(),
            engine: thought.engine.spec().to_string(),
            millis: budget.time.map(millis),
            nodes: budget.nodes,
            depth: budget.depth,
            seed: thought.seed,
            most: millis(thought.most),
            memory: thought.memory.clone(),
        };
        let body = written(&ToWorker::Think(Box::new(job)));
        let (give, answer) = oneshot::channel();
        let worker = {
            let mut state = self.lock();
            if body.len() > state.most_bytes {
                return None;
            }
            let worker = state.choose(thought.kind, &thought.memory)?;
            let (kind, sent) = (thought.kind, Instant::now());
            let asked = Asked { worker: worker.clone(), kind, sent, answer: give };
            state.asked.insert(id.clone(), asked);
            worker
        };
        let waiting = Waiting { jobs: self, id, worker, stopped: false };
        self.put(&waiting.worker, body).then_some((waiting, answer))
    }

    fn send(&self, worker: &str, what: &ToWorker) {
        self.put(worker, written(what));
    }

    fn put(&self, worker: &str, body: Vec<u8>) -> bool {
        let said = Outgoing::Said { subject: to_worker(worker), body };
        self.queue.as_ref().is_some_and(|queue| queue.try_send(said).is_ok())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn written(what: &ToWorker) -> Vec<u8> {
    serde_json::to_vec(what).expect("jobs are plain data")
}

/// Somebody waits for a job; if they go, it is stopped.
struct Waiting<'a> {
    jobs: &'a Jobs,
    id: String,
    worker: String,
    stopped: bool,
}

impl Waiting<'_> {
    fn stop(&mut self) {
        self.stopped = true;
        self.jobs.send(&self.worker, &ToWorker::Stop(self.id.clone()));
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let unanswered = self.jobs.lock().asked.remove(&self.id).is_some();
        if unanswered && !self.stopped {
            self.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::BEAT;

    fn worker(now: Instant, threads: usize, jobs: &[&str]) -> Worker {
        Worker { heard: now, threads, jobs: jobs.iter().map(ToString::to_string).collect() }
    }

    fn ask(state: &mut State, id: &str, worker: &str, sent: Instant) -> oneshot::Receiver<What> {
        let (give, answer) = oneshot::channel();
        let asked = Asked { worker: worker.to_owned(), kind: Kind::Move, sent, answer: give };
        state.asked.insert(id.to_owned(), asked);
        answer
    }

    #[test]
    fn a_worker_has_room_for_what_it_does_not_do_and_half_of_it_is_for_moves() {
        let (mut state, now) = (State::default(), Instant::now());
        state.workers.insert("w".to_owned(), worker(now, 4, &["of-another-node"]));
        assert_eq!((state.places(Kind::Move), state.places(Kind::Analysis)), (3, 1));
        let _sent = ask(&mut state, "own", "w", now);
        assert_eq!((state.places(Kind::Move), state.places(Kind::Analysis)), (3, 0));
        state.workers.insert("w".to_owned(), worker(now, 4, &["of-another-node", "own"]));
        assert_eq!(state.places(Kind::Move), 3, "it is counted once");
        state.workers.insert("w".to_owned(), worker(now, 2, &["1", "own"]));
        assert_eq!((state.places(Kind::Move), state.choose(Kind::Move, "x")), (1, None));
        state.workers.insert("w".to_owned(), worker(now, 1, &[]));
        state.asked.clear();
        assert_eq!(state.places(Kind::Analysis), 1, "who has one thread does both");
    }

    #[test]
    fn what_a_silent_worker_had_is_lost_and_what_a_living_one_does_not_name() {
        let (mut state, now) = (State::default(), Instant::now());
        state.workers.insert("silent".to_owned(), worker(now, 1, &["a"]));
        state.workers.insert("lives".to_owned(), worker(now + SILENT, 3, &["b"]));
        let mut lost = [ask(&mut state, "a", "silent", now), ask(&mut state, "c", "lives", now)];
        let mut kept = [
            ask(&mut state, "b", "lives", now),
            // It cannot be named yet.
            ask(&mut state, "d", "lives", now + SILENT - BEAT),
        ];
        state.bury(now + SILENT + BEAT);
        let is_lost = |it: &mut oneshot::Receiver<What>| {
            matches!(it.try_recv(), Err(oneshot::error::TryRecvError::Closed))
        };
        assert!(lost.iter_mut().all(is_lost) && !kept.iter_mut().any(is_lost));
        assert_eq!(state.workers.len(), 1);
    }

    #[test]
    fn the_same_game_goes_to_the_same_worker_while_that_has_room() {
        let (mut state, now) = (State::default(), Instant::now());
        for name in ["u", "v", "w"] {
            state.workers.insert(name.to_owned(), worker(now, 1, &[]));
        }
        let chosen: HashSet<_> =
            (0..9).map(|_| state.choose(Kind::Move, "game").unwrap()).collect();
        assert_eq!(chosen.len(), 1);
        let games = (0..60).map(|game| state.choose(Kind::Move, &game.to_string()).unwrap());
        assert_eq!(games.collect::<HashSet<_>>().len(), 3, "and others to others");
        let _sent = ask(&mut state, "a", chosen.iter().next().unwrap(), now);
        assert!(!chosen.contains(&state.choose(Kind::Move, "game").unwrap()));
    }
}
