//! From a spec to a game of chess.

use std::sync::Arc;

use cozy_chess::Board;
use selforge_catalogue::portable::Dialect;
use selforge_catalogue::{
    Card, Environment, Example, Family, GameError, GameVisitor, OptionDoc, Playable, REPETITION,
    read_repetition, set_limit,
};
use selforge_core::{Spec, SpecReader};

use super::fen;
use super::game::{Chess, State};

/// How often a position occurs in a game that is drawn for it.
const USUAL: Option<u32> = Some(3);

/// Chess in the catalogue.
#[must_use]
pub fn family() -> Family {
    Family {
        name: "chess".into(),
        title: "Chess".into(),
        rules_version: 1,
        summary: "Chess: the usual rules, draws without a claim.".into(),
        options: vec![
            OptionDoc::new(
                "position",
                "a position as FEN",
                "the usual start",
                "the start position",
            ),
            REPETITION,
        ],
        examples: vec![
            Example::new("chess", "the usual game"),
            Example::new(
                "chess position=\"4k3/8/8/8/8/8/4P3/4K3 w\"",
                "an endgame: king and pawn against king",
            ),
            Example::new("chess repetition=5", "only the fifth repetition is a draw"),
        ],
        cards: vec![Card::new("Chess", "chess", "Chess", "Checkmate the king.")],
        dialect: Some(PGN),
        open: Arc::new(open),
    }
}

/// Games of chess in files. The text of a position is FEN already.
const PGN: Dialect = Dialect {
    name: "PGN",
    extension: "pgn",
    players: ["White", "Black"],
    wins: ["1-0", "0-1"],
    tags: &[],
    begins_move: |letter| letter.is_ascii_alphabetic(),
    position: str::to_owned,
};

/// Opens the game of chess that `spec` names.
///
/// # Errors
/// If an option is wrong.
fn open(family: &Arc<Family>, spec: &Spec, _: &dyn Environment) -> Result<Playable, GameError> {
    let mut reader = SpecReader::new(spec);
    let start = match reader.text("position") {
        Some(text) => fen::parse(text).map_err(GameError::position)?,
        None => Board::default(),
    };
    let repetition = read_repetition(&mut reader, USUAL)?;
    reader.finish(&[])?;
    let mut canonical = Spec::new(spec.name());
    if start != Board::default() {
        canonical.set("position", &start)?;
    }
    set_limit(&mut canonical, "repetition", repetition, USUAL)?;
    Ok(Playable::new(family, canonical, Chess::from_start(State(start), repetition)))
}

/// Runs a visitor for an opened game of chess; gives it back for any other.
///
/// # Errors
/// With the visitor, if the game is no chess.
pub fn visit<V: GameVisitor>(playable: &Playable, visitor: V) -> Result<V::Output, V> {
    playable.visit_as::<Chess, V>(visitor)
}
