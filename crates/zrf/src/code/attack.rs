//! Whether a piece could be taken: the blocks of those that could come there are run until one does.

use super::{Added, Effect, Machine, Scene, Sink};
use crate::model::{ANY, Rules};

/// The deepest nesting of questions whether something is attacked.
const MAX_ATTACK_DEPTH: u8 = 2;

/// Whose pieces attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Attackers {
    /// This player's alone.
    Only(u16),
    /// Those of everybody else who has a turn.
    Against(u16),
}

/// Looks for a move that takes what stands on a position. If it is `TRACKED`, the machine notes the
/// positions on which the answer depends.
struct Takes<const TRACKED: bool> {
    target: u16,
    found: bool,
}

impl<const TRACKED: bool> Sink for Takes<TRACKED> {
    const TRACKS: bool = TRACKED;

    #[inline]
    fn add(&mut self, added: &Added<'_>) -> bool {
        let machine = added.machine;
        let lands = |(from, to): &(u16, u16)| *to == self.target && from != to;
        self.found = added.to == self.target && added.from != added.to
            || machine.captures.contains(&self.target)
            || machine.cascades.iter().any(lands)
            || machine
                .changes
                .iter()
                .any(|change| matches!(change, Effect::Create { at, .. } if *at == self.target));
        !self.found
    }
}

impl Rules {
    /// Whether a piece of the side on a place could be taken by an opponent, or one of an opponent by
    /// the side.
    pub(super) fn asks_attack(
        &self,
        machine: &mut Machine,
        scene: Scene<'_>,
        piece: u16,
        site: u16,
        kind: u16,
        defended: bool,
    ) -> bool {
        if machine.depth >= MAX_ATTACK_DEPTH || machine.fuel == 0 {
            return false;
        }
        let victim = match defended {
            false => scene.side,
            true => {
                let others = 0..self.players.len() as u16;
                let plays = |p: &u16| *p != scene.side && self.players[usize::from(*p)].has_turn;
                others.into_iter().find(plays).unwrap_or(scene.side)
            }
        };
        let stands = scene.words[usize::from(site)];
        let mut inner = machine.inner.take().unwrap_or_default();
        inner.depth = machine.depth + 1;
        inner.fuel = machine.fuel;
        let mut spare = std::mem::take(&mut machine.spare);
        let fits = stands != 0
            && match defended {
                false => self.owner(stands) == victim,
                true => self.owner(stands) != scene.side,
            };
        let words = if fits {
            scene.words
        } else {
            spare.clear();
            spare.extend_from_slice(scene.words);
            spare[usize::from(site)] = self.kind(victim, piece);
            &spare[..]
        };
        let by = if defended { Attackers::Only(scene.side) } else { Attackers::Against(victim) };
        let found = self.is_attacked(&mut inner, words, scene.last, by, site, kind);
        machine.fuel = inner.fuel;
        machine.inner = Some(inner);
        machine.spare = spare;
        found
    }

    /// Whether some piece could take what stands on `target`. `kind` is the only type of moves that
    /// counts, or `ANY`.
    pub(crate) fn is_attacked(
        &self,
        machine: &mut Machine,
        words: &[u16],
        last: (u16, u16),
        by: Attackers,
        target: u16,
        kind: u16,
    ) -> bool {
        let mut sink = Takes::<false> { target, found: false };
        self.attack(machine, words, last, by, target, kind, &mut sink);
        sink.found
    }

    /// The same for attackers that are known, with the positions noted on which the answer depends.
    pub(crate) fn is_attacked_tracked(
        &self,
        machine: &mut Machine,
        words: &[u16],
        last: (u16, u16),
        enemies: &[(u16, u16)],
        target: u16,
    ) -> bool {
        let mut sink = Takes::<true> { target, found: false };
        let mut any = false;
        if !machine.charge(enemies.len()) {
            return false;
        }
        for &(from, kind) in enemies {
            sink.found = false;
            self.attack_from(machine, words, last, (from, kind), target, ANY, &mut sink);
            any |= sink.found;
        }
        any
    }

    /// The same for attackers that are known, of which some may have been taken.
    pub(crate) fn is_attacked_by(
        &self,
        machine: &mut Machine,
        words: &[u16],
        last: (u16, u16),
        enemies: &[(u16, u16)],
        target: u16,
    ) -> bool {
        let mut sink = Takes::<false> { target, found: false };
        let has_fuel = machine.charge(enemies.len());
        has_fuel
            && enemies.iter().any(|&(from, kind)| {
                if words[usize::from(from)] == kind {
                    self.attack_from(machine, words, last, (from, kind), target, ANY, &mut sink);
                }
                sink.found
            })
    }

    /// Runs the blocks of a piece that could come to the target.
    #[allow(clippy::too_many_arguments, reason = "a question with all its circumstances")]
    #[inline]
    fn attack_from<const TRACKED: bool>(
        &self,
        machine: &mut Machine,
        words: &[u16],
        last: (u16, u16),
        (from, piece): (u16, u16),
        target: u16,
        kind: u16,
        sink: &mut Takes<TRACKED>,
    ) {
        let (owner, piece) = (self.owner(piece), self.type_of(piece));
        let reach = self.reach_of(owner, piece, from);
        let bit = target & 127;
        if reach.first().is_some_and(|any| any >> bit & 1 == 0) {
            return;
        }
        let blocks = self.types[usize::from(piece)].moves;
        let scene = Scene { words, side: owner, last };
        for (number, at) in (blocks.0..blocks.1).zip(1..) {
            if reach.get(at).is_some_and(|mask| mask >> bit & 1 == 0) {
                continue;
            }
            let block = &self.blocks[number as usize];
            if kind != ANY && block.kind != kind {
                continue;
            }
            self.run(machine, scene, block, from, sink);
            if sink.found || machine.fuel == 0 {
                return;
            }
        }
    }

    #[allow(clippy::too_many_arguments, reason = "a question with all its circumstances")]
    fn attack<const TRACKED: bool>(
        &self,
        machine: &mut Machine,
        words: &[u16],
        last: (u16, u16),
        by: Attackers,
        target: u16,
        kind: u16,
        sink: &mut Takes<TRACKED>,
    ) {
        if !machine.charge(self.sites.len()) {
            return;
        }
        for (from, &piece) in words[..self.sites.len()].iter().enumerate() {
            if piece == 0 {
                continue;
            }
            let owner = self.owner(piece);
            let counts = match by {
                Attackers::Only(player) => owner == player,
                Attackers::Against(player) => {
                    owner != player && self.players[usize::from(owner)].has_turn
                }
            };
            if !counts {
                continue;
            }
            self.attack_from(machine, words, last, (from as u16, piece), target, kind, sink);
            if sink.found || machine.fuel == 0 {
                return;
            }
        }
    }
}
