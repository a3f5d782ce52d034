//! The paper's four metrics of random games of the rule space: what one candidate costs evolution.

use std::time::Duration;

use selforge_core::Stream;
use selforge_games::rulespace::{Genes, RuleSpace, Rules};
use selforge_lab::metrics::{Plan, paper};

use super::{Timing, measure};
use crate::error::CliError;

const CHROMOSOMES: u64 = 100;
const LIMIT: u32 = 16;

/// All values, in millionths, folded into one number.
const EXPECTED: u64 = 0x5410_2aa1_5a39_b843;

fn checksum(games: &[RuleSpace]) -> u64 {
    let mut sum = 0u64;
    for game in games {
        let metrics = paper(game, &Plan::default()).expect("twenty games for two can be played");
        let values = [metrics.duration, metrics.intelligence, metrics.dynamism, metrics.usability];
        for estimate in values {
            sum = sum.rotate_left(7).wrapping_add((estimate.value * 1e6).round() as u64);
        }
    }
    sum
}

/// Measures a candidate: 40 games, four metrics.
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
    measure(CHROMOSOMES, EXPECTED, time, || checksum(&games))
}
