//! Which cells some piece could ever stand on.

use selforge_core::{Game, Seat};

use super::game::RuleSpace;
use super::generate::directions;
use super::kind::{KINDS, KindId};

impl RuleSpace {
    /// The cells that some piece of either side could ever stand on, if nothing stood in its way.
    ///
    /// Captures lead to no further cells: they end where steps of the same direction end.
    #[must_use]
    pub fn usable(&self) -> u64 {
        let start = self.start();
        Seat::all(2).fold(0, |all, seat| {
            let mut reached: [u64; KINDS] =
                std::array::from_fn(|kind| start.pieces_of(seat, KindId::at(kind)));
            self.spread(seat, &mut reached);
            reached.iter().fold(all, |all, cells| all | cells)
        })
    }

    /// Adds to the cells of each kind what pieces of `seat` can come to be and to stand on.
    fn spread(&self, seat: Seat, reached: &mut [u64; KINDS]) {
        let second = seat != Seat::FIRST;
        let last_row = if second { 0xff } else { 0xff << 56 };
        loop {
            let before = *reached;
            for kind in KindId::all() {
                let rules = self.kind(kind);
                let from = reached[kind.index()];
                let mut arrived = 0;
                for direction in directions(rules.movement, self.rules().rook) {
                    let direction = if second { direction.turned() } else { direction };
                    arrived |= direction.step(from);
                }
                // On the last row a piece is another kind at once.
                match rules.becomes {
                    Some(other) => {
                        reached[other.index()] |= arrived & last_row;
                        reached[kind.index()] |= arrived & !last_row;
                    }
                    None => reached[kind.index()] |= arrived,
                }
            }
            if *reached == before {
                return;
            }
        }
    }
}
