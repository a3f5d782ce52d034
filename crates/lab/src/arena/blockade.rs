//! Watching who is blocked, in games that know blockades: Selfo.
//!
//! A set is blocked when its pieces cannot all come together while the others stand. Positions keep
//! that at hand, but behind the erased game, so it is asked through the game's own type: drawing a
//! diagram after every move would cost more than many players take to choose it.

use std::sync::Arc;

use selforge_board::CellSet;
use selforge_board::topology::Topology;
use selforge_core::{AnyState, Seat, Spec};
use selforge_games::catalogue::{self, Described, GameVisitor};
use selforge_games::selfo::Selfo;
use selforge_games::selfo::finite::Finite;
use selforge_games::{GameError, NoFiles, Playable};

/// Tells whether the set of a seat is blocked in a position.
pub(super) type Watch = Box<dyn Fn(&AnyState, Seat) -> bool + Send + Sync>;

/// A watch for the positions of a game; `None` if nothing can be blocked in it.
///
/// # Errors
/// If the game does not open.
pub(super) fn watch(playable: &Playable) -> Result<Option<Watch>, GameError> {
    catalogue::open(&playable.spec, &NoFiles, Visitor)
}

struct Visitor;

impl GameVisitor for Visitor {
    type Output = Option<Watch>;

    fn visit<G: Described>(self, game: Arc<G>, spec: Spec) -> Option<Watch> {
        // Selfo without a rim comes here too; its pictures show who is blocked.
        let drawn = move |state: &AnyState, seat: Seat| {
            let state = state.downcast().expect("a position is used with the game that made it");
            let set = game.set_of(state, seat);
            let diagram = game.diagram(state);
            diagram.cells.iter().filter_map(|cell| cell.piece).any(|p| p.set == set && p.blocked)
        };
        (spec.name() == "selfo").then(|| Box::new(drawn) as Watch)
    }

    fn visit_selfo<S: CellSet, T: Topology<S>>(
        self,
        game: Arc<Selfo<Finite<S, T>>>,
        _spec: Spec,
    ) -> Option<Watch> {
        Some(Box::new(move |state, seat| {
            let state = state.downcast().expect("a position is used with the game that made it");
            game.is_blocked(state, game.set_of(state, seat))
        }))
    }
}

#[cfg(test)]
mod tests {
    use selforge_core::Game;

    use super::*;

    fn blocked(spec: &str) -> Vec<bool> {
        let playable = Playable::open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap();
        let watch = watch(&playable).unwrap().unwrap();
        let start = playable.game.start();
        Seat::all(playable.game.seats()).map(|seat| watch(&start, seat)).collect()
    }

    #[test]
    fn a_walled_in_piece_blocks_its_set_and_no_other() {
        let walled = "selfo board=hexhex-3 position=\"AB1/BB2/5/4/B1A A\"";
        assert_eq!(blocked(walled), [true, false]);
        assert_eq!(blocked("selfo board=hexhex-3 position=\"A1B/4/5/4/B1A A\""), [false, false]);
    }

    #[test]
    fn sets_that_were_exchanged_block_their_new_seat() {
        let walled = "selfo board=hexhex-3 position=\"AB1/BB2/5/4/B1A A sets=BA swap=-\"";
        assert_eq!(blocked(walled), [false, true]);
    }

    #[test]
    fn the_plane_knows_blockades_as_well() {
        let spec = Spec::parse("selfo board=plane").unwrap();
        let playable = Playable::open(&spec, &NoFiles).unwrap();
        let start = playable.game.start();
        let watch = watch(&playable).unwrap().unwrap();
        assert!(!watch(&start, Seat::FIRST));
    }
}
