//! Fair starts, chosen by trying them.
//!
//! A start drawn by chance favours somebody, and not whom one would think: where the second player may
//! swap, the first cannot tell well enough which first move makes both sides equal, and loses six
//! games of ten. What a short search says of a start does not show that: starts that it found even
//! were no fairer than others. Short games do. A start is fair if each seat wins about half of
//! a few games between equal players, each of which thinks a little longer than the one before.

use std::sync::Arc;

use selforge_catalogue::Playable;
use selforge_core::{Action, Game, Outcome, Seat, Status, Timeline};

use crate::agent::{Budget, Stop};
use crate::decision::decide;
use crate::player::{AnyQuestion, Player};
use crate::players::{AgentError, AgentSpec};

/// How many positions the players of each game look at for a move.
const GAMES: [u64; 6] = [500, 700, 1_000, 1_400, 2_000, 2_800];

/// How far from an equal share each seat may be, in games.
const SLACK: f64 = 0.5;

/// Whether a game starts fairly, as far as short games can tell. A raised `stop` makes any start do.
///
/// # Errors
/// If no search can play the game.
pub fn is_fair(playable: &Playable, stop: &Stop) -> Result<bool, AgentError> {
    let seats = playable.game.seats();
    let equal = GAMES.len() as f64 / f64::from(seats);
    let mut won = vec![0.0; usize::from(seats)];
    for (played, nodes) in (1..).zip(GAMES) {
        let Some(outcome) = play(playable, nodes, stop)? else { return Ok(true) };
        for seat in Seat::all(seats) {
            won[seat.index()] += match outcome.winner() {
                None => 1.0 / f64::from(seats),
                Some(winner) => f64::from(u8::from(winner == seat)),
            };
        }
        let left = (GAMES.len() - played) as f64;
        // What is left to be played cannot make up for it any more.
        if won.iter().any(|won| *won > equal + SLACK || won + left < equal - SLACK) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// How a game between equals ends; `None` if it was stopped.
fn play(playable: &Playable, nodes: u64, stop: &Stop) -> Result<Option<Outcome>, AgentError> {
    let search = if playable.game.seats() == 2 { "alphabeta" } else { "paranoid" };
    let mut player = Player::seat(&AgentSpec::parse(&format!("{search} hash=4"))?, playable)?;
    let mut timeline = Timeline::new(Arc::new(playable.game.clone()));
    loop {
        let seat = match timeline.status() {
            Status::ToMove(seat) => seat,
            Status::Over(outcome) => return Ok(Some(outcome)),
        };
        let report = player.choose(&mut AnyQuestion {
            state: timeline.state(),
            history: timeline.keys(),
            budget: Some(Budget { nodes: Some(nodes), ..Budget::default() }),
            stop,
            seed: nodes,
            progress: &mut |_| {},
        });
        let Ok(report) = report else { return Ok(None) };
        if stop.is_asked() {
            return Ok(None);
        }
        let action: Action<_> = decide(timeline.game(), timeline.state(), &report);
        timeline.act(seat, action).expect("players choose legal moves");
    }
}
