//! Every placement of two sets by a number without gaps, so that a list can hold their values.
//!
//! The first set is known by its number among all sets of that size, the second by its number among
//! the sets of the cells that the first leaves free. Boards look the same from several sides: only one
//! of the first sets that a turn or mirroring makes of each other is kept, which divides the list
//! by almost twelve on hexagons. The second set is then turned along.
//!
//! A first set that some turn leaves as it is gives the same placement several numbers. They are all
//! kept and get their values together, which is simpler than to do without them, and such sets are few.

use selforge_board::{Cell, CellSet};

use super::problem::MAX_CELLS;

/// How many sets of `k` there are among `n`: `CHOOSE[n][k]`.
pub(super) static CHOOSE: [[u64; MAX_CELLS + 1]; MAX_CELLS + 1] = {
    let mut table = [[0; MAX_CELLS + 1]; MAX_CELLS + 1];
    let mut n = 0;
    while n <= MAX_CELLS {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The cells of a set, by number.
pub(super) fn cells(set: u64) -> impl Iterator<Item = usize> {
    set.iter().map(Cell::index)
}

/// The set of these cells.
pub(super) fn set_of(cells: impl Iterator<Item = usize>) -> u64 {
    cells.fold(0, |set, cell| set | 1 << cell)
}

/// The number of a set among those of its size, in their order as binary numbers.
fn rank(set: u64) -> usize {
    cells(set).zip(1..).map(|(cell, nth): (usize, usize)| CHOOSE[cell][nth] as usize).sum()
}

/// The set of `size` cells that has a number; `board` is how many cells there are.
fn unrank(number: usize, size: usize, board: usize) -> u64 {
    let (mut left, mut set, mut cell) = (number as u64, 0, board);
    for nth in (1..=size).rev() {
        cell -= 1;
        while CHOOSE[cell][nth] > left {
            cell -= 1;
        }
        left -= CHOOSE[cell][nth];
        set |= 1 << cell;
    }
    set
}

/// A set in the numbers that cells have when those of `gone` are not counted.
fn squeezed(set: u64, gone: u64) -> u64 {
    set_of(cells(set).map(|cell| cell - (gone & ((1 << cell) - 1)).count_ones() as usize))
}

/// The set that `squeezed` makes this one of.
fn stretched(set: u64, gone: u64) -> u64 {
    set_of(cells(set).map(|cell| (!gone).nth(cell as u32).index()))
}

/// All placements in which one of the sets, the first here, is to move.
#[derive(Debug)]
pub(super) struct Numbering {
    board: usize,
    size: usize,
    other_size: usize,
    /// Where each symmetry of the board takes each cell; the identity is the first.
    symmetries: Vec<Vec<u8>>,
    /// By the number of a first set: its class, and the symmetry that makes it the one that stands
    /// for the class.
    known: Vec<(u32, u8)>,
    classes: Vec<Class>,
}

/// First sets that symmetries make of each other.
#[derive(Debug)]
pub(super) struct Class {
    /// The one that stands for all.
    pub(super) set: u64,
    /// How many there are.
    pub(super) count: u64,
    /// The symmetries, but for the identity, that leave it as it is.
    fixed_by: Vec<u8>,
}

impl Numbering {
    pub(super) fn new(
        board: usize,
        size: usize,
        other_size: usize,
        symmetries: &[Vec<u8>],
    ) -> Numbering {
        let symmetries = symmetries.to_vec();
        let (known, classes) = (Vec::new(), Vec::new());
        let mut it = Numbering { board, size, other_size, symmetries, known, classes };
        for number in 0..CHOOSE[board][size] as usize {
            let set = unrank(number, size, board);
            let images = (0..it.symmetries.len() as u8).map(|by| (it.turned(set, by), by));
            let (least, by) = images.min().unwrap_or((set, 0));
            // The least one of a class has the least number, so its class is known by now.
            if least == set {
                let others = 1..it.symmetries.len() as u8;
                let fixed_by = others.filter(|&by| it.turned(set, by) == set).collect();
                it.classes.push(Class { set, count: 0, fixed_by });
                it.known.push((it.classes.len() as u32 - 1, 0));
            } else {
                it.known.push((it.known[rank(least)].0, by));
            }
            it.classes[it.known[number].0 as usize].count += 1;
        }
        it
    }

    pub(super) fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// How many second sets there are to each first one.
    pub(super) fn class_size(&self) -> usize {
        CHOOSE[self.board - self.size][self.other_size] as usize
    }

    /// How many numbers there are.
    pub(super) fn len(&self) -> usize {
        self.classes.len() * self.class_size()
    }

    fn turned(&self, set: u64, by: u8) -> u64 {
        set_of(cells(set).map(|cell| usize::from(self.symmetries[usize::from(by)][cell])))
    }

    /// The number of a placement.
    pub(super) fn number(&self, first: u64, second: u64) -> usize {
        let (class, by) = self.known[rank(first)];
        self.number_in(class as usize, self.turned(second, by))
    }

    fn number_in(&self, class: usize, second: u64) -> usize {
        class * self.class_size() + rank(squeezed(second, self.classes[class].set))
    }

    /// All numbers of a placement, [`number`](Numbering::number) first.
    pub(super) fn numbers(&self, first: u64, second: u64) -> impl Iterator<Item = usize> {
        let (class, by) = self.known[rank(first)];
        let (class, second) = (class as usize, self.turned(second, by));
        let again = self.classes[class].fixed_by.iter().map(move |&by| self.turned(second, by));
        std::iter::once(second).chain(again).map(move |second| self.number_in(class, second))
    }

    /// The second set that has a number within a class.
    pub(super) fn second(&self, class: usize, number: usize) -> u64 {
        let set = unrank(number, self.other_size, self.board - self.size);
        stretched(set, self.classes[class].set)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use selforge_board::Board;

    use super::*;

    #[test]
    fn sets_and_numbers_are_the_same_thing() {
        for (size, board) in [(1, 5), (3, 7), (4, 9), (2, 64), (0, 4)] {
            let count = CHOOSE[board][size] as usize;
            let all: Vec<u64> = (0..count).map(|number| unrank(number, size, board)).collect();
            assert!(all.is_sorted_by(|a, b| a < b), "{size} of {board}");
            for (number, &set) in all.iter().enumerate() {
                assert_eq!((rank(set), set.count_ones() as usize), (number, size));
            }
        }
        assert_eq!(CHOOSE[64][32], 1_832_624_140_942_590_534);
    }

    #[test]
    fn a_set_of_free_cells_comes_back_from_its_numbers() {
        let gone = 0b1010_0110;
        assert_eq!(squeezed(0b0101_1001, gone), 0b1111);
        assert_eq!(stretched(0b1111, gone), 0b0101_1001);
    }

    /// Two placements have a number in common exactly when a symmetry makes one of the other.
    #[test]
    fn placements_that_look_alike_share_their_numbers_and_all_numbers_are_used() {
        let board = Board::parse("hexhex-2", 0).unwrap();
        let mut symmetries: Vec<Vec<u8>> = vec![(0..7).collect()];
        let images = |it: &Vec<u16>| it.iter().map(|&cell| cell as u8).collect();
        symmetries.extend(board.cell_symmetries().iter().map(images));
        let numbering = Numbering::new(7, 2, 3, &symmetries);
        assert_eq!(numbering.classes().iter().map(|it| it.count).sum::<u64>(), 21);
        let mut groups: BTreeMap<Vec<usize>, BTreeSet<(u64, u64)>> = BTreeMap::new();
        for first in (0..21).map(|it| unrank(it, 2, 7)) {
            for second in (0..35).map(|it| unrank(it, 3, 7)).filter(|it| it & first == 0) {
                let mut numbers: Vec<usize> = numbering.numbers(first, second).collect();
                assert_eq!(numbers[0], numbering.number(first, second));
                numbers.sort_unstable();
                numbers.dedup();
                groups.entry(numbers).or_default().insert((first, second));
            }
        }
        let mut used: Vec<usize> = groups.keys().flatten().copied().collect();
        used.sort_unstable();
        assert_eq!(used, (0..numbering.len()).collect::<Vec<_>>(), "each number in one group");
        for alike in groups.values() {
            let (first, second) = *alike.first().unwrap();
            let turned = |by: &Vec<u8>, set| set_of(cells(set).map(|it| usize::from(by[it])));
            let orbit: BTreeSet<(u64, u64)> =
                symmetries.iter().map(|by| (turned(by, first), turned(by, second))).collect();
            assert_eq!(alike, &orbit);
        }
        for class in 0..numbering.classes().len() {
            for number in 0..numbering.class_size() {
                let (first, second) =
                    (numbering.classes()[class].set, numbering.second(class, number));
                let all: Vec<usize> = numbering.numbers(first, second).collect();
                assert!(all.contains(&(class * numbering.class_size() + number)));
            }
        }
    }
}
