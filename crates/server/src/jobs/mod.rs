//! Thinking as a job: an engine's move or the look at a position, done by a `selforge worker` elsewhere.
//!
//! Workers at the bus say some times a second that they are there, how many thoughts they can have at a
//! time and which they have just now. A node that has a thought to give away gives it to one of them that
//! has room, and hears of the rest by the same signs: a worker that falls silent, or does not name the
//! thought any more without having answered, has lost it, and the node asks another or thinks itself. So
//! nothing waits in the bus and nothing needs to be kept there, unlike the work of experiments
//! ([`selforge_bus::work`]): what a thought is worth ends with the game's next event, and whoever wants it
//! knows of it anyway.
//!
//! | subject | what |
//! | --- | --- |
//! | `selforge-think.workers` | a worker is there ([`Beat`]) |
//! | `selforge-think.worker.NAME` | a node has a job for a worker, or wants it no more ([`ToWorker`]) |
//! | `selforge-think.node.NAME` | what came of a job ([`Answer`]) |
//!
//! Who comes first is decided at the node, before anything is sent: places at workers are shared by the
//! same [`FairSlots`](crate::slots::FairSlots) as the node's own. Nothing queues at a worker: one that has
//! no room says so. Nobody is believed: what comes back is a report whose moves are read by the rules, and
//! a worker takes players that start no program and read no file.

mod node;
mod worker;

use std::time::Duration;

use selforge_agents::{Budget, Report};
use selforge_catalogue::Score;
use selforge_core::{AnyMove, AnyState, Game};
use selforge_games::Playable;
use serde::{Deserialize, Serialize};

pub(crate) use node::{Jobs, Kind, Thought};
pub use worker::think_for_servers;

/// How often a worker says that it is there.
const BEAT: Duration = Duration::from_millis(300);

/// How long a worker or an engine has to answer after it was told to stop.
const GRACE: Duration = Duration::from_millis(500);

/// The most moves of an expected line that are told.
const LINE: usize = 16;

/// Where workers say that they are there.
pub(crate) const WORKERS: &str = "selforge-think.workers";

/// Where a worker hears.
fn to_worker(name: &str) -> String {
    format!("selforge-think.worker.{name}")
}

/// Where a node hears what came of its jobs.
pub(crate) fn to_node(name: &str) -> String {
    format!("selforge-think.node.{name}")
}

/// Whether a text can be a name: names become parts of subjects.
fn is_name(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|it| it.is_ascii_alphanumeric())
}

/// A text of somebody else, fit for a log.
fn shown(text: &str) -> String {
    text.chars().map(|it| if it.is_control() { ' ' } else { it }).take(200).collect()
}

/// A worker is there.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Beat {
    worker: String,
    program: String,
    /// How many thoughts it can have at a time; none if it is about to go.
    threads: usize,
    /// Those that it has.
    jobs: Vec<String>,
}

/// What a node says to a worker.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ToWorker {
    /// Think about this.
    Think(Box<Job>),
    /// Answer with what was found so far; nobody may want it any more.
    Stop(String),
    /// The worker is of another program than this one, and gets nothing.
    Foreign(String),
}

/// A position to think about, with all that is needed for it.
#[derive(Debug, Serialize, Deserialize)]
struct Job {
    id: String,
    node: String,
    program: String,
    /// The game's spec and start position.
    spec: String,
    start: String,
    /// The texts of the rule file that the spec names: bytes as characters.
    texts: Vec<(String, String)>,
    position: String,
    /// The repetition keys of the positions before.
    history: Vec<u64>,
    /// The player's spec.
    engine: String,
    millis: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    seed: u64,
    /// How long it may take with everything, in milliseconds.
    most: u64,
    /// By what a player is remembered until its next move; empty if it need not be.
    memory: String,
}

impl Job {
    fn budget(&self) -> Budget {
        let time = self.millis.map(Duration::from_millis);
        Budget { time, nodes: self.nodes, depth: self.depth }
    }
}

/// What came of a job.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Answer {
    id: String,
    what: What,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum What {
    Found(Found),
    /// It is not done there, for this reason.
    Refused(String),
}

/// What a player found, with its moves as texts.
#[derive(Debug, Serialize, Deserialize)]
struct Found {
    depth: u32,
    nodes: u64,
    score: i32,
    line: Vec<String>,
}

impl Found {
    fn of(playable: &Playable, state: &AnyState, report: &Report<AnyMove>) -> Found {
        let (game, mut now) = (&playable.game, state.clone());
        let mut line = Vec::new();
        for &mv in report.line.iter().take(LINE) {
            if game.status(&now).to_move().is_none() || !game.is_legal(&now, mv) {
                break;
            }
            line.push(playable.move_text(&now, mv));
            game.play(&mut now, mv);
        }
        Found { depth: report.depth, nodes: report.nodes, score: report.score.0, line }
    }

    /// As a report in that position; nothing if it makes no sense there.
    fn report(&self, playable: &Playable, state: &AnyState) -> Option<Report<AnyMove>> {
        let (game, mut now) = (&playable.game, state.clone());
        let mut line = Vec::new();
        for text in self.line.iter().take(LINE) {
            if game.status(&now).to_move().is_none() {
                break;
            }
            let Ok(mv) = game.parse_move(&now, text) else { break };
            line.push(mv);
            game.play(&mut now, mv);
        }
        let score = Score(self.score.clamp(Score::LEAST.0, -Score::LEAST.0));
        let (depth, nodes) = (self.depth, self.nodes);
        (!line.is_empty()).then_some(Report { depth, nodes, score, line })
    }
}

/// Bytes as characters: rule files are old and need not be UTF-8.
fn as_text(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

/// The bytes that were written as characters; others than those are none.
fn as_bytes(text: &str) -> Vec<u8> {
    text.chars().filter_map(|it| u8::try_from(u32::from(it)).ok()).collect()
}

#[cfg(test)]
mod tests {
    use selforge_games::NoFiles;

    use super::*;

    #[test]
    fn a_report_comes_back_as_it_was_and_nonsense_is_none() {
        let spec = selforge_core::Spec::parse("chess").unwrap();
        let playable = selforge_games::open(&spec, &NoFiles).unwrap();
        let state = playable.game.start();
        let mut line = Vec::new();
        playable.game.legal_moves(&state, &mut line);
        line.truncate(1);
        let report = Report { depth: 3, nodes: 70, score: Score(-12), line };
        let mut found = Found::of(&playable, &state, &report);
        assert_eq!(found.report(&playable, &state), Some(report));
        found.line[0] = "a1-z9".to_owned();
        assert_eq!(found.report(&playable, &state), None);
    }

    #[test]
    fn bytes_of_rule_files_travel_as_they_are() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(as_bytes(&as_text(&bytes)), bytes);
    }
}
