//! Finding moves for all pieces at once.
//!
//! A side has up to sixteen pieces but only sixteen directions, and most pieces share theirs with
//! others. So moves are found direction by direction: all pieces that can go there step together, as
//! one number of 64 bits, and how many arrived is a count of bits. Within one direction and distance
//! a cell can be reached from one cell only, so the cell reached tells the move. Going piece by piece
//! with tables of rays would do the same work several times over for armies of this size.
//!
//! Moves are numbered by direction, then by distance, then quiet moves before captures, then by cell.
//! To choose one at random, every direction is counted, and only the chosen one is gone through again.

use std::ops::ControlFlow;

use super::direction::Direction;
use super::game::State;
use super::kind::{Capture, KINDS, Kind, Movement, Reach};
use super::moves::Move;
use super::options::Rook;

/// Directions that every movement has all or none of.
#[derive(Clone, Copy)]
enum Group {
    ForwardDiagonals,
    Forward,
    Sides,
    Back,
    BackDiagonals,
    Leaps,
}

const GROUPS: usize = 6;

/// Every group with its directions as the first player sees them.
const DIRECTIONS: [&[Direction]; GROUPS] = [
    &[Direction::NORTH_EAST, Direction::NORTH_WEST],
    &[Direction::NORTH],
    &[Direction::EAST, Direction::WEST],
    &[Direction::SOUTH],
    &[Direction::SOUTH_EAST, Direction::SOUTH_WEST],
    &Direction::LEAPS,
];

fn groups(movement: Movement, rook: Rook) -> &'static [Group] {
    use Group::{Back, BackDiagonals, Forward, ForwardDiagonals, Leaps, Sides};
    match (movement, rook) {
        (Movement::DiagonalForward, _) => &[ForwardDiagonals],
        (Movement::Diagonal, _) => &[ForwardDiagonals, BackDiagonals],
        (Movement::AllDirections, _) => &[ForwardDiagonals, Forward, Sides, Back, BackDiagonals],
        (Movement::Leap, _) => &[Leaps],
        (Movement::RankAndFile, Rook::RankAndFile) => &[Forward, Sides, Back],
        (Movement::RankAndFile, Rook::File) => &[Forward, Back],
        (Movement::Forward, _) => &[Forward],
    }
}

/// The directions of a movement as the first player sees them.
pub(super) fn directions(movement: Movement, rook: Rook) -> impl Iterator<Item = Direction> {
    groups(movement, rook).iter().flat_map(|&group| DIRECTIONS[group as usize].iter().copied())
}

/// Pieces of one side that can go in the same directions, by reach and capture.
#[derive(Clone, Copy, Default)]
struct Movers {
    one_into: u64,
    one_over: u64,
    many_into: u64,
    many_over: u64,
}

/// Which of the four sets of [`Movers`] a kind belongs to.
const fn mode(kind: &Kind) -> usize {
    let many = matches!(kind.reach, Reach::Many);
    let over = matches!(kind.capture, Capture::Over);
    2 * many as usize + over as usize
}

/// What finding moves needs to know of the rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// For each kind all bits or none, for each group.
    masks: [[u64; GROUPS]; KINDS],
    /// Which set of movers each kind belongs to.
    modes: [u8; KINDS],
}

/// Cells that moves of one direction and distance end on, and what those moves do.
struct Lane {
    ends: u64,
    steps: u32,
    does: LaneMove,
}

#[derive(Clone, Copy, PartialEq, Eq)]
/// What a move along a lane does.
enum LaneMove {
    Quiet,
    Into,
    Over,
}

impl Plan {
    pub(super) fn new(kinds: &[Kind; KINDS], rook: Rook) -> Plan {
        let mut masks = [[0; GROUPS]; KINDS];
        for (masks, kind) in masks.iter_mut().zip(kinds) {
            for &group in groups(kind.movement, rook) {
                masks[group as usize] = u64::MAX;
            }
        }
        Plan { masks, modes: std::array::from_fn(|kind| mode(&kinds[kind]) as u8) }
    }

