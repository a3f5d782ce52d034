//! One game being played, as light as can be.
//!
//! A [`Timeline`](selforge_core::Timeline) keeps every position of a game. Whoever steps thousands of
//! games at once, or copies positions in a search, wants the position now, the counters behind the rules
//! about history, and the result.

use selforge_core::{Ending, Game, History, HistoryRules, Outcome, Seat, Status};

/// A game being played.
#[derive(Debug)]
pub(crate) struct Lane<G: Game> {
    pub(crate) state: G::State,
    /// Only where some rule asks for it.
    history: Option<History>,
    /// The repetition keys of the positions before this one, where somebody wants them.
    pub(crate) keys: Option<Vec<u64>>,
    pub(crate) plies: u32,
    /// How and why the game ended, once it has.
    pub(crate) result: Option<(Outcome, Ending)>,
}

// Not derived: that would ask for rules that can be cloned.
impl<G: Game> Clone for Lane<G> {
    fn clone(&self) -> Lane<G> {
        Lane {
            state: self.state.clone(),
            history: self.history.clone(),
            keys: self.keys.clone(),
            plies: self.plies,
            result: self.result.clone(),
        }
    }
}

/// Whether anybody needs to know the positions before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keys {
    /// A player will ask.
    Kept,
    /// Only the rules do.
    Dropped,
}

impl<G: Game> Lane<G> {
    /// A game from any position of it.
    pub(crate) fn new(game: &G, start: G::State, keys: Keys) -> Lane<G> {
        let rules = game.history_rules();
        let history = (rules != HistoryRules::default()).then(|| History::new(game, &start));
        let keys = (keys == Keys::Kept && rules.repetition.is_some()).then(Vec::new);
        let over = game.status(&start).outcome();
        let result = over.map(|outcome| (outcome, Ending::Rule(game.ending(&start).to_owned())));
        Lane { state: start, history, keys, plies: 0, result }
    }

    /// Whose turn it is, or how the game ended.
    #[inline]
    pub(crate) fn status(&self, game: &G) -> Status {
        match &self.result {
            Some((outcome, _)) => Status::Over(*outcome),
            None => game.status(&self.state),
        }
    }

    /// The seat to move, unless the game is over.
    #[inline]
    pub(crate) fn to_move(&self, game: &G) -> Option<Seat> {
        self.status(game).to_move()
    }

    /// Plays a legal move of a game that is not over.
    #[inline]
    pub(crate) fn play(&mut self, game: &G, mv: G::Move) {
        if let Some(keys) = &mut self.keys {
            keys.push(game.repetition_key(&self.state));
        }
        game.play(&mut self.state, mv);
        self.plies += 1;
        let ending = self.history.as_mut().and_then(|history| history.add(game, &self.state));
        match (game.status(&self.state), ending) {
            (Status::Over(outcome), _) => {
                let word = Ending::Rule(game.ending(&self.state).to_owned());
                self.result = Some((outcome, word));
            }
            (Status::ToMove(_), Some(ending)) => {
                let repeated = matches!(ending, Ending::Repetition(_));
                let told = game.repetition_outcome(&self.state).filter(|_| repeated);
                let shared = || Outcome::shared(game.active(&self.state), game.seats());
                self.result = Some((told.unwrap_or_else(shared), ending));
            }
            (Status::ToMove(_), None) => {}
        }
    }
}

/// What an outcome is worth to a seat: 1 for a win, -1 for a loss, 0 for a shared first place.
pub(crate) fn reward(outcome: &Outcome, seat: Seat) -> f32 {
    match outcome.winner() {
        Some(winner) if winner == seat => 1.0,
        None if outcome.rank(seat) == 1 => 0.0,
        _ => -1.0,
    }
}
