//! The one list of players, and the specs that name them: `alphabeta time=50ms`.

use std::time::Duration;

use selforge_catalogue::OptionDoc;
use selforge_core::{NotationError, Spec, SpecError, SpecReader, nearest};

use crate::agent::Budget;
use crate::gathering::Gather;

/// What is to be known of a player.
#[derive(Clone, Copy, Debug)]
pub struct AgentDoc {
    /// The first word of its specs.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// What can be chosen.
    pub options: &'static [OptionDoc],
    /// A spec worth trying.
    pub example: &'static str,
}

const DEPTH: OptionDoc =
    OptionDoc::new("depth", "1 to 64", "no limit", "how many plies to look ahead");
const TIME: OptionDoc =
    OptionDoc::new("time", "50ms, 2s", "no limit", "how long to think about a move");
const NODES: OptionDoc =
    OptionDoc::new("nodes", "a number", "no limit", "how many positions to look at for a move");
const VARIETY: OptionDoc =
    OptionDoc::new("variety", "0 to 10", "0", "how far below the best move it may choose");
const EVAL: OptionDoc =
    OptionDoc::new("eval", "fast or swarm", "fast", "how positions of Selfo are judged");
const HASH: OptionDoc =
    OptionDoc::new("hash", "1 to 4096", "16", "size of the transposition table in mebibytes");

const CONTEMPT: OptionDoc = OptionDoc::new(
    "contempt",
    "0 to 1000",
    "30",
    "how much worse than an even position it takes a draw to be; 10 are one step",
);

const THREADS: OptionDoc = OptionDoc::new(
    "threads",
    "1 to 64",
    "1",
    "how many threads search; with more than one, answers can differ from run to run",
);

const BLOCKADE: OptionDoc = OptionDoc::new(
    "blockade",
    "0 to 1000",
    "10",
    "what a piece of Selfo costs that may soon be cut off; 10 are one step, 0 is blind to it",
);

/// Every player there is.
pub const AGENTS: &[AgentDoc] = &[
    AgentDoc {
        name: "random",
        summary: "Any legal move, each equally likely.",
        options: &[],
        example: "random",
    },
    AgentDoc {
        name: "greedy",
        summary: "One ply of an evaluator.",
        options: &[EVAL, VARIETY],
        example: "greedy variety=2",
    },
    AgentDoc {
        name: "swarm",
        summary: "The thesis's player: signals, centroid, main group, one ply. Selfo only.",
        options: &[VARIETY],
        example: "swarm",
    },
    AgentDoc {
        name: "minimax",
        summary: "The thesis's extension: full width, the swarm's score in Selfo; any number of seats.",
        options: &[DEPTH, TIME, NODES, EVAL],
        example: "minimax depth=2",
    },
    AgentDoc {
        name: "alphabeta",
        summary: "Iterative deepening with pruning, two seats.",
        options: &[DEPTH, TIME, NODES, EVAL, BLOCKADE, HASH, CONTEMPT, THREADS],
        example: "alphabeta time=50ms",
    },
    AgentDoc {
        name: "mcts",
        summary: "Monte Carlo tree search with an evaluator at the leaves; any number of seats.",
        options: &[
            OptionDoc::new(
                "playouts",
                "a number",
                "10000 without another limit",
                "how many playouts to do for a move",
            ),
            TIME,
            NODES,
            EVAL,
        ],
        example: "mcts playouts=2000",
    },
    AgentDoc {
        name: "paper-random",
        summary: "The paper's random player: a shuffled queue of the legal moves, captures first where they are a duty.",
        options: &[],
        example: "paper-random",
    },
    AgentDoc {
        name: "paper-rules",
        summary: "The paper's rule-based player: one ply, pieces by priority; comes nearer when all moves look alike.",
        options: &[],
        example: "paper-rules",
    },
    AgentDoc {
        name: "external",
        summary: "Another program that speaks the engine protocol.",
        options: &[
            OptionDoc::new(
                "cmd",
                "a command in quotes",
                "must be given",
                "the program and its arguments",
            ),
            DEPTH,
            TIME,
            NODES,
        ],
        example: "external cmd=\"selforge engine\" time=50ms",
    },
];

/// Which evaluator a player uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judge {
    /// The fast one.
    Fast,
    /// The thesis's.
    Swarm,
}

/// What kind of player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Random,
    Greedy,
    Swarm,
    Minimax,
    AlphaBeta,
    Mcts,
    PaperRandom,
    PaperRules,
    External,
}

/// A player by its spec, checked.
#[derive(Clone, PartialEq, Debug)]
pub struct AgentSpec {
    spec: Spec,
    pub(crate) kind: Kind,
    pub(crate) judge: Judge,
    pub(crate) variety: u32,
    pub(crate) playouts: Option<u64>,
    pub(crate) hash_mebibytes: usize,
    pub(crate) contempt: i32,
    pub(crate) threads: u32,
    pub(crate) blockade: i32,
    /// The program of an external player and its arguments.
    pub(crate) command: Vec<String>,
    /// What it may spend on a move.
    pub budget: Budget,
}

