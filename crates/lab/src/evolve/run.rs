//! The loop: ask for candidates, measure what is new, tell.
//!
//! A batch is measured by several threads in any order and handed on in the order in which it was
//! proposed. A game that was measured before is not measured again: its measures follow from its
//! rules and the seed of the run, so looking them up gives what measuring would. It uses up its share
//! of the budget all the same, or a method that repeats itself would never end.

use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};

use selforge_agents::Stop;
use selforge_core::Stream;

use super::candidate::Candidate;
use super::log::Log;
use super::method::{self, Context, Proposal};
use super::settings::Settings;
use super::space::{Evaluation, Genome, Space};
use crate::LabError;
use crate::arena::Progress;
use crate::work::{Work, Workers, from_elsewhere, gather_work};

/// What does not change the results of a run.
#[derive(Debug)]
pub struct Conditions<'a> {
    /// Who measures them.
    pub workers: Workers<'a>,
    /// Where to keep them; what it has already is not measured again.
    pub log: Option<&'a mut Log>,
    /// May be raised at any time: the run then ends without the batch being measured.
    pub stop: &'a Stop,
}

/// What came of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// All candidates in order.
    pub candidates: Vec<Candidate>,
    /// Whether the budget was used up; false when interrupted.
    pub complete: bool,
}

