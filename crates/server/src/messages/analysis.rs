//! Looking at lines of play and at starts, and notes on games.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::{Board, Position};
use super::presentation::Presentation;

/// A line of play, and what to say of its last position.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LineRequest {
    #[schema(example = "selfo board=hexhex-4 seed=7")]
    pub spec: String,
    /// The position to begin with; the game's own start if left out.
    pub start: Option<String>,
    #[serde(default)]
    #[schema(max_items = 5000)]
    pub moves: Vec<String>,
    /// Whether to say what the evaluators see.
    #[serde(default)]
    pub see: bool,
    /// Whether to say how the sets organised themselves.
    #[serde(default)]
    pub organisation: bool,
    /// Whether to say which pieces the network counts on.
    #[serde(default)]
    pub counts: bool,
}

/// The last position of a line of play, with what can be done in it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct LineView {
    /// The spec in its canonical form.
    pub spec: String,
    /// The family of the game.
    pub game: String,
    pub seats: u8,
    pub presentation: Presentation,
    /// The same game from this position, as a spec.
    pub from_here: String,
    pub board: Board,
    pub position: Position,
    #[schema(required)]
    pub to_move: Option<char>,
    /// In the words of a record, once the game is over.
    #[schema(required)]
    pub result: Option<String>,
    /// The seats at the first rank, once the game is over.
    pub winners: Vec<char>,
    /// What the evaluators see, if that was asked for and they know the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub seen: Option<SeenPosition>,
    /// How the sets organised themselves, if that was asked for and can be said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub organisation: Option<Vec<SetOrganisation>>,
    /// Which pieces the network counts on, if that was asked for, there is one and somebody is to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub counted: Option<CountedPieces>,
}

/// What a network expects of a position, and what each piece does for it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct CountedPieces {
    /// The seat to move.
    pub seat: char,
    /// How much of a hundred points it expects to score.
    pub expected: f32,
    /// By cell, how many of these points the piece's side would lose without it.
    pub pieces: Vec<(usize, f32)>,
}

/// What the evaluators see in a position.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct SeenPosition {
    pub sets: Vec<SeenSet>,
    /// What the position is worth to each seat.
    pub evaluations: Vec<SeatEvaluation>,
}

#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct SeenSet {
    pub set: usize,
    /// The seat that plays it.
    pub seat: char,
    /// How strong its signals are on the cells that they reach.
    pub signals: Vec<(usize, f32)>,
    /// The cell where they are strongest.
    #[schema(required)]
    pub centroid: Option<usize>,
    /// The cells of the main group, the one heard loudest at the centroid.
    pub main_group: Vec<usize>,
    /// How each other group hangs together with the main group, the most endangered first.
    pub paths: Vec<SeenPath>,
    /// Whether some group cannot come to the others while the opponents stand.
    pub blocked: bool,
}

/// How a group hangs together with the main group of its set.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct SeenPath {
    pub group: Vec<usize>,
    pub path: Vec<usize>,
    /// The least number of empty cells whose filling cuts the group off.
    pub width: u32,
    /// Such cells.
    pub cut: Vec<usize>,
    /// At least so many moves of the opponents cut the group off; none if they never can.
    #[schema(required)]
    pub moves_to_cut: Option<u32>,
    /// At least so many moves bring the groups together; none if the group is cut off.
    #[schema(required)]
    pub moves_to_hold: Option<u32>,
    pub danger: bool,
}

/// What a position is worth to one seat, against its strongest opponent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SeatEvaluation {
    pub seat: char,
    pub opponent: char,
    pub parts: Vec<EvaluationPart>,
    /// The sum of the parts' differences; 10 are one step.
    pub total: i32,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct EvaluationPart {
    pub name: String,
    pub own: i32,
    pub opponent: i32,
    pub difference: i32,
}

/// How one set organised itself on the way.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct SetOrganisation {
    pub set: usize,
    /// How many pieces it had at the start.
    pub size: usize,
    /// For each position, the mean number of the owner's turns since each piece last moved.
    pub idle: Vec<Option<f64>>,
}

/// How hard an engine thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AnalysisEffort {
    /// A fixed number of positions: the same answer every time.
    #[default]
    Quick,
    /// As long as the server allows.
    Deep,
}

