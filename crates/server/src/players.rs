//! Who sits at a table: people of one client, or engines.

use selforge_agents::{AgentSpec, Player};
use selforge_games::Playable;
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::limits::Limits;

/// The longest name of a person, in characters.
const MAX_NAME: usize = 40;

/// One seat's player, as it is asked for, stored and shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum SeatPlayer {
    /// Somebody at the screen of the client that made the game.
    Person {
        /// What to call them; may be empty.
        #[serde(default)]
        name: String,
    },
    /// An engine.
    Engine {
        /// Its spec.
        spec: String,
    },
}

/// A strength for people who know no specs.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Level {
    /// Its name.
    pub(crate) name: &'static str,
    /// What to expect.
    pub(crate) about: &'static str,
    /// The player with two seats.
    pub(crate) two: &'static str,
    /// The player with more.
    pub(crate) more: &'static str,
}

/// The strengths, from the weakest.
pub(crate) const LEVELS: &[Level] = &[
    Level { name: "Dice", about: "moves at random", two: "random", more: "random" },
    Level {
        name: "Friendly",
        about: "looks one move ahead and often takes the second best",
        two: "greedy variety=6",
        more: "greedy variety=6",
    },
    Level {
        name: "Careful",
        about: "looks one move ahead",
        two: "greedy variety=1",
        more: "greedy variety=1",
    },
    Level {
        name: "Strong",
        about: "searches for a third of a second",
        two: "alphabeta time=300ms",
        more: "mcts time=300ms",
    },
    Level {
        name: "Strongest",
        about: "searches for three seconds",
        two: "alphabeta time=3s hash=64",
        more: "mcts time=3s",
    },
];

impl SeatPlayer {
    /// Checks that the player can sit at this game here.
    ///
    /// # Errors
    /// If the name is too long, or the engine unknown, unfit or not allowed.
    pub(crate) fn check(&self, playable: &Playable, limits: &Limits) -> Result<(), ApiError> {
        match self {
            SeatPlayer::Person { name } if name.chars().count() > MAX_NAME => {
                Err(ApiError::invalid(format!("a name is longer than {MAX_NAME} characters")))
            }
            SeatPlayer::Person { name } if name.chars().any(char::is_control) => {
                Err(ApiError::invalid("a name has a character that cannot be shown"))
            }
            SeatPlayer::Person { .. } => Ok(()),
            SeatPlayer::Engine { spec } => {
                let spec = read_engine(spec, limits)?;
                Player::seat(&spec, playable)
                    .map_err(|error| ApiError::invalid(error.to_string()))?;
                Ok(())
            }
        }
    }

    /// Whether it is an engine.
    pub(crate) fn is_engine(&self) -> bool {
        matches!(self, SeatPlayer::Engine { .. })
    }

    /// What to call the player, if it has a name.
    pub(crate) fn name(&self) -> &str {
        match self {
            SeatPlayer::Person { name } => name.trim(),
            SeatPlayer::Engine { spec } => spec,
        }
    }
}

/// Reads an engine's spec and refuses what a server does not do for strangers.
///
/// # Errors
/// If it is no spec, runs another program, or takes too much memory or too many threads.
pub(crate) fn read_engine(text: &str, limits: &Limits) -> Result<AgentSpec, ApiError> {
    let spec = AgentSpec::parse(text).map_err(|error| ApiError::invalid(error.to_string()))?;
    if spec.spec().name() == "external" {
        return Err(ApiError::invalid("other programs cannot play here; expected another player"));
    }
    let number = |key: &str| spec.spec().get(key).and_then(|text| text.parse::<u64>().ok());
    for (key, most) in [("threads", limits.engine_threads), ("hash", limits.engine_hash)] {
        if number(key).is_some_and(|asked| asked > most) {
            return Err(ApiError::invalid(format!("player: {key}= may be at most {most} here")));
        }
    }
    Ok(spec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_a_player_that_may_sit_here() {
        for level in LEVELS {
            for spec in [level.two, level.more] {
                assert!(read_engine(spec, &Limits::default()).is_ok(), "{spec}");
            }
        }
    }

    #[test]
    fn programs_threads_and_memory_of_the_host_are_not_for_strangers() {
        for spec in ["external cmd=\"rm -rf x\"", "alphabeta threads=9", "alphabeta hash=4096"] {
            assert!(read_engine(spec, &Limits::default()).is_err(), "{spec}");
        }
    }
}
