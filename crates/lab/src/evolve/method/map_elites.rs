//! MAP-Elites: the best game of every kind, bred from the best of all kinds.
//!
//! After random games at the beginning, every candidate descends from elites of the
//! [map](crate::evolve::elites): half of them are mutants, the other half are crossed from two elites
//! first. A parent is the better of two elites drawn at random. The original draws one, which
//! spends most of a small budget on the offspring of poor cells; with the better of two the champions
//! of a thousand evaluations are better and the map is as full.

use selforge_core::Stream;

use super::{Context, Method, Proposal};
use crate::LabError;
use crate::evolve::elites::Elites;
use crate::evolve::settings::Settings;
use crate::evolve::space::Space;

/// How many candidates are proposed at a time: enough for many threads, few enough that news of
/// better elites come soon.
const BATCH: usize = 20;

/// The map.
#[derive(Debug)]
pub(super) struct MapElites {
    elites: Elites,
}

impl MapElites {
    pub(super) fn new(space: &dyn Space, settings: &Settings) -> Result<MapElites, LabError> {
        Ok(MapElites { elites: Elites::new(space, settings)? })
    }

    fn child(&self, context: &Context<'_>, elites: &[usize], number: usize) -> Proposal {
        let mut stream = context.stream(number);
        let draw = |stream: &mut Stream| *stream.pick(elites).expect("there are elites");
        let parent = |stream: &mut Stream| {
            let (one, other) = (draw(stream), draw(stream));
            let fitness = |number: usize| context.candidates[number].fitness();
            if fitness(other) > fitness(one) { other } else { one }
        };
        let mut parents = vec![parent(&mut stream)];
        if stream.coin() {
            parents.push(parent(&mut stream));
        }
        context.child(number, parents, &mut stream)
    }
}

impl Method for MapElites {
    fn ask(&mut self, context: &Context<'_>) -> Vec<Proposal> {
        let (next, first) = (context.next(), context.settings.population);
        let parents: Vec<usize> = self.elites.best().values().copied().collect();
        if next < first || parents.is_empty() {
            let numbers = next..(next + BATCH).min(first.max(next + 1));
            return numbers.map(|number| context.random(number)).collect();
        }
        (next..next + BATCH).map(|number| self.child(context, &parents, number)).collect()
    }

    fn tell(&mut self, context: &Context<'_>, count: usize) {
        let all = context.candidates;
        for candidate in &all[all.len() - count..] {
            self.elites.place(context.space, all, candidate);
        }
    }
}
