//! Opened games, remembered for a while, because opening one can take longer than the question about
//! it: starts are generated and weighed.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use selforge_core::Spec;
use selforge_games::{Files, GameError, NoFiles, Playable};

use crate::error::ApiError;

/// How many opened games are remembered.
const REMEMBERED: usize = 16;

/// The games that were opened last, by the texts that named them and by their canonical specs.
#[derive(Debug, Default)]
pub(crate) struct GameCache(Mutex<VecDeque<Entry>>);

#[derive(Debug)]
struct Entry {
    /// As somebody typed it.
    typed: String,
    canonical: String,
    playable: Playable,
}

impl GameCache {
    /// The game that a text names, with at most so many cells. It may take a while: not for threads
    /// that serve others.
    ///
    /// # Errors
    /// With place and reason, if the text names no game that can be played here.
    pub(crate) fn open(&self, spec: &str, cells: usize) -> Result<Playable, ApiError> {
        self.open_with(spec, |spec| open(spec, cells))
    }

    /// The game of a spec that was stored, which was small enough when it was.
    ///
    /// # Errors
    /// If it names none any more.
    pub(crate) fn open_stored(&self, spec: &str) -> Result<Playable, ApiError> {
        let internal = |error: &dyn std::fmt::Display| ApiError::internal(error);
        self.open_with(spec, |spec| {
            let spec = Spec::parse(spec).map_err(|error| internal(&error))?;
            selforge_games::open(&spec, &NoFiles).map_err(|error| internal(&error))
        })
    }

    fn open_with(
        &self,
        spec: &str,
        open: impl FnOnce(&str) -> Result<Playable, ApiError>,
    ) -> Result<Playable, ApiError> {
        if let Some(playable) = self.find(spec) {
            return Ok(playable);
        }
        let playable = open(spec)?;
        let (typed, canonical) = (spec.to_owned(), playable.spec.to_string());
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.truncate(REMEMBERED - 1);
        known.push_front(Entry { typed, canonical, playable: playable.clone() });
        Ok(playable)
    }

    fn find(&self, spec: &str) -> Option<Playable> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = known.iter().position(|entry| entry.typed == spec || entry.canonical == spec)?;
        let found = known.remove(at)?;
        let playable = found.playable.clone();
        known.push_front(found);
        Some(playable)
    }
}

/// Opens the game that a text names.
///
/// # Errors
/// With place and reason, if it names none, or one with more cells than are allowed.
pub(crate) fn open(spec: &str, cells: usize) -> Result<Playable, ApiError> {
    let spec = Spec::parse(spec).map_err(|error| refused(&GameError::from(error)))?;
    let limits = OpeningLimits { cells, until: Instant::now() + OPENING_TIME };
    selforge_games::open(&spec, &limits).map_err(|error| refused(&error))
}

/// How long opening a game may take. Good positions are drawn until one is found, which on large
/// boards with many seats may take long.
const OPENING_TIME: Duration = Duration::from_millis(1500);

/// What opening a game may use on a server: no files, so much room, so much time.
struct OpeningLimits {
    cells: usize,
    until: Instant,
}

impl Files for OpeningLimits {
    fn read(&self, name: &str) -> Result<String, String> {
        NoFiles.read(name)
    }

    fn most_cells(&self) -> usize {
        self.cells
    }

    fn is_cancelled(&self) -> bool {
        Instant::now() > self.until
    }
}

/// What is wrong with a spec, as the API says it.
pub(crate) fn refused(error: &GameError) -> ApiError {
    let column = match error {
        GameError::Syntax(place) => Some(place.column),
        _ => None,
    };
    ApiError::invalid(error.to_string()).at(column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opened_games_are_remembered_but_not_more_than_some() {
        let opened = GameCache::default();
        for seed in 0..40 {
            let spec = format!("selfo board=hexhex-3 seed={seed}");
            opened.open(&spec, 100).unwrap();
            assert!(opened.open(&spec, 100).is_ok());
        }
        assert_eq!(opened.0.lock().unwrap().len(), REMEMBERED);
        assert!(opened.open("selfo board=hexhex-9", 100).is_err());
    }
}
