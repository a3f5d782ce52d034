//! A network over the graph of a board: what it says about positions and moves.
//!
//! Every layer does the same for every cell: it sums up the cell's own numbers, those of its neighbours
//! by class, and the mean of all cells, each with weights of its own, and cuts off what is below zero.
//! So a network has no size of board in it; trained on some boards it plays on all. The cells' last
//! numbers are pooled (over all cells, over the own pieces, over the opponent's) and say how likely the
//! game is won, drawn and lost; those of the cells that a move leaves and enters say how likely that
//! move is the best.
//!
//! The road not taken: weights for each cell, as the networks of chess engines have. They lost to a few
//! hand-made features, and know one board only.
//!
//! Many positions of one board can be judged at once ([`Network::judge_all`]): their cells are rows of one
//! matrix, and every row is summed up in the same order as alone, so that each position gets the same bits.
//!
//! Nothing is allocated once a [`Trace`] has seen a board of this size and as many positions.

use crate::graph::Graph;
use crate::kernel::{STRIP, add_products, fast};
use crate::lens::{Aim, FOREIGN, OWN, UNIT, View};
use crate::shape::{HIDDEN, OUTCOMES, POOLS, REACH, Shape, WORDS, WeightRanges};

/// A network.
#[derive(Clone, Debug)]
pub struct Network {
    shape: Shape,
    pub(crate) places: WeightRanges,
    weights: Vec<f32>,
}

/// What a network thinks on its way to an answer, to be used again for the next position. Where several
/// positions are judged at once, the numbers of one stand behind those of the other.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    pub(crate) features: Vec<f32>,
    pub(crate) globals: Vec<f32>,
    /// For each cell its numbers and the sums of its neighbours', for the layer at work.
    pub(crate) gathered: Vec<f32>,
    /// The cells' numbers after each layer.
    pub(crate) layers: Vec<Vec<f32>>,
    /// The mean of all cells before each layer but the first.
    pub(crate) means: Vec<Vec<f32>>,
    /// One over the number of cells in each pool.
    pub(crate) shares: Vec<[f32; POOLS]>,
    pub(crate) pooled: Vec<f32>,
    pub(crate) hidden: Vec<f32>,
    /// For each cell the neurons of leaving and of entering it.
    pub(crate) reach: Vec<f32>,
    pub(crate) outcomes: Vec<[f32; OUTCOMES]>,
}

impl Trace {
    /// How likely the seat to move wins, draws and loses, in the first position.
    #[must_use]
    pub fn outcome(&self) -> [f32; OUTCOMES] {
        self.outcomes.first().copied().unwrap_or_default()
    }

    /// The same in every position.
    #[must_use]
    pub fn outcomes(&self) -> &[[f32; OUTCOMES]] {
        &self.outcomes
    }

    /// The value of the first position for the seat to move, from -1 to 1.
    #[must_use]
    pub fn value(&self) -> f32 {
        value_of(self.outcome())
    }

    /// The value of every position for its seat to move.
    pub fn values(&self) -> impl Iterator<Item = f32> {
        self.outcomes.iter().copied().map(value_of)
    }

    /// What each cell's last numbers amount to, for pictures of what a network looks at.
    #[must_use]
    pub fn cell_numbers(&self) -> &[f32] {
        self.layers.last().map_or(&[], Vec::as_slice)
    }
}

/// The value of an outcome, from -1 to 1.
fn value_of([won, _, lost]: [f32; OUTCOMES]) -> f32 {
    won - lost
}

impl Network {
    /// The network with these weights.
    ///
    /// # Errors
    /// If the shape is none, the weights are too few or too many, or one is no number.
    pub fn new(shape: Shape, weights: Vec<f32>) -> Result<Network, String> {
        if let Some(problem) = shape.problem() {
            return Err(problem);
        }
        let places = shape.places();
        if weights.len() != places.total {
            return Err(format!("{} weights, expected {}", weights.len(), places.total));
        }
        match weights.iter().position(|weight| !weight.is_finite()) {
            Some(at) => Err(format!("weight {at} is no number")),
            None => Ok(Network { shape, places, weights }),
        }
    }

    /// A network that knows nothing yet.
    ///
    /// # Errors
    /// If the shape is none.
    pub fn random(shape: Shape, seed: u64) -> Result<Network, String> {
        match shape.problem() {
            Some(problem) => Err(problem),
            None => Network::new(shape, shape.random_weights(seed)),
        }
    }

    /// Its size.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// All weights and biases.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// All weights and biases, to be changed.
    pub(crate) fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    /// Judges a position.
    ///
    /// # Panics
    /// If the position was seen through a lens for networks of another shape.
    pub fn judge(&self, graph: &Graph, view: &View, trace: &mut Trace) {
        self.judge_all(graph, std::slice::from_ref(view), trace);
    }

