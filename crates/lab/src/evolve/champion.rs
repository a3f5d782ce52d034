//! What is kept of a champion: its spec, its rules, a picture of its start and a sample game.

use selforge_agents::Stop;
use selforge_core::{Game, Spec, Stream};
use selforge_games::{NoFiles, Playable};

use super::space::Space;
use super::summary::Found;
use crate::LabError;
use crate::arena::{self, Plan};
use crate::store::RunFolder;

/// How wide pictures are.
const SIZE: u32 = 480;

/// A champion, opened.
#[derive(Debug)]
pub struct Champion {
    /// The spec that plays it: canonical, with a seed where its start is random.
    pub spec: String,
    /// Its rules in plain English.
    pub rules: String,
    /// Its start, as SVG.
    pub picture: String,
    /// A game that was played, as text.
    pub record: String,
}

impl Champion {
    /// Opens a game that was found and plays a sample game of it.
    ///
    /// # Errors
    /// If it does not open.
    pub fn open(space: &dyn Space, found: &Found, seed: u64) -> Result<Champion, LabError> {
        let game = Spec::parse(&found.spec).map_err(selforge_games::GameError::from)?;
        let players = arena::parse_players(space.players())?;
        let seed = Stream::new(seed, "champion", found.candidate as u64).bits();
        let plan = Plan::new(arena::Settings::new(game, players, 2, seed), &NoFiles)?;
        let playable: Playable = plan.open(0)?;
        let played = arena::play(&plan, &plan.fixture(0), &Stop::default())?;
        let played = played.expect("nobody asks this game to stop");
        Ok(Champion {
            spec: playable.spec.to_string(),
            rules: playable.rules_text(),
            picture: playable.picture(&playable.game.start(), SIZE),
            record: played.record.to_text(),
        })
    }

    /// Writes its files into `champions/N/` of a run's folder.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn write(&self, folder: &RunFolder, number: usize) -> Result<(), LabError> {
        let name = format!("champions/{number}");
        folder.make(&name)?;
        folder.write(&format!("{name}/spec.txt"), &format!("{}\n", self.spec))?;
        folder.write(&format!("{name}/rules.txt"), &format!("{}\n", self.rules.trim_end()))?;
        folder.write(&format!("{name}/start.svg"), &self.picture)?;
        folder.write(&format!("{name}/game.sgr"), &self.record)
    }
}
