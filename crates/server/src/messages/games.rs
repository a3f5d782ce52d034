//! Games over HTTP: making, joining, listing, looking, taking away.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::board::{Board, Position};
use super::presentation::Presentation;

/// A game to be made.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGameRequest {
    #[schema(example = "selfo board=hexhex-4 seed=7")]
    pub spec: String,
    /// One for each seat.
    #[schema(max_items = 6)]
    pub players: Vec<SeatRequest>,
    #[serde(default)]
    pub clock: ClockRule,
    /// Whether it is in the lobby.
    #[serde(default)]
    pub listed: bool,
    /// Whether it counts.
    #[serde(default)]
    pub rated: bool,
}

/// One seat's player, as it is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SeatRequest {
    /// Somebody at the screen of the client that makes the game; the name may be empty.
    Person {
        #[serde(default)]
        #[schema(max_length = 40)]
        name: String,
    },
    /// An engine, by its spec.
    Engine {
        #[schema(example = "alphabeta time=300ms")]
        spec: String,
    },
    /// An engine, by the name of its level: which player that is depends on the game.
    Level {
        #[schema(max_length = 40, example = "Careful")]
        name: String,
    },
    /// Whoever comes.
    Open,
    /// Whoever has this account, and nobody else.
    Invited {
        #[schema(max_length = 40)]
        name: String,
    },
}

/// What everyone may know of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum OccupantView {
    Person {
        name: String,
        /// Whether that is the name of an account.
        account: bool,
        /// The rating they sat down with.
        #[schema(required)]
        rating: Option<i64>,
    },
    /// An engine, by its spec.
    Engine { spec: String },
    /// Nobody yet.
    Open {
        /// Whether the seat is kept for somebody.
        kept: bool,
    },
}

/// How time is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClockRule {
    /// Nobody is in a hurry.
    #[default]
    None,
    /// So many seconds for the game, and some more for every move.
    Real { base: u32, increment: u32 },
    /// So many days for every move.
    Days { days: u32 },
}

/// The class of games whose ratings can be compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Speed {
    Bullet,
    Blitz,
    Rapid,
    Classical,
    Correspondence,
    Unlimited,
}

/// A game that was made, or found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameId {
    pub id: String,
}

/// A game that was removed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct GameDeleted {
    pub deleted: String,
}

/// A wish to sit down.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// What to call them; accounts have their names.
    #[serde(default)]
    #[schema(max_length = 40)]
    pub name: String,
    /// The letter of the seat; any if there is none.
    #[serde(default)]
    pub seat: Option<char>,
}

/// Where somebody sat down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Joined {
    pub id: String,
    pub seat: char,
}

/// A position of a game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PositionAt {
    pub position: Position,
    /// None if the board is that of the last position.
    #[schema(required)]
    pub board: Option<Board>,
}

/// How a record is written.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RecordQuery {
    /// `sgr`, the program's own, if left out; `pgn` for chess, `pdn` for checkers.
    pub format: Option<String>,
}

/// The position to draw, and how large.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PictureQuery {
    /// How many moves were played before it; the last position if left out.
    #[param(minimum = 0)]
    pub ply: Option<usize>,
    /// The width in pixels.
    #[param(minimum = 16, maximum = 4000)]
    pub size: Option<u32>,
}

/// How large an animation is.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AnimationQuery {
    /// The width in pixels.
    #[param(minimum = 16, maximum = 4000)]
    pub size: Option<u32>,
}

/// A line in a list of games.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct GameSummary {
    pub id: String,
    pub spec: String,
    /// What players call it.
    pub title: String,
    pub players: Vec<OccupantView>,
    /// The seats of the client that asks.
    pub you: Vec<char>,
    pub created: i64,
    pub updated: i64,
    pub plies: i64,
    #[schema(required)]
    pub result: Option<String>,
    pub winners: Vec<char>,
    pub waiting: bool,
    /// Whether a seat is kept for the client, which has not answered yet.
    pub invited: bool,
    pub your_turn: bool,
    pub clock: ClockRule,
    pub rated: bool,
    pub online: bool,
}

/// A game by its spec.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GameSpec {
    #[schema(example = "chess")]
    pub spec: String,
}

/// The start of a game that nobody plays yet.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Preview {
    /// The spec in its canonical form.
    pub spec: String,
    pub game: String,
    pub seats: u8,
    pub rules: String,
    pub presentation: Presentation,
    pub board: Board,
    pub position: Position,
    /// How the game stands at its start, in words.
    pub status: String,
    /// The engines to choose from by name, from the weakest.
    pub levels: Vec<LevelHere>,
}

/// A level of the engines at one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct LevelHere {
    pub name: &'static str,
    /// What to expect.
    pub about: &'static str,
    /// The engine.
    pub spec: &'static str,
    /// How strong it is at games of this kind, if that was measured, and at which.
    #[schema(required)]
    pub rating: Option<String>,
}

/// A game that was made of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ImportedGame {
    pub id: String,
    /// What was dropped of a record that is cut off.
    #[schema(required)]
    pub warning: Option<String>,
}
