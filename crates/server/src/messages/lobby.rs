//! The lobby, over HTTP and over its WebSocket, to which clients say nothing.

use serde::Serialize;
use utoipa::ToSchema;

use super::games::{ClockRule, OccupantView, Speed};

/// The lobby as a client sees it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct LobbyView {
    /// The games that wait for somebody.
    pub open: Vec<ListedGame>,
    /// The games that are being played.
    pub playing: Vec<ListedGame>,
    /// How many people are here.
    pub people: usize,
    /// Those of the waiting games that the client made.
    pub yours: Vec<String>,
}

/// A game in the lobby.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ListedGame {
    pub id: String,
    pub spec: String,
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
