//! Code that is compiled for each type of game.

use std::sync::Arc;

use crate::army::Army;
use crate::described::Described;
use crate::gathering::Gathering;

/// Code that runs for a game of whatever type. Games with a capability come by its method, which by
/// default does what is done for any game.
pub trait GameVisitor {
    /// What it gives.
    type Output;

    /// Runs for `game`.
    fn visit<G: Described>(self, game: Arc<G>) -> Self::Output;

    /// Runs for a game of two armies.
    fn visit_army<G: Described + Army>(self, game: Arc<G>) -> Self::Output
    where
        Self: Sized,
    {
        self.visit(game)
    }

    /// Runs for a game of sets that gather on a graph of cells.
    fn visit_gathering<G: Gathering>(self, game: Arc<G>) -> Self::Output
    where
        Self: Sized,
    {
        self.visit(game)
    }
}