/// Runs a method until its budget is used up.
///
/// # Errors
/// If the settings make no run, the folder cannot be written, or holds candidates that this run does
/// not propose.
pub fn run(
    space: &dyn Space,
    settings: &Settings,
    conditions: Conditions<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Run, LabError> {
    settings.check()?;
    let Conditions { workers, mut log, stop } = conditions;
    let known: Vec<Candidate> = log.as_deref().map_or(Vec::new(), |log| log.candidates().to_vec());
    let mut known = known.into_iter();
    let mut method = method::open(space, settings)?;
    let (budget, full) = (settings.budget(), settings.budget() / settings.evaluations as u64);
    let (mut candidates, mut spent) = (Vec::<Candidate>::new(), 0);
    let mut cache = Cache::default();
    let measuring = Measuring { space: settings.open_space(), settings: settings.clone() };
    while spent < budget {
        progress(Progress { done: spent as usize, total: budget as usize });
        let context = Context { space, settings, candidates: &candidates };
        let mut proposals = method.ask(&context);
        let room = (budget - spent).div_ceil(full) as usize;
        proposals.truncate(room);
        let first = candidates.len();
        let old: Vec<Candidate> = known.by_ref().take(proposals.len()).collect();
        for (candidate, proposal) in old.iter().zip(&proposals) {
            let is_it =
                candidate.genome == proposal.genome && candidate.parents == proposal.parents;
            if let Some(log) = log.as_deref().filter(|_| !is_it) {
                return Err(log.stranger(candidate.number));
            }
            cache.insert(&candidate.key, &candidate.evaluation, candidate.cost);
        }
        let fresh = &proposals[old.len()..];
        let keys: Vec<String> = fresh.iter().map(|one| space.key(&one.genome)).collect();
        let missing = cache.missing(&keys, fresh);
        let measured = gather_work(&measuring, &missing, workers, stop, &mut |_| {})?;
        let Some(measured) = measured else { return Ok(Run { candidates, complete: false }) };
        for ((key, _), (evaluation, cost)) in missing.iter().zip(measured) {
            cache.insert(key, &evaluation, cost);
        }
        candidates.extend(old);
        let stored = candidates.len();
        for (proposal, key) in fresh.iter().cloned().zip(keys) {
            let (evaluation, cost) = cache.0[&key].clone();
            let number = candidates.len();
            let Proposal { genome, parents } = proposal;
            candidates.push(Candidate { number, parents, genome, key, evaluation, cost });
        }
        if let Some(log) = log.as_deref_mut() {
            log.add(&candidates[stored..])?;
        }
        spent += candidates[first..].iter().map(|candidate| candidate.cost).sum::<u64>();
        let count = candidates.len() - first;
        method.tell(&Context { space, settings, candidates: &candidates }, count);
    }
    if let (Some(more), Some(log)) = (known.next(), log) {
        return Err(log.stranger(more.number));
    }
    progress(Progress { done: budget as usize, total: budget as usize });
    Ok(Run { candidates, complete: true })
}

/// What is known of games by the key of their rules, and what it cost.
#[derive(Default)]
struct Cache(HashMap<String, (Evaluation, u64)>);

impl Cache {
    fn insert(&mut self, key: &str, evaluation: &Evaluation, cost: u64) {
        self.0.entry(key.to_owned()).or_insert_with(|| (evaluation.clone(), cost));
    }

    /// The games that are not known, each once, in order.
    fn missing(&self, keys: &[String], proposals: &[Proposal]) -> Vec<(String, Genome)> {
        let mut wanted = BTreeMap::new();
        for (at, key) in keys.iter().enumerate().filter(|(_, key)| !self.0.contains_key(*key)) {
            wanted.entry(key).or_insert(at);
        }
        let mut wanted: Vec<usize> = wanted.into_values().collect();
        wanted.sort_unstable();
        wanted.iter().map(|&at| (keys[at].clone(), proposals[at].genome.clone())).collect()
    }
}

/// Measures candidates, here or elsewhere.
pub(crate) struct Measuring {
    space: Box<dyn Space>,
    settings: Settings,
}

impl Work for Measuring {
    const KIND: &'static str = "evolve";
    type Order = Settings;
    /// The key and the genome of a candidate.
    type Piece = (String, Genome);
    /// What it was found to be, and what that took of the budget.
    type Done = (Evaluation, u64);

    fn order(&self) -> Result<Settings, LabError> {
        self.settings.engine.as_deref().map(from_elsewhere).transpose()?;
        Ok(self.settings.clone())
    }

    fn from_order(settings: Settings) -> Result<Measuring, LabError> {
        settings.engine.as_deref().map(from_elsewhere).transpose()?;
        settings.check()?;
        Ok(Measuring { space: settings.open_space(), settings })
    }

    /// Measures a game that may turn out not to be one.
    fn perform(
        &self,
        (key, genome): &(String, Genome),
        _: &Stop,
    ) -> Result<Option<(Evaluation, u64)>, LabError> {
        let Measuring { space, settings } = self;
        let measured = catch_unwind(AssertUnwindSafe(|| evaluate(&**space, settings, genome, key)));
        measured.map(Some).map_err(|_| {
            let shown = selforge_catalogue::shown(&genome.0);
            let problem = format!("the game of the genes '{shown}' cannot be played to its end");
            LabError::settings(problem, "a game that can; please report this")
        })
    }

    fn fits(&self, _: &(String, Genome), (evaluation, cost): &(Evaluation, u64)) -> bool {
        let Measuring { space, settings } = self;
        let whole = settings.budget() / settings.evaluations as u64;
        evaluation.objectives.len() == space.objectives().len()
            && evaluation.descriptors.len() == space.descriptors().len()
            && (1..=whole).contains(cost)
    }
}

/// Measures a game stage by stage: what it was found to be, and what that took of the budget.
pub(super) fn evaluate(
    space: &dyn Space,
    settings: &Settings,
    genome: &Genome,
    key: &str,
) -> (Evaluation, u64) {
    let seed = Stream::new(settings.seed, &format!("measure {key}"), 0).bits();
    let mut cost = 0;
    for (stage, &games) in settings.stages.iter().enumerate() {
        cost += u64::from(games);
        let mut evaluation = space.measure(genome, games, seed);
        let is_last = stage + 1 == settings.stages.len();
        if evaluation.rejected.is_none() && !is_last {
            evaluation.rejected = space.refuse(&evaluation);
        }
        if is_last || evaluation.rejected.is_some() {
            return (evaluation, cost);
        }
    }
    unreachable!("settings have a stage")
}
