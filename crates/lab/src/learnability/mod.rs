//! How long networks need to learn a game: the paper's measure of whether a game is worth learning.
//!
//! Networks that know nothing but the board play each other, the better ones have children that differ a
//! little, and the iterations are counted until one of them beats all others. Too few, says the paper
//! (section 5.4), and the game is trivial; too many, and it is too hard.
//!
//! | module | what |
//! | --- | --- |
//! | [`settings`](Settings) | what may be chosen |
//! | `individual` | weights, and how a child gets its own |
//! | `game` | a game between two sides |
//! | `lesson` | one population from its first iteration to its last |
//! | [`course`](run) | several lessons with different seeds, on several threads |
//! | [`folder`](CourseFolder) | what is kept of it, networks included |
//! | [`summary`](Summary), `text`, `plot` | what came of it |
//!
//! **What the paper says:** the sizes of the layers, tangents, weights within [-2, 2], mutation only, five
//! random opponents each, the end when one beats all others, and that everything else is as in
//! Chellapilla and Fogel's checkers player. **From there** come 15 parents with a child each, points (1
//! for a win, 0 for a draw, -2 for a loss, to both sides of every game), survival of the better half,
//! first weights within [-0.2, 0.2] and a step of its own for each weight that is mutated along with it.
//! Who invites an opponent begins, there as well. **Ours** are the rest: inputs as in
//! [`selforge_agents::neural`]; whoever won the five games to which it invited goes on to invite all
//! others, and the game is learned when it wins all of these too. "Fitness equal to 1" may also mean those five
//! wins alone: that is told beside it. With [`Beating::BothSeats`] it must
//! score more than each other in two games, one from either seat, which is much harder.

mod course;
mod folder;
mod game;
mod individual;
mod lesson;
mod plot;
mod settings;
mod summary;
mod text;

pub use course::{Watch, run};
pub use folder::CourseFolder;
pub use lesson::{Lesson, Point};
pub(crate) use plot::plot;
pub use plot::to_svg;
pub use settings::{Beating, MAX_CELLS, Settings};
pub use summary::{CurvePoint, Learnability, Strength, Summary};
pub use text::to_text;
