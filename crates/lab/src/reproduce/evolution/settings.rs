//! How much is done.

use std::collections::BTreeMap;

use serde::Serialize;

use super::printed::COMPARISON_GAMES;
use crate::evolve::{self, MethodName, SpaceName};
use crate::learnability;
use crate::reproduce::StudyManifest;

/// What a study of the paper does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Settings {
    /// Decides every random choice.
    pub seed: u64,
    /// Iterations of the evolution; the paper has 100.
    pub iterations: u32,
    /// Games for each value of Table 4; the paper has 100.
    pub games: u32,
    /// Populations of networks for each game.
    pub populations: usize,
    /// Networks of a population that go on; each has a child.
    pub parents: usize,
    /// After how many iterations a population is given up.
    pub lessons: u32,
    /// Random games that are learned, besides the paper's.
    pub random_games: usize,
}

impl Settings {
    /// The paper's numbers.
    #[must_use]
    pub fn full(seed: u64) -> Settings {
        Settings {
            seed,
            iterations: 100,
            games: COMPARISON_GAMES,
            populations: 5,
            parents: 15,
            lessons: 200,
            random_games: 3,
        }
    }

    /// A first look.
    #[must_use]
    pub fn quick(seed: u64) -> Settings {
        Settings {
            iterations: 10,
            games: 20,
            populations: 2,
            parents: 5,
            lessons: 5,
            random_games: 1,
            ..Settings::full(seed)
        }
    }

    /// The manifest of a study with these settings.
    #[must_use]
    pub fn manifest(&self, command: &str) -> StudyManifest {
        let options: BTreeMap<String, String> = [
            ("seed", self.seed.to_string()),
            ("iterations", self.iterations.to_string()),
            ("games", self.games.to_string()),
            ("populations", self.populations.to_string()),
            ("parents", self.parents.to_string()),
            ("lessons", self.lessons.to_string()),
            ("random-games", self.random_games.to_string()),
        ]
        .map(|(key, value)| (key.to_owned(), value))
        .into();
        StudyManifest::new("reproduce evolution", options, command)
    }

    /// The paper's evolution strategy with this many iterations.
    #[must_use]
    pub fn evolution(&self) -> evolve::Settings {
        let mut settings = evolve::Settings::new(SpaceName::RuleSpace, MethodName::Es, None);
        settings.seed = self.seed;
        settings.evaluations = settings.population * (self.iterations as usize + 1);
        settings
    }

    /// How networks learn each game.
    #[must_use]
    pub fn learning(&self) -> learnability::Settings {
        learnability::Settings {
            seeds: self.populations,
            seed: self.seed,
            iterations: self.lessons,
            parents: self.parents,
            ..learnability::Settings::default()
        }
    }
}
