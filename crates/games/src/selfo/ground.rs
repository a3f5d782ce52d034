//! What the rules of Selfo need to know of the place where the pieces stand.
//!
//! The rules proper (whose turn, swaps, passes, what ends the game) are the same on a board of bits
//! and on the unbounded plane. They ask a [`Ground`] the rest: where pieces can move, whether a set is
//! connected, whether it is blocked.

use std::fmt::{self, Debug, Write};
use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::Arc;

use selforge_board::{Diagram, Piece};
use selforge_catalogue::GameVisitor;
use selforge_core::NotationError;

use super::game::Selfo;
use super::moves::Step;
use super::rules::Length;

/// The number of a set of pieces, from 0; its letter in position text is `A` + number.
pub type SetId = u8;

/// How far a seat's pieces move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lengths {
    /// Plain pieces.
    pub plain: Length,
    /// Special pieces.
    pub special: Length,
}

/// The place where the pieces stand, and the geometry of that place.
pub trait Ground: Debug + Send + Sync + 'static {
    /// Where all pieces of all sets stand.
    type Pieces: Clone + Eq + Hash + Debug + Send + Sync + 'static;

    /// What it is, in a sentence or two.
    fn describe(&self) -> String;

    /// How many cells it has, if that is finite.
    fn count_cells(&self) -> Option<usize>;

    /// How many sets there are.
    fn sets(&self) -> u8;

    /// How many pieces a set has.
    fn count_pieces(&self, pieces: &Self::Pieces, set: SetId) -> u32;

    /// Shows every step that a piece of `set` can make.
    fn visit_steps(
        &self,
        pieces: &Self::Pieces,
        set: SetId,
        lengths: Lengths,
        visit: &mut impl FnMut(Step) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// How many steps [`visit_steps`](Ground::visit_steps) shows.
    fn count_steps(&self, pieces: &Self::Pieces, set: SetId, lengths: Lengths) -> u32 {
        let mut count = 0;
        let _ = self.visit_steps(pieces, set, lengths, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// Asks `choose` for a number, given how many steps there are, and returns the step with that
    /// number in visiting order; if the number is past the last step, what is left of it.
    fn choose_step(
        &self,
        pieces: &Self::Pieces,
        set: SetId,
        lengths: Lengths,
        choose: impl FnOnce(u32) -> u32,
    ) -> Result<Step, u32> {
        let number = choose(self.count_steps(pieces, set, lengths));
        self.nth_step(pieces, set, lengths, number)
    }

    /// The step with this number in visiting order; what is left of the number if it is past the
    /// last step.
    fn nth_step(
        &self,
        pieces: &Self::Pieces,
        set: SetId,
        lengths: Lengths,
        number: u32,
    ) -> Result<Step, u32> {
        let mut left = number;
        let mut chosen = None;
        let _ = self.visit_steps(pieces, set, lengths, &mut |step| {
            if left == 0 {
                chosen = Some(step);
                return ControlFlow::Break(());
            }
            left -= 1;
            ControlFlow::Continue(())
        });
        chosen.ok_or(left)
    }

    /// Moves a piece of `set`. The step must be one that [`visit_steps`](Ground::visit_steps) showed.
    fn step(&self, pieces: &mut Self::Pieces, set: SetId, step: Step);

    /// How many of a set's pieces are special.
    fn count_special(&self, pieces: &Self::Pieces, set: SetId) -> u32;

    /// Whether the set forms one group.
    fn connected(&self, pieces: &Self::Pieces, set: SetId) -> bool;

    /// Whether the set's pieces do not all lie in one part of the cells that are empty or its own.
    fn blocked(&self, pieces: &Self::Pieces, set: SetId) -> bool;

    /// Whether the set is blocked, given that another set just made `step` and it was not blocked
    /// before. A set's own steps never change whether it is blocked.
    fn blocked_by(&self, pieces: &Self::Pieces, set: SetId, step: Step) -> bool {
        let _ = step;
        self.blocked(pieces, set)
    }

    /// How many groups the set forms.
    fn count_groups(&self, pieces: &Self::Pieces, set: SetId) -> u32;

    /// How many steps the pieces of a set are away from its largest group, in all, if nothing were in the way. 0 on
    /// finite boards, of which players know more.
    fn straggling(&self, pieces: &Self::Pieces, set: SetId) -> u32 {
        let _ = (pieces, set);
        0
    }

    /// A number that is equal for equal pieces and differs, but for bad luck, for others.
    fn key(&self, pieces: &Self::Pieces) -> u64;

    /// Writes a step as `from-to`.
    ///
    /// # Errors
    /// Only those of `out`.
    fn write_step(
        &self,
        pieces: &Self::Pieces,
        set: SetId,
        step: Step,
        out: &mut dyn Write,
    ) -> fmt::Result;

    /// Writes where the pieces stand, without spaces.
    ///
    /// # Errors
    /// Only those of `out`.
    fn write_pieces(&self, pieces: &Self::Pieces, out: &mut dyn Write) -> fmt::Result;

    /// Reads what [`write_pieces`](Ground::write_pieces) writes.
    ///
    /// # Errors
    /// With place and reason, if the text does not fit the ground.
    fn parse_pieces(&self, text: &str) -> Result<Self::Pieces, NotationError>;

    /// The numbers that the cells at both ends of a step have in the picture of the position; `None`
    /// if the picture does not reach so far.
    fn ends(
        &self,
        pieces: &Self::Pieces,
        set: SetId,
        step: Step,
        diagram: &Diagram,
    ) -> Option<[usize; 2]>;

    /// Runs a visitor for a game on this ground, by the method for what is known of such games.
    fn accept<V: GameVisitor>(game: Arc<Selfo<Self>>, visitor: V) -> V::Output
    where
        Self: Sized,
    {
        visitor.visit(game)
    }

    /// Every step of up to so many cells, with the numbers that the cells at both ends have in
    /// pictures; `None` if the ground has no end.
    fn numbered_steps(&self, longest: Length) -> Option<Vec<(Step, [u16; 2])>> {
        let _ = longest;
        None
    }

    /// The ways to lay the ground onto itself, besides leaving it, in the numbers of pictures.
    fn symmetries(&self) -> Vec<Vec<u16>> {
        Vec::new()
    }

    /// What stands on each cell, in the order of pictures, if the ground has an end. Whether sets are
    /// blocked is not told.
    fn census(&self, pieces: &Self::Pieces, cells: &mut Vec<Option<Piece>>) -> bool {
        let _ = (pieces, cells);
        false
    }

    /// A picture of the pieces; `blocked` says for each set whether it is blocked.
    fn diagram(&self, pieces: &Self::Pieces, blocked: impl Fn(SetId) -> bool) -> Diagram;
}
