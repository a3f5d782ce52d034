//! A record read and played by the rules of its game: where everything about records begins.

use std::sync::Arc;

use selforge_core::{AnyGame, Record, Timeline};
use selforge_games::{Environment, Playable};

use crate::LabError;

/// A record that was read and replayed.
#[derive(Debug)]
pub struct Replayed {
    /// The record.
    pub record: Record,
    /// What was cut off at its end, in words.
    pub truncated: Option<String>,
    /// Its game.
    pub playable: Playable,
    /// The game as it was played.
    pub timeline: Timeline<AnyGame>,
}

impl Replayed {
    /// Reads a record from the bytes of a file and plays it.
    ///
    /// # Errors
    /// With line and reason, if the record is damaged or wrong; if its game does not open, or has other
    /// rules now.
    pub fn read(bytes: &[u8], environment: &dyn Environment) -> Result<Replayed, LabError> {
        let parsed = Record::parse_bytes(bytes)?;
        let record = parsed.record;
        // A record carries its board along; only rule files are named by their path.
        let playable = selforge_games::open(&record.headers.game, environment)
            .map_err(LabError::RecordGame)?;
        let known = playable.rules_name();
        if let Some(rules) = record.headers.rules.as_ref().filter(|rules| **rules != known) {
            let rules = selforge_catalogue::shown(rules);
            return Err(LabError::OtherRules { rules, known });
        }
        let timeline = record.replay(Arc::new(playable.game.clone()))?;
        Ok(Replayed { record, truncated: parsed.truncated, playable, timeline })
    }
}
