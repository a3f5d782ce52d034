//! All that decides the results of a run.

use std::fmt;
use std::fs::{self, File};
use std::hash::Hasher;
use std::io::Read;
use std::path::Path;
use std::str::FromStr;

use fnv::FnvHasher;
use selforge_agents::{AgentSpec, Player, neural};
use selforge_core::{Spec, nearest};
use selforge_games::NoFiles;
use selforge_games::rulespace::Rules;
use serde::{Deserialize, Serialize};

use super::rulespace::RuleSpaces;
use super::selfo::Selfos;
use super::space::{Measure, Space};
use crate::LabError;

/// The most candidates of a run, games for a measure, and cells of a map.
const MAX_EVALUATIONS: usize = 1_000_000;
const MAX_GAMES: u32 = 10_000;
const MAX_CELLS: usize = 10_000;

/// Games of the rule space with different kinds of pieces: who plays both plays all of them. A network
/// that saw the kinds of one game only does not.
const UNLIKE: [&str; 2] = [
    "rulespace genes=00000000000000001000000066666600000000000000000000",
    "rulespace genes=10544323416000303204101062532211000101101026232031",
];

/// An enum whose values have names that are typed, printed and stored.
macro_rules! named {
    ($(#[$doc:meta])* $type:ident, $what:literal, $($(#[$value_doc:meta])* $value:ident = $name:literal),+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        pub enum $type {
            $($(#[$value_doc])* #[serde(rename = $name)] $value),+
        }

        impl $type {
            /// All of them with their names.
            pub const ALL: &[(&'static str, $type)] = &[$(($name, $type::$value)),+];
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($type::$value => $name),+ })
            }
        }

        impl FromStr for $type {
            type Err = LabError;

            fn from_str(text: &str) -> Result<$type, LabError> {
                let found = $type::ALL.iter().find(|(name, _)| *name == text);
                found.map(|(_, value)| *value).ok_or_else(|| {
                    let names = $type::ALL.iter().map(|(name, _)| *name);
                    unknown($what, text, names)
                })
            }
        }
    };
}

/// The error for a name that is none of those there are.
fn unknown(what: &str, text: &str, names: impl Iterator<Item = &'static str>) -> LabError {
    let names: Vec<&str> = names.collect();
    let shown: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
    let hint = nearest(text, names.iter().copied());
    let hint = hint.map(|hint| format!("; did you mean '{hint}'?")).unwrap_or_default();
    LabError::settings(format!("no {what} '{shown}'{hint}"), names.join(", "))
}

named!(
    /// What is searched.
    SpaceName, "space",
    /// The paper's games: fifty genes between chess and checkers.
    RuleSpace = "rulespace",
    /// Selfo: boards, sizes, densities, move lengths, set-ups.
    Selfo = "selfo"
);

named!(
    /// How it is searched.
    MethodName, "method",
    /// The paper's evolution strategy.
    Es = "es",
    /// Random games, the baseline.
    Random = "random",
    /// A genetic algorithm.
    Ga = "ga",
    /// Quality diversity: the best game of every kind.
    MapElites = "map-elites"
);

named!(
    /// What makes a game better than another.
    Select, "way to select",
    /// The paper's: the sum of child / parent over the metrics.
    Ratio = "ratio",
    /// The paper's rank fitness, of parents and children together.
    Rank = "rank",
    /// The combined fitness.
    Fitness = "fitness",
    /// Pareto: not being worse in everything, then being different.
    Pareto = "pareto"
);

named!(
    /// What games are measured by.
    FitnessName, "fitness",
    /// The space's own measures: the paper's metrics, or those of Selfo.
    Usual = "usual",
    /// For the rule space: the paper's metrics, and games of two equal engines.
    Played = "played"
);

named!(
    /// What the rate of mutation is a probability of.
    MutationOf, "unit of mutation",
    /// Of each gene to change.
    Gene = "gene",
    /// Of a child to have one gene changed; the others are their parents again.
    Child = "child"
);

/// All that decides the results of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// What is searched.
    pub space: SpaceName,
    /// How new games come from old ones.
    pub method: MethodName,
    /// What is better.
    pub select: Select,
    /// What games are measured by.
    pub fitness: FitnessName,
    /// Who plays both sides of the games of the fitness `played`; none for the usual search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Decides every random choice.
    pub seed: u64,
    /// The budget: so many candidates measured in full.
    pub evaluations: usize,
    /// Games for each measure, stage by stage; what fails in a stage is not played further.
    pub stages: Vec<u32>,
    /// Parents (es), population (ga), random games at the beginning (map-elites).
    pub population: usize,
    /// The probability of each gene, or of each child, to mutate.
    pub mutation: f64,
    /// Of which of the two.
    #[serde(default = "per_gene", skip_serializing_if = "is_per_gene")]
    pub mutate: MutationOf,
    /// The weights of the measures in the rank fitness (Eq. 5), in their order; none for all 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<f64>,
    /// The axes of the map of elites.
    pub descriptors: Vec<String>,
    /// Cells of the map along each axis.
    pub cells: usize,
    /// From which difference on games differ (Eq. 7).
    pub threshold: f64,
}

