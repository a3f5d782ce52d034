//! What a block could do at most, whatever stands on the board.
//!
//! Whether a king is attacked is asked for nearly every move of a game with checkmate. Generating all
//! moves of the other side each time, as the definition says, is two orders of magnitude too slow. But
//! most blocks of most pieces can never come near the king from where they stand, and that does not
//! depend on the board: the code is followed once for each start through both ways of every test, and
//! the positions that it could take are noted.

use std::collections::HashSet;
use std::sync::atomic::Ordering;

use crate::code::{Block, HERE, Op, Place, SITE, Test, place_of};
use crate::model::{NONE, Rules};

/// The most points of code and board that are followed for one block from one start; beyond that the
/// block could do anything.
const MOST: usize = 4_000;

/// Whether a block may take a piece at all: it does not if it lands on positions only that it has just
/// seen empty, and captures nothing besides.
pub(crate) fn can_capture(code: &[Op], block: &Block) -> bool {
    // For each instruction whether the current position, and the target if set, is known to be empty.
    #[derive(Clone, Copy, PartialEq)]
    struct Known {
        here: bool,
        /// None if the target is not set, else whether it is known to be empty.
        to: Option<bool>,
        /// Whether paths with and without a target meet here.
        mixed: bool,
    }
    let (first, end) = (block.entry as usize, block.end as usize);
    let mut known: Vec<Option<Known>> = vec![None; end + 1 - first];
    known[0] = Some(Known { here: false, to: None, mixed: false });
    let mut work = vec![first];
    while let Some(at) = work.pop() {
        let Some(now) = known[at - first] else { continue };
        let mut flow = |to: usize, next: Known| {
            let slot = &mut known[to - first];
            let merged = match *slot {
                None => next,
                Some(old) => Known {
                    here: old.here && next.here,
                    to: match (old.to, next.to) {
                        (Some(a), Some(b)) => Some(a && b),
                        (None, None) => None,
                        _ => Some(false),
                    },
                    mixed: old.mixed || next.mixed || old.to.is_some() != next.to.is_some(),
                },
            };
            if *slot != Some(merged) {
                *slot = Some(merged);
                work.push(to);
            }
        };
        let moved = Known { here: false, ..now };
        let lands_on_empty = !now.mixed && now.to.unwrap_or(now.here);
        match code[at] {
            Op::End => {}
            Op::Jump(to) | Op::Loop(to) => flow(to as usize, now),
            Op::IfEmpty(to) => {
                flow(to as usize, Known { here: true, ..now });
                flow(at + 1, moved);
            }
            Op::IfOccupied(to) => {
                flow(to as usize, moved);
                flow(at + 1, Known { here: true, ..now });
            }
            Op::IfFriend(to) | Op::IfNotFriend(to) | Op::IfEnemy(to) | Op::IfNotEnemy(to) => {
                flow(to as usize, now);
                flow(at + 1, now);
            }
            Op::Branch { to, .. } => {
                flow(to as usize, now);
                flow(at + 1, now);
            }
            Op::Step(_) | Op::Goto(_) | Op::Back | Op::GoFrom | Op::GoTo => flow(at + 1, moved),
            Op::GoLastFrom | Op::GoLastTo => flow(at + 1, moved),
            Op::To => flow(at + 1, Known { to: Some(now.here), mixed: false, ..now }),
            Op::Capture(_) | Op::Create { .. } => return true,
            Op::Cascade | Op::Add(_) => {
                if !lands_on_empty {
                    return true;
                }
                flow(at + 1, Known { to: None, mixed: false, ..now });
            }
            _ => flow(at + 1, now),
        }
    }
    false
}

impl Rules {
    /// What a piece could take from a position, modulo 128: first by any of its blocks, then by each. Nothing at all
    /// if that is not known, because it would take too long to find out: then it could be anything.
    pub(crate) fn reach_of(&self, side: u16, piece: u16, from: u16) -> &[u128] {
        let types = self.types.len();
        let at = (usize::from(side) * types + usize::from(piece)) * self.sites.len();
        let Some(known) = self.reach.get(at + usize::from(from)) else { return &[] };
        known.get_or_init(|| {
            let (first, end) = self.types[usize::from(piece)].moves;
            let mut each = vec![0; 1 + (end - first) as usize];
            for (block, number) in self.blocks[first as usize..end as usize].iter().zip(1..) {
                let left = self.reach_left.load(Ordering::Relaxed);
                let (mask, followed) = self.reach_of_block(block, side, from);
                let Some(left) = left.checked_sub(followed) else { return Box::from([]) };
                self.reach_left.store(left, Ordering::Relaxed);
                each[number] = mask;
                each[0] |= mask;
            }
            each.into()
        })
    }

