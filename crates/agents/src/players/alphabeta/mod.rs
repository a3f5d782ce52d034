//! Alpha-beta search: iterative deepening, principal variation search, a transposition table, killer and
//! history moves, and reduced depth for late moves.
//!
//! With more than two seats, all others are taken for one opponent who wants nothing but to harm the
//! seat that is to choose (the *paranoid* assumption of Sturtevant and Korf). That is too dark a view of
//! them, but it makes every value one number, so that all of the above prunes as with two; a search in
//! which each seat wants its own best (maxⁿ, see [`Minimax`](super::Minimax)) can prune next to nothing
//! and sees a ply or two less.
//!
//! Scores of wins and losses count plies from the position asked about. Where the rules draw games by
//! repetition, a position that repeats an earlier one of the line or of the game is taken for a draw. Where
//! the evaluator can prove that a seat cannot lose (Selfo: the other set is blocked), the window is cut
//! there. A swap costs no depth.
//!
//! In games of chance the search is another one, `chance`.
//!
//! With several threads, all search the same position and share the table; the helpers begin with
//! another order of the moves and every other one a ply deeper, so that what one finds spares the
//! first thread work (lazy SMP). Only the first thread's result counts. Which entries it meets then
//! depends on the clock, so answers can differ from run to run: one thread is the default.

mod chance;
mod table;

use std::time::Duration;

use selforge_catalogue::{Evaluator, OptionDoc, Score, final_score};
use selforge_core::{
    Game, MAX_SEATS, MoveRepr, Outcome, Seat, SpecError, SpecReader, Status, Stream,
};

use self::table::{Bound, Entry, TranspositionTable};
use super::options::{self, HASH, Judge, NO_LIMIT, NODES, THREADS, depth, eval, time};
use super::{AgentDoc, Recipe, draws_by_passing};
use crate::agent::{Agent, Budget, Question, Report, Stop, StopOnDrop};
use crate::gathering::Gather;
use crate::meter::Meter;

/// What can be chosen; `price` is what exposed pieces usually cost.
const fn options_with(price: &'static str) -> [OptionDoc; 9] {
    [
        depth(NO_LIMIT),
        time("100ms without another limit"),
        NODES,
        eval("fast"),
        options::blockade(price),
        HASH,
        OptionDoc::new(
            "contempt",
            "0 to 1000",
            "30",
            "how much worse than an even position it takes a draw to be; 10 are one step",
        ),
        THREADS,
        OptionDoc::new(
            "samples",
            "1 to 64",
            "8",
            "in games of chance, how many throws it looks at after a move",
        ),
    ]
}

/// What exposed pieces cost with more than two seats: nothing. Looking for them takes a third of the time,
/// and with three seats it loses at equal nodes as well (see the engine notes).
const PARANOID_PRICE: i32 = 0;

pub(super) const DOC: AgentDoc = AgentDoc {
    name: "alphabeta",
    summary: "Iterative deepening with pruning, two seats.",
    options: &options_with("10"),
    is_local: false,
    example: "alphabeta time=50ms",
    read: |reader| {
        let (judge, options, budget) = read(reader, Gather::EXPOSURE)?;
        Ok((Recipe::AlphaBeta { judge, options }, budget))
    },
};

pub(super) const PARANOID: AgentDoc = AgentDoc {
    name: "paranoid",
    summary: "The same search for any number of seats: all others are taken for one opponent.",
    is_local: false,
    example: "paranoid time=50ms",
    options: &options_with("0"),
    read: |reader| {
        let (judge, options, budget) = read(reader, PARANOID_PRICE)?;
        Ok((Recipe::Paranoid { judge, options }, budget))
    },
};

/// Reads the options.
fn read(
    reader: &mut SpecReader<'_>,
    usual_price: i32,
) -> Result<(Judge, Options, Budget), SpecError> {
    let usual = Options::default();
    let options = Options {
        table_mebibytes: options::table_mebibytes(reader)?,
        contempt: reader.number("contempt", 0..=1000)?.map_or(usual.contempt, |n| n as i32),
        threads: options::threads(reader)?,
        samples: reader.number("samples", 1..=64)?.map_or(usual.samples, |n| n as u32),
        ..usual
    };
    let mut budget = options::budget(reader)?;
    if budget == Budget::default() {
        budget.time = Some(USUAL_TIME);
    }
    Ok((options::judge_of_blockades(reader, usual_price)?, options, budget))
}

/// How long it thinks when nothing is said.
const USUAL_TIME: Duration = Duration::from_millis(100);

