//! What a kind of piece can do: how it moves, how far, how it captures and what it becomes.

pub use selforge_catalogue::army::{Capture, Movement};

/// How many kinds of pieces there are.
pub const KINDS: usize = 6;

/// A kind of piece, 1 to 6.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct KindId(u8);

impl KindId {
    /// All kinds in order.
    pub fn all() -> impl Iterator<Item = KindId> {
        (0..KINDS as u8).map(KindId)
    }

    /// The kind that a gene from 0 to 6 names; 0 is none.
    pub(super) fn from_gene(gene: u8) -> Option<KindId> {
        (1..=KINDS as u8).contains(&gene).then(|| KindId(gene - 1))
    }

    /// Its place in lists, from 0.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The kind at this place of lists.
    #[inline]
    pub(super) const fn at(index: usize) -> KindId {
        assert!(index < KINDS, "there are six kinds");
        KindId(index as u8)
    }

    /// Its number, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// Its letter in position text, `U` to `Z`; small letters are the second player's pieces.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'U' + self.0) as char
    }

    /// The kind with this letter, upper or lower case.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<KindId> {
        match letter.to_ascii_uppercase() {
            upper @ 'U'..='Z' => Some(KindId(upper as u8 - b'U')),
            _ => None,
        }
    }
}

/// How far a piece can go in one move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reach {
    /// One step.
    One,
    /// As many equal steps over empty cells as it likes.
    Many,
}

/// The rules of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kind {
    /// Where it goes.
    pub movement: Movement,
    /// How far.
    pub reach: Reach,
    /// How it captures.
    pub capture: Capture,
    /// Which other kind it becomes on the last row.
    pub becomes: Option<KindId>,
}
