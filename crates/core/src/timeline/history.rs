//! What the rules about a game's history need to remember.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::Ending;
use crate::game::{Game, HistoryRules};

/// The counters behind [`HistoryRules`]. Only those that a rule asks for are kept.
///
/// A [`Timeline`](super::Timeline) has one; whoever plays many games on bare positions keeps one
/// beside them, and none where the game has no such rules.
///
/// Every counter can go back by one move: what a move changed is noted, not copied, so that neither
/// adding nor undoing costs more the longer the game is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History {
    rules: HistoryRules,
    /// How often each position occurred, by its repetition key; the start counts.
    seen: HashMap<u64, u32>,
    /// The lowest value so far of each progress mark.
    lowest: Vec<u32>,
    idle_plies: u32,
    /// What each move changed, for undoing it.
    changes: Vec<Change>,
    /// What lowest marks were before they fell, for undoing that.
    fallen: Vec<(usize, u32)>,
}

/// What a move changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Change {
    /// The position that was counted.
    key: Option<u64>,
    idle_before: u32,
    /// How many marks had fallen before.
    fallen_before: usize,
}

/// What a position means to a history that has not taken it up yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Glance {
    /// Why the game is drawn by it, if it is.
    pub(super) ending: Option<Ending>,
    /// The moves since the last progress, this one included.
    pub(super) idle_plies: u32,
    key: Option<u64>,
    marks: Vec<u32>,
}

impl History {
    /// A history in which only the start position occurred.
    #[must_use]
    pub fn new<G: Game>(game: &G, start: &G::State) -> History {
        let rules = game.history_rules();
        let key = rules.repetition.map(|_| game.repetition_key(start));
        let mut lowest = Vec::new();
        if rules.no_progress.is_some() {
            game.progress(start, &mut lowest);
        }
        History {
            rules,
            seen: key.into_iter().map(|key| (key, 1)).collect(),
            lowest,
            idle_plies: 0,
            changes: Vec::new(),
            fallen: Vec::new(),
        }
    }

    /// Takes up the position after a move. Returns why the game is drawn now, if it is; where
    /// several rules say so, the one that is no adjudication comes first.
    pub fn add<G: Game>(&mut self, game: &G, state: &G::State) -> Option<Ending> {
        let mut glance = self.glance(game, state, || game.repetition_key(state));
        let ending = glance.ending.take();
        self.take_up(glance);
        ending
    }

    /// What the position after another move would mean. The key is asked for only where it counts.
    pub(super) fn glance<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        key: impl FnOnce() -> u64,
    ) -> Glance {
        let HistoryRules { repetition, plies, no_progress } = self.rules;
        let key = repetition.map(|_| key());
        let times = key.map_or(0, |key| 1 + self.seen.get(&key).copied().unwrap_or(0));
        let mut marks = Vec::new();
        let mut idle_plies = 0;
        if no_progress.is_some() {
            game.progress(state, &mut marks);
            let progress = marks.iter().zip(&self.lowest).any(|(mark, lowest)| mark < lowest);
            idle_plies = if progress { 0 } else { self.idle_plies + 1 };
        }
        let reached = |limit: Option<u32>, count| limit.filter(|limit| count >= *limit);
        let played = u32::try_from(self.changes.len() + 1).unwrap_or(u32::MAX);
        let ending = None
            .or(reached(repetition, times).map(Ending::Repetition))
            .or(reached(plies, played).map(Ending::PlyLimit))
            .or(reached(no_progress, idle_plies).map(Ending::NoProgress));
        Glance { ending, idle_plies, key, marks }
    }

    /// Takes up the position that was looked at last.
    pub(super) fn take_up(&mut self, glance: Glance) {
        let Glance { idle_plies, key, marks, .. } = glance;
        let (idle_before, fallen_before) = (self.idle_plies, self.fallen.len());
        self.changes.push(Change { key, idle_before, fallen_before });
        self.idle_plies = idle_plies;
        if let Some(key) = key {
            *self.seen.entry(key).or_insert(0) += 1;
        }
        for (index, (lowest, mark)) in self.lowest.iter_mut().zip(marks).enumerate() {
            if mark < *lowest {
                self.fallen.push((index, *lowest));
                *lowest = mark;
            }
        }
    }

    /// Forgets the last move.
    pub(super) fn undo(&mut self) {
        let Some(Change { key, idle_before, fallen_before }) = self.changes.pop() else { return };
        self.idle_plies = idle_before;
        for (index, before) in self.fallen.drain(fallen_before..) {
            self.lowest[index] = before;
        }
        if let Some(Entry::Occupied(mut times)) = key.map(|key| self.seen.entry(key)) {
            *times.get_mut() -= 1;
            if *times.get() == 0 {
                times.remove();
            }
        }
    }
}
