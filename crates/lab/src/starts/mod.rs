//! The starts of a game: one, or one for each seed where a seed decides the set-up.
//!
//! Matches and metrics draw their starts here, from the same stream: run with the same seed, they see
//! the same ones.

mod files;

use selforge_core::{Spec, Stream};
use selforge_games::{Environment, GameError, Playable};

pub(crate) use self::files::Files;
use self::files::Noting;
use crate::LabError;

/// How often a start is drawn again when its position cannot be made.
const TRIES: usize = 20;

/// A game, and where it may begin.
#[derive(Clone, Debug)]
pub(crate) struct Starts {
    /// The game in canonical form, without the seed if each start has its own.
    game: Spec,
    seeded: bool,
    /// The game as it was opened: all starts are this one if they have no seeds.
    opened: Playable,
    /// What it was made from.
    files: Files,
}

impl Starts {
    /// Opens a game, and finds out whether its start depends on a seed.
    ///
    /// # Errors
    /// If the game does not open.
    pub(crate) fn new(game: &Spec, environment: &dyn Environment) -> Result<Starts, GameError> {
        let noting = Noting::new(environment);
        let opened = selforge_games::open(game, &noting)?;
        let files = noting.files();
        let (game, seeded) = without_seed(&opened, &files)?;
        Ok(Starts { game, seeded, opened, files })
    }

    /// The game in canonical form; without a seed if each start has its own.
    pub(crate) fn game(&self) -> &Spec {
        &self.game
    }

    /// The game as its spec names it.
    pub(crate) fn opened(&self) -> &Playable {
        &self.opened
    }

    /// Whether each start has a seed of its own.
    pub(crate) fn are_seeded(&self) -> bool {
        self.seeded
    }

    /// The files that the game was made from.
    pub(crate) fn files(&self) -> &Files {
        &self.files
    }

    /// Opens the game as it begins in a position.
    ///
    /// # Errors
    /// If it is none of the game.
    pub(crate) fn open_position(&self, position: &str) -> Result<Playable, LabError> {
        let mut spec = self.game.clone();
        spec.set("position", position).map_err(GameError::from)?;
        Ok(selforge_games::open(&spec, &self.files)?)
    }

    /// Opens the game as it begins at a start of a run with this seed.
    ///
    /// # Errors
    /// If no position can be made for it in a good number of tries.
    pub(crate) fn open(&self, seed: u64, start: usize) -> Result<Playable, LabError> {
        if !self.seeded {
            return Ok(self.opened.clone());
        }
        let mut seeds = Stream::new(seed, "start", start as u64);
        let mut tries = (0..TRIES).map(|_| {
            let mut spec = self.game.clone();
            spec.set("seed", seeds.bits()).map_err(GameError::from)?;
            selforge_games::open(&spec, &self.files)
        });
        // Only a setup that did not work out is worth another try.
        let opened = tries.find(|opened| !matches!(opened, Err(GameError::Setup(_))));
        let again = || selforge_games::open(&self.game, &self.files);
        opened.unwrap_or_else(again).map_err(|error| LabError::Start { start, error })
    }
}

/// The canonical spec without a seed, and whether the start depends on one.
///
/// A seed that means nothing is left out of canonical specs: that tells random setups from fixed
/// ones without knowing any game.
fn without_seed(playable: &Playable, files: &Files) -> Result<(Spec, bool), GameError> {
    let mut spec = Spec::new(playable.spec.name());
    for (key, value) in playable.spec.options().filter(|(key, _)| *key != "seed") {
        spec.set(key, value)?;
    }
    if !playable.family.options.iter().any(|option| option.key == "seed") {
        return Ok((spec, false));
    }
    let seeded = |seed: u64| -> Result<bool, GameError> {
        let mut spec = spec.clone();
        spec.set("seed", seed)?;
        Ok(selforge_games::open(&spec, files)?.spec.get("seed").is_some())
    };
    // A random setup that fails for these seeds is random all the same.
    let random = (1..=3).any(|seed| match seeded(seed) {
        Ok(seeded) => seeded,
        Err(error) => matches!(error, GameError::Setup(_)),
    });
    Ok((spec, random))
}
