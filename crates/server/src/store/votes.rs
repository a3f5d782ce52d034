//! Votes on games, and games that are over, for what they say together.
//!
//! A vote names the game it was cast after and keeps that game's spec, so that it counts for good:
//! also when the player deletes the game from their list.

use async_trait::async_trait;

use super::StoreError;
use crate::accounts::identity::ClientId;

/// What decides whether somebody may vote on a game.
#[derive(Clone, Debug)]
pub(crate) struct VotableGame {
    pub(crate) spec: String,
    /// How many moves were played.
    pub(crate) plies: i64,
    pub(crate) over: bool,
}

/// A vote, with a name of the voter that is not to be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StoredVote {
    pub(crate) who: String,
    pub(crate) spec: String,
    pub(crate) vote: String,
}

/// A game that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FinishedGame {
    pub(crate) spec: String,
    /// In the words of a record.
    pub(crate) result: String,
    pub(crate) seats: Vec<PlayedBy>,
}

/// Who played a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PlayedBy {
    /// A person, by what is not to be shown.
    Person(String),
    /// An engine, by its spec.
    Engine(String),
}

/// Votes on games, and games that are over: the latest hundred thousand of each.
#[async_trait]
pub(crate) trait Votes {
    /// A game in which this client plays; none if it does not.
    async fn votable_game(
        &self,
        game: &str,
        client: &ClientId,
    ) -> Result<Option<VotableGame>, StoreError>;

    /// Keeps a vote, instead of an earlier one of the same player on the same game.
    async fn vote(
        &self,
        game: &str,
        client: &ClientId,
        spec: &str,
        vote: &str,
    ) -> Result<(), StoreError>;

    /// The vote of a player on a game.
    async fn own_vote(&self, game: &str, client: &ClientId) -> Result<Option<String>, StoreError>;

    /// All votes, the first first.
    async fn votes(&self) -> Result<Vec<StoredVote>, StoreError>;

    /// The games that are over, the first to end first.
    async fn finished_games(&self) -> Result<Vec<FinishedGame>, StoreError>;
}
