//! Playing all games of a plan, on several threads or machines, in any order, with one result.
//!
//! Workers take the next game that is missing, play it and hand it in. One place takes what they
//! hand in: it stores the game, tells of progress and asks whether to go on. The question is always
//! about the longest run of a table's games *without a gap* from the first on, so the answer does not
//! depend on who was faster. Games beyond the one that decides a test may have been played; they are kept
//! in the folder and not counted.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use selforge_agents::Stop;
use selforge_core::Record;

use super::plan::Plan;
use super::play::Finished;
use super::played::Played;
use crate::LabError;
use crate::stats::{Decision, Sprt};
use crate::store::Folder;
use crate::work::{Workers, hand_out};

/// What does not change the results of a run.
pub struct Conditions<'a> {
    /// Who plays them.
    pub workers: Workers<'a>,
    /// Where to keep them; games that it has already are not played again.
    pub folder: Option<&'a mut Folder>,
    /// May be raised at any time: the run then ends without the games being played.
    pub stop: &'a Stop,
}

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Games that are done, those of earlier sittings among them.
    pub done: usize,
    /// Games of the plan.
    pub total: usize,
}

/// What was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// The games that count, in order; those of each table from the first on without a gap.
    pub games: Vec<Played>,
    /// Whether all that was asked for was played; false when interrupted.
    pub complete: bool,
}

/// Plays what is missing of a plan.
///
/// # Errors
/// If a start cannot be opened, a player does not fit it, or the folder cannot be written.
pub fn run(
    plan: &Plan,
    conditions: Conditions<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Run, LabError> {
    run_and_keep(plan, conditions, progress, &mut |_, _| {})
}

/// As [`run()`], and hands over the record of every game that is played now, in the order in which they
/// end.
///
/// # Errors
/// As [`run()`].
pub fn run_and_keep(
    plan: &Plan,
    conditions: Conditions<'_>,
    progress: &mut dyn FnMut(Progress),
    keep: &mut dyn FnMut(usize, &Record),
) -> Result<Run, LabError> {
    let Conditions { workers, mut folder, stop } = conditions;
    let known: BTreeMap<usize, Played> = match &folder {
        Some(folder) => folder.games().iter().map(|game| (game.index, game.clone())).collect(),
        None => BTreeMap::new(),
    };
    let missing: Vec<usize> =
        (0..plan.games()).filter(|index| !known.contains_key(index)).collect();
    let mut intake = Intake::new(plan, known);
    progress(intake.progress());
    if intake.is_done() || missing.is_empty() {
        return Ok(intake.finish());
    }
    let mut failure = None;
    // Tables whose question is answered need no more games.
    let answered: Vec<AtomicBool> = plan.tables().iter().map(|_| AtomicBool::new(false)).collect();
    intake.tell(&answered);
    let skip = |number: usize| answered[plan.table(missing[number])].load(Ordering::Relaxed);
    let take = |_, finished: Result<Finished, LabError>| {
        let stored = finished.and_then(|finished| {
            if let Some(folder) = folder.as_deref_mut() {
                folder.add(&finished.played, &finished.record)?;
            }
            keep(finished.played.index, &finished.record);
            Ok(finished.played)
        });
        match stored {
            Ok(played) => intake.add(played),
            Err(error) => failure = Some(error),
        }
        intake.tell(&answered);
        progress(intake.progress());
        match failure.is_some() || intake.is_done() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    hand_out(plan, &missing, workers, stop, skip, take)?;
    failure.map_or(Ok(intake.finish()), Err)
}

/// Takes finished games in any order and looks at them in theirs.
struct Intake<'p> {
    plan: &'p Plan,
    games: BTreeMap<usize, Played>,
    tables: Vec<TableProgress>,
}

/// The games of a table, as far as they are there without a gap.
#[derive(Clone, Copy, Debug, Default)]
struct TableProgress {
    in_order: usize,
    pairs: [u64; 5],
    /// Whether its question is answered.
    answered: bool,
}

impl<'p> Intake<'p> {
    fn new(plan: &'p Plan, known: BTreeMap<usize, Played>) -> Intake<'p> {
        let tables = vec![TableProgress::default(); plan.tables().len()];
        let mut intake = Intake { plan, games: known, tables };
        (0..intake.tables.len()).for_each(|table| intake.look(table));
        intake
    }

    fn add(&mut self, game: Played) {
        let table = self.plan.table(game.index);
        self.games.insert(game.index, game);
        self.look(table);
    }

    /// The number of a table's game in the run.
    fn index(&self, table: usize, number: usize) -> usize {
        let seats = self.plan.seats();
        (number / seats * self.tables.len() + table) * seats + number % seats
    }

    /// Looks at the games of a table that have become part of its run without a gap.
    fn look(&mut self, number: usize) {
        let games_a_table = self.plan.settings().games;
        while !self.tables[number].answered && self.tables[number].in_order < games_a_table {
            let next = self.tables[number].in_order;
            if !self.games.contains_key(&self.index(number, next)) {
                return;
            }
            self.tables[number].in_order += 1;
            if let Some(sprt) = self.plan.settings().sprt {
                self.ask(number, &sprt);
            }
        }
    }

    /// Asks the test after each pair of games.
    fn ask(&mut self, number: usize, sprt: &Sprt) {
        let played = self.tables[number].in_order;
        if !played.is_multiple_of(2) {
            return;
        }
        let pair = [played - 2, played - 1].map(|at| &self.games[&self.index(number, at)]);
        let result = pair_result(pair, self.plan.tables()[number][0]);
        let table = &mut self.tables[number];
        table.pairs[result] += 1;
        table.answered = sprt.judge(&table.pairs).decision != Decision::Open;
    }

    fn tell(&self, answered: &[AtomicBool]) {
        for (table, told) in self.tables.iter().zip(answered) {
            told.store(table.answered, Ordering::Relaxed);
        }
    }

    fn is_done(&self) -> bool {
        let all = self.plan.settings().games;
        self.tables.iter().all(|table| table.answered || table.in_order == all)
    }

    fn progress(&self) -> Progress {
        let all = self.plan.settings().games;
        let skipped = |table: &TableProgress| if table.answered { all - table.in_order } else { 0 };
        let skipped: usize = self.tables.iter().map(skipped).sum();
        let total = self.plan.games();
        Progress { done: (self.games.len() + skipped).min(total), total }
    }

    fn finish(self) -> Run {
        let complete = self.is_done();
        // The number of a game among those of its table.
        let number = |index: usize| {
            let seats = self.plan.seats();
            index / (seats * self.tables.len()) * seats + index % seats
        };
        let counts = |index: usize| number(index) < self.tables[self.plan.table(index)].in_order;
        let games = self.games.iter().filter(|(index, _)| counts(**index));
        Run { games: games.map(|(_, game)| game.clone()).collect(), complete }
    }
}

/// What a player made of two games, in half points: 0 for two losses, 4 for two wins.
pub(crate) fn pair_result(pair: [&Played; 2], player: usize) -> usize {
    let score = |game: &Played| game.seat_of(player).map_or(0.0, |seat| game.score(seat));
    (2.0 * pair.map(score).iter().sum::<f64>()).round() as usize
}
