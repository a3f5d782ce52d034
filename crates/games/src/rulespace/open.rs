//! From a spec to a game of the rule space.

use std::sync::Arc;

use selforge_catalogue::{Card, Environment, Example, Family, GameError, GameVisitor, Playable};
use selforge_core::{Game, Spec, SpecError};

use super::game::RuleSpace;
use super::options::{OPTION_DOCS, Options};

/// The rule space in the catalogue.
#[must_use]
pub fn family() -> Family {
    Family {
        name: "rulespace".into(),
        title: "Chess-like games".into(),
        rules_version: 1,
        summary: "Games between chess and checkers, made by evolution or by you.".into(),
        options: OPTION_DOCS.to_vec(),
        examples: vec![
            Example::new("rulespace", "evolved game 1 (Halim et al., 2014)").button("#1"),
            Example::new("rulespace game=paper-2", "evolved game 2 (Halim et al., 2014)")
                .button("#2"),
            Example::new(
                "rulespace game=paper-3",
                "evolved game 3: leapers, jumpers, a duty to capture",
            )
            .button("#3"),
            Example::new("rulespace game=paper-4", "a random game, for comparison").button("#4"),
            Example::new(
                "rulespace genes=10101010010101011010101012345600000011111102000001",
                "like checkers: men jump, and become kings on the last row",
            ),
            Example::new(
                "rulespace genes=35421453666666660000000033524601110000000010000020",
                "like chess: the king is starred",
            ),
            Example::new("rulespace moves=40 end=draw", "a short game, drawn at its end"),
        ],
        cards: vec![
            Card::new(
                "Evolved",
                "rulespace",
                "Evolved game 1",
                "Found by evolution (Halim et al., 2014).",
            ),
            Card::new(
                "Evolved",
                "rulespace game=paper-2",
                "Evolved game 2",
                "Found by evolution (Halim et al., 2014).",
            ),
            Card::new(
                "Evolved",
                "rulespace game=paper-3",
                "Evolved game 3",
                "Leapers, jumpers, forced captures.",
            ),
        ],
        dialect: None,
        open: Arc::new(open),
    }
}

/// Opens the game that `spec` names.
///
/// # Errors
/// If an option is wrong.
fn open(family: &Arc<Family>, spec: &Spec, _: &dyn Environment) -> Result<Playable, GameError> {
    let options = Options::read(spec)?;
    let canonical = options.to_spec()?;
    let refuse = |problem: String| {
        SpecError::new("position", options.position.clone().unwrap_or_default(), problem, "")
    };
    let game = RuleSpace::new(options.genes, options.rules).map_err(|error| {
        SpecError::new("genes", options.genes.to_string(), error.to_string(), "")
    })?;
    let game = match &options.position {
        None => game,
        Some(text) => {
            let start = game.parse_state(text).map_err(|error| refuse(error.to_string()))?;
            game.starting_from(start)
        }
    };
    Ok(Playable::new(family, canonical, game))
}

/// Runs a visitor for an opened game of the rule space; gives it back for any other.
///
/// # Errors
/// With the visitor, if the game is none of the rule space.
pub fn visit<V: GameVisitor>(playable: &Playable, visitor: V) -> Result<V::Output, V> {
    playable.visit_as::<RuleSpace, V>(visitor)
}
