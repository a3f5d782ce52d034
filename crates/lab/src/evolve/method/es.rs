//! The paper's evolution strategy: ten families, each a parent and one child an iteration.
//!
//! A child replaces its parent when the sum over the metrics of child / parent is above their number:
//! when it is better on average (Eq. 6 as read). The sum forgives losses in all other metrics for a
//! large gain in one that was small, so a family wanders; what it found on its way is kept by the
//! [archive](super::super::archive).
//!
//! The paper's section 3.3.4 ranks the ten parents and ten children together, but its section 5.1 does
//! not select by that. The other two ways to select do: of parents and children together the best ten
//! live on, by rank fitness (Eq. 5) or by the combined fitness.

use std::collections::HashSet;

use super::{Context, Method, Proposal};
use crate::evolve::candidate::Candidate;
use crate::evolve::rank::rank_fitness;
use crate::evolve::settings::{Select, Settings};

/// What stands in for a parent's metric of zero, on both sides of the ratio: two zeros are equal.
const EPSILON: f64 = 0.01;

/// The families.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Es {
    parents: Vec<usize>,
}

impl Es {
    /// Takes note of the next candidates; returns how many of them live on.
    fn advance(&mut self, candidates: &[Candidate], count: usize, settings: &Settings) -> usize {
        let fresh = &candidates[candidates.len() - count..];
        if self.parents.len() < settings.population {
            self.parents.extend(fresh.iter().map(|candidate| candidate.number));
            return fresh.len();
        }
        match settings.select {
            Select::Rank | Select::Fitness => self.best_of_all(candidates, count, settings),
            Select::Ratio | Select::Pareto => self.family_by_family(candidates, count),
        }
    }

    /// Eq. 6: each child against its own parent.
    fn family_by_family(&mut self, candidates: &[Candidate], count: usize) -> usize {
        let mut changes = 0;
        let fresh = &candidates[candidates.len() - count..];
        for (parent, child) in self.parents.iter_mut().zip(fresh) {
            let sum = fitness_difference(candidates[*parent].objectives(), child.objectives());
            if child.is_playable() && sum > child.objectives().len() as f64 {
                *parent = child.number;
                changes += 1;
            }
        }
        changes
    }

    /// The best of parents and children together, each game once.
    fn best_of_all(
        &mut self,
        candidates: &[Candidate],
        count: usize,
        settings: &Settings,
    ) -> usize {
        let (size, first) = (self.parents.len(), candidates.len() - count);
        let mut seen = HashSet::new();
        let mut pool: Vec<usize> =
            self.parents.iter().copied().chain(first..candidates.len()).collect();
        pool.retain(|&number| seen.insert(candidates[number].key.as_str()));
        let objectives: Vec<&[f64]> = pool.iter().map(|&n| candidates[n].objectives()).collect();
        let value = match settings.select {
            Select::Rank => rank_fitness(&objectives, &settings.weights),
            _ => pool.iter().map(|&number| candidates[number].fitness()).collect(),
        };
        let mut order: Vec<usize> = (0..pool.len()).collect();
        let playable = |at: usize| candidates[pool[at]].is_playable();
        order.sort_by(|&a, &b| {
            playable(b).cmp(&playable(a)).then(value[b].total_cmp(&value[a])).then(a.cmp(&b))
        });
        self.parents = order.into_iter().take(size).map(|at| pool[at]).collect();
        self.parents.iter().filter(|&&number| number >= first).count()
    }
}

impl Method for Es {
    fn ask(&mut self, context: &Context<'_>) -> Vec<Proposal> {
        let wanted = context.settings.population;
        if self.parents.len() < wanted {
            let numbers = context.next()..context.next() + wanted - self.parents.len();
            return numbers.map(|number| context.random(number)).collect();
        }
        let families = self.parents.iter().enumerate();
        let child = |(at, &parent): (usize, &usize)| {
            let number = context.next() + at;
            context.child(number, vec![parent], &mut context.stream(number))
        };
        families.map(child).collect()
    }

    fn tell(&mut self, context: &Context<'_>, count: usize) {
        self.advance(context.candidates, count, context.settings);
    }
}

/// Eq. 6 as read: the sum over the metrics of child / parent. Above the number of metrics, the child
/// is better on average.
pub(crate) fn fitness_difference(parent: &[f64], child: &[f64]) -> f64 {
    let ratio = |(parent, child): (&f64, &f64)| match *parent {
        parent if parent > 0.0 => child / parent,
        parent => (child + EPSILON) / (parent + EPSILON),
    };
    parent.iter().zip(child).map(ratio).sum()
}

/// How the families went: the paper's Figure 5 and its remark on the number of changes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Lineage {
    /// The parents after the random beginning and after each iteration, family by family.
    pub parents: Vec<Vec<usize>>,
    /// How many children lived on in each iteration.
    pub changes: Vec<usize>,
}

impl Lineage {
    /// The lineage of a run of `es`.
    pub(crate) fn of(candidates: &[Candidate], settings: &Settings) -> Lineage {
        let (mut es, mut lineage) = (Es::default(), Lineage::default());
        let size = settings.population.max(1);
        for upto in (0..candidates.len()).step_by(size) {
            let end = (upto + size).min(candidates.len());
            let changes = es.advance(&candidates[..end], end - upto, settings);
            if upto > 0 {
                lineage.changes.push(changes);
            }
            lineage.parents.push(es.parents.clone());
        }
        lineage
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_equal_child_gives_exactly_the_number_of_metrics() {
        assert_eq!(fitness_difference(&[0.5, 0.2, 3.0, 0.0], &[0.5, 0.2, 3.0, 0.0]), 4.0);
    }

    #[test]
    fn ratios_are_summed_and_zero_parents_do_not_divide() {
        assert_eq!(fitness_difference(&[0.5, 1.0], &[1.0, 0.5]), 2.5);
        let from_zero = fitness_difference(&[0.0], &[0.2]);
        assert!((from_zero - 21.0).abs() < 1e-9, "{from_zero}");
    }
}
