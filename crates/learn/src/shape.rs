//! How a network is built, and where its weights lie.

use std::ops::Range;

use selforge_core::Stream;
use serde::{Deserialize, Serialize};

use crate::graph::DIRECTIONS;
use crate::kernel::STRIP;

/// The neurons between the pooled cells and what is said about the position.
pub const HIDDEN: usize = 32;
/// The neurons of a cell that a piece leaves, and of one that it enters.
pub const REACH: usize = 16;
/// Won, drawn, lost.
pub const OUTCOMES: usize = 3;
/// Moves without cells: pass, swap.
pub const WORDS: usize = 2;
/// All cells, those of own pieces, those of the opponent's.
pub(crate) const POOLS: usize = 3;

/// The size of a network. A layer looks at a cell, the sums of its neighbours by class, and, from the
/// second layer on, the mean of all cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shape {
    /// Features of a cell.
    pub inputs: usize,
    /// Features of a position.
    pub globals: usize,
    /// Classes of neighbours: 1 without directions.
    pub classes: usize,
    /// Numbers a cell has between layers: a multiple of 16.
    pub channels: usize,
    /// Layers after the first.
    pub blocks: usize,
}

/// Where the weights of a layer lie.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    /// By input: the cell's own numbers, then those of each class of neighbours.
    pub(crate) near: Range<usize>,
    /// By number that is not about a cell: features of the position, or the mean of all cells.
    pub(crate) far: Range<usize>,
    pub(crate) bias: Range<usize>,
}

/// Where all weights lie.
#[derive(Clone, Debug)]
pub(crate) struct WeightRanges {
    pub(crate) layers: Vec<Layer>,
    pub(crate) hidden: Range<usize>,
    pub(crate) hidden_bias: Range<usize>,
    pub(crate) outcome: Range<usize>,
    pub(crate) outcome_bias: Range<usize>,
    pub(crate) words: Range<usize>,
    pub(crate) words_bias: Range<usize>,
    /// For each channel the neurons of a cell that is left, then those of one that is entered.
    pub(crate) reach: Range<usize>,
    pub(crate) reach_bias: Range<usize>,
    pub(crate) reach_out: Range<usize>,
    pub(crate) total: usize,
}

impl Shape {
    /// What is wrong with the numbers, if anything is.
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        let within = |name, value: usize, range: std::ops::RangeInclusive<usize>| {
            let text = format!("{name} {value}, expected {} to {}", range.start(), range.end());
            (!range.contains(&value)).then_some(text)
        };
        within("inputs", self.inputs, 2..=64)
            .or_else(|| within("globals", self.globals, 0..=16))
            .or_else(|| within("classes", self.classes, 1..=DIRECTIONS))
            .or_else(|| within("channels", self.channels, STRIP..=128))
            .or_else(|| within("blocks", self.blocks, 0..=16))
            .or_else(|| {
                let text = format!("channels {}, expected a multiple of {STRIP}", self.channels);
                (!self.channels.is_multiple_of(STRIP)).then_some(text)
            })
    }

    /// How many numbers a cell has before a layer.
    pub(crate) fn width_before(&self, layer: usize) -> usize {
        if layer == 0 { self.inputs } else { self.channels }
    }

    /// How many numbers are summed up for a cell in a layer.
    pub(crate) fn depth(&self, layer: usize) -> usize {
        (1 + self.classes) * self.width_before(layer)
    }

    /// How many numbers the pooled cells and the position's features are.
    pub(crate) fn pooled(&self) -> usize {
        POOLS * self.channels + self.globals
    }

    pub(crate) fn places(&self) -> WeightRanges {
        let mut total = 0;
        let mut take = |count: usize| {
            let range = total..total + count;
            total += count;
            range
        };
        let channels = self.channels;
        let layers = (0..=self.blocks)
            .map(|layer| Layer {
                near: take(self.depth(layer) * channels),
                far: take(if layer == 0 { self.globals } else { channels } * channels),
                bias: take(channels),
            })
            .collect();
        WeightRanges {
            layers,
            hidden: take(self.pooled() * HIDDEN),
            hidden_bias: take(HIDDEN),
            outcome: take(HIDDEN * OUTCOMES),
            outcome_bias: take(OUTCOMES),
            words: take(HIDDEN * WORDS),
            words_bias: take(WORDS),
            reach: take(channels * 2 * REACH),
            reach_bias: take(REACH),
            reach_out: take(REACH),
            total,
        }
    }

    /// How many weights and biases there are.
    #[must_use]
    pub fn weights(&self) -> usize {
        self.places().total
    }

    /// Weights to begin training with, decided by a seed.
    #[must_use]
    pub fn random_weights(&self, seed: u64) -> Vec<f32> {
        /// Neighbours that most cells have.
        const AROUND: f32 = 6.0;
        let places = self.places();
        let mut stream = Stream::new(seed, "network-weights", 0);
        let mut weights = vec![0f32; places.total];
        let mut fill = |range: &Range<usize>, deviation: f32, weights: &mut [f32]| {
            for weight in &mut weights[range.clone()] {
                // Evenly spread numbers with this deviation.
                *weight = (2.0 * stream.unit() as f32 - 1.0) * deviation * 3f32.sqrt();
            }
        };
        let channels = self.channels as f32;
        for (number, layer) in places.layers.iter().enumerate() {
            let width = self.width_before(number);
            let own = width * self.channels;
            let start = layer.near.start;
            let mean = 1.0 / (width as f32 * AROUND);
            fill(&(start..start + own), (1.0 / width as f32).sqrt() * 0.7, &mut weights);
            let around = if self.classes == 1 { mean } else { mean / 2.0 };
            fill(&(start + own..layer.near.end), around.sqrt(), &mut weights);
            fill(&layer.far, (0.1 / channels).sqrt(), &mut weights);
            if number > 0 {
                // What a cell was stays, for a beginning.
                for channel in 0..self.channels {
                    weights[start + channel * self.channels + channel] += 0.5;
                }
            }
        }
        fill(&places.hidden, (1.0 / channels).sqrt() * 0.7, &mut weights);
        fill(&places.outcome, 0.2 / (HIDDEN as f32).sqrt(), &mut weights);
        fill(&places.words, 0.2 / (HIDDEN as f32).sqrt(), &mut weights);
        fill(&places.reach, (1.0 / channels).sqrt(), &mut weights);
        fill(&places.reach_out, 0.5 / (REACH as f32).sqrt(), &mut weights);
        weights
    }
}
