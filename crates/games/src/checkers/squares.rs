//! The 32 dark squares as bits of a word, so that a step in one direction is one shift everywhere.
//!
//! Rows of four squares are numbered from the top. Between every other pair of rows one bit is left
//! out:
//!
//! ```text
//!      0     1     2     3
//!   4     5     6     7          (8)
//!      9    10    11    12
//!  13    14    15    16          (17)
//!     18    19    20    21
//!  22    23    24    25          (26)
//!     27    28    29    30
//!  31    32    33    34
//! ```
//!
//! Down to the left adds 4 and down to the right adds 5, from every row; whatever leaves the board at
//! the sides lands on a bit that is left out. Thirty-two bits without gaps would need two cases, for
//! even and odd rows.

/// The bits that are squares.
pub const ALL: u64 = 0x7_ffff_ffff & !(1 << 8 | 1 << 17 | 1 << 26);

/// How many squares there are.
pub const COUNT: usize = 32;

/// The row in which a seat's men are crowned: the bottom one for A, the top one for B.
pub const KING_ROWS: [u64; 2] = [0xf << 31, 0xf];

/// A diagonal direction: 0 and 1 down, to the left and to the right; 2 and 3 up, to the right and to
/// the left. Two further is the opposite.
pub type Direction = usize;

/// All directions.
pub const DIRECTIONS: [Direction; 4] = [0, 1, 2, 3];

/// Every bit one step on, those that leave the board on no square.
#[inline]
pub fn step(bits: u64, direction: Direction) -> u64 {
    match direction {
        0 => bits << 4,
        1 => bits << 5,
        2 => bits >> 4,
        _ => bits >> 5,
    }
}

/// The bits from which one step leads onto `bits`.
#[inline]
pub fn step_back(bits: u64, direction: Direction) -> u64 {
    step(bits, direction ^ 2)
}

/// Whether a man of this seat may move there: A's down, B's up.
#[inline]
pub fn is_forward(direction: Direction, seat: usize) -> bool {
    direction >> 1 == seat
}

/// The bit of the square with this number, counted from 1 as players do.
///
/// # Panics
/// If there is no such square.
pub fn bit_of_number(number: usize) -> u32 {
    assert!((1..=COUNT).contains(&number), "square {number}");
    let index = number - 1;
    (index + index / 8) as u32
}

/// The number of a square, from 1.
pub fn number_of_bit(bit: u32) -> usize {
    (bit - bit / 9) as usize + 1
}

/// The row from the top and the column from the left of a square, on a board of 64.
pub fn place_of_bit(bit: u32) -> (usize, usize) {
    let index = number_of_bit(bit) - 1;
    let row = index / 4;
    (row, index % 4 * 2 + usize::from(row.is_multiple_of(2)))
}

/// The bit of a dark square of a board of 64, by row from the top and column from the left.
pub fn bit_at(row: usize, column: usize) -> Option<u32> {
    let dark = row < 8 && column < 8 && (row + column) % 2 == 1;
    dark.then(|| bit_of_number(row * 4 + column / 2 + 1))
}

/// The bit of a square by its name on a chess board, `c3`.
pub fn bit_named(name: &str) -> Option<u32> {
    let [file, rank] = <[u8; 2]>::try_from(name.as_bytes()).ok()?;
    let column = file.to_ascii_lowercase().checked_sub(b'a')?;
    let row = b'8'.checked_sub(rank)?;
    bit_at(usize::from(row), usize::from(column))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_names_and_bits_belong_together() {
        let mut bits = 0;
        for number in 1..=COUNT {
            let bit = bit_of_number(number);
            bits |= 1u64 << bit;
            assert_eq!(number_of_bit(bit), number);
            let (row, column) = place_of_bit(bit);
            assert_eq!(bit_at(row, column), Some(bit));
        }
        assert_eq!(bits, ALL);
        let named = |name| bit_named(name).map(number_of_bit);
        assert_eq!([named("b8"), named("h8"), named("a7"), named("a1")], [1, 4, 5, 29].map(Some));
        assert_eq!([named("a8"), named("h1"), named("i1"), named("a9"), named("b")], [None; 5]);
    }

    #[test]
    fn steps_lead_to_diagonal_neighbours_and_nowhere_else() {
        let (down, right) = ([1, 1, -1, -1], [-1, 1, 1, -1]);
        for number in 1..=COUNT {
            let bit = bit_of_number(number);
            let (row, column) = place_of_bit(bit);
            for direction in DIRECTIONS {
                let next = row
                    .checked_add_signed(down[direction])
                    .zip(column.checked_add_signed(right[direction]))
                    .and_then(|(row, column)| bit_at(row, column));
                let found = step(1 << bit, direction) & ALL;
                assert_eq!(found, next.map_or(0, |bit| 1 << bit), "{number} {direction}");
            }
        }
    }
}
