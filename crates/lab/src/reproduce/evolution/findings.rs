//! What was found: the paper's tables, filled with the figures of this run.

use serde::{Deserialize, Serialize};

use super::claims::claims;
use super::printed::{self, Row};
use super::settings::Settings;
use crate::evolve::archive::diversity_counts;
use crate::evolve::method::es::Lineage;
use crate::evolve::{self, Candidate};
use crate::learnability::Learnability;
use crate::metrics::{Estimate, PaperMetrics};
use crate::reproduce::Claim;

/// What kind of game is measured or learned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// Chess and checkers.
    Classic,
    /// Games 1 to 3 of the paper: its rules, our placements.
    PaperEvolved,
    /// Game 4 of the paper: its rules, our placement.
    PaperRandom,
    /// The most diverse games of this run's archive.
    Evolved,
    /// Random games, made for comparison.
    Random,
}

impl Origin {
    /// Whether evolution had a hand in it.
    #[must_use]
    pub fn is_evolved(self) -> bool {
        matches!(self, Origin::PaperEvolved | Origin::Evolved)
    }

    /// Whether it was drawn at random.
    #[must_use]
    pub fn is_random(self) -> bool {
        matches!(self, Origin::PaperRandom | Origin::Random)
    }
}

/// A game that is measured or learned.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Subject {
    /// Its name in the tables.
    pub name: String,
    /// Its spec.
    pub spec: String,
    /// Where it comes from.
    pub origin: Origin,
}

/// A slot of the archive.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Archived {
    /// For what it is there: `duration 1`.
    pub slot: String,
    /// Its spec.
    pub spec: String,
    /// Its metrics, as measured in the run.
    pub metrics: Row,
    /// From how many others of the archive it differs.
    pub differs_from: usize,
}

/// The metrics of a game, with intervals.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measured {
    /// The game.
    #[serde(flatten)]
    pub subject: Subject,
    /// In the order of the paper's tables.
    pub metrics: [Estimate; 4],
}

/// How long networks needed for a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Learned {
    /// The game.
    #[serde(flatten)]
    pub subject: Subject,
    /// Iterations of each population; none where it was given up.
    pub iterations: Vec<Option<u32>>,
    /// Their median; none if half of them or more were given up.
    pub median: Option<f64>,
    /// When one first won all games to which it invited, the other reading of the end.
    pub perfect: Vec<Option<u32>>,
}

/// One family over the iterations (Figure 5), and all of them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Families {
    /// The number of the family that is shown, from 1: the one whose parent changed most often.
    pub shown: usize,
    /// The metrics of its parent before the first iteration and after each.
    pub family: Vec<Row>,
    /// How many children replaced their parents in each iteration, of all families.
    pub changes: Vec<usize>,
    /// How many families there are.
    pub families: usize,
}

/// Everything that was found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Findings {
    /// The program.
    pub program: String,
    /// What was chosen.
    pub settings: Settings,
    /// Table 2 and Table 3 of this run.
    pub archive: Vec<Archived>,
    /// The counts that the paper's Table 2 gives by its Equation 7, to be compared with its Table 3.
    pub printed_diversity_again: Vec<usize>,
    /// The highest usability of all candidates of this run.
    pub most_usability: f64,
    /// How many candidates there were.
    pub candidates: usize,
    /// Table 4 of this run.
    pub comparison: Vec<Measured>,
    /// Figure 5 of this run.
    pub families: Families,
    /// Figure 6 of this run.
    pub learnability: Vec<Learned>,
    /// What the paper says, and whether it holds here.
    pub claims: Vec<Claim>,
}

/// A candidate's metrics in the order of the paper's tables; evolution has its own order.
fn row(candidate: &Candidate) -> Row {
    let of = |at: usize| candidate.objectives().get(at).copied().unwrap_or(0.0);
    Row { duration: of(0), intelligence: of(1), dynamism: of(2), usability: of(3) }
}

/// Metrics in the order of the paper's tables.
pub(super) fn in_order(metrics: &PaperMetrics) -> [Estimate; 4] {
    [metrics.duration, metrics.dynamism, metrics.intelligence, metrics.usability]
}

/// The archive with its diversity, metric by metric as the paper lists them.
fn archived(candidates: &[Candidate], summary: &evolve::Summary) -> Vec<Archived> {
    let told = summary.archive.iter().map(|it| Archived {
        slot: it.slot.clone(),
        spec: it.game.spec.clone(),
        metrics: row(&candidates[it.game.candidate]),
        differs_from: it.differs_from,
    });
    let mut told: Vec<Archived> = told.collect();
    told.sort_by_key(|it| printed::METRICS.iter().position(|name| it.slot.starts_with(name)));
    told
}

/// The families of an evolution strategy.
fn families(candidates: &[Candidate], settings: &evolve::Settings) -> Families {
    let lineage = Lineage::of(candidates, settings);
    let count = settings.population;
    let parents = |family: usize| {
        lineage.parents.iter().filter_map(move |parents| parents.get(family).copied())
    };
    let moves = |family: usize| {
        let all: Vec<usize> = parents(family).collect();
        all.windows(2).filter(|pair| pair[0] != pair[1]).count()
    };
    let shown = (0..count).rev().max_by_key(|&family| moves(family)).unwrap_or(0);
    let family = parents(shown).map(|number| row(&candidates[number])).collect();
    Families { shown: shown + 1, family, changes: lineage.changes, families: count }
}

impl Findings {
    /// Puts everything together and judges the paper's claims by it.
    pub(super) fn new(
        settings: &Settings,
        candidates: &[Candidate],
        summary: &evolve::Summary,
        comparison: Vec<Measured>,
        lessons: &[(Subject, Learnability)],
    ) -> Findings {
        let rows = printed::ARCHIVE.map(|(_, row)| row.values());
        let rows: Vec<&[f64]> = rows.iter().map(|row| &row[..]).collect();
        let learnability = lessons.iter().map(|(subject, it)| Learned {
            subject: subject.clone(),
            iterations: it.lessons.iter().map(|lesson| lesson.learned).collect(),
            median: it.summary().median,
            perfect: it.lessons.iter().map(|lesson| lesson.perfect).collect(),
        });
        let usabilities = candidates.iter().map(|candidate| row(candidate).usability);
        let mut findings = Findings {
            program: crate::store::program(),
            settings: settings.clone(),
            archive: archived(candidates, summary),
            printed_diversity_again: diversity_counts(&rows, printed::THRESHOLD),
            most_usability: usabilities.fold(0.0, f64::max),
            candidates: candidates.len(),
            comparison,
            families: families(candidates, &summary.settings),
            learnability: learnability.collect(),
            claims: Vec::new(),
        };
        findings.claims = claims(&findings);
        findings
    }
}
