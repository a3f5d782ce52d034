//! The thesis's extension: a plain full-width search of fixed depth, without pruning.
//!
//! It is a baseline and the measure for every other search: same evaluator, same depth, same value.
//! With more than two seats each seat maximises its own value (maxⁿ).

use selforge_catalogue::{Evaluator, Score, final_score};
use selforge_core::{Game, Seat, Status, Stream};

use super::options::{self, Judge, NO_LIMIT, NODES, depth, eval, time};
use super::{AgentDoc, Recipe};
use crate::agent::{Agent, Question, Report};
use crate::gathering::Swarm;
use crate::meter::Meter;

/// How deep it looks when nothing is said.
const USUAL_DEPTH: u32 = 2;

pub(super) const DOC: AgentDoc = AgentDoc {
    name: "minimax",
    summary: "The thesis's extension: full width, the swarm's score in Selfo; any number of seats.",
    options: &[depth("2"), time(NO_LIMIT), NODES, eval("swarm")],
    is_local: false,
    example: "minimax depth=2",
    read: |reader| {
        let mut budget = options::budget(reader)?;
        budget.depth.get_or_insert(USUAL_DEPTH);
        let judge = options::judge(reader, Judge::Swarm(Swarm::default()))?;
        Ok((Recipe::Minimax { judge }, budget))
    },
};

/// A full-width player.
#[derive(Clone, Debug)]
pub struct Minimax<E> {
    evaluator: E,
}

impl<E> Minimax<E> {
    /// Looks as many plies ahead as the budget says.
    pub fn new(evaluator: E) -> Minimax<E> {
        Minimax { evaluator }
    }
}

/// One value a seat.
type Values = [Score; selforge_core::MAX_SEATS];

impl<G: Game, E: Evaluator<G>> Agent<G> for Minimax<E> {
    fn choose(&mut self, question: &mut Question<'_, G>) -> Report<G::Move> {
        let Question { game, state, budget, stop, seed, .. } = *question;
        let seat = game.status(state).to_move().expect("the game is not over");
        let depth = budget.depth.unwrap_or(USUAL_DEPTH).max(1);
        let mut moves = Vec::new();
        game.legal_moves(state, &mut moves);
        Stream::new(seed, "minimax", 0).shuffle(&mut moves);
        let mut search =
            Search { game, evaluator: &self.evaluator, meter: Meter::start(&budget, stop) };
        let (mut best, mut score) = (moves[0], Score::LEAST);
        for mv in moves {
            let mut next = state.clone();
            game.play(&mut next, mv);
            let value = search.values(&next, depth - 1)[seat.index()].one_ply_later();
            if search.meter.is_over() {
                break;
            }
            if value > score {
                (best, score) = (mv, value);
            }
        }
        let score = if score == Score::LEAST { Score::DRAW } else { score };
        Report { depth, nodes: search.meter.nodes, score, line: vec![best] }
    }
}

struct Search<'a, G, E> {
    game: &'a G,
    evaluator: &'a E,
    meter: Meter<'a>,
}

impl<G: Game, E: Evaluator<G>> Search<'_, G, E> {
    /// The value of a position for every seat.
    fn values(&mut self, state: &G::State, depth: u32) -> Values {
        let seats = self.game.seats();
        let each = |value: &dyn Fn(Seat) -> Score| {
            let mut values = [Score::DRAW; selforge_core::MAX_SEATS];
            Seat::all(seats).for_each(|seat| values[seat.index()] = value(seat));
            values
        };
        let mover = match self.game.status(state) {
            Status::Over(outcome) => {
                self.meter.tick();
                return each(&|seat| final_score(&outcome, seat));
            }
            Status::ToMove(mover) => mover,
        };
        if self.meter.tick() || depth == 0 {
            let worths = self.evaluator.worths(self.game, state);
            return each(&|seat| {
                Score::estimate(selforge_catalogue::relative(&worths, seat, seats))
            });
        }
        let mut best: Option<Values> = None;
        let _ = self.game.visit_moves(state, &mut |mv| {
            let mut next = state.clone();
            self.game.play(&mut next, mv);
            let values = self.values(&next, depth - 1).map(Score::one_ply_later);
            if best.is_none_or(|best| values[mover.index()] > best[mover.index()]) {
                best = Some(values);
            }
            if self.meter.is_over() {
                return std::ops::ControlFlow::Break(());
            }
            std::ops::ControlFlow::Continue(())
        });
        best.expect("a seat to move has a move")
    }
}
