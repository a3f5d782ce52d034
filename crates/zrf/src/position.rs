//! A position: what stands where, what is in store, whose turn it is, and what the last move was.
//!
//! All numbers that the rules know lie in one flat list of words: a word for each position of the board,
//! then the attributes of the pieces there, then the stores that can change. Boards of the usual size
//! fit into the value itself; larger ones are kept on the heap, so that one type serves every file.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

use crate::code::Effect;
use crate::model::{NONE, Rules};

/// How many words fit into the value itself: a chess board with an attribute for each piece.
const INLINE: usize = 128;

/// The words of a position.
#[derive(Clone)]
#[allow(
    clippy::large_enum_variant,
    reason = "the large one is the usual one, and is kept off the heap"
)]
pub(crate) enum Words {
    Inline { len: u8, words: [u16; INLINE] },
    Heap(Box<[u16]>),
}

impl Words {
    pub(crate) fn new(words: &[u16]) -> Words {
        match u8::try_from(words.len()) {
            Ok(len) if words.len() <= INLINE => {
                let mut inline = [0; INLINE];
                inline[..words.len()].copy_from_slice(words);
                Words::Inline { len, words: inline }
            }
            _ => Words::Heap(words.into()),
        }
    }
}

impl Deref for Words {
    type Target = [u16];

    #[inline]
    fn deref(&self) -> &[u16] {
        match self {
            Words::Inline { len, words } => &words[..usize::from(*len)],
            Words::Heap(words) => words,
        }
    }
}

impl DerefMut for Words {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u16] {
        match self {
            Words::Inline { len, words } => &mut words[..usize::from(*len)],
            Words::Heap(words) => words,
        }
    }
}

impl PartialEq for Words {
    fn eq(&self, other: &Words) -> bool {
        **self == **other
    }
}

impl Eq for Words {}

impl Hash for Words {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// It goes on.
    Open,
    /// A condition of the file came true for a player.
    Goal {
        /// Its number among the conditions.
        condition: u16,
        /// For whom.
        player: u16,
    },
    /// Nobody said what happens, and the player to move cannot.
    Stuck,
}

/// A position of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(crate) words: Words,
    /// The turn, as an index into the turn order.
    pub(crate) turn: u16,
    /// Origin and target of the last move, if the code asks for them.
    pub(crate) last: (u16, u16),
    /// Where the piece stands that goes on with a chain of partial moves.
    pub(crate) chain: u16,
    /// The type of moves that it goes on with.
    pub(crate) chain_kind: u16,
    /// The first condition about captures that came true earlier in the chain, and for whom.
    pub(crate) captured: (u16, u16),
    pub(crate) verdict: Verdict,
    /// How many choices of chance were made.
    pub(crate) rolls: u32,
}

impl Position {
    pub(crate) fn start(rules: &Rules) -> Position {
        Position {
            words: Words::new(&rules.setup),
            turn: 0,
            last: (NONE, NONE),
            chain: NONE,
            chain_kind: NONE,
            captured: (NONE, NONE),
            verdict: Verdict::Open,
            rolls: 0,
        }
    }

    /// How the game stands.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// The piece on a position: its owner and its type.
    #[must_use]
    pub fn piece(&self, rules: &Rules, site: u16) -> Option<(u16, u16)> {
        let kind = self.words[usize::from(site)];
        (kind != 0).then(|| (rules.owner(kind), rules.type_of(kind)))
    }

    /// How many pieces of a type a player has in store.
    #[must_use]
    pub fn in_store(&self, rules: &Rules, player: u16, piece: u16) -> u16 {
        rules.store(player, piece).map_or(0, |at| self.words[at])
    }

    /// The attributes of the piece on a position, as bits.
    #[must_use]
    pub fn attributes(&self, rules: &Rules, site: u16) -> u32 {
        read_attributes(rules, &self.words, site)
    }

    /// Puts a piece on a position, or removes the one there, as an edit of the board does.
    pub fn edit(&mut self, rules: &Rules, site: u16, piece: Option<(u16, u16)>) {
        match piece {
            Some((player, piece)) => put(rules, &mut self.words, site, player, piece),
            None => clear(rules, &mut self.words, site),
        }
    }

