//! The one list of players, and the specs that name them: `alphabeta time=50ms`.
//!
//! A player is one module: what it is called, what can be chosen, how its spec is read ([`AgentDoc`]) and
//! how it plays stand there together. Reading gives a [`Recipe`], which is plain data; a player is made
//! from it when it is seated at a game, because only then the types of the game and of the evaluator are
//! known. A new player is one module, one line in [`AGENTS`] and one arm in [`Recipe::make`].
//!
//! An option that has no effect is refused, never ignored: by the player that does not have it, by the
//! combination in which it means nothing, and at the table if it means nothing in that game.

pub mod alphabeta;
pub(crate) mod external;
mod greedy;
mod mcts;
mod minimax;
pub mod network;
mod options;
mod path;
pub(crate) mod plugin;
mod process;
pub(crate) mod program;
mod random;
mod swarm;
pub(crate) mod uci;

use std::path::PathBuf;

use selforge_catalogue::{Evaluator, OptionDoc, Score, final_score};
use selforge_core::{Game, NotationError, Seat, Spec, SpecError, SpecReader, nearest};

use self::alphabeta::AlphaBeta;
pub use self::greedy::Greedy;
pub(crate) use self::greedy::{Mover, View};
pub use self::mcts::Mcts;
pub use self::minimax::Minimax;
pub use self::options::Clock;
pub(crate) use self::options::Judge;
pub use self::random::Random;
use crate::agent::{Agent, Budget};
use crate::gathering::Swarm;

/// Whether a move ends the game as a draw by passing, although the seat might still win: an opponent who passes may
/// do so for want of a plan.
fn draws_by_passing<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    state: &G::State,
    seat: Seat,
    mv: G::Move,
) -> bool {
    if !evaluator.is_pass(game, mv) {
        return false;
    }
    let mut next = state.clone();
    game.play(&mut next, mv);
    game.outcome(&next).is_some_and(|outcome| final_score(&outcome, seat) == Score::DRAW)
        && evaluator.bounds(game, state, seat).1 > Score::DRAW
}

/// What is to be known of a player.
#[derive(Clone, Copy, Debug)]
pub struct AgentDoc {
    /// The first word of its specs.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// What can be chosen: exactly the options that are read.
    pub options: &'static [OptionDoc],
    /// Whether it runs a program of this machine: such players are for those who sit at it, never for
    /// clients of a server.
    pub is_local: bool,
    /// A spec worth trying.
    pub example: &'static str,
    /// Reads the options of a spec with this name.
    pub(crate) read: fn(&mut SpecReader<'_>) -> Result<(Recipe, Budget), SpecError>,
}

/// Every player there is.
pub const AGENTS: &[AgentDoc] = &[
    random::DOC,
    greedy::DOC,
    swarm::SWARM,
    swarm::CHEMOTAXIS,
    minimax::DOC,
    alphabeta::DOC,
    alphabeta::PARANOID,
    mcts::DOC,
    network::DOC,
    random::PAPER,
    crate::army::PAPER_RULES,
    external::DOC,
    plugin::DOC,
    uci::DOC,
];

/// What a player is made of.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Recipe {
    Random,
    Greedy {
        judge: Judge,
        slack: i32,
        view: View,
    },
    Swarm {
        evaluator: Swarm,
        slack: i32,
        passes: bool,
    },
    Chemotaxis {
        decay: f32,
    },
    Minimax {
        judge: Judge,
    },
    AlphaBeta {
        judge: Judge,
        options: alphabeta::Options,
    },
    Paranoid {
        judge: Judge,
        options: alphabeta::Options,
    },
    Mcts {
        judge: Judge,
        playouts: Option<u64>,
    },
    Network(network::Options),
    PaperRules,
    External {
        command: Vec<String>,
    },
    /// A chess engine's command, and what it is told to set.
    Uci {
        command: Vec<String>,
        settings: Vec<(String, String)>,
    },
    /// The plug-in's path; none for the one that the rule file names.
    Plugin {
        path: Option<PathBuf>,
    },
}

/// The options about how sets gather: they mean something in Selfo alone.
const ABOUT_GATHERING: [&str; 3] = ["eval", "blockade", "view"];

impl Recipe {
    /// Whether the player judges positions by an evaluator, so that it gains by knowing the game.
    pub(crate) fn has_judge(&self) -> bool {
        matches!(
            self,
            Recipe::Greedy { .. }
                | Recipe::Swarm { .. }
                | Recipe::Chemotaxis { .. }
                | Recipe::Minimax { .. }
                | Recipe::AlphaBeta { .. }
                | Recipe::Paranoid { .. }
                | Recipe::Mcts { .. }
        )
    }

