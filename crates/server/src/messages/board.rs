//! Boards and positions as they are drawn: polygons, shapes, and legal moves as cells.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A board without its pieces, in units of the picture.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Board {
    pub cells: Vec<BoardCell>,
    /// Pairs of neighbours.
    pub edges: Vec<(usize, usize)>,
    /// Whether the edges must be drawn.
    pub show_edges: bool,
    /// Whether neighbours of one set are drawn bonded.
    pub bonded: bool,
    /// Letters and numbers at the rim.
    #[schema(value_type = Vec<(String, (f64, f64))>)]
    pub labels: Vec<(String, [f64; 2])>,
    /// The parts of the rim that belong to a set.
    pub borders: Vec<BoardBorder>,
    /// The radius of the pieces.
    pub radius: f64,
    /// The paints that shapes refer to.
    pub definitions: String,
}

/// A part of the rim that belongs to one set, as the sides of Hex do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct BoardBorder {
    pub set: u8,
    /// Where it runs.
    #[schema(value_type = Vec<(f64, f64)>)]
    pub line: Vec<[f64; 2]>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct BoardCell {
    pub name: String,
    /// What players call it; empty for a cell that is never used.
    pub label: String,
    #[schema(value_type = (f64, f64))]
    pub centre: [f64; 2],
    #[schema(value_type = Vec<(f64, f64)>)]
    pub outline: Vec<[f64; 2]>,
    pub row: usize,
    /// Only on checkered boards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub shade: Option<Shade>,
}

/// The shade of a cell of a checkered board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shade {
    Light,
    Dark,
}

/// A position as the page shows it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Position {
    /// How many moves were played before it.
    pub ply: usize,
    /// The position as the game writes it.
    pub text: String,
    pub pieces: Vec<BoardPiece>,
    /// The shapes of the pieces, as SVG elements around the origin.
    pub shapes: Vec<String>,
    /// What the last move did to the board; none if there was none, or one without cells.
    #[schema(required)]
    pub last: Option<LastMove>,
    /// The set that each seat plays.
    pub sets: Vec<u8>,
    /// What there is to count of each seat's set, in words.
    pub counts: Vec<String>,
    /// What each seat's pieces are worth together, in the points that chess players count in; empty where
    /// nothing is taken.
    #[serde(default)]
    #[schema(required)]
    pub material: Vec<u32>,
    /// The position as other programs read it, where there is such a notation: FEN, also in PDN.
    #[serde(default)]
    #[schema(required)]
    pub fen: Option<String>,
    /// The seat to move by the rules of the board; none when they say that the game is over.
    #[schema(required)]
    pub to_move: Option<char>,
    /// The legal moves that people point at.
    pub moves: Vec<LegalMove>,
    /// The other legal moves, which are said in words: pass, swap.
    pub others: Vec<OtherMove>,
    /// The cells of pieces in check.
    pub threatened: Vec<usize>,
    /// The right to end the game as a draw, in a word or two.
    #[schema(required)]
    pub claim: Option<String>,
}

/// What the last move did, in cells of the board as it is now.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LastMove {
    /// The move as players write it, where its text is written in another way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub notation: Option<String>,
    /// The way of the piece; one cell alone for a piece that was placed.
    pub path: Vec<usize>,
    /// Where pieces were taken.
    pub captures: Vec<usize>,
    /// The ways of pieces that moved along.
    #[schema(value_type = Vec<(usize, usize)>)]
    pub along: Vec<[usize; 2]>,
}

/// A legal move without cells.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct OtherMove {
    /// The move as it is sent.
    pub text: String,
    /// What a button says for it.
    pub words: String,
}

/// A legal move and what it does to the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LegalMove {
    /// The move as it is sent.
    pub text: String,
    /// The cell that it leaves, those on its way, and the one that it comes to; one alone for a piece
    /// that is placed.
    pub path: Vec<usize>,
    /// The cells of the pieces that it takes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captures: Vec<usize>,
    /// What stands at its end, if that is not what left its beginning: a piece that is placed or
    /// promoted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub places: Option<PlacedPiece>,
}

/// A piece that a move brings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PlacedPiece {
    pub words: String,
    /// Its shape, as an SVG element around the origin.
    pub shape: String,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct BoardPiece {
    pub cell: usize,
    pub set: u8,
    /// Which of the shapes.
    pub shape: usize,
    /// The piece in words.
    pub words: String,
    /// Whether its shape has a forward and so turns with the board.
    pub turns: bool,
}
