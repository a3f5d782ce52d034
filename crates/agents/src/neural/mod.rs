//! A player with a neural network: the paper's, 64-91-40-10-1 with hyperbolic tangents, one ply ahead.
//!
//! The first layer has an input for each cell of the board, so its size follows the board; the paper's
//! 64 are those of 8x8. All layers are fully connected, and each neuron has a bias.
//!
//! **Inputs.** Own pieces are positive, the enemy's negative, by kind as [`input`] says; empty cells are
//! zero. The second seat sees the board turned by 180 degrees, so that a network plays both sides with
//! the same weights.
//!
//! **Speed.** A move changes a few cells. The sums of the first layer are therefore made once for a
//! position and changed for each move ([`Network::shift`]), which leaves 91 x 40 products to do. Weights
//! lie by input, so that every loop runs over neurons side by side and nothing is summed across.
//! `selforge bench network-evaluation` measures it.
//!
//! **The same everywhere.** [`tanh`] is made of products and one division, which every processor rounds
//! in the same way. That of the system's library differs from system to system.

mod file;

use std::ops::ControlFlow;

use selforge_board::{Figure, Piece, Ways};
use selforge_catalogue::army::priority;
use selforge_core::{Seat, Status, Stream};
use selforge_games::Described;
use selforge_games::rulespace::{Capture, Movement};

pub use self::file::{Evolved, MAGIC, Upbringing};

/// The neurons of the hidden layers.
pub const HIDDEN: [usize; 3] = [91, 40, 10];

const FIRST: usize = HIDDEN[0];
const SECOND: usize = HIDDEN[1];
const THIRD: usize = HIDDEN[2];

/// Weights and biases behind the first layer's weights.
const REST: usize = FIRST + FIRST * SECOND + SECOND + SECOND * THIRD + THIRD + THIRD + 1;

/// A network for boards of some number of cells.
///
/// Its weights in order: those of the first layer cell by cell, its biases; those of the second layer by
/// neuron of the first, its biases; and so on.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    cells: usize,
    weights: Vec<f32>,
}

/// What the neurons of the first layer have summed up, before the tangent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sums([f32; FIRST]);

impl Network {
    /// How many weights and biases a network for so many cells has.
    #[must_use]
    pub const fn size(cells: usize) -> usize {
        cells * FIRST + REST
    }

    /// The network with these weights.
    ///
    /// # Panics
    /// If there are not as many as [`size`](Network::size) says.
    #[must_use]
    pub fn new(cells: usize, weights: Vec<f32>) -> Network {
        assert_eq!(weights.len(), Network::size(cells), "a network for {cells} cells");
        Network { cells, weights }
    }

    /// How many cells the board has.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// All weights and biases.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The first layer's sums for the inputs of all cells.
    ///
    /// # Panics
    /// If there are more inputs than cells.
    #[must_use]
    pub fn sums(&self, inputs: &[f32]) -> Sums {
        let biases = &self.weights[self.cells * FIRST..][..FIRST];
        let mut sums = Sums(std::array::from_fn(|neuron| biases[neuron]));
        for (cell, &input) in inputs.iter().enumerate() {
            if input != 0.0 {
                self.shift(&mut sums, cell, input);
            }
        }
        sums
    }

    /// Changes the sums for an input that grew by this much.
    #[inline]
    pub fn shift(&self, sums: &mut Sums, cell: usize, by: f32) {
        let weights = &self.weights[cell * FIRST..][..FIRST];
        for (sum, weight) in sums.0.iter_mut().zip(weights) {
            *sum += by * weight;
        }
    }

    /// What the network says, from -1 to 1.
    #[inline]
    #[must_use]
    pub fn output(&self, sums: &Sums) -> f32 {
        let rest = &self.weights[self.cells * FIRST + FIRST..];
        let (weights, rest) = rest.split_at(FIRST * SECOND + SECOND);
        let second: [f32; SECOND] = layer(&sums.0.map(tanh), weights);
        let (weights, last) = rest.split_at(SECOND * THIRD + THIRD);
        let third: [f32; THIRD] = layer(&second, weights);
        let [output] = layer(&third, last);
        output
    }

    /// What the network says about the inputs of all cells.
    #[must_use]
    pub fn evaluate(&self, inputs: &[f32]) -> f32 {
        self.output(&self.sums(inputs))
    }
}

/// The outputs of a layer: its weights by input, then its biases.
#[inline]
fn layer<const OUT: usize>(inputs: &[f32], weights: &[f32]) -> [f32; OUT] {
    let (weights, biases) = weights.split_at(inputs.len() * OUT);
    let mut sums: [f32; OUT] = std::array::from_fn(|neuron| biases[neuron]);
    for (input, weights) in inputs.iter().zip(weights.chunks_exact(OUT)) {
        for (sum, weight) in sums.iter_mut().zip(weights) {
            *sum += input * weight;
        }
    }
    sums.map(tanh)
}

