//! The transposition table: what is known of positions met before, in bounded memory, shared by the
//! threads of one search without a lock.
//!
//! An entry is three words that two threads may write at the same time, so that a reader can find
//! halves of two entries. Such a mixture is recognised: the first word is the key combined with the
//! other two, and only the right three words give the key back (Hyatt and Mann's lockless hashing).

use std::sync::atomic::{AtomicU64, Ordering};

use selforge_catalogue::Score;

/// What a stored score says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) move_code: u32,
    pub(super) score: Score,
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

/// A place for an entry: the key combined with the rest, then move and score, then depth, bound, age
/// and a bit that says that there is one.
#[derive(Debug, Default)]
struct Slot([AtomicU64; 3]);

const BOUNDS: [Bound; 3] = [Bound::Exact, Bound::AtLeast, Bound::AtMost];

/// The bit of a slot's last word that says that it holds an entry.
const FULL: u64 = 1 << 32;

impl Slot {
    #[inline]
    fn read(&self) -> [u64; 3] {
        self.0.each_ref().map(|word| word.load(Ordering::Relaxed))
    }

    #[inline]
    fn write(&self, words: [u64; 3]) {
        self.0.iter().zip(words).for_each(|(word, value)| word.store(value, Ordering::Relaxed));
    }
}

#[inline]
fn key_of(words: [u64; 3]) -> u64 {
    words[0] ^ words[1] ^ words[2]
}

#[inline]
fn is_full(words: [u64; 3]) -> bool {
    words[2] & FULL != 0
}

#[inline]
fn pack(key: u64, entry: Entry, age: u8) -> [u64; 3] {
    let known = u64::from(entry.move_code) << 32 | u64::from(entry.score.0 as u32);
    let bound = BOUNDS.iter().position(|&bound| bound == entry.bound).unwrap_or(0) as u64;
    let rest = FULL | u64::from(entry.depth) << 16 | bound << 8 | u64::from(age);
    [key ^ known ^ rest, known, rest]
}

#[inline]
fn unpack(words: [u64; 3]) -> Entry {
    Entry {
        move_code: (words[1] >> 32) as u32,
        score: Score(words[1] as u32 as i32),
        depth: (words[2] >> 16) as u8,
        bound: BOUNDS[(words[2] >> 8 & 0xff) as usize % BOUNDS.len()],
    }
}

/// A fixed number of entries in buckets of two: one kept for its depth, one for its freshness.
///
/// The memory is taken by the first search and given back by [`clear`](TranspositionTable::clear), so that a player
/// that was never asked, or whose game is over, costs nothing.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    /// Empty between games.
    buckets: Vec<[Slot; 2]>,
    /// How many buckets there are in a game.
    count: usize,
    age: u8,
}

impl TranspositionTable {
    /// A table of about this many mebibytes, at least one bucket.
    pub(super) fn new(mebibytes: usize) -> TranspositionTable {
        let wanted = (mebibytes << 20) / std::mem::size_of::<[Slot; 2]>();
        let count = if wanted < 2 { 1 } else { 1 << wanted.ilog2() };
        TranspositionTable { buckets: Vec::new(), count, age: 0 }
    }

    /// Begins a new search, without which nothing can be found or stored: older entries give way
    /// first.
    pub(super) fn begin_search(&mut self) {
        self.age = self.age.wrapping_add(1);
        if self.buckets.is_empty() {
            self.buckets.resize_with(self.count, Default::default);
        }
    }

    /// Forgets everything and gives the memory back.
    pub(super) fn clear(&mut self) {
        self.buckets = Vec::new();
    }

    /// How many bytes it holds now.
    pub(super) fn memory(&self) -> usize {
        self.buckets.len() * std::mem::size_of::<[Slot; 2]>()
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; 2] {
        &self.buckets[(key >> 20) as usize & (self.buckets.len() - 1)]
    }

    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<Entry> {
        let words = self.bucket(key).iter().map(Slot::read);
        words.into_iter().find(|&words| is_full(words) && key_of(words) == key).map(unpack)
    }

    #[inline]
    pub(super) fn store(&self, key: u64, entry: Entry) {
        let [deep, fresh] = self.bucket(key);
        let old = deep.read();
        let other = key_of(old) != key;
        let gives_way = !is_full(old)
            || !other
            || old[2] as u8 != self.age
            || entry.depth >= (old[2] >> 16) as u8;
        let words = pack(key, entry, self.age);
        if gives_way {
            if is_full(old) && other {
                fresh.write(old);
            }
            deep.write(words);
        } else {
            fresh.write(words);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(mebibytes: usize) -> TranspositionTable {
        let mut table = TranspositionTable::new(mebibytes);
        table.begin_search();
        table
    }

    fn entry(depth: u8) -> Entry {
        Entry { move_code: u32::MAX, score: Score::loss_in(3), depth, bound: Bound::AtMost }
    }

    #[test]
    fn what_is_stored_is_found_and_nothing_else() {
        let table = table(1);
        for (key, bound) in [(0, Bound::Exact), (u64::MAX, Bound::AtLeast), (77, Bound::AtMost)] {
            let entry = Entry { bound, ..entry(9) };
            assert_eq!(table.find(key), None);
            table.store(key, entry);
            assert_eq!(table.find(key), Some(entry));
        }
        assert_eq!(table.find(78), None);
    }

    #[test]
    fn a_mixture_of_two_entries_is_not_found() {
        let table = table(1);
        table.store(5, entry(1));
        let [deep, _] = table.bucket(5);
        let torn = pack(5, entry(2), 1)[2];
        deep.0[2].store(torn, Ordering::Relaxed);
        assert_eq!(table.find(5), None);
    }

    #[test]
    fn a_shallow_entry_leaves_a_deep_one_where_it_is() {
        let table = table(0);
        table.store(1, entry(9));
        table.store(2, entry(3));
        table.store(3, entry(4));
        assert_eq!(table.find(1), Some(entry(9)));
        assert_eq!((table.find(2), table.find(3)), (None, Some(entry(4))));
    }
}
