//! Networks against a plain second implementation in double precision, and what must hold for any.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use selforge_board::{Cell, CellSet};
use selforge_catalogue::{Described, GameVisitor, Gathering, NoFiles, Playable};
use selforge_core::{Game, Seat, Spec, Status, Stream};
use selforge_learn::{
    Aim, GatheringLens, Graph, HIDDEN, Lens, Network, OUTCOMES, PiecesLens, REACH, Sample,
    SampleSet, Shape, Trace, Trainer, View, WORDS, softmax,
};

/// The weights of a matrix, an input at a time, read one after the other.
struct Reader<'a> {
    weights: &'a [f64],
}

impl Reader<'_> {
    fn take(&mut self, count: usize) -> Vec<f64> {
        let (taken, rest) = self.weights.split_at(count);
        self.weights = rest;
        taken.to_vec()
    }
}

fn times(inputs: &[f64], matrix: &[f64], outputs: usize) -> Vec<f64> {
    assert_eq!(inputs.len() * outputs, matrix.len());
    let sum = |output: usize| {
        inputs.iter().enumerate().map(|(at, input)| input * matrix[at * outputs + output]).sum()
    };
    (0..outputs).map(sum).collect()
}

fn plus(one: &[f64], other: &[f64]) -> Vec<f64> {
    one.iter().zip(other).map(|(a, b)| a + b).collect()
}

fn cut(numbers: Vec<f64>) -> Vec<f64> {
    numbers.into_iter().map(|number| number.max(0.0)).collect()
}

fn mean(rows: &[&Vec<f64>], width: usize) -> Vec<f64> {
    let sum = rows.iter().fold(vec![0.0; width], |sum, row| plus(&sum, row));
    sum.into_iter().map(|number| number / rows.len().max(1) as f64).collect()
}