/// The hyperbolic tangent within 0.0001: Lambert's continued fraction, cut off, and held at its ends.
#[inline]
#[must_use]
pub fn tanh(x: f32) -> f32 {
    let x = x.clamp(-4.97, 4.97);
    let square = x * x;
    let over = x * (135_135.0 + square * (17_325.0 + square * (378.0 + square)));
    let under = 135_135.0 + square * (62_370.0 + square * (3_150.0 + square * 28.0));
    (over / under).clamp(-1.0, 1.0)
}

/// What a piece counts as an input, if it is the player's own.
///
/// Pieces of the rule space count their priority in the paper's player, over the highest one; those of
/// chess what books say, over the queen's; a piece whose loss loses the game counts 2.
#[must_use]
pub fn input(piece: Piece) -> f32 {
    if piece.special {
        return 2.0;
    }
    match piece.figure {
        Figure::Stone | Figure::Letter(_) => 1.0,
        Figure::Crowned => 1.5,
        Figure::King => 2.0,
        Figure::Queen => 1.0,
        Figure::Rook => 5.0 / 9.0,
        Figure::Bishop | Figure::Knight => 3.0 / 9.0,
        Figure::Pawn => 1.0 / 9.0,
        Figure::Mover(mover) => {
            let movement = match mover.ways {
                Ways::DiagonalForward => Movement::DiagonalForward,
                Ways::Diagonal => Movement::Diagonal,
                Ways::All => Movement::AllDirections,
                Ways::Leap => Movement::Leap,
                Ways::RankAndFile | Ways::File => Movement::RankAndFile,
                Ways::Forward => Movement::Forward,
            };
            let capture = if mover.jumps { Capture::Over } else { Capture::Into };
            priority(movement, capture) as f32
                / priority(Movement::AllDirections, Capture::Into) as f32
        }
    }
}

/// What a finished game is worth to its winner: more than any network says.
pub(crate) const WON: f32 = 2.0;

/// Room for positions, so that choosing a move allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Room {
    cells: Vec<Option<Piece>>,
    before: Vec<f32>,
}

impl Room {
    /// The inputs of a position, as `seat` sees it.
    pub fn inputs<G: Described>(&mut self, game: &G, state: &G::State, seat: Seat) -> &[f32] {
        game.census(state, &mut self.cells);
        let set = game.set_of(state, seat);
        self.before.clear();
        self.before.extend((0..self.cells.len()).map(|slot| seen(&self.cells, slot, set, seat)));
        &self.before
    }
}

/// The input of a slot, counted from the player's side.
#[inline]
fn seen(cells: &[Option<Piece>], slot: usize, set: u8, seat: Seat) -> f32 {
    let cell = if seat == Seat::FIRST { slot } else { cells.len() - 1 - slot };
    match cells[cell] {
        None => 0.0,
        Some(piece) if piece.set == set => input(piece),
        Some(piece) => -input(piece),
    }
}

impl Network {
    /// Chooses the move after which the network likes the position best, at random among equals;
    /// `None` if there is none. A move that ends the game is judged by how it ends.
    ///
    /// # Panics
    /// If the board has another number of cells than the network.
    pub fn choose<G: Described>(
        &self,
        game: &G,
        state: &G::State,
        room: &mut Room,
        stream: &mut Stream,
    ) -> Option<(G::Move, f32)> {
        let seat = game.status(state).to_move()?;
        let before = self.sums(room.inputs(game, state, seat));
        assert_eq!(room.before.len(), self.cells, "the board is that of the network");
        let Room { cells, before: inputs } = room;
        let mut best: Option<(G::Move, f32)> = None;
        let mut equals = 0;
        let _ = game.visit_moves(state, &mut |mv| {
            let mut next = state.clone();
            game.play(&mut next, mv);
            let value = match game.status(&next) {
                Status::Over(outcome) => match outcome.winner() {
                    Some(winner) if winner == seat => WON,
                    Some(_) => -WON,
                    None => 0.0,
                },
                Status::ToMove(_) => {
                    game.census(&next, cells);
                    let set = game.set_of(&next, seat);
                    let mut sums = before;
                    for (slot, &input) in inputs.iter().enumerate() {
                        let change = seen(cells, slot, set, seat) - input;
                        if change != 0.0 {
                            self.shift(&mut sums, slot, change);
                        }
                    }
                    self.output(&sums)
                }
            };
            match best {
                Some((_, most)) if value < most => {}
                // Each of so many equals must be chosen equally often.
                Some((_, most)) if value == most => {
                    equals += 1;
                    if stream.below(equals) == 0 {
                        best = Some((mv, value));
                    }
                }
                _ => (best, equals) = (Some((mv, value)), 1),
            }
            ControlFlow::Continue(())
        });
        best
    }
}