    /// Judges several positions of one board at once.
    ///
    /// # Panics
    /// If a position was seen through a lens for networks of another shape.
    pub fn judge_all(&self, graph: &Graph, views: &[View], trace: &mut Trace) {
        let Shape { inputs, globals, classes, .. } = self.shape;
        for view in views {
            assert_eq!(view.planes.len(), graph.cells() * inputs, "features of every cell");
            assert_eq!((view.globals.len(), graph.classes()), (globals, classes), "the lens fits");
        }
        fast(
            #[inline(always)]
            || self.forward(graph, views, trace),
        );
    }

    /// Says how good each move is in the position just judged, the first if there were several, as
    /// logarithms of likelihoods, appended in their order.
    pub fn weigh_moves(&self, trace: &mut Trace, aims: &[Aim], into: &mut Vec<f32>) {
        fast(
            #[inline(always)]
            || {
                self.reach(trace);
                self.weigh(trace, aims, into);
            },
        );
    }

    #[inline(always)]
    fn forward(&self, graph: &Graph, views: &[View], trace: &mut Trace) {
        let Shape { channels, blocks, .. } = self.shape;
        let cells = graph.cells();
        let scale = 1.0 / f32::from(UNIT);
        trace.features.clear();
        trace.globals.clear();
        for view in views {
            trace.features.extend(view.planes.iter().map(|&byte| f32::from(byte) * scale));
            trace.globals.extend(view.globals.iter().map(|&byte| f32::from(byte) * scale));
        }
        trace.layers.resize_with(blocks + 1, Vec::new);
        trace.means.resize_with(blocks, Vec::new);
        for number in 0..=blocks {
            let layer = &self.places.layers[number];
            let (before, after) = trace.layers.split_at_mut(number);
            let numbers = before.last().unwrap_or(&trace.features);
            if number > 0 {
                means(numbers, cells, channels, &mut trace.means[number - 1]);
            }
            let far = if number == 0 { &trace.globals } else { &trace.means[number - 1] };
            gather(graph, numbers, self.shape.width_before(number), &mut trace.gathered);
            let after = &mut after[0];
            after.clear();
            after.resize(views.len() * cells * channels, 0.0);
            // What all cells of a position share stands in its first row, and goes to the others.
            let far_width = far.len() / views.len().max(1);
            for (position, rows) in after.chunks_exact_mut(cells * channels).enumerate() {
                let (first, rest) = rows.split_at_mut(channels);
                first.copy_from_slice(&self.weights[layer.bias.clone()]);
                let far = &far[position * far_width..][..far_width];
                add_products(far, far_width, &self.weights[layer.far.clone()], channels, first);
                rest.chunks_exact_mut(channels).for_each(|row| row.copy_from_slice(first));
            }
            let near = &self.weights[layer.near.clone()];
            add_products(&trace.gathered, self.shape.depth(number), near, channels, after);
            after.iter_mut().for_each(|number| *number = number.max(0.0));
        }
        self.pool(views, trace);
        self.conclude(views.len(), trace);
    }

    /// The means over all cells, over the own pieces and over the opponent's.
    #[inline(always)]
    fn pool(&self, views: &[View], trace: &mut Trace) {
        let Shape { inputs, globals: others, channels, blocks, .. } = self.shape;
        let Trace { layers, pooled, globals, shares, .. } = trace;
        pooled.clear();
        shares.clear();
        let mut rows = layers[blocks].chunks_exact(channels);
        for (position, view) in views.iter().enumerate() {
            let start = pooled.len();
            pooled.resize(start + POOLS * channels, 0.0);
            let pools = &mut pooled[start..];
            let mut counts = [0u32; POOLS];
            for (features, row) in view.planes.chunks_exact(inputs).zip(&mut rows) {
                let into = [true, features[OWN] > 0, features[FOREIGN] > 0];
                for (pool, sums) in pools.chunks_exact_mut(channels).enumerate() {
                    if into[pool] {
                        counts[pool] += 1;
                        sums.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
                    }
                }
            }
            let share = counts.map(|count| 1.0 / count.max(1) as f32);
            for (sums, share) in pools.chunks_exact_mut(channels).zip(share) {
                sums.iter_mut().for_each(|sum| *sum *= share);
            }
            shares.push(share);
            pooled.extend_from_slice(&globals[position * others..][..others]);
        }
    }

