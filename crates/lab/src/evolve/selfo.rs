//! The Selfo class itself: which boards, sizes, densities, set-ups and moves make good games?
//!
//! | gene | values |
//! | --- | --- |
//! | board | hexagons, squares with four or eight neighbours, triangles, irregular cells |
//! | size | seven sizes of each, from about 20 to about 130 cells |
//! | set-up | spiral, random, perturbed |
//! | density | 15 to 60 pieces on 100 cells |
//! | length | 1, 2, 3 or any number of steps |
//! | special | none to three pieces of each set that go any distance |
//! | swap | whether the second player may take the other set |
//!
//! There are two seats: balance and the search of the players are defined for two.
//!
//! **Measures.** Each start of a candidate's random set-up is played once by two alpha-beta players
//! with a few hundred nodes a move. `length` is the mean number of plies; `balance` is 1 - |first
//! seat's score - second seat's score|, a draw being half a point; `decisive` is the share of games
//! that somebody won; `organisation` is how near the report's indicator of self-organisation, the mean
//! number of turns since a piece last moved, stays to the set's size: the mean of
//! max(0, 1 - |indicator / size - 1|) over both sets and all positions after each piece could have
//! moved once. Pieces that take turns in a strict order give 0.5, pieces that are moved as if by chance
//! give about 1, and play with a few pieces only gives 0.
//!
//! **Bounds.** The game's own ply limit, a node limit for every move and the smallest transposition
//! table bound the work and the memory of a candidate; no clock decides.

use selforge_agents::Stop;
use selforge_core::{Spec, Stream};
use selforge_games::NoFiles;

use super::settings::SpaceName;
use super::space::{Evaluation, Genome, Measure, Mutation, Space};
use crate::LabError;
use crate::analysis::{Analysis, analyse};
use crate::arena::{Plan, Played, Settings, parse_players, play};

/// The space of Selfo's options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Selfos;

/// Who plays.
const PLAYERS: &str = "alphabeta nodes=300 hash=1; alphabeta nodes=300 hash=1";

const OBJECTIVES: &[Measure] = &[
    Measure::new("length", "plies of a game, 120 being full", 0.0, 120.0),
    Measure::new("balance", "both seats score alike", 0.0, 1.0),
    Measure::new("decisive", "share of games that are won", 0.0, 1.0),
    Measure::new("organisation", "turns since the last move stay near the set's size", 0.0, 1.0),
];

const DESCRIPTORS: &[Measure] = &[
    Measure::new("length", "plies of a game", 0.0, 200.0),
    Measure::new("density", "pieces on 100 cells", 10.0, 60.0),
    Measure::new("cells", "cells of the board", 10.0, 140.0),
    Measure::new("pieces", "pieces of a set", 0.0, 40.0),
    Measure::new("steps", "steps of a move, any being 4", 0.5, 4.5),
];

const BOARDS: [&str; 6] = ["hexhex", "hex", "square", "king", "tri", "voronoi"];
const SETUPS: [&str; 3] = ["spiral", "random", "perturbed"];
const LENGTHS: [&str; 4] = ["1", "2", "3", "any"];
const SIZES: u8 = 7;
const DENSITIES: u8 = 10;

/// How many values each gene has: board, size, set-up, density, length, special, swap.
const VALUES: [u8; 7] = [6, SIZES, 3, DENSITIES, 4, 4, 2];

type Genes = [u8; 7];

fn board_name(board: u8, size: u8) -> String {
    let n = u32::from(size);
    match BOARDS[usize::from(board)] {
        "hexhex" => format!("hexhex-{}", 3 + n.min(4)),
        "tri" => format!("tri-{}", 2 + n.min(3)),
        "voronoi" => format!("voronoi-{}", 20 + 18 * n),
        kind => format!("{kind}-{0}x{0}", 5 + n),
    }
}

