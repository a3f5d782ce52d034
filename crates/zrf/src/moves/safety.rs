//! Moves that leave a royal piece attacked, in games that end by checkmate.
//!
//! Asking every enemy about every move would cost far more than the moves. So it is found out once on which
//! positions the attacks depend, and only moves that change one of these are played and asked about.

use super::Scratch;
use crate::code::{Attackers, Effect};
use crate::model::{ANY, NONE, Rules, Turn};
use crate::position::Position;

/// How many partial moves are looked at to find a chain that ends without a royal piece attacked.
const CHAINS: u32 = 2_000;

/// What is known of the royal pieces before any move.
#[derive(Default, Debug)]
pub(super) struct Safety {
    /// Whether the rest is known of the position in question.
    pub(super) weighed: bool,
    royals: Vec<u16>,
    /// The pieces of the other players who move, with the words of their cells.
    enemies: Vec<(u16, u16)>,
    /// Whether a royal piece is attacked now.
    attacked: bool,
    /// The positions on which the answer depends, modulo 128.
    touched: u128,
    mask: u128,
}

impl Rules {
    /// Whether a royal piece of a player could be taken in a position.
    pub(super) fn is_royal_attacked(
        &self,
        position: &Position,
        player: u16,
        scratch: &mut Scratch,
    ) -> bool {
        !self.is_board_safe(&position.words, player, position.last, scratch)
    }

    /// Finds out how the royal pieces stand before a move, and on what that depends.
    fn weigh_safety(&self, position: &Position, scratch: &mut Scratch) {
        let player = self.turn_of(position).player;
        let Scratch { machine, safety, after, .. } = scratch;
        let royal = &self.royal[usize::from(player)];
        safety.weighed = true;
        safety.royals.clear();
        safety.enemies.clear();
        for (site, &kind) in position.words[..self.sites.len()].iter().enumerate() {
            if kind == 0 {
                continue;
            }
            let owner = self.owner(kind);
            if owner != player {
                if self.players[usize::from(owner)].has_turn {
                    safety.enemies.push((site as u16, kind));
                }
            } else if royal[usize::from(self.type_of(kind))] {
                safety.royals.push(site as u16);
            }
        }
        after.clear();
        after.extend_from_slice(&position.words);
        machine.touched = 0;
        safety.attacked = false;
        safety.mask = 0;
        for &at in &safety.royals {
            safety.mask |= 1 << (at & 127);
            let enemies = &safety.enemies;
            safety.attacked |=
                self.is_attacked_tracked(machine, &position.words, position.last, enemies, at);
        }
        safety.touched = machine.touched;
    }

    /// Removes the moves that leave a royal piece attacked.
    pub(super) fn keep_safe(&self, position: &Position, scratch: &mut Scratch) {
        let player = self.turn_of(position).player;
        if !self.royal[usize::from(player)].iter().any(|is| *is) {
            return;
        }
        self.weigh_safety(position, scratch);
        let mut kept = 0;
        for at in 0..scratch.found.len() {
            if self.is_safe(position, scratch, at) {
                scratch.found[kept] = scratch.found[at];
                kept += 1;
            }
        }
        scratch.found.truncate(kept);
    }

    /// Whether a move leaves no royal piece attacked. Most moves change no position on which the
    /// attacks of the other side depend, and are safe if the side is now.
    pub(super) fn is_safe(&self, position: &Position, scratch: &mut Scratch, at: usize) -> bool {
        let found = scratch.found[at];
        let Turn { player, side, .. } = self.turn_of(position);
        if !scratch.safety.weighed {
            return self.is_safe_anyway(position, scratch, at, &mut { CHAINS });
        }
        let safety = &scratch.safety;
        let mut changed = 0u128;
        let mut tame = found.partial == NONE && player == side;
        for effect in scratch.effects(&found) {
            match *effect {
                Effect::Drop { piece, .. }
                | Effect::Promote { piece, .. }
                | Effect::Type { piece, .. } => {
                    tame &= !self.royal[usize::from(side)][usize::from(piece)];
                }
                Effect::Create { .. } | Effect::Owner { .. } | Effect::Flip { .. } => tame = false,
                Effect::Move { .. }
                | Effect::Copy { .. }
                | Effect::Capture { .. }
                | Effect::Attribute { .. } => {}
            }
            let [a, b] = effect.sites();
            changed |= 1 << (a & 127) | 1 << (b & 127);
        }
        if !tame {
            return self.is_safe_anyway(position, scratch, at, &mut { CHAINS });
        }
        if !safety.attacked && changed & (safety.touched | safety.mask) == 0 {
            return true;
        }
        // Played on a copy of the words and taken back from there.
        let Scratch { machine, safety, after, taken, effects, .. } = scratch;
        let effects = &effects[found.first as usize..found.end as usize];
        self.apply(after, side, effects, taken);
        let safe = safety.royals.iter().all(|&royal| {
            let moved = effects.iter().find_map(|effect| match *effect {
                Effect::Move { from, to } if from == royal => Some(to),
                _ => None,
            });
            let at = moved.unwrap_or(royal);
            let stands = after[usize::from(at)];
            stands == 0
                || self.owner(stands) != side
                || !self.is_attacked_by(machine, after, found.key, &safety.enemies, at)
        });
        if self.options.recycle_captures || self.options.recycle_promotions || found.key.0 == NONE {
            after.copy_from_slice(&position.words);
        } else {
            self.restore(after, &position.words, effects);
        }
        safe
    }

    /// Takes the effects of a move back.
    fn restore(&self, words: &mut [u16], before: &[u16], effects: &[Effect]) {
        let sites = self.sites.len();
        let mut back = |at: u16| {
            for plane in 0..=self.attribute_planes {
                let word = plane * sites + usize::from(at);
                words[word] = before[word];
            }
        };
        effects.iter().flat_map(|effect| effect.sites()).for_each(&mut back);
    }

    /// Whether a move of any kind leaves no royal piece attacked, or begins a chain that can end so.
    pub(super) fn is_safe_anyway(
        &self,
        position: &Position,
        scratch: &mut Scratch,
        at: usize,
        fuel: &mut u32,
    ) -> bool {
        let Turn { player, side, .. } = self.turn_of(position);
        let found = scratch.found[at];
        let mut after = position.words.clone();
        let mut taken = std::mem::take(&mut scratch.taken);
        self.apply(&mut after, side, scratch.effects(&found), &mut taken);
        scratch.taken = taken;
        if found.partial != NONE {
            return self.ends_safely(position, scratch, &after, &found, fuel);
        }
        self.is_board_safe(&after, player, found.key, scratch)
    }

    /// Whether no royal piece of a side is attacked.
    fn is_board_safe(
        &self,
        words: &[u16],
        side: u16,
        last: (u16, u16),
        scratch: &mut Scratch,
    ) -> bool {
        let Scratch { machine, .. } = scratch;
        let royal = &self.royal[usize::from(side)];
        let cells = words[..self.sites.len()].iter().enumerate();
        for (site, &kind) in cells {
            if kind == 0 || self.owner(kind) != side || !royal[usize::from(self.type_of(kind))] {
                continue;
            }
            let by = Attackers::Against(side);
            if self.is_attacked(machine, words, last, by, site as u16, ANY) {
                return false;
            }
        }
        true
    }
}
