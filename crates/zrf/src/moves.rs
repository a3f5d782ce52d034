//! The legal moves of a position.
//!
//! Blocks are run for every piece and every drop, what they add is collected with its effects in flat
//! lists, and then thinned out: moves that leave a royal piece attacked, moves of lower priority, moves
//! that do not begin a longest chain, and moves that do the same as another. The lists are kept from
//! question to question in a [`Scratch`], so generating moves allocates nothing.
//!
//! A move is named by where it comes from (a position, a block, the number of the add), so that it can
//! be found again by running one block instead of all.

use std::cell::RefCell;

use crate::code::{Added, Attackers, Block, DropAt, Effect, Machine, Scene, SideView, Sink};
use crate::model::{ANY, Maximal, NONE, Passing, Rules, Turn};
use crate::position::{Position, Taken, Words};

/// The instructions that all runs for one position may take together.
const FUEL: u64 = 8_000_000;

/// The most moves of a position.
pub const MAX_MOVES: usize = 50_000;

/// The most effects of all moves of a position.
const MAX_EFFECTS: usize = 2_000_000;

/// The longest chain of partial moves that is looked at for the longest.
const MAX_CHAIN: u32 = 40;

/// The name of passing.
pub(crate) const PASS: u32 = u32::MAX;

/// The bit that tells drops from moves.
const DROP: u32 = 1 << 31;

/// A move that was generated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) code: u32,
    first: u32,
    end: u32,
    pub(crate) kind: u16,
    pub(crate) partial: u16,
    /// The movement that people see, or the target of a drop with no origin.
    pub(crate) key: (u16, u16),
}

/// Lists that are used again and again.
#[derive(Default, Debug)]
pub(crate) struct Scratch {
    machine: Machine,
    effects: Vec<Effect>,
    pub(crate) found: Vec<Found>,
    after: Vec<u16>,
    pub(crate) taken: Taken,
    changed: Vec<u16>,
    /// Which first movements may have occurred.
    seen: [u64; 16],
    safety: Safety,
}

/// What is known of the royal pieces before any move.
#[derive(Default, Debug)]
struct Safety {
    /// Whether the rest is known of the position in question.
    weighed: bool,
    royals: Vec<u16>,
    /// The pieces of the other players who move, with the words of their cells.
    enemies: Vec<(u16, u16)>,
    /// Whether a royal piece is attacked now.
    attacked: bool,
    /// The positions on which the answer depends, modulo 128.
    touched: u128,
    mask: u128,
}

// Boxed, because they are handed out and taken back at every question, and are large.
#[allow(clippy::vec_box, reason = "a pointer is moved instead of the lists")]
mod kept {
    use super::{RefCell, Scratch};

    thread_local! {
        pub(super) static SCRATCH: RefCell<Vec<Box<Scratch>>> = const { RefCell::new(Vec::new()) };
    }
}
use kept::SCRATCH;

/// Runs `work` with lists of its own. Inside it others may be asked for again.
#[inline]
pub(crate) fn with_scratch<T>(work: impl FnOnce(&mut Scratch) -> T) -> T {
    let mut scratch = SCRATCH.with_borrow_mut(Vec::pop).unwrap_or_default();
    let result = work(&mut scratch);
    SCRATCH.with_borrow_mut(|kept| kept.push(scratch));
    result
}

impl Scratch {
    pub(crate) fn effects(&self, found: &Found) -> &[Effect] {
        &self.effects[found.first as usize..found.end as usize]
    }

    fn clear(&mut self) {
        self.effects.clear();
        self.found.clear();
        self.safety.weighed = false;
        self.seen = [0; 16];
        self.machine.refuel(FUEL);
    }
}

/// How much is wanted of the moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    All,
    /// Only whether there is one.
    First,
}

