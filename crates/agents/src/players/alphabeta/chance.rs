//! Looking ahead in games of chance: what a move is worth is the mean of what chance may make of it.
//!
//! Chance acts within a move, so there is no node of its own for it: a move is played several times, each
//! time with other draws ([`Game::redraw`]), and the values are averaged. Near the root more draws are looked at than
//! further down, where they cost most and say least. All moves of a position meet the same draws, so that
//! luck does not decide between them. A mean cannot be cut off by bounds as a maximum can, so nothing is
//! pruned; depth comes by iterative deepening, and the last depth that was finished counts.

use selforge_catalogue::{Evaluator, Score, final_score};
use selforge_core::{Game, Seat, Status, Stream};

use crate::agent::{Question, Report};
use crate::meter::Meter;

/// What a win is worth beside estimates: more than any of them, but not so much that the chance of one in
/// a thousand outweighs a position.
const WIN: f64 = 20_000.0;

/// The deepest look.
const MAX_DEPTH: u32 = 16;

struct Search<'a, G: Game, E> {
    game: &'a G,
    evaluator: &'a E,
    /// The seat that is to choose; all others want the opposite.
    asker: Seat,
    samples: u32,
    seed: u64,
    meter: Meter<'a>,
}

/// Chooses the move with the best mean.
pub(super) fn choose<G: Game, E: Evaluator<G>>(
    question: &mut Question<'_, G>,
    evaluator: &E,
    samples: u32,
) -> Report<G::Move> {
    let Question { game, state, budget, stop, seed, .. } = *question;
    let asker = game.status(state).to_move().expect("the game is not over");
    let meter = Meter::start(&budget, stop);
    let mut search = Search { game, evaluator, asker, samples, seed, meter };
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    Stream::new(seed, "root", 0).shuffle(&mut moves);
    let mut ranked: Vec<(f64, G::Move)> = moves.into_iter().map(|mv| (0.0, mv)).collect();
    let mut report = Report { depth: 0, nodes: 0, score: Score::DRAW, line: vec![ranked[0].1] };
    let deepest = budget.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
    for depth in 1..=deepest {
        let mut next = ranked.clone();
        for (value, mv) in &mut next {
            match search.mean(state, *mv, depth, 0) {
                Some(mean) => *value = mean,
                None => break,
            }
        }
        report.nodes = search.meter.nodes;
        // A depth that was not finished says nothing of the moves at its end; the first is better than none.
        if search.meter.is_over() && depth > 1 {
            break;
        }
        next.sort_by(|a, b| b.0.total_cmp(&a.0));
        ranked = next;
        let (value, mv) = ranked[0];
        report.line = vec![mv];
        report.score = Score::estimate(value as i32);
        report.depth = depth;
        (question.progress)(&report);
        if search.meter.is_over() || ranked.len() == 1 {
            break;
        }
    }
    report
}

impl<G: Game, E: Evaluator<G>> Search<'_, G, E> {
    /// What a move is worth to the asker on the average; none when the budget is spent.
    fn mean(&mut self, state: &G::State, mv: G::Move, depth: u32, ply: u32) -> Option<f64> {
        let samples = (self.samples >> ply).max(2);
        let mut sum = 0.0;
        for sample in 0..samples {
            let mut next = state.clone();
            let draw = u64::from(ply) << 32 | u64::from(sample);
            self.game.redraw(&mut next, self.seed ^ draw.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let before = self.game.draws(&next);
            self.game.play(&mut next, mv);
            let value = self.value(&next, depth - 1, ply + 1)?;
            if self.game.draws(&next) == before {
                return Some(value);
            }
            sum += value;
        }
        Some(sum / f64::from(samples))
    }

    /// What a position is worth to the asker.
    fn value(&mut self, state: &G::State, depth: u32, ply: u32) -> Option<f64> {
        if self.meter.tick() && ply > 1 {
            return None;
        }
        let seat = match self.game.status(state) {
            Status::Over(outcome) => {
                let score = final_score(&outcome, self.asker);
                return Some(f64::from(score.0.signum()) * WIN);
            }
            Status::ToMove(seat) => seat,
        };
        if depth == 0 {
            return Some(self.evaluator.value(self.game, state, self.asker).into());
        }
        let mut moves = Vec::new();
        self.game.legal_moves(state, &mut moves);
        let mut best: Option<f64> = None;
        for mv in moves {
            let value = self.mean(state, mv, depth, ply)?;
            let better =
                |best: f64| if seat == self.asker { best.max(value) } else { best.min(value) };
            best = Some(best.map_or(value, better));
        }
        best
    }
}
