//! Whether one list of numbers tends to be larger than another: the exact test of Mann and Whitney.

use std::collections::BTreeMap;

use serde::Serialize;

use super::rounded;

/// What the test says.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MannWhitney {
    /// In how many of all pairs the first list's number is larger, equal ones counting half.
    pub u: f64,
    /// The same as a share of all pairs: the probability of superiority, 0.5 for no difference.
    pub superiority: f64,
    /// How probable a `u` of at least this size is if the lists are alike (one-sided).
    pub p: f64,
}

impl MannWhitney {
    /// Tests whether the first list's numbers are larger.
    ///
    /// The probability is exact, ties included: every way to deal the numbers into lists of these
    /// lengths is counted, by their rank sums. Meant for lists of up to some dozens of numbers.
    #[must_use]
    pub fn greater(first: &[f64], second: &[f64]) -> MannWhitney {
        let pairs = || first.iter().flat_map(|a| second.iter().map(move |b| (a, b)));
        let twice: u64 = pairs().map(|(a, b)| 2 * u64::from(a > b) + u64::from(a == b)).sum();
        let (n, all): (usize, Vec<f64>) = (first.len(), [first, second].concat());
        // Twice the middle rank of each number among all, which is whole.
        let rank = |value: &f64| {
            let below = all.iter().filter(|other| *other < value).count();
            let equal = all.iter().filter(|other| *other == value).count();
            2 * below + equal + 1
        };
        let ranks: Vec<usize> = all.iter().map(rank).collect();
        let observed: usize = ranks[..n].iter().sum();
        // How many choices of so many numbers have so large a rank sum.
        let mut ways: Vec<BTreeMap<usize, f64>> = vec![BTreeMap::new(); n + 1];
        ways[0].insert(0, 1.0);
        for &rank in &ranks {
            for chosen in (0..n).rev() {
                let smaller: Vec<(usize, f64)> =
                    ways[chosen].iter().map(|(sum, count)| (sum + rank, *count)).collect();
                for (sum, count) in smaller {
                    *ways[chosen + 1].entry(sum).or_insert(0.0) += count;
                }
            }
        }
        let total: f64 = ways[n].values().sum();
        let extreme: f64 = ways[n].range(observed..).map(|(_, count)| count).sum();
        let pairs = (first.len() * second.len()).max(1) as f64;
        MannWhitney {
            u: twice as f64 / 2.0,
            superiority: rounded(twice as f64 / 2.0 / pairs),
            p: if total > 0.0 { extreme / total } else { 1.0 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complete_separation_has_the_probability_of_one_deal() {
        let test = MannWhitney::greater(&[4.0, 5.0, 6.0], &[1.0, 2.0, 3.0]);
        assert_eq!((test.u, test.superiority), (9.0, 1.0));
        assert!((test.p - 1.0 / 20.0).abs() < 1e-12);
        let other_way = MannWhitney::greater(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]);
        assert_eq!((other_way.u, other_way.p), (0.0, 1.0));
    }

    /// By hand: of the 6 deals of {1, 2, 2, 3} into pairs, {2, 3} and {2, 3} are at least as large.
    #[test]
    fn ties_are_counted_exactly() {
        let test = MannWhitney::greater(&[2.0, 3.0], &[1.0, 2.0]);
        assert_eq!(test.u, 3.5);
        assert!((test.p - 2.0 / 6.0).abs() < 1e-12);
        assert_eq!(MannWhitney::greater(&[1.0, 1.0], &[1.0, 1.0]).p, 1.0);
    }

    /// The critical value of the published tables: U = 73 of 100 for n = m = 10 at 5 %, one-sided.
    #[test]
    fn the_tables_critical_value_holds() {
        let first: Vec<f64> = (0..10).map(|i| f64::from(2 * i)).collect();
        for shift in 0..40 {
            let second: Vec<f64> =
                (0..10).map(|i| f64::from(2 * i) - 0.5 * f64::from(shift)).collect();
            let test = MannWhitney::greater(&first, &second);
            if (test.u - 73.0).abs() < 0.25 {
                assert!(test.p < 0.05, "{test:?}");
            }
            assert_eq!(test.p <= 0.05, test.u >= 72.5, "{test:?}");
        }
    }
}
