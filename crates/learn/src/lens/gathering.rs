//! Games of sets that gather: where sets stand, and how far each cell is from their groups.
//!
//! A network of a few layers sees a few cells far, while a set's pieces may be ten steps apart and what
//! lies between decides. So distances over free cells are given to it. Nothing here depends on how
//! cells are numbered: of several largest groups all count.

use selforge_board::topology::Topology;
use selforge_board::{Cell, CellSet};
use selforge_catalogue::Gathering;
use selforge_core::Seat;

use super::{Aim, FOREIGN, Lens, OWN, UNIT, View};
use crate::graph::Graph;

/// The features of a cell: both sets, 1, and for each set its largest group, the distance to it, being
/// cut off from it, and being exposed.
const INPUTS: usize = 11;
const ONE: usize = 2;
const MAIN: usize = 3;
const DISTANCE: usize = 5;
const CUT_OFF: usize = 7;
const EXPOSED: usize = 9;

/// Who may swap, who is blocked, how many pieces there are, how large the board is.
const GLOBALS: usize = 7;

/// Sees sets and the ways between their pieces.
#[derive(Clone, Debug)]
pub struct GatheringLens {
    graph: Graph,
    /// The number of each slot's cell.
    numbers: Vec<u16>,
}

impl GatheringLens {
    /// The lens for a game.
    #[must_use]
    pub fn new<G: Gathering>(game: &G) -> GatheringLens {
        let board = game.board();
        let mut numbers = vec![0; board.slots()];
        for (number, cell) in board.cells().iter().enumerate() {
            numbers[cell.index()] = number as u16;
        }
        GatheringLens { graph: Graph::of_board(board), numbers }
    }

    #[inline]
    fn mark<S: CellSet>(&self, planes: &mut [u8], plane: usize, cells: S, value: u8) {
        for cell in cells.iter() {
            planes[self.number(cell) * INPUTS + plane] = value;
        }
    }

    #[inline]
    fn number(&self, cell: Cell) -> usize {
        usize::from(self.numbers[cell.index()])
    }

    /// All that is seen of one set; `side` is 0 for the own one.
    fn look_at<S: CellSet>(
        &self,
        graph: &impl Topology<S>,
        (own, empty): (S, S),
        side: usize,
        planes: &mut [u8],
    ) {
        self.mark(planes, OWN + side, own, UNIT);
        let main = largest_groups(graph, own);
        self.mark(planes, MAIN + side, main, UNIT);
        let free = own | empty;
        let (mut reached, mut newest, mut distance) = (main, main, 0);
        while !newest.is_empty() {
            newest = graph.spread(newest) & free & !reached;
            reached |= newest;
            distance += 1;
            // Two sixteenths a step.
            self.mark(planes, DISTANCE + side, newest, 2 * distance.min(16));
        }
        self.mark(planes, CUT_OFF + side, free & !reached, UNIT);
        let safe = own | empty & !graph.spread(graph.all() & !free);
        self.mark(planes, EXPOSED + side, own & !graph.flood(main, safe), UNIT);
    }
}

/// The largest groups of a set: all of them, if several are of that size.
fn largest_groups<S: CellSet>(graph: &impl Topology<S>, own: S) -> S {
    let (mut rest, mut largest, mut size) = (own, S::EMPTY, 0);
    while !rest.is_empty() {
        let group = graph.flood(S::only(rest.lowest()), rest);
        rest &= !group;
        if group.len() > size {
            (largest, size) = (S::EMPTY, group.len());
        }
        if group.len() == size {
            largest |= group;
        }
    }
    largest
}

/// Whether some of a set's pieces cannot come to the others over empty cells.
fn is_apart<S: CellSet>(graph: &impl Topology<S>, own: S, empty: S) -> bool {
    !own.is_empty() && !(own & !graph.flood(S::only(own.lowest()), own | empty)).is_empty()
}

impl<G: Gathering> Lens<G> for GatheringLens {
    fn features(&self) -> String {
        "gathering 1".to_owned()
    }

    fn inputs(&self) -> usize {
        INPUTS
    }

    fn globals(&self) -> usize {
        GLOBALS
    }

    fn graph(&self, _seat: Seat) -> &Graph {
        &self.graph
    }

    fn look_without(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        emptied: Option<usize>,
        view: &mut View,
    ) {
        let View { planes, globals } = view;
        planes.clear();
        planes.resize(self.graph.cells() * INPUTS, 0);
        planes.iter_mut().skip(ONE).step_by(INPUTS).for_each(|one| *one = UNIT);
        let other = Seat::new(1 - seat.index());
        // Pictures have the cells in the board's order.
        let taken = emptied.and_then(|number| game.board().cells().get(number).copied());
        let taken = taken.map_or(G::Cells::EMPTY, G::Cells::only);
        let empty = game.empty(state) | taken;
        let sets = [seat, other].map(|seat| game.set_of(state, seat));
        let cells = sets.map(|set| game.cells_of(state, set) & !taken);
        for (side, own) in [(OWN, cells[0]), (FOREIGN, cells[1])] {
            self.look_at(game.graph(), (own, empty), side, planes);
        }
        let flag = |holds: bool| if holds { UNIT } else { 0 };
        globals.clear();
        globals.extend([seat, other].map(|seat| flag(game.may_swap(state, seat))));
        let is_blocked = |set: u8, own: G::Cells| match taken.is_empty() {
            true => game.is_blocked(state, set),
            false => is_apart(game.graph(), own, empty),
        };
        globals.extend([0, 1].map(|side| flag(is_blocked(sets[side], cells[side]))));
        globals.extend(cells.map(|own| own.len().min(255) as u8));
        globals.push((self.graph.cells() / 8).min(255) as u8);
    }

    fn aims(&self, game: &G, _state: &G::State, moves: &[G::Move], into: &mut Vec<Aim>) {
        into.extend(moves.iter().map(|&mv| match game.step_ends(mv) {
            Some((from, to)) => {
                Aim::Step { from: self.number(from) as u16, to: self.number(to) as u16 }
            }
            None if game.is_pass(mv) => Aim::Pass,
            None => Aim::Swap,
        }));
    }
}
