//! Pieces that keep their identity through a game: where each is, how often it moved, how long it lived.
//!
//! Whatever follows a game (by its [moves](super::follow::ByMoves) or by
//! [what it sees](super::follow::ByCensus)) writes into the same ledger, and the metrics read it. It is
//! made once and cleared for each game, so that following costs no allocation.

/// No piece.
const NOBODY: u16 = u16::MAX;

#[derive(Clone, Copy, Debug)]
struct Piece {
    born: u32,
    died: Option<u32>,
    moved: u32,
}

/// The pieces of one game on cells that are numbered from 0.
#[derive(Clone, Debug)]
pub(super) struct Ledger {
    on_cell: Vec<u16>,
    /// How often a piece came to each cell.
    visits: Vec<u32>,
    pieces: Vec<Piece>,
    arrivals: u32,
}

/// What the ledger of a finished game says.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Movement {
    /// The mean over all pieces of moves made by turns lived.
    pub(super) dynamism: f64,
    /// How often a piece came to a cell.
    pub(super) arrivals: u32,
    /// How many cells a piece came to.
    pub(super) entered: u32,
    /// How evenly pieces came to the cells: the entropy of a visit's cell, in nats.
    pub(super) entropy: f64,
}

impl Ledger {
    /// An empty board.
    pub(super) fn new(cells: usize) -> Ledger {
        Ledger {
            on_cell: vec![NOBODY; cells],
            visits: vec![0; cells],
            pieces: Vec::with_capacity(64),
            arrivals: 0,
        }
    }

    /// Takes everything off the board.
    pub(super) fn clear(&mut self) {
        self.on_cell.fill(NOBODY);
        self.visits.fill(0);
        self.pieces.clear();
        self.arrivals = 0;
    }

    /// A new piece comes to a cell, after so many turns. Before the first it has always been there.
    pub(super) fn place(&mut self, cell: usize, turn: u32) {
        self.on_cell[cell] = self.pieces.len() as u16;
        self.pieces.push(Piece { born: turn, died: None, moved: 0 });
        if turn > 0 {
            self.arrive(cell);
        }
    }

    /// The piece on a cell goes to another. Without one there, nothing happens.
    #[inline]
    pub(super) fn shift(&mut self, from: usize, to: usize) {
        let piece = std::mem::replace(&mut self.on_cell[from], NOBODY);
        if let Some(known) = self.pieces.get_mut(usize::from(piece)) {
            known.moved += 1;
            self.on_cell[to] = piece;
            self.arrive(to);
        }
    }

    /// The piece on a cell is gone, in this turn.
    #[inline]
    pub(super) fn take(&mut self, cell: usize, turn: u32) {
        let piece = std::mem::replace(&mut self.on_cell[cell], NOBODY);
        if let Some(known) = self.pieces.get_mut(usize::from(piece)) {
            known.died = Some(turn);
        }
    }

    #[inline]
    fn arrive(&mut self, cell: usize) {
        self.arrivals += 1;
        self.visits[cell] += 1;
    }

    /// Closes the ledger of a game of so many turns.
    pub(super) fn close(&self, turns: u32) -> Movement {
        let share = |piece: &Piece| {
            let life = piece.died.unwrap_or(turns).saturating_sub(piece.born);
            f64::from(piece.moved) / f64::from(life.max(1))
        };
        let sum: f64 = self.pieces.iter().map(share).sum();
        Movement {
            dynamism: sum / self.pieces.len().max(1) as f64,
            arrivals: self.arrivals,
            entered: self.visited().count() as u32,
            entropy: self.entropy(),
        }
    }

    fn visited(&self) -> impl Iterator<Item = u32> {
        self.visits.iter().copied().filter(|visits| *visits > 0)
    }

    /// Of the shares of the visits: the logarithm of all, less the mean logarithm of each cell's.
    fn entropy(&self) -> f64 {
        let all = f64::from(self.arrivals.max(1));
        let logarithms = self.visited().map(f64::from).map(|visits| visits * visits.ln());
        all.ln() - logarithms.sum::<f64>() / all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two pieces, four turns: one moves twice and lives to the end, the other moves once and is taken
    /// in the third turn.
    #[test]
    fn moves_are_counted_by_the_turns_that_a_piece_lived() {
        let mut ledger = Ledger::new(5);
        for _ in 0..2 {
            ledger.clear();
            ledger.place(0, 0);
            ledger.place(4, 0);
            ledger.shift(0, 1);
            ledger.shift(4, 2);
            ledger.take(2, 3);
            ledger.shift(1, 2);
            let movement = ledger.close(4);
            assert_eq!(movement.dynamism, (2.0 / 4.0 + 1.0 / 3.0) / 2.0);
            assert_eq!((movement.arrivals, movement.entered), (3, 2));
            // Cell 2 twice, cell 1 once.
            let by_hand = -(2.0 / 3.0 * (2.0f64 / 3.0).ln() + 1.0 / 3.0 * (1.0f64 / 3.0).ln());
            assert!((movement.entropy - by_hand).abs() < 1e-12);
        }
    }

    #[test]
    fn a_piece_that_is_placed_arrives_and_lives_from_then_on() {
        let mut ledger = Ledger::new(3);
        ledger.place(0, 0);
        ledger.place(2, 2);
        ledger.shift(2, 1);
        let movement = ledger.close(4);
        assert_eq!((movement.dynamism, movement.arrivals), ((0.0 + 1.0 / 2.0) / 2.0, 2));
        let nothing = Ledger::new(3).close(0);
        assert_eq!((nothing.dynamism, nothing.entropy), (0.0, 0.0));
    }
}