    /// How the player judges positions of Selfo.
    pub(crate) fn judge(&self) -> Judge {
        match self {
            Recipe::Swarm { evaluator, .. } => Judge::Swarm(*evaluator),
            Recipe::Greedy { judge, .. }
            | Recipe::Minimax { judge }
            | Recipe::AlphaBeta { judge, .. }
            | Recipe::Paranoid { judge, .. }
            | Recipe::Mcts { judge, .. } => judge.clone(),
            Recipe::Random
            | Recipe::Chemotaxis { .. }
            | Recipe::Network(_)
            | Recipe::PaperRules
            | Recipe::External { .. }
            | Recipe::Uci { .. }
            | Recipe::Plugin { .. } => Judge::Fast { blockade: 0 },
        }
    }

    /// The player, or `None` if it is not one that any evaluator can serve.
    pub(crate) fn make<G: Game, E: Evaluator<G> + 'static>(
        &self,
        evaluator: E,
    ) -> Option<Box<dyn Agent<G>>> {
        Some(match *self {
            Recipe::Random => Box::new(Random),
            Recipe::Greedy { slack, .. } | Recipe::Swarm { slack, .. } => {
                Box::new(Greedy::new(evaluator, slack))
            }
            Recipe::Minimax { .. } => Box::new(Minimax::new(evaluator)),
            Recipe::AlphaBeta { options, .. } | Recipe::Paranoid { options, .. } => {
                Box::new(AlphaBeta::new(evaluator, options))
            }
            Recipe::Mcts { playouts, .. } => Box::new(Mcts::new(evaluator, playouts)),
            Recipe::Chemotaxis { .. }
            | Recipe::Network(_)
            | Recipe::PaperRules
            | Recipe::External { .. }
            | Recipe::Uci { .. }
            | Recipe::Plugin { .. } => return None,
        })
    }
}

