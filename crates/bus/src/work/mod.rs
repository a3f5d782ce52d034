//! Work that is handed out to whoever takes it.
//!
//! A *run* is what somebody wants done; a [`Coordinator`] hands it out and is the only one that keeps what
//! comes of it. It consists of numbered *pieces*, each small text, which do not depend on each other. All
//! that they have in common is the *order*, a text that a worker asks the coordinator for once. Some pieces
//! together are a *job*: a message in the run's own queue. [`serve`] takes jobs of whatever runs there are,
//! in turn, so that a long run does not keep a short one waiting.
//!
//! | subject | what |
//! | --- | --- |
//! | `selforge-work.runs` | a coordinator says that its run is there, and of which program it is |
//! | `selforge-work.workers` | a worker says that it is there, and of which program it is |
//! | `selforge-work.RUN.jobs` | the queue of a run |
//! | `selforge-work.RUN.order` | a worker asks for an order |
//! | `selforge-work.RUN.results` | a worker hands in, and is answered when that is kept |
//!
//! **Nothing is lost, nothing counts twice.** A worker says that a job is done only after the coordinator
//! has answered that it keeps the results: so a worker that dies, at whatever moment, has its job given to
//! another. A result of a piece that is there already is not counted. If the queue is gone, or empty while
//! pieces are missing, the coordinator sends these again. Few jobs are in the queue at a time, so one that
//! is ended early leaves little behind; what a coordinator leaves that was killed is removed by workers,
//! who hear that nobody speaks for it.
//!
//! **Nobody is believed.** Whatever comes over the bus has a largest size and is checked. A job that makes
//! no sense is refused and logged; so is a result, and its piece is given out again.
//!
//! The name of a run is drawn: two who want the same done at the same time do not meet.

mod coordinator;
mod worker;

use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use coordinator::{Coordinator, Crew, Verdict};
pub use worker::{Craft, serve};

/// How often coordinators and workers say that they are there.
const BEAT: Duration = Duration::from_millis(500);

/// Who has said nothing for so long is not there.
const SILENT: Duration = Duration::from_secs(3);

/// The most characters of a name or a program that are shown.
const SHOWN: usize = 60;

/// The longest order, and the longest result of a piece. With what marks special characters it is twice as
/// long at most, and still fits into a message.
const MOST: usize = 500_000;

/// Pieces of a job and results that are handed in together are shorter than that; a single one may be longer.
const TOGETHER: usize = 200_000;

fn subject(run: &str, what: &str) -> String {
    format!("selforge-work.{run}.{what}")
}

const RUNS: &str = "selforge-work.runs";
const WORKERS: &str = "selforge-work.workers";

/// The queue of a run.
fn queue(run: &str) -> String {
    format!("selforge-work-{run}")
}

/// Whether a stream of the bus is the queue of a run.
fn is_queue(name: &str) -> bool {
    name.strip_prefix(&queue("")).is_some_and(is_name)
}

/// Whether a text can be the name of a run: names become parts of subjects.
fn is_name(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|it| it.is_ascii_alphanumeric())
}

/// A text from the bus, fit for a log.
fn shown(text: &str) -> String {
    text.chars().map(|it| if it.is_control() { ' ' } else { it }).take(SHOWN).collect()
}

/// A run is there.
#[derive(Debug, Serialize, Deserialize)]
struct RunBeat {
    run: String,
    program: String,
    /// Whether there may be jobs in its queue.
    busy: bool,
}

/// A worker is there.
#[derive(Debug, Serialize, Deserialize)]
struct WorkerBeat {
    worker: String,
    program: String,
    threads: u32,
}

/// Some pieces of a run.
#[derive(Debug, Serialize, Deserialize)]
struct Job {
    /// The order that they belong to.
    order: String,
    /// The round of handing out: numbers of pieces mean something in one only.
    shift: u64,
    pieces: Vec<Piece>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Piece {
    number: usize,
    text: String,
}

/// Who asks for an order, and for which.
#[derive(Debug, Serialize, Deserialize)]
struct OrderRequest {
    program: String,
    order: String,
}

/// The answer to who asks for an order.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum OrderReply {
    /// This is it.
    Order(String),
    /// It is not for this worker, for this reason.
    Refused(String),
    /// There is no such order any more.
    Over,
}

/// What came of some pieces of a job.
#[derive(Debug, Serialize, Deserialize)]
struct Results {
    program: String,
    shift: u64,
    /// How long they took, in microseconds.
    micros: u64,
    done: Vec<Outcome>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Outcome {
    number: usize,
    #[serde(flatten)]
    what: What,
}

/// What came of a piece.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum What {
    /// It was done, with this result.
    Text(String),
    /// It cannot be done, for this reason.
    Error(String),
}

/// The answer to who hands in: all is kept or not needed any more.
const KEPT: &str = "kept";

/// The answer to who hands in something that makes no sense.
const BAD: &str = "bad";
