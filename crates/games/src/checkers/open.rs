//! From a spec to a game of checkers.

use std::sync::Arc;

use selforge_core::{HistoryRules, Spec, SpecReader};

use super::game::{Checkers, State};
use super::position;
use crate::catalogue::{Family, GameError, GameVisitor, OptionDoc};
use crate::limit::{REPETITION, read_limit, read_repetition, set_limit};
use crate::selfo::PositionError;

/// When a game is drawn: after forty moves of each seat without capture and man's move.
const USUAL: HistoryRules =
    HistoryRules { repetition: Some(3), plies: None, no_progress: Some(80) };

/// Checkers in the catalogue.
pub const FAMILY: Family = Family {
    name: "checkers",
    rules_version: 1,
    summary: "Checkers, also called English draughts: jump and capture on 32 squares.",
    options: &[
        OptionDoc {
            key: "position",
            values: "a position as text, or PDN's FEN",
            default: "the usual start",
            meaning: "the start position",
        },
        REPETITION,
        OptionDoc {
            key: "progress",
            values: "1 to 100000 or off",
            default: "80",
            meaning: "adjudicated a draw after so many plies without a capture or a man's move",
        },
    ],
    examples: &[
        ("checkers", "the usual game"),
        ("checkers position=\"8/8/1a6/8/3b4/8/1B6/8 A\"", "two kings and a man"),
        ("checkers position=\"B:W18,24,27,28,K10:B12,16,20,K22\"", "a position of a draughts book"),
        ("checkers repetition=off progress=200", "longer games"),
    ],
};

/// Opens the game of checkers that `spec` names.
///
/// # Errors
/// If an option is wrong.
pub fn open<V: GameVisitor>(spec: &Spec, visitor: V) -> Result<V::Output, GameError> {
    let mut reader = SpecReader::new(spec);
    let start = match reader.text("position") {
        Some(text) => position::parse(text).map_err(PositionError::from)?,
        None => State::START,
    };
    let history = HistoryRules {
        repetition: read_repetition(&mut reader, USUAL.repetition)?,
        no_progress: read_limit(&mut reader, "progress", 1, 100_000, USUAL.no_progress)?,
        ..USUAL
    };
    reader.finish(&[])?;
    let mut canonical = Spec::new(FAMILY.name);
    if start != State::START {
        let mut text = String::new();
        position::write(&start, &mut text).expect("writing to a string cannot fail");
        canonical.set("position", text)?;
    }
    set_limit(&mut canonical, "repetition", history.repetition, USUAL.repetition)?;
    set_limit(&mut canonical, "progress", history.no_progress, USUAL.no_progress)?;
    Ok(visitor.visit_checkers(Arc::new(Checkers::from_start(start, history)), canonical))
}
