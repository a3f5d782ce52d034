//! The squares as bits, numbered in reading order from a8, and the 46 lines through them.
//!
//! A piece moves along a line exactly as many squares as there are pieces on that line. Asking this
//! piece by piece and direction by direction takes about a hundred looks at the board. Here all squares
//! are asked at once: the board is shifted along a direction by every distance, and adders of single bits
//! count, in every square, the pieces of its line. Then all pieces that move equally far in the same
//! direction are found together. Counting the bits of each of the 46 lines costs half as much again.

/// How far the next square lies: in a rank, in a file, and in the two diagonals.
pub const STEPS: [u32; 4] = [1, 8, 9, 7];

/// How many directions there are: every line has two.
pub const DIRECTIONS: usize = 8;

/// The squares of every line, by the index of [`STEPS`]; there are eight ranks and eight files but
/// fifteen diagonals, the rest is empty.
static LINES: [[u64; 15]; 4] = {
    let mut lines = [[0; 15]; 4];
    let mut square = 0;
    while square < 64 {
        let mut kind = 0;
        while kind < 4 {
            lines[kind][number_of_line(kind, square)] |= 1 << square;
            kind += 1;
        }
        square += 1;
    }
    lines
};

/// The squares from which so many steps lead to a square with a higher number and stay on the board.
static ROOM: [[u64; 8]; 4] = {
    let mut room = [[0; 8]; 4];
    let mut kind = 0;
    while kind < 4 {
        let mut count = 0;
        while count < 8 {
            let mut square = 0;
            while square < 64 {
                let to = square + STEPS[kind] as usize * count;
                if to < 64 && number_of_line(kind, square) == number_of_line(kind, to) {
                    room[kind][count] |= 1 << square;
                }
                square += 1;
            }
            count += 1;
        }
        kind += 1;
    }
    room
};

const fn number_of_line(kind: usize, square: usize) -> usize {
    let (row, column) = (square / 8, square % 8);
    match kind {
        0 => row,
        1 => column,
        2 => row + 7 - column,
        _ => row + column,
    }
}

/// The pieces of `own` that can move in each direction: to higher numbers, then to lower ones, in the
/// first kind of line, and so on.
#[inline]
pub fn movers(own: u64, enemy: u64) -> [u64; DIRECTIONS] {
    let mut all = [0; DIRECTIONS];
    [all[0], all[1]] = movers_in::<0>(own, enemy);
    [all[2], all[3]] = movers_in::<1>(own, enemy);
    [all[4], all[5]] = movers_in::<2>(own, enemy);
    [all[6], all[7]] = movers_in::<3>(own, enemy);
    all
}

#[inline]
fn movers_in<const KIND: usize>(own: u64, enemy: u64) -> [u64; 2] {
    let by_count = squares_by_count::<KIND>(own | enemy);
    // The enemy pieces less than `count` squares ahead; those that a shift carried around the rim do
    // not matter, because there is no room for such a move.
    let (mut up, mut down) = (0, 0);
    let (mut enemies_up, mut enemies_down) = (0, 0);
    for count in 1..8 {
        // Full lines are rare, so the rest can mostly be spared.
        if count == 4 && own & (by_count[3] | by_count[4] | by_count[5] | by_count[6]) == 0 {
            break;
        }
        let by = STEPS[KIND] * count;
        let pieces = own & by_count[count as usize - 1];
        let room = ROOM[KIND][count as usize];
        up |= pieces & room & !(own >> by) & !enemies_up;
        down |= pieces & room << by & !(own << by) & !enemies_down;
        enemies_up |= enemy >> by;
        enemies_down |= enemy << by;
    }
    [up, down]
}

