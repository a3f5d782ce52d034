//! What may be chosen about a course of learning.

use serde::{Deserialize, Serialize};

use crate::LabError;

/// The largest board.
pub const MAX_CELLS: usize = 1000;

const MAX_PARENTS: usize = 500;
const MAX_SEEDS: usize = 1000;
const MAX_ITERATIONS: u32 = 100_000;

/// What it takes to beat another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Beating {
    /// To win a game against it from the first seat, as in the games of an iteration.
    #[default]
    FirstSeat,
    /// To score more than it in two games, one from each seat.
    BothSeats,
}

/// What is chosen. The usual values are those of the paper and of those it follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// How many times the whole is done, each time with other random choices.
    pub seeds: usize,
    /// Decides all random choices.
    pub seed: u64,
    /// After how many iterations a population that has not learned is given up.
    pub iterations: u32,
    /// Parents of a population; each has one child.
    pub parents: usize,
    /// How many others each individual invites to a game in an iteration.
    pub opponents: usize,
    /// What it takes to beat all others, which ends a lesson.
    pub beating: Beating,
    /// The strength of the best is measured at the first iteration, at every multiple of this, and
    /// at the end.
    pub every: u32,
    /// Games against each yardstick for each measurement.
    pub games: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            seeds: 5,
            seed: 0,
            iterations: 200,
            parents: 15,
            opponents: 5,
            beating: Beating::FirstSeat,
            every: 10,
            games: 20,
        }
    }
}

impl Settings {
    /// Checks that the numbers make sense together.
    ///
    /// # Errors
    /// With what would be right.
    pub fn check(&self) -> Result<(), LabError> {
        let Settings { seeds, iterations, parents, opponents, every, games, .. } = self;
        let within = |what: String, holds: bool, most: usize| {
            LabError::require(holds, what, format!("1 to {most}"))
        };
        within(format!("{seeds} seeds"), (1..=MAX_SEEDS).contains(seeds), MAX_SEEDS)?;
        let fits = (1..=MAX_ITERATIONS).contains(iterations);
        within(format!("{iterations} iterations"), fits, MAX_ITERATIONS as usize)?;
        within(format!("{parents} parents"), (1..=MAX_PARENTS).contains(parents), MAX_PARENTS)?;
        let all = 2 * parents;
        let problem = format!("{opponents} opponents for {all} individuals");
        within(problem, (1..all).contains(opponents), all - 1)?;
        LabError::require(
            *every > 0 && (1..=100_000).contains(games),
            format!("{games} games every {every} iterations"),
            "1 to 100000 games, every iteration or more",
        )
    }
}
