//! How the error of a network changes with its weights, by hand: from the answer back to the features.
//!
//! The error of a position is the cross-entropy of its outcome and that of its moves. Slopes are summed
//! sample by sample in a fixed order; see [`Trainer`](crate::Trainer) for how threads share that.

use crate::graph::Graph;
use crate::kernel::{add_outer, add_products, fast};
use crate::lens::{Aim, FOREIGN, OWN};
use crate::network::{Network, Trace, gather, softmax};
use crate::sample::Sample;
use crate::shape::{HIDDEN, OUTCOMES, REACH, Shape, WORDS};

/// What a network got wrong.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Loss {
    /// Cross-entropy of outcomes, in nats, summed over positions.
    pub outcome: f64,
    /// Cross-entropy of moves, summed over positions that have some.
    pub moves: f64,
    /// Positions whose most likely outcome was the right one.
    pub right: f64,
    /// Positions whose most likely move was the right one.
    pub right_moves: f64,
    /// How many positions there were.
    pub positions: f64,
    /// How many of them had moves.
    pub with_moves: f64,
}

impl Loss {
    /// Adds what went wrong elsewhere.
    pub fn add(&mut self, other: &Loss) {
        self.outcome += other.outcome;
        self.moves += other.moves;
        self.right += other.right;
        self.right_moves += other.right_moves;
        self.positions += other.positions;
        self.with_moves += other.with_moves;
    }
}

/// What is needed on the way back, to be used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Room {
    pub(crate) trace: Trace,
    aims: Vec<Aim>,
    logits: Vec<f32>,
    /// Slopes of the cells' numbers after the layer at work, before it, and of what it gathered.
    slopes: Vec<f32>,
    before: Vec<f32>,
    gathered: Vec<f32>,
    reach: Vec<f32>,
}

/// The matrices of a network with rows and columns exchanged.
#[derive(Clone, Debug)]
pub(crate) struct Transposed {
    layers: Vec<Vec<f32>>,
    reach: Vec<f32>,
    hidden: Vec<f32>,
}

impl Transposed {
    pub(crate) fn of(network: &Network) -> Transposed {
        let (shape, places, weights) = (network.shape(), &network.places, network.weights());
        let near = |number: usize| {
            let range = places.layers[number].near.clone();
            transpose(&weights[range], shape.depth(number), shape.channels)
        };
        Transposed {
            layers: (0..=shape.blocks).map(near).collect(),
            reach: transpose(&weights[places.reach.clone()], shape.channels, 2 * REACH),
            hidden: transpose(&weights[places.hidden.clone()], shape.pooled(), HIDDEN),
        }
    }
}

fn transpose(matrix: &[f32], rows: usize, columns: usize) -> Vec<f32> {
    let at = |index: usize| matrix[index % rows * columns + index / rows];
    (0..rows * columns).map(at).collect()
}

impl Network {
    /// What the network gets wrong about a sample, without learning from it.
    #[must_use]
    pub fn loss(&self, graph: &Graph, sample: &Sample, trace: &mut Trace) -> Loss {
        let (mut aims, mut logits) = (Vec::new(), Vec::new());
        self.judge(graph, &sample.view, trace);
        aims.extend(sample.moves.iter().map(|(aim, _)| *aim));
        self.weigh_moves(trace, &aims, &mut logits);
        softmax(&mut logits);
        measure(&trace.outcome(), &logits, sample)
    }

    /// Adds the slopes of a sample's error, and says what was wrong.
    pub(crate) fn add_slopes(
        &self,
        transposed: &Transposed,
        graph: &Graph,
        sample: &Sample,
        room: &mut Room,
        slopes: &mut [f32],
    ) -> Loss {
        self.judge(graph, &sample.view, &mut room.trace);
        room.aims.clear();
        room.aims.extend(sample.moves.iter().map(|(aim, _)| *aim));
        room.logits.clear();
        self.weigh_moves(&mut room.trace, &room.aims, &mut room.logits);
        if !room.logits.is_empty() {
            softmax(&mut room.logits);
        }
        let loss = measure(&room.trace.outcome(), &room.logits, sample);
        fast(
            #[inline(always)]
            || self.backward(transposed, graph, sample, room, slopes),
        );
        loss
    }

