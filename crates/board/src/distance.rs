//! How far cells are from each other along steps.

use std::collections::VecDeque;

use crate::board::Board;
use crate::cell::Cell;

impl Board {
    /// The number of steps from `cell` to every other, by slot; `u16::MAX` for cells that no path
    /// reaches and for unused slots.
    #[must_use]
    pub fn distances_from(&self, cell: Cell) -> Vec<u16> {
        let mut distances = vec![u16::MAX; self.slots()];
        distances[cell.index()] = 0;
        let mut queue = VecDeque::from([cell]);
        while let Some(here) = queue.pop_front() {
            let next = distances[here.index()] + 1;
            for &neighbour in self.neighbours(here) {
                if distances[neighbour.index()] == u16::MAX {
                    distances[neighbour.index()] = next;
                    queue.push_back(neighbour);
                }
            }
        }
        distances
    }

    /// Whether every cell can be reached from every other.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.cells().first().is_none_or(|&first| {
            let distances = self.distances_from(first);
            self.cells().iter().all(|cell| distances[cell.index()] != u16::MAX)
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::{Board, Cell};

    #[test]
    fn a_king_needs_as_many_steps_as_the_longer_coordinate() {
        let board = Board::parse("king-5x7", 0).unwrap();
        let distances = board.distances_from(Cell::new(0));
        for (slot, &distance) in distances.iter().enumerate() {
            assert_eq!(usize::from(distance), (slot / 7).max(slot % 7));
        }
    }

    #[test]
    fn unused_slots_are_out_of_reach() {
        let board = Board::parse("hexhex-3", 0).unwrap();
        let distances = board.distances_from(board.centre_cell());
        let reached = distances.iter().filter(|&&distance| distance <= 2).count();
        let out = distances.iter().filter(|&&distance| distance == u16::MAX).count();
        assert_eq!((reached, out), (19, board.slots() - 19));
        assert!(board.is_connected());
    }
}
