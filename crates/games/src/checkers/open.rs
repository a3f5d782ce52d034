//! From a spec to a game of checkers.

use std::sync::Arc;

use selforge_catalogue::portable::Dialect;
use selforge_catalogue::{
    Card, Environment, Example, Family, GameError, GameVisitor, OptionDoc, Playable, REPETITION,
    read_limit, read_repetition, set_limit,
};
use selforge_core::{HistoryRules, Spec, SpecReader};

use super::game::{Checkers, State};
use super::position;

/// When a game is drawn: after forty moves of each seat without capture and man's move.
const USUAL: HistoryRules =
    HistoryRules { repetition: Some(3), plies: None, no_progress: Some(80) };

/// Checkers in the catalogue.
#[must_use]
pub fn family() -> Family {
    Family {
        name: "checkers".into(),
        title: "Checkers".into(),
        rules_version: 1,
        summary: "Checkers, also called English draughts: jump and capture on 32 squares.".into(),
        options: vec![
            OptionDoc::new(
                "position",
                "a position as text, or PDN's FEN",
                "the usual start",
                "the start position",
            ),
            REPETITION,
            OptionDoc::new(
                "progress",
                "1 to 100000 or off",
                "80",
                "draw after so many moves of both players without a capture or a man's move",
            ),
        ],
        examples: vec![
            Example::new("checkers", "the usual game"),
            Example::new("checkers position=\"8/8/1a6/8/3b4/8/1B6/8 A\"", "two kings and a man"),
            Example::new(
                "checkers position=\"B:W18,24,27,28,K10:B12,16,20,K22\"",
                "a position of a draughts book",
            ),
            Example::new("checkers repetition=off progress=200", "longer games"),
        ],
        cards: vec![Card::new("Draughts", "checkers", "Checkers", "Jump to capture.")],
        dialect: Some(PDN),
        open: Arc::new(open),
    }
}

/// Games of English draughts in files, where the dark side, which begins, is called Black.
const PDN: Dialect = Dialect {
    name: "PDN",
    extension: "pdn",
    players: ["Black", "White"],
    wins: ["0-1", "1-0"],
    tags: &[("GameType", "21")],
    begins_move: |letter| letter.is_ascii_digit(),
    position: position::to_pdn,
};

/// Opens the game of checkers that `spec` names.
///
/// # Errors
/// If an option is wrong.
fn open(family: &Arc<Family>, spec: &Spec, _: &dyn Environment) -> Result<Playable, GameError> {
    let mut reader = SpecReader::new(spec);
    let start = match reader.text("position") {
        Some(text) => position::parse(text).map_err(GameError::position)?,
        None => State::START,
    };
    let history = HistoryRules {
        repetition: read_repetition(&mut reader, USUAL.repetition)?,
        no_progress: read_limit(&mut reader, "progress", 1, 100_000, USUAL.no_progress)?,
        ..USUAL
    };
    reader.finish(&[])?;
    let mut canonical = Spec::new(spec.name());
    if start != State::START {
        let mut text = String::new();
        position::write(&start, &mut text).expect("writing to a string cannot fail");
        canonical.set("position", text)?;
    }
    set_limit(&mut canonical, "repetition", history.repetition, USUAL.repetition)?;
    set_limit(&mut canonical, "progress", history.no_progress, USUAL.no_progress)?;
    Ok(Playable::new(family, canonical, Checkers::from_start(start, history)))
}

/// Runs a visitor for an opened game of checkers; gives it back for any other.
///
/// # Errors
/// With the visitor, if the game is no checkers.
pub fn visit<V: GameVisitor>(playable: &Playable, visitor: V) -> Result<V::Output, V> {
    playable.visit_as::<Checkers, V>(visitor)
}