    #[inline(always)]
    fn backward(
        &self,
        transposed: &Transposed,
        graph: &Graph,
        sample: &Sample,
        room: &mut Room,
        slopes: &mut [f32],
    ) {
        let Shape { channels, blocks, .. } = *self.shape();
        let mut hidden = [0f32; HIDDEN];
        room.slopes.clear();
        room.slopes.resize(graph.cells() * channels, 0.0);
        self.moves_back(sample, room, &mut hidden, slopes);
        let reach = &mut slopes[self.places.reach.clone()];
        add_outer(&room.trace.layers[blocks], channels, &room.reach, 2 * REACH, reach);
        add_products(&room.reach, 2 * REACH, &transposed.reach, channels, &mut room.slopes);
        self.outcome_back(transposed, sample, room, hidden, slopes);
        for number in (0..=blocks).rev() {
            self.layer_back(transposed, graph, number, room, slopes);
            std::mem::swap(&mut room.slopes, &mut room.before);
        }
    }

    /// From moves to the cells that they leave and enter, and to the hidden neurons.
    #[inline(always)]
    fn moves_back(
        &self,
        sample: &Sample,
        room: &mut Room,
        hidden: &mut [f32; HIDDEN],
        slopes: &mut [f32],
    ) {
        let places = &self.places;
        let weights = self.weights();
        room.reach.clear();
        room.reach.resize(room.trace.reach.len(), 0.0);
        for (&(aim, target), share) in sample.moves.iter().zip(&room.logits) {
            let slope = share - target;
            let mut neurons = [0f32; REACH];
            match self.neurons(&room.trace, aim, &mut neurons) {
                Ok(()) => {
                    let out = &weights[places.reach_out.clone()];
                    let mut back = [0f32; REACH];
                    for at in 0..REACH {
                        slopes[places.reach_out.start + at] += slope * neurons[at];
                        back[at] = if neurons[at] > 0.0 { slope * out[at] } else { 0.0 };
                        slopes[places.reach_bias.start + at] += back[at];
                    }
                    let ends = match aim {
                        Aim::Step { from, to } => [Some((from, 0)), Some((to, 1))],
                        Aim::Place { to } => [None, Some((to, 1))],
                        Aim::Pass | Aim::Swap => [None, None],
                    };
                    for (cell, entering) in ends.into_iter().flatten() {
                        let at = (usize::from(cell) * 2 + entering) * REACH;
                        let row = &mut room.reach[at..at + REACH];
                        row.iter_mut().zip(&back).for_each(|(sum, back)| *sum += back);
                    }
                }
                Err(word) => {
                    slopes[places.words_bias.start + word] += slope;
                    for (at, sum) in hidden.iter_mut().enumerate() {
                        let weight = places.words.start + at * WORDS + word;
                        slopes[weight] += slope * room.trace.hidden[at];
                        *sum += slope * weights[weight];
                    }
                }
            }
        }
    }

    /// From the outcome over the hidden neurons to the pools and the cells in them.
    #[inline(always)]
    fn outcome_back(
        &self,
        transposed: &Transposed,
        sample: &Sample,
        room: &mut Room,
        mut hidden: [f32; HIDDEN],
        slopes: &mut [f32],
    ) {
        let (places, weights, trace) = (&self.places, self.weights(), &room.trace);
        let Shape { inputs, channels, .. } = *self.shape();
        for outcome in 0..OUTCOMES {
            let slope = trace.outcome()[outcome] - sample.outcome[outcome];
            slopes[places.outcome_bias.start + outcome] += slope;
            for (at, sum) in hidden.iter_mut().enumerate() {
                let weight = places.outcome.start + at * OUTCOMES + outcome;
                slopes[weight] += slope * trace.hidden[at];
                *sum += slope * weights[weight];
            }
        }
        for (slope, neuron) in hidden.iter_mut().zip(&trace.hidden) {
            *slope = if *neuron > 0.0 { *slope } else { 0.0 };
        }
        let bias = &mut slopes[places.hidden_bias.clone()];
        bias.iter_mut().zip(&hidden).for_each(|(sum, slope)| *sum += slope);
        let matrix = &mut slopes[places.hidden.clone()];
        add_outer(&trace.pooled, trace.pooled.len(), &hidden, HIDDEN, matrix);
        // The features of the position among the pools are not learned, and not a multiple of a strip.
        let mut pooled = vec![0f32; trace.pooled.len()];
        for (slope, row) in hidden.iter().zip(transposed.hidden.chunks_exact(pooled.len())) {
            pooled.iter_mut().zip(row).for_each(|(sum, weight)| *sum += slope * weight);
        }
        let planes = sample.view.planes.chunks_exact(inputs);
        for (row, features) in room.slopes.chunks_exact_mut(channels).zip(planes) {
            let into = [true, features[OWN] > 0, features[FOREIGN] > 0];
            for (pool, share) in trace.shares[0].iter().enumerate().filter(|(pool, _)| into[*pool])
            {
                let pooled = &pooled[pool * channels..][..channels];
                row.iter_mut().zip(pooled).for_each(|(sum, slope)| *sum += slope * share);
            }
        }
    }

