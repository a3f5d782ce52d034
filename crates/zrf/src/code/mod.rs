//! The compact code of blocks: a flat list of instructions without nesting, in which conditions are jumps.
//!
//! [`machine`] runs it, [`attack`] asks by it whether a piece could be taken.

mod attack;
mod machine;

pub(crate) use attack::Attackers;
pub(crate) use machine::{Added, Machine, Scene, Sink, place_of};
pub use machine::{MAX_CASCADES, MAX_RUN};

use crate::model::{NONE, Rules};

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
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
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
/// ready, and a run that gets past it begins behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Guard {
    /// The direction of the first step; `NONE` if the block does not begin with one.
    step: u16,
    /// What may stand where that leads, or else the run ends: bits of [`EMPTY`], [`FRIEND`], [`ENEMY`].
    admitted: u8,
    /// How many instructions it stands for.
    pub(crate) length: u8,
}

const EMPTY: u8 = 1;
const FRIEND: u8 = 2;
const ENEMY: u8 = 4;

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

impl Guard {
    /// The guard of a block's code.
    pub(crate) fn of(code: &[Op], end: u32) -> Guard {
        let (step, test) = match code {
            [Op::Step(direction), rest @ ..] => (*direction, rest.first()),
            _ => (NONE, code.first()),
        };
        let (admitted, tests) = match test {
            Some(Op::IfOccupied(to)) if *to == end => (EMPTY, 1),
            Some(Op::IfEmpty(to)) if *to == end => (FRIEND | ENEMY, 1),
            Some(Op::IfNotFriend(to)) if *to == end => (FRIEND, 1),
            Some(Op::IfFriend(to)) if *to == end => (EMPTY | ENEMY, 1),
            Some(Op::IfNotEnemy(to)) if *to == end => (ENEMY, 1),
            Some(Op::IfEnemy(to)) if *to == end => (EMPTY | FRIEND, 1),
            _ => (EMPTY | FRIEND | ENEMY, 0),
        };
        Guard { step, admitted, length: u8::from(step != NONE) + tests }
    }

    /// Where a run from `site` stands when it gets past the guard, if it does.
    #[inline]
    pub(crate) fn admits(self, view: &SideView<'_>, words: &[u16], site: u16) -> Option<u16> {
        let mut at = site;
        if self.step != NONE {
            at = view.table[usize::from(self.step) * view.sites + usize::from(site)];
            if at == NONE {
                return None;
            }
        }
        let kind = words[usize::from(at)];
        let friend = kind.wrapping_sub(view.own) < view.types;
        let stands = u8::from(kind == 0) | u8::from(friend) << 1;
        let stands = if stands == 0 { ENEMY } else { stands };
        (self.admitted & stands != 0).then_some(at)
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
        /// The position that it enters.
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
        /// The number of the attribute.
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

impl Effect {
    /// The positions that it changes, twice the same if there is one.
    pub(crate) fn sites(self) -> [u16; 2] {
        match self {
            Effect::Move { from, to } | Effect::Copy { from, to } => [from, to],
            Effect::Drop { at, .. }
            | Effect::Promote { at, .. }
            | Effect::Create { at, .. }
            | Effect::Type { at, .. }
            | Effect::Owner { at, .. }
            | Effect::Flip { at }
            | Effect::Attribute { at, .. }
            | Effect::Capture { at } => [at, at],
        }
    }
}
