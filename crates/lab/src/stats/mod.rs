//! What a number of games says about the players: shares, ratings, decisions, each with its error.
//!
//! Formulas are written out where they are used and tested against figures worked by hand; the
//! distributions behind them come from `statrs`, Glicko-2 from `skillratings`.

mod bradley_terry;
mod correlation;
mod elo;
mod estimate;
mod exact;
mod interval;
mod mann_whitney;
mod rating;
mod sample;
mod sprt;

pub use bradley_terry::Strength;
pub(crate) use bradley_terry::bradley_terry;
pub(crate) use correlation::spearman;
pub use correlation::{Correlation, Permutations};
pub use elo::Elo;
pub(crate) use elo::likelihood_of_superiority;
pub use estimate::{Estimate, Range};
pub(crate) use exact::{holm, sign_test};
pub use interval::{Interval, Share};
pub use mann_whitney::MannWhitney;
pub use rating::Rating;
pub(crate) use rating::{Meeting, glicko2};
pub use sample::Sample;
pub use sprt::{Decision, Sprt, Verdict};

/// The quantile of the normal distribution that leaves 2.5 % on either side.
pub(crate) fn z95() -> f64 {
    use statrs::distribution::{ContinuousCDF, Normal};
    Normal::standard().inverse_cdf(0.975)
}

/// Where between two numbers something ceases to hold that holds at the lower end, to within a
/// 2^`steps`th of their distance.
pub(crate) fn bisect(mut low: f64, mut high: f64, steps: u32, holds: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..steps {
        let middle = f64::midpoint(low, high);
        if holds(middle) { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// A number with six decimals: what is compared bit for bit should not hang on the last place of a
/// logarithm.
pub(crate) fn rounded(value: f64) -> f64 {
    // Adding zero turns -0.0 into 0.0.
    (value * 1e6).round() / 1e6 + 0.0
}

/// A probability with six significant figures: small ones must not become zero.
pub(crate) fn significant(value: f64) -> f64 {
    format!("{value:.5e}").parse().expect("a number that was written is a number")
}
