//! The sixteen directions, and what a whole set of cells becomes after a step in one of them.
//!
//! A set of cells is a number of 64 bits: bit 0 is a1, bit 7 is h1, bit 63 is h8. The first player
//! sits at the bottom and moves up. Directions come in pairs of opposites, so that the second player's
//! direction is the first player's with its last bit turned: a board turned by 180 degrees.

/// A direction; the first eight are those of a king, the others those of a knight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Direction(u8);

/// Steps to the right and up of each direction, opposites side by side.
const STEPS: [(i8, i8); 16] = [
    (0, 1),
    (0, -1),
    (1, 1),
    (-1, -1),
    (-1, 1),
    (1, -1),
    (1, 0),
    (-1, 0),
    (1, 2),
    (-1, -2),
    (-1, 2),
    (1, -2),
    (2, 1),
    (-2, -1),
    (-2, 1),
    (2, -1),
];

/// The cells that a step in each direction can end on.
const ENDS: [u64; 16] = {
    let mut ends = [0; 16];
    let mut at = 0;
    while at < 16 {
        let (right, up) = STEPS[at];
        let mut cell = 0;
        while cell < 64 {
            let (file, rank) = (cell % 8 - right, cell / 8 - up);
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                ends[at] |= 1 << cell;
            }
            cell += 1;
        }
        at += 1;
    }
    ends
};

/// How far each direction moves a bit to the left, going round at the end.
const TURNS: [u32; 16] = {
    let mut turns = [0; 16];
    let mut at = 0;
    while at < 16 {
        let (right, up) = STEPS[at];
        turns[at] = (right + 8 * up).rem_euclid(64) as u32;
        at += 1;
    }
    turns
};

impl Direction {
    /// How many there are.
    pub(super) const COUNT: usize = 16;

    pub(super) const NORTH: Direction = Direction(0);
    pub(super) const SOUTH: Direction = Direction(1);
    pub(super) const NORTH_EAST: Direction = Direction(2);
    pub(super) const SOUTH_WEST: Direction = Direction(3);
    pub(super) const NORTH_WEST: Direction = Direction(4);
    pub(super) const SOUTH_EAST: Direction = Direction(5);
    pub(super) const EAST: Direction = Direction(6);
    pub(super) const WEST: Direction = Direction(7);

    pub(super) const LEAPS: [Direction; 8] = {
        let mut leaps = [Direction(8); 8];
        let mut at = 0;
        while at < 8 {
            leaps[at as usize] = Direction(8 + at);
            at += 1;
        }
        leaps
    };

    /// The same direction on the board turned by 180 degrees.
    #[inline]
    pub(super) const fn turned(self) -> Direction {
        Direction(self.0 ^ 1)
    }

    /// Its place in lists.
    #[inline]
    pub(super) const fn index(self) -> usize {
        (self.0 & 15) as usize
    }

    /// The cells one step from `cells`; steps over the rim are lost.
    #[inline]
    pub(super) const fn step(self, cells: u64) -> u64 {
        cells.rotate_left(TURNS[self.index()]) & ENDS[self.index()]
    }

    /// The cell `steps` steps before `cell`, which must be on the board.
    #[inline]
    pub(super) const fn before(self, cell: u8, steps: u32) -> u8 {
        (64 + cell as u32 - (TURNS[self.index()] * steps) % 64) as u8 & 63
    }

    /// Steps to the right and up.
    pub(super) const fn offset(self) -> (i8, i8) {
        STEPS[self.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_move_every_cell_by_the_offset_and_lose_those_over_the_rim() {
        for at in 0..16 {
            let direction = Direction(at);
            let (right, up) = direction.offset();
            let (back_right, back_up) = direction.turned().offset();
            assert_eq!((back_right, back_up), (-right, -up));
            for cell in 0..64u8 {
                let (file, rank) = ((cell % 8) as i8 + right, (cell / 8) as i8 + up);
                let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
                let expected = if on_board { 1u64 << (rank * 8 + file) } else { 0 };
                assert_eq!(direction.step(1 << cell), expected, "{direction:?} from {cell}");
                if on_board {
                    assert_eq!(direction.before((rank * 8 + file) as u8, 1), cell);
                }
            }
        }
    }
}
