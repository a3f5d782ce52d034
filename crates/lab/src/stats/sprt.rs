//! Wald's sequential test: play on until the question is answered, and no longer.
//!
//! The question is whether the first player is `elo0` or `elo1` points better. After each pair of
//! games the log of the likelihood ratio of the two answers is compared with two bounds. The
//! likelihood is that of the generalised test for counts of five pair results: under each answer the
//! distribution is the likeliest one, given the counts, whose mean score is the answer's. (The usual
//! normal approximation agrees for small differences; engines here differ by hundreds of points.)

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{Elo, bisect, rounded};
use crate::LabError;

/// The question and how sure the answer must be.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference of the null hypothesis.
    pub elo0: f64,
    /// The difference of the alternative.
    pub elo1: f64,
    /// How often `elo1` may be accepted although `elo0` holds.
    pub alpha: f64,
    /// How often `elo0` may be accepted although `elo1` holds.
    pub beta: f64,
}

/// What the test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// The null hypothesis: the difference is `elo0` rather than `elo1`.
    Elo0,
    /// The alternative.
    Elo1,
    /// The games do not suffice.
    Open,
}

/// What the test says after some games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// The answer.
    pub decision: Decision,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// At or below this, `elo0` is accepted.
    pub lower: f64,
    /// At or above this, `elo1` is accepted.
    pub upper: f64,
}

impl Sprt {
    /// Checks that the question can be answered.
    ///
    /// # Errors
    /// If `elo0` is not below `elo1`, or an error rate is not between 0 and ½.
    pub fn check(&self) -> Result<(), LabError> {
        let Sprt { elo0, elo1, .. } = self;
        let fits = |elo: &f64| elo.abs() <= 2000.0;
        let problem = format!("sprt: elo0={elo0} and elo1={elo1}");
        let holds = fits(elo0) && fits(elo1) && elo0 < elo1;
        LabError::require(holds, problem, "elo0 below elo1, both within 2000")?;
        for (name, rate) in [("alpha", self.alpha), ("beta", self.beta)] {
            let problem = format!("sprt: {name}={rate}");
            LabError::require(rate > 0.0 && rate < 0.5, problem, "a rate above 0 and below 0.5")?;
        }
        Ok(())
    }

    /// What the counts of pair results say: index 0 for two losses up to 4 for two wins.
    #[must_use]
    pub fn judge(&self, pairs: &[u64; 5]) -> Verdict {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let llr = log_likelihood_ratio(pairs, Elo::to_score(self.elo0), Elo::to_score(self.elo1));
        let decision = match llr {
            llr if llr >= upper => Decision::Elo1,
            llr if llr <= lower => Decision::Elo0,
            _ => Decision::Open,
        };
        let [llr, lower, upper] = [llr, lower, upper].map(rounded);
        Verdict { decision, llr, lower, upper }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, alpha, beta } = self;
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta}")
    }
}

impl FromStr for Sprt {
    type Err = LabError;

    /// Reads `elo0=0,elo1=20,alpha=0.05,beta=0.05`; each has that value if it is left out.
    fn from_str(text: &str) -> Result<Sprt, LabError> {
        let mut sprt = Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 };
        let expected = "elo0=0,elo1=20,alpha=0.05,beta=0.05 or some of these";
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let wrong = || LabError::settings(format!("sprt: '{part}'"), expected);
            let (key, value) = part.split_once('=').ok_or_else(wrong)?;
            let value = value.trim().parse::<f64>().map_err(|_| wrong())?;
            match key.trim() {
                "elo0" => sprt.elo0 = value,
                "elo1" => sprt.elo1 = value,
                "alpha" => sprt.alpha = value,
                "beta" => sprt.beta = value,
                _ => return Err(wrong()),
            }
        }
        sprt.check()?;
        Ok(sprt)
    }
}

/// What a result that never occurred counts, so that it is unlikely and not impossible.
const UNSEEN: f64 = 1e-3;