// Folders of runs from before there was a choice go on, and those of the usual choice stay as they were.
fn per_gene() -> MutationOf {
    MutationOf::Gene
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_per_gene(mutate: &MutationOf) -> bool {
    *mutate == MutationOf::Gene
}

/// Whether a player has a network of `learnability`, which needs no time, whatever its spec says of it.
fn looks_one_ply(player: &AgentSpec) -> bool {
    let begins = |file: &str| {
        let mut first = [0; neural::MAGIC.len()];
        let read = File::open(file).and_then(|mut file| file.read_exact(&mut first));
        read.is_ok() && first == *neural::MAGIC
    };
    player.spec().name() == "network" && player.spec().get("file").is_some_and(begins)
}

impl Settings {
    /// The usual settings: for the rule space and `es`, those of the paper; for other methods and other
    /// ways to select the same budget. The seed is 0.
    #[must_use]
    pub fn new(space: SpaceName, method: MethodName, select: Option<Select>) -> Settings {
        let (evaluations, games) = match space {
            SpaceName::RuleSpace => (1010, 20),
            SpaceName::Selfo => (210, 8),
        };
        let select = select.unwrap_or(match method {
            MethodName::Es => Select::Ratio,
            _ => Select::Fitness,
        });
        let population = match method {
            MethodName::Es => 10,
            MethodName::Random => 20,
            MethodName::Ga => 40,
            MethodName::MapElites => 100,
        };
        // Beside the paper's, rates that did best for the combined fitness in trials with other seeds
        // than those that are reported.
        let mutation = match (space, method) {
            _ if select == Select::Ratio => 0.3,
            (SpaceName::RuleSpace, MethodName::MapElites) => 0.08,
            (SpaceName::RuleSpace, _) => 0.04,
            (SpaceName::Selfo, _) => 0.2,
        };
        let descriptors = match space {
            SpaceName::RuleSpace => ["length", "branching"],
            SpaceName::Selfo => ["length", "density"],
        };
        Settings {
            space,
            method,
            select,
            fitness: FitnessName::Usual,
            engine: None,
            seed: 0,
            evaluations,
            stages: vec![games],
            population,
            mutation,
            mutate: MutationOf::Gene,
            weights: Vec::new(),
            descriptors: descriptors.map(str::to_owned).to_vec(),
            cells: 10,
            threshold: 0.6,
        }
    }

    /// The space that is searched.
    #[must_use]
    pub fn open_space(&self) -> Box<dyn Space> {
        match self.space {
            SpaceName::RuleSpace => {
                let (fitness, engine) = (self.fitness, self.engine.clone());
                Box::new(RuleSpaces { fitness, engine, rules: Rules::default() })
            }
            SpaceName::Selfo => Box::new(Selfos),
        }
    }

    /// Games for each measure of a candidate that passes all stages.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.stages.last().copied().unwrap_or(1)
    }

    /// The whole budget, in games for each measure: those of all stages, for so many candidates.
    #[must_use]
    pub fn budget(&self) -> u64 {
        self.evaluations as u64 * self.stages.iter().map(|games| u64::from(*games)).sum::<u64>()
    }

    /// Where the axes of the map stand among the space's descriptors.
    ///
    /// # Errors
    /// If one of them is none, or there are too many, or one twice.
    pub fn axes(&self, space: &dyn Space) -> Result<Vec<usize>, LabError> {
        let all = space.descriptors();
        let find = |name: &String| {
            let at = all.iter().position(|measure: &Measure| measure.name == name);
            at.ok_or_else(|| unknown("descriptor", name, all.iter().map(|m| m.name)))
        };
        let axes = self.descriptors.iter().map(find).collect::<Result<Vec<usize>, _>>()?;
        let different = !(1..axes.len()).any(|at| axes[..at].contains(&axes[at]));
        LabError::require(
            (1..=3).contains(&axes.len()) && different,
            format!("descriptors '{}'", self.descriptors.join(",")),
            "one, two or three different ones",
        )?;
        Ok(axes)
    }

    fn check_weights(&self) -> Result<(), LabError> {
        if self.weights.is_empty() {
            return Ok(());
        }
        let given: Vec<String> = self.weights.iter().map(f64::to_string).collect();
        let problem = format!("weights '{}'", given.join(","));
        let space = self.open_space();
        let names: Vec<&str> = space.objectives().iter().map(|measure| measure.name).collect();
        let fits = |weight: &f64| (0.0..=1000.0).contains(weight);
        LabError::require(
            self.weights.len() == names.len()
                && self.weights.iter().all(fits)
                && self.weights.iter().any(|weight| *weight > 0.0),
            &*problem,
            format!("{} numbers from 0 to 1000, for {}", names.len(), names.join(", ")),
        )?;
        LabError::require(
            self.select == Select::Rank,
            format!("{problem} for a selection by {}", self.select),
            "weights for the selection by rank, whose points they weigh (es, --select rank)",
        )
    }

    fn check_engine(&self) -> Result<(), LabError> {
        let Some(engine) = &self.engine else { return Ok(()) };
        LabError::require(
            self.fitness == FitnessName::Played,
            format!(
                "the engine '{engine}' for the fitness '{}', which has no use for it",
                self.fitness
            ),
            "an engine for the fitness 'played'",
        )?;
        let player = AgentSpec::parse(engine)?;
        LabError::require(
            (player.is_repeatable() || looks_one_ply(&player)) && !player.is_local(),
            format!("the engine '{engine}', which may play otherwise the next time"),
            "one that neither clock nor threads decide, such as 'alphabeta nodes=200'",
        )?;
        for game in UNLIKE {
            let game = selforge_games::open(&Spec::parse(game).expect("a spec"), &NoFiles)?;
            Player::new(&player, &game)?;
        }
        Ok(())
    }

    /// What the bytes of the engine's file come to, if the engine has one.
    ///
    /// # Errors
    /// If the engine is none, or its file cannot be read.
    pub(super) fn engine_fingerprint(&self) -> Result<Option<String>, LabError> {
        let Some(engine) = &self.engine else { return Ok(None) };
        let player = AgentSpec::parse(engine)?;
        let Some(file) = player.file() else { return Ok(None) };
        let path = Path::new(file);
        let mut hasher = FnvHasher::default();
        hasher.write(&fs::read(path).map_err(LabError::file("read", path))?);
        Ok(Some(format!("{:016x}", hasher.finish())))
    }

    /// Refuses what makes no run.
    ///
    /// # Errors
    /// With what is wrong and what would be right.
    pub fn check(&self) -> Result<(), LabError> {
        let within = |what: &str, value: usize, low: usize, high: usize| {
            let fits = (low..=high).contains(&value);
            LabError::require(fits, format!("{what} is {value}"), format!("{low} to {high}"))
        };
        within("the population", self.population, 2, 10_000)?;
        within("the number of evaluations", self.evaluations, 1, MAX_EVALUATIONS)?;
        LabError::require(
            self.evaluations >= self.population || self.method == MethodName::Random,
            format!("{} evaluations for a population of {}", self.evaluations, self.population),
            format!("{} or more", self.population),
        )?;
        for games in &self.stages {
            within("the number of games", *games as usize, 1, MAX_GAMES as usize)?;
        }
        let given: Vec<String> = self.stages.iter().map(u32::to_string).collect();
        LabError::require(
            (1..=4).contains(&self.stages.len()) && self.stages.is_sorted_by(|a, b| a < b),
            format!("stages '{}'", given.join(",")),
            "up to four growing numbers of games, such as 4,20",
        )?;
        LabError::require(
            self.mutation > 0.0 && self.mutation <= 1.0,
            format!("a mutation rate of {}", self.mutation),
            "more than 0, at most 1",
        )?;
        LabError::require(
            (0.0..1.0).contains(&self.threshold),
            format!("a threshold of {}", self.threshold),
            "0 or more, below 1",
        )?;
        LabError::require(
            (self.space, self.fitness) != (SpaceName::Selfo, FitnessName::Played),
            "the fitness 'played' for selfo, whose games engines play anyway",
            "usual",
        )?;
        self.check_engine()?;
        self.check_weights()?;
        let axes = self.axes(&*self.open_space())?.len();
        within("the number of cells along an axis", self.cells, 2, 100)?;
        LabError::require(
            self.cells.pow(axes as u32) <= MAX_CELLS,
            format!("{} cells along each of {axes} axes", self.cells),
            format!("at most {MAX_CELLS} cells in all"),
        )?;
        let possible: &[Select] = match self.method {
            MethodName::Es => &[Select::Ratio, Select::Rank, Select::Fitness],
            MethodName::Ga => &[Select::Fitness, Select::Pareto],
            MethodName::Random | MethodName::MapElites => &[Select::Fitness],
        };
        let names: Vec<String> = possible.iter().map(Select::to_string).collect();
        LabError::require(
            possible.contains(&self.select),
            format!("{} does not select by {}", self.method, self.select),
            names.join(" or "),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(change: impl FnOnce(&mut Settings)) -> String {
        let mut settings = Settings::new(SpaceName::RuleSpace, MethodName::Es, None);
        change(&mut settings);
        settings.check().unwrap_err().to_string()
    }

    #[test]
    fn the_usual_settings_of_every_space_and_method_hold() {
        for (_, space) in SpaceName::ALL {
            for (_, method) in MethodName::ALL {
                Settings::new(*space, *method, None).check().unwrap();
            }
        }
        let paper = Settings::new(SpaceName::RuleSpace, MethodName::Es, None);
        assert_eq!((paper.evaluations, paper.population, paper.games()), (10 + 10 * 100, 10, 20));
        assert_eq!(paper.budget(), 1010 * 20);
    }

    #[test]
    fn what_makes_no_run_is_refused_with_what_would_be_right() {
        let rate =
            |shown: &str| format!("a mutation rate of {shown}; expected more than 0, at most 1");
        assert_eq!(refusal(|s| s.mutation = 0.0), rate("0"));
        assert_eq!(refusal(|s| s.mutation = f64::NAN), rate("NaN"));
        let stages = refusal(|s| s.stages = vec![20, 4]);
        assert!(stages.starts_with("stages '20,4'; expected up to four"), "{stages}");
        assert!(refusal(|s| s.stages = vec![]).starts_with("stages ''"));
        assert!(refusal(|s| s.evaluations = 9).starts_with("9 evaluations for a population of 10"));
        let select = refusal(|s| s.select = Select::Pareto);
        assert!(select.ends_with("expected ratio or rank or fitness"), "{select}");
        let axes = |names: &[&str]| {
            refusal(|s| s.descriptors = names.iter().map(|name| (*name).to_owned()).collect())
        };
        assert!(axes(&["lenght"]).contains("did you mean 'length'?"));
        assert!(axes(&["length", "length"]).contains("different"));
        let weights = refusal(|s| s.weights = vec![1.0, 2.0]);
        assert!(weights.contains("4 numbers") && weights.contains("duration"), "{weights}");
        let weights = refusal(|s| s.weights = vec![1.0, 2.0, 0.0, 1.0]);
        assert!(weights.contains("for a selection by ratio"), "{weights}");
        assert!(refusal(|s| s.threshold = 1.0).starts_with("a threshold of 1"));
        let typo = "map-elite".parse::<MethodName>().unwrap_err().to_string();
        assert_eq!(
            typo,
            "no method 'map-elite'; did you mean 'map-elites'?; expected es, random, ga, map-elites"
        );
    }
}