    /// From the cells' numbers after a layer, in `room.slopes`, to those before it, in `room.before`.
    #[inline(always)]
    fn layer_back(
        &self,
        transposed: &Transposed,
        graph: &Graph,
        number: usize,
        room: &mut Room,
        slopes: &mut [f32],
    ) {
        let Shape { channels, classes, .. } = *self.shape();
        let (width, depth) = (self.shape().width_before(number), self.shape().depth(number));
        let layer = &self.places.layers[number];
        let Room { trace, slopes: after, before, gathered, .. } = room;
        for (slope, value) in after.iter_mut().zip(&trace.layers[number]) {
            *slope = if *value > 0.0 { *slope } else { 0.0 };
        }
        let mut all = vec![0f32; channels];
        for row in after.chunks_exact(channels) {
            all.iter_mut().zip(row).for_each(|(sum, slope)| *sum += slope);
        }
        let bias = &mut slopes[layer.bias.clone()];
        bias.iter_mut().zip(&all).for_each(|(sum, slope)| *sum += slope);
        let far = if number == 0 { &trace.globals } else { &trace.means[number - 1] };
        add_outer(far, far.len(), &all, channels, &mut slopes[layer.far.clone()]);
        let numbers = if number == 0 { &trace.features } else { &trace.layers[number - 1] };
        gather(graph, numbers, width, &mut trace.gathered);
        let near = &mut slopes[layer.near.clone()];
        add_outer(&trace.gathered, depth, after, channels, near);
        if number == 0 {
            return;
        }
        gathered.clear();
        gathered.resize(graph.cells() * depth, 0.0);
        add_products(after, channels, &transposed.layers[number], depth, gathered);
        // The mean of all cells reaches each of them.
        let rows = self.weights()[layer.far.clone()].chunks_exact(channels);
        let share = 1.0 / graph.cells() as f32;
        let mean = rows.map(|row| {
            row.iter().zip(&all).map(|(weight, slope)| weight * slope).sum::<f32>() * share
        });
        let mean: Vec<f32> = mean.collect();
        before.clear();
        before.resize(graph.cells() * width, 0.0);
        before.chunks_exact_mut(width).for_each(|row| row.copy_from_slice(&mean));
        for (cell, row) in gathered.chunks_exact(depth).enumerate() {
            let (own, around) = row.split_at(width);
            let into = &mut before[cell * width..][..width];
            into.iter_mut().zip(own).for_each(|(sum, slope)| *sum += slope);
            for (class, back) in around.chunks_exact(width).enumerate().take(classes) {
                for &next in graph.neighbours(cell, class) {
                    let into = &mut before[usize::from(next) * width..][..width];
                    into.iter_mut().zip(back).for_each(|(sum, slope)| *sum += slope);
                }
            }
        }
    }
}

/// The number of the largest.
fn largest(shares: impl Iterator<Item = f32>) -> usize {
    let most = |best: (usize, f32), (at, share)| if share > best.1 { (at, share) } else { best };
    shares.enumerate().fold((0, f32::MIN), most).0
}

fn measure(outcome: &[f32; OUTCOMES], moves: &[f32], sample: &Sample) -> Loss {
    let cross = |target: f32, share: f32| -f64::from(target) * f64::from(share.max(1e-12)).ln();
    let targets = sample.outcome.iter().zip(outcome);
    let hit = |is: bool| if is { 1.0 } else { 0.0 };
    let mut loss = Loss {
        outcome: targets.map(|(&target, &share)| cross(target, share)).sum(),
        right: hit(largest(sample.outcome.iter().copied()) == largest(outcome.iter().copied())),
        positions: 1.0,
        ..Loss::default()
    };
    if !moves.is_empty() {
        let pairs = sample.moves.iter().zip(moves);
        loss.moves = pairs.map(|(&(_, target), &share)| cross(target, share)).sum();
        let wanted = largest(sample.moves.iter().map(|(_, target)| *target));
        loss.right_moves = hit(wanted == largest(moves.iter().copied()));
        loss.with_moves = 1.0;
    }
    loss
}
