//! Players that look one ply ahead with an evaluator.

use selforge_catalogue::{Evaluator, Gathering, OptionDoc, Score, relative, static_score};
use selforge_core::{Game, Seat, SpecError, SpecReader, Status, Stream};

use super::options::{self, Judge, eval};
use super::{AgentDoc, Recipe};
use crate::agent::{Agent, Budget, Question, Report};
use crate::meter::Meter;

pub(super) const VARIETY: OptionDoc =
    OptionDoc::new("variety", "0 to 10", "0", "how far below the best move it may choose");

/// What one step of `variety` is worth, in the units of the evaluators.
const VARIETY_STEP: i32 = 10;

/// Reads [`VARIETY`].
pub(super) fn slack(reader: &mut SpecReader<'_>) -> Result<i32, SpecError> {
    Ok(VARIETY_STEP * reader.number("variety", 0..=10)?.unwrap_or(0) as i32)
}

const VIEW: OptionDoc = OptionDoc::new(
    "view",
    "all or own",
    "all",
    "own: it walks its own pieces of Selfo together, gets in nobody's way and never passes",
);

pub(super) const DOC: AgentDoc = AgentDoc {
    name: "greedy",
    summary: "One ply of an evaluator.",
    options: &[eval("fast"), VARIETY, VIEW],
    is_local: false,
    example: "greedy variety=2",
    read: |reader| {
        let judge = options::judge(reader, Judge::Fast { blockade: 0 })?;
        let views = [("all", View::All), ("own", View::Own)];
        let view = reader.choice("view", &views)?.unwrap_or(View::All);
        if view == View::Own && matches!(judge, Judge::Network { .. }) {
            let problem = "a network judges both sides at once";
            return Err(reader.refuse("view", problem, "eval=fast or eval=swarm with it"));
        }
        Ok((Recipe::Greedy { judge, slack: slack(reader)?, view }, Budget::default()))
    },
};

/// The move after which an evaluator likes the position best; ties, and what `variety` makes of
/// near ties, are broken at random.
#[derive(Clone, Debug)]
pub struct Greedy<E> {
    evaluator: E,
    /// A move may be chosen if its value is at most this much below the best.
    slack: i32,
}

impl<E> Greedy<E> {
    /// Looks one ply ahead with this evaluator and takes any move within `slack` of the best.
    pub fn new(evaluator: E, slack: i32) -> Greedy<E> {
        Greedy { evaluator, slack }
    }
}

impl<G: Game, E: Evaluator<G>> Agent<G> for Greedy<E> {
    fn choose(&mut self, question: &mut Question<'_, G>) -> Report<G::Move> {
        let mut moves = Vec::new();
        question.game.legal_moves(question.state, &mut moves);
        let Greedy { evaluator, slack } = &*self;
        let game = question.game;
        let score = |states: &[G::State], seat: Seat, into: &mut Vec<Score>| {
            // A finished game is not judged, and seldom among them.
            if states.len() == 1 || states.iter().any(|state| game.outcome(state).is_some()) {
                let score = |state| static_score(evaluator, game, state, seat);
                into.extend(states.iter().map(score));
                return;
            }
            let mut worths = Vec::with_capacity(states.len());
            evaluator.worths_of(game, states, &mut worths);
            let value = |worths| Score::estimate(relative(worths, seat, game.seats()));
            into.extend(worths.iter().map(value));
        };
        choose_among(question, &moves, *slack, evaluator.batch(), score)
    }
}

/// One of `moves` after which `score` for the seat that moves is at most `slack` below the best. Positions
/// are judged so many at once.
fn choose_among<G: Game>(
    question: &Question<'_, G>,
    moves: &[G::Move],
    slack: i32,
    batch: usize,
    score: impl Fn(&[G::State], Seat, &mut Vec<Score>),
) -> Report<G::Move> {
    let Question { game, state, .. } = *question;
    let seat = game.status(state).to_move().expect("the game is not over");
    let mut scored = Vec::with_capacity(moves.len());
    let (mut states, mut scores) = (Vec::new(), Vec::new());
    let mut meter = Meter::start(&question.budget, question.stop);
    for moves in moves.chunks(batch.max(1)) {
        states.clear();
        states.extend(moves.iter().map(|&mv| {
            let mut next = state.clone();
            game.play(&mut next, mv);
            next
        }));
        scores.clear();
        score(&states, seat, &mut scores);
        scored.extend(moves.iter().copied().zip(scores.iter().copied()));
        // Boards of a thousand cells with far moves have a hundred thousand of them.
        let mut over = false;
        for _ in moves {
            over = meter.tick();
        }
        if over {
            break;
        }
    }
    let best = scored.iter().map(|(_, score)| *score).max().unwrap_or(Score::LEAST);
    // A certain win or the escape from a certain loss is never a matter of taste.
    let slack = if best.0.abs() > Score::estimate(i32::MAX).0 { 0 } else { slack };
    scored.retain(|(_, score)| score.0 >= best.0 - slack);
    let mut stream = Stream::new(question.seed, "greedy", 0);
    let (mv, score) = *stream.pick(&scored).expect("a seat to move has a move");
    Report { depth: 1, nodes: meter.nodes, score: score.one_ply_later(), line: vec![mv] }
}

/// Whom a [`Mover`] looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum View {
    /// All sets: what a move does to the others counts too, and a set may be swapped for a better one. Where
    /// every step makes things worse it takes the least bad, and no step back to where it was: else it would
    /// walk to and fro there until the game is drawn by repetition.
    All,
    /// Its own set alone: it hinders nobody but by chance, so its games end, and whoever plans a move further
    /// beats it.
    Own,
}

/// A one-ply player that never passes while it can move a piece.
#[derive(Clone, Debug)]
pub(crate) struct Mover<E> {
    pub(crate) greedy: Greedy<E>,
    pub(crate) view: View,
}

impl<G: Gathering, E: Evaluator<G>> Agent<G> for Mover<E> {
    fn choose(&mut self, question: &mut Question<'_, G>) -> Report<G::Move> {
        let Question { game, state, .. } = *question;
        let Greedy { evaluator, slack } = &self.greedy;
        let mut moves = Vec::new();
        game.legal_moves(state, &mut moves);
        if moves.iter().any(|&mv| game.is_step(mv)) {
            moves.retain(|&mv| match self.view {
                View::All => !game.is_pass(mv),
                View::Own => game.is_step(mv),
            });
        }
        let one = |next: &G::State, seat: Seat| match game.status(next) {
            Status::ToMove(_) if self.view == View::Own => {
                Score::estimate(evaluator.worths(game, next)[seat.index()])
            }
            // It was there before: worse than any other position but a lost one.
            Status::ToMove(_) if question.history.contains(&game.repetition_key(next)) => {
                Score::estimate(i32::MIN)
            }
            _ => static_score(evaluator, game, next, seat),
        };
        let score = |states: &[G::State], seat: Seat, into: &mut Vec<Score>| {
            into.extend(states.iter().map(|state| one(state, seat)));
        };
        choose_among(question, &moves, *slack, 1, score)
    }
}
