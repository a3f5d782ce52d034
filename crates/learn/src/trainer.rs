//! Learning: Adam over batches of samples, on any number of threads with one result.
//!
//! A batch is cut into parts of a fixed size. Whoever is free takes the next part and sums up its
//! slopes; the parts' sums are added in their order. So the number of threads decides nothing.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::gradient::{Loss, Room, Transposed};
use crate::graph::Graph;
use crate::network::Network;
use crate::sample::Sample;

/// Samples whose slopes are summed one after the other.
const PART: usize = 16;

const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// A network that learns.
#[derive(Clone, Debug)]
pub struct Trainer {
    network: Network,
    first: Vec<f32>,
    second: Vec<f32>,
    steps: u32,
    /// By how much weights shrink a step, in shares of the rate.
    pub decay: f32,
}

impl Trainer {
    /// Goes on with a network.
    #[must_use]
    pub fn new(network: Network) -> Trainer {
        let zeros = vec![0.0; network.weights().len()];
        Trainer { network, first: zeros.clone(), second: zeros, steps: 0, decay: 1e-3 }
    }

    /// The network so far.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Learns from a batch of samples, at a rate, and says what was wrong before.
    ///
    /// # Panics
    /// If a sample was seen on a graph that is not there, or a thread panics.
    pub fn step(&mut self, graphs: &[Graph], batch: &[&Sample], rate: f32, threads: usize) -> Loss {
        let (loss, slopes) = self.slopes(graphs, batch, threads);
        self.steps += 1;
        let share = 1.0 / batch.len().max(1) as f32;
        let first = 1.0 - FIRST_DECAY.powi(self.steps.min(10_000) as i32);
        let second = 1.0 - SECOND_DECAY.powi(self.steps.min(100_000) as i32);
        let weights = self.network.weights_mut();
        let moments = self.first.iter_mut().zip(&mut self.second);
        for ((weight, slope), (mean, square)) in weights.iter_mut().zip(&slopes).zip(moments) {
            let slope = slope * share;
            *mean += (1.0 - FIRST_DECAY) * (slope - *mean);
            *square += (1.0 - SECOND_DECAY) * (slope * slope - *square);
            let step = *mean / first / ((*square / second).sqrt() + EPSILON);
            *weight -= rate * (step + self.decay * *weight);
        }
        loss
    }

    /// How the error of a batch changes with each weight, summed over its samples.
    ///
    /// # Panics
    /// As [`step`](Trainer::step).
    #[must_use]
    pub fn slopes_of(&self, graphs: &[Graph], batch: &[&Sample], threads: usize) -> Vec<f32> {
        self.slopes(graphs, batch, threads).1
    }

    fn slopes(&self, graphs: &[Graph], batch: &[&Sample], threads: usize) -> (Loss, Vec<f32>) {
        let transposed = Transposed::of(&self.network);
        let parts = batch.len().div_ceil(PART);
        let sums = (0..parts).map(|_| Mutex::new(None::<(Loss, Vec<f32>)>));
        let sums: Vec<_> = sums.collect();
        let next = AtomicUsize::new(0);
        let work = || {
            let mut room = Room::default();
            loop {
                let part = next.fetch_add(1, Ordering::Relaxed);
                let Some(samples) = batch.chunks(PART).nth(part) else { return };
                let mut slopes = vec![0.0; self.network.weights().len()];
                let mut loss = Loss::default();
                for sample in samples {
                    let graph = &graphs[usize::from(sample.graph)];
                    let network = &self.network;
                    loss.add(&network.add_slopes(
                        &transposed,
                        graph,
                        sample,
                        &mut room,
                        &mut slopes,
                    ));
                }
                *sums[part].lock().unwrap_or_else(std::sync::PoisonError::into_inner) =
                    Some((loss, slopes));
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.clamp(1, parts.max(1)) {
                scope.spawn(work);
            }
            work();
        });
        let mut total = (Loss::default(), vec![0f32; self.network.weights().len()]);
        for sum in sums {
            let sum = sum.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
            let (loss, slopes) = sum.expect("every part was worked on");
            total.0.add(&loss);
            total.1.iter_mut().zip(&slopes).for_each(|(sum, slope)| *sum += slope);
        }
        total
    }

    /// What the network gets wrong about samples, without learning from them.
    #[must_use]
    pub fn measure(&self, graphs: &[Graph], samples: &[&Sample]) -> Loss {
        let mut trace = crate::network::Trace::default();
        let mut loss = Loss::default();
        for sample in samples {
            let graph = &graphs[usize::from(sample.graph)];
            loss.add(&self.network.loss(graph, sample, &mut trace));
        }
        loss
    }
}
