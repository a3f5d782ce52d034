//! What a player is: given a position and a budget, it chooses a move.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use selforge_core::Game;

use selforge_catalogue::Score;

/// What a player may spend on one move; it stops at whichever limit comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Plies looked ahead.
    pub depth: Option<u32>,
}

/// A signal from outside that a player obeys within a few milliseconds. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicU8>);

const SOON: u8 = 1;
const NOW: u8 = 2;

impl Stop {
    /// Asks for the best move found so far, once what is being looked at is done.
    pub fn soon(&self) {
        self.0.fetch_max(SOON, Ordering::Relaxed);
    }

    /// Asks for any move at once.
    pub fn now(&self) {
        self.0.fetch_max(NOW, Ordering::Relaxed);
    }

    /// Whether either was asked.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }
}

/// Raises a signal when it goes: threads that help end also where a panic ends the one they help.
#[must_use]
pub(crate) struct StopOnDrop<'a>(pub(crate) &'a Stop);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.now();
    }
}

/// What a player knows so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// Plies looked ahead completely; 0 if nothing was looked at, and then the score says nothing.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// The value for the seat to move.
    pub score: Score,
    /// The expected line of play, beginning with the chosen move.
    pub line: Vec<M>,
}

impl<M> Report<M> {
    /// The value for the seat to move, if the player has looked for one.
    #[must_use]
    pub fn opinion(&self) -> Option<Score> {
        (self.depth > 0).then_some(self.score)
    }
}

/// One question to a player.
pub struct Question<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position, which must not be over.
    pub state: &'a G::State,
    /// The repetition keys of the positions before this one, oldest first.
    pub history: &'a [u64],
    /// What may be spent.
    pub budget: Budget,
    /// May be raised at any time.
    pub stop: &'a Stop,
    /// Decides all random choices.
    pub seed: u64,
    /// Called whenever a deeper look is complete.
    pub progress: &'a mut dyn FnMut(&Report<G::Move>),
}

/// A player. It may remember things from move to move of one game.
pub trait Agent<G: Game>: Send {
    /// Chooses a legal move; the answer's line is never empty.
    fn choose(&mut self, question: &mut Question<'_, G>) -> Report<G::Move>;

    /// Forgets the last game and gives back the memory that it took.
    fn new_game(&mut self) {}

    /// About how many bytes it keeps from move to move.
    fn memory(&self) -> usize {
        0
    }
}
