//! The games as they are stored, against what their players have seen.

use std::sync::Arc;

use selforge_core::{Record, RecordEvent};
use selforge_games::NoFiles;
use selforge_server::messages::live::{GameEvent, GameState};

use super::client::{Made, Story};

/// Compares a game's stored events and record with the stories of its clients. Returns how many
/// events there are.
///
/// # Errors
/// If anything differs, or the record is none by the rules.
pub(super) async fn compare(game: &Made, stories: &[Story]) -> Result<usize, String> {
    let id = &game.id;
    let path = format!("/api/games/{id}");
    let stored = game.owner().must("GET", &path, "").await?;
    let record = game.owner().must("GET", &format!("{path}/record"), "").await?;
    let GameState { events, .. } = stored.json()?;
    let events = events.into_value().map_err(|error| error.to_string())?;
    for (story, seats) in stories.iter().zip(game.company.seats()) {
        if story.events != events {
            return Err(format!("game {id}: stored is not what {seats} saw"));
        }
    }
    let played = replay(&record.body).map_err(|problem| format!("game {id}: {problem}"))?;
    let seen: Vec<&str> = events.iter().filter_map(move_text).collect();
    if played.moves != seen {
        return Err(format!("game {id}: the record has other moves than the players saw"));
    }
    if stories.iter().any(|story| story.result != played.result) {
        return Err(format!("game {id}: the record ends otherwise than the players saw"));
    }
    Ok(events.len())
}

fn move_text(event: &GameEvent) -> Option<&str> {
    match event {
        GameEvent::Move { text, .. } => Some(text),
        _ => None,
    }
}

/// A record that was played through.
struct Played {
    moves: Vec<String>,
    result: String,
}

fn replay(text: &str) -> Result<Played, String> {
    let record = Record::parse(text).map_err(|error| error.to_string())?.record;
    let playable =
        selforge_games::open(&record.headers.game, &NoFiles).map_err(|error| error.to_string())?;
    let timeline = record.replay(Arc::new(playable.game)).map_err(|error| error.to_string())?;
    let moves = record.events.iter().filter_map(|RecordEvent { action, .. }| match action {
        selforge_core::Action::Move(text) => Some(text.clone()),
        _ => None,
    });
    let result = Record::result_of(timeline.now()).ok_or("the game is not over")?;
    Ok(Played { moves: moves.collect(), result })
}
