//! A measured number and how far it can be trusted.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::{Interval, rounded};

/// A value with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Estimate {
    /// The measured value.
    pub value: f64,
    /// The lower end of where the true value may lie.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Between what a single game's number lies.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Range {
    /// Never below this.
    pub least: f64,
    /// Never above this; infinite where there is no bound.
    pub most: f64,
    /// The distance of possible numbers; 0 where all between are possible.
    pub step: f64,
}

impl Range {
    /// From 0 to 1.
    pub const SHARE: Range = Range { least: 0.0, most: 1.0, step: 0.0 };
    /// From 0 upwards.
    pub const POSITIVE: Range = Range { least: 0.0, most: f64::INFINITY, step: 0.0 };
    /// 0, 1, 2 and so on.
    pub const COUNT: Range = Range { step: 1.0, ..Range::POSITIVE };
    /// From -1 to 1.
    pub const SIGNED: Range = Range { least: -1.0, most: 1.0, step: 0.0 };

    /// Whether a value lies in it.
    #[must_use]
    pub fn contains(self, value: f64) -> bool {
        (self.least..=self.most).contains(&value)
    }
}

impl Estimate {
    /// A value with its interval, both with six decimals.
    pub(crate) fn of(value: f64, interval: Interval) -> Estimate {
        let Interval { low, high } = interval.rounded();
        Estimate { value: rounded(value), low, high }
    }

    /// Where the true value may lie.
    #[must_use]
    pub fn interval(&self) -> Interval {
        Interval { low: self.low, high: self.high }
    }

    /// The mean of one number for each game, with Student's interval cut to the range.
    ///
    /// Equal numbers have no spread, but few of them prove little: within two bounds the exact
    /// interval stands in, as if each number were a share. A count may be one more or less in as many games as
    /// that interval allows to be otherwise. Without an upper bound there is nothing to go by, and
    /// the interval has no width. A single number says nothing of its spread: it may lie anywhere.
    #[must_use]
    pub fn mean(values: &[f64], range: Range) -> Estimate {
        let count = values.len() as f64;
        if values.is_empty() {
            return Estimate { value: 0.0, low: range.least, high: range.most };
        }
        let value = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|each| (each - value).powi(2)).sum();
        let (low, high) = if values.len() > 1 && squares > 1e-18 {
            let half = student95(values.len()) * (squares / (count - 1.0) / count).sqrt();
            (value - half, value + half)
        } else if range.most.is_finite() {
            let width = range.most - range.least;
            let share = Interval::exact_sum((value - range.least) / width * count, count);
            (range.least + width * share.low, range.least + width * share.high)
        } else if values.len() > 1 {
            let others = range.step * Interval::exact_sum(0.0, count).high;
            (value - others, value + others)
        } else {
            (range.least, range.most)
        };
        Estimate::within(value, low, high, range)
    }

    /// The share of `count` in `total`, with the exact interval: Wilson's is narrower, and near 0 and 1 holds
    /// the truth too seldom when there are twenty games.
    #[must_use]
    pub fn share(count: usize, total: usize) -> Estimate {
        let value = if total == 0 { 0.0 } else { count as f64 / total as f64 };
        let interval = Interval::exact(count as u64, total as u64);
        Estimate::within(value, interval.low, interval.high, Range::SHARE)
    }

    fn within(value: f64, low: f64, high: f64, range: Range) -> Estimate {
        // Rounding must not push the value out of its own interval.
        let value = rounded(value);
        Estimate {
            value,
            low: rounded(low.max(range.least)).min(value),
            high: rounded(high.min(range.most)).max(value),
        }
    }
}

/// The quantile of Student's distribution that leaves 2.5 % on either side of a mean of `count` numbers.
fn student95(count: usize) -> f64 {
    StudentsT::new(0.0, 1.0, count as f64 - 1.0)
        .expect("two numbers or more leave a degree of freedom")
        .inverse_cdf(0.975)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mean 2, variance 1, standard error 1/√3, and Student's 4.302653 for two degrees of freedom.
    #[test]
    fn the_interval_of_a_mean_is_students() {
        let estimate = Estimate::mean(&[1.0, 2.0, 3.0], Range::POSITIVE);
        let half = 4.302_653 / 3f64.sqrt();
        assert_eq!(estimate.value, 2.0);
        assert!((estimate.high - (2.0 + half)).abs() < 1e-5, "{estimate:?}");
        assert_eq!(estimate.low, 0.0, "cut to the range");
    }

    #[test]
    fn equal_numbers_still_have_an_error_within_bounds() {
        let estimate = Estimate::mean(&[1.0; 20], Range::SHARE);
        assert_eq!((estimate.value, estimate.high), (1.0, 1.0));
        assert!((estimate.low - 0.8316).abs() < 1e-4, "{estimate:?}");
        let signed = Estimate::mean(&[0.0; 20], Range::SIGNED);
        assert!(signed.low < -0.3 && signed.high > 0.3, "{signed:?}");
    }

    #[test]
    fn a_few_games_that_agree_prove_no_certainty() {
        let shares = Estimate::mean(&[1.0, 1.0], Range::SHARE);
        assert!(shares.low < 0.2, "{shares:?}");
        let counts = Estimate::mean(&[4.0, 4.0, 4.0], Range::COUNT);
        assert!(counts.low < 3.4 && counts.high > 4.6, "{counts:?}");
        let many = Estimate::mean(&[4.0; 300], Range::COUNT);
        assert!(many.low > 3.9 && many.high < 4.1, "{many:?}");
    }

    #[test]
    fn a_single_game_and_none_say_little() {
        let one = Estimate::mean(&[3.0], Range::POSITIVE);
        assert_eq!((one.value, one.low, one.high), (3.0, 0.0, f64::INFINITY));
        let none = Estimate::mean(&[], Range::SHARE);
        assert_eq!((none.low, none.high), (0.0, 1.0));
        assert_eq!(Estimate::share(0, 0).high, 1.0);
    }
}
