//! What is played: the matches of the study, and how many games of each.

use std::collections::BTreeMap;
use std::fmt;

use selforge_agents::AgentSpec;
use selforge_core::{Spec, Stream};
use selforge_games::NoFiles;

use super::printed::SETUPS;
use crate::LabError;
use crate::arena::{Plan, Settings as MatchSettings};
use crate::reproduce::suite::{check_games, check_repeatable};
use crate::reproduce::{Match, StudyManifest};

/// The kind of this study, in manifests.
pub(super) const KIND: &str = "reproduce thesis";

/// The most games that can be asked for.
const MAX_GAMES: usize = 100_000;

/// All that decides the results of the study.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Games of the swarm with itself in each setup, after the thesis's own number; the other
    /// matches follow from it.
    pub games: usize,
    /// The stronger engine.
    pub engine: AgentSpec,
    /// Which setups, by number.
    pub setups: Vec<u8>,
    /// Decides every random choice.
    pub seed: u64,
}

/// What a match is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Role {
    /// The swarm with itself, as often as in the thesis.
    AsPrinted,
    /// The swarm with itself, more often.
    Swarm,
    /// The swarm with itself, from the set-up that was fitted to the thesis's figures.
    Fitted,
    /// The stronger engine with itself.
    Engine,
    /// The stronger engine against the swarm.
    EngineSwarm,
    /// The alpha-beta search with so many plies against one ply less.
    Depth(u32),
    /// The thesis's full-width search with so many plies against the swarm, which looks at one.
    Minimax(u32),
}

/// Every match of a setup. Those that take long come last: an interrupted study has the others.
pub(super) const ROLES: [Role; 10] = [
    Role::AsPrinted,
    Role::Swarm,
    Role::Fitted,
    Role::Depth(2),
    Role::Depth(3),
    Role::Depth(4),
    Role::EngineSwarm,
    Role::Engine,
    Role::Minimax(2),
    Role::Minimax(3),
];

impl fmt::Display for Role {
    /// As folders are called.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Role::AsPrinted => f.write_str("swarm-as-printed"),
            Role::Swarm => f.write_str("swarm"),
            Role::Fitted => f.write_str("swarm-fitted"),
            Role::Engine => f.write_str("engine"),
            Role::EngineSwarm => f.write_str("engine-swarm"),
            Role::Depth(plies) => write!(f, "depth-{plies}-{}", plies - 1),
            Role::Minimax(plies) => write!(f, "minimax-{plies}-swarm"),
        }
    }
}

impl Settings {
    /// Checks the numbers.
    ///
    /// # Errors
    /// If there are no games, too many, or setups that do not exist.
    pub fn check(&self) -> Result<(), LabError> {
        check_games(self.games, MAX_GAMES)?;
        let named: Vec<String> = self.setups.iter().map(u8::to_string).collect();
        let known = |setup: &u8| SETUPS.iter().any(|row| row.setup == *setup);
        let in_order = self.setups.is_sorted_by(|a, b| a < b);
        LabError::require(
            !self.setups.is_empty() && in_order && self.setups.iter().all(known),
            format!("--setups {}", named.join(",")),
            "some of 1,2,3,4,5 in this order, each once",
        )?;
        check_repeatable("--engine", &self.engine)
    }

    /// How many games a match has in each setup; none for those that are left out.
    #[must_use]
    pub fn games_of(&self, role: Role, printed: usize) -> usize {
        let part = |of: usize| (self.games / of).next_multiple_of(2);
        match role {
            Role::AsPrinted => printed,
            Role::Swarm | Role::Fitted => self.games,
            Role::Engine | Role::EngineSwarm | Role::Depth(_) => part(10).max(2),
            Role::Minimax(2) => part(50).max(2),
            // A move takes a second and more: too long for a quick look.
            Role::Minimax(_) if self.games < 250 => 0,
            Role::Minimax(_) => part(250),
        }
    }

    /// The matches of the study, with their setups and roles, in the order of playing.
    ///
    /// # Errors
    /// If a number makes no sense or the engine does not fit the game.
    pub fn matches(&self) -> Result<Vec<(u8, Role, Match)>, LabError> {
        self.check()?;
        let mut matches = Vec::new();
        for role in ROLES {
            for printed in SETUPS.iter().filter(|row| self.setups.contains(&row.setup)) {
                let games = self.games_of(role, printed.games as usize);
                if games > 0 {
                    matches.push((printed.setup, role, self.one(printed.setup, role, games)?));
                }
            }
        }
        Ok(matches)
    }