fn shares(logits: &[f64]) -> Vec<f64> {
    let powers: Vec<f64> = logits.iter().map(|logit| logit.exp()).collect();
    let sum: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

/// The outcome and the moves, cell by cell and sum by sum.
fn plainly(
    shape: &Shape,
    weights: &[f64],
    graph: &Graph,
    view: &View,
    aims: &[Aim],
) -> (Vec<f64>, Vec<f64>) {
    let mut reader = Reader { weights };
    let number = |byte: &u8| f64::from(*byte) / 16.0;
    let mut cells: Vec<Vec<f64>> =
        view.planes.chunks(shape.inputs).map(|row| row.iter().map(number).collect()).collect();
    let globals: Vec<f64> = view.globals.iter().map(number).collect();
    let channels = shape.channels;
    for layer in 0..=shape.blocks {
        let width = cells[0].len();
        let near = reader.take((1 + shape.classes) * width * channels);
        let far_width = if layer == 0 { shape.globals } else { channels };
        let far = reader.take(far_width * channels);
        let bias = reader.take(channels);
        let all: Vec<&Vec<f64>> = cells.iter().collect();
        let elsewhere = if layer == 0 { globals.clone() } else { mean(&all, channels) };
        let common = plus(&bias, &times(&elsewhere, &far, channels));
        let next = |cell: usize| {
            let mut inputs = cells[cell].clone();
            for class in 0..shape.classes {
                let around = graph.neighbours(cell, class).iter();
                let sum = around
                    .fold(vec![0.0; width], |sum, &next| plus(&sum, &cells[usize::from(next)]));
                inputs.extend(sum);
            }
            cut(plus(&common, &times(&inputs, &near, channels)))
        };
        cells = (0..graph.cells()).map(next).collect();
    }
    let mut pooled = Vec::new();
    for plane in [None, Some(0), Some(1)] {
        let stands =
            |cell: &usize| plane.is_none_or(|at| view.planes[cell * shape.inputs + at] > 0);
        let rows: Vec<&Vec<f64>> = (0..cells.len()).filter(stands).map(|at| &cells[at]).collect();
        pooled.extend(mean(&rows, channels));
    }
    pooled.extend(&globals);
    let matrix = reader.take(pooled.len() * HIDDEN);
    let hidden = cut(plus(&times(&pooled, &matrix, HIDDEN), &reader.take(HIDDEN)));
    let matrix = reader.take(HIDDEN * OUTCOMES);
    let outcome = shares(&plus(&times(&hidden, &matrix, OUTCOMES), &reader.take(OUTCOMES)));
    let matrix = reader.take(HIDDEN * WORDS);
    let words = plus(&times(&hidden, &matrix, WORDS), &reader.take(WORDS));
    let reach = reader.take(channels * 2 * REACH);
    let bias = reader.take(REACH);
    let out = reader.take(REACH);
    assert!(reader.weights.is_empty(), "every weight is used");
    let part = |cell: u16, entering: bool| {
        let both = times(&cells[usize::from(cell)], &reach, 2 * REACH);
        both[if entering { REACH..2 * REACH } else { 0..REACH }].to_vec()
    };
    let logit = |aim: &Aim| match *aim {
        Aim::Pass => words[0],
        Aim::Swap => words[1],
        Aim::Place { to } => times(&cut(plus(&bias, &part(to, true))), &out, 1)[0],
        Aim::Step { from, to } => {
            let sum = plus(&bias, &plus(&part(from, false), &part(to, true)));
            times(&cut(sum), &out, 1)[0]
        }
    };
    (outcome, aims.iter().map(logit).collect())
}

/// A position as a network sees it.
struct Seen {
    features: String,
    inputs: usize,
    globals: usize,
    graph: Graph,
    view: View,
    aims: Vec<Aim>,
}

fn see<G: Game>(game: &G, lens: &impl Lens<G>, plies: u32, seed: u64) -> Seen {
    let mut stream = Stream::new(seed, "test", 0);
    let mut state = game.start();
    for _ in 0..plies {
        let mut next = state.clone();
        let Some(mv) = game.choose_move(&state, |count| stream.below(count)) else { break };
        game.play(&mut next, mv);
        if matches!(game.status(&next), Status::Over(_)) {
            break;
        }
        state = next;
    }
    let seat = game.status(&state).to_move().unwrap();
    let (mut view, mut moves, mut aims) = (View::default(), Vec::new(), Vec::new());
    lens.look(game, &state, seat, &mut view);
    game.legal_moves(&state, &mut moves);
    lens.aims(game, &state, &moves, &mut aims);
    assert_eq!(moves.len(), aims.len());
    let (features, graph) = (lens.features(), lens.graph(seat).clone());
    Seen { features, inputs: lens.inputs(), globals: lens.globals(), graph, view, aims }
}

struct Seeing {
    plies: u32,
    seed: u64,
}

impl GameVisitor for Seeing {
    type Output = Seen;

    fn visit<G: Described>(self, game: Arc<G>) -> Seen {
        see(&*game, &PiecesLens::new(&*game).unwrap(), self.plies, self.seed)
    }

    fn visit_gathering<G: Gathering>(self, game: Arc<G>) -> Seen {
        see(&*game, &GatheringLens::new(&*game), self.plies, self.seed)
    }
}

fn open(spec: &str) -> Playable {
    selforge_games::open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap()
}

fn seen(spec: &str, plies: u32, seed: u64) -> Seen {
    selforge_games::visit(&open(spec), Seeing { plies, seed })
}

fn network(seen: &Seen, channels: usize, blocks: usize, seed: u64) -> Network {
    let Seen { inputs, globals, .. } = *seen;
    let shape = Shape { inputs, globals, classes: seen.graph.classes(), channels, blocks };
    Network::random(shape, seed).unwrap()
}

/// Every kind of board, and games with and without directions.
const GAMES: [&str; 10] = [
    "selfo board=hexhex-4 density=25",
    "selfo board=hexhex-6 density=25",
    "selfo board=king-6x6 density=30",
    "selfo board=square-6x7 density=30",
    "selfo board=tri-4 density=30",
    "selfo board=voronoi-50-3 density=30",
    "hex board=hex-5x5",
    "loa",
    "checkers",
    "rulespace game=paper-1",
];

fn doubles(network: &Network) -> Vec<f64> {
    network.weights().iter().map(|&weight| f64::from(weight)).collect()
}

#[test]
fn what_a_network_says_is_what_a_plain_second_one_says_on_every_kind_of_board() {
    for (number, spec) in GAMES.iter().enumerate() {
        for (channels, blocks) in [(16, 2), (32, 4), (48, 0)] {
            let seen = seen(spec, 7, number as u64);
            let network = network(&seen, channels, blocks, number as u64 + 1);
            let (mut trace, mut logits) = (Trace::default(), Vec::new());
            network.judge(&seen.graph, &seen.view, &mut trace);
            network.weigh_moves(&mut trace, &seen.aims, &mut logits);
            let (outcome, plain) =
                plainly(network.shape(), &doubles(&network), &seen.graph, &seen.view, &seen.aims);
            for (fast, plain) in trace.outcome().iter().zip(&outcome) {
                assert!((f64::from(*fast) - plain).abs() < 1e-4, "{spec}: {fast} {plain}");
            }
            assert_eq!(logits.len(), plain.len());
            for (fast, plain) in logits.iter().zip(&plain) {
                let off = (f64::from(*fast) - plain).abs();
                assert!(off < 1e-3 * (1.0 + plain.abs()), "{spec}: {fast} {plain}");
            }
        }
    }
}

#[test]
fn a_position_is_judged_alike_whatever_was_judged_before() {
    let positions: Vec<Seen> = GAMES[..6].iter().map(|spec| seen(spec, 5, 3)).collect();
    let network = network(&positions[0], 16, 3, 9);
    let judge = |seen: &Seen, trace: &mut Trace| {
        let mut logits = Vec::new();
        network.judge(&seen.graph, &seen.view, trace);
        network.weigh_moves(trace, &seen.aims, &mut logits);
        (trace.outcome(), logits)
    };
    let mut together = Trace::default();
    for seen in positions.iter().chain(positions.iter().rev()) {
        assert_eq!(judge(seen, &mut together), judge(seen, &mut Trace::default()));
    }
}

#[test]
fn positions_judged_together_get_the_bits_that_each_gets_alone() {
    for (number, spec) in GAMES.iter().enumerate() {
        let seed = number as u64;
        let mut positions: Vec<Seen> = (0..9).map(|plies| seen(spec, 2 * plies, seed)).collect();
        // Where cells have directions each seat has a graph of its own.
        let graph = positions[0].graph.clone();
        positions.retain(|seen| seen.graph == graph);
        assert!(positions.len() > 3, "{spec}");
        let network = network(&positions[0], 32, 3, seed + 1);
        let alone: Vec<[f32; OUTCOMES]> = positions
            .iter()
            .map(|seen| {
                let mut trace = Trace::default();
                network.judge(&graph, &seen.view, &mut trace);
                trace.outcome()
            })
            .collect();
        assert!(alone.windows(2).any(|pair| pair[0] != pair[1]), "{spec}: positions differ");
        let views: Vec<View> = positions.iter().map(|seen| seen.view.clone()).collect();
        // One trace for all, from large to small and back.
        let mut trace = Trace::default();
        for size in [views.len(), 1, 2, views.len() - 1, 0, views.len()] {
            network.judge_all(&graph, &views[..size], &mut trace);
            let bits = |outcomes: &[[f32; OUTCOMES]]| {
                outcomes.iter().map(|outcome| outcome.map(f32::to_bits)).collect::<Vec<_>>()
            };
            assert_eq!(bits(trace.outcomes()), bits(&alone[..size]), "{spec}: {size} at once");
        }
    }
}

/// A position and its image under a symmetry of the board.
struct Turning<'a>(&'a Network);

