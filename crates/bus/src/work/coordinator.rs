//! The side that wants work done.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::Hasher;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use fnv::FnvHasher;

use super::{
    BAD, BEAT, Job, KEPT, MOST, OrderReply, OrderRequest, Outcome, Piece, RUNS, Results, RunBeat,
    SILENT, TOGETHER, WORKERS, What, WorkerBeat, is_name, queue, shown, subject,
};
use crate::client::{BusError, Client, random_name};
use crate::jetstream::MAX_BYTES;
use crate::nats::Message;
use crate::url::BusUrl;

/// How long a job should take, so that asking for it does not matter; and the most pieces of one.
const JOB_TIME: Duration = Duration::from_millis(200);
const MAX_PIECES: usize = 64;

/// How often the queue is looked at: whether it has lost something.
const CHECK: Duration = Duration::from_secs(1);

/// How often a stop is looked for.
const LOOK: Duration = Duration::from_millis(20);

/// So often a piece is put into the queue at most, each time to be given out several times.
const MAX_TRIES: u32 = 4;

/// The most workers that are remembered, and the most threads that jobs are kept ready for.
const MAX_WORKERS: usize = 10_000;
const MAX_THREADS: usize = 4_096;

/// What is to become of a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is kept.
    Kept,
    /// It makes no sense: the piece must be done again.
    Bad,
    /// It is kept, and no more is needed.
    Enough,
}

/// Who works.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Crew {
    /// Workers of the same program.
    pub workers: usize,
    /// The threads of all of them.
    pub threads: usize,
    /// Workers of other programs, who get nothing.
    pub refused: usize,
}

/// Hands out the work of a run. When it is dropped, nothing of it is left on the bus.
#[derive(Debug)]
pub struct Coordinator {
    client: Arc<Client>,
    run: String,
    program: String,
    attendance: Arc<Mutex<Attendance>>,
    results: Mutex<Receiver<(Results, Option<String>)>>,
}

/// What those who ask are answered from.
#[derive(Debug)]
struct Attendance {
    program: String,
    results: Sender<(Results, Option<String>)>,
    order: String,
    order_text: String,
    /// The round of handing out that goes on.
    shift: Option<u64>,
    shifts: u64,
    workers: HashMap<String, Known>,
}

#[derive(Debug)]
struct Known {
    heard: Instant,
    threads: usize,
    refused: bool,
}

impl Coordinator {
    /// Connects, for a run of this program.
    ///
    /// # Errors
    /// If the bus is not there or hands out no work.
    pub fn start(url: &BusUrl, program: &str) -> Result<Coordinator, BusError> {
        let run = random_name();
        let (sender, results) = channel();
        let attendance = Arc::new(Mutex::new(Attendance {
            program: program.to_owned(),
            results: sender,
            order: String::new(),
            order_text: String::new(),
            shift: None,
            shifts: 0,
            workers: HashMap::new(),
        }));
        let subjects =
            [WORKERS.to_owned(), subject(&run, "order"), subject(&run, "results")].to_vec();
        // The client hands over what it hears before anybody can have it.
        let answers: Arc<OnceLock<Weak<Client>>> = Arc::default();
        let (heard_at, answer_by) = (Arc::clone(&attendance), Arc::clone(&answers));
        let client = Client::connect(url, subjects, false, move |message| {
            let client = answer_by.get().and_then(Weak::upgrade);
            let reply = message.reply.clone();
            if let Some(text) = locked(&heard_at).hear(message)
                && let (Some(client), Some(reply)) = (client, reply)
            {
                client.publish(&reply, text);
            }
        })?;
        let client = Arc::new(client);
        let _ = answers.set(Arc::downgrade(&client));
        let coordinator = Coordinator {
            client,
            run,
            program: program.to_owned(),
            attendance,
            results: results.into(),
        };
        coordinator.make_queue()?;
        coordinator.beat()?;
        Ok(coordinator)
    }

    /// Who works at the moment.
    #[must_use]
    pub fn crew(&self) -> Crew {
        let attendance = locked(&self.attendance);
        let here = attendance.workers.values().filter(|known| known.heard.elapsed() < SILENT);
        here.fold(Crew::default(), |crew, known| match known.refused {
            true => Crew { refused: crew.refused + 1, ..crew },
            false => {
                Crew { workers: crew.workers + 1, threads: crew.threads + known.threads, ..crew }
            }
        })
    }

