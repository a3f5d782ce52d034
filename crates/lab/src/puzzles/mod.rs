//! Puzzles: positions from games in which one line of play alone does what is asked.
//!
//! Read in this order: `goal` (what a side wants), `prove` (whether it can be forced), `find` (what
//! makes a position a puzzle), `grade` (how hard it is), `puzzle` (how it is written down), `run`
//! (many games on many threads with one result), `shipped` (those that come with the program).
//!
//! **Why games, and not positions put together at random.** What happens in games looks like what a player
//! meets, and a player who errs a little, as a search of a few hundred positions does, leaves
//! something to find every few moves. **Why a search of its own**, where there are engines: an engine tells
//! a good move, and when it looks far enough a winning one, but not that every other move fails; a puzzle with
//! two solutions is none. **Why not all wins.** A solution whose moves are not the only ones would have to be
//! kept as a tree, and a solver would be told "right" for moves that only the tree knows.
//!
//! Nothing here knows a game by name. Any game for two without chance has puzzles about winning it; where
//! sets gather there are those about cutting off, where all pieces jump those about winning a piece.

mod find;
mod goal;
mod grade;
mod log;
mod prove;
mod puzzle;
mod run;
mod shipped;

pub use log::Log;
pub use puzzle::{Puzzle, PuzzleError, Theme};
pub use run::{Conditions, Plan, Run, Settings, prove, run};
pub use shipped::{SHIPPED, shipped};
