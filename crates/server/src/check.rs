//! Everything that is stored, checked without a server: the pages of the file, the checksums of every
//! game, and every event by the rules.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use selforge_core::{Record, Seat};

use crate::game_cache::GameCache;
use crate::live::{replay, winners};
use crate::rule_files::stored::StoredFiles;
use crate::store::{DatabaseUrl, Inspection, Noted, StoreError, StoredGame};

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DataCheck {
    /// How many games are in order.
    pub games: usize,
    /// How many events they have together.
    pub events: usize,
    /// What is not in order, in words.
    pub problems: Vec<String>,
}

/// Where data is.
#[derive(Clone, Debug)]
pub enum DataSource {
    /// In a folder.
    Folder(PathBuf),
    /// On a PostgreSQL server.
    Database(DatabaseUrl),
}

impl DataSource {
    pub(crate) fn inspect(
        &self,
        runtime: &tokio::runtime::Handle,
    ) -> Result<Inspection, StoreError> {
        match self {
            DataSource::Folder(folder) => Inspection::of_folder(folder),
            DataSource::Database(url) => Inspection::of_server(url, runtime),
        }
    }
}

/// Checks what is stored, also while a server uses it. Nothing is changed. Only for threads that may
/// wait; connections are served on the runtime.
///
/// # Errors
/// If there is no data, or it is of another version of the program.
pub fn check_data(
    source: &DataSource,
    runtime: &tokio::runtime::Handle,
) -> Result<DataCheck, StoreError> {
    let rules = Mutex::new(source.inspect(runtime)?);
    let cache = GameCache::new(StoredFiles::new(move |file, name| {
        let rules = rules.lock().unwrap_or_else(PoisonError::into_inner);
        rules.rule_text(file, name).map_err(|error| error.to_string())
    }));
    let mut found = DataCheck::default();
    let mut wrong = Vec::new();
    let inspection = source.inspect(runtime)?;
    inspection.begin()?;
    let problems = inspection.run(&mut |game, noted| match check_game(&cache, &game, noted) {
        Ok(()) => {
            found.games += 1;
            found.events += game.events.len();
        }
        Err(problem) => wrong.push(format!("game {}: {problem}", game.game.id)),
    })?;
    found.problems = problems.into_iter().chain(wrong).collect();
    Ok(found)
}

/// Plays a game through and compares what is noted about it.
fn check_game(cache: &GameCache, stored: &StoredGame, noted: &Noted) -> Result<(), String> {
    let game = &stored.game;
    let playable = cache.open_stored(&game.spec, &game.start).map_err(|error| error.to_string())?;
    let log = replay(&playable, stored)?;
    let now = log.timeline().now();
    let differs = |what: &str| Err(format!("its {what} does not follow from its events"));
    if i64::from(now.plies) != noted.plies {
        return differs("number of moves");
    }
    if Record::result_of(now) != noted.result {
        return differs("result");
    }
    let first: String = winners(now).map(Seat::letter).collect();
    if noted.winners.as_ref().is_some_and(|noted| *noted != first) {
        return differs("winner");
    }
    let to_move = now.status.to_move().map(|seat| seat.letter().to_string());
    if noted.to_move.is_some() && noted.to_move != to_move {
        return differs("seat to move");
    }
    Ok(())
}
