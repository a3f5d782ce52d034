//! Uniformly random play of random games of the rule space.
//!
//! Games differ in how many pieces and directions they have, so one game would measure its own genes.
//! Every chromosome is played for the same number of moves, beginning anew whenever a game is over.

use std::time::Duration;

use selforge_core::{Game, Stream};
use selforge_games::rulespace::{Genes, RuleSpace, Rules};

use super::{Timing, measure};
use crate::error::CliError;

const CHROMOSOMES: u64 = 250;
const MOVES: u64 = 200;
const LIMIT: u32 = 16;

/// All final positions folded into one number.
const EXPECTED: u64 = 0x5450_e2fd_ab38_fe95;

fn checksum(games: &[RuleSpace]) -> u64 {
    let mut stream = Stream::new(1, "bench", 0);
    let mut sum = 0u64;
    for game in games {
        let mut state = game.start();
        for _ in 0..MOVES {
            let mut chosen = game.choose_move(&state, |count| stream.below(count));
            if chosen.is_none() {
                sum = sum.rotate_left(7).wrapping_add(game.key(&state));
                state = game.start();
                chosen = game.choose_move(&state, |count| stream.below(count));
            }
            if let Some(mv) = chosen {
                game.play(&mut state, mv);
            }
        }
        sum = sum.rotate_left(7).wrapping_add(game.key(&state));
    }
    sum
}

/// Measures a random move.
///
/// # Errors
/// If the answer is wrong.
pub(super) fn run(time: Duration) -> Result<Timing, CliError> {
    let open = |index| {
        let genes = Genes::random(LIMIT, &mut Stream::new(1, "bench-genes", index));
        RuleSpace::new(genes, Rules::default())
    };
    let games: Result<Vec<RuleSpace>, _> = (0..CHROMOSOMES).map(open).collect();
    let games = games.map_err(|error| CliError::Refused(error.to_string()))?;
    measure(CHROMOSOMES * MOVES, EXPECTED, time, || checksum(&games))
}
