//! From a spec to a game of the rule space.

use std::sync::Arc;

use selforge_core::{Game, Spec, SpecError};

use super::game::RuleSpace;
use super::options::{OPTION_DOCS, Options};
use crate::catalogue::{Family, GameError, GameVisitor};

/// The rule space in the catalogue.
pub const FAMILY: Family = Family {
    name: "rulespace",
    rules_version: 1,
    summary: "A space of games between chess and checkers: fifty genes name the rules of each.",
    options: OPTION_DOCS,
    examples: &[
        ("rulespace", "game 1 of the paper, from a placement of ours"),
        ("rulespace game=paper-3", "leapers and jumpers, with a duty to capture"),
        (
            "rulespace genes=10101010010101011010101012345600000011111102000001",
            "like checkers: men jump, and become kings on the last row",
        ),
        (
            "rulespace genes=35421453666666660000000033524601110000000010000020",
            "like chess: the king is the piece of honour",
        ),
        ("rulespace moves=40 end=draw", "a short game, drawn at its end"),
    ],
};

/// Opens the game that `spec` names.
///
/// # Errors
/// If an option is wrong.
pub fn open<V: GameVisitor>(spec: &Spec, visitor: V) -> Result<V::Output, GameError> {
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
    Ok(visitor.visit_army(Arc::new(game), canonical))
}
