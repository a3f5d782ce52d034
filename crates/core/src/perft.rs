//! Counting the lines of play, to compare rules with published or independent numbers.

use std::ops::ControlFlow;

use crate::game::Game;

/// How many lines of exactly `depth` plies begin at `state`; a line also counts where it ends the
/// game with its last ply, but a game that ended earlier has no longer lines.
///
/// Rules that look at the history ([`Game::history_rules`]) do not take part.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(game.count_moves(state)),
        _ => {
            let mut nodes = 0;
            let _ = game.visit_moves(state, &mut |mv| {
                let mut next = state.clone();
                game.play(&mut next, mv);
                nodes += perft(game, &next, depth - 1);
                ControlFlow::Continue(())
            });
            nodes
        }
    }
}
