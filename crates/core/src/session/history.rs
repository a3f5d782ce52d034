//! What the rules about a game's history need to remember.

use std::collections::HashMap;

use super::Ending;
use crate::game::{Game, HistoryRules};

/// The counters behind [`HistoryRules`]. Only those that a rule asks for are kept.
///
/// A [`Session`](super::Session) has one; whoever plays many games on bare positions keeps one beside
/// them, and none where the game has no such rules.
#[derive(Clone, Debug)]
pub struct History {
    rules: HistoryRules,
    plies: u32,
    /// How often each position occurred, by its repetition key; the start counts.
    seen: HashMap<u64, u32>,
    /// The lowest value so far of each progress mark.
    lowest: Vec<u32>,
    idle_plies: u32,
}

impl History {
    /// A history in which only the start position occurred.
    #[must_use]
    pub fn new<G: Game>(game: &G, start: &G::State) -> History {
        let rules = game.history_rules();
        let (seen, lowest) = (HashMap::new(), Vec::new());
        let mut history = History { rules, plies: 0, seen, lowest, idle_plies: 0 };
        history.count_position(game, start);
        history.note_progress(game, start);
        history
    }

    /// How many moves were played.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// How many moves were played since the last progress; 0 in games without a rule about it.
    #[must_use]
    pub fn idle_plies(&self) -> u32 {
        self.idle_plies
    }

    /// Takes up the position after a move. Returns why the game is drawn now, if it is; where
    /// several rules say so, the one that is no adjudication comes first.
    pub fn add<G: Game>(&mut self, game: &G, state: &G::State) -> Option<Ending> {
        self.plies += 1;
        let times = self.count_position(game, state);
        self.idle_plies = if self.note_progress(game, state) { 0 } else { self.idle_plies + 1 };
        let HistoryRules { repetition, plies, no_progress } = self.rules;
        let reached = |limit: Option<u32>, count| limit.filter(|limit| count >= *limit);
        None.or(reached(repetition, times).map(Ending::Repetition))
            .or(reached(plies, self.plies).map(Ending::PlyLimit))
            .or(reached(no_progress, self.idle_plies).map(Ending::NoProgress))
    }

    /// How often the position has occurred now, this time included.
    fn count_position<G: Game>(&mut self, game: &G, state: &G::State) -> u32 {
        if self.rules.repetition.is_none() {
            return 0;
        }
        let times = self.seen.entry(game.repetition_key(state)).or_insert(0);
        *times += 1;
        *times
    }

    /// Whether any progress mark is lower than ever before.
    fn note_progress<G: Game>(&mut self, game: &G, state: &G::State) -> bool {
        if self.rules.no_progress.is_none() {
            return false;
        }
        let mut marks = Vec::new();
        game.progress(state, &mut marks);
        let mut progress = false;
        for (index, mark) in marks.into_iter().enumerate() {
            match self.lowest.get_mut(index) {
                Some(lowest) if mark < *lowest => (*lowest, progress) = (mark, true),
                Some(_) => {}
                None => {
                    self.lowest.push(mark);
                    progress = true;
                }
            }
        }
        progress
    }
}
