//! Everything in a data folder, checked without a server: the pages of the file, the checksums of
//! every game, and every event by the rules.

use std::path::Path;

use selforge_core::{Record, Seat};

use crate::game_cache::GameCache;
use crate::live::{replay, winners};
use crate::rule_files::stored::StoredFiles;
use crate::store::{self, Noted, StoreError, StoredGame};

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

/// Checks a data folder, also while a server uses it. Nothing is changed.
///
/// # Errors
/// If there is no data in it, or it is of another version of the program.
pub fn check_data(folder: &Path) -> Result<DataCheck, StoreError> {
    let data = folder.to_path_buf();
    let cache = GameCache::new(StoredFiles::new(move |file, name| {
        store::rule_text(&data, file, name).map_err(|error| error.to_string())
    }));
    let mut found = DataCheck::default();
    let mut wrong = Vec::new();
    let problems =
        store::inspect(folder, &mut |game, noted| match check_game(&cache, &game, noted) {
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
