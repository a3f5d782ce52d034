//! A player that does not look at all.

use selforge_catalogue::Score;
use selforge_core::{Game, Stream};

use super::{AgentDoc, Recipe};
use crate::agent::{Agent, Budget, Question, Report};

pub(super) const DOC: AgentDoc = AgentDoc {
    name: "random",
    summary: "Any legal move, each equally likely.",
    options: &[],
    is_local: false,
    example: "random",
    read: |_| Ok((Recipe::Random, Budget::default())),
};

/// The paper takes a capture first where capturing is a duty, and there the rules allow nothing else.
pub(super) const PAPER: AgentDoc = AgentDoc {
    name: "paper-random",
    summary: "The paper's random player: a shuffled queue of the legal moves, captures first where they are a duty.",
    is_local: false,
    example: "paper-random",
    ..DOC
};

/// Any legal move, each equally likely.
#[derive(Clone, Copy, Debug)]
pub struct Random;

impl<G: Game> Agent<G> for Random {
    fn choose(&mut self, question: &mut Question<'_, G>) -> Report<G::Move> {
        let mut stream = Stream::new(question.seed, "random", 0);
        let mv = question.game.choose_move(question.state, |count| stream.below(count));
        let mv = mv.expect("a position with a seat to move has a move");
        Report { depth: 0, nodes: 1, score: Score::DRAW, line: vec![mv] }
    }
}