    /// Has the pieces with the numbers below `count` done: those of which `piece` gives a text when their
    /// turn comes. What comes of each is handed to `take` once, in any order.
    ///
    /// # Errors
    /// If a worker says that a piece cannot be done, or none hands one in that can be kept; or the bus
    /// refuses. A bus that is away is waited for.
    pub fn run(
        &self,
        order: &str,
        count: usize,
        piece: &dyn Fn(usize) -> Option<String>,
        is_stopped: &dyn Fn() -> bool,
        take: &mut dyn FnMut(usize, &str) -> Verdict,
    ) -> Result<(), BusError> {
        if order.len() > MOST {
            let what = "what all pieces have in common";
            return Err(BusError::TooLong { what, length: order.len(), most: MOST });
        }
        let results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        let (id, shift) = locked(&self.attendance).open(order);
        self.announce(true);
        let mut round = Round {
            coordinator: self,
            order: id,
            shift,
            count,
            next: 0,
            again: VecDeque::new(),
            outstanding: BTreeMap::new(),
            took: None,
        };
        let done = round.work(&results, piece, is_stopped, take);
        locked(&self.attendance).shift = None;
        // Who hands in late must not wait.
        while let Ok((_, reply)) = results.try_recv() {
            self.answer(reply, KEPT);
        }
        self.announce(false);
        if !round.outstanding.is_empty() {
            let _ = self.client.empty_queue(&queue(&self.run));
        }
        done
    }

    fn make_queue(&self) -> Result<(), BusError> {
        self.client.make_queue(&queue(&self.run), &subject(&self.run, "jobs"))
    }

    fn announce(&self, busy: bool) {
        let beat = RunBeat { run: self.run.clone(), program: self.program.clone(), busy };
        self.client.publish(RUNS, text(&beat));
    }

    /// Says that the run is there, as long as it is.
    fn beat(&self) -> Result<(), BusError> {
        let (client, attendance) = (Arc::downgrade(&self.client), Arc::downgrade(&self.attendance));
        let (run, program) = (self.run.clone(), self.program.clone());
        let beat = move || {
            while let (Some(client), Some(attendance)) = (client.upgrade(), attendance.upgrade()) {
                let busy = locked(&attendance).shift.is_some();
                let beat = RunBeat { run: run.clone(), program: program.clone(), busy };
                client.publish(RUNS, text(&beat));
                drop((client, attendance));
                thread::sleep(BEAT);
            }
        };
        let started = thread::Builder::new().name("beat".to_owned()).spawn(beat);
        started.map(drop).map_err(|error| BusError::Failed(error.to_string()))
    }

    fn answer(&self, reply: Option<String>, text: &str) {
        if let Some(reply) = reply {
            self.client.publish(&reply, text);
        }
    }
}

impl Drop for Coordinator {
    fn drop(&mut self) {
        let _ = self.client.delete_queue(&queue(&self.run));
    }
}

fn locked(attendance: &Mutex<Attendance>) -> MutexGuard<'_, Attendance> {
    attendance.lock().unwrap_or_else(PoisonError::into_inner)
}

fn text(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("messages are plain data")
}

impl Attendance {
    /// Begins to hand out an order; its name, and the number of the round.
    fn open(&mut self, order: &str) -> (String, u64) {
        let mut digest = FnvHasher::default();
        digest.write(order.as_bytes());
        self.order = format!("{:016x}", digest.finish());
        order.clone_into(&mut self.order_text);
        self.shifts += 1;
        self.shift = Some(self.shifts);
        (self.order.clone(), self.shifts)
    }

    /// Takes in what somebody says, and gives the answer, unless somebody else does.
    fn hear(&mut self, message: Message) -> Option<String> {
        if message.subject == WORKERS {
            if let Ok(beat) = serde_json::from_slice(&message.body) {
                self.hear_worker(beat);
            }
            return None;
        }
        if message.subject.ends_with(".order") {
            let asked: OrderRequest = serde_json::from_slice(&message.body).ok()?;
            return Some(text(&self.order_for(&asked)));
        }
        match serde_json::from_slice::<Results>(&message.body) {
            Ok(results) if results.program != self.program => Some(BAD.to_owned()),
            Ok(results) if Some(results.shift) == self.shift => {
                let _ = self.results.send((results, message.reply));
                None
            }
            Ok(_) => Some(KEPT.to_owned()),
            Err(error) => {
                tracing::warn!(%error, "a worker handed in what makes no sense; it is done again");
                Some(BAD.to_owned())
            }
        }
    }

