//! Puzzles: positions with one solution, tried move by move.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::board::{Board, Position};
use super::presentation::Presentation;

/// A puzzle as a solver sees it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PuzzleView {
    pub id: String,
    /// The game from this position.
    pub spec: String,
    /// The family of the game.
    pub game: String,
    pub theme: PuzzleTheme,
    /// How the game ends when a puzzle about winning is solved, in the game's words: `connected`.
    #[schema(required)]
    pub ending: Option<String>,
    /// In how many moves of the solver; where something is to be prevented, in how many moves of the
    /// other side it happens otherwise.
    pub moves: u32,
    /// The letter of the solver's seat.
    pub solver: char,
    pub rating: i64,
    /// The day whose puzzle it is, if it was asked for as such: `2026-05-01`.
    #[schema(required)]
    pub day: Option<String>,
    /// Whether the client has solved it, if its account has tried it; that try was the rated one.
    #[schema(required)]
    pub tried: Option<bool>,
    /// The client's rating for puzzles of this game; none for guests.
    #[schema(required)]
    pub own: Option<PuzzleRating>,
    /// The games that there are puzzles of.
    pub games: Vec<PuzzleGame>,
    pub presentation: Presentation,
    pub board: Board,
    pub position: Position,
}

/// Puzzles with all that is needed to solve them where no server is.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PuzzlePack {
    pub puzzles: Vec<PackedPuzzle>,
}

/// A puzzle, and what the server says to the right moves.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PackedPuzzle {
    pub puzzle: PuzzleView,
    /// The solver's moves.
    pub right: Vec<String>,
    /// What came of each of them.
    pub answers: Vec<PuzzleAnswer>,
    pub solution: PuzzleSolution,
}

/// A game that there are puzzles of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PuzzleGame {
    /// The family of the game.
    pub game: String,
    pub title: String,
    /// How many puzzles it has.
    pub puzzles: usize,
}

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PuzzleTheme {
    /// Win the game.
    Win,
    /// Cut the other side's pieces off from each other.
    CutOff,
    /// Come out a piece ahead.
    PieceAhead,
    /// Find the only move that does not lose.
    Hold,
    /// Find the only move after which one's own pieces are not cut off.
    Save,
}

/// A rating for puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PuzzleRating {
    pub rating: i64,
    /// Whether it is only a first guess.
    pub provisional: bool,
    /// How many puzzles were rated.
    pub puzzles: i64,
}

/// Which puzzle to give next.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct NextPuzzle {
    /// Of this family of games only.
    pub game: Option<String>,
    /// Near this rating, for guests; accounts have their own.
    #[param(minimum = 0, maximum = 4000)]
    pub near: Option<u16>,
    /// Not this one.
    pub not: Option<String>,
}

/// The solver's moves from the beginning, the last of them new.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PuzzleTry {
    #[schema(min_items = 1, max_items = 50)]
    pub moves: Vec<String>,
}

/// What came of a move.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PuzzleAnswer {
    pub verdict: PuzzleVerdict,
    /// The position after the move and, if the solution goes on, after the reply to it.
    pub positions: Vec<Position>,
    /// How ratings changed; none if this try does not count.
    #[schema(required)]
    pub change: Option<PuzzleChange>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PuzzleVerdict {
    /// Right, and the solution goes on.
    Right,
    Wrong,
    /// Right, and that was it.
    Solved,
}

/// How the ratings of the solver and of the puzzle changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PuzzleChange {
    pub before: i64,
    pub after: i64,
    pub puzzle_before: i64,
    pub puzzle_after: i64,
}

/// The solution of a puzzle that somebody gave up.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PuzzleSolution {
    /// The moves of the solver and the replies in turn, as players write them.
    pub line: Vec<String>,
    /// The position after each.
    pub positions: Vec<Position>,
    /// How ratings changed; none if nothing counts.
    #[schema(required)]
    pub change: Option<PuzzleChange>,
}
