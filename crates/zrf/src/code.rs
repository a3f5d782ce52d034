//! The compact code of blocks, and the machine that runs it.
//!
//! A block is a flat list of instructions without nesting: conditions are jumps. A run has a handful of
//! registers and three small lists; what it adds goes to a [`Sink`], so that the same machine collects
//! moves, finds one of them again, or only asks whether some piece is attacked, and each of these is
//! compiled on its own. The board does not change during a run.
//!
//! Whether a run has become too long is asked at jumps backwards only, because only they can make it so:
//! everything else is bounded by the length of the block.

use crate::model::{ANY, NONE, Rules};
use crate::position::read_attributes;

/// The instructions that a run may take, as in the original.
pub const MAX_RUN: u32 = 200_000;

/// The most cascades of a move, as in the original.
pub const MAX_CASCADES: usize = 1024;

/// The most changes and captures of a move.
const MAX_CHANGES: usize = 4096;

/// A place named in the code: the current position, a direction from there, or a position.
pub(crate) type Place = u16;

/// The current position.
pub(crate) const HERE: Place = u16::MAX;
/// From here on a place is a position.
pub(crate) const SITE: Place = 0x8000;

/// What can be asked about a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Test {
    Empty,
    Friend,
    Enemy,
    Neutral,
    Piece,
    InZone,
    OnBoard,
    Position,
    Marked,
    LastFrom,
    LastTo,
    PositionFlag,
    Attribute,
    Attacked,
    Defended,
    AdjacentToEnemy,
    GoalPosition,
    /// Of the run, not of a place.
    Flag,
}

/// An instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Op {
    End,
    Jump(u32),
    /// A jump backwards: here a run is ended that has become too long.
    Loop(u32),
    Step(u16),
    Goto(u16),
    Back,
    GoFrom,
    GoTo,
    GoLastFrom,
    GoLastTo,
    Mark(Place),
    From,
    To,
    /// Jumps if the test gives `when`.
    Branch {
        test: Test,
        when: bool,
        arg: u16,
        place: Place,
        to: u32,
    },
    /// The most frequent tests of the current position.
    IfEmpty(u32),
    IfOccupied(u32),
    IfFriend(u32),
    IfNotFriend(u32),
    IfEnemy(u32),
    IfNotEnemy(u32),
    SetFlag {
        flag: u8,
        value: bool,
    },
    SetPositionFlag {
        flag: u8,
        value: bool,
        place: Place,
    },
    SetAttribute {
        attribute: u8,
        value: bool,
    },
    Capture(Place),
    Flip(Place),
    ChangeOwner(Place),
    ChangeType {
        piece: u16,
        place: Place,
    },
    Create {
        player: u16,
        piece: u16,
        place: Place,
    },
    Cascade,
    Add(u16),
}

/// What an add makes besides moving: copies, partial moves, promotions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct AddSpec {
    pub(crate) copy: bool,
    /// The move type that may follow, `ANY` for every one; `NONE` if the move is whole.
    pub(crate) partial: u16,
    /// The types that the piece may become; none for its own.
    pub(crate) types: Vec<u16>,
}

/// Where a block of drops is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DropAt {
    Anywhere,
    Site(u16),
    Zone(u16),
}

/// A block of moves or drops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Block {
    pub(crate) entry: u32,
    pub(crate) end: u32,
    /// The type of its moves; `NONE` if it has none.
    pub(crate) kind: u16,
    pub(crate) piece: u16,
    pub(crate) drop: Option<DropAt>,
    /// Whether a piece could be captured by it at all.
    pub(crate) captures: bool,
    /// Whether it is `((verify empty?) add)`, dropped anywhere.
    pub(crate) fills_empty: bool,
    /// What it begins with, where that often ends it at once.
    pub(crate) guard: Guard,
}

/// A step and a test that a block begins with. Most runs end there, so it is asked before a run is made
/// ready.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Guard {
    /// The direction of the first step; `NONE` if the block does not begin with one.
    step: u16,
    needs: Needs,
}

/// What a side sees, found out once for all its pieces.
#[derive(Clone, Copy)]
pub(crate) struct SideView<'a> {
    pub(crate) side: u16,
    /// The first word of a piece of the side, and how many types there are.
    pub(crate) own: u16,
    pub(crate) types: u16,
    table: &'a [u16],
    sites: usize,
}

