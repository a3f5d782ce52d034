//! How a game wants to be shown, and its editor.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::Board;
use super::workshop::{KindCard, RuleLine};

/// What is the same in every position of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Presentation {
    /// What players call the game.
    pub title: String,
    /// The sides, by the numbers of their sets.
    pub sides: Vec<Side>,
    /// The pieces that an editor offers.
    pub tray: Vec<TrayPiece>,
    pub scale: Scale,
    pub tools: Tools,
    /// How other programs write its games, `PGN` for chess; its name in small letters is a format of
    /// records.
    #[schema(required)]
    pub portable: Option<String>,
    /// The kinds of pieces that are on the table or may come there, where they are not those that
    /// everybody knows.
    #[serde(default)]
    #[schema(required)]
    pub legend: Vec<KindCard>,
    /// The rules by the names of the legend, under their headings; empty where there is no legend.
    #[serde(default)]
    #[schema(required)]
    pub legend_rules: Vec<RuleLine>,
    /// The address of a page that teaches the game.
    #[schema(required)]
    pub introduction: Option<String>,
}

/// One side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Side {
    pub name: String,
    /// A piece of it, as SVG elements around the origin.
    pub shape: String,
}

/// A piece that can be put on the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TrayPiece {
    pub letter: char,
    pub set: u8,
    /// Pieces of different sets that are the same otherwise have the same number.
    pub kind: usize,
    pub words: String,
    pub shape: String,
    /// Whether its shape has a forward and so turns with the board.
    pub turns: bool,
}

/// What the engine's values mean.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Scale {
    /// How many points are one of what people count in.
    pub unit: i32,
    /// What that is called; may be empty.
    pub unit_name: String,
    /// The lead with which a game is nearly won.
    pub decisive: i32,
}

/// What can be looked at in positions of the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Tools {
    /// Signals and critical paths.
    pub signals: bool,
    /// How the sets organise themselves over a game.
    pub organisation: bool,
    /// How fair a start is.
    pub balance: bool,
    /// Which pieces a network counts on.
    pub network: bool,
}

/// A game to edit positions of, and the pieces of one.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct EditView {
    pub spec: String,
    /// The spec without what places pieces: the same game with another start.
    pub unplaced: String,
    /// The family of the game.
    pub game: String,
    pub seats: u8,
    pub presentation: Presentation,
    pub board: Board,
    /// The letter of the tray for each cell; none where nothing stands.
    pub cells: Vec<Option<char>>,
    pub to_move: char,
}

/// Pieces on the board of a game.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ComposeRequest {
    #[schema(example = "chess")]
    pub spec: String,
    /// A letter of the tray for each cell, or nothing.
    #[schema(max_items = 1024)]
    pub cells: Vec<Option<char>>,
    /// The letter of the seat to move.
    pub to_move: char,
}

/// A text of somebody who does not say what it is.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GuessRequest {
    #[schema(max_length = 4000)]
    pub text: String,
}
