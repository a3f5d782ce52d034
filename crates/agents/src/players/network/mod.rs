//! The player with a network: a tree that grows where the network likes it.
//!
//! The network comes from a file, or is one of those that the program brings. It must be made for the
//! features that the game at hand has; any board will do.
//!
//! With several threads all grow the same tree, and answers can differ from run to run; with one they do
//! not, as long as no clock decides.
//!
//! A file may also hold a network of the paper's kind, which `evolved` seats: it looks one ply ahead and has
//! no other option.

mod evaluator;
mod evolved;
mod tree;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use selforge_catalogue::{Evaluator, OptionDoc, Score};
use selforge_core::{Game, Stream};
use selforge_learn::{Lens, Network, Saved, file};

pub use self::evaluator::NetworkEvaluator;
pub(crate) use self::evolved::EvolvedPlayer;
pub use self::tree::{Choice, Growth, Tree};
use self::tree::{Judges, Walk};
use super::options::{self, NODES, THREADS, time};
use super::{AgentDoc, Recipe};
use crate::agent::{Agent, Budget, Question, Report, Stop, StopOnDrop};
use crate::meter::Meter;
use crate::neural;

/// How long it thinks when nothing is said.
const USUAL_TIME: Duration = Duration::from_millis(100);

/// A lead of so many points is worth about three quarters of a win: `tanh(1)`.
pub const DECISIVE: i32 = 120;

/// The most nodes of a tree.
const MAX_NODES: usize = 1 << 22;

pub(super) const DOC: AgentDoc = AgentDoc {
    name: "network",
    summary: "A trained network and a tree of the moves it likes; two seats.",
    options: &[
        time("100ms without another limit"),
        NODES,
        OptionDoc::new(
            "file",
            "a file's name",
            "the one that comes with the program",
            "the network; selforge train makes one, and selforge learnability others, which look one ply ahead",
        ),
        OptionDoc::new(
            "contempt",
            "0 to 1000",
            "50",
            "how much worse than an even position it takes a draw to be; 1000 are a loss",
        ),
        THREADS,
    ],
    is_local: false,
    example: "network time=50ms",
    read: |reader| {
        let file = reader.text("file").map(ToOwned::to_owned);
        let contempt = reader.number("contempt", 0..=1000)?.unwrap_or(50) as u32;
        let threads = options::threads(reader)?;
        let mut budget = options::time_and_nodes(reader)?;
        if budget == Budget::default() {
            budget.time = Some(USUAL_TIME);
        }
        Ok((Recipe::Network(Options { file, contempt, threads }), budget))
    },
};

/// What its spec says.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Options {
    /// The network's file; none for the one that comes with the program.
    pub(crate) file: Option<String>,
    /// By how many thousandths of a win a draw is worse than an even position.
    pub(crate) contempt: u32,
    /// How many threads grow the tree.
    pub(crate) threads: u32,
}

/// The network for a family of games and its features: that of the file, or one that comes with the
/// program. Some families look alike and are played otherwise.
///
/// # Errors
/// With what is wrong and what would be right.
pub(crate) fn load(
    file: Option<&str>,
    family: &str,
    features: &str,
) -> Result<Arc<Network>, (String, String)> {
    let Some(file) = file else {
        let found = file::built_in(family, features).map(|saved| Arc::new(saved.network.clone()));
        return found.ok_or_else(|| {
            let problem = "no network for this kind of game comes with the program".to_owned();
            (problem, "file=FILE with one that selforge train made".to_owned())
        });
    };
    let bytes = read(file)?;
    if bytes.starts_with(neural::MAGIC) {
        let problem =
            format!("the network of '{file}' looks one ply ahead and cannot be searched with");
        return Err((problem, format!("network file={file}, or a file that selforge train made")));
    }
    let saved = Saved::from_bytes(&bytes).map_err(|error| damaged(file, error))?;
    if (saved.family.as_str(), saved.features.as_str()) != (family, features) {
        let problem = format!("file '{file}' is for {} ('{}')", saved.family, saved.features);
        return Err((problem, format!("one for {family} ('{features}')")));
    }
    Ok(Arc::new(saved.network))
}

/// The bytes of a network's file.
fn read(file: &str) -> Result<Vec<u8>, (String, String)> {
    let length = std::fs::metadata(file).map_err(|error| damaged(file, error))?.len();
    if length > file::MAX_BYTES as u64 {
        let most = file::MAX_BYTES;
        return Err(damaged(file, format!("it has {length} bytes, and a network at most {most}")));
    }
    std::fs::read(file).map_err(|error| damaged(file, error))
}

/// Why a file gives no network.
fn damaged(file: &str, problem: impl std::fmt::Display) -> (String, String) {
    (format!("file '{file}': {problem}"), "a file that selforge train made".to_owned())
}