impl GameVisitor for Turning<'_> {
    type Output = ();

    fn visit<G: Described>(self, _: Arc<G>) {
        panic!("a game of sets that gather");
    }

    fn visit_gathering<G: Gathering>(self, game: Arc<G>) {
        let lens = GatheringLens::new(&*game);
        let (start, board) = (game.start(), game.board());
        let rows = |image: &dyn Fn(Cell) -> Cell| {
            let letter = |cell: Cell| {
                let holds = |set: &u8| game.cells_of(&start, *set).contains(image(cell));
                (0..2).find(holds).map_or('.', |set| (b'A' + set) as char)
            };
            let row = |row: &Vec<Cell>| {
                let text: String = row.iter().map(|&cell| letter(cell)).collect();
                let runs = text.chars().fold((String::new(), 0), |(mut text, gap), c| match c {
                    '.' => (text, gap + 1),
                    piece => {
                        if gap > 0 {
                            text += &gap.to_string();
                        }
                        text.push(piece);
                        (text, 0)
                    }
                });
                if runs.1 > 0 { format!("{}{}", runs.0, runs.1) } else { runs.0 }
            };
            board.rows().iter().map(row).collect::<Vec<_>>().join("/") + " A"
        };
        let value = |text: &str| {
            let state = game.parse_state(text).unwrap();
            let (mut view, mut trace) = (View::default(), Trace::default());
            lens.look(&*game, &state, Seat::FIRST, &mut view);
            self.0.judge(Lens::<G>::graph(&lens, Seat::FIRST), &view, &mut trace);
            trace.outcome()
        };
        let plain = value(&rows(&|cell| cell));
        let symmetries = board.symmetries();
        assert!(symmetries.len() > 1, "{}", board.name());
        for symmetry in symmetries {
            let turned = value(&rows(&|cell| symmetry.image(cell)));
            for (one, other) in plain.iter().zip(&turned) {
                assert!((one - other).abs() < 1e-5, "{}: {plain:?} {turned:?}", board.name());
            }
        }
    }
}

