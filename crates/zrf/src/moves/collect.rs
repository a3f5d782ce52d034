//! What runs add, as moves with their effects.

use super::{Found, MAX_MOVES};
use crate::code::{Added, Block, Effect, Machine, Sink};
use crate::model::{NONE, Rules};

/// The most effects of all moves of a position.
const MAX_EFFECTS: usize = 2_000_000;

/// Takes the moves of a run.
pub(super) struct Collect<'a> {
    pub(super) rules: &'a Rules,
    pub(super) words: &'a [u16],
    pub(super) side: u16,
    pub(super) block: &'a Block,
    pub(super) effects: &'a mut Vec<Effect>,
    pub(super) found: &'a mut Vec<Found>,
    pub(super) seen: &'a mut [u64; 16],
    /// The code of the first add; the next ones follow.
    pub(super) code: u32,
    pub(super) number: u32,
    /// The only number that is wanted; any if none.
    pub(super) only: Option<u32>,
    pub(super) first: bool,
}

impl Sink for Collect<'_> {
    #[inline]
    fn add(&mut self, added: &Added<'_>) -> bool {
        let types = &added.spec.types[..];
        if types.is_empty() {
            return self.one(added, NONE);
        }
        types.iter().all(|piece| self.one(added, *piece))
    }
}

impl Collect<'_> {
    /// Takes one move. Returns false when no more are wanted.
    #[inline]
    fn one(&mut self, added: &Added<'_>, promotion: u16) -> bool {
        let number = self.number;
        self.number += 1;
        if number >= self.rules.radix.1 || self.found.len() >= MAX_MOVES {
            return false;
        }
        if self.only.is_some_and(|only| only != number) {
            return true;
        }
        let first = self.effects.len();
        if first > MAX_EFFECTS || !self.build(added, promotion) {
            self.effects.truncate(first);
            return first <= MAX_EFFECTS;
        }
        let key = match added.machine.cascades.first() {
            Some(&key) => key,
            None => (added.from, added.to),
        };
        let key = if self.block.drop.is_some() { (NONE, key.1) } else { key };
        let found = Found {
            code: self.code + number,
            first: first as u32,
            end: self.effects.len() as u32,
            kind: self.block.kind,
            partial: added.spec.partial,
            key,
        };
        if !self.first && self.only.is_none() && self.is_known(&found) {
            self.effects.truncate(first);
            return true;
        }
        self.found.push(found);
        !self.first && self.only.is_none()
    }

    /// Whether another move does the same. Only those with the same first movement can, and of most
    /// movements there is one.
    #[inline]
    fn is_known(&mut self, new: &Found) -> bool {
        let bit = (u32::from(new.key.0).wrapping_mul(97) ^ u32::from(new.key.1)) & 1023;
        let word = &mut self.seen[(bit >> 6) as usize];
        let may = *word >> (bit & 63) & 1 == 1;
        *word |= 1 << (bit & 63);
        may && self.found.iter().any(|old| {
            let span = |it: &Found| &self.effects[it.first as usize..it.end as usize];
            old.key == new.key
                && (old.kind, old.partial) == (new.kind, new.partial)
                && span(old) == span(new)
        })
    }

    /// Writes down the effects. Returns false if the move is not possible.
    #[inline]
    fn build(&mut self, added: &Added<'_>, promotion: u16) -> bool {
        let machine = added.machine;
        let first = self.effects.len();
        if self.block.drop.is_some() {
            return self.build_drop(added, promotion);
        }
        for &(from, to) in &machine.cascades {
            if !self.movement(from, to, false) {
                return false;
            }
        }
        if !self.movement(added.from, added.to, added.spec.copy) {
            return false;
        }
        if !machine.cascades.is_empty() && has_common_target(&self.effects[first..]) {
            return false;
        }
        if promotion != NONE {
            if self.rules.options.recycle_promotions && !self.has_stored(promotion) {
                return false;
            }
            self.effects.push(Effect::Promote { piece: promotion, at: added.to });
        }
        self.changes(machine)
    }

    fn build_drop(&mut self, added: &Added<'_>, promotion: u16) -> bool {
        let machine = added.machine;
        let first = self.effects.len();
        let piece = self.block.piece;
        for &(_, at) in &machine.cascades {
            self.effects.push(Effect::Drop { piece, at });
        }
        self.effects.push(Effect::Drop { piece, at: added.to });
        let dropped = self.effects.len() - first;
        let store = self.rules.store(self.side, piece);
        if dropped > 1
            && (has_common_target(&self.effects[first..])
                || store.is_none_or(|at| usize::from(self.words[at]) < dropped))
        {
            return false;
        }
        if promotion != NONE {
            self.effects.push(Effect::Promote { piece: promotion, at: added.to });
        }
        self.changes(machine)
    }

    #[inline]
    fn movement(&mut self, from: u16, to: u16, copy: bool) -> bool {
        if from == to {
            return true;
        }
        if self.words[usize::from(from)] == 0 {
            return false;
        }
        self.effects.push(if copy { Effect::Copy { from, to } } else { Effect::Move { from, to } });
        true
    }

    fn has_stored(&self, piece: u16) -> bool {
        self.rules.store(self.side, piece).is_some_and(|at| self.words[at] > 0)
    }

    #[inline]
    fn changes(&mut self, machine: &Machine) -> bool {
        if self.rules.options.recycle_promotions {
            for change in &machine.changes {
                if let Effect::Type { piece, .. } = change
                    && !self.has_stored(*piece)
                {
                    return false;
                }
            }
        }
        self.effects.extend_from_slice(&machine.changes);
        self.effects.extend(machine.captures.iter().map(|&at| Effect::Capture { at }));
        true
    }
}

/// Whether two pieces come to one position, which no move may do.
fn has_common_target(movements: &[Effect]) -> bool {
    let target = |effect: &Effect| match *effect {
        Effect::Move { to, .. } | Effect::Copy { to, .. } => to,
        Effect::Drop { at, .. } => at,
        _ => NONE,
    };
    movements.iter().enumerate().any(|(number, effect)| {
        let to = target(effect);
        to != NONE && movements[..number].iter().any(|other| target(other) == to)
    })
}
