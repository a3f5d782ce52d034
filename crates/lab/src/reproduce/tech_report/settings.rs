//! What is played: the matches of the study, and how many games of each.

use std::collections::BTreeMap;

use selforge_agents::AgentSpec;
use selforge_core::{Spec, Stream};
use selforge_games::NoFiles;

use crate::LabError;
use crate::arena::{Plan, Settings as MatchSettings};
use crate::reproduce::suite::{check_games, check_repeatable};
use crate::reproduce::{Match, StudyManifest};

/// The kind of this study, in manifests.
const KIND: &str = "reproduce report";

/// The most games that can be asked for.
const MAX_GAMES: usize = 10_000;

/// The board on which everything is measured.
pub(super) const MAIN: &str = "hexhex-6";

/// The density of games in which one side has an advantage: one at which games are won.
const DECISIVE: u32 = 24;

/// The boards with their densities: smaller ones, those with other neighbours, which have about as many
/// cells as the main board, and last a large one, whose games take longest.
const BOARDS: [(&str, &[u32]); 7] = [
    (MAIN, &[16, 20, 24, 28, 32, 36, 40, 44]),
    ("hexhex-4", &[20, 26, 32, 38, 44, 50]),
    ("hexhex-5", &[20, 26, 32, 38, 44]),
    ("tri-4", &[8, 12, 16, 20, 24]),
    ("square-10x10", &[12, 16, 20, 24, 28, 32]),
    ("king-10x10", &[20, 26, 32, 38, 44, 50]),
    ("hexhex-7", &[20, 26, 32]),
];

/// How far each seat moves in games with unequal moves, the longer one second.
const LENGTHS: [[u32; 2]; 2] = [[1, 2], [2, 3]];

/// How many pieces each set has in games with unequal sets, the smaller one second.
const PIECES: [[u32; 2]; 3] = [[11, 10], [11, 9], [11, 7]];

/// The board without a rim, and the one on which the same starts have a rim.
pub(super) const RACES: [&str; 2] = ["plane", "hexhex-5"];

/// How many pieces each set has there: as many, and one less for each seat in turn.
const RACE_PIECES: [[u32; 2]; 3] = [[11, 11], [11, 10], [10, 11]];

/// How much is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// A first look: three boards, every other density, one handicap of each kind.
    Quick,
    /// Every board, density and handicap.
    Whole,
}

/// All that decides the results of the study.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Games of each match.
    pub games: usize,
    /// Which matches.
    pub extent: Extent,
    /// The engine that plays itself.
    pub engine: AgentSpec,
    /// The one that it should beat.
    pub weaker: AgentSpec,
    /// Decides every random choice.
    pub seed: u64,
}

/// What a match is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// A board at a density in percent.
    Density(&'static str, u32),
    /// So many steps in a move of each seat.
    Lengths([u32; 2]),
    /// So many pieces in each set.
    Pieces([u32; 2]),
    /// The chess board with sixteen pawns and eight neighbours.
    Pawns,
    /// So many pieces in each set, with a rim or without. The weaker engine plays both sides: without a
    /// rim games take twenty times as long.
    Race(&'static str, [u32; 2]),
}

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contest {
    /// The engine with itself.
    Even,
    /// The engine against the weaker one.
    Skill,
}

/// One match of the study.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Experiment {
    /// What it is about.
    pub topic: Topic,
    /// Who plays.
    pub contest: Contest,
}

impl Experiment {
    /// Its folder inside the study's.
    #[must_use]
    pub fn name(&self) -> String {
        let contest = match self.contest {
            Contest::Even => "even",
            Contest::Skill => "skill",
        };
        match self.topic {
            Topic::Density(board, density) => format!("{board}/{density}-{contest}"),
            Topic::Lengths([a, b]) => format!("lengths/{a}-{b}"),
            Topic::Pieces([a, b]) => format!("pieces/{a}-{b}"),
            Topic::Pawns => format!("pawns/{contest}"),
            Topic::Race(board, [a, b]) => format!("races/{board}-{a}-{b}"),
        }
    }

    /// The game. Where a seat has an advantage nobody swaps: it would only change hands.
    #[must_use]
    pub fn game(&self) -> String {
        match self.topic {
            Topic::Density(board, density) => format!("selfo board={board} density={density}"),
            Topic::Lengths([a, b]) => {
                format!("selfo board={MAIN} density={DECISIVE} length={a},{b} swap=off")
            }
            Topic::Pieces([a, b]) => format!("selfo board={MAIN} pieces={a},{b} swap=off"),
            Topic::Pawns => "selfo board=king-8x8 pieces=8".to_owned(),
            Topic::Race(board, [a, b]) => format!("selfo board={board} pieces={a},{b} swap=off"),
        }
    }
}

impl Settings {
    /// Checks the numbers.
    ///
    /// # Errors
    /// If there are no games or too many, or a clock decides an engine's moves.
    pub fn check(&self) -> Result<(), LabError> {
        check_games(self.games, MAX_GAMES)?;
        check_repeatable("--engine", &self.engine)?;
        check_repeatable("--weaker", &self.weaker)
    }

    /// The boards with their densities.
    pub(super) fn boards(&self) -> Vec<(&'static str, Vec<u32>)> {
        let chosen = |(board, densities): &(&'static str, &[u32])| match self.extent {
            Extent::Whole => Some((*board, densities.to_vec())),
            Extent::Quick => {
                let few = densities.iter().step_by(2).copied().collect();
                [MAIN, "hexhex-4", "king-10x10"].contains(board).then_some((*board, few))
            }
        };
        BOARDS.iter().filter_map(chosen).collect()
    }