/// Takes the moves of a run.
struct Collect<'a> {
    rules: &'a Rules,
    words: &'a [u16],
    side: u16,
    block: &'a Block,
    effects: &'a mut Vec<Effect>,
    found: &'a mut Vec<Found>,
    seen: &'a mut [u64; 16],
    /// The code of the first add; the next ones follow.
    code: u32,
    number: u32,
    /// The only number that is wanted; any if none.
    only: Option<u32>,
    first: bool,
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

impl Rules {
    /// Whose turn it is in a position, and with what.
    #[inline]
    pub(crate) fn turn_of(&self, position: &Position) -> Turn {
        self.turns[usize::from(position.turn)]
    }

    /// Fills the scratch with the legal moves of a position, the pass left out.
    pub(crate) fn generate(&self, position: &Position, scratch: &mut Scratch) {
        scratch.clear();
        self.collect(position, scratch, Wanted::All);
        if self.has_royal {
            self.keep_safe(position, scratch);
        }
        if self.worst_rank > 0 {
            let rank = |found: &Found| self.rank(found.kind);
            if let Some(best) = scratch.found.iter().map(rank).min() {
                scratch.found.retain(|found| rank(found) == best);
            }
        }
        if self.options.maximal != Maximal::No && scratch.found.len() > 1 {
            self.keep_longest(position, scratch);
        }
    }

    /// Whether there is a legal move besides passing.
    pub(crate) fn can_move(&self, position: &Position, scratch: &mut Scratch) -> bool {
        scratch.clear();
        self.collect(position, scratch, Wanted::First)
    }

    /// How many moves there are and the one with a chosen number, in games whose only move is to put a
    /// piece on an empty position: nothing needs to be collected there.
    #[inline]
    pub(crate) fn choose_placing(
        &self,
        position: &Position,
        choose: impl FnOnce(u32) -> u32,
    ) -> Option<u32> {
        let cells = &position.words[..self.sites.len()];
        let count = cells.iter().filter(|kind| **kind == 0).count() as u32;
        let mut number = choose(count);
        for (site, &kind) in cells.iter().enumerate() {
            if kind == 0 {
                if number == 0 {
                    return Some(DROP | self.code_of(site as u16, 0));
                }
                number -= 1;
            }
        }
        None
    }

    /// Whether the side to move can only put pieces on empty positions, and has one.
    #[inline]
    pub(crate) fn is_placing(&self, position: &Position) -> bool {
        self.places_only && {
            let turn = self.turn_of(position);
            let piece = self.blocks[self.drop_blocks[0] as usize].piece;
            self.store(turn.side, piece).is_some_and(|at| position.words[at] > 0)
        }
    }

    /// Finds a move again by its code.
    pub(crate) fn find(
        &self,
        position: &Position,
        code: u32,
        scratch: &mut Scratch,
    ) -> Option<Found> {
        scratch.clear();
        let (most_blocks, most_adds) = self.radix;
        let rest = code & !DROP;
        let number = rest % most_adds;
        let block = rest / most_adds % most_blocks;
        let site = rest / most_adds / most_blocks;
        if site as usize >= self.sites.len() || code == PASS {
            return None;
        }
        let site = site as u16;
        let block = if code & DROP == 0 {
            let kind = position.words[usize::from(site)];
            if kind == 0 {
                return None;
            }
            let (first, end) = self.types[usize::from(self.type_of(kind))].moves;
            Some(first + block).filter(|at| *at < end)?
        } else {
            *self.drop_blocks.get(block as usize)?
        };
        let block = &self.blocks[block as usize];
        if block.fills_empty {
            if number != 0 || position.words[usize::from(site)] != 0 {
                return None;
            }
            self.fill(scratch, block, site, code);
            return scratch.found.first().copied();
        }
        let side = self.turn_of(position).side;
        let scene = Scene { words: &position.words, side, last: position.last };
        let Scratch { machine, effects, found, seen, .. } = scratch;
        let mut sink = Collect {
            rules: self,
            words: &position.words,
            side,
            block,
            effects,
            found,
            seen,
            code: code - number,
            number: 0,
            only: Some(number),
            first: false,
        };
        self.run(machine, scene, block, site, &mut sink);
        scratch.found.first().copied()
    }

