//! The paper's archive: the best two games for each metric, and how different they are.
//!
//! Eq. 7 is signed, as printed: the difference of two games / the largest value of that metric in the
//! archive. A game differs from another when that is above the threshold for any metric, so only the
//! one with the larger value is credited. The most diverse games are those that differ from most
//! others. With the values of the paper's Table 2 this gives five of the eight counts of its Table 3;
//! the absolute difference gives one.

use std::collections::BTreeMap;

use serde::Serialize;

use super::candidate::Candidate;
use super::rank::rank_fitness;

/// Slots of each metric.
const SLOTS: usize = 2;

/// How many games are chosen for their diversity, as in the paper.
const CHOSEN: usize = 3;

/// One place of the archive.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Slot {
    /// For which metric, by its number.
    pub metric: usize,
    /// The best or the second, from 0.
    pub place: usize,
    /// Which candidate holds it.
    pub candidate: usize,
}

/// The best two for each metric. A game that is best for several holds a slot for each.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub(crate) struct Archive {
    /// Metric by metric, the best first.
    pub slots: Vec<Slot>,
}

impl Archive {
    /// The archive of a whole run: brought up to date after every `iteration` candidates, as the
    /// paper's is after every iteration.
    pub(crate) fn of(candidates: &[Candidate], iteration: usize) -> Archive {
        let mut archive = Archive::default();
        for upto in (0..candidates.len()).step_by(iteration.max(1)) {
            let upto = (upto + iteration.max(1)).min(candidates.len());
            archive.update(candidates, upto.saturating_sub(iteration)..upto);
        }
        archive
    }

    /// Takes the best of those that are in and these candidates. Those equal in a metric are ordered
    /// by rank fitness among all that are looked at, then the earlier comes first.
    pub(crate) fn update(&mut self, candidates: &[Candidate], fresh: std::ops::Range<usize>) {
        // Two of the same rules are one game: the first of them.
        let mut pool = BTreeMap::new();
        for number in self.slots.iter().map(|slot| slot.candidate).chain(fresh) {
            let entry = pool.entry(candidates[number].key.as_str()).or_insert(number);
            *entry = number.min(*entry);
        }
        let mut pool: Vec<usize> = pool.into_values().collect();
        pool.retain(|&number| candidates[number].is_playable());
        pool.sort_unstable();
        let values: Vec<&[f64]> = pool.iter().map(|&n| candidates[n].objectives()).collect();
        let rank = rank_fitness(&values, &[]);
        let metrics = values.first().map_or(0, |member| member.len());
        self.slots.clear();
        let value = |at: usize, metric: usize| values[at][metric];
        for metric in 0..metrics {
            let mut order: Vec<usize> = (0..pool.len()).collect();
            order.sort_by(|&a, &b| {
                let better = value(b, metric).total_cmp(&value(a, metric));
                better.then(rank[b].total_cmp(&rank[a])).then(a.cmp(&b))
            });
            let best = order.into_iter().take(SLOTS).enumerate();
            self.slots.extend(best.map(|(place, at)| Slot { metric, place, candidate: pool[at] }));
        }
    }

    /// From how many others of the archive each slot's game differs.
    pub(crate) fn diversity(&self, candidates: &[Candidate], threshold: f64) -> Vec<usize> {
        let members: Vec<&[f64]> =
            self.slots.iter().map(|slot| candidates[slot.candidate].objectives()).collect();
        diversity_counts(&members, threshold)
    }

    /// The candidates that differ from most others, the most diverse first; of equals the better by
    /// rank fitness within the archive, then the one in the earlier slot.
    pub(crate) fn most_diverse(&self, candidates: &[Candidate], threshold: f64) -> Vec<usize> {
        let counts = self.diversity(candidates, threshold);
        let members: Vec<&[f64]> =
            self.slots.iter().map(|slot| candidates[slot.candidate].objectives()).collect();
        let rank = rank_fitness(&members, &[]);
        let mut order: Vec<usize> = (0..self.slots.len()).collect();
        order.sort_by(|&a, &b| {
            counts[b].cmp(&counts[a]).then(rank[b].total_cmp(&rank[a])).then(a.cmp(&b))
        });
        let mut chosen = Vec::new();
        for at in order {
            let number = self.slots[at].candidate;
            if !chosen.contains(&number) && chosen.len() < CHOSEN {
                chosen.push(number);
            }
        }
        chosen
    }
}

/// Eq. 7 for each pair: how many others each member exceeds by more than the threshold in any metric,
/// relative to the metric's largest value.
pub(crate) fn diversity_counts(members: &[&[f64]], threshold: f64) -> Vec<usize> {
    let metrics = members.iter().map(|member| member.len()).min().unwrap_or(0);
    let most: Vec<f64> = (0..metrics)
        .map(|metric| members.iter().map(|member| member[metric]).fold(0.0, f64::max))
        .collect();
    let differ = |one: &[f64], other: &[f64]| {
        let apart = |m: usize| most[m] > 0.0 && (one[m] - other[m]) / most[m] > threshold;
        (0..metrics).any(apart)
    };
    members.iter().map(|one| members.iter().filter(|other| differ(one, other)).count()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::space::{Evaluation, Genome};

    fn candidate(number: usize, key: &str, objectives: [f64; 2]) -> Candidate {
        Candidate {
            number,
            parents: Vec::new(),
            genome: Genome(key.to_owned()),
            key: key.to_owned(),
            evaluation: Evaluation {
                objectives: objectives.to_vec(),
                descriptors: Vec::new(),
                fitness: 0.0,
                rejected: None,
            },
            cost: 1,
        }
    }

    fn slots(archive: &Archive) -> Vec<usize> {
        archive.slots.iter().map(|slot| slot.candidate).collect()
    }

    #[test]
    fn each_metric_keeps_its_best_two_and_rank_fitness_decides_between_equals() {
        let all = [
            candidate(0, "a", [1.0, 0.1]),
            candidate(1, "b", [1.0, 0.5]),
            candidate(2, "c", [1.0, 0.3]),
            candidate(3, "d", [0.2, 0.9]),
        ];
        assert_eq!(slots(&Archive::of(&all, 4)), [1, 2, 3, 1]);
    }

    #[test]
    fn what_was_best_once_is_not_lost_and_the_same_game_counts_once() {
        let all = [
            candidate(0, "a", [0.9, 0.0]),
            candidate(1, "b", [0.1, 0.1]),
            candidate(2, "a", [0.9, 0.0]),
            candidate(3, "c", [0.2, 0.2]),
        ];
        assert_eq!(slots(&Archive::of(&all, 2)), [0, 3, 3, 1]);
        assert_eq!(slots(&Archive::of(&all[..1], 10)), [0, 0]);
    }

    #[test]
    fn what_was_thrown_out_is_not_kept() {
        let mut all = [candidate(0, "a", [9.0, 9.0]), candidate(1, "b", [0.1, 0.1])];
        all[0].evaluation.rejected = Some("no game".to_owned());
        assert_eq!(slots(&Archive::of(&all, 10)), [1, 1]);
    }

    #[test]
    fn only_the_larger_one_of_a_pair_is_credited() {
        assert_eq!(diversity_counts(&[&[1.0, 0.2], &[0.1, 0.2], &[0.5, 0.2]], 0.6), [1, 0, 0]);
        // Each is larger in something.
        assert_eq!(diversity_counts(&[&[1.0, 0.0], &[0.0, 1.0]], 0.6), [1, 1]);
        assert_eq!(diversity_counts(&[&[0.0], &[0.0]], 0.6), [0, 0]);
    }
}
