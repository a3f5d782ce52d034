//! Tests for few observations, without approximation.
//!
//! Ten people at a table are too few for a normal distribution. The sign test, like the [exact
//! interval](super::Interval::exact), comes from the binomial distribution itself, whose tails are
//! values of the incomplete beta function.

use statrs::function::beta::beta_reg;

use super::significant;

/// The exact two-sided sign test: how often a split at least as uneven as `one` to `other` would
/// come from a fair coin. McNemar's exact test is this one, on the pairs that differ.
pub(crate) fn sign_test(one: u64, other: u64) -> f64 {
    let (few, all) = (one.min(other), one + other);
    if one == other {
        return 1.0;
    }
    // The probability of `few` or fewer of `all`.
    let tail = beta_reg((all - few) as f64, few as f64 + 1.0, 0.5);
    significant((2.0 * tail).min(1.0))
}

/// Holm's adjustment of p-values for having made several tests, in the order given.
pub(crate) fn holm(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut adjusted = vec![0.0; values.len()];
    let mut least = 0.0f64;
    for (rank, &at) in order.iter().enumerate() {
        least = least.max((values[at] * (values.len() - rank) as f64).min(1.0));
        adjusted[at] = significant(least);
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tails of Pascal's triangle, doubled: 9 of 10 is 2 (1 + 10) / 1024.
    #[test]
    fn the_sign_test_counts_the_outcomes_of_coins() {
        assert_eq!(sign_test(9, 1), 0.021_484_4);
        assert_eq!(sign_test(1, 9), 0.021_484_4);
        assert_eq!(sign_test(10, 0), 0.001_953_12);
        assert_eq!(sign_test(8, 2), 0.109_375);
        assert_eq!(sign_test(8, 1), 0.039_062_5);
        assert_eq!((sign_test(5, 5), sign_test(0, 0), sign_test(1, 0)), (1.0, 1.0, 1.0));
        assert!(sign_test(1_000_000, 0) < 1e-300);
    }

    #[test]
    fn holm_multiplies_the_smallest_by_the_number_of_tests() {
        assert_eq!(holm(&[0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
        assert_eq!(holm(&[]), Vec::<f64>::new());
    }
}
