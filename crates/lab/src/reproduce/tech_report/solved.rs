//! Small boards, exactly: whether anybody wins when nobody errs.

use selforge_agents::Stop;
use selforge_core::{Game, Spec, Stream};
use selforge_games::{GameError, NoFiles};
use serde::Serialize;

use super::settings::Settings;
use crate::LabError;
use crate::solve::{Problem, Summary, Value, solve};
use crate::stats::Share;

/// More than any of the boards takes.
const MEMORY: u64 = 1 << 30;

/// A solved board, and what its starts are worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Solved {
    /// The board.
    pub board: String,
    /// How many of its cells have a piece.
    pub density: f64,
    /// All of its positions.
    pub summary: Summary,
    /// How many starts were drawn, by the game's own rules for starts.
    pub starts: u64,
    /// Starts from which the first seat wins, nobody swapping.
    pub first_wins: Share,
    /// Starts from which the second seat wins.
    pub second_wins: Share,
    /// Starts from which nobody can win by force.
    pub drawn: Share,
}

/// Solves every board of the study; `None` if it was told to stop.
///
/// # Errors
/// If a board cannot be opened.
pub(super) fn solve_all(
    settings: &Settings,
    threads: usize,
    stop: &Stop,
) -> Result<Option<Vec<Solved>>, LabError> {
    let mut all = Vec::new();
    for &(board, pieces) in settings.solved() {
        match solve_one(settings, board, pieces, threads, stop)? {
            Some(solved) => all.push(solved),
            None => return Ok(None),
        }
    }
    Ok(Some(all))
}

fn solve_one(
    settings: &Settings,
    board: &str,
    pieces: usize,
    threads: usize,
    stop: &Stop,
) -> Result<Option<Solved>, LabError> {
    let text = format!("selfo board={board} pieces={pieces} swap=off");
    let spec = Spec::parse(&text).map_err(GameError::from)?;
    let problem = Problem::of(&selforge_games::open(&spec, &NoFiles)?)?;
    let density = 2.0 * pieces as f64 / problem.cells() as f64;
    let Some(solution) = solve(problem, MEMORY, threads, stop, &mut |_| {})? else {
        return Ok(None);
    };
    let mut seeds = Stream::new(settings.seed, &format!("solved {text}"), 0);
    let (mut counts, mut total) = ([0; 3], 0);
    for _ in 0..settings.games {
        let mut spec = spec.clone();
        spec.set("seed", seeds.bits()).map_err(GameError::from)?;
        let playable = match selforge_games::open(&spec, &NoFiles) {
            // Some seeds give no start that fulfils the constraints.
            Err(GameError::Setup(_)) => continue,
            opened => opened?,
        };
        let kind = match solution.value(&playable, &playable.game.start()) {
            Some(Value::Won(_)) => 0,
            Some(Value::Lost(_)) => 1,
            Some(Value::Drawn) | None => 2,
        };
        counts[kind] += 1;
        total += 1;
    }
    let [first_wins, second_wins, drawn] = counts.map(|count| Share::of(count, total));
    Ok(Some(Solved {
        board: board.to_owned(),
        density: crate::stats::rounded(density),
        summary: Summary::of(&solution),
        starts: total,
        first_wins,
        second_wins,
        drawn,
    }))
}