    /// The same for a block, with how much was followed to find it out.
    fn reach_of_block(&self, block: &Block, side: u16, start: u16) -> (u128, usize) {
        if !block.captures {
            return (0, 1);
        }
        let table = &self.tables[usize::from(self.sides[usize::from(side)].table)];
        let sites = self.sites.len();
        let code = &self.code[block.entry as usize..=block.end as usize];
        let moves_origin = code.iter().any(|op| matches!(op, Op::From | Op::Cascade));
        let follow = |place: Place, here: u16| place_of(place, here, table, sites);
        let mut mask = 0u128;
        let mut seen: HashSet<(u32, u16, u16)> = HashSet::new();
        let mut work = vec![(block.entry, start, NONE)];
        while let Some(point) = work.pop() {
            if !seen.insert(point) {
                continue;
            }
            if seen.len() > MOST {
                return (u128::MAX, MOST);
            }
            let (at, here, mark) = point;
            let next = at + 1;
            match self.code[at as usize] {
                Op::End => {}
                Op::Jump(to) | Op::Loop(to) => work.push((to, here, mark)),
                Op::Step(direction) => {
                    let to = follow(direction, here);
                    if to != NONE {
                        work.push((next, to, mark));
                    }
                }
                Op::Goto(site) => work.push((next, site, mark)),
                Op::Back => work.push((next, if mark == NONE { start } else { mark }, mark)),
                Op::GoFrom if !moves_origin => work.push((next, start, mark)),
                Op::GoFrom | Op::GoTo | Op::GoLastFrom | Op::GoLastTo => {
                    return (u128::MAX, seen.len());
                }
                Op::Mark(place) => {
                    let site = follow(place, here);
                    work.push((next, here, if site == NONE { mark } else { site }));
                }
                Op::IfEmpty(to)
                | Op::IfOccupied(to)
                | Op::IfFriend(to)
                | Op::IfNotFriend(to)
                | Op::IfEnemy(to)
                | Op::IfNotEnemy(to) => {
                    work.push((to, here, mark));
                    work.push((next, here, mark));
                }
                Op::Branch { test, when, arg, place, to } => {
                    match self.decided(test, arg, place, here, mark, side, table) {
                        Some(found) if found == when => work.push((to, here, mark)),
                        Some(_) => work.push((next, here, mark)),
                        None => {
                            work.push((to, here, mark));
                            work.push((next, here, mark));
                        }
                    }
                }
                Op::To | Op::Cascade | Op::Add(_) => {
                    mask |= 1 << (here & 127);
                    work.push((next, here, mark));
                }
                Op::Capture(place) | Op::Create { place, .. } => {
                    let site = follow(place, here);
                    if site != NONE {
                        mask |= 1 << (site & 127);
                    }
                    work.push((next, here, mark));
                }
                _ => work.push((next, here, mark)),
            }
        }
        (mask, seen.len())
    }

    /// The answer of a test that does not depend on what stands on the board.
    #[allow(clippy::too_many_arguments, reason = "a test with all that it can depend on")]
    fn decided(
        &self,
        test: Test,
        arg: u16,
        place: Place,
        here: u16,
        mark: u16,
        side: u16,
        table: &[u16],
    ) -> Option<bool> {
        if test == Test::Flag {
            return None;
        }
        let site = place_of(place, here, table, self.sites.len());
        debug_assert!(place == HERE || place >= SITE || usize::from(place) < table.len());
        if site == NONE {
            return Some(false);
        }
        match test {
            Test::OnBoard => Some(true),
            Test::Position => Some(site == arg),
            Test::InZone => Some(self.in_zone(arg, side, site)),
            Test::Marked => Some(site == mark),
            Test::GoalPosition => Some(self.goal_positions[usize::from(site)]),
            _ => None,
        }
    }
}
