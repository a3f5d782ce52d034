//! Positions with what is to be said about them.

use crate::file::check_sum;
use crate::graph::Graph;
use crate::lens::{Aim, View};
use crate::shape::OUTCOMES;

/// A position to learn from.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The number of the graph on which it was seen.
    pub graph: u16,
    /// What was seen.
    pub view: View,
    /// How likely it was won, drawn and lost for the seat to move, in all 1.
    pub outcome: [f32; OUTCOMES],
    /// What its moves were about, each with how likely it was the best, in all 1; none where nothing
    /// is to be learned of moves.
    pub moves: Vec<(Aim, f32)>,
}

/// Samples with the graphs that they were seen on.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SampleSet {
    /// The graphs.
    pub graphs: Vec<Graph>,
    /// The samples, by the numbers of these graphs.
    pub samples: Vec<Sample>,
}

impl SampleSet {
    /// Adds another set; graphs that both have are kept once.
    ///
    /// # Panics
    /// If there are more than 65,536 different graphs.
    pub fn append(&mut self, other: SampleSet) {
        let number = |graph: Graph| {
            let known = self.graphs.iter().rposition(|known| *known == graph);
            known.unwrap_or_else(|| {
                self.graphs.push(graph);
                self.graphs.len() - 1
            })
        };
        let numbers: Vec<usize> = other.graphs.into_iter().map(number).collect();
        assert!(self.graphs.len() <= 1 << 16, "so many graphs have numbers");
        self.samples.extend(other.samples.into_iter().map(|mut sample| {
            sample.graph = numbers[usize::from(sample.graph)] as u16;
            sample
        }));
    }

    /// The set as bytes, with a check sum at the end.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer(MAGIC.to_vec());
        out.number(self.graphs.len());
        for graph in &self.graphs {
            graph.write(&mut out);
        }
        out.number(self.samples.len());
        for sample in &self.samples {
            out.number(usize::from(sample.graph));
            out.bytes(&sample.view.planes);
            out.bytes(&sample.view.globals);
            sample.outcome.iter().for_each(|share| out.share(*share));
            out.number(sample.moves.len());
            for (aim, share) in &sample.moves {
                let (from, to) = match *aim {
                    Aim::Step { from, to } => (from, to),
                    Aim::Place { to } => (NO_CELL, to),
                    Aim::Pass => (NO_CELL, NO_CELL),
                    Aim::Swap => (NO_CELL - 1, NO_CELL),
                };
                out.number(usize::from(from));
                out.number(usize::from(to));
                out.share(*share);
            }
        }
        let sum = check_sum(&out.0);
        out.0.extend(sum);
        out.0
    }

    /// Reads what [`to_bytes`](SampleSet::to_bytes) wrote.
    ///
    /// # Errors
    /// If that is damaged or something else.
    pub fn from_bytes(bytes: &[u8]) -> Result<SampleSet, String> {
        let damaged = || "the samples are damaged".to_owned();
        let (rest, sum) = bytes.split_last_chunk::<8>().ok_or_else(damaged)?;
        if !rest.starts_with(MAGIC) || check_sum(rest) != *sum {
            return Err(damaged());
        }
        let mut reader = Reader(&rest[MAGIC.len()..]);
        SampleSet::read(&mut reader).ok_or_else(damaged)
    }

    fn read(reader: &mut Reader<'_>) -> Option<SampleSet> {
        let mut set = SampleSet::default();
        for _ in 0..reader.number()? {
            set.graphs.push(Graph::read(reader)?);
        }
        for _ in 0..reader.number()? {
            let graph = reader.number()?;
            let view = View { planes: reader.bytes()?, globals: reader.bytes()? };
            let cells = set.graphs.get(graph)?.cells();
            if !view.planes.len().is_multiple_of(cells) {
                return None;
            }
            let outcome = [reader.share()?, reader.share()?, reader.share()?];
            let mut moves = Vec::new();
            for _ in 0..reader.number()? {
                let ends = (reader.number()? as u16, reader.number()? as u16);
                let aim = match ends {
                    (NO_CELL, NO_CELL) => Aim::Pass,
                    (_, NO_CELL) => Aim::Swap,
                    (NO_CELL, to) => Aim::Place { to },
                    (from, to) => Aim::Step { from, to },
                };
                moves.push((aim, reader.share()?));
            }
            set.samples.push(Sample { graph: graph as u16, view, outcome, moves });
        }
        reader.0.is_empty().then_some(set)
    }
}

const MAGIC: &[u8; 8] = b"SELFOSET";
const NO_CELL: u16 = u16::MAX;

/// Numbers of 32 bits and shares of 1, one after the other.
pub(crate) struct Writer(Vec<u8>);

impl Writer {
    pub(crate) fn number(&mut self, number: usize) {
        self.0.extend((number as u32).to_le_bytes());
    }

    fn share(&mut self, share: f32) {
        self.0.extend(share.to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len());
        self.0.extend(bytes);
    }
}

/// Reads what a [`Writer`] wrote.
pub(crate) struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn word(&mut self) -> Option<[u8; 4]> {
        let (word, rest) = self.0.split_first_chunk::<4>()?;
        self.0 = rest;
        Some(*word)
    }

    pub(crate) fn number(&mut self) -> Option<usize> {
        Some(u32::from_le_bytes(self.word()?) as usize)
    }

    fn share(&mut self) -> Option<f32> {
        Some(f32::from_le_bytes(self.word()?)).filter(|share| (0.0..=1.0).contains(share))
    }

    fn bytes(&mut self) -> Option<Vec<u8>> {
        let length = self.number()?;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes.to_vec())
    }
}
