//! Weights, and how a child gets its own.
//!
//! Every weight has a step, which says how far mutation may take it, and the step is mutated first: so
//! evolution finds out by itself how boldly to change what (Chellapilla and Fogel's way). The normal
//! distribution is that of four dice of 65,536 sides, which is as good here, and unlike logarithms the
//! same on every machine.

use selforge_agents::neural::Network;
use selforge_core::Stream;

/// No weight lies further from zero.
pub(super) const WEIGHT_LIMIT: f32 = 2.0;

/// First weights are drawn from zero to this, either way.
const FIRST_WEIGHTS: f32 = 0.2;

const FIRST_STEP: f32 = 0.05;

/// Steps stay within these: one that is zero would stay so for ever.
const STEP_LIMITS: (f32, f32) = (1e-4, 1.0);

/// A network with the steps by which its children differ from it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Individual {
    network: Network,
    steps: Vec<f32>,
}

impl Individual {
    /// One that has learned nothing.
    pub(super) fn random(cells: usize, stream: &mut Stream) -> Individual {
        let size = Network::size(cells);
        let weight = |_| FIRST_WEIGHTS * (2.0 * stream.unit() - 1.0) as f32;
        let network = Network::new(cells, (0..size).map(weight).collect());
        Individual { network, steps: vec![FIRST_STEP; size] }
    }

    /// A child: all steps and all weights changed at random.
    pub(super) fn child(&self, stream: &mut Stream) -> Individual {
        let size = self.steps.len();
        // The usual rate: one over the root of twice the root of the number of weights.
        let rate = 1.0 / (2.0 * (size as f32).sqrt()).sqrt();
        let mut weights = Vec::with_capacity(size);
        let mut steps = Vec::with_capacity(size);
        for (weight, step) in self.network.weights().iter().zip(&self.steps) {
            let step = step * exp(rate * normal(stream));
            let step = step.clamp(STEP_LIMITS.0, STEP_LIMITS.1);
            let weight = weight + step * normal(stream);
            weights.push(weight.clamp(-WEIGHT_LIMIT, WEIGHT_LIMIT));
            steps.push(step);
        }
        Individual { network: Network::new(self.network.cells(), weights), steps }
    }

    /// Its network.
    pub(super) fn network(&self) -> &Network {
        &self.network
    }
}

/// A number of mean 0 and variance 1, nearly normal, within ±3.47.
fn normal(stream: &mut Stream) -> f32 {
    let bits = stream.bits();
    let dice = [0, 16, 32, 48].map(|shift| (bits >> shift & 0xffff) as u32);
    let sum = dice.iter().sum::<u32>() as f32;
    // Four numbers from 0 to 65,535 have the mean 131,070 and the variance (2^32 - 1) / 3.
    (sum - 131_070.0) / 37_837.23
}

/// The exponential of a number near zero.
fn exp(x: f32) -> f32 {
    1.0 + x * (1.0 + x / 2.0 * (1.0 + x / 3.0 * (1.0 + x / 4.0 * (1.0 + x / 5.0))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_stay_within_their_limit_for_many_generations() {
        let mut stream = Stream::new(1, "test", 0);
        let mut individual = Individual::random(9, &mut stream);
        individual.steps.iter_mut().for_each(|step| *step = 1.0);
        for _ in 0..50 {
            individual = individual.child(&mut stream);
            let weights = individual.network.weights();
            assert!(weights.iter().all(|weight| weight.abs() <= WEIGHT_LIMIT));
        }
        let at_limit = |weight: &&f32| weight.abs() == WEIGHT_LIMIT;
        assert!(individual.network.weights().iter().filter(at_limit).count() > 100, "it is met");
    }

    #[test]
    fn a_child_differs_from_its_parent_by_about_a_step() {
        let mut stream = Stream::new(2, "test", 0);
        let parent = Individual::random(64, &mut stream);
        let child = parent.child(&mut stream);
        let pairs = parent.network.weights().iter().zip(child.network.weights());
        let squares: Vec<f64> = pairs.map(|(a, b)| f64::from(a - b).powi(2)).collect();
        let rms = (squares.iter().sum::<f64>() / squares.len() as f64).sqrt();
        assert!((0.048..0.053).contains(&rms), "{rms}");
        assert_ne!(parent.steps, child.steps);
    }

    #[test]
    fn the_dice_have_mean_zero_and_variance_one() {
        let mut stream = Stream::new(3, "test", 0);
        let values: Vec<f64> = (0..100_000).map(|_| f64::from(normal(&mut stream))).collect();
        let mean = values.iter().sum::<f64>() / 1e5;
        let variance = values.iter().map(|value| value * value).sum::<f64>() / 1e5;
        assert!(mean.abs() < 0.01 && (variance - 1.0).abs() < 0.02, "{mean} {variance}");
        assert!((exp(0.25) - 0.25f32.exp()).abs() < 1e-5);
    }
}