/// A player with a network.
#[derive(Debug)]
pub struct NetworkSearch<G: Game, L, E> {
    lens: L,
    evaluator: E,
    network: Arc<Network>,
    growth: Growth,
    threads: u32,
    tree: Tree<G>,
}

impl<G: Game, L: Lens<G>, E: Evaluator<G>> NetworkSearch<G, L, E> {
    /// A player that sees the game through this lens. The evaluator only says what is proven.
    pub fn new(lens: L, evaluator: E, network: Arc<Network>, growth: Growth) -> Self {
        NetworkSearch { lens, evaluator, network, growth, threads: 1, tree: Tree::default() }
    }

    /// The same player, whose tree is grown by so many threads.
    #[must_use]
    pub fn with_threads(self, threads: u32) -> Self {
        NetworkSearch { threads: threads.max(1), ..self }
    }

    /// The tree of the last answer.
    pub fn tree(&self) -> &Tree<G> {
        &self.tree
    }

    /// Looks for a move; with a share of `noise` in what the network thinks of the first moves.
    pub fn search(
        &mut self,
        question: &mut Question<'_, G>,
        noise: Option<f32>,
    ) -> Report<G::Move> {
        let Question { game, state, history, budget, stop, seed, .. } = *question;
        let seat = game.status(state).to_move().expect("the game is not over");
        // All threads take from the same nodes; each watches the clock by itself.
        let limit = budget.nodes.unwrap_or(u64::MAX);
        let budget = Budget { nodes: None, ..budget };
        let mut meter = Meter::start(&budget, stop);
        self.tree.settle(game, state, seat);
        let by = Judges {
            game,
            lens: &self.lens,
            evaluator: &self.evaluator,
            network: &self.network,
            growth: self.growth,
            asker: seat,
            past: game.history_rules().repetition.map(|_| history),
        };
        let shared = Mutex::new(&mut self.tree);
        let tree = || shared.lock().unwrap_or_else(PoisonError::into_inner);
        // Once at least, so that there is a move.
        let mut walk = Walk::default();
        by.grow(&shared, &mut walk);
        if let Some(share) = noise {
            tree().add_noise(&mut Stream::new(seed, "network", 0), share);
        }
        let only = tree().choices().count() == 1;
        let is_grown = || {
            let tree = tree();
            only || tree.proof().is_some() || tree.len() >= MAX_NODES
        };
        let nodes = AtomicU64::new(1);
        let goes_on = |meter: &mut Meter<'_>| {
            !meter.tick() && !is_grown() && nodes.fetch_add(1, Ordering::Relaxed) < limit
        };
        // Raised when the first thread is done.
        let done = Stop::default();
        let mut next_report = 256;
        std::thread::scope(|scope| {
            let is_done = StopOnDrop(&done);
            let help = || {
                let (mut meter, mut walk) = (Meter::start(&budget, &done), Walk::default());
                while goes_on(&mut meter) {
                    by.grow(&shared, &mut walk);
                }
            };
            let helpers: Vec<_> = (1..self.threads).map(|_| scope.spawn(help)).collect();
            while goes_on(&mut meter) {
                by.grow(&shared, &mut walk);
                let nodes = nodes.load(Ordering::Relaxed).min(limit);
                if nodes >= next_report {
                    next_report = 2 * nodes;
                    // Whoever is told may take long, and the tree is not locked meanwhile.
                    let so_far = report(&tree(), nodes);
                    (question.progress)(&so_far);
                }
            }
            drop(is_done);
            for helper in helpers {
                helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            }
        });
        report(&self.tree, nodes.into_inner().min(limit))
    }
}

fn report<G: Game>(tree: &Tree<G>, nodes: u64) -> Report<G::Move> {
    let line = tree.line();
    let chosen = tree.choices().find(|choice| Some(choice.mv) == line.first().copied());
    let value = chosen
        .map_or(tree.value(), |choice| if choice.visits > 0 { choice.value } else { tree.value() });
    let score = tree.proof().unwrap_or_else(|| points(value));
    Report { depth: line.len() as u32, nodes, score, line }
}

/// A value between -1 and 1 in the points that evaluators count in.
fn points(value: f32) -> Score {
    let lead = value.clamp(-0.999, 0.999).atanh();
    Score::estimate((DECISIVE as f32 * lead).round() as i32)
}

impl<G: Game, L: Lens<G>, E: Evaluator<G>> Agent<G> for NetworkSearch<G, L, E> {
    fn choose(&mut self, question: &mut Question<'_, G>) -> Report<G::Move> {
        self.search(question, None)
    }

    fn new_game(&mut self) {
        self.tree.clear();
    }

    fn memory(&self) -> usize {
        self.tree.memory()
    }
}
