//! Testing whether a set is connected, by itself.

use std::time::Duration;

use selforge_board::topology::{Topology, TopologyVisitor, with_topology};
use selforge_board::{Board, Cell, CellSet};
use selforge_core::{Game, Seat, Stream};
use selforge_games::NoFiles;

use super::random_play::HEXHEX_6;
use super::{Timing, measure};
use crate::error::CliError;

/// How many sets are tested, one after the other.
const SETS: usize = 2_000;

/// How often the list is gone through in one repetition.
const ROUNDS: u64 = 20;

/// A position is taken every so many plies, so that they differ.
const EVERY: u32 = 7;

/// Random play hardly ever connects a set, so every so many sets are grown connected: as at the
/// end of a better game.
const GROWN: usize = 8;

/// How many of the sets are connected.
const CONNECTED: u64 = (SETS / GROWN) as u64;

/// Measures the test.
///
/// # Errors
/// If its answers are wrong, or differ from those of a plain flood fill.
pub(super) fn run(time: Duration) -> Result<Timing, CliError> {
    let board = Board::parse("hexhex-6", 0).map_err(|error| CliError::Input(error.to_string()))?;
    let sets = sets(&board)?;
    let plain = sets.iter().filter(|set| plainly_connected(&board, set)).count() as u64;
    if plain != CONNECTED {
        return Err(CliError::Refused(format!(
            "a flood fill finds {plain} connected sets; expected {CONNECTED}"
        )));
    }
    with_topology(&board, Work { board: &board, sets: &sets, time })
}

/// The pieces of the seat that moved last, in positions of random games.
fn sets(board: &Board) -> Result<Vec<Vec<Cell>>, CliError> {
    let playable = selforge_games::open(&HEXHEX_6.spec(), &NoFiles)?;
    let game = &playable.game;
    let mut stream = Stream::new(2, "bench", 0);
    let mut sets: Vec<Vec<Cell>> = Vec::new();
    let mut state = game.start();
    let mut plies = 0;
    while sets.len() < SETS {
        let choose = |count: u32| if count > 1 { stream.below(count - 1) } else { 0 };
        let Some(mv) = game.choose_move(&state, choose) else {
            state = game.start();
            continue;
        };
        let mover = game.status(&state).to_move().map_or(0, Seat::index);
        game.play(&mut state, mv);
        plies += 1;
        if plies % EVERY == 0 {
            let cells = playable.diagram(&state).cells.into_iter().zip(board.cells());
            let own = cells.filter(|(drawn, _)| {
                drawn.piece.is_some_and(|piece| usize::from(piece.set) == mover)
            });
            let own: Vec<Cell> = own.map(|(_, &cell)| cell).collect();
            let grown = sets.len() % GROWN == GROWN - 1;
            sets.push(if grown { grow(board, own.len(), &mut stream) } else { own });
        }
    }
    Ok(sets)
}

/// A random connected set of so many cells.
fn grow(board: &Board, size: usize, stream: &mut Stream) -> Vec<Cell> {
    let mut cells = vec![board.centre_cell()];
    while cells.len() < size {
        let next = stream.pick(&cells).and_then(|&cell| stream.pick(board.neighbours(cell)));
        cells.extend(next.filter(|next| !cells.contains(next)).copied());
    }
    cells
}

/// Whether the cells form one group, as anybody would find out.
fn plainly_connected(board: &Board, cells: &[Cell]) -> bool {
    let mut reached: Vec<Cell> = cells.iter().take(1).copied().collect();
    let mut at = 0;
    while let Some(&cell) = reached.get(at) {
        for next in board.neighbours(cell) {
            if cells.contains(next) && !reached.contains(next) {
                reached.push(*next);
            }
        }
        at += 1;
    }
    reached.len() == cells.len()
}

struct Work<'a> {
    board: &'a Board,
    sets: &'a [Vec<Cell>],
    time: Duration,
}

impl TopologyVisitor for Work<'_> {
    type Output = Result<Timing, CliError>;

    fn visit<S: CellSet, T: Topology<S>>(self) -> Self::Output {
        let topology = T::of(self.board);
        let sets: Vec<S> = self.sets.iter().map(|set| S::of(set.iter().copied())).collect();
        let once = || {
            let connected = |set: &&S| topology.connected(std::hint::black_box(**set));
            sets.iter().filter(connected).count() as u64
        };
        measure(ROUNDS * SETS as u64, ROUNDS * CONNECTED, self.time, || {
            (0..ROUNDS).map(|_| once()).sum()
        })
    }
}
