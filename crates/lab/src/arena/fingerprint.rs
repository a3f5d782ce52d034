//! A short trial of players whose outcome changes when they, the rules or the start are changed.
//!
//! Each player in turn is asked about the positions of one short line of play, with a budget so
//! small that no clock decides. What it answers, how it judges and how many positions it looked at go
//! into one number, by the hash of Fowler, Noll and Vo (FNV-1a): the same for ever.

use std::hash::Hasher;

use fnv::FnvHasher;
use selforge_agents::{AnyQuestion, Budget, Player, Stop};
use selforge_core::{Game, Status, Stream};
use selforge_games::Playable;

/// How many plies are tried; every player chooses some of them.
const PLIES: usize = 12;

/// What a player may spend on a move: enough to leave the first ply.
const BUDGET: Budget = Budget { time: None, nodes: Some(600), depth: Some(2) };

/// The number, in hexadecimal.
pub(super) fn of(playable: &Playable, players: Vec<Player>, seed: u64) -> String {
    let game = &playable.game;
    // Programs from outside may be slow to start, and answer for themselves.
    let inside = |player: &Player| !player.spec().is_local();
    let mut players: Vec<Player> = players.into_iter().filter(inside).collect();
    let mut digest = FnvHasher::default();
    let add = |digest: &mut FnvHasher, value: u64| digest.write(&value.to_le_bytes());
    add(&mut digest, game.key(&game.start()));
    if players.is_empty() {
        return format!("{:016x}", digest.finish());
    }
    let (mut state, mut history) = (game.start(), Vec::new());
    for ply in 0..PLIES.max(2 * players.len()) {
        if let Status::Over(_) = game.status(&state) {
            break;
        }
        let number = ply % players.len();
        let answer = players[number].choose(&mut AnyQuestion {
            state: &state,
            history: &history,
            budget: Some(BUDGET),
            stop: &Stop::default(),
            seed: Stream::new(seed, "fingerprint", ply as u64).bits(),
            progress: &mut |_| {},
        });
        let Ok(report) = answer else { break };
        let Some(&mv) = report.line.first() else { break };
        add(&mut digest, u64::from(mv.0));
        let score = report.score.0;
        add(&mut digest, u64::from(score.unsigned_abs()) << 1 | u64::from(score < 0));
        add(&mut digest, report.nodes);
        if !game.is_legal(&state, mv) {
            break;
        }
        history.push(game.repetition_key(&state));
        game.play(&mut state, mv);
        add(&mut digest, game.key(&state));
    }
    format!("{:016x}", digest.finish())
}
