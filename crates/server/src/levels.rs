//! The levels of the engines, as the page is told of them.

use selforge_agents::{LEVELS, Level};
use selforge_games::Playable;

use crate::messages::catalogue;
use crate::messages::games::LevelHere;

/// A level for somebody who has not chosen a game yet.
pub(crate) fn listed(level: &Level) -> catalogue::Level {
    catalogue::Level {
        name: level.name,
        about: level.about,
        specs: level.specs().collect(),
        rating: level.rating.map(words),
        everywhere: level.plays_everything(),
    }
}

/// The levels that play a game.
pub(crate) fn at(playable: &Playable) -> Vec<LevelHere> {
    let here = |level: &Level| {
        let opponent = level.opponent(playable)?;
        Some(LevelHere {
            name: level.name,
            about: level.about,
            spec: opponent.spec,
            rating: opponent.rating.map(words),
        })
    };
    LEVELS.iter().filter_map(here).collect()
}

/// A rating, with the game at which it was measured.
fn words(rating: u32) -> String {
    format!("{rating} at Selfo")
}