    fn order_for(&self, asked: &OrderRequest) -> OrderReply {
        if asked.program != self.program {
            let (theirs, ours) = (shown(&asked.program), &self.program);
            return OrderReply::Refused(format!(
                "this worker is {theirs}, and the run is of {ours}: results could differ; \
                 use the same version"
            ));
        }
        match self.shift.is_some() && asked.order == self.order {
            true => OrderReply::Order(self.order_text.clone()),
            false => OrderReply::Over,
        }
    }

    fn hear_worker(&mut self, beat: WorkerBeat) {
        if !is_name(&beat.worker) {
            return;
        }
        let refused = beat.program != self.program;
        let known = Known { heard: Instant::now(), threads: beat.threads as usize, refused };
        if self.workers.len() >= MAX_WORKERS {
            self.workers.retain(|_, known| known.heard.elapsed() < SILENT);
        }
        if self.workers.len() >= MAX_WORKERS {
            return;
        }
        let (worker, theirs) = (shown(&beat.worker), shown(&beat.program));
        if self.workers.insert(beat.worker, known).is_none() {
            match refused {
                false => tracing::info!(worker, threads = beat.threads, "a worker has come"),
                true => {
                    tracing::warn!(worker, "a worker of {theirs} gets no work of {}", self.program);
                }
            }
        }
    }
}

/// One round of handing out.
struct Round<'a> {
    coordinator: &'a Coordinator,
    order: String,
    shift: u64,
    count: usize,
    next: usize,
    /// Pieces that were handed out in vain, with how often.
    again: VecDeque<(usize, u32)>,
    /// Pieces that are handed out, with how often.
    outstanding: BTreeMap<usize, u32>,
    /// How long a piece takes, in seconds.
    took: Option<f64>,
}

