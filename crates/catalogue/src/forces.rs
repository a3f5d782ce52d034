//! An evaluator for searches: what each side has on the board.
//!
//! The paper's priorities tell pieces apart well enough for a search that sees captures coming. Its
//! thousand for each piece of honour does not: with several of them it would give away half an army for
//! one. Losing the last one ends the game, which a search sees by itself, so here such a piece is worth
//! about two others, and more when few are left.

use selforge_core::{MAX_SEATS, Seat};

use crate::army::{Army, Material};
use crate::evaluator::{Evaluator, Worths};

/// What a unit of priority is worth, in the units of the evaluators.
const UNIT: i32 = 10;

/// The evaluator; it has nothing to remember.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forces;

#[inline]
fn worth(material: Material) -> i32 {
    let honour = match material.honour {
        0 => 0,
        1 => 200,
        2 => 320,
        more => 320 + 100 * (more - 2),
    };
    UNIT * material.priorities + honour
}

impl<G: Army> Evaluator<G> for Forces {
    #[inline]
    fn worths(&self, game: &G, state: &G::State) -> Worths {
        let [first, second] = game.material(state);
        let mut worths = [0; MAX_SEATS];
        worths[Seat::FIRST.index()] = worth(first);
        worths[1] = worth(second);
        worths
    }

    #[inline]
    fn promise(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        // Before every quiet move, whatever those have done so far.
        if game.captures(state, mv) { 1 << 21 } else { 0 }
    }
}
