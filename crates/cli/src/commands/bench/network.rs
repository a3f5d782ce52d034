//! The judgement of a neural network, on positions of random games of chess.

use std::time::Duration;

use selforge_agents::neural::{Network, Room};
use selforge_core::{Seat, Stream};
use selforge_games::Described;
use selforge_games::chess::Chess;

use super::{Timing, measure};
use crate::error::CliError;

const POSITIONS: usize = 512;
const PLIES: usize = 64;

/// The bits of all outputs folded into one number.
const EXPECTED: u64 = 0x81fb_c8c0_c0bb_5dff;

/// The inputs of positions of random games.
fn positions<G: Described>(game: &G) -> Vec<Vec<f32>> {
    let (mut room, mut all) = (Room::default(), Vec::new());
    let mut stream = Stream::new(1, "bench", 0);
    while all.len() < POSITIONS {
        let mut state = game.start();
        for _ in 0..PLIES {
            let Some(mv) = game.choose_move(&state, |count| stream.below(count)) else { break };
            game.play(&mut state, mv);
            all.push(room.inputs(game, &state, Seat::FIRST).to_vec());
        }
    }
    all.truncate(POSITIONS);
    all
}

/// Measures an evaluation of a whole position.
///
/// # Errors
/// If the answer is wrong.
pub(super) fn run(time: Duration) -> Result<Timing, CliError> {
    let positions = positions(&Chess::new());
    let mut stream = Stream::new(1, "bench-network", 0);
    let weight = |_| (0.4 * stream.unit() - 0.2) as f32;
    let network = Network::new(64, (0..Network::size(64)).map(weight).collect());
    measure(POSITIONS as u64, EXPECTED, time, || {
        positions.iter().fold(0u64, |sum, inputs| {
            sum.rotate_left(7).wrapping_add(network.evaluate(inputs).to_bits().into())
        })
    })
}
