//! Shares of a whole with their confidence intervals.

use serde::{Deserialize, Serialize};
use statrs::function::beta::beta_reg;

use super::{bisect, rounded, z95};

/// What is left on each side of an interval of 95 %.
const TAIL: f64 = 0.025;

/// From where to where a true value may lie with 95 % confidence.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Wilson's interval for a share of `count` in `total` games, where `count` need not be whole:
    /// draws count half in scores, for which the interval is then a little too wide.
    ///
    /// It stays between 0 and 1 and says something even about 0 of 100, where the textbook's
    /// normal interval has no width.
    #[must_use]
    pub fn wilson(count: f64, total: f64) -> Interval {
        if total <= 0.0 {
            return Interval { low: 0.0, high: 1.0 };
        }
        let (z, share) = (z95(), count / total);
        let scale = 1.0 + z * z / total;
        let middle = (share + z * z / (2.0 * total)) / scale;
        let spread = share * (1.0 - share) / total + z * z / (4.0 * total * total);
        let half = z * spread.max(0.0).sqrt() / scale;
        // At the ends the formula gives 0 and 1 but for the last place.
        let low = if count <= 0.0 { 0.0 } else { (middle - half).max(0.0) };
        let high = if count >= total { 1.0 } else { (middle + half).min(1.0) };
        Interval { low, high }
    }

    /// Clopper and Pearson's exact interval for `count` of `total`: it covers the true share with at
    /// least 95 %, whatever that is.
    #[must_use]
    pub fn exact(count: u64, total: u64) -> Interval {
        Interval::exact_sum(count as f64, total as f64)
    }

    /// The same for a sum of shares, of which each is between 0 and 1 and need not be either.
    pub(crate) fn exact_sum(k: f64, n: f64) -> Interval {
        // The share at which the beta distribution with these parameters has passed `tail`.
        let quantile =
            |a: f64, b: f64, tail: f64| bisect(0.0, 1.0, 60, |share| beta_reg(a, b, share) < tail);
        let low = if k <= 0.0 { 0.0 } else { quantile(k, n - k + 1.0, TAIL) };
        let high = if k >= n { 1.0 } else { quantile(k + 1.0, n - k, 1.0 - TAIL) };
        Interval { low, high }
    }

    /// The interval with six decimals.
    pub(crate) fn rounded(self) -> Interval {
        Interval { low: rounded(self.low), high: rounded(self.high) }
    }
}

/// So many of all, as a share with its interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Share {
    /// How many.
    pub count: u64,
    /// Their share of all.
    pub share: f64,
    /// Where the true share may lie (Wilson, 95 %).
    pub interval: Interval,
}

impl Share {
    /// `count` of `total`.
    #[must_use]
    pub fn of(count: u64, total: u64) -> Share {
        let share = if total == 0 { 0.0 } else { count as f64 / total as f64 };
        let interval = Interval::wilson(count as f64, total as f64).rounded();
        Share { count, share: rounded(share), interval }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(interval: Interval, low: f64, high: f64) {
        let close = |a: f64, b: f64| (a - b).abs() < 5e-5;
        assert!(close(interval.low, low) && close(interval.high, high), "{interval:?}");
    }

    /// Newcombe 1998 (Statistics in Medicine 17), table I, method 3.
    #[test]
    fn wilson_agrees_with_newcombes_table() {
        near(Interval::wilson(81.0, 263.0), 0.2553, 0.3662);
        near(Interval::wilson(15.0, 148.0), 0.0624, 0.1605);
        near(Interval::wilson(0.0, 20.0), 0.0, 0.1611);
        near(Interval::wilson(1.0, 29.0), 0.0061, 0.1718);
    }

    /// The first four from Newcombe 1998 (Statistics in Medicine 17), table I, method 5.
    #[test]
    fn the_exact_interval_agrees_with_published_ones() {
        near(Interval::exact(81, 263), 0.2527, 0.3676);
        near(Interval::exact(15, 148), 0.0578, 0.1617);
        near(Interval::exact(0, 20), 0.0, 0.1684);
        near(Interval::exact(1, 29), 0.0009, 0.1776);
        near(Interval::exact(9, 10), 0.5550, 0.9975);
        near(Interval::exact(10, 10), 0.6915, 1.0);
        near(Interval::exact(0, 0), 0.0, 1.0);
    }

    #[test]
    fn ends_are_exact_and_no_games_say_nothing() {
        assert_eq!(Interval::wilson(0.0, 200.0).low, 0.0);
        assert_eq!(Interval::wilson(200.0, 200.0).high, 1.0);
        near(Interval::wilson(0.0, 0.0), 0.0, 1.0);
        assert_eq!(Share::of(0, 0).share, 0.0);
    }
}
