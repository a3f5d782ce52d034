//! Mean and spread of measured numbers.

use serde::{Deserialize, Serialize};

use super::{Interval, rounded, z95};

/// What is to be said of a list of numbers.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Sample {
    /// How many.
    pub count: u64,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation (n - 1 in the denominator; 0 for a single number).
    pub sd: f64,
    /// The smallest.
    pub min: f64,
    /// The middle one; of an even number the mean of the two in the middle.
    pub median: f64,
    /// The largest.
    pub max: f64,
}

impl Sample {
    /// The sample of these numbers; all zero for none.
    #[must_use]
    pub fn of(values: impl IntoIterator<Item = f64>) -> Sample {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let (Some(&min), Some(&max)) = (values.first(), values.last()) else {
            return Sample::default();
        };
        let count = values.len();
        let mean = values.iter().sum::<f64>() / count as f64;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let sd = if count > 1 { (squares / (count - 1) as f64).sqrt() } else { 0.0 };
        let median = (values[(count - 1) / 2] + values[count / 2]) / 2.0;
        let [mean, sd, min, median, max] = [mean, sd, min, median, max].map(rounded);
        Sample { count: count as u64, mean, sd, min, median, max }
    }

    /// Where the mean of all such numbers may lie (95 %).
    pub(crate) fn mean_interval(&self) -> Interval {
        let half = z95() * self.sd / (self.count.max(1) as f64).sqrt();
        Interval { low: self.mean - half, high: self.mean + half }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_spread_are_those_of_the_textbook() {
        let sample = Sample::of([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert_eq!((sample.mean, sample.min, sample.median, sample.max), (5.0, 2.0, 4.5, 9.0));
        assert!((sample.sd - (32.0f64 / 7.0).sqrt()).abs() < 1e-6);
        assert_eq!(Sample::of([3.0]).sd, 0.0);
        assert_eq!(Sample::of([]).count, 0);
    }
}