    /// With how many pieces a side which boards are solved.
    pub(super) fn solved(&self) -> &'static [(&'static str, usize)] {
        let all: &[_] = &[
            ("hexhex-3", 2),
            ("hexhex-3", 3),
            ("hexhex-3", 4),
            ("hexhex-3", 5),
            ("hexhex-3", 6),
            ("hexhex-4", 2),
            ("hexhex-4", 3),
        ];
        match self.extent {
            Extent::Quick => &all[..2],
            Extent::Whole => all,
        }
    }

    /// Every match, in the order of playing.
    #[must_use]
    pub fn experiments(&self) -> Vec<Experiment> {
        let mut all = Vec::new();
        let (even, skill) = (Contest::Even, Contest::Skill);
        let mut add = |topic, contests: &[Contest]| {
            all.extend(contests.iter().map(|&contest| Experiment { topic, contest }));
        };
        add(Topic::Pawns, &[even, skill]);
        let few = if self.extent == Extent::Quick { 1 } else { usize::MAX };
        let both = |[a, b]: [u32; 2]| [[a, b], [b, a]];
        for seats in LENGTHS.into_iter().take(few).flat_map(both) {
            add(Topic::Lengths(seats), &[even]);
        }
        for seats in PIECES.into_iter().take(few).flat_map(both) {
            add(Topic::Pieces(seats), &[even]);
        }
        for board in RACES {
            RACE_PIECES.iter().for_each(|pieces| add(Topic::Race(board, *pieces), &[even]));
        }
        for (board, densities) in self.boards() {
            let contests: &[_] = if board == MAIN { &[even, skill] } else { &[even] };
            densities.iter().for_each(|it| add(Topic::Density(board, *it), contests));
        }
        all
    }

    /// A match, ready to be played.
    ///
    /// # Errors
    /// If an engine does not fit the game.
    pub(super) fn plan(&self, experiment: &Experiment) -> Result<Match, LabError> {
        let name = experiment.name();
        let other = match experiment.contest {
            Contest::Even => &self.engine,
            Contest::Skill => &self.weaker,
        };
        let game = Spec::parse(&experiment.game()).expect("the spec is well formed");
        let players = match experiment.topic {
            Topic::Race(..) => vec![self.weaker.clone(); 2],
            _ => vec![self.engine.clone(), other.clone()],
        };
        let seed = Stream::new(self.seed, &format!("{KIND} {name}"), 0).bits() >> 16;
        let plan = Plan::new(MatchSettings::new(game, players, self.games, seed), &NoFiles)?;
        Ok(Match { name, plan, cost: cost(experiment) })
    }

    /// What was chosen, for the manifest.
    #[must_use]
    pub fn manifest(&self, command: &str) -> StudyManifest {
        let extent = match self.extent {
            Extent::Quick => "quick",
            Extent::Whole => "whole",
        };
        let options = [
            ("games", self.games.to_string()),
            ("extent", extent.to_owned()),
            ("engine", self.engine.spec().to_string()),
            ("weaker", self.weaker.spec().to_string()),
            ("seed", self.seed.to_string()),
        ];
        let options = options.map(|(key, value)| (key.to_owned(), value));
        StudyManifest::new(KIND, BTreeMap::from(options), command)
    }
}

/// How long a game takes, in milliseconds of one core with the usual engines: for the estimate only.
fn cost(experiment: &Experiment) -> f64 {
    let board = match experiment.topic {
        Topic::Density("hexhex-4", _) => 100.0,
        Topic::Density("hexhex-5", _) => 200.0,
        Topic::Density("hexhex-7", _) => 2_000.0,
        Topic::Pawns => 100.0,
        Topic::Race("plane", _) => 500.0,
        Topic::Race(..) => 25.0,
        _ => 400.0,
    };
    match experiment.contest {
        Contest::Even => board,
        Contest::Skill => 0.6 * board,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(extent: Extent) -> Settings {
        let [engine, weaker] = ["alphabeta nodes=20", "greedy"];
        let [engine, weaker] = [engine, weaker].map(|it| AgentSpec::parse(it).unwrap());
        Settings { games: 2, extent, engine, weaker, seed: 1 }
    }

    #[test]
    fn every_match_has_a_folder_and_a_game_of_its_own() {
        let all = settings(Extent::Whole).experiments();
        assert_eq!(all.len(), 2 * 8 + 6 + 5 + 5 + 6 + 6 + 3 + 2 + 4 + 6 + 6);
        let names: std::collections::BTreeSet<String> = all.iter().map(Experiment::name).collect();
        assert_eq!(names.len(), all.len());
        let few = settings(Extent::Quick).experiments();
        assert_eq!(few.len(), 2 * 4 + 3 + 3 + 2 + 2 + 2 + 6);
        assert!(few.iter().all(|it| all.contains(it)));
        for it in &few {
            settings(Extent::Quick).plan(it).unwrap();
        }
    }

    #[test]
    fn what_makes_no_study_is_refused() {
        let refused = |it: Settings| it.check().unwrap_err().to_string();
        for games in [0, 3, 1_000_000] {
            let it = Settings { games, ..settings(Extent::Quick) };
            assert!(refused(it).contains("an even number from 2"));
        }
        let weaker = AgentSpec::parse("alphabeta time=50ms").unwrap();
        let message = refused(Settings { weaker, ..settings(Extent::Quick) });
        assert!(message.contains("--weaker 'alphabeta time=50ms': a clock decides"), "{message}");
    }
}
