//! What a listed game adds to the bare rules.

use std::sync::Arc;

use selforge_board::{Diagram, Piece};
use selforge_core::{Game, Seat};

use crate::effect::MoveEffect;
use crate::evaluator::Evaluator;
use crate::visitor::GameVisitor;

/// A game that can show and explain itself, and knows how good its positions look.
pub trait Described: Game {
    /// Who judges positions of the game for searches; [`Blank`](crate::Blank) if nobody can.
    type Scores: Evaluator<Self> + 'static
    where
        Self: Sized;

    /// The judge of positions.
    fn scores(&self) -> Self::Scores
    where
        Self: Sized;

    /// A picture of a position.
    fn diagram(&self, state: &Self::State) -> Diagram;

    /// What a legal move does to the board. `diagram` is the picture of the position; cells are
    /// numbered as there.
    fn effect(&self, state: &Self::State, mv: Self::Move, diagram: &Diagram) -> MoveEffect;

    /// The set of pieces that a seat plays: its own, unless seats have exchanged theirs.
    fn set_of(&self, state: &Self::State, seat: Seat) -> u8 {
        let _ = state;
        seat.index() as u8
    }

    /// Replaces the content of `cells` by what stands on each cell, the cells numbered in the same
    /// way in every position of a game on a finite board. What measures games asks this after every
    /// move, so games that can answer without drawing a diagram do.
    fn census(&self, state: &Self::State, cells: &mut Vec<Option<Piece>>) {
        cells.clear();
        cells.extend(self.diagram(state).cells.iter().map(|cell| cell.piece));
    }

    /// How many cells some piece could ever stand on: all of them, unless a game knows better.
    fn usable_cells(&self) -> usize {
        self.diagram(&self.start()).cells.len()
    }

    /// Whether the board has an end, so that cells can be counted.
    fn is_bounded(&self) -> bool {
        true
    }

    /// Whether sets of pieces can be blocked in this game; its pictures mark those that are.
    fn knows_blockades(&self) -> bool {
        false
    }

    /// Whether a finished game was cut off by a limit rather than played out. Limits that are part of
    /// the [history rules](Game::history_rules) are not asked here.
    fn is_cut_off(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// The rules of this very game in plain English.
    fn rules_text(&self) -> String;

    /// Runs a visitor for this game, by the method for what the game can do beyond the usual.
    fn accept<V: GameVisitor>(self: Arc<Self>, visitor: V) -> V::Output
    where
        Self: Sized,
    {
        visitor.visit(self)
    }
}
