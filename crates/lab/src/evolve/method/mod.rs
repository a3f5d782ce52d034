//! The methods: each proposes candidates and is told what they were found to be.
//!
//! A method keeps numbers of candidates, never results, and draws from the stream of the candidate it
//! makes. So it says the same again when it is told the same, which is how a run goes on after a
//! crash.

pub mod es;
mod ga;
mod map_elites;
mod random;

use selforge_core::Stream;

use super::candidate::Candidate;
use super::settings::{MethodName, Settings};
use super::space::{Genome, Space};
use crate::LabError;

/// A game to be measured.
#[derive(Clone, PartialEq, Debug)]
pub struct Proposal {
    /// The game.
    pub genome: Genome,
    /// The candidates that it was made from.
    pub parents: Vec<usize>,
}

/// What every method knows.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// What is searched.
    pub space: &'a dyn Space,
    /// The settings.
    pub settings: &'a Settings,
    /// All candidates that were measured.
    pub candidates: &'a [Candidate],
}

impl Context<'_> {
    /// The source of all random choices that make a candidate.
    fn stream(&self, number: usize) -> Stream {
        Stream::new(self.settings.seed, "candidate", number as u64)
    }

    /// A random game as candidate `number`.
    fn random(&self, number: usize) -> Proposal {
        let genome = self.space.random(&mut self.stream(number));
        Proposal { genome, parents: Vec::new() }
    }

    /// A mutant of a candidate as candidate `number`.
    fn mutant(&self, number: usize, parent: usize) -> Proposal {
        let genome = &self.candidates[parent].genome;
        let genome = self.space.mutate(genome, self.settings.mutation, &mut self.stream(number));
        Proposal { genome, parents: vec![parent] }
    }

    /// The number of the next candidate.
    fn next(&self) -> usize {
        self.candidates.len()
    }
}

/// A way to search.
pub trait Method {
    /// The next candidates to be measured, at least one; the run may measure only the first of them
    /// if its budget ends.
    fn ask(&mut self, context: &Context<'_>) -> Vec<Proposal>;

    /// Takes note of candidates that were measured: the last `count` of the context's.
    fn tell(&mut self, context: &Context<'_>, count: usize);
}

/// The method that settings ask for.
///
/// # Errors
/// If the settings name descriptors that the space does not have.
pub fn open(space: &dyn Space, settings: &Settings) -> Result<Box<dyn Method>, LabError> {
    Ok(match settings.method {
        MethodName::Es => Box::new(es::Es::default()),
        MethodName::Random => Box::new(random::Random),
        MethodName::Ga => Box::new(ga::Ga::default()),
        MethodName::MapElites => Box::new(map_elites::MapElites::new(space, settings)?),
    })
}
