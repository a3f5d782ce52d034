//! Choosing by several objectives at once: non-dominated sorting and crowding, as in NSGA-II.
//!
//! Deb, Pratap, Agarwal and Meyarivan, "A fast and elitist multiobjective genetic algorithm",
//! IEEE Transactions on Evolutionary Computation 6 (2002).

/// Whether one is at least as good in everything and better in something.
pub(super) fn dominates(one: &[f64], other: &[f64]) -> bool {
    let pairs = || one.iter().zip(other);
    pairs().all(|(a, b)| a >= b) && pairs().any(|(a, b)| a > b)
}

/// The front of each member: 0 for those that nobody dominates, 1 for those that only these do, …
pub(super) fn fronts(population: &[&[f64]]) -> Vec<usize> {
    let mut front = vec![usize::MAX; population.len()];
    let mut left: Vec<usize> = (0..population.len()).collect();
    for number in 0.. {
        if left.is_empty() {
            break;
        }
        let (here, later): (Vec<usize>, Vec<usize>) = left.iter().partition(|&&member| {
            !left.iter().any(|&other| dominates(population[other], population[member]))
        });
        here.iter().for_each(|&member| front[member] = number);
        left = later;
    }
    front
}

/// How far each member of a front is from its neighbours: the more the better. Those at an end of
/// some objective are infinitely far.
pub(super) fn crowding(front: &[&[f64]]) -> Vec<f64> {
    let mut distance = vec![0.0; front.len()];
    let objectives = front.iter().map(|member| member.len()).min().unwrap_or(0);
    for objective in 0..objectives {
        let value = |member: usize| front[member][objective];
        let mut order: Vec<usize> = (0..front.len()).collect();
        order.sort_by(|&a, &b| value(a).total_cmp(&value(b)));
        let (first, last) = (order[0], order[order.len() - 1]);
        let width = value(last) - value(first);
        if width <= 0.0 {
            continue;
        }
        distance[first] = f64::INFINITY;
        distance[last] = f64::INFINITY;
        for window in order.windows(3) {
            distance[window[1]] += (value(window[2]) - value(window[0])) / width;
        }
    }
    distance
}

/// The members from the best to the worst: by front, then the less crowded, then the earlier.
pub(super) fn order(population: &[&[f64]]) -> Vec<usize> {
    let front = fronts(population);
    let mut crowded = vec![0.0; population.len()];
    for number in 0..=front.iter().copied().max().unwrap_or(0) {
        let members: Vec<usize> = (0..population.len()).filter(|&m| front[m] == number).collect();
        let values: Vec<&[f64]> = members.iter().map(|&member| population[member]).collect();
        if values.is_empty() {
            continue;
        }
        for (member, distance) in members.iter().zip(crowding(&values)) {
            crowded[*member] = distance;
        }
    }
    let mut order: Vec<usize> = (0..population.len()).collect();
    order.sort_by(|&a, &b| {
        front[a].cmp(&front[b]).then(crowded[b].total_cmp(&crowded[a])).then(a.cmp(&b))
    });
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    const POPULATION: [&[f64]; 6] =
        [&[1.0, 5.0], &[2.0, 4.0], &[3.0, 3.5], &[5.0, 1.0], &[1.0, 4.0], &[0.0, 0.0]];

    #[test]
    fn fronts_are_those_of_a_drawing() {
        assert_eq!(fronts(&POPULATION), [0, 0, 0, 0, 1, 2]);
        assert!(dominates(&[1.0, 2.0], &[1.0, 1.0]) && !dominates(&[1.0, 1.0], &[1.0, 1.0]));
    }

    #[test]
    fn ends_are_kept_and_the_crowded_come_last_in_their_front() {
        let distance = crowding(&POPULATION[..4]);
        assert!(distance[0].is_infinite() && distance[3].is_infinite());
        assert!((distance[1] - (2.0 / 4.0 + 1.5 / 4.0)).abs() < 1e-12);
        assert!((distance[2] - (3.0 / 4.0 + 3.0 / 4.0)).abs() < 1e-12);
        assert_eq!(order(&POPULATION), [0, 3, 2, 1, 4, 5]);
    }

    #[test]
    fn equal_members_are_one_front_in_their_order() {
        let same: [&[f64]; 3] = [&[1.0, 1.0]; 3];
        assert_eq!((fronts(&same), order(&same)), (vec![0, 0, 0], vec![0, 1, 2]));
        assert!(order(&[]).is_empty());
    }
}
