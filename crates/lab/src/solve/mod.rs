//! Small boards of Selfo, solved: the value of every placement of two sets, and how far the win is.
//!
//! | file | what |
//! | --- | --- |
//! | [`problem`](Problem) | the board, the pieces, how far they step; what is too large |
//! | `numbering` | every placement by a number, those that look alike by the same one |
//! | [`solution`](Solution) | the values, found backwards from the ends |
//! | [`summary`](Summary) | how many are won, lost and drawn, the longest win, its line |
//!
//! **Backwards.** A placement in which the seat that just moved is connected is lost in 0 plies for
//! the other. From those that are lost in `d` plies every move is taken back: whoever could move there
//! has won in `d + 1`. From these again: whoever has nothing but such answers is lost in `d + 2`. What
//! no round reaches is drawn. A search forwards from a start would see only a part of the positions,
//! and could not say of a cycle more than that it is one.
//!
//! **Cycles are draws.** From a drawn position each seat can for ever avoid the lost ones, so play
//! comes back to a position it has seen: a draw by repetition. A win needs no repetition, because its
//! distance shrinks with every ply; so the rule about the third repetition changes no value. The two
//! adjudications, after so many plies and after so many without progress, are left out: they are for
//! machines that get nowhere, and a win is longer than they allow only where the summary shows it.
//!
//! **Passes** are moves, and legal at any time; two in succession are a draw. It follows that a pass
//! never wins by itself: whoever is lost after an opponent's pass could have passed back, so the
//! opponent had a win two plies shorter without it. So a position right after a pass is won when
//! the same one without that pass is, in as many plies; it is never lost, because a second pass
//! draws. One value for each placement and seat to move is therefore enough, whether or not two
//! passes end the game (`passes=off`).
//!
//! **Mutual blockade** is a draw under each option of `blockade=`: a set is blocked by pieces of the
//! other that need never move, and passing is always legal, so neither seat can be made to lose.
//!
//! **Swap** comes before all this and is no part of it.

mod numbering;
mod problem;
mod solution;
mod summary;

pub use problem::{MAX_CELLS, Problem};
pub use solution::{Solution, Solving, Value, solve};
pub use summary::{Judged, SideSummary, Summary, to_text};
