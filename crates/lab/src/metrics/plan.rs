//! How much is played to measure one game.

use crate::LabError;

/// What measuring one game needs: how many games of each kind are played, and from which seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Games of each kind; the paper plays 20.
    pub games: u32,
    /// How many starts the games are spread over, where a seed decides the set-up. Unless it is said,
    /// each game has its own; a spec that names its seed has that one start.
    pub starts: Option<u32>,
    /// Decides every random choice.
    pub seed: u64,
    /// A game that has gone on for so many plies is left there, as a draw that was cut off. No rules can
    /// therefore hang whoever measures them.
    pub plies: u32,
}

/// The most games of each kind.
pub(super) const MAX_GAMES: u32 = 100_000;

/// The most starts: all are kept open while games are played.
pub(super) const MAX_STARTS: u32 = 1_000;

impl Default for Plan {
    /// The paper's 20 games.
    fn default() -> Plan {
        Plan { games: 20, starts: None, seed: 0, plies: 5_000 }
    }
}

impl Plan {
    /// Refuses what cannot be played.
    ///
    /// # Errors
    /// If there are no games, too many, or no plies.
    pub fn check(&self) -> Result<(), LabError> {
        LabError::require(
            (1..=MAX_GAMES).contains(&self.games),
            format!("{} games to measure by", self.games),
            format!("1 to {MAX_GAMES}; the paper has 20"),
        )?;
        let starts = self.starts.unwrap_or(1);
        LabError::require(
            (1..=MAX_STARTS).contains(&starts),
            format!("{starts} starts to measure from"),
            format!("1 to {MAX_STARTS}"),
        )?;
        LabError::require(self.plies > 0, "games of 0 plies", "1 ply or more")
    }
}
