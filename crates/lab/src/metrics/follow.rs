//! Two ways to follow the pieces of a game from move to move.
//!
//! A game of armies says what each move does, which costs a few nanoseconds. Of any other game a list of
//! what stands on each cell is taken after every move and compared with the one before.

use selforge_board::Piece;
use selforge_core::Game;
use selforge_games::Described;
use selforge_games::army::{Army, Effect, Place};

use super::ledger::{Ledger, Movement};

/// Follows pieces.
pub(super) trait Follow<G: Game> {
    /// Takes up the start of a game.
    fn begin(&mut self, game: &G, start: &G::State);

    /// Takes up a move of a turn, counted from 1.
    fn note(&mut self, game: &G, before: &G::State, mv: G::Move, after: &G::State, turn: u32);

    /// What happened in a game of so many turns.
    fn close(&self, turns: u32) -> Movement;
}

/// Asks a game of armies what its moves do.
#[derive(Clone, Debug)]
pub(super) struct ByMoves(Ledger);

impl ByMoves {
    pub(super) fn new() -> ByMoves {
        ByMoves(Ledger::new(Place::SIDE * Place::SIDE))
    }
}

impl<G: Army> Follow<G> for ByMoves {
    fn begin(&mut self, game: &G, start: &G::State) {
        self.0.clear();
        game.visit_soldiers(start, &mut |soldier| self.0.place(soldier.place.index(), 0));
    }

    #[inline]
    fn note(&mut self, game: &G, before: &G::State, mv: G::Move, _: &G::State, turn: u32) {
        game.visit_effects(before, mv, &mut |effect| match effect {
            Effect::Moved([from, to]) => self.0.shift(from.index(), to.index()),
            Effect::Taken(place) => self.0.take(place.index(), turn),
        });
    }

    fn close(&self, turns: u32) -> Movement {
        self.0.close(turns)
    }
}

/// Follows nothing, where only the winner is asked for.
pub(super) struct Unfollowed;

impl<G: Game> Follow<G> for Unfollowed {
    fn begin(&mut self, _: &G, _: &G::State) {}

    fn note(&mut self, _: &G, _: &G::State, _: G::Move, _: &G::State, _: u32) {}

    fn close(&self, _: u32) -> Movement {
        Movement { dynamism: 0.0, arrivals: 0, entered: 0, entropy: 0.0 }
    }
}

/// Looks at the board of any game.
#[derive(Clone, Debug, Default)]
pub(super) struct ByCensus {
    ledger: Option<Ledger>,
    before: Vec<Option<Piece>>,
    after: Vec<Option<Piece>>,
    /// The cells that something left, with what it was.
    left: Vec<(usize, Piece)>,
    /// The cells that something came to, with the one that it left, if it did.
    come: Vec<(Option<usize>, usize)>,
}

impl<G: Described> Follow<G> for ByCensus {
    fn begin(&mut self, game: &G, start: &G::State) {
        game.census(start, &mut self.before);
        let ledger = self.ledger.get_or_insert_with(|| Ledger::new(self.before.len()));
        ledger.clear();
        for (cell, _) in self.before.iter().enumerate().filter(|(_, piece)| piece.is_some()) {
            ledger.place(cell, 0);
        }
    }

    fn note(&mut self, game: &G, _: &G::State, _: G::Move, after: &G::State, turn: u32) {
        let Some(ledger) = &mut self.ledger else { return };
        game.census(after, &mut self.after);
        let same = |a: Piece, b: Piece| a.set == b.set;
        self.left.clear();
        let pairs = || self.before.iter().zip(&self.after).enumerate();
        for (cell, pair) in pairs() {
            match pair {
                (Some(old), Some(new)) if same(*old, *new) => {}
                (Some(old), _) => self.left.push((cell, *old)),
                (None, _) => {}
            }
        }
        // What comes to a cell is what left another, if there is such; whatever stood there is taken
        // before, so that nobody moves onto a piece that is still there.
        let is_new = |(old, new): (&Option<Piece>, &Option<Piece>)| match (old, new) {
            (Some(old), Some(new)) => !same(*old, *new),
            (None, Some(_)) => true,
            (_, None) => false,
        };
        let come = pairs().filter(|(_, pair)| is_new(*pair)).map(|(cell, (_, new))| (cell, *new));
        self.come.clear();
        for (cell, new) in come {
            let from = new.and_then(|new| self.left.iter().position(|(_, old)| same(*old, new)));
            self.come.push((from.map(|at| self.left.swap_remove(at).0), cell));
        }
        for (cell, _) in &self.left {
            ledger.take(*cell, turn);
        }
        for &(from, cell) in &self.come {
            match from {
                Some(from) => ledger.shift(from, cell),
                None => ledger.place(cell, turn),
            }
        }
        std::mem::swap(&mut self.before, &mut self.after);
    }

    fn close(&self, turns: u32) -> Movement {
        match &self.ledger {
            Some(ledger) => ledger.close(turns),
            None => Ledger::new(0).close(turns),
        }
    }
}
