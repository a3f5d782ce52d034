//! What a player's answer amounts to in a game that counts.
//!
//! Players choose moves and know of no claims, so whoever runs them claims for them. This is the one
//! rule for that: the arena and the server use it.

use selforge_catalogue::Score;
use selforge_core::{Action, AnyGame, AnyMove, AnyState, Game};

use crate::agent::Report;

/// What the answer of a player amounts to: its move, if that is one; or the draw that it has a right
/// to, if by its own judgement it has nothing better.
///
/// Who thinks that it stands better than a draw plays on; of two players that judge alike one does
/// not, and claims.
#[must_use]
pub fn decide(game: &AnyGame, state: &AnyState, report: &Report<AnyMove>) -> Action<AnyMove> {
    match report.line.first() {
        Some(&mv) if !game.is_legal(state, mv) => {
            Action::Forfeit(format!("an illegal move, number {}", mv.0))
        }
        Some(_) if report.score <= Score::DRAW && game.claim(state).is_some() => Action::ClaimDraw,
        Some(&mv) => Action::Move(mv),
        None => Action::Forfeit("no move".to_owned()),
    }
}