/// The log of how much likelier the counts are if the true mean score is `score1` than if it is
/// `score0`. The counted results are equally spaced from score 0 to score 1.
pub(super) fn log_likelihood_ratio(counts: &[u64], score0: f64, score1: f64) -> f64 {
    if counts.len() < 2 || counts.iter().sum::<u64>() == 0 {
        return 0.0;
    }
    let counts: Vec<f64> = counts.iter().map(|&count| (count as f64).max(UNSEEN)).collect();
    let total: f64 = counts.iter().sum();
    let last = (counts.len() - 1) as f64;
    let results = || counts.iter().enumerate().map(|(at, n)| (at as f64 / last, n / total));
    // The likeliest distribution with mean s gives a result a the share p/(1 + t(a - s)), where t
    // makes the mean right.
    let tilt = |score: f64| {
        let slope = |t: f64| -> f64 {
            results().map(|(a, p)| p * (a - score) / (1.0 + t * (a - score))).sum()
        };
        bisect(-1.0 / (1.0 - score), 1.0 / score, 100, |t| slope(t) > 0.0)
    };
    let (t0, t1) = (tilt(score0), tilt(score1));
    let ratio = |a: f64| ((1.0 + t0 * (a - score0)) / (1.0 + t1 * (a - score1))).ln();
    results().map(|(a, p)| total * p * ratio(a)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two results only, 60 lost and 40 won: the likeliest distribution with a given mean is that
    /// mean itself, so the ratio is Bernoulli's: 40 ln(s1/s0) + 60 ln((1-s1)/(1-s0)).
    #[test]
    fn two_results_give_the_bernoulli_ratio() {
        let by_hand = 40.0 * (0.55f64 / 0.5).ln() + 60.0 * (0.45f64 / 0.5).ln();
        assert!((log_likelihood_ratio(&[60, 40], 0.5, 0.55) - by_hand).abs() < 1e-9);
    }

    /// For small differences the ratio is N (s1-s0)(2m-s0-s1)/(2 var): 1000 games of which 300
    /// were won, 450 drawn and 250 lost have m = 0.525 and var = 0.136875.
    #[test]
    fn small_differences_agree_with_the_normal_approximation() {
        let (s0, s1) = (0.5, 0.51);
        let normal = 1000.0 * (s1 - s0) * (2.0 * 0.525 - s0 - s1) / (2.0 * 0.136_875);
        let exact = log_likelihood_ratio(&[250, 450, 300], s0, s1);
        assert!((exact - normal).abs() / normal < 0.02, "{exact} {normal}");
    }

    #[test]
    fn the_bounds_are_walds() {
        let sprt: Sprt = "elo0=0,elo1=20".parse().unwrap();
        let verdict = sprt.judge(&[0; 5]);
        assert_eq!(verdict.decision, Decision::Open);
        assert!((verdict.upper - 19f64.ln()).abs() < 1e-6);
        assert!((verdict.lower + 19f64.ln()).abs() < 1e-6);
    }

    #[test]
    fn clear_results_are_decided_and_balanced_ones_are_not() {
        let sprt: Sprt = "elo0=0,elo1=100".parse().unwrap();
        assert_eq!(sprt.judge(&[0, 0, 2, 4, 30]).decision, Decision::Elo1);
        assert_eq!(sprt.judge(&[30, 4, 2, 0, 0]).decision, Decision::Elo0);
        assert_eq!(sprt.judge(&[1, 1, 2, 2, 1]).decision, Decision::Open);
    }

    #[test]
    fn impossible_questions_are_refused() {
        for text in ["elo0=20,elo1=0", "elo0=5,elo1=5", "alpha=0.7", "beta=0", "gamma=1", "elo0"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
        let sprt: Sprt = " elo1=10 , alpha=0.1".parse().unwrap();
        assert_eq!(sprt.to_string(), "elo0=0,elo1=10,alpha=0.1,beta=0.05");
    }
}
