//! Spearman's rank correlation, judged by permutations.
//!
//! Surveys compare a handful of games, for which the usual approximation of the test means nothing.
//! So the ranks of one side are put into every other order, or into many drawn at random where there
//! are too many orders, and those are counted that give a correlation at least as strong.

use selforge_core::Stream;
use serde::Serialize;

use super::{rounded, significant};

/// Up to this many pairs every order is tried: 9! is 362,880.
const MOST_FOR_ALL: usize = 9;

/// How many orders are drawn for more pairs.
const DRAWN: u64 = 99_999;

/// Which orders the test looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Permutations {
    /// All of them: the p-value is exact.
    All,
    /// So many drawn at random, always the same.
    Drawn(u64),
}

/// How two lists of numbers go together.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Correlation {
    /// Spearman's coefficient, from -1 to 1; equal values share their mean rank.
    pub rho: f64,
    /// How often chance gives one at least as far from zero.
    pub p: f64,
    /// How many pairs there were.
    pub count: usize,
    /// How `p` was found.
    pub permutations: Permutations,
}

/// The correlation of two lists of the same length; `None` for fewer than three pairs, or if all values
/// of a list are equal.
///
/// # Panics
/// If the lists differ in length.
pub(crate) fn spearman(first: &[f64], second: &[f64]) -> Option<Correlation> {
    assert_eq!(first.len(), second.len(), "pairs have two sides");
    let (first, mut second) = (centred_ranks(first), centred_ranks(second));
    let squares = |ranks: &[i64]| ranks.iter().map(|rank| rank * rank).sum::<i64>();
    let scale = squares(&first) as f64 * squares(&second) as f64;
    if first.len() < 3 || scale == 0.0 {
        return None;
    }
    let together =
        |other: &[i64]| first.iter().zip(other).map(|(one, other)| one * other).sum::<i64>();
    let found = together(&second);
    let as_strong = |order: &[i64]| u64::from(together(order).abs() >= found.abs());
    let (p, permutations) = if first.len() <= MOST_FOR_ALL {
        let (mut hits, mut all) = (0, 0u64);
        for_every_order(&mut second, &mut |order| {
            hits += as_strong(order);
            all += 1;
        });
        (hits as f64 / all as f64, Permutations::All)
    } else {
        let mut stream = Stream::new(0, "spearman", 0);
        // The order that was found counts among those that were looked at.
        let mut hits = 1;
        for _ in 0..DRAWN {
            stream.shuffle(&mut second);
            hits += as_strong(&second);
        }
        (hits as f64 / (DRAWN + 1) as f64, Permutations::Drawn(DRAWN))
    };
    let (rho, count) = (rounded(found as f64 / scale.sqrt()), first.len());
    Some(Correlation { rho, p: significant(p), count, permutations })
}

/// Twice the rank of each value less that of the middle: whole numbers, even where ranks are shared.
fn centred_ranks(values: &[f64]) -> Vec<i64> {
    let below = |value: f64| values.iter().filter(|other| **other < value).count() as i64;
    let above = |value: f64| values.iter().filter(|other| **other > value).count() as i64;
    values.iter().map(|&value| below(value) - above(value)).collect()
}

/// Shows every order of the items once (Heap's algorithm).
fn for_every_order(items: &mut [i64], visit: &mut impl FnMut(&[i64])) {
    let mut counters = vec![0; items.len()];
    visit(items);
    let mut at = 0;
    while at < items.len() {
        if counters[at] < at {
            items.swap(if at % 2 == 0 { 0 } else { counters[at] }, at);
            visit(items);
            counters[at] += 1;
            at = 0;
        } else {
            counters[at] = 0;
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_comes_once() {
        let mut seen = Vec::new();
        for_every_order(&mut [1, 2, 3, 4], &mut |order| seen.push(order.to_vec()));
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 24);
    }

    /// Of the 24 orders of four, one is the same and one the reverse; of the 120 of five as well.
    #[test]
    fn perfect_order_is_as_rare_as_can_be() {
        let four = spearman(&[1.0, 2.0, 3.0, 4.0], &[10.0, 20.0, 30.0, 400.0]).unwrap();
        assert_eq!((four.rho, four.p, four.permutations), (1.0, 0.083_333_3, Permutations::All));
        let five = spearman(&[1.0, 2.0, 3.0, 4.0, 5.0], &[5.0, 4.0, 3.0, 2.0, 1.0]).unwrap();
        assert_eq!((five.rho, five.p), (-1.0, 0.016_666_7));
    }

    /// The textbook's formula 1 - 6 Σd² / n (n² - 1), with d² = 0, 1, 1, 1, 1.
    #[test]
    fn the_coefficient_is_the_textbooks() {
        let it = spearman(&[1.0, 2.0, 3.0, 4.0, 5.0], &[1.0, 3.0, 2.0, 6.0, 4.0]).unwrap();
        assert_eq!(it.rho, 0.8);
        // 0.8 or more either way: 16 of 120 (published tables: one-sided 0.067).
        assert_eq!(it.p, 0.133_333);
    }

    #[test]
    fn equal_values_share_their_rank_and_constants_say_nothing() {
        let tied = spearman(&[1.0, 1.0, 2.0], &[3.0, 3.0, 9.0]).unwrap();
        assert_eq!(tied.rho, 1.0);
        assert_eq!(spearman(&[1.0, 1.0, 1.0], &[1.0, 2.0, 3.0]), None);
        assert_eq!(spearman(&[1.0, 2.0], &[1.0, 2.0]), None);
    }

    #[test]
    fn many_pairs_are_judged_by_drawn_orders() {
        let values: Vec<f64> = (0..20).map(f64::from).collect();
        let it = spearman(&values, &values).unwrap();
        assert_eq!((it.p, it.permutations), (1e-5, Permutations::Drawn(DRAWN)));
    }
}