    /// A position as one side sees it, with only the pieces on `movers` able to move.
    #[inline]
    pub(super) fn view(&self, state: &State, movers: u64) -> View {
        let mut sets = [[0; GROUPS]; 4];
        let mut all = 0;
        for kind in 0..KINDS {
            all |= state.kinds[kind];
            let own = state.kinds[kind] & movers;
            let set = &mut sets[usize::from(self.modes[kind] & 3)];
            for (set, mask) in set.iter_mut().zip(&self.masks[kind]) {
                *set |= own & mask;
            }
        }
        let second = state.is_second();
        let enemy = if second { state.first } else { all & !state.first };
        View { sets, enemy, empty: !all, second }
    }
}

/// Who can go where.
pub(super) struct View {
    sets: [[u64; GROUPS]; 4],
    enemy: u64,
    empty: u64,
    second: bool,
}

impl View {
    #[inline]
    fn movers(&self, group: usize) -> Movers {
        Movers {
            one_into: self.sets[0][group],
            one_over: self.sets[1][group],
            many_into: self.sets[2][group],
            many_over: self.sets[3][group],
        }
    }

    #[inline]
    fn seen(&self, direction: Direction) -> Direction {
        if self.second { direction.turned() } else { direction }
    }

    /// Shows all lanes of a direction, empty ones included.
    #[inline(always)]
    fn lanes(
        &self,
        movers: Movers,
        direction: Direction,
        mut show: impl FnMut(Lane) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (enemy, empty) = (self.enemy, self.empty);
        let mut into = direction.step(movers.one_into | movers.many_into);
        let mut over = direction.step(movers.one_over | movers.many_over);
        let mut steps = 1;
        show(Lane { ends: (into | over) & empty, steps, does: LaneMove::Quiet })?;
        show(Lane { ends: into & enemy, steps, does: LaneMove::Into })?;
        let behind = direction.step(over & enemy) & empty;
        show(Lane { ends: behind, steps: steps + 1, does: LaneMove::Over })?;
        if movers.many_into | movers.many_over == 0 {
            return ControlFlow::Continue(());
        }
        into = direction.step(movers.many_into) & empty;
        over = direction.step(movers.many_over) & empty;
        while into | over != 0 {
            steps += 1;
            into = direction.step(into);
            over = direction.step(over);
            show(Lane { ends: (into | over) & empty, steps, does: LaneMove::Quiet })?;
            show(Lane { ends: into & enemy, steps, does: LaneMove::Into })?;
            let behind = direction.step(over & enemy) & empty;
            show(Lane { ends: behind, steps: steps + 1, does: LaneMove::Over })?;
            into &= empty;
            over &= empty;
        }
        ControlFlow::Continue(())
    }

