//! The machine that runs blocks.
//!
//! A run has a handful of registers and three small lists; what it adds goes to a [`Sink`], so that the
//! same machine collects moves, finds one of them again, or only asks whether some piece is attacked, and
//! each of these is compiled on its own. The board does not change during a run.
//!
//! Whether a run has become too long is asked at jumps backwards only, because only they can make it so:
//! everything else is bounded by the length of the block.

use super::{AddSpec, Block, Effect, HERE, Op, Place, SITE, Test};
use crate::model::{NONE, Rules};
use crate::position::read_attributes;

/// The instructions that a run may take, as in the original.
pub const MAX_RUN: u32 = 200_000;

/// The most cascades of a move, as in the original.
pub const MAX_CASCADES: usize = 1024;

/// The most changes and captures of a move.
const MAX_CHANGES: usize = 4096;

/// What a run looks at: the words of a position, whose side it is, and the last move.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) words: &'a [u16],
    pub(crate) side: u16,
    pub(crate) last: (u16, u16),
}

/// The lists and flags of a run, kept from run to run so that nothing is allocated.
#[derive(Default, Debug)]
pub(crate) struct Machine {
    pub(crate) cascades: Vec<(u16, u16)>,
    pub(crate) changes: Vec<Effect>,
    pub(crate) captures: Vec<u16>,
    /// Position flags with the number of the run that they belong to.
    position_flags: Vec<(u32, u16)>,
    run: u32,
    /// What all runs of one question may still cost.
    pub(crate) fuel: u64,
    /// The positions that tracked runs have looked at, modulo 128.
    pub(crate) touched: u128,
    /// The lists of a run inside this one, when it asks whether a place is attacked.
    pub(super) inner: Option<Box<Machine>>,
    /// The words of a position with a piece put on it for that question.
    pub(super) spare: Vec<u16>,
    /// How many such questions are open.
    pub(super) depth: u8,
}

/// A run at the moment of an add.
pub(crate) struct Added<'a> {
    pub(crate) machine: &'a Machine,
    pub(crate) spec: &'a AddSpec,
    /// The movement, or the position of a drop twice.
    pub(crate) from: u16,
    pub(crate) to: u16,
}

/// Who takes what runs add. Breaking ends the run.
pub(crate) trait Sink {
    /// Whether the machine notes which positions it looks at.
    const TRACKS: bool = false;

    /// Takes an add. Returns false to end the run.
    fn add(&mut self, added: &Added<'_>) -> bool;
}

impl Machine {
    /// Makes ready for a question that may cost so much.
    pub(crate) fn refuel(&mut self, fuel: u64) {
        self.fuel = fuel;
    }

    /// Counts what it costs to look at so many pieces. Returns whether there was fuel for it.
    pub(super) fn charge(&mut self, pieces: usize) -> bool {
        let had = self.fuel > 0;
        self.fuel = self.fuel.saturating_sub(1 + pieces as u64 / 8);
        had
    }

    fn begin(&mut self, sites: usize) {
        self.cascades.clear();
        self.changes.clear();
        self.captures.clear();
        self.run = self.run.wrapping_add(1);
        if self.position_flags.len() < sites || self.run == 0 {
            self.position_flags.clear();
            self.position_flags.resize(sites, (0, 0));
            self.run = 1;
        }
    }

    fn position_flag(&self, flag: u16, at: u16) -> bool {
        let (run, flags) = self.position_flags[usize::from(at)];
        run == self.run && flags >> flag & 1 == 1
    }

    fn set_position_flag(&mut self, flag: u8, value: bool, at: u16) {
        let entry = &mut self.position_flags[usize::from(at)];
        let flags = if entry.0 == self.run { entry.1 } else { 0 };
        let flags = if value { flags | 1 << flag } else { flags & !(1 << flag) };
        *entry = (self.run, flags);
    }
}

/// The registers of a run.
struct Registers {
    here: u16,
    start: u16,
    from: u16,
    to: u16,
    mark: u16,
    flags: u32,
    /// The type of the piece that moves or is dropped.
    piece: u16,
}

impl Machine {
    fn change(&mut self, effect: Effect) -> bool {
        if self.changes.len() == MAX_CHANGES {
            return false;
        }
        self.changes.push(effect);
        true
    }
}

impl Rules {
    /// Runs a block from a position.
    #[inline]
    pub(crate) fn run<S: Sink>(
        &self,
        machine: &mut Machine,
        scene: Scene<'_>,
        block: &Block,
        start: u16,
        sink: &mut S,
    ) {
        self.run_on(machine, scene, block, (start, start), 0, sink);
    }

