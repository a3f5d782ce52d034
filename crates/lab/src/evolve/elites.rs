//! The map of elites: games in cells by what they are like, the best of each cell.
//!
//! Mouret and Clune, "Illuminating search spaces by mapping elites" (2015). *Coverage* is the share of
//! cells that hold a game; the *QD score* is the sum of their fitness. Both can be asked of any
//! run, since a map is made of candidates, whoever proposed them.

use std::collections::BTreeMap;

use serde::Serialize;

use super::candidate::Candidate;
use super::settings::Settings;
use super::space::Space;
use crate::LabError;
use crate::stats::rounded;

/// The best candidate of every cell.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Elites {
    /// Where the axes stand among the space's descriptors.
    axes: Vec<usize>,
    /// Cells along each axis.
    cells: usize,
    /// From the place along each axis to the number of a candidate.
    best: BTreeMap<Vec<usize>, usize>,
}

/// What a map says in numbers.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Coverage {
    /// Cells that hold a game.
    pub filled: usize,
    /// All cells.
    pub cells: usize,
    /// The sum of the fitness of the elites.
    pub qd_score: f64,
}

impl Elites {
    /// A map without games.
    ///
    /// # Errors
    /// If the settings name descriptors that the space does not have.
    pub(super) fn new(space: &dyn Space, settings: &Settings) -> Result<Elites, LabError> {
        let (axes, cells) = (settings.axes(space)?, settings.cells);
        Ok(Elites { axes, cells, best: BTreeMap::new() })
    }

    /// The map of these candidates.
    ///
    /// # Errors
    /// As [`new`](Elites::new).
    pub(super) fn of(
        space: &dyn Space,
        settings: &Settings,
        candidates: &[Candidate],
    ) -> Result<Elites, LabError> {
        let mut elites = Elites::new(space, settings)?;
        for candidate in candidates {
            elites.place(space, candidates, candidate);
        }
        Ok(elites)
    }

    /// Puts a candidate where it belongs, if it is playable and better than whoever is there.
    pub(super) fn place(&mut self, space: &dyn Space, all: &[Candidate], candidate: &Candidate) {
        if !candidate.is_playable() {
            return;
        }
        let cell = self.cell(space, candidate);
        let holder = self.best.entry(cell).or_insert(candidate.number);
        if candidate.fitness() > all[*holder].fitness() {
            *holder = candidate.number;
        }
    }

    /// Where along each axis a candidate belongs.
    pub(super) fn cell(&self, space: &dyn Space, candidate: &Candidate) -> Vec<usize> {
        let place = |&axis: &usize| {
            let share = space.descriptors()[axis].share(candidate.evaluation.descriptors[axis]);
            ((share * self.cells as f64) as usize).min(self.cells - 1)
        };
        self.axes.iter().map(place).collect()
    }

    /// The elites by cell.
    pub(super) fn best(&self) -> &BTreeMap<Vec<usize>, usize> {
        &self.best
    }

    /// Where the axes stand among the space's descriptors.
    pub(super) fn axes(&self) -> &[usize] {
        &self.axes
    }

    /// Cells along each axis.
    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    /// What the map says in numbers.
    pub(super) fn coverage(&self, all: &[Candidate]) -> Coverage {
        let score: f64 = self.best.values().map(|&number| all[number].fitness()).sum();
        Coverage {
            filled: self.best.len(),
            cells: self.cells.pow(self.axes.len() as u32),
            qd_score: rounded(score),
        }
    }
}
