//! The paper's rank fitness (Eq. 5): comparable within a population, whatever the metrics' units.

/// The rank fitness of each member of a population by its objectives.
///
/// The population is sorted by one metric after the other; the best gets as many points as there
/// are members, the next one less, the worst one. Members that are equal share their points (the
/// paper does not say; sharing them favours nobody). The fitness is the sum over the metrics, each with
/// its weight; a weight that is not given is 1.
pub(super) fn rank_fitness(population: &[&[f64]], weights: &[f64]) -> Vec<f64> {
    let metrics = population.iter().map(|member| member.len()).min().unwrap_or(0);
    let mut fitness = vec![0.0; population.len()];
    for metric in 0..metrics {
        let weight = weights.get(metric).copied().unwrap_or(1.0);
        let value = |member: usize| population[member][metric];
        for (member, points) in fitness.iter_mut().enumerate() {
            let mine = value(member);
            let worse = (0..population.len()).filter(|&other| value(other) < mine).count();
            let equal = (0..population.len()).filter(|&other| value(other) == mine).count();
            *points += weight * (worse as f64 + (equal as f64 + 1.0) / 2.0);
        }
    }
    fitness
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_each_metric_gets_the_most_points_and_equals_share() {
        let population: [&[f64]; 4] = [&[0.9, 5.0], &[0.1, 7.0], &[0.5, 5.0], &[0.5, 1.0]];
        let even = rank_fitness(&population, &[]);
        assert_eq!(even, [4.0 + 2.5, 1.0 + 4.0, 2.5 + 2.5, 2.5 + 1.0]);
        let weighted = rank_fitness(&population, &[2.0, 0.5]);
        assert_eq!(weighted, [8.0 + 1.25, 2.0 + 2.0, 5.0 + 1.25, 5.0 + 0.5]);
        assert!(rank_fitness(&[], &[]).is_empty());
    }

    #[test]
    fn the_points_of_a_population_do_not_depend_on_its_values() {
        let population: [&[f64]; 3] = [&[1.0], &[1.0], &[1.0]];
        assert_eq!(rank_fitness(&population, &[]).iter().sum::<f64>(), 6.0);
    }
}
