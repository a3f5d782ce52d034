//! The side of a worker: it thinks for whichever node asks, and keeps nothing but what helps with a
//! player's next move.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use selforge_agents::{AnyQuestion, Budget, Player, Stop};
use selforge_bus::{BusError, BusUrl, Client};
use selforge_core::Game;

use super::{
    Answer, BEAT, Beat, Found, GRACE, Job, ToWorker, WORKERS, What, as_bytes, is_name, shown,
    to_node, to_worker,
};
use crate::accounts::identity::random_hex;
use crate::game_cache::GameCache;
use crate::limits::Limits;
use crate::live::occupant::read_engine;
use crate::rule_files::stored::StoredFiles;
use crate::work::WorkLimits;

/// Rule files whose texts are remembered.
const RULE_FILES: usize = 16;

/// Players that are remembered for each thread: each may have a table of megabytes.
const PLAYERS: usize = 2;

/// The longest that a job may take, in milliseconds, whatever a node says.
const MOST_MILLIS: u64 = 3_600_000;

/// Other programs that were told of.
const FOREIGN: usize = 100;

/// Thinks for the nodes of servers, about so many positions at a time, until it is told to stop. How many
/// there are just now is told in `thinking`. A bus that is away is waited for.
///
/// # Errors
/// If connections cannot be encrypted, or the system has no random numbers to give.
pub fn think_for_servers(
    url: &BusUrl,
    threads: usize,
    thinking: &AtomicUsize,
    stop: &Stop,
) -> Result<(), BusError> {
    let name = random_hex(8).ok_or(BusError::Away)?;
    let (heard, messages) = channel();
    let client = Client::connect(url, vec![to_worker(&name)], true, move |message| {
        let _ = heard.send(message.body);
    })?;
    let texts: Texts = Arc::default();
    let known = Arc::clone(&texts);
    let files = StoredFiles::new(move |file, name| {
        let known = locked(&known);
        let parts = known.iter().find(|(known, _)| known == file);
        let part = parts.and_then(|(_, parts)| parts.iter().find(|(known, _)| known == name));
        Ok(part.map(|(_, text)| as_bytes(text)))
    });
    let worker = Worker {
        client,
        name,
        program: selforge_lab::store::program(),
        threads,
        thinking,
        games: GameCache::new(files),
        texts,
        jobs: Mutex::default(),
        players: Mutex::default(),
        foreign: Mutex::default(),
    };
    thread::scope(|scope| {
        let mut beat = Instant::now();
        while !stop.is_asked() {
            if beat <= Instant::now() {
                worker.beat(threads);
                beat = Instant::now() + BEAT;
            }
            match messages.recv_timeout(beat.saturating_duration_since(Instant::now())) {
                Ok(body) => worker.hear(scope, &body),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        // Whoever waits for it asks somebody else at once.
        worker.beat(0);
        locked(&worker.jobs).values().for_each(|job| job.stop.now());
    });
    Ok(())
}

/// Texts of rule files by their fingerprints.
type Texts = Arc<Mutex<VecDeque<(String, Vec<(String, String)>)>>>;

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Worker<'a> {
    client: Client,
    name: String,
    program: String,
    threads: usize,
    thinking: &'a AtomicUsize,
    games: GameCache,
    texts: Texts,
    jobs: Mutex<HashMap<String, InWork>>,
    /// Players that have moved, the latest at the end, by what they are remembered by.
    players: Mutex<VecDeque<(String, Player)>>,
    /// Programs of nodes that this worker does not think for.
    foreign: Mutex<Vec<String>>,
}

/// A job that somebody thinks about.
struct InWork {
    stop: Stop,
    /// When it must be over.
    until: Instant,
}

impl Worker<'_> {
    /// Says what this worker does; a thought that takes longer than it may is ended.
    fn beat(&self, threads: usize) {
        let jobs = locked(&self.jobs);
        let late = |job: &&InWork| job.until < Instant::now();
        jobs.values().filter(late).for_each(|job| job.stop.now());
        let (worker, program) = (self.name.clone(), self.program.clone());
        let beat = Beat { worker, program, threads, jobs: jobs.keys().cloned().collect() };
        self.client.publish(WORKERS, written(&beat));
    }

    fn hear<'s>(&'s self, scope: &'s Scope<'s, '_>, body: &[u8]) {
        match serde_json::from_slice(body) {
            Ok(ToWorker::Think(job)) => self.take(scope, *job),
            Ok(ToWorker::Stop(id)) => {
                if let Some(job) = locked(&self.jobs).get(&id) {
                    tracing::debug!(job = id, "told to stop");
                    job.stop.now();
                }
            }
            Ok(ToWorker::Foreign(program)) => drop(self.refuse_program(&program)),
            Err(error) => tracing::warn!(%error, "what a server asks for makes no sense"),
        }
    }

    /// Says once of each other program that nothing is done for it.
    fn refuse_program(&self, program: &str) -> String {
        let reason =
            format!("the server is {}, and this worker is {}", shown(program), self.program);
        let mut foreign = locked(&self.foreign);
        if foreign.len() < FOREIGN && !foreign.iter().any(|known| known == program) {
            foreign.push(program.to_owned());
            tracing::warn!("nothing is thought about: {reason}; use the same version");
        }
        reason
    }

    fn take<'s>(&'s self, scope: &'s Scope<'s, '_>, job: Job) {
        if !is_name(&job.node) {
            return;
        }
        if job.program != self.program {
            let reason = self.refuse_program(&job.program);
            return self.answer(&job, What::Refused(reason));
        }
        let (stop, begun) = (Stop::default(), Instant::now());
        {
            let mut jobs = locked(&self.jobs);
            if jobs.len() >= self.threads || jobs.contains_key(&job.id) {
                drop(jobs);
                return self.answer(&job, What::Refused("there is no room".to_owned()));
            }
            let until = end_of(&job, begun);
            jobs.insert(job.id.clone(), InWork { stop: stop.clone(), until });
            self.thinking.store(jobs.len(), Ordering::Relaxed);
        }
        scope.spawn(move || {
            tracing::debug!(job = job.id, engine = shown(&job.engine), "thinks");
            let found = catch_unwind(AssertUnwindSafe(|| self.think(&job, &stop, begun)));
            let what = match found {
                Ok(Ok(found)) => What::Found(found),
                Ok(Err(reason)) => What::Refused(reason),
                Err(_) => What::Refused("the worker crashed".to_owned()),
            };
            // Both at once: what is not named any more is lost unless it was answered, and whoever hears the
            // answer may send the next.
            let mut jobs = locked(&self.jobs);
            self.answer(&job, what);
            jobs.remove(&job.id);
            self.thinking.store(jobs.len(), Ordering::Relaxed);
        });
    }

    fn answer(&self, job: &Job, what: What) {
        let answer = Answer { id: job.id.clone(), what };
        self.client.publish(&to_node(&job.node), written(&answer));
    }

    fn think(&self, job: &Job, stop: &Stop, begun: Instant) -> Result<Found, String> {
        let limits = Limits::default();
        let engine = read_engine(&job.engine, &limits).map_err(|e| e.to_string())?;
        self.remember_texts(job);
        let limits = limits_of_opening(limits.cells, job, stop, begun);
        let playable = self.games.open_sent(&job.spec, &job.start, &limits);
        let playable = playable.map_err(|error| error.to_string())?;
        let state = playable.game.parse_state(&job.position).map_err(|error| error.to_string())?;
        if playable.game.status(&state).to_move().is_none() {
            return Err("the game is over in that position".to_owned());
        }
        // A player is of its game and its spec alone, whatever names a node uses.
        let memory =
            [&job.memory, &job.engine, &job.spec, &job.start].map(String::as_str).join("\n");
        let kept = self.remembered(&memory).filter(|_| !job.memory.is_empty());
        let mut player = match kept {
            Some(player) => player,
            None => Player::new(&engine, &playable).map_err(|error| error.to_string())?,
        };
        let budget = job.budget();
        let left = Duration::from_millis(job.most).saturating_sub(begun.elapsed());
        let report = player.choose(&mut AnyQuestion {
            state: &state,
            history: &job.history,
            budget: Some(Budget { time: budget.time.map(|time| time.min(left)), ..budget }),
            stop,
            seed: job.seed,
            progress: &mut |_| {},
        });
        let report = report.map_err(|failure| failure.reason)?;
        if !job.memory.is_empty() {
            self.remember(memory, player);
        }
        Ok(Found::of(&playable, &state, &report))
    }

    fn remembered(&self, memory: &str) -> Option<Player> {
        let mut players = locked(&self.players);
        let at = players.iter().position(|(known, _)| known == memory)?;
        players.remove(at).map(|(_, player)| player)
    }

    fn remember(&self, memory: String, player: Player) {
        let mut players = locked(&self.players);
        players.push_back((memory, player));
        while players.len() > PLAYERS * self.threads {
            players.pop_front();
        }
    }

    fn remember_texts(&self, job: &Job) {
        let spec = selforge_core::Spec::parse(&job.spec);
        let Ok(Some(file)) = spec.as_ref().map(|spec| spec.get("file")) else { return };
        let mut texts = locked(&self.texts);
        texts.retain(|(known, _)| known != file);
        texts.push_front((file.to_owned(), job.texts.clone()));
        texts.truncate(RULE_FILES);
    }
}

