//! Games, their seats and their events.

use std::collections::HashMap;

use async_trait::async_trait;

use super::StoreError;
use crate::accounts::identity::{ClientId, Source};
use crate::accounts::ratings::{RatedResult, RatingChange};
use crate::live::clock::ClockRule;
use crate::live::occupant::Occupant;

/// A game as it begins.
#[derive(Clone, Debug)]
pub(crate) struct NewGame {
    pub(crate) id: String,
    pub(crate) owner: ClientId,
    /// The network where the game was made; empty if that was not noted.
    pub(crate) network: String,
    pub(crate) spec: String,
    pub(crate) rules: String,
    pub(crate) start: String,
    pub(crate) seed: i64,
    /// When, in milliseconds.
    pub(crate) began: i64,
    pub(crate) clock: ClockRule,
    pub(crate) rated: bool,
    pub(crate) listed: bool,
    pub(crate) to_move: Option<char>,
    pub(crate) deadline: Option<i64>,
    pub(crate) seats: Vec<Occupant>,
}

/// What has already happened in a game that comes from elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct ImportedEvents {
    /// The events in order, as JSON.
    pub(crate) events: Vec<String>,
    pub(crate) plies: u32,
    pub(crate) result: Option<String>,
    pub(crate) winners: String,
}

/// A game as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct StoredGame {
    pub(crate) game: NewGame,
    /// The events in order, as JSON, with their moments in milliseconds.
    pub(crate) events: Vec<(String, i64)>,
    /// How the ratings changed, by seat.
    pub(crate) ratings: Vec<RatingChange>,
}

/// What is written when something happens in a game.
#[derive(Clone, Debug)]
pub(crate) struct NewEvent {
    pub(crate) game: String,
    pub(crate) number: u32,
    /// The event, as JSON.
    pub(crate) body: String,
    /// When, in milliseconds.
    pub(crate) at: i64,
    pub(crate) plies: usize,
    pub(crate) result: Option<String>,
    pub(crate) winners: String,
    pub(crate) to_move: Option<char>,
    pub(crate) deadline: Option<i64>,
    /// A seat that was taken.
    pub(crate) seated: Option<(usize, Occupant)>,
    /// The game has ended and counts.
    pub(crate) rated: Option<RatedResult>,
}

/// A game in a list.
#[derive(Clone, Debug)]
pub(crate) struct GameListing {
    pub(crate) id: String,
    pub(crate) owner: ClientId,
    pub(crate) spec: String,
    pub(crate) seats: Vec<Occupant>,
    /// In seconds, as `updated`.
    pub(crate) created: i64,
    pub(crate) updated: i64,
    pub(crate) plies: i64,
    pub(crate) result: Option<String>,
    /// The letters of the seats at the first rank.
    pub(crate) winners: String,
    pub(crate) to_move: Option<char>,
    pub(crate) clock: ClockRule,
    pub(crate) rated: bool,
}

impl GameListing {
    /// Whether the game waits for somebody to come.
    pub(crate) fn is_waiting(&self) -> bool {
        self.result.is_none() && self.seats.iter().any(Occupant::is_open)
    }
}

/// The games to list, the latest first; a list ends after the thousandth.
#[derive(Clone, Debug)]
pub(crate) enum GameFilter {
    /// Those somebody made or plays in.
    Of(ClientId),
    /// Those of an account that others may see: online, and begun.
    PublicOf(ClientId),
    /// Those in the lobby that go on or wait.
    Listed,
}

/// How much one source may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Quota {
    pub(crate) games: i64,
    /// Those of them that wait for somebody.
    pub(crate) waiting: i64,
    /// Of games, notes and rule files together.
    pub(crate) bytes: i64,
    pub(crate) rule_files: i64,
}

/// A rated game that goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RatedGame {
    pub(crate) spec: String,
    pub(crate) clock: ClockRule,
}

/// That somebody played a game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct PlayedGame {
    pub(crate) id: String,
    pub(crate) spec: String,
    pub(crate) who: String,
}

/// When the time of a game runs out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Deadline {
    pub(crate) game: String,
    /// In milliseconds.
    pub(crate) at: i64,
    pub(crate) clock: ClockRule,
}

/// Games, their seats and their events.
#[async_trait]
pub(crate) trait Games {
    /// Writes a new game, with what has already happened in it if it comes from elsewhere.
    ///
    /// # Errors
    /// [`StoreError::Exceeded`] if its source has as much as it may.
    async fn create_game(
        &self,
        game: NewGame,
        imported: Option<ImportedEvents>,
        quota: Quota,
    ) -> Result<(), StoreError>;

    /// Writes what happened in a game; it is on disk when this returns. Returns how ratings changed.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the game has an event of this number already, and
    /// [`StoreError::NoGame`] if the game was deleted.
    async fn append_event(&self, event: NewEvent) -> Result<Vec<RatingChange>, StoreError>;

    /// A game with all its events, as of one moment.
    async fn load_game(&self, id: &str) -> Result<Option<StoredGame>, StoreError>;

    /// A list of games.
    async fn list_games(&self, filter: GameFilter) -> Result<Vec<GameListing>, StoreError>;

    /// Checks that a source may have one more game.
    ///
    /// # Errors
    /// [`StoreError::Exceeded`] if not.
    async fn check_quota(&self, source: &Source, quota: Quota) -> Result<(), StoreError>;

    /// The rated games of an account that go on.
    async fn running_rated(&self, account: i64) -> Result<Vec<RatedGame>, StoreError>;

    /// How many rated games an account has begun since a moment, in seconds; those against another
    /// account alone if one is given.
    async fn count_rated(
        &self,
        account: i64,
        against: Option<i64>,
        since: i64,
    ) -> Result<i64, StoreError>;

    /// Who played what in games made since a moment, in seconds; the latest first, at most so many. Games
    /// among people that were not offered to everyone are theirs alone and left out, and so are those in
    /// which nobody moved.
    async fn played_since(&self, since: i64, most: i64) -> Result<Vec<PlayedGame>, StoreError>;

    /// Removes a game for good.
    async fn delete_game(&self, id: &str) -> Result<(), StoreError>;

    /// The games whose time runs, the first to run out first.
    async fn deadlines(&self) -> Result<Vec<Deadline>, StoreError>;

    /// Some of the games whose time has run out before a moment, in milliseconds, the first first.
    async fn overdue(&self, before: i64, most: usize) -> Result<Vec<String>, StoreError>;

    /// The number of the last event of a game; none if there is no such game.
    async fn last_numbers(&self, games: &[String]) -> Result<HashMap<String, u32>, StoreError>;

    /// The games in which an engine is to move: those with clocks all, of the others so many, the
    /// latest first.
    async fn engines_to_move(&self, most: i64) -> Result<Vec<String>, StoreError>;

    /// Removes games for which nobody came in so many seconds, and offers of guests in the lobby after
    /// so many.
    async fn forget_waiting_games(&self, seconds: i64, guests: i64) -> Result<(), StoreError>;

    /// Removes games that only guests made and played and nobody touched in so many seconds.
    async fn forget_guests_games(&self, seconds: i64) -> Result<(), StoreError>;

    /// Forgets where games were made that nobody touched in so many seconds.
    async fn forget_networks(&self, seconds: i64) -> Result<(), StoreError>;

    /// Gives everything of a guest to an account.
    async fn hand_over(&self, from: &ClientId, to: &ClientId) -> Result<(), StoreError>;
}