/// How deep a search can go at most.
pub const MAX_DEPTH: u32 = 64;

/// How the search is done; the defaults play best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Size of the transposition table in mebibytes.
    pub table_mebibytes: usize,
    /// Whether late moves are looked at less deeply first. Off, a search of depth d has exactly the
    /// value of a full search of depth d.
    pub reductions: bool,
    /// By how much a draw is worse than an even position: a player that expects to win against a
    /// weaker opponent plays on. Zero values draws at zero.
    pub contempt: i32,
    /// How many threads search; a limit of nodes is divided among them.
    pub threads: u32,
    /// In games of chance, how many of its draws are looked at after a move.
    pub samples: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options { table_mebibytes: 16, reductions: true, contempt: 30, threads: 1, samples: 8 }
    }
}

/// So many moves are listed, or passed over in search of the next one, in the time of a unit of work.
const MOVES_A_UNIT: u64 = 32;

/// How much less than a draw further on it likes one by passing, in points of the evaluator.
const DRAW_BY_PASSING: i32 = 200;

const HISTORY_SIZE: usize = 1 << 14;

/// An alpha-beta player.
#[derive(Debug)]
pub struct AlphaBeta<E> {
    evaluator: E,
    options: Options,
    table: TranspositionTable,
    history: Vec<i32>,
}

impl<E> AlphaBeta<E> {
    /// A player with this evaluator.
    pub fn new(evaluator: E, options: Options) -> AlphaBeta<E> {
        let table = TranspositionTable::new(options.table_mebibytes);
        AlphaBeta { evaluator, options, table, history: vec![0; HISTORY_SIZE] }
    }
}

impl<G: Game, E: Evaluator<G>> Agent<G> for AlphaBeta<E> {
    fn choose(&mut self, question: &mut Question<'_, G>) -> Report<G::Move> {
        // With one sample, chance is taken for as certain as any rule, and all of this search applies.
        if question.game.has_chance() && self.options.samples > 1 {
            return chance::choose(question, &self.evaluator, self.options.samples);
        }
        if let Status::ToMove(seat) = question.game.status(question.state)
            && self.evaluator.look_from(question.game, question.state, seat)
        {
            self.table.clear();
        }
        self.table.begin_search();
        self.history.iter_mut().for_each(|value| *value /= 8);
        let threads = self.options.threads.max(1);
        let share = |nodes: u64| (nodes / u64::from(threads)).max(1);
        let budget = Budget { nodes: question.budget.nodes.map(share), ..question.budget };
        let AlphaBeta { evaluator, options, table, history } = self;
        let (game, state, past, seed) =
            (question.game, question.state, question.history, question.seed);
        let search = |history, stop| {
            Search::new(game, &*evaluator, options, &*table, history, past, budget, stop)
        };
        // Raised when the first thread is done.
        let done = Stop::default();
        let mut histories: Vec<Vec<i32>> = (1..threads).map(|_| history.clone()).collect();
        std::thread::scope(|scope| {
            let is_done = StopOnDrop(&done);
            let helpers: Vec<_> = (1..)
                .zip(&mut histories)
                .map(|(number, history)| {
                    let mut search = search(history, &done);
                    scope.spawn(move || {
                        search.run(
                            state,
                            seed.wrapping_add(number),
                            1 + number as u32 % 2,
                            &mut |_| (),
                        );
                        search.meter.nodes
                    })
                })
                .collect();
            let mut first = search(history, question.stop);
            let mut report = first.run(state, seed, 1, question.progress);
            drop(is_done);
            for helper in helpers {
                report.nodes +=
                    helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            }
            report
        })
    }

    fn new_game(&mut self) {
        self.table.clear();
        self.history.fill(0);
    }

    fn memory(&self) -> usize {
        self.table.memory() + std::mem::size_of_val(&*self.history)
    }
}

struct Search<'a, G: Game, E> {
    game: &'a G,
    evaluator: &'a E,
    reductions: bool,
    /// The seat that is to choose a move, what it thinks of draws, and what tells its entries in the
    /// table from those of others.
    asker: Seat,
    salt: u64,
    contempt: i32,
    most_depth: u32,
    table: &'a TranspositionTable,
    history: &'a mut [i32],
    meter: Meter<'a>,
    /// Two moves a ply that refuted something there. Each seat may swap once beyond the depth.
    killers: Vec<[u32; 2]>,
    /// Whether repeated positions are draws in the end.
    repeats: bool,
    /// Repetition keys from the start of the game to here.
    path: Vec<u64>,
    /// The moves still to be looked at, of all plies one after the other.
    moves: Vec<(i32, G::Move)>,
}

