//! What a side of a puzzle is after, so that one search serves every theme and every game.

use selforge_board::CellSet;
use selforge_board::topology::Topology;
use selforge_catalogue::army::{Army, Capture};
use selforge_catalogue::{Described, Gathering};
use selforge_core::{Game, Seat, Status};

/// Something that the attacker wants to bring about.
pub(super) trait Goal<G: Game> {
    /// Whether it is so in a position that a move has just led to.
    fn is_reached(&self, game: &G, state: &G::State, attacker: Seat) -> bool;

    /// A number of own moves with fewer of which the attacker certainly cannot reach it, whatever the
    /// other side does. A search that knows it leaves out what is hopeless.
    fn least_moves(&self, game: &G, state: &G::State, attacker: Seat) -> u32 {
        let _ = (game, state, attacker);
        1
    }
}

/// The attacker wins the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Win;

impl<G: Game> Goal<G> for Win {
    #[inline]
    fn is_reached(&self, game: &G, state: &G::State, attacker: Seat) -> bool {
        matches!(game.status(state), Status::Over(outcome) if outcome.winner() == Some(attacker))
    }
}

/// The attacker wins a game of sets that gather: all its pieces become one group.
///
/// Two things are certain however badly the other side plays. A move takes one piece a stride further,
/// so the gap between a group and the rest shrinks by no more than that. And a piece that arrives
/// touches only so many groups that do not touch each other (three on hexagons), so a move joins no more
/// groups than that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Connect {
    /// The most groups that a piece can join.
    joins: u32,
}

impl Connect {
    /// What there is to know of the game's board.
    pub(super) fn on<G: Gathering>(game: &G) -> Connect {
        let board = game.board();
        let apart =
            |cell| largest_apart(board.neighbours(cell), |a, b| board.neighbours(a).contains(&b));
        let joins = board.cells().iter().map(|&cell| apart(cell)).max();
        Connect { joins: joins.unwrap_or(1).max(1) }
    }
}

/// The most of `cells` of which no two are `near` each other.
fn largest_apart<C: Copy>(cells: &[C], near: impl Fn(C, C) -> bool) -> u32 {
    /// With more neighbours than this, their number is bound enough.
    const MOST: usize = 10;
    if cells.len() > MOST {
        return cells.len() as u32;
    }
    let chosen = |choice: u32| (0..cells.len()).filter(move |at| choice >> at & 1 == 1);
    let apart = |choice: &u32| {
        chosen(*choice).all(|a| chosen(*choice).all(|b| a == b || !near(cells[a], cells[b])))
    };
    (0..1u32 << cells.len()).filter(apart).map(u32::count_ones).max().unwrap_or(0)
}

impl<G: Gathering> Goal<G> for Connect {
    #[inline]
    fn is_reached(&self, game: &G, state: &G::State, attacker: Seat) -> bool {
        Win.is_reached(game, state, attacker)
    }

    #[inline]
    fn least_moves(&self, game: &G, state: &G::State, attacker: Seat) -> u32 {
        // Whoever may still swap has another set tomorrow.
        if Seat::all(game.seats()).any(|seat| game.may_swap(state, seat)) {
            return 1;
        }
        let (graph, own) = (game.graph(), game.cells_of(state, game.set_of(state, attacker)));
        let (_, strides) = game.strides(state, attacker);
        let stride = strides[0].max(strides[1]).max(1);
        let (mut rest, mut groups, mut widest) = (own, 0u32, 0u32);
        while !rest.is_empty() {
            let group = graph.flood(G::Cells::only(rest.lowest()), own);
            rest &= !group;
            groups += 1;
            let others = own & !group;
            if others.is_empty() {
                break;
            }
            let (mut reached, mut steps) = (group, 0u32);
            while (reached & others).is_empty() {
                let further = reached | graph.spread(reached);
                if further == reached {
                    // The board itself falls apart here.
                    return u32::MAX;
                }
                (reached, steps) = (further, steps + 1);
            }
            widest = widest.max(steps - 1);
        }
        let joining = (groups - 1).div_ceil(self.joins);
        widest.div_ceil(stride).max(joining).max(1)
    }
}

/// The other side's pieces can no longer come together while the attacker's stand, and the attacker's
/// own still can: from here the attacker cannot lose any more, and may still win.
#[derive(Clone, Copy, Debug)]
pub(super) struct CutOff;

impl<G: Gathering> Goal<G> for CutOff {
    #[inline]
    fn is_reached(&self, game: &G, state: &G::State, attacker: Seat) -> bool {
        let other = Seat::new(1 - attacker.index());
        let blocked = |seat| game.is_blocked(state, game.set_of(state, seat));
        let may_swap = |seat| game.may_swap(state, seat);
        matches!(game.status(state), Status::ToMove(_))
            && !may_swap(attacker)
            && !may_swap(other)
            && blocked(other)
            && !blocked(attacker)
    }
}

/// The attacker has won a piece more than it lost, and nothing of it can be taken at once.
///
/// That is for games in which every piece captures by jumping, as in draughts: pieces are worth about the
/// same there, and since captures are a duty, the count settles.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceAhead {
    /// How many pieces the attacker is ahead to begin with; negative if behind.
    before: i32,
}

impl PieceAhead {
    /// The goal as seen from a position, if the game has it.
    pub(super) fn from<G: Army>(game: &G, state: &G::State, attacker: Seat) -> Option<PieceAhead> {
        let mut jumpers = true;
        game.visit_soldiers(state, &mut |soldier| jumpers &= soldier.capture == Capture::Over);
        jumpers.then(|| PieceAhead { before: lead(game, state, attacker) })
    }
}

/// How many pieces more a seat has than the other.
fn lead<G: Army>(game: &G, state: &G::State, seat: Seat) -> i32 {
    let mut lead = 0;
    game.visit_soldiers(state, &mut |soldier| lead += if soldier.seat == seat { 1 } else { -1 });
    lead
}

impl<G: Army + Described> Goal<G> for PieceAhead {
    fn is_reached(&self, game: &G, state: &G::State, attacker: Seat) -> bool {
        match game.status(state) {
            Status::Over(outcome) => outcome.winner() == Some(attacker),
            Status::ToMove(seat) if seat == attacker => false,
            Status::ToMove(_) if lead(game, state, attacker) <= self.before => false,
            Status::ToMove(_) => {
                let mut taken = false;
                let _ = game.visit_moves(state, &mut |mv| match game.captures(state, mv) {
                    true => {
                        taken = true;
                        std::ops::ControlFlow::Break(())
                    }
                    false => std::ops::ControlFlow::Continue(()),
                });
                !taken
            }
        }
    }
}
