//! What is searched: genomes that name games, how they vary, and how good a game is.
//!
//! A [`Genome`] is a text: fifty digits, or a spec. What is kept in files is then what the methods
//! work on, and no method knows what its genomes mean.
//!
//! **Fitness.** A space measures several things, all of them better when larger. Methods that need one
//! number use their mean, each divided by a stated reference and cut off at 1:
//! `fitness = mean of min(1, value / reference)`, from 0 to 1. It is absolute, so that runs and methods
//! can be compared by it, which the paper's rank fitness (it depends on who else is in the
//! population) does not allow; and like that one it gives every metric the same weight.

use std::fmt;

use selforge_core::{Spec, Stream};
use serde::{Deserialize, Serialize};

use super::settings::SpaceName;
use crate::stats::rounded;

/// A game of a space, as text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Genome(pub String);

impl fmt::Display for Genome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Which genes are given other values.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Mutation {
    /// Each with this probability.
    EachGene(f64),
    /// One, each equally likely.
    OneGene,
}

/// Something that is measured of games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measure {
    /// Its name.
    pub name: &'static str,
    /// What it says, in a line.
    pub meaning: &'static str,
    /// The least value that counts: 0 for what is to be made large.
    pub low: f64,
    /// For what is to be made large, the value that counts as full; for a descriptor, the end of the
    /// map.
    pub high: f64,
}

impl Measure {
    pub(super) const fn new(
        name: &'static str,
        meaning: &'static str,
        low: f64,
        high: f64,
    ) -> Measure {
        Measure { name, meaning, low, high }
    }

    /// A value as a share of the way from low to high, from 0 to 1.
    #[must_use]
    pub fn share(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }
}

/// What a game was found to be.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Evaluation {
    /// What is to be made large, in the order of [`Space::objectives`].
    pub objectives: Vec<f64>,
    /// What tells games apart, in the order of [`Space::descriptors`].
    pub descriptors: Vec<f64>,
    /// All objectives in one number.
    pub fitness: f64,
    /// Why it was thrown out after few games, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rejected: Option<String>,
}

impl Evaluation {
    /// The evaluation of a game with these measures, rounded so that files keep them exactly.
    #[must_use]
    pub fn new(space: &dyn Space, objectives: &[f64], descriptors: &[f64]) -> Evaluation {
        let shares = space.objectives().iter().zip(objectives).map(|(m, v)| m.share(*v));
        let fitness = rounded(shares.sum::<f64>() / objectives.len().max(1) as f64);
        Evaluation {
            objectives: objectives.iter().copied().map(rounded).collect(),
            descriptors: descriptors.iter().copied().map(rounded).collect(),
            fitness,
            rejected: None,
        }
    }

    /// The evaluation of something that is no game, for this reason.
    #[must_use]
    pub fn unplayable(space: &dyn Space, reason: impl Into<String>) -> Evaluation {
        Evaluation {
            objectives: vec![0.0; space.objectives().len()],
            descriptors: space.descriptors().iter().map(|axis| axis.low).collect(),
            fitness: 0.0,
            rejected: Some(reason.into()),
        }
    }
}

/// A space of games. Every answer depends on its arguments alone.
pub trait Space: Send + Sync {
    /// Its name.
    fn name(&self) -> SpaceName;

    /// What is to be made large.
    fn objectives(&self) -> &'static [Measure];

    /// What tells games apart; the axes of the map of elites are chosen among these.
    fn descriptors(&self) -> &'static [Measure];

    /// Any game.
    fn random(&self, stream: &mut Stream) -> Genome;

    /// The game with other genes.
    fn mutate(&self, genome: &Genome, how: Mutation, stream: &mut Stream) -> Genome;

    /// A game that has each gene from either parent.
    fn cross(&self, first: &Genome, second: &Genome, stream: &mut Stream) -> Genome;

    /// The rules in one form: the same key, the same game.
    fn key(&self, genome: &Genome) -> String;

    /// The spec that opens the game.
    fn spec(&self, genome: &Genome) -> Spec;

    /// Plays so many games for each measure. Both the number of moves and the work for each are
    /// bounded by the rules and the players, so that this ends.
    fn measure(&self, genome: &Genome, games: u32, seed: u64) -> Evaluation;

    /// Whether a game that was measured with few games is worth more of them; the reason if not.
    fn refuse(&self, evaluation: &Evaluation) -> Option<String>;

    /// Who plays a sample game.
    fn players(&self) -> &'static str;
}
