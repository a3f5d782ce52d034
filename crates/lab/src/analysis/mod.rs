//! What happened inside a game: self-organisation, movement, groups, blockades, evaluation.
//!
//! A record is replayed and every position looked at as a [`Diagram`](selforge_board::Diagram):
//! cells, neighbours, and which set stands where. Pieces are followed from picture to picture, so
//! nothing here knows the rules of a game, and games with captures and placements work too. Only the
//! exchange of sets is asked of the moves' text.

mod evaluation;
mod pieces;
mod plot;
mod series;
mod text;

pub use evaluation::Evaluation;
pub use plot::{MAX_RECORDS, to_svg};
pub use series::{Analysis, SetSeries, analyse};
pub use text::to_text;