impl Rules {
    /// What a side sees.
    #[inline]
    pub(crate) fn view(&self, side: u16) -> SideView<'_> {
        SideView {
            side,
            own: (side << self.type_bits) + 1,
            types: self.types.len() as u16,
            table: &self.tables[usize::from(self.sides[usize::from(side)].table)],
            sites: self.sites.len(),
        }
    }
}

/// What must stand where the first step leads, or else the run ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Needs {
    Anything,
    Empty,
    Occupied,
    Friend,
    NoFriend,
    Enemy,
    NoEnemy,
}

impl Guard {
    /// The guard of a block's code.
    pub(crate) fn of(code: &[Op], end: u32) -> Guard {
        let (step, test) = match code {
            [Op::Step(direction), rest @ ..] => (*direction, rest.first()),
            _ => (NONE, code.first()),
        };
        let needs = match test {
            Some(Op::IfOccupied(to)) if *to == end => Needs::Empty,
            Some(Op::IfEmpty(to)) if *to == end => Needs::Occupied,
            Some(Op::IfNotFriend(to)) if *to == end => Needs::Friend,
            Some(Op::IfFriend(to)) if *to == end => Needs::NoFriend,
            Some(Op::IfNotEnemy(to)) if *to == end => Needs::Enemy,
            Some(Op::IfEnemy(to)) if *to == end => Needs::NoEnemy,
            _ => Needs::Anything,
        };
        Guard { step, needs }
    }

    /// Whether a run from `site` gets past the guard.
    #[inline]
    pub(crate) fn admits(self, view: &SideView<'_>, words: &[u16], site: u16) -> bool {
        let mut at = site;
        if self.step != NONE {
            at = view.table[usize::from(self.step) * view.sites + usize::from(site)];
            if at == NONE {
                return false;
            }
        }
        let kind = words[usize::from(at)];
        let friend = || kind.wrapping_sub(view.own) < view.types;
        match self.needs {
            Needs::Anything => true,
            Needs::Empty => kind == 0,
            Needs::Occupied => kind != 0,
            Needs::Friend => friend(),
            Needs::NoFriend => !friend(),
            Needs::Enemy => kind != 0 && !friend(),
            Needs::NoEnemy => kind == 0 || friend(),
        }
    }
}

/// What a move changes besides moving pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// A piece goes from one position to another.
    Move {
        /// Where it stands.
        from: u16,
        /// Where it goes.
        to: u16,
    },
    /// A piece stays and another like it appears.
    Copy {
        /// Where it stands.
        from: u16,
        /// Where the other appears.
        to: u16,
    },
    /// A piece comes from the store.
    Drop {
        /// Its type.
        piece: u16,
        /// Where it lands.
        at: u16,
    },
    /// The piece that moved last becomes another type.
    Promote {
        /// The type.
        piece: u16,
        /// Where it has come to.
        at: u16,
    },
    /// A piece appears from nowhere.
    Create {
        /// Its owner.
        player: u16,
        /// Its type.
        piece: u16,
        /// Where.
        at: u16,
    },
    /// A piece becomes another type.
    Type {
        /// The type.
        piece: u16,
        /// Where it stands.
        at: u16,
    },
    /// A piece changes sides.
    Owner {
        /// Its new owner.
        player: u16,
        /// Where it stands.
        at: u16,
    },
    /// A piece goes to the next player.
    Flip {
        /// Where it stands.
        at: u16,
    },
    /// An attribute of a piece is set.
    Attribute {
        /// Which.
        attribute: u8,
        /// Where the piece stands.
        at: u16,
        /// To what.
        value: bool,
    },
    /// A piece is taken.
    Capture {
        /// Where it stands.
        at: u16,
    },
}

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
    inner: Option<Box<Machine>>,
    /// The words of a position with a piece put on it for that question.
    spare: Vec<u16>,
    /// How many such questions are open.
    depth: u8,
}

