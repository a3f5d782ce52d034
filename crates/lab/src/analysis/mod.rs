//! What happened inside a game: self-organisation, movement, groups, blockades, evaluation.
//!
//! A record is replayed and every position looked at as a [`Diagram`](selforge_board::Diagram):
//! cells, neighbours, and which set stands where. Pieces are followed by what each move does to the
//! board, so nothing here knows the rules of a game, and games with captures and placements work too.

mod evaluation;
mod many;
mod pieces;
mod plot;
mod series;
mod text;

pub use evaluation::{Evaluation, usual_engines};
pub use many::{to_csv, write_figures};
pub use plot::{MAX_RECORDS, to_svg};
pub use series::{Analysis, SetSeries, Settled, analyse};
pub use text::to_text;
