//! A game that was tried.

use std::hash::Hasher;

use fnv::FnvHasher;
use serde::{Deserialize, Serialize};

use super::space::{Evaluation, Genome};
use crate::store::json_problem;

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

    /// The line of a checkpoint: its JSON with a check sum of that as last field, and a line feed.
    #[must_use]
    pub fn to_line(&self) -> String {
        let json = serde_json::to_string(self).expect("a candidate is plain data");
        let inside = json.strip_suffix('}').expect("an object ends so");
        format!("{inside},\"sum\":\"{:016x}\"}}\n", sum(inside))
    }

    /// Reads the line of a checkpoint, without its line feed.
    ///
    /// # Errors
    /// With what is wrong, if it is no candidate or was changed.
    pub fn from_line(line: &[u8]) -> Result<Candidate, String> {
        let text = std::str::from_utf8(line).map_err(|_| "this is not text in UTF-8".to_owned())?;
        let (inside, rest) = text
            .rsplit_once(",\"sum\":\"")
            .ok_or_else(|| "this is no candidate: it has no check sum".to_owned())?;
        if rest.strip_suffix("\"}") != Some(&format!("{:016x}", sum(inside))) {
            return Err("the check sum does not fit: the line was changed".to_owned());
        }
        let json = format!("{inside}}}");
        serde_json::from_str(&json)
            .map_err(|error| format!("this is no candidate: {}", json_problem(&error)))
    }
}

/// FNV-1a: enough to notice damage, not malice.
fn sum(text: &str) -> u64 {
    let mut hasher = FnvHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}
