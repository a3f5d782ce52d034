//! The workshop: a game of the space of rules in parts that can be changed, measured and bred from.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::{Board, Position};

/// A game as its designer changes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Design {
    /// The kind on each place, from 1, or 0: row by row from the nearest, each from the player's left.
    #[schema(max_items = 24)]
    pub places: Vec<u8>,
    /// The kinds of pieces.
    #[schema(max_items = 6)]
    pub kinds: Vec<KindDesign>,
    /// The kind whose loss loses the game, from 1, or 0.
    pub star: u8,
    pub must_capture: bool,
    /// After how many moves of both sides the game ends.
    pub moves: u16,
    /// Whether it is drawn then; else more pieces win.
    pub drawn: bool,
    /// Whether pieces that move along rows and columns keep to their column.
    pub columns_only: bool,
    /// Whether a side that cannot move a starred piece has lost.
    pub stars_must_move: bool,
    /// Whether a side goes on whose last starred piece becomes another kind.
    pub stars_may_convert: bool,
}

/// The rules of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct KindDesign {
    /// Which of the movements, from 0.
    pub movement: u8,
    /// Whether it goes as far as it likes.
    pub far: bool,
    /// Whether it captures by jumping over.
    pub jumps: bool,
    /// The kind that it becomes on the last row, from 1, or 0.
    pub becomes: u8,
}

/// A design to be looked at.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DesignRequest {
    /// The game to begin with; one that has no design begins with one that has.
    #[schema(example = "rulespace game=paper-2")]
    pub spec: Option<String>,
    /// The design, if it was changed.
    pub design: Option<Design>,
}

/// A design and the game that it makes.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct DesignView {
    pub spec: String,
    pub title: String,
    pub design: Design,
    /// All kinds, also those that no piece is.
    pub kinds: Vec<KindCard>,
    /// What kinds can be like.
    pub movements: Vec<MovementView>,
    pub rules: Vec<RuleLine>,
    pub board: Board,
    pub position: Position,
    /// The cell of each place of the design.
    pub cells: Vec<usize>,
    /// Games to begin with.
    pub examples: Vec<DesignExample>,
    /// The game that was asked for, if it has no design and this one is shown instead.
    #[schema(required)]
    pub instead_of: Option<DesignExample>,
}

/// A kind of piece in words and pictures.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct KindCard {
    pub name: String,
    /// How it moves, captures and changes, each in a few words.
    pub words: Vec<String>,
    /// Where it can go: cells to the right and ahead.
    pub steps: Vec<(i8, i8)>,
    /// Whether it goes on in the same directions.
    pub far: bool,
    pub jumps: bool,
    pub starred: bool,
    /// How many a side has at the start.
    pub count: u32,
    /// Whether any piece can come to be one.
    pub possible: bool,
    /// An own piece, and one of the other side.
    pub shape: String,
    pub enemy: String,
    /// How large those shapes are.
    pub radius: f64,
}

/// A way to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct MovementView {
    pub words: String,
    pub steps: Vec<(i8, i8)>,
}

/// A rule under its heading.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RuleLine {
    pub heading: String,
    pub text: String,
}

/// A game to begin with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct DesignExample {
    pub spec: String,
    pub title: String,
}

/// A game to be measured.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MeasureRequest {
    #[schema(example = "rulespace")]
    pub spec: String,
}

/// How a game plays, by games that engines played.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct MeasureView {
    pub spec: String,
    /// How many games were played in all.
    pub games: usize,
    pub measures: Vec<MeasureBar>,
    /// Games that everybody knows, by the same measures.
    pub beside: Vec<KnownGame>,
}

/// One measure.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct MeasureBar {
    pub name: String,
    /// What it says, in a sentence.
    pub about: String,
    /// How much of it there is, from 0 to 1.
    pub share: f64,
    /// The number itself.
    pub value: String,
}

/// A game that everybody knows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct KnownGame {
    pub title: String,
    /// In the order of the measures.
    pub shares: Vec<f64>,
}

/// The next step of breeding from a game.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BreedRequest {
    /// The game to breed from.
    #[schema(example = "rulespace")]
    pub spec: String,
    /// The best so far.
    #[serde(default)]
    #[schema(max_items = 12)]
    pub best: Vec<String>,
    /// The number of the step.
    pub step: u32,
}

/// What came of a step.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct BreedView {
    /// How good the game is that all began with, from 0 to 1.
    pub origin: f64,
    /// The best so far, best first.
    pub best: Vec<BredGame>,
    /// How many games were tried in this step.
    pub tried: usize,
}

/// A game that was bred.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct BredGame {
    pub spec: String,
    /// How good it is, from 0 to 1.
    pub fitness: f64,
    /// How it differs from the game that all began with.
    pub changes: Vec<String>,
}