/// A player by its spec, checked.
#[derive(Clone, PartialEq, Debug)]
pub struct AgentSpec {
    spec: Spec,
    pub(crate) recipe: Recipe,
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
        let Some(doc) = AGENTS.iter().find(|doc| doc.name == spec.name()) else {
            let hint = nearest(spec.name(), AGENTS.iter().map(|doc| doc.name));
            let hint = AGENTS.iter().map(|doc| doc.name).find(|name| Some(*name) == hint);
            return Err(AgentError::Unknown { name: spec.name().to_string(), hint });
        };
        let mut reader = SpecReader::new(&spec);
        let read = (doc.read)(&mut reader).and_then(|read| reader.finish(&[]).map(|()| read));
        let (recipe, budget) =
            read.map_err(|error| AgentError::Option { player: doc.name.to_string(), error })?;
        Ok(AgentSpec { spec, recipe, budget })
    }

    /// The spec in words.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The clock that the player's spec names, for whoever runs a whole game. The budget of a single move
    /// is a share of it.
    #[must_use]
    pub fn clock(&self) -> Option<Clock> {
        self.spec.get("time").and_then(Clock::parse)
    }

    /// Whether the player runs a program of this machine, which a server does for nobody.
    #[must_use]
    pub fn is_local(&self) -> bool {
        matches!(self.recipe, Recipe::External { .. } | Recipe::Uci { .. } | Recipe::Plugin { .. })
    }

    /// Whether the player has an opinion of who is ahead. Programs of their own may have one.
    #[must_use]
    pub fn has_opinions(&self) -> bool {
        !matches!(self.recipe, Recipe::Random | Recipe::Chemotaxis { .. })
    }

    /// The file of this machine that the player reads, if any: the network that it is or that judges for it.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        match (&self.recipe, self.recipe.judge()) {
            (Recipe::Network(options), _) => options.file.as_deref(),
            (_, Judge::Network { file: Some(_) }) => self.spec.get("eval"),
            _ => None,
        }
    }

    /// Whether the player reads a file of this machine.
    #[must_use]
    pub fn reads_file(&self) -> bool {
        self.file().is_some()
    }

    /// Whether the same question always gets the same answer: neither clock nor threads decide.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        let threads = match &self.recipe {
            Recipe::AlphaBeta { options, .. } | Recipe::Paranoid { options, .. } => options.threads,
            Recipe::Network(options) => options.threads,
            _ => 1,
        };
        self.budget.time.is_none() && threads == 1
    }

    /// The refusal to play a game.
    pub(crate) fn unfit(&self, problem: impl Into<String>, expected: &str) -> AgentError {
        AgentError::Unfit {
            player: self.spec.to_string(),
            problem: problem.into(),
            expected: expected.to_string(),
        }
    }

    /// Checks that nothing was chosen that is about chance, in a game without it.
    ///
    /// # Errors
    /// If something was.
    pub(crate) fn check_chance(&self, has_chance: bool) -> Result<(), AgentError> {
        match self.spec.get("samples") {
            Some(value) if !has_chance => {
                let problem =
                    format!("option samples={value}: nothing is left to chance in this game");
                Err(self.unfit(problem, "the player without it"))
            }
            _ => Ok(()),
        }
    }

    /// Checks that nothing was chosen that is about sets that gather, which those of this game do not.
    ///
    /// # Errors
    /// If something was, or the player itself knows nothing else.
    pub(crate) fn check_without_gathering(&self) -> Result<(), AgentError> {
        let by_network = matches!(self.recipe.judge(), Judge::Network { .. });
        let about = ABOUT_GATHERING.iter().filter(|key| !by_network || **key != "eval");
        let chosen = about.into_iter().find_map(|key| Some((key, self.spec.get(key)?)));
        match (&self.recipe, chosen) {
            (Recipe::Swarm { .. } | Recipe::Chemotaxis { .. }, _) => {
                let problem = "it knows only Selfo";
                Err(self.unfit(problem, "alphabeta, mcts or random"))
            }
            (_, Some((key, value))) => {
                let problem = format!("option {key}={value}: it knows only Selfo");
                Err(self.unfit(problem, "the player without it"))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A spec with one option, and with all else that the player must be told.
    fn with(doc: &AgentDoc, key: &str, value: &str) -> String {
        let command = ["external", "uci"].contains(&doc.name);
        let must = if command && key != "cmd" { " cmd=x" } else { "" };
        format!("{}{must} {key}={value}", doc.name)
    }

    #[test]
    fn every_player_reads_the_options_that_it_lists_and_refuses_all_others() {
        let keys = || AGENTS.iter().flat_map(|doc| doc.options).map(|option| &*option.key);
        for doc in AGENTS {
            for key in keys() {
                let error = AgentSpec::parse(&with(doc, key, "'")).map(|spec| spec.recipe);
                let text = format!("{error:?}");
                let unknown = text.contains("no such option") || text.contains("has no options");
                let listed = doc.options.iter().any(|option| option.key == key);
                assert_eq!(!unknown, listed, "{} {key}: {text}", doc.name);
            }
            assert!(AgentSpec::parse(doc.example).is_ok(), "{}", doc.example);
        }
    }

    #[test]
    fn a_player_that_runs_a_program_says_so_in_its_list_and_in_its_spec() {
        for doc in AGENTS {
            assert_eq!(
                AgentSpec::parse(doc.example).unwrap().is_local(),
                doc.is_local,
                "{}",
                doc.name
            );
        }
    }

    #[test]
    fn every_option_of_every_player_makes_a_difference() {
        let values = [
            ("depth", "3"),
            ("time", "7ms"),
            ("nodes", "77"),
            ("eval", "fast"),
            ("eval", "swarm"),
            ("blockade", "7"),
            ("hash", "7"),
            ("contempt", "7"),
            ("threads", "7"),
            ("samples", "7"),
            ("variety", "7"),
            ("view", "own"),
            ("decay", "0.5"),
            ("score", "centroid"),
            ("pass", "allowed"),
            ("playouts", "77"),
            ("cmd", "y"),
            ("file", "y"),
            ("path", "y"),
            ("options", "y=1"),
        ];
        for doc in AGENTS {
            for option in doc.options {
                let same = |value: &str| {
                    let command = ["external", "uci"].contains(&doc.name);
                    let must = if command { " cmd=x" } else { "" };
                    let usual = AgentSpec::parse(&format!("{}{must}", doc.name)).unwrap();
                    let spec = AgentSpec::parse(&with(doc, &option.key, value)).unwrap();
                    (spec.recipe, spec.budget) == (usual.recipe, usual.budget)
                };
                let mut of_key = values.iter().filter(|(key, _)| *key == option.key);
                assert!(of_key.any(|(_, value)| !same(value)), "{} {}", doc.name, option.key);
            }
        }
    }

    #[test]
    fn a_clock_is_for_the_whole_game_and_a_move_gets_a_share_of_it() {
        let spec = AgentSpec::parse("alphabeta time=60s+500ms").unwrap();
        let clock = spec.clock().unwrap();
        assert_eq!((clock.base.as_millis(), clock.increment.as_millis()), (60_000, 500));
        assert_eq!(spec.budget.time.unwrap().as_millis(), 2_375, "60 s / 30 and 3/4 of 500 ms");
        assert_eq!(clock.share(std::time::Duration::from_millis(10)).as_millis(), 5);
        assert_eq!(AgentSpec::parse("alphabeta time=2s").unwrap().clock(), None);
        assert!(AgentSpec::parse("alphabeta time=1s+0").unwrap().clock().is_some());
        for wrong in ["1s+", "+1s", "1s+x", "2h+1s"] {
            let error = AgentSpec::parse(&format!("alphabeta time={wrong}")).unwrap_err();
            assert!(error.to_string().contains("60s+500ms"), "{error}");
        }
    }
}