    #[inline(always)]
    fn conclude(&self, positions: usize, trace: &mut Trace) {
        let places = &self.places;
        trace.hidden.clear();
        for _ in 0..positions {
            trace.hidden.extend_from_slice(&self.weights[places.hidden_bias.clone()]);
        }
        let hidden = &self.weights[places.hidden.clone()];
        add_products(&trace.pooled, self.shape.pooled(), hidden, HIDDEN, &mut trace.hidden);
        trace.hidden.iter_mut().for_each(|number| *number = number.max(0.0));
        trace.outcomes.clear();
        for hidden in trace.hidden.chunks_exact(HIDDEN) {
            let mut outcome: [f32; OUTCOMES] =
                std::array::from_fn(|at| self.weights[places.outcome_bias.start + at]);
            let rows = self.weights[places.outcome.clone()].chunks_exact(OUTCOMES);
            for (number, weights) in hidden.iter().zip(rows) {
                outcome.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += number * weight);
            }
            softmax(&mut outcome);
            trace.outcomes.push(outcome);
        }
    }

    /// The neurons of leaving and entering each cell.
    #[inline(always)]
    pub(crate) fn reach(&self, trace: &mut Trace) {
        let channels = self.shape.channels;
        let numbers = &trace.layers[self.shape.blocks];
        trace.reach.clear();
        trace.reach.resize(numbers.len() / channels * 2 * REACH, 0.0);
        let weights = &self.weights[self.places.reach.clone()];
        add_products(numbers, channels, weights, 2 * REACH, &mut trace.reach);
    }

    #[inline(always)]
    fn weigh(&self, trace: &Trace, aims: &[Aim], into: &mut Vec<f32>) {
        let out: &[f32] = &self.weights[self.places.reach_out.clone()];
        for &aim in aims {
            let mut neurons = [0f32; REACH];
            let logit = match self.neurons(trace, aim, &mut neurons) {
                Ok(()) => neurons.iter().zip(out).map(|(neuron, weight)| neuron * weight).sum(),
                Err(word) => self.word(trace, word),
            };
            into.push(logit);
        }
    }

    /// The neurons of a move between cells; the number of its word if it is not one.
    #[inline(always)]
    pub(crate) fn neurons(
        &self,
        trace: &Trace,
        aim: Aim,
        neurons: &mut [f32; REACH],
    ) -> Result<(), usize> {
        let of = |cell: u16, entering: usize| {
            &trace.reach[(usize::from(cell) * 2 + entering) * REACH..][..REACH]
        };
        let (from, to) = match aim {
            Aim::Step { from, to } => (Some(of(from, 0)), of(to, 1)),
            Aim::Place { to } => (None, of(to, 1)),
            Aim::Pass => return Err(0),
            Aim::Swap => return Err(1),
        };
        let bias = &self.weights[self.places.reach_bias.clone()];
        for at in 0..REACH {
            let sum = bias[at] + from.map_or(0.0, |from| from[at]) + to[at];
            neurons[at] = sum.max(0.0);
        }
        Ok(())
    }

    #[inline(always)]
    fn word(&self, trace: &Trace, word: usize) -> f32 {
        let rows = self.weights[self.places.words.clone()].chunks_exact(WORDS);
        let bias = self.weights[self.places.words_bias.start + word];
        trace.hidden.iter().zip(rows).fold(bias, |sum, (number, row)| sum + number * row[word])
    }
}

/// The mean of all rows of each position.
#[inline(always)]
fn means(numbers: &[f32], cells: usize, width: usize, means: &mut Vec<f32>) {
    means.clear();
    let share = 1.0 / cells as f32;
    for numbers in numbers.chunks_exact(cells * width) {
        let start = means.len();
        means.resize(start + width, 0.0);
        let mean = &mut means[start..];
        for row in numbers.chunks_exact(width) {
            mean.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
        }
        mean.iter_mut().for_each(|sum| *sum *= share);
    }
}

/// Each cell's numbers, then the sums of its neighbours' by class, position by position.
#[inline(always)]
pub(crate) fn gather(graph: &Graph, numbers: &[f32], width: usize, gathered: &mut Vec<f32>) {
    let depth = (1 + graph.classes()) * width;
    gathered.resize(numbers.len() / width * depth, 0.0);
    let cells = graph.cells();
    let positions = numbers.chunks_exact(cells * width);
    for (numbers, gathered) in positions.zip(gathered.chunks_exact_mut(cells * depth)) {
        gather_one(graph, numbers, width, gathered);
    }
}

#[inline(always)]
fn gather_one(graph: &Graph, numbers: &[f32], width: usize, gathered: &mut [f32]) {
    let depth = (1 + graph.classes()) * width;
    for (cell, row) in gathered.chunks_exact_mut(depth).enumerate() {
        let (own, around) = row.split_at_mut(width);
        own.copy_from_slice(&numbers[cell * width..][..width]);
        for (class, sums) in around.chunks_exact_mut(width).enumerate() {
            let around = graph.neighbours(cell, class);
            let (strips, rest) = sums.as_chunks_mut::<STRIP>();
            for (strip, sums) in strips.iter_mut().enumerate() {
                *sums = sum_of(around, numbers, width, strip * STRIP);
            }
            let from = width - rest.len();
            for (at, sum) in rest.iter_mut().enumerate() {
                [*sum] = sum_of(around, numbers, width, from + at);
            }
        }
    }
}

/// The sum of some of the numbers of some cells.
#[inline(always)]
fn sum_of<const N: usize>(cells: &[u16], numbers: &[f32], width: usize, from: usize) -> [f32; N] {
    let mut sums = [0.0; N];
    for &cell in cells {
        let numbers = &numbers[usize::from(cell) * width + from..][..N];
        sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
    }
    sums
}

/// Turns logarithms of likelihoods into shares of 1.
pub fn softmax(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::MIN, f32::max);
    logits.iter_mut().for_each(|logit| *logit = (*logit - most).exp());
    let sum: f32 = logits.iter().sum();
    logits.iter_mut().for_each(|share| *share /= sum);
}
