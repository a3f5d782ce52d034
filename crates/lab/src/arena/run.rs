//! Playing all games of a plan, on several threads, in any order, with one result.
//!
//! Workers take the next game that is missing, play it and hand it in. One place takes what they
//! hand in: it stores the game, tells of progress and asks whether to go on. The question is always
//! about the longest run of games *without a gap* from the first on, so the answer does not depend
//! on who was faster. Games beyond the one that decides a test may have been played; they are kept
//! in the folder and not counted.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use selforge_agents::Stop;

use super::plan::Plan;
use super::play::{Finished, play};
use super::played::Played;
use crate::LabError;
use crate::spread::spread;
use crate::stats::{Decision, Sprt};
use crate::store::Folder;

/// What does not change the results of a run.
#[derive(Debug)]
pub struct Conditions<'a> {
    /// How many games are played at a time.
    pub threads: usize,
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
    /// The games that count, in order, from the first on without a gap.
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
    let Conditions { threads, mut folder, stop } = conditions;
    let known: BTreeMap<usize, Played> = match &folder {
        Some(folder) => folder.games().iter().map(|game| (game.index, game.clone())).collect(),
        None => BTreeMap::new(),
    };
    let missing: Vec<usize> =
        (0..plan.games()).filter(|index| !known.contains_key(index)).collect();
    let mut tally = Intake::new(plan, known);
    progress(tally.progress());
    if tally.is_done() || missing.is_empty() {
        return Ok(tally.finish());
    }
    let mut failure = None;
    let work = |number: usize, halt: &Stop, hand: &dyn Fn(Result<Finished, LabError>)| {
        play(plan, &plan.fixture(missing[number]), halt).transpose().into_iter().for_each(hand);
    };
    spread(missing.len(), threads, stop, work, |_, finished| {
        let stored = finished.and_then(|finished| {
            if let Some(folder) = folder.as_deref_mut() {
                folder.add(&finished.played, &finished.record)?;
            }
            Ok(finished.played)
        });
        match stored {
            Ok(played) => tally.add(played),
            Err(error) => failure = Some(error),
        }
        progress(tally.progress());
        match failure.is_some() || tally.is_done() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    failure.map_or(Ok(tally.finish()), Err)
}

/// Takes finished games in any order and looks at them in theirs.
struct Intake<'p> {
    plan: &'p Plan,
    games: BTreeMap<usize, Played>,
    /// Games from the first on without a gap.
    in_order: usize,
    pairs: [u64; 5],
    /// How many games the answer took.
    decided: Option<usize>,
}

impl<'p> Intake<'p> {
    fn new(plan: &'p Plan, known: BTreeMap<usize, Played>) -> Intake<'p> {
        let mut intake = Intake { plan, games: known, in_order: 0, pairs: [0; 5], decided: None };
        intake.look();
        intake
    }

    fn add(&mut self, game: Played) {
        self.games.insert(game.index, game);
        self.look();
    }

    /// Looks at the games that have become part of the run without a gap.
    fn look(&mut self) {
        while self.games.contains_key(&self.in_order) && self.decided.is_none() {
            self.in_order += 1;
            if let Some(sprt) = self.plan.settings().sprt {
                self.ask(&sprt);
            }
        }
    }

    /// Asks the test after each pair of games.
    fn ask(&mut self, sprt: &Sprt) {
        if !self.in_order.is_multiple_of(2) {
            return;
        }
        let pair = [self.in_order - 2, self.in_order - 1].map(|index| &self.games[&index]);
        self.pairs[pair_result(pair, 0)] += 1;
        if sprt.judge(&self.pairs).decision != Decision::Open {
            self.decided = Some(self.in_order);
        }
    }

    fn is_done(&self) -> bool {
        self.decided.is_some() || self.in_order == self.plan.games()
    }

    fn progress(&self) -> Progress {
        let total = self.plan.games();
        Progress { done: self.decided.map_or(self.games.len(), |_| total), total }
    }

    fn finish(self) -> Run {
        let complete = self.is_done();
        let counted = self.decided.unwrap_or(self.in_order);
        Run { games: self.games.into_values().take(counted).collect(), complete }
    }
}

/// What a player made of two games, in half points: 0 for two losses, 4 for two wins.
pub(crate) fn pair_result(pair: [&Played; 2], player: usize) -> usize {
    let score = |game: &Played| game.seat_of(player).map_or(0.0, |seat| game.score(seat));
    (2.0 * pair.map(score).iter().sum::<f64>()).round() as usize
}