    /// Goes on with the run of a block from a position, where it stands after its first instructions.
    #[inline]
    pub(crate) fn run_on<S: Sink>(
        &self,
        machine: &mut Machine,
        scene: Scene<'_>,
        block: &Block,
        (start, here): (u16, u16),
        done: u8,
        sink: &mut S,
    ) {
        machine.begin(self.sites.len());
        let table: &[u16] = &self.tables[usize::from(self.sides[usize::from(scene.side)].table)];
        let sites = self.sites.len();
        let own = (scene.side << self.type_bits) + 1;
        let types = self.types.len() as u16;
        let mut r = Registers {
            here,
            start,
            from: start,
            to: NONE,
            mark: NONE,
            flags: 0,
            piece: block.piece,
        };
        let code: &[Op] = &self.code;
        let mut at = block.entry as usize + usize::from(done);
        let most = MAX_RUN.min(u32::try_from(machine.fuel).unwrap_or(u32::MAX));
        let mut steps = u32::from(done);
        macro_rules! touch {
            ($site:expr) => {
                if S::TRACKS {
                    machine.touched |= 1 << ($site & 127);
                }
            };
        }
        touch!(start);
        macro_rules! here {
            () => {{
                touch!(r.here);
                scene.words[usize::from(r.here)]
            }};
        }
        loop {
            let op = code[at];
            at += 1;
            steps += 1;
            match op {
                Op::Step(direction) => {
                    let next = table[usize::from(direction) * sites + usize::from(r.here)];
                    if next == NONE {
                        break;
                    }
                    r.here = next;
                }
                Op::IfEmpty(to) => {
                    if here!() == 0 {
                        at = to as usize;
                    }
                }
                Op::IfOccupied(to) => {
                    if here!() != 0 {
                        at = to as usize;
                    }
                }
                Op::IfFriend(to) => {
                    if here!().wrapping_sub(own) < types {
                        at = to as usize;
                    }
                }
                Op::IfNotFriend(to) => {
                    if here!().wrapping_sub(own) >= types {
                        at = to as usize;
                    }
                }
                Op::IfEnemy(to) => {
                    let kind = here!();
                    if kind != 0 && kind.wrapping_sub(own) >= types {
                        at = to as usize;
                    }
                }
                Op::IfNotEnemy(to) => {
                    let kind = here!();
                    if kind == 0 || kind.wrapping_sub(own) < types {
                        at = to as usize;
                    }
                }
                Op::Add(spec) => {
                    let to = if r.to == NONE { r.here } else { r.to };
                    touch!(to);
                    let added =
                        Added { machine, spec: &self.adds[usize::from(spec)], from: r.from, to };
                    if !sink.add(&added) {
                        break;
                    }
                    r.from = r.start;
                    r.to = NONE;
                    machine.changes.clear();
                    machine.captures.clear();
                    if self.options.discard_cascades {
                        machine.cascades.clear();
                    }
                }
                Op::Branch { test, when, arg, place, to } => {
                    let found = match test {
                        Test::Flag => r.flags >> arg & 1 == 1,
                        Test::InZone if place == HERE => {
                            touch!(r.here);
                            self.in_zone(arg, scene.side, r.here)
                        }
                        _ => {
                            if test == Test::AdjacentToEnemy {
                                steps += self.directions.len() as u32 / 8;
                            }
                            self.test(machine, scene, table, &r, test, arg, place, S::TRACKS)
                        }
                    };
                    if found == when {
                        at = to as usize;
                    }
                }
                Op::Jump(to) => at = to as usize,
                Op::Loop(to) => {
                    if steps > most {
                        break;
                    }
                    at = to as usize;
                }
                Op::Goto(site) => r.here = site,
                Op::Back => r.here = if r.mark == NONE { r.start } else { r.mark },
                Op::GoFrom => r.here = r.from,
                Op::GoTo => {
                    if r.to != NONE {
                        r.here = r.to;
                    }
                }
                Op::GoLastFrom | Op::GoLastTo => {
                    if S::TRACKS {
                        machine.touched = u128::MAX;
                    }
                    let site = if op == Op::GoLastFrom { scene.last.0 } else { scene.last.1 };
                    if site == NONE {
                        break;
                    }
                    r.here = site;
                }
                Op::Mark(place) => {
                    let site = place_of(place, r.here, table, sites);
                    if site != NONE {
                        r.mark = site;
                    }
                }
                Op::From => r.from = r.here,
                Op::To => r.to = r.here,
                Op::SetFlag { flag, value } => {
                    r.flags = r.flags & !(1 << flag) | u32::from(value) << flag;
                }
                Op::SetPositionFlag { flag, value, place } => {
                    let site = place_of(place, r.here, table, sites);
                    if site != NONE {
                        machine.set_position_flag(flag, value, site);
                    }
                }
                Op::Cascade => {
                    let to = if r.to == NONE { r.here } else { r.to };
                    touch!(to);
                    touch!(r.from);
                    if machine.cascades.len() == MAX_CASCADES {
                        break;
                    }
                    machine.cascades.push((r.from, to));
                    r.from = r.here;
                    r.to = NONE;
                }
                Op::SetAttribute { attribute, value } => {
                    let effect = Effect::Attribute { attribute, at: r.here, value };
                    if !machine.change(effect) {
                        break;
                    }
                }
                Op::Capture(place) => {
                    let site = place_of(place, r.here, table, sites);
                    if site == NONE {
                        continue;
                    }
                    touch!(site);
                    if machine.captures.len() == MAX_CHANGES {
                        break;
                    }
                    machine.captures.push(site);
                }
                Op::Flip(place) => {
                    let site = place_of(place, r.here, table, sites);
                    if site != NONE && !machine.change(Effect::Flip { at: site }) {
                        break;
                    }
                }
                Op::ChangeOwner(place) => {
                    let site = place_of(place, r.here, table, sites);
                    let effect = Effect::Owner { player: scene.side, at: site };
                    if site != NONE && !machine.change(effect) {
                        break;
                    }
                }
                Op::ChangeType { piece, place } => {
                    let site = place_of(place, r.here, table, sites);
                    if site != NONE && !machine.change(Effect::Type { piece, at: site }) {
                        break;
                    }
                }
                Op::Create { player, piece, place } => {
                    let site = place_of(place, r.here, table, sites);
                    if site == NONE {
                        continue;
                    }
                    touch!(site);
                    let player = if player == NONE { scene.side } else { player };
                    let piece = if piece == NONE { r.piece } else { piece };
                    if !machine.change(Effect::Create { player, piece, at: site }) {
                        break;
                    }
                }
                Op::End => break,
            }
        }
        machine.fuel = machine.fuel.saturating_sub(u64::from(steps));
    }

