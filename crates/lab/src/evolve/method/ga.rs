//! A genetic algorithm: tournaments, crossing, mutation, and the best live on.
//!
//! With `select=pareto` it is NSGA-II: parents and children together are sorted by front and crowding,
//! and the better half lives on.

use std::collections::HashSet;

use selforge_core::Stream;

use super::{Context, Method, Proposal};
use crate::evolve::pareto;
use crate::evolve::settings::Select;

/// How many are drawn for a tournament; the best of them becomes a parent.
const TOURNAMENT: usize = 3;

/// How many of a population live on as they are, at least.
const ELITE: usize = 2;

/// How often a child has two parents.
const CROSSING: f64 = 0.8;

/// The population, the best first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Ga {
    population: Vec<usize>,
}

impl Ga {
    /// The place of the winner of a tournament.
    fn parent(&self, stream: &mut Stream) -> usize {
        let drawn = (0..TOURNAMENT).map(|_| stream.below(self.population.len() as u32));
        let best = drawn.min().unwrap_or(0);
        self.population[best as usize]
    }

    fn child(&self, context: &Context<'_>, number: usize) -> Proposal {
        let mut stream = context.stream(number);
        let mut parents = vec![self.parent(&mut stream)];
        if stream.unit() < CROSSING {
            parents.push(self.parent(&mut stream));
        }
        context.child(number, parents, &mut stream)
    }
}

impl Method for Ga {
    fn ask(&mut self, context: &Context<'_>) -> Vec<Proposal> {
        let (next, size) = (context.next(), context.settings.population);
        if self.population.len() < size {
            let numbers = next..next + size - self.population.len();
            return numbers.map(|number| context.random(number)).collect();
        }
        let children = next..next + (size - ELITE.min(size - 1));
        children.map(|number| self.child(context, number)).collect()
    }

    fn tell(&mut self, context: &Context<'_>, count: usize) {
        let all = context.candidates;
        let fresh = all.len() - count..all.len();
        let is_first = all[fresh.start].parents.is_empty();
        let old = match context.settings.select {
            _ if is_first => self.population.len(),
            Select::Pareto => self.population.len(),
            _ => ELITE,
        };
        // One game lives on once, or a good one fills the population with itself.
        let mut seen = HashSet::new();
        let mut pool: Vec<usize> = self.population.iter().copied().take(old).chain(fresh).collect();
        let mut twice = Vec::new();
        pool.retain(|&number| {
            let is_new = seen.insert(all[number].key.as_str());
            if !is_new {
                twice.push(number);
            }
            is_new
        });
        if context.settings.select == Select::Pareto {
            let values: Vec<&[f64]> = pool.iter().map(|&number| all[number].objectives()).collect();
            pool = pareto::order(&values).into_iter().map(|at| pool[at]).collect();
        } else {
            pool.sort_by(|&a, &b| all[b].fitness().total_cmp(&all[a].fitness()).then(a.cmp(&b)));
        }
        pool.extend(twice);
        pool.truncate(context.settings.population);
        self.population = pool;
    }
}