    #[inline]
    fn rank(&self, kind: u16) -> u16 {
        if kind == NONE { self.worst_rank } else { self.ranks[usize::from(kind)] }
    }

    /// Runs all blocks. Returns whether something legal was found, if only that is wanted.
    fn collect(&self, position: &Position, scratch: &mut Scratch, wanted: Wanted) -> bool {
        let turn = self.turn_of(position);
        let words: &[u16] = &position.words;
        let mut best = u16::MAX;
        if position.chain != NONE {
            let kind = words[usize::from(position.chain)];
            if kind == 0 || self.owner(kind) != turn.side {
                return false;
            }
            let view = self.view(turn.side);
            let (site, kind) = (position.chain, position.chain_kind);
            return self.collect_piece(position, scratch, wanted, &view, site, kind, &mut best);
        }
        let view = self.view(turn.side);
        let movers = if self.has_moves { self.sites.len() as u16 } else { 0 };
        for site in 0..movers {
            if words[usize::from(site)].wrapping_sub(view.own) >= view.types {
                continue;
            }
            let found =
                self.collect_piece(position, scratch, wanted, &view, site, turn.kind, &mut best);
            if found {
                return true;
            }
        }
        let mut number = 0;
        for (piece, kind) in self.types.iter().zip(0..) {
            let (first, end) = piece.drops;
            if first == end {
                continue;
            }
            let stored = self.store(turn.side, kind).is_some_and(|at| words[at] > 0);
            for block in first..end {
                let this = number;
                number += 1;
                if !stored {
                    continue;
                }
                let block = &self.blocks[block as usize];
                if turn.kind != ANY && block.kind != turn.kind
                    || self.is_outranked(block, &mut best)
                {
                    continue;
                }
                if block.fills_empty && self.fill_empty(position, scratch, wanted, block, this) {
                    return true;
                }
                if block.fills_empty {
                    continue;
                }
                let from = match block.drop {
                    Some(DropAt::Site(site)) => site..site + 1,
                    _ => 0..self.sites.len() as u16,
                };
                for site in from {
                    if let Some(DropAt::Zone(zone)) = block.drop
                        && !self.in_zone(zone, turn.side, site)
                    {
                        continue;
                    }
                    let code = DROP | self.code_of(site, this);
                    if block.guard.admits(&view, words, site)
                        && self.run_block(
                            position, scratch, wanted, turn.side, block, site, code, &mut best,
                        )
                    {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The most frequent block of drops, `((verify empty?) add)`, without the machine.
    fn fill_empty(
        &self,
        position: &Position,
        scratch: &mut Scratch,
        wanted: Wanted,
        block: &Block,
        number: u32,
    ) -> bool {
        for (site, &kind) in position.words[..self.sites.len()].iter().enumerate() {
            if kind != 0 || scratch.found.len() >= MAX_MOVES {
                continue;
            }
            let at = site as u16;
            self.fill(scratch, block, at, DROP | self.code_of(at, number));
            if wanted == Wanted::First {
                return true;
            }
        }
        false
    }

    /// The drop of such a block.
    #[inline]
    fn fill(&self, scratch: &mut Scratch, block: &Block, at: u16, code: u32) {
        let first = scratch.effects.len() as u32;
        scratch.effects.push(Effect::Drop { piece: block.piece, at });
        scratch.found.push(Found {
            code,
            first,
            end: first + 1,
            kind: block.kind,
            partial: NONE,
            key: (NONE, at),
        });
    }

    #[inline]
    fn code_of(&self, site: u16, block: u32) -> u32 {
        (u32::from(site) * self.radix.0 + block) * self.radix.1
    }

    /// Whether moves of a block cannot count, because better ones were found.
    #[inline]
    fn is_outranked(&self, block: &Block, best: &mut u16) -> bool {
        self.worst_rank > 0 && !self.has_royal && self.rank(block.kind) > *best
    }

    #[allow(clippy::too_many_arguments, reason = "all that a piece's blocks depend on")]
    #[inline]
    fn collect_piece(
        &self,
        position: &Position,
        scratch: &mut Scratch,
        wanted: Wanted,
        view: &SideView<'_>,
        site: u16,
        kind: u16,
        best: &mut u16,
    ) -> bool {
        let words: &[u16] = &position.words;
        let piece = self.type_of(words[usize::from(site)]);
        let (first, end) = self.types[usize::from(piece)].moves;
        for (block, number) in self.blocks[first as usize..end as usize].iter().zip(0..) {
            if kind != ANY && block.kind != kind || !block.guard.admits(view, words, site) {
                continue;
            }
            if self.is_outranked(block, best) {
                continue;
            }
            let code = self.code_of(site, number);
            if self.run_block(position, scratch, wanted, view.side, block, site, code, best) {
                return true;
            }
        }
        false
    }

    #[allow(clippy::too_many_arguments, reason = "all that a run depends on")]
    #[inline]
    fn run_block(
        &self,
        position: &Position,
        scratch: &mut Scratch,
        wanted: Wanted,
        side: u16,
        block: &Block,
        site: u16,
        code: u32,
        best: &mut u16,
    ) -> bool {
        let words: &[u16] = &position.words;
        if scratch.machine.fuel == 0 {
            return false;
        }
        let before = scratch.found.len();
        let Scratch { machine, effects, found, seen, .. } = scratch;
        let mut sink = Collect {
            rules: self,
            words,
            side,
            block,
            effects,
            found,
            seen,
            code,
            number: 0,
            only: None,
            first: wanted == Wanted::First && !self.has_royal,
        };
        let scene = Scene { words, side, last: position.last };
        self.run(machine, scene, block, site, &mut sink);
        if scratch.found.len() == before {
            return false;
        }
        if self.worst_rank > 0 {
            *best = (*best).min(self.rank(block.kind));
        }
        match wanted {
            Wanted::All => false,
            Wanted::First if !self.has_royal => true,
            Wanted::First => {
                let safe =
                    (before..scratch.found.len()).any(|at| self.is_safe(position, scratch, at));
                scratch.found.truncate(before);
                safe
            }
        }
    }

    /// Whether a royal piece of a player could be taken in a position.
    pub(crate) fn is_royal_attacked(
        &self,
        position: &Position,
        player: u16,
        scratch: &mut Scratch,
    ) -> bool {
        let mut royals = Vec::new();
        self.find_royals(&position.words, player, &mut royals);
        royals.iter().any(|&royal| {
            let by = Attackers::Against(player);
            self.is_attacked(&mut scratch.machine, &position.words, position.last, by, royal, ANY)
        })
    }

    fn find_royals(&self, words: &[u16], player: u16, royals: &mut Vec<u16>) {
        royals.clear();
        let royal = &self.royal[usize::from(player)];
        for (site, &kind) in words[..self.sites.len()].iter().enumerate() {
            if kind != 0 && self.owner(kind) == player && royal[usize::from(self.type_of(kind))] {
                royals.push(site as u16);
            }
        }
    }

    /// Finds out how the royal pieces stand before a move, and on what that depends.
    fn weigh_safety(&self, position: &Position, scratch: &mut Scratch) {
        let side = self.turn_of(position).side;
        let Scratch { machine, safety, after, .. } = scratch;
        let royal = &self.royal[usize::from(side)];
        safety.weighed = true;
        safety.royals.clear();
        safety.enemies.clear();
        for (site, &kind) in position.words[..self.sites.len()].iter().enumerate() {
            if kind == 0 {
                continue;
            }
            let owner = self.owner(kind);
            if owner != side {
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
    fn keep_safe(&self, position: &Position, scratch: &mut Scratch) {
        let side = self.turn_of(position).side;
        if !self.royal[usize::from(side)].iter().any(|is| *is) {
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
    fn is_safe(&self, position: &Position, scratch: &mut Scratch, at: usize) -> bool {
        let found = scratch.found[at];
        let side = self.turn_of(position).side;
        if !scratch.safety.weighed {
            return self.is_safe_anyway(position, scratch, &found);
        }
        let safety = &scratch.safety;
        let mut changed = 0u128;
        let mut tame = found.partial == NONE;
        for effect in scratch.effects(&found) {
            let (a, b) = match *effect {
                Effect::Move { from, to } | Effect::Copy { from, to } => (from, to),
                Effect::Capture { at } | Effect::Attribute { at, .. } => (at, at),
                Effect::Drop { piece, at }
                | Effect::Promote { piece, at }
                | Effect::Type { piece, at } => {
                    tame &= !self.royal[usize::from(side)][usize::from(piece)];
                    (at, at)
                }
                Effect::Create { at, .. } | Effect::Owner { at, .. } | Effect::Flip { at } => {
                    tame = false;
                    (at, at)
                }
            };
            changed |= 1 << (a & 127) | 1 << (b & 127);
        }
        if !tame {
            return self.is_safe_anyway(position, scratch, &found);
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
        for effect in effects {
            match *effect {
                Effect::Move { from, to } | Effect::Copy { from, to } => {
                    back(from);
                    back(to);
                }
                Effect::Drop { at, .. }
                | Effect::Promote { at, .. }
                | Effect::Create { at, .. }
                | Effect::Type { at, .. }
                | Effect::Owner { at, .. }
                | Effect::Flip { at }
                | Effect::Attribute { at, .. }
                | Effect::Capture { at } => back(at),
            }
        }
    }

    /// Whether a move of any kind leaves no royal piece attacked, or goes on with a chain.
    fn is_safe_anyway(&self, position: &Position, scratch: &mut Scratch, found: &Found) -> bool {
        let side = self.turn_of(position).side;
        let mut after = position.words.clone();
        let mut taken = std::mem::take(&mut scratch.taken);
        self.apply(&mut after, side, scratch.effects(found), &mut taken);
        scratch.taken = taken;
        found.partial != NONE && self.goes_on(position, &after, found)
            || self.is_board_safe(&after, side, found.key, scratch)
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

    /// Whether a chain goes on after a partial move, whatever that does to a royal piece.
    fn goes_on(&self, position: &Position, after: &[u16], found: &Found) -> bool {
        let mut next = Position { words: Words::new(after), ..position.clone() };
        next.last = found.key;
        next.chain = found.key.1;
        next.chain_kind = found.partial;
        with_scratch(|scratch| {
            scratch.clear();
            self.collect(&next, scratch, Wanted::All);
            !scratch.found.is_empty()
        })
    }

    /// Removes the moves that do not begin a longest chain of partial moves.
    fn keep_longest(&self, position: &Position, scratch: &mut Scratch) {
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
        let follow = with_scratch(|inner| {
            inner.clear();
            self.collect(&next, inner, Wanted::All);
            if self.worst_rank > 0 {
                let best = inner.found.iter().map(|found| self.rank(found.kind)).min();
                inner.found.retain(|found| Some(self.rank(found.kind)) == best);
            }
            (0..inner.found.len())
                .map(|at| {
                    let (length, worth) = self.chain_after(&next, inner, at, depth + 1, fuel);
                    (length + 1, worth)
                })
                .max()
        });
        let (length, more) = follow.unwrap_or((0, 0));
        (length, worth + more)
    }

    /// Whether passing is among the moves of a position, given how many others there are.
    pub(crate) fn may_pass(&self, position: &Position, others: usize) -> bool {
        if position.chain != NONE {
            return self.options.pass_partial;
        }
        match self.options.pass_turn {
            Passing::No => false,
            Passing::Allowed => true,
            Passing::Forced => others == 0,
        }
    }

    /// What each type of piece is worth by itself: how many positions it gets to on an empty board,
    /// from the middle of all positions.
    pub(crate) fn mobility(&self) -> &[u32] {
        self.mobility.get_or_init(|| crate::evaluator::mobility(self))
    }

    /// Plays a move that was found.
    pub(crate) fn play_found(&self, position: &mut Position, found: &Found, scratch: &mut Scratch) {
        let turn = self.turn_of(position);
        let was_chain = position.chain != NONE;
        let mut taken = std::mem::take(&mut scratch.taken);
        let mut changed = std::mem::take(&mut scratch.changed);
        changed.clear();
        for effect in scratch.effects(found) {
            match *effect {
                Effect::Move { from, to } | Effect::Copy { from, to } => changed.extend([from, to]),
                Effect::Drop { at, .. }
                | Effect::Promote { at, .. }
                | Effect::Create { at, .. }
                | Effect::Type { at, .. }
                | Effect::Owner { at, .. }
                | Effect::Flip { at }
                | Effect::Capture { at } => changed.push(at),
                Effect::Attribute { .. } => {}
            }
        }
        self.apply(&mut position.words, turn.side, scratch.effects(found), &mut taken);
        position.last = if self.uses_last { found.key } else { (NONE, NONE) };
        position.chain = NONE;
        position.chain_kind = NONE;
        let mut goes_on = false;
        if found.partial != NONE {
            position.chain = found.key.1;
            position.chain_kind = found.partial;
            goes_on = self.can_move(position, scratch);
        }
        if !goes_on {
            let changed = (!was_chain && found.partial == NONE).then_some(&changed[..]);
            self.end_turn(position, &taken.pieces, changed, scratch);
        }
        scratch.changed = changed;
        scratch.taken = taken;
    }

    /// Passes the turn, or ends a chain.
    pub(crate) fn play_pass(&self, position: &mut Position, scratch: &mut Scratch) {
        if position.chain == NONE {
            position.last = (NONE, NONE);
        }
        self.end_turn(position, &[], None, scratch);
    }

    /// Ends a turn: tests the goals, and then whether the next player can move.
    fn end_turn(
        &self,
        position: &mut Position,
        taken: &[(u16, u16)],
        changed: Option<&[u16]>,
        scratch: &mut Scratch,
    ) {
        let mover = self.turn_of(position).player;
        position.chain = NONE;
        position.chain_kind = NONE;
        position.turn = self.next_turn(position.turn);
        let changed = changed.filter(|_| self.starts_open);
        self.judge(position, taken, changed, mover, scratch);
    }

    /// Finds out whether a position ends the game.
    pub(crate) fn judge(
        &self,
        position: &mut Position,
        taken: &[(u16, u16)],
        changed: Option<&[u16]>,
        mover: u16,
        scratch: &mut Scratch,
    ) {
        use crate::goals::{After, first_true};
        use crate::position::Verdict;
        let after = After { words: &position.words, taken, changed, mover };
        if let Some((condition, player)) = first_true(self, &after) {
            position.verdict = Verdict::Goal { condition, player };
            return;
        }
        position.verdict = Verdict::Open;
        if self.options.pass_turn != Passing::No || self.can_move(position, scratch) {
            return;
        }
        let player = self.turn_of(position).player;
        position.verdict = self.judge_stuck(position, player, scratch);
    }

    /// What it means that a player cannot move.
    fn judge_stuck(
        &self,
        position: &Position,
        player: u16,
        scratch: &mut Scratch,
    ) -> crate::position::Verdict {
        use crate::goals::Goal;
        use crate::position::Verdict;
        let attacked = self.has_royal && self.is_royal_attacked(position, player, scratch);
        for (condition, number) in self.conditions.iter().zip(0..) {
            if !condition.players.is_empty() && !condition.players.contains(&player) {
                continue;
            }
            let holds = match &condition.goal {
                Goal::Checkmated(_) => attacked,
                Goal::Stalemated => !attacked,
                _ => false,
            };
            if holds {
                return Verdict::Goal { condition: number, player };
            }
        }
        Verdict::Stuck
    }
}