    #[allow(clippy::too_many_arguments, reason = "a test sees the whole run")]
    fn test(
        &self,
        machine: &mut Machine,
        scene: Scene<'_>,
        table: &[u16],
        r: &Registers,
        test: Test,
        arg: u16,
        place: Place,
        tracks: bool,
    ) -> bool {
        let sites = self.sites.len();
        let site = place_of(place, r.here, table, sites);
        if site == NONE {
            return false;
        }
        if tracks {
            machine.touched |= 1 << (site & 127);
        }
        let kind = scene.words[usize::from(site)];
        match test {
            Test::Empty => kind == 0,
            Test::Friend => kind != 0 && self.owner(kind) == scene.side,
            Test::Enemy => kind != 0 && self.owner(kind) != scene.side,
            Test::Neutral => kind != 0 && !self.players[usize::from(self.owner(kind))].has_turn,
            Test::Piece => kind != 0 && self.type_of(kind) == arg,
            Test::InZone => self.in_zone(arg, scene.side, site),
            Test::OnBoard => true,
            Test::Position => site == arg,
            Test::Marked => site == r.mark,
            Test::LastFrom | Test::LastTo => {
                if tracks {
                    machine.touched = u128::MAX;
                }
                site == if test == Test::LastFrom { scene.last.0 } else { scene.last.1 }
            }
            Test::PositionFlag => machine.position_flag(arg, site),
            Test::Attribute => {
                kind != 0 && read_attributes(self, scene.words, site) >> arg & 1 == 1
            }
            Test::Attacked | Test::Defended => {
                if tracks {
                    machine.touched = u128::MAX;
                }
                self.asks_attack(machine, scene, r.piece, site, arg, test == Test::Defended)
            }
            Test::AdjacentToEnemy => (0..self.directions.len()).any(|direction| {
                let next = table[direction * sites + usize::from(site)];
                if next == NONE {
                    return false;
                }
                if tracks {
                    machine.touched |= 1 << (next & 127);
                }
                let kind = scene.words[usize::from(next)];
                kind != 0 && self.owner(kind) != scene.side
            }),
            Test::GoalPosition => self.goal_positions[usize::from(site)],
            Test::Flag => false,
        }
    }
}

/// The position that a place means; `NONE` if it is off the board.
#[inline]
pub(crate) fn place_of(place: Place, here: u16, table: &[u16], sites: usize) -> u16 {
    match place {
        HERE => here,
        direction if direction < SITE => table[usize::from(direction) * sites + usize::from(here)],
        site => site - SITE,
    }
}