#[test]
fn equal_positions_under_any_symmetry_of_the_board_get_equal_values() {
    let boards = ["hexhex-4", "hexhex-5", "king-6x6", "square-6x4", "tri-4", "hex-5x5"];
    for (number, board) in boards.iter().enumerate() {
        for seed in 1..=3 {
            let spec = format!("selfo board={board} density=30 seed={seed}");
            let seen = seen(&spec, 0, 0);
            let network = network(&seen, 32, 3, number as u64);
            selforge_games::visit(&open(&spec), Turning(&network));
        }
    }
}

#[test]
fn both_seats_see_the_same_position_from_their_own_side() {
    let text = |sets: &str| format!("selfo board=hexhex-3 position=\"{sets}\"");
    let one = seen(&text("A1B/B3/2A2/A2B/3 A swap=-"), 0, 0);
    let other = seen(&text("B1A/A3/2B2/B2A/3 B swap=-"), 0, 0);
    assert_eq!(one.view, other.view);
    assert_eq!(one.features, "gathering 1");
}

/// The error of a sample by the plain implementation.
fn error(shape: &Shape, weights: &[f64], graph: &Graph, sample: &Sample) -> f64 {
    let aims: Vec<Aim> = sample.moves.iter().map(|(aim, _)| *aim).collect();
    let (outcome, logits) = plainly(shape, weights, graph, &sample.view, &aims);
    let cross = |target: f32, share: f64| -f64::from(target) * share.ln();
    let moves = shares(&logits);
    let of_outcome =
        sample.outcome.iter().zip(outcome).map(|(&target, share)| cross(target, share));
    let of_moves = sample.moves.iter().zip(moves).map(|(&(_, target), share)| cross(target, share));
    of_outcome.sum::<f64>() + of_moves.sum::<f64>()
}

fn sample(seen: &Seen, seed: u64) -> Sample {
    let mut stream = Stream::new(seed, "targets", 0);
    let mut spread = |count: usize| {
        let mut shares: Vec<f32> = (0..count).map(|_| 2.0 * stream.unit() as f32).collect();
        softmax(&mut shares);
        shares
    };
    let outcome = spread(3).try_into().unwrap();
    let moves = spread(seen.aims.len());
    let moves = seen.aims.iter().copied().zip(moves).collect();
    Sample { graph: 0, view: seen.view.clone(), outcome, moves }
}

