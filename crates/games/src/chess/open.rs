//! From a spec to a game of chess.

use std::sync::Arc;

use cozy_chess::Board;
use selforge_core::{Spec, SpecReader};

use super::fen;
use super::game::{Chess, State};
use crate::catalogue::{Family, GameError, GameVisitor, OptionDoc};
use crate::limit::{REPETITION, read_repetition, set_limit};
use crate::selfo::PositionError;

/// How often a position occurs in a game that is drawn for it.
const USUAL: Option<u32> = Some(3);

/// Chess in the catalogue.
pub const FAMILY: Family = Family {
    name: "chess",
    rules_version: 1,
    summary: "Chess: the usual rules, draws without a claim.",
    options: &[
        OptionDoc {
            key: "position",
            values: "a position as FEN",
            default: "the usual start",
            meaning: "the start position",
        },
        REPETITION,
    ],
    examples: &[
        ("chess", "the usual game"),
        ("chess position=\"4k3/8/8/8/8/8/4P3/4K3 w\"", "an endgame: king and pawn against king"),
        ("chess repetition=5", "only the fifth repetition is a draw"),
    ],
};

/// Opens the game of chess that `spec` names.
///
/// # Errors
/// If an option is wrong.
pub fn open<V: GameVisitor>(spec: &Spec, visitor: V) -> Result<V::Output, GameError> {
    let mut reader = SpecReader::new(spec);
    let start = match reader.text("position") {
        Some(text) => fen::parse(text).map_err(PositionError::from)?,
        None => Board::default(),
    };
    let repetition = read_repetition(&mut reader, USUAL)?;
    reader.finish(&[])?;
    let mut canonical = Spec::new(FAMILY.name);
    if start != Board::default() {
        canonical.set("position", &start)?;
    }
    set_limit(&mut canonical, "repetition", repetition, USUAL)?;
    Ok(visitor.visit_chess(Arc::new(Chess::from_start(State(start), repetition)), canonical))
}
