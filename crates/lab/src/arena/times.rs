//! How long moves took. Apart from everything else, because it is another each time.

use serde::Serialize;

use super::plan::Plan;
use super::run::Run;
use crate::stats::Sample;

/// How long the moves of a run took.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Times {
    /// By player.
    pub players: Vec<PlayerTimes>,
    /// A game's time at the board in milliseconds.
    pub game_ms: Sample,
}

/// How long a player took for its moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerTimes {
    /// What the player is called: its name in this run, or its spec.
    pub name: String,
    /// The player.
    pub spec: String,
    /// Milliseconds a move.
    pub move_ms: Sample,
    /// Positions looked at in a second.
    pub nodes_per_second: f64,
    /// The mean in milliseconds at its first turn, its second, and so on.
    pub by_turn_ms: Vec<f64>,
}

impl Times {
    /// The times of a run.
    #[must_use]
    pub fn of(plan: &Plan, run: &Run) -> Times {
        let players = 0..plan.settings().players.len();
        let players = players.map(|number| of_player(plan, run, number));
        let ms = |micros: u64| micros as f64 / 1e3;
        let games = run.games.iter().map(|game| ms(game.micros.iter().sum()));
        Times { players: players.collect(), game_ms: Sample::of(games) }
    }
}

fn of_player(plan: &Plan, run: &Run, player: usize) -> PlayerTimes {
    let (mut all, mut nodes) = (Vec::new(), 0);
    let mut by_turn: Vec<(f64, u32)> = Vec::new();
    for game in &run.games {
        let Some(seat) = game.seat_of(player) else { continue };
        nodes += game.nodes[seat];
        let mine = game.micros.iter().enumerate().filter(|(ply, _)| game.mover(*ply) == Some(seat));
        for (turn, (_, &micros)) in mine.enumerate() {
            let ms = micros as f64 / 1e3;
            all.push(ms);
            if by_turn.len() == turn {
                by_turn.push((0.0, 0));
            }
            by_turn[turn] = (by_turn[turn].0 + ms, by_turn[turn].1 + 1);
        }
    }
    let seconds = all.iter().sum::<f64>() / 1e3;
    PlayerTimes {
        name: plan.name(player),
        spec: plan.settings().players[player].spec().to_string(),
        move_ms: Sample::of(all),
        nodes_per_second: if seconds > 0.0 { (nodes as f64 / seconds).round() } else { 0.0 },
        by_turn_ms: by_turn
            .into_iter()
            .map(|(sum, count)| crate::stats::rounded(sum / f64::from(count)))
            .collect(),
    }
}