/// When a job must be over.
fn end_of(job: &Job, begun: Instant) -> Instant {
    begun + Duration::from_millis(job.most.min(MOST_MILLIS)) + 2 * GRACE
}

/// Opening the game may take all the time of its job and ends with it. What a server grants somebody who
/// asks for a game is too short here: a rule file that takes a little longer to read on a slow or busy worker
/// would never be opened, and every thought about it refused.
fn limits_of_opening(cells: usize, job: &Job, stop: &Stop, begun: Instant) -> WorkLimits {
    WorkLimits::until(cells, end_of(job, begun), stop.clone())
}

fn written(value: &impl serde::Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("messages are plain data")
}

#[cfg(test)]
mod tests {
    use selforge_games::Environment;

    use super::*;

    fn job(most: u64) -> Job {
        Job {
            id: "1".to_owned(),
            node: "n".to_owned(),
            program: String::new(),
            spec: "chess".to_owned(),
            start: String::new(),
            texts: Vec::new(),
            position: String::new(),
            history: Vec::new(),
            engine: "alphabeta".to_owned(),
            millis: None,
            nodes: None,
            depth: None,
            seed: 1,
            most,
            memory: String::new(),
        }
    }

    #[test]
    fn a_game_may_be_opened_as_long_as_its_job_lasts_and_no_longer() {
        let (stop, now) = (Stop::default(), Instant::now());
        let ago = |seconds| now.checked_sub(Duration::from_secs(seconds)).unwrap();
        let opening = |begun| limits_of_opening(10, &job(60_000), &stop, begun);
        assert!(!opening(ago(10)).is_cancelled(), "ten seconds of a minute are over");
        assert!(opening(ago(90)).is_cancelled(), "the job is late");
        stop.now();
        assert!(opening(now).is_cancelled(), "nobody wants it any more");
    }
}
