//! Sets of cells as bits, in a size that fits the board.
//!
//! One machine word for up to 64 slots, two for up to 128, more for larger boards. Code over sets
//! is generic and compiled once for each size, so that no operation ever asks how large the board
//! is.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::cell::Cell;

/// A set of cells.
pub trait CellSet:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// How many slots the set can hold.
    const SLOTS: usize;
    /// The set without cells.
    const EMPTY: Self;

    /// The set of one cell.
    fn only(cell: Cell) -> Self;

    /// Every cell moved to a slot `by` higher; those that fall off are lost. `by` < [`Self::SLOTS`].
    #[must_use]
    fn up(self, by: u32) -> Self;

    /// Every cell moved to a slot `by` lower; those that fall off are lost. `by` < [`Self::SLOTS`].
    #[must_use]
    fn down(self, by: u32) -> Self;

    /// How many cells are in the set.
    fn len(self) -> u32;

    /// Whether the cell is in the set.
    fn contains(self, cell: Cell) -> bool;

    /// The cell in the lowest slot. Meaningless for the empty set.
    fn lowest(self) -> Cell;

    /// The set without its lowest cell. Meaningless for the empty set.
    #[must_use]
    fn without_lowest(self) -> Self;

    /// A number made from the set's words, for keys.
    fn fold(self, seed: u64) -> u64;

    /// Whether the set has no cell.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The cell with number `n` from the lowest. Meaningless if the set has no more than `n` cells.
    fn nth(self, n: u32) -> Cell;

    /// The cells in slot order.
    #[inline]
    fn iter(self) -> Cells<Self> {
        Cells { left: self, word: 0 }
    }

    /// Takes the lowest cell out. `word` begins as 0 and lets a set of many words remember where it
    /// has come to.
    #[inline]
    fn take_lowest(&mut self, _word: &mut usize) -> Option<Cell> {
        if self.is_empty() {
            return None;
        }
        let cell = self.lowest();
        *self = self.without_lowest();
        Some(cell)
    }

    /// The set of these cells.
    fn of(cells: impl IntoIterator<Item = Cell>) -> Self {
        cells.into_iter().fold(Self::EMPTY, |set, cell| set | Self::only(cell))
    }
}

/// The cells of a set in slot order.
#[derive(Clone, Debug)]
pub struct Cells<S> {
    left: S,
    /// No cell is left in the words below this one.
    word: usize,
}

impl<S: CellSet> Iterator for Cells<S> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        self.left.take_lowest(&mut self.word)
    }
}

