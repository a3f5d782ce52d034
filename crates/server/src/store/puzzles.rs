//! What became of puzzles: who tried which, and the ratings that came of it.
//!
//! The puzzles themselves come with the program. A puzzle has a row once somebody's rated try has
//! changed its rating; a solver's rating is one of the account's ratings, under the speed `puzzle`.

use async_trait::async_trait;

use super::StoreError;
use crate::accounts::ratings::RatedTry;
use crate::messages::puzzles::PuzzleChange;

/// The word that stands in place of a speed in ratings for puzzles.
pub(crate) const PUZZLE_SPEED: &str = "puzzle";

/// What is known of a puzzle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct PuzzleRow {
    /// Its rating, once somebody's try has changed it.
    pub(crate) rating: Option<f64>,
    /// Whether the account that asks has solved it; nothing if it has not tried.
    pub(crate) tried: Option<bool>,
}

/// Who tried which puzzles.
#[async_trait]
pub(crate) trait Puzzles {
    /// The ratings of all puzzles that were tried, by their names.
    async fn puzzle_ratings(&self) -> Result<Vec<(String, f64)>, StoreError>;

    /// The puzzles that an account has tried.
    async fn tried_puzzles(&self, account: i64) -> Result<Vec<String>, StoreError>;

    /// What is known of a puzzle by its name, and what an account has made of it.
    async fn puzzle(&self, id: &str, account: Option<i64>) -> Result<PuzzleRow, StoreError>;

    /// Notes the first try of an account on a puzzle, and changes both ratings. Nothing if there was one
    /// before, or the account is no more.
    async fn try_puzzle(&self, tried: RatedTry) -> Result<Option<PuzzleChange>, StoreError>;
}
