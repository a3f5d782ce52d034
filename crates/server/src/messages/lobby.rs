//! The lobby, over HTTP and over its WebSocket, to which clients say nothing.

use serde::Serialize;
use utoipa::ToSchema;

use super::games::{ClockRule, OccupantView, Speed};
use super::written::Written;

/// The lobby as a client sees it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct LobbyView {
    /// The games that wait for somebody.
    #[schema(value_type = Vec<ListedGame>)]
    pub open: Vec<Written<ListedGame>>,
    /// The games that are being played.
    #[schema(value_type = Vec<ListedGame>)]
    pub playing: Vec<Written<ListedGame>>,
    /// How many people are here.
    pub people: usize,
    /// Those of the waiting games that the client made.
    pub yours: Vec<String>,
}

/// What has changed in the lobby since the last message; all there is, in the first one.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct LobbyUpdate {
    /// Games that wait for somebody, new ones and those that are not as they were.
    #[schema(value_type = Vec<ListedGame>)]
    pub open: Vec<Written<ListedGame>>,
    /// Games that are being played, likewise.
    #[schema(value_type = Vec<ListedGame>)]
    pub playing: Vec<Written<ListedGame>>,
    /// Games that are not listed any more.
    pub gone: Vec<String>,
    /// How many people are here.
    pub people: usize,
    /// Those of the waiting games that the client made.
    pub yours: Vec<String>,
}

/// A game in the lobby.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ListedGame {
    pub id: String,
    /// Only its beginning if it is long, with an ellipsis.
    pub spec: String,
    /// What players call it.
    pub title: String,
    /// The family of the game.
    pub game: String,
    pub players: Vec<OccupantView>,
    pub clock: ClockRule,
    pub speed: Speed,
    pub rated: bool,
    /// The first person at it.
    #[schema(required)]
    pub by: Option<String>,
    pub created: i64,
    pub plies: i64,
}