/// A line of play, and which of its positions an engine is to look at.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EngineRequest {
    #[schema(example = "selfo board=hexhex-4 seed=7")]
    pub spec: String,
    /// The position to begin with; the game's own start if left out.
    pub start: Option<String>,
    #[serde(default)]
    #[schema(max_items = 5000)]
    pub moves: Vec<String>,
    /// The first position, by the number of moves before it; the last one if left out.
    pub from: Option<usize>,
    /// How many positions.
    #[schema(minimum = 1, maximum = 16)]
    pub count: Option<usize>,
    #[serde(default)]
    pub effort: AnalysisEffort,
}

/// An answer, or nothing because the same client has asked something else meanwhile.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum OrReplaced<T> {
    Answer(T),
    Replaced(Replaced),
}

/// That the same client has asked something else meanwhile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Replaced {
    /// Always true.
    pub replaced: bool,
}

impl<T> From<Option<T>> for OrReplaced<T> {
    fn from(answer: Option<T>) -> OrReplaced<T> {
        answer.map_or(OrReplaced::Replaced(Replaced { replaced: true }), OrReplaced::Answer)
    }
}

/// What an engine thinks of positions.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct EngineAnswer {
    /// The first word of the engine's spec.
    pub engine: String,
    pub evaluations: Vec<Evaluation>,
}

/// What an engine thinks of a position, or how the game ended in it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Evaluation {
    Found(FoundEvaluation),
    Over(EndedGame),
}

/// What an engine thinks of a position. With two seats the value is seat A's, with more it is that of
/// the seat to move.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct FoundEvaluation {
    /// The position, by the number of moves before it.
    pub number: usize,
    /// The seat whose value it is.
    pub seat: char,
    pub score: i32,
    pub words: String,
    /// In how many moves it is won, negative if lost; none if nothing is proven.
    #[schema(required)]
    pub win: Option<i64>,
    pub depth: u32,
    pub nodes: u64,
    /// The expected line of play.
    pub line: Vec<ExpectedMove>,
}

/// A position in which the game is over.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct EndedGame {
    /// The position, by the number of moves before it.
    pub number: usize,
    /// Always true.
    pub over: bool,
    #[schema(required)]
    pub winner: Option<char>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ExpectedMove {
    pub text: String,
    /// The move as players write it, where its text is written in another way.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub notation: Option<String>,
    /// The cells that it leads from and to, if they are on the board of the position.
    #[schema(required)]
    pub cells: Option<(usize, usize)>,
}

/// The start of which game to weigh, and how carefully.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BalanceRequest {
    #[schema(example = "selfo board=hexhex-4 seed=7")]
    pub spec: String,
    /// Whether to take longer for closer bounds, where the board is not too large.
    #[serde(default)]
    pub thorough: bool,
}

/// How good a start is.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct BalanceView {
    /// Whether it was weighed for longer.
    pub thorough: bool,
    /// How many of a hundred cells have pieces.
    pub density: f64,
    /// By how many moves the sets differ.
    #[schema(required)]
    pub spread: Option<u32>,
    pub sets: Vec<SetBalanceView>,
    /// What is wrong with the start, in words.
    pub faults: Vec<String>,
    /// What is allowed but not advised, in words.
    pub warnings: Vec<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct SetBalanceView {
    pub set: u8,
    pub pieces: u32,
    pub groups: u32,
    /// The cells of pieces that are cut off from their set, by name.
    pub cut_off: Vec<String>,
    /// The cells of pieces that one move of another set could cut off, by name.
    pub can_be_cut_off: Vec<String>,
    /// Whether no number of moves connects the set.
    pub blocked: bool,
    /// The least number of moves that it may need to connect.
    #[schema(required)]
    pub low: Option<u32>,
    /// The most; none if that is not known.
    #[schema(required)]
    pub high: Option<u32>,
}

/// The notes on a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Notes {
    /// The start first, every other node after its parent; empty if nothing was noted.
    #[schema(max_items = 5000)]
    pub nodes: Vec<Node>,
}

/// A position and what is said of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// The node before it; none for the start.
    #[schema(required)]
    pub parent: Option<usize>,
    /// What leads here from there.
    #[serde(default, rename = "move")]
    #[schema(required)]
    pub done: String,
    /// What is said of it, in lines.
    #[serde(default)]
    #[schema(max_length = 2000, required)]
    pub comment: String,
}

/// How many positions were noted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct NotesSaved {
    pub saved: usize,
}
