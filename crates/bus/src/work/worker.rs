//! The side that does the work.

use std::any::Any;
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::{
    BEAT, Job, KEPT, MOST, OrderReply, OrderRequest, Outcome, RUNS, Results, RunBeat, SILENT,
    TOGETHER, WORKERS, What, WorkerBeat, is_name, is_queue, queue, shown, subject,
};
use crate::client::{BusError, Client, random_name};
use crate::jetstream::{Fate, Taken};
use crate::nats::Message;
use crate::url::BusUrl;

/// How long a coordinator may take to answer who hands in, before it is taken to be gone; and how long it may
/// be before it listens again, after the bus was lost.
const PATIENCE: Duration = Duration::from_secs(10);
const DEAF: Duration = Duration::from_secs(2);

/// How long is waited before the bus or a coordinator is asked again.
const AGAIN: Duration = Duration::from_millis(200);

/// Orders that are kept open, and runs that are known, at most.
const OPEN_ORDERS: usize = 8;
const MAX_RUNS: usize = 1_000;

/// How often queues are looked for that nobody speaks for.
const SWEEP: Duration = Duration::from_secs(60);

/// What a worker can do.
pub trait Craft: Sync {
    /// An order that was understood.
    type Order: Send + Sync;

    /// Understands an order.
    ///
    /// # Errors
    /// With the reason, if it is nothing that this worker does.
    fn open(&self, text: &str) -> Result<Self::Order, String>;

    /// Does a piece; nothing if it was told to stop.
    ///
    /// # Errors
    /// With the reason for which nobody can do it.
    fn perform(&self, order: &Self::Order, piece: &str) -> Result<Option<String>, String>;

    /// Whether a thread, by its number, is needed for something else and takes no more just now.
    fn is_occupied(&self, _thread: usize) -> bool {
        false
    }
}

