//! MAP-Elites: the best game of every kind, bred from the best of all kinds.
//!
//! After random games at the beginning, every candidate descends from elites of the
//! [map](crate::evolve::elites), each cell as likely as any other: half of them are mutants, the other
//! half are crossed from two elites first.

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

    fn child(&self, context: &Context<'_>, parents: &[usize], number: usize) -> Proposal {
        let (space, settings) = (context.space, context.settings);
        let mut stream = context.stream(number);
        let pick = |stream: &mut Stream| *stream.pick(parents).expect("there are elites");
        let mut chosen = vec![pick(&mut stream)];
        let mut genome = context.candidates[chosen[0]].genome.clone();
        if stream.coin() {
            chosen.push(pick(&mut stream));
            genome = space.cross(&genome, &context.candidates[chosen[1]].genome, &mut stream);
        }
        let genome = space.mutate(&genome, settings.mutation, &mut stream);
        Proposal { genome, parents: chosen }
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
