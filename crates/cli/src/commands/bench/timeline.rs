//! A move on the timeline of a game: late in a long one, beside the same move early in a short one.

use std::sync::Arc;
use std::time::Duration;

use selforge_core::{Action, AnyGame, AnyMove, Game, Stream, Timeline};
use selforge_games::NoFiles;

use super::random_play::HEXHEX_6;
use super::{Ratio, Timing, measure};
use crate::error::CliError;

/// How many moves were played before, late and early.
const LATE: usize = 300;
const EARLY: usize = 10;

/// How often every move of the position is played and taken back in one repetition.
const ROUNDS: u64 = 50;

/// The keys of all positions after them, folded into one number.
const EXPECTED: u64 = 0x89bc_1041_7a8a_e641;

/// Measures a move and its being taken back at ply 300, as a ratio to the same at ply 10.
///
/// # Errors
/// If either gives a wrong answer.
pub(super) fn run(time: Duration) -> Result<Timing, CliError> {
    // All rules about the history are on, and none of them ends the game.
    let spec = HEXHEX_6.spec().with("plies", 1000).with("progress", 1000);
    let game = Arc::new(selforge_games::open(&spec, &NoFiles)?.game);
    let mut late = random_game(&game)?;
    let before = late.after_moves(LATE - EARLY).expect("so many moves were played");
    // The same position by the same moves, but with a shorter past.
    let mut early = Timeline::from_state(game, before.state.clone());
    for mv in late.moves().skip(LATE - EARLY) {
        play(&mut early, mv)?;
    }
    let mut moves = Vec::new();
    late.legal_moves(&mut moves);
    let ops = ROUNDS * moves.len() as u64;
    let timed = |timeline: &mut Timeline<AnyGame>| {
        measure(ops, EXPECTED, time / 2, || play_all(timeline, &moves))
    };
    let (early, late) = (timed(&mut early)?, timed(&mut late)?);
    let ratio = Ratio { times: late.ns_per_op() / early.ns_per_op(), of: "the same at ply 10" };
    Ok(Timing { ratio: Some(ratio), ..late })
}

/// A random game of [`LATE`] moves.
fn random_game(game: &Arc<AnyGame>) -> Result<Timeline<AnyGame>, CliError> {
    let mut stream = Stream::new(3, "bench", 0);
    let mut timeline = Timeline::new(Arc::clone(game));
    for _ in 0..LATE {
        // Passing comes last and ends the game too soon.
        let choose = |count: u32| if count > 1 { stream.below(count - 1) } else { 0 };
        let mv = game.choose_move(timeline.state(), choose);
        play(&mut timeline, mv.ok_or_else(ended)?)?;
    }
    Ok(timeline)
}

fn play(timeline: &mut Timeline<AnyGame>, mv: AnyMove) -> Result<(), CliError> {
    let seat = timeline.status().to_move().ok_or_else(ended)?;
    timeline.act(seat, Action::Move(mv)).map_err(|error| CliError::Refused(error.to_string()))
}

fn ended() -> CliError {
    CliError::Refused(format!("the game ended before ply {LATE}"))
}

/// Plays every move and takes it back.
fn play_all(timeline: &mut Timeline<AnyGame>, moves: &[AnyMove]) -> u64 {
    let mut sum = 0u64;
    let Some(seat) = timeline.status().to_move() else { return sum };
    for mv in (0..ROUNDS).flat_map(|_| moves) {
        let played = timeline.act(seat, Action::Move(*mv)).is_ok();
        let key = timeline.game().key(timeline.state());
        sum = sum.rotate_left(7).wrapping_add(key) ^ u64::from(played && timeline.take_back());
    }
    sum
}
