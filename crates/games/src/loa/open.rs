//! From a spec to a game of Lines of Action.

use std::sync::Arc;

use selforge_catalogue::{
    Card, Environment, Example, Family, GameError, GameVisitor, OptionDoc, Playable, REPETITION,
    read_repetition, set_limit,
};
use selforge_core::{HistoryRules, Spec, SpecReader};

use super::game::{Both, Loa, Stuck};
use super::position;

const USUAL: HistoryRules = HistoryRules { repetition: Some(3), plies: None, no_progress: None };

/// Lines of Action in the catalogue.
#[must_use]
pub fn family() -> Family {
    Family {
        name: "loa".into(),
        title: "Lines of Action".into(),
        rules_version: 1,
        summary: "Lines of Action: connect your pieces; they move as far as their line is full."
            .into(),
        options: vec![
            OptionDoc::new(
                "position",
                "a position as text",
                "the usual start",
                "the start position",
            ),
            OptionDoc::new(
                "both",
                "draw or mover",
                "draw",
                "what it means when a move connects both players' pieces: a draw, or a win of the mover",
            ),
            OptionDoc::new("stuck", "pass or lose", "pass", "what a player does who has no move"),
            REPETITION,
        ],
        examples: vec![
            Example::new("loa", "the usual game, by the rules of the Mind Sports Olympiad"),
            Example::new("loa both=mover", "connecting both at once wins"),
            Example::new(
                "loa position=\"1ABABAB1/A6B/B6A/A6B/B6A/A6B/B6A/1BABABA1 A\"",
                "scrambled eggs: a start in which everything is mixed",
            ),
            Example::new("loa position=\"8/8/2AA4/3B4/2B1A3/8/5B2/8 A\"", "an endgame"),
        ],
        cards: vec![
            Card::new(
                "Connection",
                "loa",
                "Lines of Action",
                "Bring all your pieces together, also diagonally.",
            ),
            Card::new(
                "Connection",
                "loa position=\"1ABABAB1/A6B/B6A/A6B/B6A/A6B/B6A/1BABABA1 A\"",
                "Scrambled Eggs",
                "Lines of Action from a mixed start.",
            ),
        ],
        dialect: None,
        open: Arc::new(open),
    }
}

/// Opens the game of Lines of Action that `spec` names.
///
/// # Errors
/// If an option is wrong.
fn open(family: &Arc<Family>, spec: &Spec, _: &dyn Environment) -> Result<Playable, GameError> {
    let mut reader = SpecReader::new(spec);
    let both = reader.choice("both", &[("draw", Both::Draw), ("mover", Both::Mover)])?;
    let stuck = reader.choice("stuck", &[("pass", Stuck::Pass), ("lose", Stuck::Lose)])?;
    let repetition = read_repetition(&mut reader, USUAL.repetition)?;
    let history = HistoryRules { repetition, ..USUAL };
    let mut game = Loa::new(both.unwrap_or_default(), stuck.unwrap_or_default(), history);
    let usual = game.start;
    if let Some(text) = reader.text("position") {
        game.start = position::parse(&game, text).map_err(GameError::position)?;
    }
    reader.finish(&[])?;
    let mut canonical = Spec::new(spec.name());
    if game.start != usual {
        let mut text = String::new();
        position::write(&game.start, &mut text).expect("writing to a string cannot fail");
        canonical.set("position", text)?;
    }
    if game.both == Both::Mover {
        canonical.set("both", "mover")?;
    }
    if game.stuck == Stuck::Lose {
        canonical.set("stuck", "lose")?;
    }
    set_limit(&mut canonical, "repetition", repetition, USUAL.repetition)?;
    Ok(Playable::new(family, canonical, game))
}

/// Runs a visitor for an opened game of Lines of Action; gives it back for any other.
///
/// # Errors
/// With the visitor, if the game is another.
pub fn visit<V: GameVisitor>(playable: &Playable, visitor: V) -> Result<V::Output, V> {
    playable.visit_as::<Loa, V>(visitor)
}
