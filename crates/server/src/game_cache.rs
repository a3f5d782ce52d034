//! Opened games, remembered for a while, because opening one can take longer than the question about
//! it: starts are generated and weighed.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use selforge_core::Spec;
use selforge_games::{Environment, GameError, NoFiles, Playable};

use crate::error::ApiError;
use crate::rule_files::stored::{StoredFiles, Surroundings};
use crate::work::WorkLimits;

/// How many opened games are remembered.
const REMEMBERED: usize = 16;

/// The games that were opened last, by the texts that named them and by their canonical specs.
#[derive(Debug, Default)]
pub(crate) struct GameCache {
    known: Mutex<VecDeque<Entry>>,
    files: StoredFiles,
}

#[derive(Debug)]
struct Entry {
    /// What it was asked for by: as somebody typed it, or the stored spec with its start.
    asked: String,
    /// The canonical spec, if that is what it was asked for by.
    canonical: Option<String>,
    playable: Playable,
}

impl Entry {
    fn is(&self, spec: &str) -> bool {
        self.asked == spec || self.canonical.as_deref() == Some(spec)
    }
}

impl GameCache {
    /// One for games of these rule files too.
    pub(crate) fn new(files: StoredFiles) -> GameCache {
        GameCache { files, ..GameCache::default() }
    }

    /// The game that a text names. It may take as long as the limits say: not for threads that serve
    /// others.
    ///
    /// # Errors
    /// With place and reason, if the text names no game that can be played here.
    pub(crate) fn open(&self, spec: &str, limits: &WorkLimits) -> Result<Playable, ApiError> {
        self.open_with(spec, |spec| open_among(spec, &self.files, limits))
    }

    /// The game of a spec that was stored together with its start position, which is not drawn again.
    ///
    /// # Errors
    /// If it names none any more.
    pub(crate) fn open_stored(&self, spec: &str, start: &str) -> Result<Playable, ApiError> {
        self.open_known(spec, &KnownStart { start, limits: None })
    }

    /// The same of a game that another program names, within limits.
    ///
    /// # Errors
    /// If it names none, or one beyond the limits.
    pub(crate) fn open_sent(
        &self,
        spec: &str,
        start: &str,
        limits: &WorkLimits,
    ) -> Result<Playable, ApiError> {
        self.open_known(spec, &KnownStart { start, limits: Some(limits) })
    }

    fn open_known(&self, spec: &str, known: &KnownStart<'_>) -> Result<Playable, ApiError> {
        let internal = |error: &dyn std::fmt::Display| ApiError::internal(error);
        // A record may bring a start that is not the spec's: it is another game to everyone else.
        self.open_with(&format!("{spec}\n{}", known.start), |_| {
            let spec = Spec::parse(spec).map_err(|error| internal(&error))?;
            let surroundings = Surroundings::of(&spec, &self.files, known);
            selforge_games::open(&spec, &surroundings).map_err(|error| internal(&error))
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
        let asked = spec.to_owned();
        let canonical = (!spec.contains('\n')).then(|| playable.spec.to_string());
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.truncate(REMEMBERED - 1);
        known.push_front(Entry { asked, canonical, playable: playable.clone() });
        Ok(playable)
    }

    fn find(&self, spec: &str) -> Option<Playable> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let at = known.iter().position(|entry| entry.is(spec))?;
        let found = known.remove(at)?;
        let playable = found.playable.clone();
        known.push_front(found);
        Some(playable)
    }
}

/// Opens the game that a text names.
///
/// # Errors
/// With place and reason, if it names none, or one that is too large or takes too long.
fn open_among(spec: &str, files: &StoredFiles, limits: &WorkLimits) -> Result<Playable, ApiError> {
    let spec = Spec::parse(spec).map_err(|error| refused(&GameError::from(error)))?;
    let surroundings = Surroundings::of(&spec, files, limits);
    selforge_games::open(&spec, &surroundings).map_err(|error| refused(&error))
}

/// Opens a game where no rule files are kept.
#[cfg(test)]
pub(crate) fn open(spec: &str, limits: &WorkLimits) -> Result<Playable, ApiError> {
    open_among(spec, &StoredFiles::default(), limits)
}

/// For a game that was opened before. Without limits it was small enough then.
struct KnownStart<'s> {
    start: &'s str,
    limits: Option<&'s WorkLimits>,
}

impl Environment for KnownStart<'_> {
    fn read(&self, name: &str) -> Result<String, String> {
        NoFiles.read(name)
    }

    fn most_cells(&self) -> usize {
        self.limits.map_or(usize::MAX, Environment::most_cells)
    }

    fn known_start(&self) -> Option<&str> {
        Some(self.start)
    }

    fn is_cancelled(&self) -> bool {
        self.limits.is_some_and(Environment::is_cancelled)
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
    use selforge_agents::Stop;
    use selforge_core::Game;

    use super::*;

    fn limits(cells: usize) -> WorkLimits {
        WorkLimits::new(cells, Stop::default())
    }

    #[test]
    fn opened_games_are_remembered_but_not_more_than_some() {
        let opened = GameCache::default();
        for seed in 0..40 {
            let spec = format!("selfo board=hexhex-3 seed={seed}");
            opened.open(&spec, &limits(100)).unwrap();
            assert!(opened.open(&spec, &limits(100)).is_ok());
        }
        assert_eq!(opened.known.lock().unwrap().len(), REMEMBERED);
        assert!(opened.open("selfo board=hexhex-9", &limits(100)).is_err());
    }

    #[test]
    fn a_board_that_is_too_large_is_refused_before_anything_is_placed_on_it() {
        // Drawing a start there takes half a minute.
        let spec = "selfo length=any board=voronoi-1024 seats=4";
        let refusal = open(spec, &limits(1_000)).unwrap_err().to_string();
        assert!(refusal.contains("1024 cells; expected at most 1000"), "{refusal}");
    }

    #[test]
    fn a_stored_game_begins_as_it_did_and_is_not_drawn_again() {
        let opened = GameCache::default();
        for spec in ["selfo seed=3 special=2", "selfo board=plane seed=2", "selfo seats=3", "chess"]
        {
            let drawn = open(spec, &limits(1_000)).unwrap();
            let start = drawn.position_text(&drawn.game.start());
            let stored = opened.open_stored(&drawn.spec.to_string(), &start).unwrap();
            assert_eq!(stored.position_text(&stored.game.start()), start, "{spec}");
            assert_eq!(stored.spec, drawn.spec, "{spec}");
        }
        // Nor is what a record brings taken for what the spec says.
        let other = "A1B/4/5/4/B1A A";
        let brought = opened.open_stored("selfo board=hexhex-3 seed=1", other).unwrap();
        assert_eq!(brought.position_text(&brought.game.start()), other);
        let own = opened.open("selfo board=hexhex-3 seed=1", &limits(100)).unwrap();
        assert_ne!(own.position_text(&own.game.start()), other);
    }
}