    fn one(&self, setup: u8, role: Role, games: usize) -> Result<Match, LabError> {
        let name = format!("setup-{setup}/{role}");
        let player = |text: &str| AgentSpec::parse(text);
        let deep = |plies: u32| player(&format!("alphabeta depth={plies}"));
        let players = match role {
            Role::AsPrinted | Role::Swarm | Role::Fitted => {
                vec![player("swarm")?, player("swarm")?]
            }
            Role::Engine => vec![self.engine.clone(), self.engine.clone()],
            Role::EngineSwarm => vec![self.engine.clone(), player("swarm")?],
            Role::Depth(plies) => vec![deep(plies)?, deep(plies - 1)?],
            Role::Minimax(plies) => {
                vec![player(&format!("minimax depth={plies}"))?, player("swarm")?]
            }
        };
        // Its own seed: the first twenty of the thousand would not be twenty others.
        let seed = Stream::new(self.seed, &format!("{KIND} {name}"), 0).bits() >> 16;
        let plan =
            Plan::new(MatchSettings::new(game_of(setup, role), players, games, seed), &NoFiles)?;
        Ok(Match { name, plan, cost: cost(setup, role) })
    }

    /// What was chosen, for the manifest.
    #[must_use]
    pub fn manifest(&self, command: &str) -> StudyManifest {
        let setups: Vec<String> = self.setups.iter().map(u8::to_string).collect();
        let options = [
            ("games", self.games.to_string()),
            ("engine", self.engine.spec().to_string()),
            ("setups", setups.join(",")),
            ("seed", self.seed.to_string()),
        ];
        let options = options.map(|(key, value)| (key.to_owned(), value));
        StudyManifest::new(KIND, BTreeMap::from(options), command)
    }
}

/// The game of a setup. Colours stay with their seats: nothing in chapters 5 and 6 lets the thesis's
/// program exchange them, and its figures by colour would mean little if it did.
pub(super) fn game(setup: u8) -> Spec {
    let text = format!("selfo setup=thesis-{setup} swap=off");
    Spec::parse(&text).expect("the spec is well formed")
}

/// The game of a match: the set-up after the thesis's words, or the one that was fitted to its figures.
fn game_of(setup: u8, role: Role) -> Spec {
    let fitted = || Spec::parse(&format!("selfo setup=fitted-{setup} swap=off"));
    if role == Role::Fitted { fitted().expect("the spec is well formed") } else { game(setup) }
}

/// How long a game takes, in milliseconds of one core: measured once, for the estimate only.
fn cost(setup: u8, role: Role) -> f64 {
    // Long games of scattered pieces cost most.
    let setup = [0.2, 0.6, 0.45, 1.8, 0.9][usize::from(setup - 1) % 5];
    setup
        * match role {
            Role::AsPrinted | Role::Swarm | Role::Fitted => 12.0,
            Role::Depth(2) => 20.0,
            Role::Depth(3) => 45.0,
            Role::Depth(_) => 100.0,
            Role::EngineSwarm => 300.0,
            Role::Engine => 500.0,
            Role::Minimax(2) => 900.0,
            Role::Minimax(_) => 20_000.0,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(games: usize) -> Settings {
        let engine = AgentSpec::parse("alphabeta depth=1").unwrap();
        Settings { games, engine, setups: vec![1, 2, 3, 4, 5], seed: 1 }
    }

    #[test]
    fn every_setup_is_played_in_every_match_as_often_as_asked() {
        let settings = settings(1000);
        let matches = settings.matches().unwrap();
        assert_eq!(matches.len(), 50);
        let games = |role: Role| -> Vec<usize> {
            let these = matches.iter().filter(|(_, other, _)| *other == role);
            these.map(|(.., it)| it.plan.games()).collect()
        };
        assert_eq!(games(Role::AsPrinted), [20, 15, 10, 20, 10]);
        assert_eq!(games(Role::Swarm), [1000; 5]);
        assert_eq!(games(Role::Depth(4)), [100; 5]);
        assert_eq!((games(Role::Minimax(2)), games(Role::Minimax(3))), (vec![20; 5], vec![4; 5]));
        let names: std::collections::BTreeSet<_> = matches.iter().map(|it| &it.2.name).collect();
        let seeds: std::collections::BTreeSet<_> =
            matches.iter().map(|it| it.2.plan.settings().seed).collect();
        assert_eq!((names.len(), seeds.len()), (50, 50));
    }

    #[test]
    fn a_small_study_leaves_out_only_the_slowest_match() {
        let matches = settings(2).matches().unwrap();
        assert_eq!(matches.len(), 45);
        assert!(matches.iter().all(|(_, role, _)| *role != Role::Minimax(3)));
    }

    #[test]
    fn what_makes_no_study_is_refused() {
        let refused = |settings: Settings| settings.check().unwrap_err().to_string();
        for games in [0, 1, 7, 1_000_000] {
            assert!(refused(settings(games)).contains("an even number"), "{games}");
        }
        for setups in [vec![], vec![6], vec![2, 1], vec![1, 1]] {
            assert!(refused(Settings { setups, ..settings(2) }).contains("some of 1,2,3,4,5"));
        }
        let engine = AgentSpec::parse("alphabeta time=50ms").unwrap();
        assert!(refused(Settings { engine, ..settings(2) }).contains("a clock decides"));
    }
}
