//! What a network sees of a position, and which cells a move is about.
//!
//! Everything is seen by the seat to move: its own pieces and the others', never first and second. A
//! feature of a cell is a byte that counts [sixteenths](UNIT), so that a position takes little room in
//! a training set and training sees exactly what play sees.

mod gathering;
mod pieces;

use selforge_core::{Game, Seat};

use crate::graph::Graph;

pub use gathering::GatheringLens;
pub use pieces::PiecesLens;

/// The byte that means 1.
pub const UNIT: u8 = 16;

/// The plane of the own pieces; value heads pool over them apart.
pub const OWN: usize = 0;
/// The plane of the opponent's pieces.
pub const FOREIGN: usize = 1;

/// What a position looks like to a network.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct View {
    /// The features of each cell, cell by cell.
    pub planes: Vec<u8>,
    /// What is not about any cell.
    pub globals: Vec<u8>,
}

/// What a move is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Aim {
    /// A piece goes from a cell to a cell.
    Step {
        /// The cell that it leaves.
        from: u16,
        /// The cell that it enters.
        to: u16,
    },
    /// A piece is placed.
    Place {
        /// The cell that it enters.
        to: u16,
    },
    /// Nothing is moved: a pass.
    Pass,
    /// Sides are exchanged.
    Swap,
}

/// Sees positions of a game as networks do.
pub trait Lens<G: Game>: Send + Sync {
    /// What networks for this lens are made for: a name that changes whenever the features do.
    fn features(&self) -> String;

    /// How many features a cell has.
    fn inputs(&self) -> usize;

    /// How many features a position has besides.
    fn globals(&self) -> usize;

    /// The board as a seat sees it.
    fn graph(&self, seat: Seat) -> &Graph;

    /// Sees a position in which `seat` is to move.
    fn look(&self, game: &G, state: &G::State, seat: Seat, view: &mut View) {
        self.look_without(game, state, seat, None, view);
    }

    /// Sees a position as if one cell of its picture were empty: what a network says then, and not
    /// otherwise, it says because of the piece there.
    fn look_without(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        emptied: Option<usize>,
        view: &mut View,
    );

    /// Says what each of a position's moves is about, appended in their order.
    fn aims(&self, game: &G, state: &G::State, moves: &[G::Move], into: &mut Vec<Aim>);
}