/// The spec of a game: the genome is its text, and is read back by trying the tables.
fn spec(genes: &Genes) -> Spec {
    let [board, size, setup, density, length, special, swap] = *genes;
    let mut spec = Spec::new("selfo")
        .with("board", board_name(board, size))
        .with("setup", SETUPS[usize::from(setup)])
        .with("density", 15 + 5 * u32::from(density))
        .with("length", LENGTHS[usize::from(length)]);
    if special > 0 {
        spec = spec.with("special", special);
    }
    if swap == 0 { spec.with("swap", "off") } else { spec }
}

fn genes(genome: &Genome) -> Genes {
    let spec = Spec::parse(&genome.0).expect("a genome of this space is a spec");
    let option = |key: &str| spec.get(key).unwrap_or_default().to_owned();
    let index =
        |names: &[&str], name: &str| names.iter().position(|n| *n == name).unwrap_or(0) as u8;
    let board = option("board");
    let kind = index(&BOARDS, board.split('-').next().unwrap_or_default());
    let size = (0..SIZES).find(|&size| board_name(kind, size) == board).unwrap_or(0);
    let density: u32 = option("density").parse().unwrap_or(15);
    [
        kind,
        size,
        index(&SETUPS, &option("setup")),
        (density.saturating_sub(15) / 5) as u8,
        index(&LENGTHS, &option("length")),
        option("special").parse().unwrap_or(0),
        u8::from(option("swap") != "off"),
    ]
}

fn genome(genes: &Genes) -> Genome {
    Genome(spec(genes).to_string())
}

impl Space for Selfos {
    fn name(&self) -> SpaceName {
        SpaceName::Selfo
    }

    fn objectives(&self) -> &'static [Measure] {
        OBJECTIVES
    }

    fn descriptors(&self) -> &'static [Measure] {
        DESCRIPTORS
    }

    fn random(&self, stream: &mut Stream) -> Genome {
        genome(&VALUES.map(|values| stream.below(u32::from(values)) as u8))
    }

    fn mutate(&self, parent: &Genome, how: Mutation, stream: &mut Stream) -> Genome {
        let mut genes = genes(parent);
        let only = match how {
            Mutation::EachGene(_) => None,
            Mutation::OneGene => Some(stream.below(VALUES.len() as u32) as usize),
        };
        for (at, (gene, values)) in genes.iter_mut().zip(VALUES).enumerate() {
            let changes = match how {
                Mutation::EachGene(rate) => stream.unit() < rate,
                Mutation::OneGene => only == Some(at),
            };
            if changes {
                let other = stream.below(u32::from(values) - 1) as u8;
                *gene = other + u8::from(other >= *gene);
            }
        }
        genome(&genes)
    }

    fn cross(&self, first: &Genome, second: &Genome, stream: &mut Stream) -> Genome {
        let (first, second) = (genes(first), genes(second));
        let child = std::array::from_fn(|at| if stream.coin() { first[at] } else { second[at] });
        genome(&child)
    }

    fn key(&self, genome: &Genome) -> String {
        genome.0.clone()
    }

    fn spec(&self, genome: &Genome) -> Spec {
        Spec::parse(&genome.0).expect("a genome of this space is a spec")
    }

    fn measure(&self, genome: &Genome, games: u32, seed: u64) -> Evaluation {
        match Sample::play(&self.spec(genome), games, seed) {
            Ok(played) => Evaluation::new(self, &played.objectives(), &played.descriptors(genome)),
            Err(error) => Evaluation::unplayable(self, error.to_string()),
        }
    }

    fn refuse(&self, evaluation: &Evaluation) -> Option<String> {
        let [length, _, decisive, _] = evaluation.objectives[..] else { return None };
        if decisive == 0.0 {
            return Some("no game is won".to_owned());
        }
        (length < 10.0).then(|| "games are over at once".to_owned())
    }

    fn players(&self) -> &'static str {
        PLAYERS
    }
}

/// The games that were played, and what happened in them.
struct Sample {
    games: Vec<(Played, Analysis)>,
    cells: usize,
}

