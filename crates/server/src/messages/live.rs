//! A game over its WebSocket: what a client says, and what the server says.
//!
//! | client | meaning |
//! | --- | --- |
//! | `{"type":"hello","have":12}` | I have the events up to 12; 0 for none |
//! | `{"type":"act","after":12,"action":{"do":"move","text":"c4-c5"}}` | knowing those, do this |
//!
//! | server | meaning |
//! | --- | --- |
//! | `state` | everything |
//! | `update` | the events after number `after`, and how the game stands now |
//! | `refused` | why the last message was not obeyed, mostly with the whole state |
//! | `presence` | which seats' players are here, and how many watch |
//! | `gone` | the game was deleted |

use std::collections::BTreeMap;

use selforge_core::short;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::{Board, Position};
use super::games::{ClockRule, OccupantView, Speed};
use super::presentation::Presentation;
use super::written::Written;

/// What a client says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientMessage {
    /// I have the events up to this number; 0 for none.
    Hello { have: u32 },
    /// Knowing the events up to this number, do this.
    Act { after: u32, action: Command },
}

impl ClientMessage {
    /// Reads a message.
    ///
    /// # Errors
    /// What is wrong with it, in short: an answer is not as long as what was sent.
    pub fn parse(text: &str) -> Result<ClientMessage, String> {
        serde_json::from_str(text)
            .map_err(|error| format!("this is no message: {}", short(&error.to_string())))
    }
}

/// What a client can ask of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// Play a move, by its text as the game writes it.
    Move {
        text: String,
    },
    /// Give up.
    Resign,
    OfferDraw,
    /// Agree to the offer that stands.
    AcceptDraw,
    /// Refuse it.
    DeclineDraw,
    /// Take the draw that there is a right to.
    ClaimDraw,
    /// Take back one's last move; others at the table are asked first.
    TakeBack,
    /// Let another take back.
    AcceptTakeBack,
    /// Do not let another take back, or want it no more.
    DeclineTakeBack,
    /// The engine is to move at once.
    MoveNow,
}

/// What the server says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMessage {
    State(Box<GameState>),
    Update(Box<GameUpdate>),
    Refused(Refused),
    Presence(Presence),
    /// The game was deleted.
    Gone,
}

/// Everything there is to know of a game, for the client that it is told.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameState {
    pub id: String,
    pub spec: String,
    /// The family of the game.
    pub game: String,
    /// The rules in words.
    pub rules: String,
    pub presentation: Presentation,
    pub players: Vec<OccupantView>,
    /// The client's seats.
    pub you: Vec<char>,
    /// What the client may do now.
    pub can: Vec<Permission>,
    /// The number of the last event.
    pub number: u32,
    #[schema(value_type = Vec<GameEvent>)]
    pub events: Written<Vec<GameEvent>>,
    /// The moves that stand, as players write them; empty where that is how their texts are written.
    #[schema(value_type = Vec<String>)]
    pub notation: Written<Vec<String>>,
    #[schema(value_type = Board)]
    pub board: Written<Board>,
    #[schema(value_type = Position)]
    pub position: Written<Position>,
    pub standing: Standing,
    /// Whether others than the one who made the game sit at it, or can.
    pub online: bool,
    /// Whether the game waits for somebody to join.
    pub waiting: bool,
    /// Whether it is in the lobby.
    pub listed: bool,
    pub rated: bool,
    pub clock: ClockRule,
    pub speed: Speed,
    /// None without a clock.
    #[schema(required)]
    pub clocks: Option<ClocksView>,
    /// What the game did to the ratings, once it is over.
    #[schema(required)]
    pub ratings: Option<Vec<RatingChange>>,
    #[schema(required)]
    pub rematch: Option<RematchOffer>,
}

