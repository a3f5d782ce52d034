//! The transposition table: what is known of positions met before, in bounded memory.

use crate::score::Score;

/// What a stored score says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    pub(super) move_code: u32,
    pub(super) score: Score,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    age: u8,
}

/// A fixed number of entries in buckets of two: one kept for its depth, one for its freshness.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<[Option<Entry>; 2]>,
    age: u8,
}

impl Table {
    /// A table of about this many mebibytes, at least one bucket.
    pub(super) fn new(mebibytes: usize) -> Table {
        let size = std::mem::size_of::<[Option<Entry>; 2]>();
        let wanted = (mebibytes << 20) / size;
        let buckets = if wanted < 2 { 1 } else { 1 << wanted.ilog2() };
        Table { buckets: vec![[None; 2]; buckets], age: 0 }
    }

    /// Begins a new search: older entries give way first.
    pub(super) fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    pub(super) fn clear(&mut self) {
        self.buckets.fill([None; 2]);
    }

    fn slot(&self, key: u64) -> usize {
        (key >> 20) as usize & (self.buckets.len() - 1)
    }

    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<Entry> {
        self.buckets[self.slot(key)].iter().flatten().find(|entry| entry.key == key).copied()
    }

    #[inline]
    pub(super) fn store(
        &mut self,
        key: u64,
        move_code: u32,
        score: Score,
        depth: u8,
        bound: Bound,
    ) {
        let slot = self.slot(key);
        let age = self.age;
        let entry = Some(Entry { key, move_code, score, depth, bound, age });
        let [deep, fresh] = &mut self.buckets[slot];
        let better = match deep {
            Some(old) => old.key == key || old.age != age || depth >= old.depth,
            None => true,
        };
        if better {
            if deep.is_some_and(|old| old.key != key) {
                *fresh = *deep;
            }
            *deep = entry;
        } else {
            *fresh = entry;
        }
    }
}