/// The deepest nesting of questions whether something is attacked.
const MAX_ATTACK_DEPTH: u8 = 2;

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
        machine.begin(self.sites.len());
        let table: &[u16] = &self.tables[usize::from(self.sides[usize::from(scene.side)].table)];
        let sites = self.sites.len();
        let own = (scene.side << self.type_bits) + 1;
        let types = self.types.len() as u16;
        let mut r = Registers {
            here: start,
            start,
            from: start,
            to: NONE,
            mark: NONE,
            flags: 0,
            piece: block.piece,
        };
        let code: &[Op] = &self.code;
        let mut at = block.entry as usize;
        let most = MAX_RUN.min(u32::try_from(machine.fuel).unwrap_or(u32::MAX));
        let mut steps = 0u32;
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
                        _ => self.test(machine, scene, table, &r, test, arg, place, S::TRACKS),
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

    /// Whether a piece of the side on a place could be taken by an opponent, or one of an opponent by
    /// the side.
    fn asks_attack(
        &self,
        machine: &mut Machine,
        scene: Scene<'_>,
        piece: u16,
        site: u16,
        kind: u16,
        defended: bool,
    ) -> bool {
        if machine.depth >= MAX_ATTACK_DEPTH {
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
        let mut sink = Takes { target, found: false };
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
        let mut sink = TakesTracked(Takes { target, found: false });
        let mut any = false;
        for &(from, kind) in enemies {
            sink.0.found = false;
            self.attack_from(machine, words, last, (from, kind), target, ANY, &mut sink);
            any |= sink.0.found;
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
        let mut sink = Takes { target, found: false };
        enemies.iter().any(|&(from, kind)| {
            if words[usize::from(from)] == kind {
                self.attack_from(machine, words, last, (from, kind), target, ANY, &mut sink);
            }
            sink.found
        })
    }

    /// Runs the blocks of a piece that could come to the target.
    #[allow(clippy::too_many_arguments, reason = "a question with all its circumstances")]
    #[inline]
    fn attack_from<S: Sink + Found>(
        &self,
        machine: &mut Machine,
        words: &[u16],
        last: (u16, u16),
        (from, piece): (u16, u16),
        target: u16,
        kind: u16,
        sink: &mut S,
    ) {
        let (owner, piece) = (self.owner(piece), self.type_of(piece));
        let reach = self.reach_of(owner, piece, from);
        let bit = target & 127;
        if reach[0] >> bit & 1 == 0 {
            return;
        }
        let blocks = self.types[usize::from(piece)].moves;
        let scene = Scene { words, side: owner, last };
        for (number, mask) in (blocks.0..blocks.1).zip(&reach[1..]) {
            if mask >> bit & 1 == 0 {
                continue;
            }
            let block = &self.blocks[number as usize];
            if kind != ANY && block.kind != kind {
                continue;
            }
            self.run(machine, scene, block, from, sink);
            if sink.is_found() || machine.fuel == 0 {
                return;
            }
        }
    }

    #[allow(clippy::too_many_arguments, reason = "a question with all its circumstances")]
    fn attack<S: Sink + Found>(
        &self,
        machine: &mut Machine,
        words: &[u16],
        last: (u16, u16),
        by: Attackers,
        target: u16,
        kind: u16,
        sink: &mut S,
    ) {
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
            if sink.is_found() || machine.fuel == 0 {
                return;
            }
        }
    }
}

/// Whose pieces attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Attackers {
    /// This player's alone.
    Only(u16),
    /// Those of everybody else who has a turn.
    Against(u16),
}

/// Looks for a move that takes what stands on a position.
struct Takes {
    target: u16,
    found: bool,
}

struct TakesTracked(Takes);

trait Found {
    fn is_found(&self) -> bool;
}

impl Found for Takes {
    fn is_found(&self) -> bool {
        self.found
    }
}

impl Found for TakesTracked {
    fn is_found(&self) -> bool {
        self.0.found
    }
}

impl Sink for Takes {
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

impl Sink for TakesTracked {
    const TRACKS: bool = true;

    #[inline]
    fn add(&mut self, added: &Added<'_>) -> bool {
        self.0.add(added)
    }
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

/// The position that a place means; `NONE` if it is off the board.
#[inline]
pub(crate) fn place_of(place: Place, here: u16, table: &[u16], sites: usize) -> u16 {
    match place {
        HERE => here,
        direction if direction < SITE => table[usize::from(direction) * sites + usize::from(here)],
        site => site - SITE,
    }
}