/// The squares whose line of this kind holds 1, 2, … 7 pieces.
#[inline]
fn squares_by_count<const KIND: usize>(occupied: u64) -> [u64; 7] {
    let up = |count: usize| (occupied & ROOM[KIND][count]) << (STEPS[KIND] * count as u32);
    let down = |count: usize| occupied >> (STEPS[KIND] * count as u32) & ROOM[KIND][count];
    // Fifteen single bits of weight 1, then what they carry: weights 2, 4 and 8.
    let (a, a2) = add(occupied, up(1), down(1));
    let (b, b2) = add(up(2), down(2), up(3));
    let (c, c2) = add(down(3), up(4), down(4));
    let (d, d2) = add(up(5), down(5), up(6));
    let (e, e2) = add(down(6), up(7), down(7));
    let (f, f2) = add(a, b, c);
    let (ones, g2) = add(d, e, f);
    let (h, h4) = add(a2, b2, c2);
    let (i, i4) = add(d2, e2, f2);
    let (twos, j4) = add(g2, h, i);
    let (fours, eights) = add(h4, i4, j4);
    let rest = [!twos & !fours, twos & !fours, !twos & fours, twos & fours].map(|s| s & !eights);
    [
        rest[0] & ones,
        rest[1] & !ones,
        rest[1] & ones,
        rest[2] & !ones,
        rest[2] & ones,
        rest[3] & !ones,
        rest[3] & ones,
    ]
}

/// Adds three single bits in every square: their sum and what is carried.
#[inline]
fn add(a: u64, b: u64, c: u64) -> (u64, u64) {
    let differ = a ^ b;
    (differ ^ c, a & b | differ & c)
}

/// Where a piece on `from` lands that moves in this direction of [`movers`].
#[inline]
pub fn target(occupied: u64, from: u32, direction: usize) -> u32 {
    let kind = direction / 2;
    let line = LINES[kind][number_of_line(kind, from as usize)];
    let by = STEPS[kind] * (occupied & line).count_ones();
    if direction.is_multiple_of(2) { from + by } else { from - by }
}

/// Whether two squares lie on one line.
pub fn are_in_line(a: u32, b: u32) -> bool {
    let line = |kind, square: u32| number_of_line(kind, square as usize);
    a != b && (0..4).any(|kind| line(kind, a) == line(kind, b))
}

const FIRST_FILE: u64 = 0x0101_0101_0101_0101;
const LAST_FILE: u64 = FIRST_FILE << 7;

/// The squares that have a neighbour in `set`, in any of the eight directions.
#[inline]
pub fn spread(set: u64) -> u64 {
    let beside = (set & !LAST_FILE) << 1 | (set & !FIRST_FILE) >> 1;
    let row = set | beside;
    beside | row << 8 | row >> 8
}

/// Whether the set forms one group. A single piece does, and so does none.
#[inline]
pub fn is_connected(set: u64) -> bool {
    // A piece without neighbours settles it at the price of a single step.
    if set & !spread(set) != 0 {
        return set.is_power_of_two();
    }
    let mut reached = set & set.wrapping_neg();
    loop {
        let next = (reached | spread(reached)) & set;
        if next == reached {
            return reached == set;
        }
        reached = next;
    }
}

/// The name of a square, `a1` at the bottom left.
pub fn name(square: u32) -> String {
    format!("{}{}", char::from(b'a' + (square % 8) as u8), 8 - square / 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_lies_on_four_lines_and_sees_its_neighbours() {
        for square in 0..64 {
            let through = LINES.iter().flatten().filter(|line| **line >> square & 1 == 1);
            assert_eq!(through.count(), 4);
            let near = spread(1 << square);
            let expected = (0..64u32).filter(|&other| {
                let apart = |a: u32, b: u32| a.abs_diff(b);
                let far = apart(other / 8, square / 8).max(apart(other % 8, square % 8));
                far == 1
            });
            assert_eq!(near, expected.map(|other| 1u64 << other).sum::<u64>());
        }
        assert_eq!([name(0), name(63), name(56)], ["a8", "h1", "a1"]);
    }

    #[test]
    fn pieces_that_touch_at_a_corner_are_connected() {
        assert!(is_connected(0) && is_connected(1 << 63) && is_connected(1 | 1 << 9));
        assert!(!is_connected(1 | 1 << 2), "a gap");
        assert!(!is_connected(1 << 7 | 1 << 8), "around the rim");
        assert!(!is_connected(0b11 | 0b11 << 16), "two pairs");
    }
}
