//! What a run was asked to do.

use serde::{Deserialize, Serialize};

use super::place::Asked;
use crate::arena::Plan;

/// What was asked for, in words that can be typed again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// What kind of run: `arena`.
    pub kind: String,
    /// The program and its version. Another version may play otherwise, so it must be the same.
    pub program: String,
    /// The game in canonical form.
    pub game: String,
    /// The players.
    pub players: Vec<String>,
    /// Games at each table.
    pub games: usize,
    /// The seed.
    pub seed: u64,
    /// The question, if there is one.
    pub sprt: Option<String>,
    /// The command line that began the run; others may go on with it.
    pub command: String,
}

impl Manifest {
    /// The manifest of a plan that was asked for by a command line.
    #[must_use]
    pub fn of(plan: &Plan, command: &str) -> Manifest {
        let settings = plan.settings();
        Manifest {
            kind: Manifest::KIND.to_owned(),
            program: super::program(),
            game: plan.game().to_string(),
            players: settings.players.iter().map(|player| player.spec().to_string()).collect(),
            games: settings.games,
            seed: settings.seed,
            sprt: settings.sprt.map(|sprt| sprt.to_string()),
            command: command.to_owned(),
        }
    }
}

impl Asked for Manifest {
    const KIND: &'static str = "arena";

    /// The command line may differ: it also says how many threads to use.
    fn difference(&self, asked: &Manifest) -> Option<String> {
        let none = || "none".to_owned();
        let pairs = [
            ("the kind of run", self.kind.clone(), asked.kind.clone()),
            ("the program", self.program.clone(), asked.program.clone()),
            ("the game", self.game.clone(), asked.game.clone()),
            ("the players", self.players.join("; "), asked.players.join("; ")),
            ("the number of games", self.games.to_string(), asked.games.to_string()),
            ("the seed", self.seed.to_string(), asked.seed.to_string()),
            (
                "the sprt",
                self.sprt.clone().unwrap_or_else(none),
                asked.sprt.clone().unwrap_or_else(none),
            ),
        ];
        let (what, there, here) = pairs.into_iter().find(|(_, there, here)| there != here)?;
        Some(format!("{what} is '{there}' there and '{here}' here"))
    }
}
