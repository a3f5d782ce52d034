//! The paper's evolution strategy: ten families, each a parent and one child an iteration.
//!
//! A child replaces its parent when the sum over the metrics of child / parent is above their number:
//! when it is better on average (Eq. 6 as read). The sum forgives a loss in one metric for a large
//! gain in another that was small, so a family wanders; what it found on its way is kept by the
//! [archive](super::super::archive). With `select=fitness` the combined fitness decides instead, and
//! families climb.

use super::{Context, Method, Proposal};
use crate::evolve::candidate::Candidate;
use crate::evolve::settings::{Select, Settings};

/// What stands in for a parent's metric of zero, on both sides of the ratio: two zeros are equal.
const EPSILON: f64 = 0.01;

/// The families.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Es {
    parents: Vec<usize>,
}

impl Es {
    /// The parents now.
    #[must_use]
    pub fn parents(&self) -> &[usize] {
        &self.parents
    }

    /// Takes note of the next candidates; returns how many replaced their parents.
    fn advance(&mut self, candidates: &[Candidate], count: usize, settings: &Settings) -> usize {
        let mut changes = 0;
        for child in &candidates[candidates.len() - count..] {
            let Some(&parent) = child.parents.first() else {
                self.parents.push(child.number);
                continue;
            };
            let better = match settings.select {
                Select::Fitness => child.fitness() >= candidates[parent].fitness(),
                _ => {
                    let sum =
                        fitness_difference(candidates[parent].objectives(), child.objectives());
                    sum > child.objectives().len() as f64
                }
            };
            let family = self.parents.iter().position(|&number| number == parent);
            if let Some(family) = family.filter(|_| better && child.is_playable()) {
                self.parents[family] = child.number;
                changes += 1;
            }
        }
        changes
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
        families.map(|(at, &parent)| context.mutant(context.next() + at, parent)).collect()
    }

    fn tell(&mut self, context: &Context<'_>, count: usize) {
        self.advance(context.candidates, count, context.settings);
    }
}

/// Eq. 6 as read: the sum over the metrics of child / parent. Above the number of metrics, the child
/// is better on average.
#[must_use]
pub fn fitness_difference(parent: &[f64], child: &[f64]) -> f64 {
    let ratio = |(parent, child): (&f64, &f64)| match *parent {
        parent if parent > 0.0 => child / parent,
        parent => (child + EPSILON) / (parent + EPSILON),
    };
    parent.iter().zip(child).map(ratio).sum()
}

/// How the families went: the paper's Figure 5 and its remark on the number of changes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lineage {
    /// The parents after the random beginning and after each iteration, family by family.
    pub parents: Vec<Vec<usize>>,
    /// How many children replaced their parents in each iteration.
    pub changes: Vec<usize>,
}

impl Lineage {
    /// The lineage of a run of `es`.
    #[must_use]
    pub fn of(candidates: &[Candidate], settings: &Settings) -> Lineage {
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
