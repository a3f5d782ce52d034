//! What a run found, in numbers and words.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

use super::archive::Archive;
use super::candidate::Candidate;
use super::check::Checked;
use super::elites::{Coverage, Elites};
use super::method::es::Lineage;
use super::pareto;
use super::run::Run;
use super::settings::{MethodName, Settings};
use super::space::{Measure, Space};
use crate::LabError;
use crate::report::csv::csv;
use crate::report::text::{cells, columns, line};
use crate::stats::{Estimate, rounded};

/// Why a game is among the champions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Merit {
    /// It has the best fitness of all.
    BestFitness,
    /// It has the best fitness of those in which no fault was found.
    BestSound,
    /// It is one of the most diverse games of the archive.
    Diverse,
}

/// A game that was found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Found {
    /// The number of the candidate.
    pub candidate: usize,
    /// The spec that opens it.
    pub spec: String,
    /// All objectives in one number.
    pub fitness: f64,
    /// What is to be made large, by name.
    pub objectives: BTreeMap<&'static str, f64>,
    /// What it is like, by name.
    pub descriptors: BTreeMap<&'static str, f64>,
    /// Why it is a champion, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merit: Option<Merit>,
    /// What it was found to be when it was measured again, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<Checked>,
}

/// A game of the archive.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Archived {
    /// For which metric, and at which place: `duration 1`.
    pub slot: String,
    /// From how many others of the archive it differs.
    pub differs_from: usize,
    /// The game.
    #[serde(flatten)]
    pub game: Found,
}

/// The elite of a cell.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Elite {
    /// The place along each axis, from 0.
    pub cell: Vec<usize>,
    /// Who holds it.
    pub candidate: usize,
    /// How good it is.
    pub fitness: f64,
}

/// What a run found. The same run gives the same bytes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// The program and its version.
    pub program: String,
    /// What was asked for.
    pub settings: Settings,
    /// Whether the budget was used up.
    pub complete: bool,
    /// How many candidates were measured.
    pub candidates: usize,
    /// How many different games they are.
    pub different: usize,
    /// How many were thrown out.
    pub rejected: usize,
    /// The mean fitness of all candidates.
    pub mean_fitness: f64,
    /// The best by the combined fitness, then the most diverse of the archive.
    pub champions: Vec<Found>,
    /// The best two for each objective.
    pub archive: Vec<Archived>,
    /// The most diverse of the archive, by candidate.
    pub most_diverse: Vec<usize>,
    /// How full the map of elites is.
    pub coverage: Coverage,
    /// The map of elites.
    pub elites: Vec<Elite>,
    /// The candidates that no other is better than in everything.
    pub front: Vec<usize>,
    /// How many children lived on in each iteration; of `es` only.
    pub changes: Vec<usize>,
}

impl Summary {
    /// Sums up a run.
    ///
    /// # Errors
    /// If the settings name descriptors that the space does not have.
    pub fn of(space: &dyn Space, settings: &Settings, run: &Run) -> Result<Summary, LabError> {
        let all = &run.candidates;
        let found = |number: usize| Found::of(space, &all[number]);
        let archive = Archive::of(all, settings.population);
        let counts = archive.diversity(all, settings.threshold);
        let most_diverse = archive.most_diverse(all, settings.threshold);
        let elites = Elites::of(space, settings, all)?;
        let mut champions: Vec<(usize, Merit)> =
            best(all).into_iter().map(|number| (number, Merit::BestFitness)).collect();
        for &number in &most_diverse {
            if champions.iter().all(|&(champion, _)| all[champion].key != all[number].key) {
                champions.push((number, Merit::Diverse));
            }
        }
        let champion =
            |(number, merit): (usize, Merit)| Found { merit: Some(merit), ..found(number) };
        let changes = match settings.method {
            MethodName::Es => Lineage::of(all, settings).changes,
            _ => Vec::new(),
        };
        let fitness: f64 = all.iter().map(Candidate::fitness).sum();
        Ok(Summary {
            program: crate::store::program(),
            settings: settings.clone(),
            complete: run.complete,
            candidates: all.len(),
            different: all.iter().map(|one| one.key.as_str()).collect::<HashSet<_>>().len(),
            rejected: all.iter().filter(|one| !one.is_playable()).count(),
            mean_fitness: rounded(fitness / all.len().max(1) as f64),
            champions: champions.into_iter().map(champion).collect(),
            archive: archive
                .slots
                .iter()
                .zip(counts)
                .map(|(slot, differs_from)| Archived {
                    slot: format!("{} {}", space.objectives()[slot.metric].name, slot.place + 1),
                    differs_from,
                    game: found(slot.candidate),
                })
                .collect(),
            most_diverse,
            coverage: elites.coverage(all),
            elites: elites
                .best()
                .iter()
                .map(|(cell, &candidate)| Elite {
                    cell: cell.clone(),
                    candidate,
                    fitness: all[candidate].fitness(),
                })
                .collect(),
            front: front(all),
            changes,
        })
    }
}