/// Spreads the bits of `word` into a running key (the finaliser of SplitMix64).
#[inline]
fn mix(seed: u64, word: u64) -> u64 {
    let mut z = (seed ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The place of set bit number `n` of `word`: the byte by comparing all running counts at once, the
/// bit by a table. No branch, where a loop over the bits would be mispredicted, and a shorter chain
/// than halving.
#[inline]
fn nth_bit(word: u64, n: u32) -> u32 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x8080_8080_8080_8080;
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let quads = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (quads + (quads >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    // In each byte, how many bits it and those below it have.
    let running = bytes.wrapping_mul(ONES);
    let passed = ((u64::from(n).wrapping_mul(ONES) | TOPS) - running) & TOPS;
    let place = 8 * passed.count_ones();
    let before = (running << 8) >> (place & 63) & 0xff;
    let byte = word >> (place & 63) & 0xff;
    place + u32::from(NTH_OF_BYTE[byte as usize][(n - before as u32) as usize & 7])
}

/// The place of each set bit of each byte.
static NTH_OF_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut n, mut place) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[byte][n] = place;
                n += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

#[inline]
fn join(low: u64, high: u64) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

impl CellSet for u64 {
    const SLOTS: usize = 64;
    const EMPTY: u64 = 0;

    #[inline]
    fn only(cell: Cell) -> u64 {
        1 << cell.index()
    }

    #[inline]
    fn up(self, by: u32) -> u64 {
        self << by
    }

    #[inline]
    fn down(self, by: u32) -> u64 {
        self >> by
    }

    #[inline]
    fn len(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn contains(self, cell: Cell) -> bool {
        self >> cell.index() & 1 == 1
    }

    #[inline]
    fn lowest(self) -> Cell {
        Cell::new(self.trailing_zeros() as usize)
    }

    #[inline]
    fn without_lowest(self) -> u64 {
        self & self.wrapping_sub(1)
    }

    #[inline]
    fn nth(self, n: u32) -> Cell {
        Cell::new(nth_bit(self, n) as usize)
    }

    #[inline]
    fn fold(self, seed: u64) -> u64 {
        mix(seed, self)
    }
}

impl CellSet for u128 {
    const SLOTS: usize = 128;
    const EMPTY: u128 = 0;

    #[inline]
    fn only(cell: Cell) -> u128 {
        1 << cell.index()
    }

    #[inline]
    fn up(self, by: u32) -> u128 {
        // Spelt out for the usual short way: the general shift of two words costs twice as much.
        if by >= 64 {
            return self << by;
        }
        let (low, high) = (self as u64, (self >> 64) as u64);
        join(low << by, high << by | low >> 1 >> (63 - by))
    }

    #[inline]
    fn down(self, by: u32) -> u128 {
        if by >= 64 {
            return self >> by;
        }
        let (low, high) = (self as u64, (self >> 64) as u64);
        join(low >> by | high << 1 << (63 - by), high >> by)
    }

    #[inline]
    fn len(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn contains(self, cell: Cell) -> bool {
        let word = if cell.index() < 64 { self as u64 } else { (self >> 64) as u64 };
        word >> (cell.index() % 64) & 1 == 1
    }

    #[inline]
    fn lowest(self) -> Cell {
        Cell::new(self.trailing_zeros() as usize)
    }

    #[inline]
    fn without_lowest(self) -> u128 {
        self & self.wrapping_sub(1)
    }

    #[inline]
    fn nth(self, n: u32) -> Cell {
        // Chosen by arithmetic: which half it is cannot be predicted.
        let (low, high) = (self as u64, (self >> 64) as u64);
        let below = low.count_ones();
        let upper = u32::from(n >= below);
        let word = low ^ (low ^ high) & 0u64.wrapping_sub(u64::from(upper));
        Cell::new((64 * upper + nth_bit(word, n - below * upper)) as usize)
    }

    #[inline]
    fn fold(self, seed: u64) -> u64 {
        mix(mix(seed, self as u64), (self >> 64) as u64)
    }
}

/// A set over `N` words.
#[derive(Clone, Copy, Eq, Debug)]
pub struct Wide<const N: usize>([u64; N]);

/// Comparing word by word becomes vector code; comparing arrays becomes a call.
impl<const N: usize> PartialEq for Wide<N> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.zip(*other, |a, b| a ^ b).is_empty()
    }
}

impl<const N: usize> Hash for Wide<N> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.hash(hasher);
    }
}

impl<const N: usize> Wide<N> {
    #[inline]
    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Wide(std::array::from_fn(|i| join(self.0[i], other.0[i])))
    }
}

impl<const N: usize> BitAnd for Wide<N> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Wide<N> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for Wide<N> {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const N: usize> Not for Wide<N> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Wide(self.0.map(|word| !word))
    }
}

impl<const N: usize> BitAndAssign for Wide<N> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const N: usize> BitOrAssign for Wide<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> BitXorAssign for Wide<N> {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl<const N: usize> CellSet for Wide<N> {
    const SLOTS: usize = 64 * N;
    const EMPTY: Self = Wide([0; N]);

    #[inline]
    fn only(cell: Cell) -> Self {
        // By comparing, not by writing one word: reading it back as a vector would have to wait.
        let (at, bit) = (cell.index() / 64, 1 << (cell.index() % 64));
        Wide(std::array::from_fn(|i| if i == at { bit } else { 0 }))
    }

