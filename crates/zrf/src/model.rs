//! A game as it was compiled: names resolved, directions as tables for each side, blocks as code.
//!
//! Everything is a small number: positions, directions, players, types of pieces, types of moves,
//! attributes. The names are kept beside them, for people and for saved games.

use std::sync::OnceLock;
use std::sync::atomic::AtomicUsize;

use crate::code::{AddSpec, Block, Op};
use crate::goals::Condition;

/// No position, no type, no player.
pub(crate) const NONE: u16 = u16::MAX;
/// Any type of move.
pub(crate) const ANY: u16 = u16::MAX - 1;

/// The most positions of a board. The largest public one has about a thousand.
pub const MAX_POSITIONS: usize = 4096;
/// The most players, as in the original.
pub const MAX_PLAYERS: usize = 32;
/// The most attributes, as in the original.
pub const MAX_ATTRIBUTES: usize = 32;
/// The most flags, as in the original.
pub const MAX_FLAGS: usize = 32;
/// The most position flags, as in the original.
pub const MAX_POSITION_FLAGS: usize = 16;
/// The most zones by name; the original has 32.
pub const MAX_ZONES: usize = 128;
/// The most directions; the original has 100.
pub const MAX_DIRECTIONS: usize = 1000;
/// The most dimensions of a grid, as in the original.
pub const MAX_DIMENSIONS: usize = 5;
/// The most types of pieces.
pub const MAX_TYPES: usize = 1000;
/// The most instructions of all blocks together.
pub const MAX_CODE: usize = 2_000_000;
/// The most instructions of a block; the original has 32 kB of code.
pub const MAX_BLOCK: usize = 32_000;
/// The most types of moves.
pub const MAX_MOVE_TYPES: usize = 10_000;
/// The most turns in a turn order.
pub const MAX_TURNS: usize = 4096;

/// A player of the rule file: a person or engine, chance, or the owner of pieces that nobody moves.
#[derive(Clone, Debug)]
pub struct Player {
    /// Its name.
    pub name: String,
    /// Whether it moves at random.
    pub is_random: bool,
    /// Whether it has a turn.
    pub has_turn: bool,
    /// Its seat at the table: players that move and are not random, in the order of the turns.
    pub seat: Option<u8>,
}

/// A position of the board.
#[derive(Clone, Debug)]
pub struct Site {
    /// Its name.
    pub name: String,
    /// Left, top, right and bottom of its rectangle, in pixels.
    pub rect: [i32; 4],
    /// Whether people do not see it.
    pub dummy: bool,
}

/// A type of pieces.
#[derive(Clone, Debug, Default)]
pub struct PieceType {
    /// Its name.
    pub name: String,
    /// What it is called on screen.
    pub notation: String,
    /// A line about it.
    pub help: String,
    /// Words about it.
    pub description: String,
    /// The picture files by player.
    pub images: Vec<(u16, Vec<String>)>,
    /// Whether it is left out of lists.
    pub dummy: bool,
    /// The attributes that a new piece has, as bits.
    pub(crate) attributes: u32,
    /// Its blocks of moves, as a range of [`Rules::blocks`].
    pub(crate) moves: (u32, u32),
    /// Its blocks of drops.
    pub(crate) drops: (u32, u32),
}

/// A turn of the turn order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Who moves.
    pub player: u16,
    /// Whose pieces: the code is seen from this side.
    pub side: u16,
    /// The only type of moves that is allowed; `ANY` for all.
    pub(crate) kind: u16,
}

/// Whether a turn may be passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Passing {
    /// A turn may never be passed.
    #[default]
    No,
    /// At any time.
    Allowed,
    /// When there is no move, and then it must.
    Forced,
}

/// Whether the longest chains must be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Maximal {
    /// Any capture may be taken.
    #[default]
    No,
    /// Only the longest chains.
    Longest,
    /// Of those the ones that take the more valuable pieces.
    Richest,
}

/// The options that change play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Passing a turn.
    pub pass_turn: Passing,
    /// Ending a chain of partial moves early.
    pub pass_partial: bool,
    /// The longest chains.
    pub maximal: Maximal,
    /// Cascades are forgotten after each add.
    pub discard_cascades: bool,
    /// A captured piece returns to its owner's store.
    pub recycle_captures: bool,
    /// A promotion takes the new piece from the store.
    pub recycle_promotions: bool,
    /// Pieces in the store count as remaining.
    pub include_off: bool,
    /// A menu of games, not a game.
    pub selection_screen: bool,
    /// A win leads to the next variant.
    pub progressive: bool,
}

/// What one side of a game sees.
#[derive(Clone, Debug)]
pub(crate) struct Side {
    /// Which of [`Rules::tables`] has its directions.
    pub(crate) table: u16,
}

/// The texts of a game.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// What it is about.
    pub description: String,
    /// Where it comes from.
    pub history: String,
    /// How to play it well.
    pub strategy: String,
    /// The plug-in that it asks for.
    pub engine: String,
    /// The saved game that solves it.
    pub solution: String,
}