/// Takes jobs of all runs of this program and does them, on so many threads, until it is told to stop.
/// A bus that is away is waited for.
///
/// # Errors
/// If connections cannot be encrypted.
pub fn serve<C: Craft>(
    url: &BusUrl,
    program: &str,
    threads: usize,
    craft: &C,
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Result<(), BusError> {
    let runs: Arc<(Mutex<Runs>, Condvar)> = Arc::default();
    let (heard, own) = (Arc::clone(&runs), program.to_owned());
    let client = Client::connect(url, vec![RUNS.to_owned()], true, move |message| {
        locked(&heard.0).hear(&message, &own);
        heard.1.notify_all();
    })?;
    let worker = Worker {
        client,
        name: random_name(),
        program,
        threads,
        craft,
        is_stopped,
        runs,
        orders: Mutex::default(),
        in_hand: Mutex::default(),
    };
    thread::scope(|scope| {
        for thread in 0..threads {
            let worker = &worker;
            scope.spawn(move || worker.work(thread));
        }
        worker.beat();
    });
    Ok(())
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The runs that there are.
#[derive(Default)]
struct Runs {
    known: BTreeMap<String, Known>,
    /// Those that this worker gets nothing of.
    refused: HashSet<String>,
    /// The one that was asked last.
    last: String,
    /// How often a coordinator said something.
    heard: u64,
}

struct Known {
    heard: Instant,
    busy: bool,
}

impl Runs {
    fn hear(&mut self, message: &Message, own: &str) {
        self.heard += 1;
        let Ok(beat) = serde_json::from_slice::<RunBeat>(&message.body) else { return };
        if !is_name(&beat.run)
            || (self.known.len() >= MAX_RUNS && !self.known.contains_key(&beat.run))
        {
            return;
        }
        if beat.program != own {
            self.refuse(
                &beat.run,
                &format!(
                    "it is of {}, and this worker is {own}; use the same version",
                    shown(&beat.program)
                ),
            );
        }
        self.known.insert(beat.run, Known { heard: Instant::now(), busy: beat.busy });
    }

    /// Takes nothing of a run any more, and says so once.
    fn refuse(&mut self, run: &str, reason: &str) {
        if self.refused.len() >= MAX_RUNS {
            self.refused.clear();
        }
        if self.refused.insert(run.to_owned()) {
            tracing::warn!(run, "nothing is taken of this run: {reason}");
        }
    }

    /// The runs that may have work, beginning after the one that was asked last.
    fn in_turn(&self) -> Vec<String> {
        let open = |(run, known): &(&String, &Known)| {
            known.busy && known.heard.elapsed() < SILENT && !self.refused.contains(*run)
        };
        let (before, after): (Vec<_>, Vec<_>) = (self.known.iter().filter(open))
            .map(|(run, _)| run.clone())
            .partition(|run| *run <= self.last);
        after.into_iter().chain(before).collect()
    }
}

type Opened<O> = Arc<OnceLock<Result<O, String>>>;

/// Orders by the names of their run and of themselves.
type Orders<O> = VecDeque<((String, String), Opened<O>)>;

struct Worker<'a, C: Craft> {
    client: Client,
    name: String,
    program: &'a str,
    threads: usize,
    craft: &'a C,
    is_stopped: &'a (dyn Fn() -> bool + Sync),
    runs: Arc<(Mutex<Runs>, Condvar)>,
    orders: Mutex<Orders<C::Order>>,
    /// Receipts of jobs that are being done.
    in_hand: Mutex<HashSet<String>>,
}

/// Why a job is not done.
enum Undone {
    /// Somebody else should do it.
    Back,
    /// It is not needed any more.
    Over,
    /// Nothing of this run is for this worker.
    NotForUs(String),
}

impl<C: Craft> Worker<'_, C> {
    fn work(&self, thread: usize) {
        while !(self.is_stopped)() {
            if self.craft.is_occupied(thread) {
                std::thread::sleep(AGAIN);
                continue;
            }
            let heard = locked(&self.runs.0).heard;
            let Some((run, taken)) = self.next() else {
                let runs = locked(&self.runs.0);
                // Whatever was said since then may have been about work.
                if runs.heard == heard {
                    let _ = self.runs.1.wait_timeout(runs, BEAT);
                }
                continue;
            };
            locked(&self.in_hand).insert(taken.receipt.clone());
            let fate = match self.handle(&run, &taken) {
                Ok(()) => Fate::Done,
                Err(Undone::Over) => Fate::Refused,
                Err(Undone::Back) => Fate::Back,
                Err(Undone::NotForUs(reason)) => {
                    locked(&self.runs.0).refuse(&run, &reason);
                    Fate::Back
                }
            };
            // No sign of life may come after it.
            let mut in_hand = locked(&self.in_hand);
            in_hand.remove(&taken.receipt);
            self.client.tell_fate(&taken.receipt, fate);
        }
    }

    /// The next job of the runs in turn.
    fn next(&self) -> Option<(String, Taken)> {
        let runs = locked(&self.runs.0).in_turn();
        runs.into_iter().find_map(|run| {
            let taken = self.client.take(&queue(&run)).ok().flatten()?;
            locked(&self.runs.0).last.clone_from(&run);
            Some((run, taken))
        })
    }

    fn handle(&self, run: &str, taken: &Taken) -> Result<(), Undone> {
        let job: Job = serde_json::from_slice(&taken.body).map_err(|error| {
            tracing::warn!(run, %error, "a job makes no sense; it is refused");
            Undone::Over
        })?;
        let opened = self.order(run, &job.order)?;
        let order = match opened.get() {
            Some(Ok(order)) => order,
            Some(Err(reason)) => return Err(Undone::NotForUs(shown_reason(reason))),
            None => return Err(Undone::Back),
        };
        let (mut results, mut length) = (self.results(job.shift), 0);
        for piece in &job.pieces {
            let began = Instant::now();
            let done = catch_unwind(AssertUnwindSafe(|| self.craft.perform(order, &piece.text)));
            let what = match done {
                Ok(Ok(Some(text))) if text.len() > MOST => What::Error(format!(
                    "a result has {} bytes; over the bus at most {MOST}",
                    text.len()
                )),
                Ok(Ok(Some(text))) => What::Text(text),
                Ok(Ok(None)) => return Err(Undone::Back),
                Ok(Err(reason)) => What::Error(shown_reason(&reason)),
                Err(panic) => What::Error(format!("a worker crashed: {}", panic_text(&*panic))),
            };
            let (What::Text(text) | What::Error(text)) = &what;
            if length + text.len() > TOGETHER && length > 0 {
                self.hand_in(run, &results)?;
                (results, length) = (self.results(job.shift), 0);
            }
            length += text.len();
            results.micros += u64::try_from(began.elapsed().as_micros()).unwrap_or_default();
            results.done.push(Outcome { number: piece.number, what });
        }
        if results.done.is_empty() { Ok(()) } else { self.hand_in(run, &results) }
    }

    fn results(&self, shift: u64) -> Results {
        Results { program: self.program.to_owned(), shift, micros: 0, done: Vec::new() }
    }

    /// The order of a job, opened once for all threads.
    fn order(&self, run: &str, order: &str) -> Result<Opened<C::Order>, Undone> {
        let key = (run.to_owned(), order.to_owned());
        let slot = {
            let mut orders = locked(&self.orders);
            let known =
                orders.iter().find(|(known, _)| *known == key).map(|(_, slot)| slot.clone());
            known.unwrap_or_else(|| {
                let slot = Opened::default();
                orders.push_back((key, Arc::clone(&slot)));
                while orders.len() > OPEN_ORDERS {
                    orders.pop_front();
                }
                slot
            })
        };
        if slot.get().is_none() {
            let asked = OrderRequest { program: self.program.to_owned(), order: order.to_owned() };
            let reply = self.ask(run, "order", &asked)?;
            match serde_json::from_slice(&reply) {
                Ok(OrderReply::Order(text)) => {
                    slot.get_or_init(|| {
                        let opened = catch_unwind(AssertUnwindSafe(|| self.craft.open(&text)));
                        opened.unwrap_or_else(|panic| {
                            Err(format!("a worker crashed: {}", panic_text(&*panic)))
                        })
                    });
                }
                Ok(OrderReply::Refused(reason)) => {
                    return Err(Undone::NotForUs(shown_reason(&reason)));
                }
                Ok(OrderReply::Over) | Err(_) => return Err(Undone::Over),
            }
        }
        Ok(slot)
    }

    fn hand_in(&self, run: &str, results: &Results) -> Result<(), Undone> {
        match self.ask(run, "results", results)? == KEPT.as_bytes() {
            true => Ok(()),
            // The coordinator has it done again.
            false => Err(Undone::Over),
        }
    }

    /// Asks the coordinator of a run until it answers, or is gone.
    fn ask(&self, run: &str, what: &str, body: &impl serde::Serialize) -> Result<Vec<u8>, Undone> {
        let body = serde_json::to_vec(body).expect("messages are plain data");
        let mut since = Instant::now();
        loop {
            let patience = match self.client.ask(&subject(run, what), body.clone()) {
                Ok(reply) => return Ok(reply.body),
                Err(BusError::NobodyListens) => DEAF,
                // While there is no bus, nobody can be gone.
                Err(BusError::Away) if self.client.in_queue(&queue(run)).is_err() => {
                    since = Instant::now();
                    PATIENCE
                }
                Err(_) => PATIENCE,
            };
            if (self.is_stopped)() || since.elapsed() > patience {
                return Err(Undone::Back);
            }
            thread::sleep(AGAIN);
        }
    }

    /// Says that the worker is there, and that its jobs are in work.
    fn beat(&self) {
        let (mut swept, mut suspects) = (Instant::now(), HashSet::new());
        let threads = u32::try_from(self.threads).unwrap_or(u32::MAX);
        let (worker, program) = (self.name.clone(), self.program.to_owned());
        let beat = serde_json::to_string(&WorkerBeat { worker, program, threads });
        let beat = beat.expect("messages are plain data");
        while !(self.is_stopped)() {
            self.client.publish(WORKERS, beat.clone());
            let in_hand = locked(&self.in_hand);
            in_hand.iter().for_each(|receipt| self.client.tell_fate(receipt, Fate::InWork));
            drop(in_hand);
            if swept.elapsed() > SWEEP {
                suspects = self.sweep(&suspects);
                swept = Instant::now();
            }
            self.forget();
            // A stop is seen soon.
            for _ in 0..5 {
                if !(self.is_stopped)() {
                    thread::sleep(BEAT / 5);
                }
            }
        }
        self.runs.1.notify_all();
    }

    /// Forgets runs that nobody speaks for.
    fn forget(&self) {
        locked(&self.runs.0).known.retain(|_, known| known.heard.elapsed() < SWEEP);
    }

    /// Deletes the queues of runs that nobody has spoken for since the last time, and names those that
    /// nobody speaks for now: what coordinators leave that are killed.
    fn sweep(&self, suspects: &HashSet<String>) -> HashSet<String> {
        let Ok(queues) = self.client.queues(&subject("*", "jobs")) else { return HashSet::new() };
        let known: HashSet<String> =
            locked(&self.runs.0).known.keys().map(|run| queue(run)).collect();
        let (gone, silent): (Vec<String>, Vec<String>) = queues
            .into_iter()
            // The bus names every stream that may hear the same, others' as well.
            .filter(|queue| is_queue(queue) && !known.contains(queue))
            .partition(|queue| suspects.contains(queue));
        for queue in gone {
            tracing::info!(queue, "nobody speaks for this run any more; its queue is deleted");
            let _ = self.client.delete_queue(&queue);
        }
        silent.into_iter().collect()
    }
}

