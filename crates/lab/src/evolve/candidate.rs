//! A game that was tried.

use serde::{Deserialize, Serialize};

use super::space::{Evaluation, Genome};

/// One candidate of a run, as a line of `candidates.jsonl` has it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Candidate {
    /// Its number, from 0, in the order in which candidates were proposed.
    pub number: usize,
    /// The candidates that it was made from; none for a random one.
    pub parents: Vec<usize>,
    /// Its genes.
    pub genome: Genome,
    /// Its rules in one form: candidates with the same key are the same game.
    pub key: String,
    /// What it was found to be.
    pub evaluation: Evaluation,
    /// What it took of the budget.
    pub cost: u64,
}

impl Candidate {
    /// All objectives in one number.
    #[must_use]
    pub fn fitness(&self) -> f64 {
        self.evaluation.fitness
    }

    /// What is to be made large.
    #[must_use]
    pub fn objectives(&self) -> &[f64] {
        &self.evaluation.objectives
    }

    /// Whether it passed all stages.
    #[must_use]
    pub fn is_playable(&self) -> bool {
        self.evaluation.rejected.is_none()
    }
}
