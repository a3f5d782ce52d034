//! Chains of partial moves: whether they go on, and which are the longest.

use super::{Found, Scratch, Wanted, with_scratch};
use crate::model::{Maximal, NONE, Rules};
use crate::position::{Position, Words};

/// The longest chain of partial moves that is looked at for the longest.
const MAX_CHAIN: u32 = 40;

impl Rules {
    /// Whether a chain can end after a partial move, now or later, without a royal piece attacked: on its way it
    /// may pass through check. `fuel` is how many partial moves are looked at; what lies beyond counts as safe.
    pub(super) fn ends_safely(
        &self,
        position: &Position,
        outer: &mut Scratch,
        after: &[u16],
        found: &Found,
        fuel: &mut u32,
    ) -> bool {
        if *fuel == 0 || outer.machine.fuel == 0 {
            return true;
        }
        *fuel -= 1;
        let mut next = Position { words: Words::new(after), ..position.clone() };
        next.last = found.key;
        next.chain = found.key.1;
        next.chain_kind = found.partial;
        with_scratch(|scratch| {
            scratch.clear();
            scratch.machine.refuel(outer.machine.fuel);
            self.collect(&next, scratch, Wanted::All);
            let may_end = scratch.found.is_empty() || self.options.pass_partial;
            let ends = may_end
                && !self.is_royal_attacked(&next, self.turn_of(&next).player, scratch)
                || (0..scratch.found.len()).any(|at| self.is_safe_anyway(&next, scratch, at, fuel));
            outer.machine.refuel(scratch.machine.fuel);
            ends
        })
    }

    /// Removes the moves that do not begin a longest chain of partial moves.
    pub(super) fn keep_longest(&self, position: &Position, scratch: &mut Scratch) {
        let mut fuel = 20_000;
        let lengths: Vec<(u32, u32)> = (0..scratch.found.len())
            .map(|at| self.chain_after(position, scratch, at, 0, &mut fuel))
            .collect();
        let Some(&best) = lengths.iter().max() else { return };
        let mut lengths = lengths.iter();
        scratch.found.retain(|_| lengths.next() == Some(&best));
    }

    /// How many partial moves can follow a move, and what the pieces are worth that are taken then.
    fn chain_after(
        &self,
        position: &Position,
        scratch: &mut Scratch,
        at: usize,
        depth: u32,
        fuel: &mut u32,
    ) -> (u32, u32) {
        let found = scratch.found[at];
        let side = self.turn_of(position).side;
        let mut next = position.clone();
        let mut taken = std::mem::take(&mut scratch.taken);
        self.apply(&mut next.words, side, scratch.effects(&found), &mut taken);
        let worth = match self.options.maximal {
            Maximal::Richest => {
                let worth = |&(_, piece): &(u16, u16)| self.mobility()[usize::from(piece)];
                taken.pieces.iter().map(worth).sum()
            }
            _ => 0,
        };
        scratch.taken = taken;
        if found.partial == NONE || depth >= MAX_CHAIN || *fuel == 0 {
            return (0, worth);
        }
        *fuel -= 1;
        next.last = found.key;
        next.chain = found.key.1;
        next.chain_kind = found.partial;
        let (follow, left) = with_scratch(|inner| {
            inner.clear();
            inner.machine.refuel(scratch.machine.fuel);
            self.collect(&next, inner, Wanted::All);
            if self.worst_rank > 0 {
                let best = inner.found.iter().map(|found| self.rank(found.kind)).min();
                inner.found.retain(|found| Some(self.rank(found.kind)) == best);
            }
            let follow = (0..inner.found.len())
                .map(|at| {
                    let (length, worth) = self.chain_after(&next, inner, at, depth + 1, fuel);
                    (length + 1, worth)
                })
                .max();
            (follow, inner.machine.fuel)
        });
        scratch.machine.refuel(left);
        let (length, more) = follow.unwrap_or((0, 0));
        (length, worth + more)
    }
}
