//! The legal moves of a position.
//!
//! Blocks are run for every piece and every drop, what they add is collected with its effects in flat
//! lists, and then thinned out: moves that leave a royal piece attacked, moves of lower priority, moves
//! that do not begin a longest chain, and moves that do the same as another. The lists are kept from
//! question to question in a [`Scratch`], so generating moves allocates nothing.
//!
//! A move is named by where it comes from (a position, a block, the number of the add), so that it can
//! be found again by running one block instead of all.

mod chains;
mod collect;
mod safety;
mod turns;

use std::cell::RefCell;

use self::collect::Collect;
use self::safety::Safety;
use crate::code::{Block, DropAt, Effect, Machine, Op, Scene, SideView};
use crate::model::{ANY, Maximal, NONE, Rules, Turn};
use crate::position::{Position, Taken};

/// The instructions that all runs for one position may take together.
const FUEL: u64 = 8_000_000;

/// The most moves of a position.
pub const MAX_MOVES: usize = 50_000;

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

    /// How many instructions the last question took.
    pub(crate) fn spent(&self) -> u64 {
        FUEL - self.machine.fuel
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
                    if let Some(here) = block.guard.admits(&view, words, site)
                        && self.run_block(
                            position,
                            scratch,
                            wanted,
                            turn.side,
                            block,
                            (site, here),
                            code,
                            &mut best,
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

    /// How many moves a run of a block can give: what it adds, on every position if it is in a loop.
    pub(crate) fn most_moves(&self, block: u32) -> u32 {
        let Block { entry, end, fills_empty, .. } = self.blocks[block as usize];
        if fills_empty {
            return 1;
        }
        let code = &self.code[entry as usize..end as usize];
        let added = code.iter().map(|op| match *op {
            Op::Add(spec) => self.adds[usize::from(spec)].types.len().max(1),
            _ => 0,
        });
        let loops = code.iter().any(|op| matches!(op, Op::Loop(_)));
        let times = if loops { self.sites.len() } else { 1 };
        ((added.sum::<usize>() * times) as u32).min(self.radix.1)
    }

    #[inline]
    pub(crate) fn code_of(&self, site: u16, block: u32) -> u32 {
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
            if kind != ANY && block.kind != kind {
                continue;
            }
            let Some(here) = block.guard.admits(view, words, site) else { continue };
            if self.is_outranked(block, best) {
                continue;
            }
            let (code, at) = (self.code_of(site, number), (site, here));
            if self.run_block(position, scratch, wanted, view.side, block, at, code, best) {
                return true;
            }
        }
        false
    }

    /// Runs a block whose guard let it pass, from a position and where the guard led.
    #[allow(clippy::too_many_arguments, reason = "all that a run depends on")]
    #[inline]
    fn run_block(
        &self,
        position: &Position,
        scratch: &mut Scratch,
        wanted: Wanted,
        side: u16,
        block: &Block,
        at: (u16, u16),
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
        self.run_on(machine, scene, block, at, block.guard.length, &mut sink);
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

    /// What each type of piece is worth by itself: how many positions it gets to on an empty board,
    /// from the middle of all positions.
    pub(crate) fn mobility(&self) -> &[u32] {
        self.mobility.get_or_init(|| crate::evaluator::mobility(self))
    }
}