/// One step of Adam from rest moves every weight by the rate, against the sign of its slope.
#[test]
fn a_step_of_training_follows_the_slopes_that_differences_of_the_plain_error_show() {
    for (number, spec) in ["selfo board=hexhex-3 pieces=4", "checkers"].iter().enumerate() {
        let seen = seen(spec, 3, 1);
        let network = network(&seen, 16, 1, 5 + number as u64);
        let sample = sample(&seen, 2);
        let (graph, shape) = (&seen.graph, *network.shape());
        let mut trainer = Trainer::new(network.clone());
        let slopes = trainer.slopes_of(std::slice::from_ref(graph), &[&sample], 1);
        let mut weights = doubles(&network);
        let mut compared = 0;
        let mut pick = Stream::new(1, "weights", 0);
        for _ in 0..400 {
            let at = pick.below(weights.len() as u32) as usize;
            let (kept, by) = (weights[at], 1e-5);
            weights[at] = kept + by;
            let above = error(&shape, &weights, graph, &sample);
            weights[at] = kept - by;
            let below = error(&shape, &weights, graph, &sample);
            weights[at] = kept;
            let slope = (above - below) / (2.0 * by);
            let off = (slope - f64::from(slopes[at])).abs();
            assert!(off < 2e-3 * (1.0 + slope.abs()), "{spec} {at}: {slope} {}", slopes[at]);
            compared += usize::from(slope.abs() > 1e-4);
        }
        assert!(compared > 100, "{compared} slopes are not zero");
        let before = error(&shape, &weights, graph, &sample);
        for _ in 0..60 {
            trainer.step(std::slice::from_ref(graph), &[&sample], 1e-3, 1);
        }
        let after = error(&shape, &doubles(trainer.network()), graph, &sample);
        assert!(after < before, "{before} {after}");
    }
}

#[test]
fn training_gives_the_same_bits_on_any_number_of_threads() {
    let seen = seen("selfo board=hexhex-3 pieces=4", 2, 1);
    let samples: Vec<Sample> = (0..70).map(|seed| sample(&seen, seed)).collect();
    let batch: Vec<&Sample> = samples.iter().collect();
    let trained = |threads: usize| {
        let mut trainer = Trainer::new(network(&seen, 16, 2, 1));
        let losses =
            [0; 3].map(|_| trainer.step(std::slice::from_ref(&seen.graph), &batch, 1e-3, threads));
        (losses, trainer.network().weights().to_vec())
    };
    assert_eq!(trained(1), trained(3));
    assert_eq!(trained(1), trained(16));
}

#[test]
fn sets_of_samples_come_back_from_bytes_and_damaged_ones_do_not() {
    let mut set = SampleSet::default();
    for (number, spec) in
        ["selfo board=hexhex-3 pieces=4", "checkers", "hex board=hex-4x4"].iter().enumerate()
    {
        let seen = seen(spec, 2, 1);
        let samples = vec![sample(&seen, number as u64)];
        set.append(SampleSet { graphs: vec![seen.graph.clone()], samples });
    }
    let bytes = set.to_bytes();
    assert_eq!(SampleSet::from_bytes(&bytes).as_ref(), Ok(&set));
    for at in (0..bytes.len()).step_by(97) {
        assert!(SampleSet::from_bytes(&bytes[..at]).is_err());
        let mut bytes = bytes.clone();
        bytes[at] ^= 1;
        assert!(SampleSet::from_bytes(&bytes).is_err());
    }
}

#[test]
fn networks_that_come_with_the_program_say_what_a_plain_second_one_says_in_their_games() {
    for (spec, family) in [
        ("selfo board=hexhex-5 density=24 seed=1", "selfo"),
        ("selfo board=tri-6 density=12 seed=1", "selfo"),
        ("hex", "hex"),
        ("loa", "loa"),
        ("checkers", "checkers"),
    ] {
        let seen = seen(spec, 6, 1);
        let saved = selforge_learn::file::built_in(family, &seen.features).unwrap();
        assert_eq!((saved.family.as_str(), saved.features.as_str()), (family, &*seen.features));
        assert!(saved.origin.command.contains("selforge train"), "{}", saved.origin.command);
        let network = &saved.network;
        let mut trace = Trace::default();
        network.judge(&seen.graph, &seen.view, &mut trace);
        let (outcome, _) =
            plainly(network.shape(), &doubles(network), &seen.graph, &seen.view, &seen.aims);
        for (fast, plain) in trace.outcome().iter().zip(&outcome) {
            assert!((f64::from(*fast) - plain).abs() < 1e-4, "{spec}: {fast} {plain}");
        }
    }
}