    /// Shows all lanes of all directions.
    #[inline(always)]
    fn all_lanes(
        &self,
        mut show: impl FnMut(Direction, Lane) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (group, directions) in DIRECTIONS.iter().enumerate() {
            let movers = self.movers(group);
            if movers.is_empty() {
                continue;
            }
            for &direction in *directions {
                let direction = self.seen(direction);
                self.lanes(movers, direction, |lane| show(direction, lane))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether there is a move of any kind.
    #[inline]
    pub(super) fn has_move(&self) -> bool {
        self.all_lanes(|_, lane| broken_if(lane.ends != 0)).is_break()
    }

    /// Whether there is a capture.
    #[inline]
    pub(super) fn has_capture(&self) -> bool {
        self.all_lanes(|_, lane| broken_if(lane.ends != 0 && lane.does != LaneMove::Quiet))
            .is_break()
    }

    /// Shows the moves, all or the captures alone, until `visit` breaks.
    #[inline]
    pub(super) fn visit(
        &self,
        captures_only: bool,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.all_lanes(|direction, lane| {
            if captures_only && lane.does == LaneMove::Quiet {
                return ControlFlow::Continue(());
            }
            let mut ends = lane.ends;
            while ends != 0 {
                visit(lane.move_to(direction, ends.trailing_zeros() as u8))?;
                ends &= ends - 1;
            }
            ControlFlow::Continue(())
        })
    }

    /// Counts the moves of every direction.
    #[inline]
    pub(super) fn count(&self) -> Counts {
        let mut counts = Counts::default();
        let mut at = 0;
        for (group, directions) in DIRECTIONS.iter().enumerate() {
            let movers = self.movers(group);
            if movers.is_empty() {
                at += directions.len();
                continue;
            }
            for &direction in *directions {
                let (mut quiet, mut captures) = (0, 0);
                let _ = self.lanes(movers, self.seen(direction), |lane| {
                    let count = lane.ends.count_ones() as u16;
                    match lane.does {
                        LaneMove::Quiet => quiet += count,
                        LaneMove::Into | LaneMove::Over => captures += count,
                    }
                    ControlFlow::Continue(())
                });
                counts.quiet[at] = quiet;
                counts.captures[at] = captures;
                counts.all_quiet += u32::from(quiet);
                counts.all_captures += u32::from(captures);
                at += 1;
            }
        }
        counts
    }

    /// The move with this number among all or among the captures, as [`View::visit`] shows them.
    #[inline]
    pub(super) fn nth(&self, counts: &Counts, captures_only: bool, number: u32) -> Option<Move> {
        let mut left = number;
        let mut at = 0;
        for (group, directions) in DIRECTIONS.iter().enumerate() {
            for &direction in *directions {
                let here = counts.of(at, captures_only);
                at += 1;
                if left >= here {
                    left -= here;
                    continue;
                }
                let direction = self.seen(direction);
                let mut chosen = None;
                let _ = self.lanes(self.movers(group), direction, |lane| {
                    if captures_only && lane.does == LaneMove::Quiet {
                        return ControlFlow::Continue(());
                    }
                    let count = lane.ends.count_ones();
                    if left >= count {
                        left -= count;
                        return ControlFlow::Continue(());
                    }
                    let mut ends = lane.ends;
                    for _ in 0..left {
                        ends &= ends - 1;
                    }
                    chosen = Some(lane.move_to(direction, ends.trailing_zeros() as u8));
                    ControlFlow::Break(())
                });
                return chosen;
            }
        }
        None
    }
}

#[inline]
fn broken_if(condition: bool) -> ControlFlow<()> {
    if condition { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

impl Movers {
    #[inline]
    fn is_empty(&self) -> bool {
        self.one_into | self.one_over | self.many_into | self.many_over == 0
    }
}

impl Lane {
    #[inline]
    fn move_to(&self, direction: Direction, end: u8) -> Move {
        let from = direction.before(end, self.steps);
        match self.does {
            LaneMove::Quiet => Move::quiet(from, end),
            LaneMove::Into => Move::capture(from, end, end),
            LaneMove::Over => Move::capture(from, end, direction.before(end, 1)),
        }
    }
}

/// How many moves each direction has.
#[derive(Default)]
pub(super) struct Counts {
    quiet: [u16; Direction::COUNT],
    captures: [u16; Direction::COUNT],
    all_quiet: u32,
    all_captures: u32,
}

impl Counts {
    #[inline]
    pub(super) fn captures(&self) -> u32 {
        self.all_captures
    }

    #[inline]
    pub(super) fn total(&self, captures_only: bool) -> u32 {
        if captures_only { self.all_captures } else { self.all_quiet + self.all_captures }
    }

    #[inline]
    fn of(&self, direction: usize, captures_only: bool) -> u32 {
        let quiet = if captures_only { 0 } else { self.quiet[direction] };
        u32::from(quiet + self.captures[direction])
    }
}
