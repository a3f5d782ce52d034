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
        let refuse = |problem: String, expected: String| Err(LabError::settings(problem, expected));
        if !(1..=MAX_SEEDS).contains(&self.seeds) {
            return refuse(format!("{} seeds", self.seeds), format!("1 to {MAX_SEEDS}"));
        }
        if !(1..=MAX_ITERATIONS).contains(&self.iterations) {
            let problem = format!("{} iterations", self.iterations);
            return refuse(problem, format!("1 to {MAX_ITERATIONS}"));
        }
        if !(1..=MAX_PARENTS).contains(&self.parents) {
            return refuse(format!("{} parents", self.parents), format!("1 to {MAX_PARENTS}"));
        }
        if !(1..2 * self.parents).contains(&self.opponents) {
            let most = 2 * self.parents - 1;
            let problem = format!("{} opponents for {} individuals", self.opponents, most + 1);
            return refuse(problem, format!("1 to {most}"));
        }
        if self.every == 0 || self.games == 0 || self.games > 100_000 {
            let problem = format!("{} games every {} iterations", self.games, self.every);
            return refuse(problem, "1 to 100000 games, every iteration or more".to_owned());
        }
        Ok(())
    }
}