/// A compiled game or variant.
#[derive(Debug)]
pub struct Rules {
    /// Its title.
    pub title: String,
    /// Its texts.
    pub texts: Texts,
    /// Its players.
    pub players: Vec<Player>,
    /// How many seats there are.
    pub seats: u8,
    /// Its positions.
    pub sites: Vec<Site>,
    /// The pictures of the board.
    pub board_images: Vec<String>,
    /// The names of its directions.
    pub directions: Vec<String>,
    /// The types of its pieces.
    pub types: Vec<PieceType>,
    /// The names of attributes, by the numbers of saved games.
    pub attributes: Vec<String>,
    /// The names of move types; the number in saved games is one more.
    pub move_types: Vec<String>,
    /// The turns.
    pub turns: Vec<Turn>,
    /// The turn that follows the last one.
    pub repeat: usize,
    /// The options that change play.
    pub options: Options,
    /// The rank of each move type, the best first; types without one come last.
    pub(crate) ranks: Vec<u16>,
    /// How many ranks there are; a move without one has this.
    pub(crate) worst_rank: u16,
    pub(crate) sides: Vec<Side>,
    /// Where each direction leads, by direction and position. Behind the directions come the
    /// opposites that the code asks for.
    pub(crate) tables: Vec<Vec<u16>>,
    /// For each zone and player, the positions as bits; so many words each.
    pub(crate) zones: Vec<u64>,
    pub(crate) zone_names: Vec<String>,
    pub(crate) zone_words: usize,
    pub(crate) code: Vec<Op>,
    pub(crate) adds: Vec<AddSpec>,
    pub(crate) blocks: Vec<Block>,
    /// The numbers of all blocks of drops.
    pub(crate) drop_blocks: Vec<u32>,
    /// Whether some piece can move.
    pub(crate) has_moves: bool,
    /// Whether all that can be done is to put a piece of one type on an empty position.
    pub(crate) places_only: bool,
    pub(crate) conditions: Vec<Condition>,
    /// The royal types of each player, as bits of types in words of 64; empty without checkmate.
    pub(crate) royal: Vec<Vec<bool>>,
    /// Whether any player has a royal type.
    pub(crate) has_royal: bool,
    /// The positions that goals name.
    pub(crate) goal_positions: Vec<bool>,
    /// Whether the code asks for the last move.
    pub(crate) uses_last: bool,
    /// Whether every goal was untrue in the start position.
    pub(crate) starts_open: bool,
    /// How many bits the type has in a cell's word.
    pub(crate) type_bits: u32,
    /// Words of attributes for each position: none, one or two.
    pub(crate) attribute_planes: usize,
    /// The place of each store among the words, by player and type; `NONE` if it never changes.
    pub(crate) stores: Vec<u16>,
    /// How many words a position has.
    pub(crate) words: usize,
    /// The words of the start.
    pub(crate) setup: Vec<u16>,
    /// The largest number of blocks that a type has, and of adds in a run that moves can name.
    pub(crate) radix: (u32, u32),
    /// What a piece can reach at most, by side, type and position; found out when first asked.
    pub(crate) reach: Vec<OnceLock<Box<[u128]>>>,
    /// How much may still be followed to find that out.
    pub(crate) reach_left: AtomicUsize,
    /// A worth for each type, by how far it gets on an empty board.
    pub(crate) mobility: OnceLock<Vec<u32>>,
}

impl Rules {
    /// The positions of a zone as a player has it.
    pub(crate) fn in_zone(&self, zone: u16, side: u16, at: u16) -> bool {
        let first = (usize::from(zone) * self.players.len() + usize::from(side)) * self.zone_words;
        self.zones[first + usize::from(at) / 64] >> (at % 64) & 1 == 1
    }

    /// The word of a cell with a piece.
    #[inline]
    pub(crate) fn kind(&self, owner: u16, piece: u16) -> u16 {
        owner << self.type_bits | (piece + 1)
    }

    /// Who owns a piece.
    #[inline]
    pub(crate) fn owner(&self, kind: u16) -> u16 {
        kind >> self.type_bits
    }

    /// The type of a piece.
    #[inline]
    pub(crate) fn type_of(&self, kind: u16) -> u16 {
        (kind & ((1 << self.type_bits) - 1)) - 1
    }

    /// The place of a store among the words of a position.
    #[inline]
    pub(crate) fn store(&self, player: u16, piece: u16) -> Option<usize> {
        let at = self.stores[usize::from(player) * self.types.len() + usize::from(piece)];
        (at != NONE).then_some(usize::from(at))
    }

    /// The player after this one who has a turn and is not random: whom `flip` gives a piece to.
    pub(crate) fn next_owner(&self, owner: u16) -> u16 {
        let count = self.players.len();
        let next = (1..=count).map(|step| (usize::from(owner) + step) % count);
        let plays = |at: &usize| self.players[*at].has_turn && !self.players[*at].is_random;
        next.into_iter().find(plays).map_or(owner, |at| at as u16)
    }

    /// The turn after this one.
    #[inline]
    pub(crate) fn next_turn(&self, turn: u16) -> u16 {
        if usize::from(turn) + 1 < self.turns.len() { turn + 1 } else { self.repeat as u16 }
    }

    /// The number of a position by name.
    #[must_use]
    pub fn site(&self, name: &str) -> Option<u16> {
        self.sites.iter().position(|site| site.name == name).map(|at| at as u16)
    }

    /// The number of a player by name.
    #[must_use]
    pub fn player(&self, name: &str) -> Option<u16> {
        self.players.iter().position(|player| player.name == name).map(|at| at as u16)
    }

    /// The number of a type of pieces by name.
    #[must_use]
    pub fn piece(&self, name: &str) -> Option<u16> {
        self.types.iter().position(|piece| piece.name == name).map(|at| at as u16)
    }
}