/// The events after number `after`, and how the game stands now.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameUpdate {
    pub after: u32,
    /// The number of the last event.
    pub number: u32,
    #[schema(value_type = Vec<GameEvent>)]
    pub events: Written<Vec<GameEvent>>,
    /// The moves that stand, as players write them; empty where that is how their texts are written.
    #[schema(value_type = Vec<String>)]
    pub notation: Written<Vec<String>>,
    /// None if the board is as it was.
    #[schema(required, value_type = Option<Board>)]
    pub board: Option<Written<Board>>,
    #[schema(value_type = Position)]
    pub position: Written<Position>,
    pub standing: Standing,
    /// None if they are as they were.
    #[schema(required)]
    pub players: Option<Vec<OccupantView>>,
    pub online: bool,
    pub waiting: bool,
    #[schema(required)]
    pub clocks: Option<ClocksView>,
    #[schema(required)]
    pub ratings: Option<Vec<RatingChange>>,
    #[schema(required)]
    pub rematch: Option<RematchOffer>,
    /// The client's seats.
    pub you: Vec<char>,
    /// What the client may do now.
    pub can: Vec<Permission>,
}

/// Why the last message was not obeyed, and how the game stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Refused {
    pub reason: String,
    /// The number of the last event.
    pub number: u32,
    /// None after what was no message at all, and for whoever was told too often in a short time.
    #[schema(required)]
    pub state: Option<Box<GameState>>,
}

/// Who of the players is here, and how many others watch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Presence {
    /// The seats whose players are here.
    pub here: Vec<char>,
    pub watching: usize,
}

/// One event of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum GameEvent {
    /// A seat played a move, whose text is as the game writes it.
    Move { seat: char, text: String },
    /// A seat gave up.
    Resign { seat: char },
    /// A seat offered a draw.
    OfferDraw { seat: char },
    /// A seat agreed to the offer.
    AcceptDraw { seat: char },
    /// A seat refused the offer, or withdrew its own.
    DeclineDraw { seat: char },
    /// A seat took the draw that it had a right to.
    ClaimDraw { seat: char },
    /// A seat lost for a reason outside the rules.
    Forfeit { seat: char, reason: String },
    /// The last moves were taken back.
    TakeBack { plies: u32 },
    /// A seat asked to take back moves.
    AskTakeBack { seat: char, plies: u32 },
    /// A seat agreed to that; others have yet to.
    AgreeTakeBack { seat: char },
    /// A seat refused that, or withdrew its own request.
    DeclineTakeBack { seat: char },
    /// Somebody sat down on an open seat; the name may be empty.
    Sit { seat: char, name: String },
    /// The server came back after so many milliseconds, which count for nobody.
    Resume { lost: i64 },
    /// A seat wants another game, and has made one.
    Rematch { seat: char, game: String },
}

/// How a game stands for everyone, beyond the position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Standing {
    #[schema(required)]
    pub to_move: Option<char>,
    /// In the words of a record, once the game is over.
    #[schema(required)]
    pub result: Option<String>,
    /// The seats at the first rank, once the game is over.
    pub winners: Vec<char>,
    /// The seats that still play.
    pub active: Vec<char>,
    /// Who offered a draw.
    #[schema(required)]
    pub offer_by: Option<char>,
    /// Who asked to take back.
    #[schema(required)]
    pub take_back_by: Option<char>,
    /// The limit that would end the game as a draw first; none without one, and once the game is over.
    #[schema(required)]
    pub limit: Option<DrawLimit>,
}

/// How long a game can still go on before it is a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct DrawLimit {
    /// So many moves of all seats together.
    pub plies: u32,
    /// Whether progress puts it off.
    pub without_progress: bool,
}

/// How much time the seats have.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ClocksView {
    /// Milliseconds left by seat, as of the sending.
    pub left: BTreeMap<char, i64>,
    #[schema(required)]
    pub running: Option<char>,
}

/// What a game did to a rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RatingChange {
    pub seat: char,
    pub before: i64,
    pub after: i64,
}

/// The game that is to follow, and who made it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RematchOffer {
    pub by: char,
    pub id: String,
}

/// Something that a client may do: the commands, and what is done over paths of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Permission {
    Move,
    Resign,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    ClaimDraw,
    TakeBack,
    AcceptTakeBack,
    DeclineTakeBack,
    MoveNow,
    Join,
    Rematch,
    Delete,
}
