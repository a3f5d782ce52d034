//! What a run found, in numbers and words.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

use super::archive::Archive;
use super::candidate::Candidate;
use super::elites::{Coverage, Elites};
use super::method::es::Lineage;
use super::pareto;
use super::run::Run;
use super::settings::{MethodName, Settings};
use super::space::{Measure, Space};
use crate::LabError;
use crate::report::csv::field;
use crate::report::text::columns;
use crate::stats::rounded;

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
        let mut champions: Vec<usize> = best(all).into_iter().collect();
        for &number in &most_diverse {
            if champions.iter().all(|&champion| all[champion].key != all[number].key) {
                champions.push(number);
            }
        }
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
            champions: champions.into_iter().map(found).collect(),
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
    let mut header: Vec<String> = ["candidate", "parents", "genome"].map(str::to_owned).into();
    header.extend(space.objectives().iter().map(|measure| measure.name.to_owned()));
    header.extend(space.descriptors().iter().map(|measure| format!("is_{}", measure.name)));
    header.extend(["fitness", "rejected"].map(str::to_owned));
    let mut text = header.join(",") + "\n";
    for candidate in candidates {
        let evaluation = &candidate.evaluation;
        let parents: Vec<String> = candidate.parents.iter().map(usize::to_string).collect();
        let mut row =
            vec![candidate.number.to_string(), parents.join(" "), field(&candidate.genome.0)];
        row.extend(evaluation.objectives.iter().map(f64::to_string));
        row.extend(evaluation.descriptors.iter().map(f64::to_string));
        row.push(evaluation.fitness.to_string());
        row.push(field(evaluation.rejected.as_deref().unwrap_or_default()));
        text += &row.join(",");
        text.push('\n');
    }
    text
}

/// A run for a terminal.
#[must_use]
pub fn to_text(space: &dyn Space, summary: &Summary) -> String {
    let Settings { method, seed, .. } = summary.settings;
    let mut text = format!(
        "{} by {method}, seed {seed}: {} candidates, {} different games, {} thrown out, {} games a \
         measure\n\n",
        summary.settings.space,
        summary.candidates,
        summary.different,
        summary.rejected,
        summary.settings.games()
    );
    let names = || space.objectives().iter().map(|measure| measure.name.to_owned());
    let values = |game: &Found| {
        let value = |measure: &Measure| format!("{:.3}", game.objectives[measure.name]);
        space.objectives().iter().map(value).collect::<Vec<_>>()
    };
    let mut rows = vec![["game".to_owned(), "number".to_owned()].to_vec()];
    rows[0].extend(names());
    rows[0].extend(["fitness", "differs from"].map(str::to_owned));
    for archived in &summary.archive {
        let mut row = vec![archived.slot.clone(), archived.game.candidate.to_string()];
        row.extend(values(&archived.game));
        row.extend([format!("{:.3}", archived.game.fitness), archived.differs_from.to_string()]);
        rows.push(row);
    }
    text += "The archive: the best two for each measure\n";
    text += &columns(&rows);
    let coverage = &summary.coverage;
    text += &format!(
        "\nmap of elites ({}): {} of {} cells, QD score {:.2}\n",
        summary.settings.descriptors.join(" x "),
        coverage.filled,
        coverage.cells,
        coverage.qd_score
    );
    text += &format!("fitness: mean {:.3}", summary.mean_fitness);
    if let Some(best) = summary.champions.first() {
        text += &format!(", best {:.3}\n", best.fitness);
    } else {
        text.push('\n');
    }
    for (number, champion) in summary.champions.iter().enumerate() {
        let why = if number == 0 { "best fitness" } else { "diverse" };
        text += &format!("champion {}, {why}: {}\n", number + 1, champion.spec);
    }
    text
}