/// Why a text names no player.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum AgentError {
    /// It is no spec.
    #[error("player spec, {0}")]
    Syntax(#[from] NotationError),
    /// No player has this name.
    #[error("unknown player '{name}'{}; expected one of: {}", hint.as_ref().map(|hint| format!("; did you mean '{hint}'?")).unwrap_or_default(), AGENTS.iter().map(|doc| doc.name).collect::<Vec<_>>().join(", "))]
    Unknown {
        /// The name as given.
        name: String,
        /// The nearest known name.
        hint: Option<&'static str>,
    },
    /// An option is wrong.
    #[error("player '{player}': {error}")]
    Option {
        /// The player's name.
        player: String,
        /// What is wrong.
        error: SpecError,
    },
    /// The player cannot play this game.
    #[error("player '{player}' cannot play this: {problem}; expected {expected}")]
    Unfit {
        /// The player's spec.
        player: String,
        /// Why not.
        problem: String,
        /// What would do.
        expected: String,
    },
}

impl AgentSpec {
    /// Reads a player's spec.
    ///
    /// # Errors
    /// If no player has this name or an option is wrong.
    pub fn parse(text: &str) -> Result<AgentSpec, AgentError> {
        let spec = Spec::parse(text)?;
        let named = |error| AgentError::Option { player: spec.name().to_string(), error };
        let kind = match spec.name() {
            "random" => Kind::Random,
            "greedy" => Kind::Greedy,
            "swarm" => Kind::Swarm,
            "minimax" => Kind::Minimax,
            "alphabeta" => Kind::AlphaBeta,
            "mcts" => Kind::Mcts,
            "paper-random" => Kind::PaperRandom,
            "paper-rules" => Kind::PaperRules,
            "external" => Kind::External,
            name => {
                let hint = nearest(name, AGENTS.iter().map(|doc| doc.name));
                let hint = AGENTS.iter().map(|doc| doc.name).find(|name| Some(*name) == hint);
                return Err(AgentError::Unknown { name: name.to_string(), hint });
            }
        };
        let doc = AGENTS.iter().find(|doc| doc.name == spec.name());
        let known = |key: &str| doc.is_some_and(|doc| doc.options.iter().any(|o| o.key == key));
        let mut reader = SpecReader::new(&spec);
        let mut read = || -> Result<AgentSpec, SpecError> {
            let usual = if kind == Kind::Minimax { Judge::Swarm } else { Judge::Fast };
            let judges = [("fast", Judge::Fast), ("swarm", Judge::Swarm)];
            let mut agent = AgentSpec {
                spec: spec.clone(),
                kind,
                judge: usual,
                variety: 0,
                playouts: None,
                hash_mebibytes: 16,
                contempt: 30,
                threads: 1,
                blockade: if kind == Kind::AlphaBeta { Gather::EXPOSURE } else { 0 },
                command: Vec::new(),
                budget: Budget::default(),
            };
            if known("eval") {
                agent.judge = reader.choice("eval", &judges)?.unwrap_or(usual);
            }
            if known("variety") {
                agent.variety = reader.number("variety", 0..=10)?.unwrap_or(0) as u32;
            }
            if known("playouts") {
                agent.playouts = reader.number("playouts", 1..=1_000_000_000)?;
            }
            if known("hash") {
                agent.hash_mebibytes = reader.number("hash", 1..=4096)?.unwrap_or(16) as usize;
            }
            if known("contempt") {
                agent.contempt = reader.number("contempt", 0..=1000)?.unwrap_or(30) as i32;
            }
            if known("threads") {
                agent.threads = reader.number("threads", 1..=64)?.unwrap_or(1) as u32;
            }
            if known("blockade") {
                let price = reader.number("blockade", 0..=1000)?.map(|price| price as i32);
                agent.blockade = price.unwrap_or(agent.blockade);
            }
            if known("cmd") {
                let text = reader.text("cmd").unwrap_or_default();
                let command = shlex::split(text).filter(|words| !words.is_empty());
                let wrong = || reader.refuse("cmd", "no command", "a program and its arguments");
                agent.command = command.ok_or_else(wrong)?;
            }
            if known("depth") {
                agent.budget.depth = reader.number("depth", 1..=64)?.map(|depth| depth as u32);
            }
            if known("nodes") {
                agent.budget.nodes = reader.number("nodes", 1..=u64::MAX)?;
            }
            if known("time") {
                let text = reader.text("time");
                let wrong = || reader.refuse("time", "no duration", "like 50ms or 2s, up to 1h");
                agent.budget.time =
                    text.map(|text| parse_duration(text).ok_or_else(wrong)).transpose()?;
            }
            Ok(agent)
        };
        let mut agent = read().map_err(named)?;
        reader.finish(&[]).map_err(named)?;
        let endless = agent.budget == Budget::default();
        if kind == Kind::Minimax && agent.budget.depth.is_none() {
            agent.budget.depth = Some(2);
        }
        if kind == Kind::AlphaBeta && endless {
            agent.budget.time = Some(Duration::from_millis(100));
        }
        Ok(agent)
    }

    /// The spec in words.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Whether the same question always gets the same answer: neither clock nor threads decide.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        self.budget.time.is_none() && self.threads == 1
    }
}

/// `50ms`, `2s`, `1m`.
fn parse_duration(text: &str) -> Option<Duration> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    let number: u64 = number.parse().ok().filter(|n| (1..=3_600_000).contains(n))?;
    let time = match unit {
        "ms" => Duration::from_millis(number),
        "s" => Duration::from_secs(number),
        "m" => Duration::from_secs(number * 60),
        _ => return None,
    };
    (time <= Duration::from_secs(3600)).then_some(time)
}