    #[inline]
    fn up(self, by: u32) -> Self {
        let (skip, rest) = (by as usize / 64, by % 64);
        // Two half shifts, because a shift by the full 64 is not defined.
        let shifted = |word: u64, below: u64| word << rest | below >> 1 >> (63 - rest);
        if skip == 0 {
            // The usual short way, in a form that the compiler can turn into vector code.
            return Wide(std::array::from_fn(|i| {
                shifted(self.0[i], if i == 0 { 0 } else { self.0[i - 1] })
            }));
        }
        let word = |i: usize, back: usize| i.checked_sub(back).map_or(0, |at| self.0[at]);
        Wide(std::array::from_fn(|i| shifted(word(i, skip), word(i, skip + 1))))
    }

    #[inline]
    fn down(self, by: u32) -> Self {
        let (skip, rest) = (by as usize / 64, by % 64);
        let shifted = |word: u64, above: u64| word >> rest | above << 1 << (63 - rest);
        if skip == 0 {
            return Wide(std::array::from_fn(|i| {
                shifted(self.0[i], if i + 1 == N { 0 } else { self.0[i + 1] })
            }));
        }
        let word = |at: usize| self.0.get(at).copied().unwrap_or(0);
        Wide(std::array::from_fn(|i| shifted(word(i + skip), word(i + skip + 1))))
    }

    #[inline]
    fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn contains(self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.index() % 64) & 1 == 1
    }

    #[inline]
    fn lowest(self) -> Cell {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(0);
        Cell::new(64 * word + self.0[word].trailing_zeros() as usize)
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    fn without_lowest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }

    #[inline]
    fn take_lowest(&mut self, word: &mut usize) -> Option<Cell> {
        while *word < N {
            let bits = self.0[*word];
            if bits != 0 {
                self.0[*word] = bits & (bits - 1);
                return Some(Cell::new(64 * *word + bits.trailing_zeros() as usize));
            }
            *word += 1;
        }
        None
    }

    #[inline]
    fn nth(self, n: u32) -> Cell {
        // Added up, not searched for: which word it is cannot be predicted.
        let (mut at, mut before, mut end) = (0, 0, 0);
        for word in &self.0[..N - 1] {
            let here = word.count_ones();
            end += here;
            let past = u32::from(n >= end);
            at += past as usize;
            before += here * past;
        }
        Cell::new(64 * at + nth_bit(self.0[at], n - before) as usize)
    }

    #[inline]
    fn fold(self, seed: u64) -> u64 {
        self.0.iter().fold(seed, |key, &word| mix(key, word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation of a set type against a plain list of booleans.
    fn agrees_with_booleans<S: CellSet>() {
        let mut bits = 0x9e37_79b9_7f4a_7c15u64;
        let mut random = || {
            bits = mix(bits, 1);
            bits
        };
        for _ in 0..200 {
            let plain: Vec<bool> = (0..S::SLOTS).map(|_| random().is_multiple_of(3)).collect();
            let members = || (0..S::SLOTS).filter(|&i| plain[i]).map(Cell::new);
            let set = S::of(members());
            assert!(set.iter().eq(members()));
            assert_eq!(set.len() as usize, members().count());
            assert!((0..S::SLOTS).all(|i| set.contains(Cell::new(i)) == plain[i]));
            let by = (random() % S::SLOTS as u64) as usize;
            let up = members().map(|c| c.index() + by).filter(|&i| i < S::SLOTS);
            assert!(set.up(by as u32).iter().map(Cell::index).eq(up));
            let down = members().filter_map(|c| c.index().checked_sub(by));
            assert!(set.down(by as u32).iter().map(Cell::index).eq(down));
            for (n, cell) in members().enumerate() {
                assert_eq!(set.nth(n as u32), cell);
            }
            assert_eq!(!!set, set);
            assert!((set & !set).is_empty());
            assert_eq!((set ^ !set) | set, !S::EMPTY);
        }
    }

    #[test]
    fn sets_of_every_size_agree_with_plain_booleans() {
        agrees_with_booleans::<u64>();
        agrees_with_booleans::<u128>();
        agrees_with_booleans::<Wide<1>>();
        agrees_with_booleans::<Wide<4>>();
        agrees_with_booleans::<Wide<9>>();
        agrees_with_booleans::<Wide<21>>();
    }
}