impl Summary {
    /// The best fitness of all candidates; whoever has it is among the champions.
    #[must_use]
    pub fn best_fitness(&self) -> Option<f64> {
        self.champions.iter().map(|champion| champion.fitness).max_by(f64::total_cmp)
    }
}

impl Found {
    /// A candidate as it is told of.
    #[must_use]
    pub fn of(space: &dyn Space, candidate: &Candidate) -> Found {
        let named = |measures: &'static [Measure], values: &[f64]| {
            measures.iter().map(|measure| measure.name).zip(values.iter().copied()).collect()
        };
        Found {
            candidate: candidate.number,
            spec: space.spec(&candidate.genome).to_string(),
            fitness: candidate.fitness(),
            objectives: named(space.objectives(), candidate.objectives()),
            descriptors: named(space.descriptors(), &candidate.evaluation.descriptors),
            merit: None,
            checked: None,
        }
    }
}

/// The playable candidate of the best fitness, the earliest of equals.
#[must_use]
pub fn best(candidates: &[Candidate]) -> Option<usize> {
    let playable = candidates.iter().filter(|candidate| candidate.is_playable());
    let better = |best: &Candidate, other: &Candidate| {
        best.fitness().total_cmp(&other.fitness()).then(other.number.cmp(&best.number))
    };
    playable.max_by(|a, b| better(a, b)).map(|candidate| candidate.number)
}

/// The candidates that no other is better than in everything, each game once.
fn front(candidates: &[Candidate]) -> Vec<usize> {
    let mut seen = HashSet::new();
    let different = candidates.iter().filter(|one| one.is_playable() && seen.insert(&one.key));
    let different: Vec<&Candidate> = different.collect();
    let is_best = |one: &&&Candidate| {
        !different.iter().any(|other| pareto::dominates(other.objectives(), one.objectives()))
    };
    different.iter().filter(is_best).map(|candidate| candidate.number).collect()
}

/// The candidates as comma-separated values (RFC 4180, a header line first).
#[must_use]
pub fn to_csv(space: &dyn Space, candidates: &[Candidate]) -> String {
    let mut head = cells!["candidate", "parents", "genome"];
    head.extend(space.objectives().iter().map(|measure| measure.name.to_owned()));
    head.extend(space.descriptors().iter().map(|measure| format!("is_{}", measure.name)));
    head.extend(cells!["fitness", "rejected"]);
    let rows = candidates.iter().map(|candidate| {
        let evaluation = &candidate.evaluation;
        let parents: Vec<String> = candidate.parents.iter().map(usize::to_string).collect();
        let mut row = cells![candidate.number, parents.join(" "), candidate.genome];
        row.extend(evaluation.objectives.iter().map(f64::to_string));
        row.extend(evaluation.descriptors.iter().map(f64::to_string));
        let rejected = evaluation.rejected.as_deref().unwrap_or_default();
        row.extend(cells![evaluation.fitness, rejected]);
        row
    });
    csv(head, rows)
}

/// A run for a terminal.
#[must_use]
pub fn to_text(space: &dyn Space, summary: &Summary) -> String {
    let Settings { method, seed, .. } = summary.settings;
    let mut text = format!(
        "{} by {method}, seed {seed}: {} candidates, {} different games, {} thrown out, {} games a \
         measure\n\nThe archive: the best two for each measure\n",
        summary.settings.space,
        summary.candidates,
        summary.different,
        summary.rejected,
        summary.settings.games()
    );
    let names = || space.objectives().iter().map(|measure| measure.name);
    let head = ["game", "number"].into_iter().chain(names()).chain(["fitness", "differs from"]);
    let rows = summary.archive.iter().map(|Archived { slot, differs_from, game }| {
        let mut row = cells![slot, game.candidate];
        row.extend(names().map(|name| format!("{:.3}", game.objectives[name])));
        row.extend(cells![format!("{:.3}", game.fitness), differs_from]);
        row
    });
    text += &columns(head, rows);
    let coverage = &summary.coverage;
    let axes = summary.settings.descriptors.join(" x ");
    let (filled, cells, score) = (coverage.filled, coverage.cells, coverage.qd_score);
    line!(text, "\nmap of elites ({axes}): {filled} of {cells} cells, QD score {score:.2}");
    let best = summary.best_fitness().map(|best| format!(", best {best:.3}"));
    line!(text, "fitness: mean {:.3}{}", summary.mean_fitness, best.unwrap_or_default());
    for (number, champion) in summary.champions.iter().enumerate() {
        line!(text, "champion {}, {}: {}", number + 1, champion.title(), champion.spec);
        if let Some(checked) = &champion.checked {
            let Checked { fitness, balance, completion, draws, skill_trace, .. } = checked;
            let told = |it: &Estimate| format!("{:.3} ({:.3} to {:.3})", it.value, it.low, it.high);
            let skill = skill_trace.as_ref().map(|it| format!(", skill {}", told(it)));
            line!(
                text,
                "  measured again: fitness {fitness:.3}, balance {}, completion {}, draws {}{}",
                told(balance),
                told(completion),
                told(draws),
                skill.unwrap_or_default()
            );
        }
    }
    text
}
