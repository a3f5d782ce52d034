//! A match as it is sent to other machines, and its games as they come back.

use selforge_agents::Stop;
use selforge_core::Spec;
use selforge_games::GameError;
use serde::{Deserialize, Serialize};

use super::openings::Opening;
use super::plan::{Plan, Settings};
use super::play::{Finished, play};
use crate::LabError;
use crate::starts::Files;
use crate::work::{Work, from_elsewhere, portable};

/// All that decides how a game of a match is played.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    game: String,
    files: Files,
    players: Vec<String>,
    names: Vec<String>,
    games: usize,
    seed: u64,
    random_plies: u32,
    gauntlet: bool,
    openings: Vec<Opening>,
    adjudication: Option<String>,
    /// How the players play where the order comes from.
    fingerprint: String,
}

impl Work for Plan {
    const KIND: &'static str = "arena";
    type Order = Order;
    /// The number of a game.
    type Piece = usize;
    type Done = Finished;

    fn order(&self) -> Result<Order, LabError> {
        let settings = self.settings();
        Ok(Order {
            game: settings.game.to_string(),
            files: self.files().clone(),
            players: settings.players.iter().map(portable).collect::<Result<_, _>>()?,
            names: settings.names.clone(),
            games: settings.games,
            seed: settings.seed,
            random_plies: settings.random_plies,
            gauntlet: settings.gauntlet,
            openings: settings.openings.clone(),
            adjudication: settings.adjudication.map(|rule| rule.to_string()),
            fingerprint: self.fingerprint().to_owned(),
        })
    }

    fn from_order(order: Order) -> Result<Plan, LabError> {
        let players = order.players.iter().map(|player| from_elsewhere(player));
        let settings = Settings {
            game: Spec::parse(&order.game).map_err(GameError::from)?,
            players: players.collect::<Result<_, _>>()?,
            games: order.games,
            seed: order.seed,
            random_plies: order.random_plies,
            names: order.names,
            gauntlet: order.gauntlet,
            openings: order.openings,
            adjudication: order.adjudication.as_deref().map(str::parse).transpose()?,
            // Whoever counts the games asks it.
            sprt: None,
        };
        let plan = Plan::new(settings, &order.files)?;
        // Players whose threads race, or who look at a clock, never play alike.
        let same = !plan.is_repeatable() || plan.fingerprint() == order.fingerprint;
        let problem = "the players of this program play otherwise than where the match comes from";
        LabError::require(same, problem, "the same program on all machines")?;
        Ok(plan)
    }

    fn perform(&self, index: &usize, stop: &Stop) -> Result<Option<Finished>, LabError> {
        let problem = format!("game {index} of {}", self.games());
        LabError::require(*index < self.games(), problem, "a game of the match")?;
        play(self, &self.fixture(*index), stop)
    }

    fn fits(&self, index: &usize, done: &Finished) -> bool {
        done.played.fits(&self.fixture(*index))
    }
}

/// A record as its text, which must be the very text that the record gives again.
pub(super) mod record_text {
    use selforge_core::Record;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(in super::super) fn serialize<S: Serializer>(
        record: &Record,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&record.to_text())
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Record, D::Error> {
        let text = String::deserialize(deserializer)?;
        let parsed = Record::parse(&text).map_err(Error::custom)?;
        match parsed.truncated.is_none() && parsed.record.to_text() == text {
            true => Ok(parsed.record),
            false => Err(Error::custom("a record that is not whole")),
        }
    }
}
