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
    pub open: Written<Vec<ListedGame>>,
    /// The games that are being played.
    #[schema(value_type = Vec<ListedGame>)]
    pub playing: Written<Vec<ListedGame>>,
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
