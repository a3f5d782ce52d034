//! The methods: each proposes candidates and is told what they were found to be.
//!
//! A method keeps numbers of candidates, never results, and draws from the stream of the candidate it
//! makes. So it says the same again when it is told the same, which is how a run goes on after a
//! crash.

pub(crate) mod es;
mod ga;
mod map_elites;
mod random;

use selforge_core::Stream;

use super::candidate::Candidate;
use super::settings::{MethodName, MutationOf, Settings};
use super::space::{Genome, Mutation, Space};
use crate::LabError;

/// How often a child that is the same game as a parent is mutated again.
const TRIES: usize = 20;

/// A game to be measured.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Proposal {
    /// The game.
    pub genome: Genome,
    /// The candidates that it was made from.
    pub parents: Vec<usize>,
}

/// What every method knows.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
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

    /// A child of candidates as candidate `number`: crossed if there are two of them, then mutated.
    ///
    /// Most genes of many games are silent and low rates often change none, so mutation is tried
    /// again, some times, until the child is another game than its parents. Where the rate is one of
    /// children, the others are their parents again.
    fn child(&self, number: usize, parents: Vec<usize>, stream: &mut Stream) -> Proposal {
        let rate = self.settings.mutation;
        let first = &self.candidates[parents[0]].genome;
        let crossed = match parents.get(1) {
            Some(&other) => self.space.cross(first, &self.candidates[other].genome, stream),
            None => first.clone(),
        };
        debug_assert!(parents.iter().all(|&parent| parent < number), "parents come first");
        let is_old = |genome: &Genome| {
            let key = self.space.key(genome);
            parents.iter().any(|&parent| self.candidates[parent].key == key)
        };
        let how = match self.settings.mutate {
            MutationOf::Gene => Mutation::EachGene(rate),
            MutationOf::Child if stream.unit() < rate => Mutation::OneGene,
            MutationOf::Child => return Proposal { genome: crossed, parents },
        };
        let mut genome = self.space.mutate(&crossed, how, stream);
        for _ in 0..TRIES {
            if !is_old(&genome) {
                break;
            }
            genome = self.space.mutate(&crossed, how, stream);
        }
        Proposal { genome, parents }
    }

    /// The number of the next candidate.
    fn next(&self) -> usize {
        self.candidates.len()
    }
}

/// A way to search.
pub(crate) trait Method {
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
pub(crate) fn open(space: &dyn Space, settings: &Settings) -> Result<Box<dyn Method>, LabError> {
    Ok(match settings.method {
        MethodName::Es => Box::new(es::Es::default()),
        MethodName::Random => Box::new(random::Random),
        MethodName::Ga => Box::new(ga::Ga::default()),
        MethodName::MapElites => Box::new(map_elites::MapElites::new(space, settings)?),
    })
}