impl Round<'_> {
    fn work(
        &mut self,
        results: &Receiver<(Results, Option<String>)>,
        piece: &dyn Fn(usize) -> Option<String>,
        is_stopped: &dyn Fn() -> bool,
        take: &mut dyn FnMut(usize, &str) -> Verdict,
    ) -> Result<(), BusError> {
        let (mut checked, mut was_empty) = (Instant::now(), false);
        let mut alone = Some(Instant::now());
        loop {
            if is_stopped() {
                return Ok(());
            }
            self.fill(piece)?;
            if self.outstanding.is_empty() && self.again.is_empty() && self.next >= self.count {
                return Ok(());
            }
            match results.recv_timeout(LOOK) {
                Ok((results, reply)) => {
                    was_empty = false;
                    let taken = self.take(results, take);
                    let told = if matches!(taken, Ok(Verdict::Bad)) { BAD } else { KEPT };
                    self.coordinator.answer(reply, told);
                    if taken? == Verdict::Enough {
                        return Ok(());
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(BusError::Away),
            }
            if checked.elapsed() > CHECK {
                checked = Instant::now();
                was_empty = self.check(was_empty)?;
                let crew = self.coordinator.crew();
                if crew.workers > 0 {
                    alone = None;
                } else if alone.is_some_and(|since| since.elapsed() > SILENT) {
                    alone = None;
                    tracing::warn!(
                        "no worker is there; start `selforge worker` with the same --bus"
                    );
                }
            }
        }
    }

    /// How many pieces a job has: as many as take a moment, and fewer near the end.
    fn job_size(&self, threads: usize) -> usize {
        let left = self.count.saturating_sub(self.next) + self.again.len();
        let share = left / (2 * threads.max(1));
        let by_time = self.took.map_or(1.0, |took| JOB_TIME.as_secs_f64() / took.max(1e-6));
        (by_time as usize).min(share).clamp(1, MAX_PIECES)
    }

    /// Keeps the queue filled, but not with more than is soon taken.
    fn fill(&mut self, piece: &dyn Fn(usize) -> Option<String>) -> Result<(), BusError> {
        // Whatever workers say of themselves, the queue stays within what the bus holds.
        let threads = self.coordinator.crew().threads.min(MAX_THREADS);
        let size = self.job_size(threads);
        while self.outstanding.len() < size * (2 * threads + 4) {
            let (mut pieces, mut tries, mut length) = (Vec::new(), Vec::new(), 0);
            while pieces.len() < size && length < TOGETHER {
                let (number, tried) = match self.again.pop_front() {
                    Some(again) => again,
                    None if self.next < self.count => (self.next, 0),
                    None => break,
                };
                self.next = self.next.max(number + 1);
                if tried >= MAX_TRIES {
                    return Err(BusError::GivenUp(number));
                }
                let Some(text) = piece(number) else { continue };
                length += text.len();
                pieces.push(Piece { number, text });
                tries.push((number, tried));
            }
            if pieces.is_empty() {
                return Ok(());
            }
            let job = text(&Job { order: self.order.clone(), shift: self.shift, pieces });
            if job.len() > MAX_BYTES {
                let (what, length, most) = ("a piece of work", job.len(), MAX_BYTES);
                return Err(BusError::TooLong { what, length, most });
            }
            let jobs = subject(&self.coordinator.run, "jobs");
            match self.coordinator.client.put(&jobs, job.into_bytes()) {
                Ok(()) => {
                    self.outstanding
                        .extend(tries.iter().map(|(number, tried)| (*number, tried + 1)));
                }
                // It may have arrived all the same: then it is done twice and counts once.
                Err(error) if error == BusError::Away || error.is_passing() => {
                    self.again.extend(tries);
                    return Ok(());
                }
                // The bus was started anew and knows nothing.
                Err(BusError::NobodyListens) => {
                    self.again.extend(tries);
                    return self.restore();
                }
                Err(error) => return Err(error),
            }
            // Whoever waits for work hears of it now.
            self.coordinator.announce(true);
        }
        Ok(())
    }

    /// Takes in what was handed in, each piece once.
    fn take(
        &mut self,
        results: Results,
        take: &mut dyn FnMut(usize, &str) -> Verdict,
    ) -> Result<Verdict, BusError> {
        let took = results.micros as f64 / 1e6 / results.done.len().max(1) as f64;
        self.took = Some(self.took.map_or(took, |before| 0.8 * before + 0.2 * took));
        let mut verdict = Verdict::Kept;
        for Outcome { number, what } in results.done {
            let Some(tried) = self.outstanding.remove(&number) else { continue };
            let text = match what {
                What::Text(text) => text,
                What::Error(error) => {
                    return Err(BusError::Failed(error.chars().take(500).collect()));
                }
            };
            match take(number, &text) {
                Verdict::Kept => {}
                Verdict::Enough => return Ok(Verdict::Enough),
                Verdict::Bad => {
                    tracing::warn!(number, "a worker handed in a wrong result; it is done again");
                    self.again.push_back((number, tried));
                    verdict = Verdict::Bad;
                }
            }
        }
        Ok(verdict)
    }

    /// Looks whether the queue still has what is missing; whether it has nothing. Whatever it has lost is
    /// sent again, once it is certain that nobody is about to hand it in.
    fn check(&mut self, was_empty: bool) -> Result<bool, BusError> {
        if self.outstanding.is_empty() {
            return Ok(false);
        }
        match self.coordinator.client.in_queue(&queue(&self.coordinator.run)) {
            Ok(Some(0)) if was_empty => {
                self.again.extend(std::mem::take(&mut self.outstanding));
                Ok(false)
            }
            Ok(Some(0)) => Ok(true),
            Ok(Some(_)) => Ok(false),
            Ok(None) | Err(BusError::NoJetStream) => {
                // No fault of a piece.
                let lost = std::mem::take(&mut self.outstanding);
                self.again.extend(lost.into_iter().map(|(number, tried)| (number, tried - 1)));
                self.restore().map(|()| false)
            }
            // Next time.
            Err(_) => Ok(false),
        }
    }

    fn restore(&self) -> Result<(), BusError> {
        match self.coordinator.make_queue() {
            // A bus that starts, or several that agree, have no JetStream for a moment.
            Ok(()) | Err(BusError::Away | BusError::NoJetStream) => Ok(()),
            Err(error) if error.is_passing() => Ok(()),
            Err(error) => Err(error),
        }
    }
}
