//! Watching who is blocked, in games that know blockades: Selfo.
//!
//! A set is blocked when its pieces cannot all come together while the others stand. Positions keep
//! that at hand, but behind the erased game, so it is asked through the game's own type: drawing a
//! diagram after every move would cost more than many players take to choose it.

use std::sync::Arc;

use selforge_catalogue::Gathering;
use selforge_core::{AnyState, Seat};
use selforge_games::{Described, GameVisitor, Playable};

/// Tells whether the set of a seat is blocked in a position.
pub(crate) type Watch = Box<dyn Fn(&AnyState, Seat) -> bool + Send + Sync>;

/// A watch for the positions of a game; `None` if nothing can be blocked in it.
pub(crate) fn watch(playable: &Playable) -> Option<Watch> {
    selforge_games::visit(playable, Visitor)
}

struct Visitor;

impl GameVisitor for Visitor {
    type Output = Option<Watch>;

    fn visit<G: Described>(self, game: Arc<G>) -> Option<Watch> {
        if !game.knows_blockades() {
            return None;
        }
        let drawn = move |state: &AnyState, seat: Seat| {
            let state = state.downcast().expect("a position is used with the game that made it");
            let set = game.set_of(state, seat);
            let diagram = game.diagram(state);
            diagram.cells.iter().filter_map(|cell| cell.piece).any(|p| p.set == set && p.blocked)
        };
        Some(Box::new(drawn))
    }

    fn visit_gathering<G: Gathering>(self, game: Arc<G>) -> Option<Watch> {
        Some(Box::new(move |state, seat| {
            let state = state.downcast().expect("a position is used with the game that made it");
            game.is_blocked(state, game.set_of(state, seat))
        }))
    }
}

#[cfg(test)]
mod tests {
    use selforge_core::{Game, Spec};
    use selforge_games::NoFiles;

    use super::*;

    fn blocked(spec: &str) -> Vec<bool> {
        let playable = selforge_games::open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap();
        let watch = watch(&playable).unwrap();
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
        let playable = selforge_games::open(&spec, &NoFiles).unwrap();
        let start = playable.game.start();
        let watch = watch(&playable).unwrap();
        assert!(!watch(&start, Seat::FIRST));
    }
}