/// Where a move's history is kept.
#[inline]
fn history_slot(code: u32) -> usize {
    (code.wrapping_mul(0x9e37_79b1) >> 18) as usize & (HISTORY_SIZE - 1)
}

impl<'a, G: Game, E: Evaluator<G>> Search<'a, G, E> {
    #[expect(clippy::too_many_arguments, reason = "all that one thread of a search is made of")]
    fn new(
        game: &'a G,
        evaluator: &'a E,
        options: &Options,
        table: &'a TranspositionTable,
        history: &'a mut [i32],
        past: &[u64],
        budget: Budget,
        stop: &'a Stop,
    ) -> Self {
        Search {
            game,
            evaluator,
            reductions: options.reductions,
            asker: Seat::FIRST,
            salt: 0,
            contempt: options.contempt,
            most_depth: budget.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH),
            table,
            history,
            meter: Meter::start(&budget, stop),
            killers: vec![[u32::MAX; 2]; MAX_DEPTH as usize + MAX_SEATS + 2],
            repeats: game.history_rules().repetition.is_some(),
            path: past.to_vec(),
            moves: Vec::with_capacity(1024),
        }
    }

    /// Looks deeper and deeper, beginning with depth `first`, until the budget is spent or all is
    /// known.
    fn run(
        &mut self,
        state: &G::State,
        seed: u64,
        first: u32,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let seat = self.game.status(state).to_move().expect("the game is not over");
        self.asker = seat;
        if self.game.seats() > 2 {
            self.salt = (seat.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        let mut roots = self.root_moves(state, seat, seed);
        let mut report = Report { depth: 0, nodes: 0, score: Score::DRAW, line: vec![roots[0].0] };
        for depth in first.min(self.most_depth)..=self.most_depth {
            let finished = self.deepen(state, seat, depth, &mut roots);
            let (mv, score) = roots[0];
            if finished || score > Score::LEAST {
                report.line = self.line(state, mv);
                report.score = score;
                // Also a first look that was broken off is one: the moves in hand were judged.
                report.depth = report.depth.max(1);
            }
            report.nodes = self.meter.nodes;
            if !finished {
                break;
            }
            report.depth = depth;
            progress(&report);
            let decided = score.plies_to_win().or(score.plies_to_loss());
            if roots.len() == 1 || decided.is_some_and(|plies| plies <= depth) {
                break;
            }
        }
        report
    }

    /// What a draw is worth to `seat`.
    #[inline]
    fn draw(&self, seat: Seat) -> Score {
        Score(if seat == self.asker { -self.contempt } else { self.contempt })
    }

    /// A value for the asker as `seat` sees it: the others want the opposite.
    #[inline]
    fn seen_by(&self, seat: Seat, score: Score) -> Score {
        if seat == self.asker { score } else { -score }
    }

    /// What an outcome is worth to `seat`.
    #[inline]
    fn end(&self, outcome: &Outcome, seat: Seat) -> Score {
        match final_score(outcome, self.asker) {
            Score::DRAW => self.draw(seat),
            score => self.seen_by(seat, score),
        }
    }

    /// What a position seems to be worth to `seat`.
    #[inline]
    fn estimate(&self, state: &G::State, seat: Seat) -> Score {
        let value = self.evaluator.value(self.game, state, self.asker);
        self.seen_by(seat, Score::estimate(value))
    }

    /// What is proven of the value for `seat`.
    #[inline]
    fn bounds(&self, state: &G::State, seat: Seat) -> (Score, Score) {
        let worth = |score| if score == Score::DRAW { self.draw(self.asker) } else { score };
        let (least, most) = self.evaluator.bounds(self.game, state, self.asker);
        let (least, most) = (worth(least), worth(most));
        if seat == self.asker { (least, most) } else { (-most, -least) }
    }

    /// The key under which a position is remembered. With two seats a value for one is a value for
    /// the other; with more, what the table knows is for one asker only.
    #[inline]
    fn key(&self, state: &G::State) -> u64 {
        self.game.key(state) ^ self.salt
    }

    /// The moves of the position asked about, in an order that depends on the seed alone where they
    /// look alike.
    fn root_moves(&mut self, state: &G::State, seat: Seat, seed: u64) -> Vec<(G::Move, Score)> {
        let mut moves = Vec::new();
        self.game.legal_moves(state, &mut moves);
        Stream::new(seed, "alphabeta", 0).shuffle(&mut moves);
        let mut scored: Vec<(G::Move, Score)> = moves
            .into_iter()
            .map(|mv| {
                // There can be so many that even this takes long.
                if self.meter.spend(1) {
                    return (mv, Score::LEAST);
                }
                let mut next = state.clone();
                self.game.play(&mut next, mv);
                let score = match self.game.status(&next) {
                    Status::Over(outcome) => self.end(&outcome, seat),
                    Status::ToMove(_) => self.estimate(&next, seat),
                };
                (mv, Score(score.0 - self.reluctance(state, seat, mv)))
            })
            .collect();
        scored.sort_by_key(|(_, score)| -*score);
        scored
    }

    /// How much less it wants to make this move than its value says: it plays on where it seems behind.
    fn reluctance(&self, state: &G::State, seat: Seat, mv: G::Move) -> i32 {
        let gives_up =
            self.contempt != 0 && draws_by_passing(self.game, self.evaluator, state, seat, mv);
        if gives_up { DRAW_BY_PASSING } else { 0 }
    }

    /// Looks at all root moves to this depth and puts the best first; false if the budget ran out,
    /// when the order is still that of what was seen.
    fn deepen(
        &mut self,
        state: &G::State,
        seat: Seat,
        depth: u32,
        roots: &mut [(G::Move, Score)],
    ) -> bool {
        let key = self.game.repetition_key(state);
        self.path.push(key);
        let mut alpha = Score::LEAST;
        let mut finished = true;
        for index in 0..roots.len() {
            let mv = roots[index].0;
            let mut next = state.clone();
            self.game.play(&mut next, mv);
            let left = self.depth_after(mv, depth);
            let mut score = Score::LEAST;
            if index > 0 {
                score = self.child(&next, seat, left, 1, (alpha, Score(alpha.0 + 1)));
            }
            if index == 0 || (score > alpha && !self.meter.look()) {
                score = self.child(&next, seat, left, 1, (alpha, -Score::LEAST));
            }
            score.0 -= self.reluctance(state, seat, mv);
            // What a search says that was broken off means nothing.
            if self.meter.look() {
                finished = false;
                break;
            }
            if score > alpha {
                alpha = score;
                roots[index].1 = score;
                // A better move goes to the front and the others keep their order.
                roots[..=index].rotate_right(1);
            }
        }
        self.path.pop();
        finished
    }

    /// How far to look behind a move.
    #[inline]
    fn depth_after(&self, mv: G::Move, depth: u32) -> u32 {
        depth - u32::from(!self.evaluator.is_swap(self.game, mv))
    }

    /// The value for `seat` of a position one ply further on, within the window.
    #[inline]
    fn child(
        &mut self,
        next: &G::State,
        seat: Seat,
        depth: u32,
        ply: u32,
        (alpha, beta): (Score, Score),
    ) -> Score {
        let score = match self.game.status(next) {
            Status::Over(outcome) => {
                self.meter.tick();
                self.end(&outcome, seat)
            }
            // The window goes a ply further away from wins and losses on the way down.
            Status::ToMove(mover) if (mover == self.asker) == (seat == self.asker) => {
                self.negamax(next, mover, depth, ply, nearer(alpha), nearer(beta))
            }
            Status::ToMove(mover) => {
                -self.negamax(next, mover, depth, ply, -nearer(beta), -nearer(alpha))
            }
        };
        score.one_ply_later()
    }

    /// The value of a position for `seat`, which is to move, exact within the window.
    fn negamax(
        &mut self,
        state: &G::State,
        seat: Seat,
        depth: u32,
        ply: u32,
        mut alpha: Score,
        mut beta: Score,
    ) -> Score {
        if self.meter.tick() {
            return Score::DRAW;
        }
        let repetition = self.game.repetition_key(state);
        if self.repeats && self.path.contains(&repetition) {
            return self.draw(seat);
        }
        let (least, most) = self.bounds(state, seat);
        if least >= beta {
            return least;
        }
        if most <= alpha {
            return most;
        }
        alpha = alpha.max(least);
        beta = beta.min(most);
        if depth == 0 {
            return self.estimate(state, seat).clamp(least, most);
        }
        let key = self.key(state);
        let mut first = u32::MAX;
        if let Some(entry) = self.table.find(key) {
            first = entry.move_code;
            if u32::from(entry.depth) >= depth {
                match entry.bound {
                    Bound::Exact => return entry.score,
                    Bound::AtLeast if entry.score >= beta => return entry.score,
                    Bound::AtMost if entry.score <= alpha => return entry.score,
                    _ => {}
                }
            }
        }
        let start = self.moves.len();
        self.list_moves(state, first, ply);
        self.path.push(repetition);
        let (mut best, mut best_code, window) = (Score::LEAST, u32::MAX, alpha);
        let count = self.moves.len() - start;
        self.meter.spend(count as u64 / MOVES_A_UNIT);
        for number in 0..count {
            let mv = self.next_move(start + number);
            self.meter.spend((count - number) as u64 / MOVES_A_UNIT);
            let mut next = state.clone();
            self.game.play(&mut next, mv);
            let left = self.depth_after(mv, depth);
            let mut score = Score::LEAST;
            let mut full = number == 0;
            if !full {
                let reduced = self.reductions && left < depth;
                let less = if reduced { reduction(depth, number) } else { 0 };
                let above = Score(alpha.0 + 1);
                score = self.child(&next, seat, left - less, ply + 1, (alpha, above));
                if less > 0 && score > alpha {
                    score = self.child(&next, seat, left, ply + 1, (alpha, above));
                }
                full = score > alpha && score < beta;
            }
            if full {
                score = self.child(&next, seat, left, ply + 1, (alpha, beta));
            }
            // What a search says that was broken off means nothing.
            if self.meter.is_over() {
                break;
            }
            if score > best {
                (best, best_code) = (score, mv.to_code());
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                self.reward(mv.to_code(), depth, ply);
                break;
            }
        }
        self.path.pop();
        self.moves.truncate(start);
        if !self.meter.is_over() {
            let bound = match best {
                _ if best >= beta => Bound::AtLeast,
                _ if best <= window => Bound::AtMost,
                _ => Bound::Exact,
            };
            let depth = depth as u8;
            self.table.store(key, Entry { move_code: best_code, score: best, depth, bound });
        }
        best
    }

    /// Appends the moves of a position with what they promise.
    fn list_moves(&mut self, state: &G::State, first: u32, ply: u32) {
        let killers = self.killers[ply as usize];
        let (moves, history) = (&mut self.moves, &*self.history);
        let (game, evaluator) = (self.game, self.evaluator);
        let _ = game.visit_moves(state, &mut |mv| {
            let code = mv.to_code();
            let promise = if code == first {
                i32::MAX
            } else if killers.contains(&code) {
                i32::MAX - 1
            } else {
                history[history_slot(code)] + evaluator.promise(game, state, mv)
            };
            moves.push((promise, mv));
            std::ops::ControlFlow::Continue(())
        });
    }

    /// Brings the most promising of the moves from `at` on to that place.
    #[inline]
    fn next_move(&mut self, at: usize) -> G::Move {
        let rest = &mut self.moves[at..];
        let mut best = 0;
        for index in 1..rest.len() {
            if rest[index].0 > rest[best].0 {
                best = index;
            }
        }
        rest.swap(0, best);
        rest[0].1
    }

    /// Remembers a move that refuted the other side's last one.
    fn reward(&mut self, code: u32, depth: u32, ply: u32) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        let value = &mut self.history[history_slot(code)];
        *value = (*value + (depth * depth) as i32 * 4).min(1 << 20);
    }

    /// The expected line of play, read from the table.
    fn line(&self, state: &G::State, first: G::Move) -> Vec<G::Move> {
        let mut line = vec![first];
        let mut state = state.clone();
        self.game.play(&mut state, first);
        while line.len() < MAX_DEPTH as usize {
            let Some(entry) = self.table.find(self.key(&state)) else { break };
            let Some(mv) = G::Move::from_code(entry.move_code) else { break };
            if !self.game.is_legal(&state, mv) {
                break;
            }
            line.push(mv);
            self.game.play(&mut state, mv);
        }
        line
    }
}

/// A bound as a child one ply further down sees it: the inverse of [`Score::one_ply_later`].
#[inline]
fn nearer(score: Score) -> Score {
    match (score.plies_to_win(), score.plies_to_loss()) {
        (Some(1..), _) => Score(score.0 + 1),
        (_, Some(1..)) => Score(score.0 - 1),
        _ => score,
    }
}

/// How many plies less a late move gets at first.
#[inline]
fn reduction(depth: u32, number: usize) -> u32 {
    match (depth, number) {
        (0..=2, _) | (_, 0..=3) => 0,
        (3..=4, _) | (_, 4..=11) => 1,
        _ => 2,
    }
}