impl Sample {
    fn play(spec: &Spec, games: u32, seed: u64) -> Result<Sample, LabError> {
        let players = parse_players(PLAYERS)?;
        // The players are equals, so each start is played once, not with the seats exchanged.
        let games = 2 * games as usize;
        let plan = Plan::new(Settings::new(spec.clone(), players, games, seed), &NoFiles)?;
        let mut all = Vec::new();
        let mut cells = 0;
        for start in 0..plan.starts() {
            let fixture = plan.fixture(2 * start);
            let Some(finished) = play(&plan, &fixture, &Stop::default())? else { continue };
            let playable = selforge_games::open(&finished.record.headers.game, &NoFiles)?;
            let analysis = analyse(&finished.record, &playable, &[])?;
            cells = playable.diagram(&selforge_core::Game::start(&playable.game)).cells.len();
            all.push((finished.played, analysis));
        }
        Ok(Sample { games: all, cells })
    }

    fn mean(&self, of: impl Fn(&Played, &Analysis) -> f64) -> f64 {
        let sum: f64 = self.games.iter().map(|(played, analysis)| of(played, analysis)).sum();
        sum / self.games.len().max(1) as f64
    }

    fn objectives(&self) -> [f64; 4] {
        let first = self.mean(|played, _| played.score(0));
        [
            self.mean(|played, _| f64::from(played.plies)),
            1.0 - (2.0 * first - 1.0).abs(),
            self.mean(|played, _| if played.winners() == 1 { 1.0 } else { 0.0 }),
            self.mean(|_, analysis| organisation(analysis)),
        ]
    }

    fn descriptors(&self, genome: &Genome) -> [f64; 5] {
        let pieces = self.mean(|_, analysis| {
            let sizes: usize = analysis.sets.iter().map(|set| set.size).sum();
            sizes as f64 / analysis.sets.len().max(1) as f64
        });
        let density = 100.0 * 2.0 * pieces / self.cells.max(1) as f64;
        let steps = f64::from(genes(genome)[4]) + 1.0;
        let plies = self.mean(|played, _| f64::from(played.plies));
        [plies, density, self.cells as f64, pieces, steps]
    }
}

/// How near the indicator stays to the set's size, from 0 to 1; 0 for games that end before every
/// piece could have moved once.
fn organisation(analysis: &Analysis) -> f64 {
    let near = |set: &crate::analysis::SetSeries| {
        // Both seats' plies: a set of n pieces has had n turns after 2n plies.
        let later = set.idle.get(2 * set.size..).unwrap_or_default();
        let each = later.iter().map(|idle| (1.0 - (idle / set.size as f64 - 1.0).abs()).max(0.0));
        if later.is_empty() { 0.0 } else { each.sum::<f64>() / later.len() as f64 }
    };
    analysis.sets.iter().map(near).sum::<f64>() / analysis.sets.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_genome_is_read_back_as_it_was_written() {
        for index in 0..200 {
            let text = Selfos.random(&mut Stream::new(1, "test", index));
            assert_eq!(genome(&genes(&text)), text);
            let same = Selfos.mutate(
                &text,
                Mutation::EachGene(1e-9),
                &mut Stream::new(1, "mutate", index),
            );
            assert_eq!(same, text);
        }
    }

    #[test]
    fn a_game_is_measured_the_same_twice_and_one_without_a_start_is_none() {
        let game = Genome("selfo board=hexhex-4 setup=spiral density=40 length=1".to_owned());
        let once = Selfos.measure(&game, 2, 7);
        assert_eq!(once, Selfos.measure(&game, 2, 7));
        assert!(once.rejected.is_none() && once.objectives[0] > 5.0, "{once:?}");
        let crowded = Genome("selfo board=tri-2 setup=spiral density=60 length=1".to_owned());
        assert!(Selfos.measure(&crowded, 2, 7).rejected.is_some());
    }
}
