//! Moves by number: from a move's code to its place in the game's list, and what symmetries do to them.

use std::collections::HashMap;

use selforge_catalogue::NumberedMove;

/// No move.
const NONE: u32 = u32::MAX;

/// All moves of a game by number.
///
/// Masks are written once for every legal move of every game of a batch, so codes are looked up in a
/// table of our own with one multiplication, half of it empty.
#[derive(Debug)]
pub(crate) struct Actions {
    moves: Vec<NumberedMove>,
    /// Codes with their numbers, where the code's hash says or behind it.
    slots: Vec<(u32, u32)>,
    shift: u32,
}

impl Actions {
    pub(crate) fn new(moves: Vec<NumberedMove>) -> Actions {
        let bits = (2 * moves.len().max(1)).next_power_of_two().trailing_zeros().max(1);
        let mut actions = Actions {
            slots: vec![(0, NONE); 1 << bits],
            shift: u32::BITS - bits,
            moves: Vec::new(),
        };
        for (mv, number) in moves.iter().zip(0..) {
            let mut at = actions.home(mv.code);
            while actions.slots[at].1 != NONE {
                at = (at + 1) & (actions.slots.len() - 1);
            }
            actions.slots[at] = (mv.code, number);
        }
        Actions { moves, ..actions }
    }

    #[inline]
    fn home(&self, code: u32) -> usize {
        (code.wrapping_mul(0x9e37_79b1) >> self.shift) as usize
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The number of the move with this code.
    #[inline]
    pub(crate) fn number(&self, code: u32) -> Option<u32> {
        let mut at = self.home(code);
        loop {
            let (known, number) = self.slots[at];
            if number == NONE {
                return None;
            }
            if known == code {
                return Some(number);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    /// The code of the move with this number.
    #[inline]
    pub(crate) fn code(&self, number: usize) -> Option<u32> {
        self.moves.get(number).map(|mv| mv.code)
    }

    /// All moves in order.
    pub(crate) fn moves(&self) -> &[NumberedMove] {
        &self.moves
    }

    /// What becomes of every move when the board is laid onto itself; `None` if some move has no image.
    pub(crate) fn images(&self, cells: &[u16]) -> Option<Vec<i32>> {
        let shapes: HashMap<(Vec<u16>, u8), i32> = self
            .moves
            .iter()
            .zip(0..)
            .map(|(mv, at)| ((mv.cells.clone(), mv.variant), at))
            .collect();
        let image = |mv: &NumberedMove| {
            let turned = mv.cells.iter().map(|&cell| cells.get(usize::from(cell)).copied());
            shapes.get(&(turned.collect::<Option<Vec<u16>>>()?, mv.variant)).copied()
        };
        self.moves.iter().map(image).collect()
    }
}