    /// Whether the same player goes on with a chain of partial moves.
    #[must_use]
    pub fn is_in_chain(&self) -> bool {
        self.chain != NONE
    }

    /// The number of the turn in the turn order.
    #[must_use]
    pub fn turn(&self) -> usize {
        usize::from(self.turn)
    }

    /// A number for the pieces, their attributes and the turn alone: by it positions repeat.
    pub(crate) fn board_key(&self, rules: &Rules) -> u64 {
        let board = rules.sites.len() * (1 + rules.attribute_planes);
        hash_words(&self.words[..board], u64::from(self.turn) | u64::from(self.chain) << 16)
    }

    /// A number for all of the position.
    pub(crate) fn key(&self, rules: &Rules) -> u64 {
        let rest = hash_words(&self.words[rules.sites.len() * (1 + rules.attribute_planes)..], 0);
        let last = u64::from(self.last.0) | u64::from(self.last.1) << 16;
        // Where nothing was captured before it adds nothing, so that keys are what they were.
        let captured = u64::from(self.captured.0.wrapping_add(1)) << 48;
        let more = last | u64::from(self.chain_kind) << 32 | captured;
        let over = match self.verdict {
            Verdict::Open => 0,
            Verdict::Goal { condition, player } => {
                1 + u64::from(condition) + (u64::from(player) << 17)
            }
            Verdict::Stuck => u64::MAX,
        };
        mix(mix(mix(self.board_key(rules) ^ rest) ^ more) ^ over ^ u64::from(self.rolls) << 40)
    }
}

#[inline]
fn mix(mut word: u64) -> u64 {
    word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    word ^ word >> 32
}

