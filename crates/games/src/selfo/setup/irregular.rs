//! Placing pieces with dice.

use selforge_board::{Board, Cell};
use selforge_core::Stream;

use crate::selfo::ground::SetId;

/// The report's die for `hexhex-6` with 36 pieces.
const DIE: [u32; 6] = [1, 2, 2, 3, 3, 4];

/// Pieces on random cells, each cell equally likely.
pub(super) fn random(board: &Board, pieces: &[u16], random: &mut Stream) -> Vec<(Cell, SetId)> {
    let mut cells = board.cells().to_vec();
    random.shuffle(&mut cells);
    cells.into_iter().zip(turns(pieces, random)).collect()
}

/// Pieces along a spiral, sets taking turns, each piece a die's throw further on; `None` if they
/// run off the board.
///
/// The centre is cell number 1, so that a first throw of 1 lands on it. Throws are stretched by one
/// factor, so that the mean throw takes all pieces just to the end of the spiral, as the report's
/// die does for 36 pieces on 91 cells: the part of a throw above 1 is multiplied by (cells - 1 -
/// pieces) / (1.5 pieces), and fractions of a cell are carried over to the next throw. Which set is
/// laid first is drawn too: its pieces lie a step further in, which is an advantage.
pub(super) fn spiral(
    spiral: &[Cell],
    pieces: &[u16],
    random: &mut Stream,
) -> Option<Vec<(Cell, SetId)>> {
    let order = turns(pieces, random);
    let count = order.len() as u64;
    let spare = (spiral.len() as u64).saturating_sub(1 + count);
    // In units of a cell / (3 pieces) everything is a whole number.
    let cell = 3 * count;
    let mut walked = 0;
    order
        .into_iter()
        .map(|set| {
            let throw = DIE[random.below(6) as usize];
            walked += cell + u64::from(throw - 1) * 2 * spare;
            let number = walked / cell;
            spiral.get(number as usize - 1).map(|&cell| (cell, set))
        })
        .collect()
}

/// Pieces evenly spaced along a spiral, sets taking turns: what `perturbed` starts from where there
/// is no regular position.
pub(super) fn even(spiral: &[Cell], pieces: &[u16], random: &mut Stream) -> Vec<(Cell, SetId)> {
    let order = turns(pieces, random);
    let count = order.len().max(1);
    let cell = |at: usize| spiral[(2 * at + 1) * spiral.len() / (2 * count)];
    order.iter().enumerate().map(|(at, &set)| (cell(at), set)).collect()
}

/// Moves every piece, in random order, one step in a direction thrown by a die, if there is an
/// empty cell there.
pub(super) fn perturb(board: &Board, placed: &mut [(Cell, SetId)], random: &mut Stream) {
    let mut taken = vec![false; board.slots()];
    for (cell, _) in placed.iter() {
        taken[cell.index()] = true;
    }
    random.shuffle(placed);
    for (cell, _) in placed.iter_mut() {
        if let Some(Some(next)) = random.pick(board.steps(*cell))
            && !taken[next.index()]
        {
            taken[cell.index()] = false;
            taken[next.index()] = true;
            *cell = *next;
        }
    }
}

/// The sets in the order in which their pieces are laid: taking turns, in a random order, until
/// each has laid all its pieces.
fn turns(pieces: &[u16], random: &mut Stream) -> Vec<SetId> {
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    random.shuffle(&mut order);
    let most = pieces.iter().copied().max().unwrap_or(0);
    (0..most)
        .flat_map(|round| order.iter().filter(move |&&set| pieces[set] > round))
        .map(|&set| set as SetId)
        .collect()
}
