//! The thesis's players of Selfo: its swarm, and the one that it had before.
//!
//! The thesis's program moves a piece on every turn, and so do these; its draws are blockades. A swarm that
//! may pass (`pass=allowed`) rests where every step makes its score worse, and two of them end up to a third of
//! their games that way.

use selforge_catalogue::OptionDoc;
use selforge_core::{SpecError, SpecReader};

use super::greedy::{VARIETY, slack};
use super::{AgentDoc, Recipe};
use crate::agent::Budget;
use crate::gathering::{Swarm, Target};

const DECAY: OptionDoc =
    OptionDoc::new("decay", "0.1 to 0.99", "0.7", "what is left of a signal after each step");

/// Reads [`DECAY`].
fn decay(reader: &mut SpecReader<'_>) -> Result<f32, SpecError> {
    let Some(text) = reader.text("decay") else { return Ok(Swarm::DECAY) };
    let number = text.parse().ok().filter(|number| (0.1..=0.99).contains(number));
    number.ok_or_else(|| reader.refuse("decay", "no such share", "a number from 0.1 to 0.99"))
}

const SCORE: OptionDoc = OptionDoc::new(
    "score",
    "group or centroid",
    "group",
    "to what the pieces' distances count: the main group, or the cell where signals are strongest",
);

const PASS: OptionDoc = OptionDoc::new(
    "pass",
    "never or allowed",
    "never",
    "allowed: it passes where every step makes its score worse",
);

pub(super) const SWARM: AgentDoc = AgentDoc {
    name: "swarm",
    summary: "The thesis's player: signals, centroid, main group, one ply; it always moves. Selfo only.",
    options: &[DECAY, SCORE, PASS, VARIETY],
    is_local: false,
    example: "swarm",
    read: |reader| {
        let targets = [("group", Target::Group), ("centroid", Target::Centroid)];
        let target = reader.choice("score", &targets)?.unwrap_or(Target::Group);
        let evaluator = Swarm { decay: decay(reader)?, target };
        let passes = reader.choice("pass", &[("never", false), ("allowed", true)])?;
        let (slack, passes) = (slack(reader)?, passes.unwrap_or(false));
        Ok((Recipe::Swarm { evaluator, slack, passes }, Budget::default()))
    },
};

pub(super) const CHEMOTAXIS: AgentDoc = AgentDoc {
    name: "chemotaxis",
    summary: "The thesis's first player: each group steps towards the strongest signal of another. Selfo only.",
    options: &[DECAY],
    is_local: false,
    example: "chemotaxis",
    read: |reader| Ok((Recipe::Chemotaxis { decay: decay(reader)? }, Budget::default())),
};