/// A reason from elsewhere, fit to be shown.
fn shown_reason(reason: &str) -> String {
    reason.chars().map(|it| if it.is_control() { ' ' } else { it }).take(500).collect()
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    shown_reason(&text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(run: &str, program: &str, busy: bool) -> Message {
        let beat = RunBeat { run: run.to_owned(), program: program.to_owned(), busy };
        Message { body: serde_json::to_vec(&beat).unwrap(), ..Message::default() }
    }

    #[test]
    fn runs_are_asked_in_turn_and_those_of_other_programs_never() {
        let mut runs = Runs::default();
        for run in ["a", "b", "c"] {
            runs.hear(&said(run, "selforge 1", true), "selforge 1");
        }
        runs.hear(&said("idle", "selforge 1", false), "selforge 1");
        runs.hear(&said("other", "selforge 2", true), "selforge 1");
        assert_eq!(runs.in_turn(), ["a", "b", "c"]);
        runs.last = "b".to_owned();
        assert_eq!(runs.in_turn(), ["c", "a", "b"], "who was asked last comes last");
        runs.refuse("c", "it cannot be done here");
        assert_eq!(runs.in_turn(), ["a", "b"]);
    }

    #[test]
    fn names_that_would_reach_other_subjects_and_nonsense_are_not_heard() {
        let mut runs = Runs::default();
        for name in ["", "*", ">", "a.b", "a b", "a\r\nPUB", &"a".repeat(65)] {
            runs.hear(&said(name, "selforge 1", true), "selforge 1");
        }
        let nonsense = Message { body: b"{\"run\":7}".to_vec(), ..Message::default() };
        runs.hear(&nonsense, "selforge 1");
        assert_eq!(runs.in_turn(), Vec::<String>::new());
    }
}