fn hash_words(words: &[u16], seed: u64) -> u64 {
    let mut hash = seed ^ 0x9e37_79b9_7f4a_7c15;
    for chunk in words.chunks(4) {
        let mut word = 0;
        for &part in chunk {
            word = word << 16 | u64::from(part);
        }
        hash = (hash.rotate_left(23) ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
    }
    mix(hash)
}

/// The attributes of the piece on a position, as bits.
#[inline]
pub(crate) fn read_attributes(rules: &Rules, words: &[u16], site: u16) -> u32 {
    let (sites, site) = (rules.sites.len(), usize::from(site));
    match rules.attribute_planes {
        0 => 0,
        1 => u32::from(words[sites + site]),
        _ => u32::from(words[sites + site]) | u32::from(words[2 * sites + site]) << 16,
    }
}

#[inline]
fn write_attributes(rules: &Rules, words: &mut [u16], site: u16, bits: u32) {
    let (sites, site) = (rules.sites.len(), usize::from(site));
    if rules.attribute_planes > 0 {
        words[sites + site] = bits as u16;
    }
    if rules.attribute_planes > 1 {
        words[2 * sites + site] = (bits >> 16) as u16;
    }
}

/// Sets an attribute of a piece on a position.
pub(crate) fn set_attribute(rules: &Rules, words: &mut [u16], site: u16, which: u8, value: bool) {
    if words[usize::from(site)] == 0 {
        return;
    }
    let bits = read_attributes(rules, words, site);
    let bits = bits & !(1 << which) | u32::from(value) << which;
    write_attributes(rules, words, site, bits);
}

/// Puts a new piece on a position.
pub(crate) fn put(rules: &Rules, words: &mut [u16], site: u16, player: u16, piece: u16) {
    words[usize::from(site)] = rules.kind(player, piece);
    write_attributes(rules, words, site, rules.types[usize::from(piece)].attributes);
}

/// Empties a position.
#[inline]
pub(crate) fn clear(rules: &Rules, words: &mut [u16], site: u16) {
    words[usize::from(site)] = 0;
    write_attributes(rules, words, site, 0);
}

/// What playing a move took from the board: owners and types.
#[derive(Clone, Debug, Default)]
pub(crate) struct Taken {
    pub(crate) pieces: Vec<(u16, u16)>,
    lifted: Vec<(u16, u32)>,
}

impl Rules {
    /// Plays the effects of a move on the words of a position.
    pub(crate) fn apply(
        &self,
        words: &mut [u16],
        side: u16,
        effects: &[Effect],
        taken: &mut Taken,
    ) {
        taken.pieces.clear();
        let movements = effects.iter().position(|effect| {
            !matches!(effect, Effect::Move { .. } | Effect::Copy { .. } | Effect::Drop { .. })
        });
        let (movements, rest) = effects.split_at(movements.unwrap_or(effects.len()));
        match *movements {
            // Nearly every move is one movement.
            [Effect::Move { from, to }] => {
                let kind = words[usize::from(from)];
                let bits = read_attributes(self, words, from);
                clear(self, words, from);
                self.remove(words, to, taken);
                words[usize::from(to)] = kind;
                write_attributes(self, words, to, bits);
            }
            [Effect::Drop { piece, at }] => {
                if let Some(store) = self.store(side, piece) {
                    words[store] = words[store].saturating_sub(1);
                }
                self.remove(words, at, taken);
                put(self, words, at, side, piece);
            }
            _ => self.move_together(words, side, movements, taken),
        }
        for effect in rest {
            self.change(words, *effect, taken);
        }
    }

    /// All movements at the same time: all pieces are lifted before any is set down.
    fn move_together(&self, words: &mut [u16], side: u16, movements: &[Effect], taken: &mut Taken) {
        taken.lifted.clear();
        for movement in movements {
            let (kind, bits) = match *movement {
                Effect::Move { from, .. } | Effect::Copy { from, .. } => {
                    (words[usize::from(from)], read_attributes(self, words, from))
                }
                Effect::Drop { piece, .. } => {
                    (self.kind(side, piece), self.types[usize::from(piece)].attributes)
                }
                _ => (0, 0),
            };
            taken.lifted.push((kind, bits));
        }
        for movement in movements {
            if let Effect::Move { from, .. } = *movement {
                clear(self, words, from);
            }
        }
        let lifted = std::mem::take(&mut taken.lifted);
        for (movement, &(kind, bits)) in movements.iter().zip(&lifted) {
            let to = match *movement {
                Effect::Move { to, .. } | Effect::Copy { to, .. } => to,
                Effect::Drop { piece, at } => {
                    if let Some(store) = self.store(side, piece) {
                        words[store] = words[store].saturating_sub(1);
                    }
                    at
                }
                _ => continue,
            };
            self.remove(words, to, taken);
            words[usize::from(to)] = kind;
            write_attributes(self, words, to, bits);
        }
        taken.lifted = lifted;
    }

    fn change(&self, words: &mut [u16], effect: Effect, taken: &mut Taken) {
        match effect {
            Effect::Promote { piece, at } | Effect::Type { piece, at } => {
                let kind = words[usize::from(at)];
                if kind == 0 {
                    return;
                }
                let owner = self.owner(kind);
                if self.options.recycle_promotions {
                    if let Some(store) = self.store(owner, piece) {
                        words[store] = words[store].saturating_sub(1);
                    }
                    if let Some(store) = self.store(owner, self.type_of(kind)) {
                        words[store] = words[store].saturating_add(1);
                    }
                }
                words[usize::from(at)] = self.kind(owner, piece);
            }
            Effect::Create { player, piece, at } => {
                self.remove(words, at, taken);
                put(self, words, at, player, piece);
            }
            Effect::Owner { player, at } => {
                let kind = words[usize::from(at)];
                if kind != 0 {
                    words[usize::from(at)] = self.kind(player, self.type_of(kind));
                }
            }
            Effect::Flip { at } => {
                let kind = words[usize::from(at)];
                if kind != 0 {
                    let player = self.next_owner(self.owner(kind));
                    words[usize::from(at)] = self.kind(player, self.type_of(kind));
                }
            }
            Effect::Attribute { attribute, at, value } => {
                set_attribute(self, words, at, attribute, value);
            }
            Effect::Capture { at } => self.remove(words, at, taken),
            Effect::Move { .. } | Effect::Copy { .. } | Effect::Drop { .. } => {}
        }
    }

    /// Takes what stands on a position.
    fn remove(&self, words: &mut [u16], site: u16, taken: &mut Taken) {
        let kind = words[usize::from(site)];
        if kind == 0 {
            return;
        }
        let (owner, piece) = (self.owner(kind), self.type_of(kind));
        clear(self, words, site);
        taken.pieces.push((owner, piece));
        if self.options.recycle_captures
            && let Some(store) = self.store(owner, piece)
        {
            words[store] = words[store].saturating_add(1);
        }
    }
}