#[cfg(test)]
mod tests {
    use selforge_core::Game;
    use selforge_games::chess::Chess;

    use super::*;

    fn network(cells: usize, seed: u64) -> Network {
        let mut stream = Stream::new(seed, "test", 0);
        let weight = |_| (0.4 * stream.unit() - 0.2) as f32;
        Network::new(cells, (0..Network::size(cells)).map(weight).collect())
    }

    /// Row by row, column by column, in double precision, with the library's tangent.
    fn plainly(network: &Network, inputs: &[f32]) -> f64 {
        let mut values: Vec<f64> = inputs.iter().map(|&input| f64::from(input)).collect();
        let mut at = 0;
        for size in [FIRST, SECOND, THIRD, 1] {
            let weight = |input: usize, neuron: usize| {
                f64::from(network.weights[at + input * size + neuron])
            };
            let bias =
                |neuron: usize| f64::from(network.weights[at + values.len() * size + neuron]);
            let sum = |neuron: usize| {
                let products = (0..values.len()).map(|input| values[input] * weight(input, neuron));
                (products.sum::<f64>() + bias(neuron)).tanh()
            };
            let next: Vec<f64> = (0..size).map(sum).collect();
            at += values.len() * size + size;
            values = next;
        }
        assert_eq!(at, network.weights.len(), "every weight is used");
        values[0]
    }

    #[test]
    fn a_network_for_64_cells_has_the_papers_weights_and_a_bias_for_each_neuron() {
        assert_eq!(Network::size(64), 64 * 91 + 91 * 40 + 40 * 10 + 10 + (91 + 40 + 10 + 1));
    }

    #[test]
    fn the_forward_pass_agrees_with_a_plain_one() {
        for (cells, seed) in [(64, 1), (64, 2), (37, 3), (91, 4)] {
            let network = network(cells, seed);
            let mut stream = Stream::new(seed, "inputs", 0);
            for _ in 0..20 {
                let input = |_| [0.0, 0.5, -0.5, 1.0, -2.0][stream.below(5) as usize];
                let inputs: Vec<f32> = (0..cells).map(input).collect();
                let (fast, plain) = (network.evaluate(&inputs), plainly(&network, &inputs));
                assert!((f64::from(fast) - plain).abs() < 1e-3, "{fast} {plain}");
            }
        }
    }

    #[test]
    fn shifted_sums_are_those_of_the_new_position() {
        let network = network(64, 5);
        let mut inputs = vec![0.0; 64];
        (inputs[3], inputs[40]) = (1.0, -0.5);
        let mut sums = network.sums(&inputs);
        network.shift(&mut sums, 3, -1.0);
        network.shift(&mut sums, 11, 1.0);
        (inputs[3], inputs[11]) = (0.0, 1.0);
        assert!((network.output(&sums) - network.evaluate(&inputs)).abs() < 1e-5);
    }

    #[test]
    fn the_tangent_is_right_and_odd_and_bounded() {
        for step in -2000..=2000 {
            let x = step as f32 / 200.0;
            let error = f64::from(tanh(x)) - f64::from(x).tanh();
            assert!(error.abs() < 1e-4, "{x}: {error}");
            assert_eq!(tanh(x), -tanh(-x));
            assert!(tanh(x).abs() <= 1.0);
        }
    }

    /// Both armies of chess are mirror images, and turned they are so but for king and queen.
    #[test]
    fn each_seat_sees_its_own_pieces_as_positive_and_near() {
        let (chess, mut room) = (Chess::new(), Room::default());
        for seat in Seat::all(2) {
            let inputs = room.inputs(&chess, &chess.start(), seat).to_vec();
            assert!(inputs[48..].iter().all(|&input| input > 0.0), "{inputs:?}");
            assert!(inputs[..16].iter().all(|&input| input < 0.0), "{inputs:?}");
            assert_eq!(inputs.iter().sum::<f32>(), 0.0);
        }
    }

    #[test]
    fn a_move_that_wins_at_once_is_taken_whatever_the_network_says() {
        let chess = Chess::new();
        let state = chess.parse_state("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
        for seed in 0..5 {
            let mut stream = Stream::new(seed, "test", 0);
            let network = network(64, seed);
            let (mv, value) =
                network.choose(&chess, &state, &mut Room::default(), &mut stream).unwrap();
            assert_eq!((mv, value), (chess.parse_move(&state, "a1a8").unwrap(), WON));
        }
    }
}
