//! What decides a run of training.

use selforge_core::Spec;
use serde::{Deserialize, Serialize};

use crate::LabError;
use crate::store::{Purpose, program, shell_word};

/// All that decides which network a run makes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The games to learn; they must look alike to a network.
    pub games: Vec<String>,
    /// Decides every random choice.
    pub seed: u64,
    /// How many rounds follow the first.
    pub rounds: u32,
    /// Games that the search plays in the first round.
    pub first_games: usize,
    /// Positions that the search looks at for a move.
    pub teacher_nodes: u64,
    /// Games of every further round.
    pub round_games: usize,
    /// Positions that a network looks at for a move.
    pub visits: u64,
    /// Numbers a cell has between layers.
    pub channels: usize,
    /// Layers after the first.
    pub blocks: usize,
    /// How often a round learns from every position.
    pub passes: u32,
    /// From how many of the last rounds' games a network learns.
    pub window: u32,
    /// Games of the match that decides a round.
    pub match_games: usize,
    /// Positions that networks look at for a move of the match.
    pub match_nodes: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            games: Vec::new(),
            seed: 0,
            rounds: 3,
            first_games: 2000,
            teacher_nodes: 1000,
            round_games: 500,
            visits: 200,
            channels: 16,
            blocks: 4,
            passes: 4,
            window: 4,
            match_games: 100,
            match_nodes: 200,
        }
    }
}

impl Settings {
    /// The specs of the games.
    ///
    /// # Errors
    /// If one is none.
    pub(crate) fn specs(&self) -> Result<Vec<Spec>, LabError> {
        let parse = |text: &String| Spec::parse(text).map_err(|e| LabError::Game(e.into()));
        self.games.iter().map(parse).collect()
    }

    /// The command whose best network is that of a round, if it took the place of the best: what
    /// decides it and nothing else, so without folder, threads and time.
    pub(super) fn command(&self, games: &[String], round: u32) -> String {
        let games = games.iter().map(|game| shell_word(game));
        let numbers = [
            ("seed", self.seed),
            ("rounds", u64::from(round)),
            ("first-games", self.first_games as u64),
            ("teacher-nodes", self.teacher_nodes),
            ("games-a-round", self.round_games as u64),
            ("visits", self.visits),
            ("channels", self.channels as u64),
            ("blocks", self.blocks as u64),
            ("passes", u64::from(self.passes)),
            ("window", u64::from(self.window)),
            ("match-games", self.match_games as u64),
            ("match-nodes", self.match_nodes),
        ];
        let numbers = numbers.map(|(name, value)| format!("--{name} {value}"));
        let words = ["selforge train".to_owned()].into_iter().chain(games).chain(numbers);
        words.collect::<Vec<_>>().join(" ")
    }

    /// Refuses what makes no run.
    ///
    /// # Errors
    /// With what would be right.
    pub fn check(&self) -> Result<(), LabError> {
        let within = |name: &str, value: u64, least: u64, most: u64| {
            let expected = format!("{least} to {most}");
            LabError::require((least..=most).contains(&value), format!("{value} {name}"), expected)
        };
        within("games to learn", self.games.len() as u64, 1, 64)?;
        within("rounds", u64::from(self.rounds), 0, 10_000)?;
        within("games in the first round", self.first_games as u64, 20, 1_000_000)?;
        within("games a round", self.round_games as u64, 20, 1_000_000)?;
        within("positions a move of the search", self.teacher_nodes, 1, 1_000_000)?;
        within("positions a move of the network", self.visits, 2, 1_000_000)?;
        within("passes", u64::from(self.passes), 1, 1000)?;
        within("rounds to learn from", u64::from(self.window), 1, 1000)?;
        within("games a match", self.match_games as u64, 2, 100_000)?;
        within("positions a move of the match", self.match_nodes, 1, 1_000_000)?;
        let even = self.match_games.is_multiple_of(2);
        LabError::require(even, format!("{} games a match", self.match_games), "an even number")
    }
}

/// What a folder of training says it is for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Manifest {
    pub(super) kind: String,
    pub(super) program: String,
    pub(super) settings: Settings,
    pub(super) command: String,
}

impl Manifest {
    pub(super) fn new(settings: &Settings, command: &str) -> Manifest {
        Manifest {
            kind: "train".to_owned(),
            program: program(),
            settings: settings.clone(),
            command: command.to_owned(),
        }
    }
}

impl Purpose for Manifest {
    fn kind(&self) -> &str {
        &self.kind
    }

    /// More rounds may be asked for than before: those that are there stay as they are.
    fn decides(&self) -> Vec<(String, String)> {
        let settings = Settings { rounds: 0, ..self.settings.clone() };
        let all = serde_json::to_value(&settings).unwrap_or_default();
        let named = all.as_object().into_iter().flatten();
        let named = named.map(|(name, value)| (format!("the setting {name}"), value.to_string()));
        std::iter::once(("the program".to_owned(), self.program.clone())).chain(named).collect()
    }
}
