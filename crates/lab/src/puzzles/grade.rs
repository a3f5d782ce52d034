//! How hard a puzzle is, before anybody has tried it: by letting programs solve it.
//!
//! Where the task is to win or not to lose, engines know what they are asked: the same search is asked for
//! its move with a budget that doubles from rung to rung. The more rungs fail, the harder the puzzle. A rung
//! that finds the move for a wrong reason, while a higher one still errs, counts for little: what counts is
//! the last rung that fails. No engine plays to cut off or to win a piece, so puzzles about that are graded by
//! how many positions the proof took, which doubles just so.
//!
//! Doubling a search is worth some eighty points between players. A line is harder to see for people the
//! longer it is, which a search does not feel; so it adds some. The scale is that of players, who begin with
//! 1500: the easiest puzzles begin at 1000. It is a first guess, as a new player's rating is: on a
//! server it changes with everyone who tries.

use selforge_agents::{AgentSpec, AnyQuestion, Player, Stop};
use selforge_core::{AnyMove, Game};
use selforge_games::Playable;

use super::find::Found;
use super::puzzle::Theme;
use crate::LabError;

/// What the searches may look at, in positions.
const RUNGS: [u64; 12] = [32, 64, 125, 250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 64_000];

/// The rating of a puzzle of one move that every search solves.
const EASIEST: u32 = 1000;
/// What every rung that fails adds.
const RUNG: u32 = 80;
/// What every move of the solver after the first adds.
const MOVE: u32 = 60;

/// The rating of a puzzle with which a server begins; `playable` begins in its position. It means nothing
/// once told to stop.
///
/// # Errors
/// If no search can play the game.
pub(super) fn grade(playable: &Playable, found: &Found, stop: &Stop) -> Result<u32, LabError> {
    let rungs = match found.theme {
        Theme::Win | Theme::Hold => failing(playable, found.line[0], stop)?,
        // The rungs that the proof is more than: a proof looks at every first move, so it begins higher.
        Theme::CutOff | Theme::PieceAhead | Theme::Save => {
            RUNGS.iter().filter(|&&rung| found.nodes > 4 * rung).count() as u32
        }
    };
    let moves = found.line.len().div_ceil(2) as u32;
    Ok(EASIEST + RUNG * rungs + MOVE * (moves - 1))
}

/// The last of the rungs that does not find the solution, from 1; none is 0.
fn failing(playable: &Playable, solution: AnyMove, stop: &Stop) -> Result<u32, LabError> {
    let state = playable.game.start();
    let mut failed = 0;
    for (rung, nodes) in (1..).zip(RUNGS) {
        let spec = AgentSpec::parse(&format!("alphabeta nodes={nodes}"))?;
        let answer = Player::new(&spec, playable)?.choose(&mut AnyQuestion {
            state: &state,
            history: &[],
            budget: None,
            stop,
            seed: 0,
            progress: &mut |_| {},
        });
        if answer.is_ok_and(|report| report.line.first() != Some(&solution)) {
            failed = rung;
        }
    }
    Ok(failed)
}
