//! Monte Carlo tree search with an evaluator at the leaves, for any number of seats.
//!
//! Plain random rollouts tell nothing in games like Selfo, which random play almost never ends. So a
//! leaf is judged by the evaluator, squeezed between 0 and 1, and moves are tried first in the order
//! in which it likes them (progressive unpruning by a prior). Where the evaluator knows that it tells nothing
//! ([`Evaluator::is_blind`]), a leaf is worth what a random game from there ends with. An evaluator that knows moves gives their
//! priors itself; for others the positions after the moves are judged, as many at once as it likes.
//!
//! A position that was there before is worth a draw where the rules count repetitions: who stands well does not
//! walk in circles.
//!
//! In games of chance every playout has a future of its own. A move that chance answers leads to one of several
//! positions, which are nodes of their own below it, met as often as chance makes them.

use std::collections::HashSet;

use selforge_catalogue::{Evaluator, OptionDoc, Score, Worths, final_score, relative};
use selforge_core::{Game, MAX_SEATS, Outcome, Seat, Status, Stream};

use super::options::{self, Judge, NO_LIMIT, NODES, eval, time};
use super::{AgentDoc, Recipe, draws_by_passing};
use crate::agent::{Agent, Question, Report};
use crate::meter::Meter;

/// How much trying the untried is worth.
const EXPLORATION: f32 = 1.2;

/// An estimate of this size is worth about three quarters of a win.
const SCALE: f32 = 120.0;

/// How many playouts are done without any other limit.
const USUAL_PLAYOUTS: u64 = 10_000;

/// The most moves of a random game from a leaf; one that is longer is taken for a draw.
const MOST_ROLLOUT: u32 = 400;

/// The most nodes of a tree.
const MAX_NODES: usize = 1 << 20;

pub(super) const DOC: AgentDoc = AgentDoc {
    name: "mcts",
    summary: "Monte Carlo tree search with an evaluator at the leaves; any number of seats.",
    options: &[
        OptionDoc::new(
            "playouts",
            "a number",
            "10000 without another limit",
            "how many playouts to do for a move",
        ),
        time(NO_LIMIT),
        NODES,
        eval("fast"),
    ],
    is_local: false,
    example: "mcts playouts=2000",
    read: |reader| {
        let playouts = reader.number("playouts", 1..=1_000_000_000)?;
        let judge = options::judge(reader, Judge::Fast { blockade: 0 })?;
        Ok((Recipe::Mcts { judge, playouts }, options::time_and_nodes(reader)?))
    },
};

/// A Monte Carlo player.
#[derive(Clone, Debug)]
pub struct Mcts<E> {
    evaluator: E,
    playouts: Option<u64>,
}

impl<E> Mcts<E> {
    /// A player that does so many playouts a move, unless the budget ends it earlier.
    pub fn new(evaluator: E, playouts: Option<u64>) -> Mcts<E> {
        Mcts { evaluator, playouts }
    }
}

/// One value between 0 and 1 a seat.
type Values = [f32; MAX_SEATS];

struct Node<G: Game> {
    mv: Option<G::Move>,
    /// The seat whose value decides whether to come here: the one that moved.
    mover: Seat,
    /// What it is taken to be worth before it was ever tried.
    guess: f32,
    /// How much it is worth trying.
    weight: f32,
    visits: u32,
    total: f32,
    children: Option<std::ops::Range<u32>>,
    /// What chance made of the move so far: keys of positions and their nodes.
    outcomes: Vec<(u64, u32)>,
}

impl<G: Game> Node<G> {
    fn new(mv: Option<G::Move>, mover: Seat, guess: f32, weight: f32) -> Node<G> {
        Node {
            mv,
            mover,
            guess,
            weight,
            visits: 0,
            total: 0.0,
            children: None,
            outcomes: Vec::new(),
        }
    }
}

impl<G: Game, E: Evaluator<G>> Agent<G> for Mcts<E> {
    fn choose(&mut self, question: &mut Question<'_, G>) -> Report<G::Move> {
        let Question { game, state, history, budget, stop, seed, .. } = *question;
        if let Status::ToMove(seat) = game.status(state) {
            self.evaluator.look_from(game, state, seat);
        }
        let mut tree = Tree {
            game,
            evaluator: &self.evaluator,
            repeats: game.history_rules().repetition.is_some(),
            past: history.iter().copied().chain([game.repetition_key(state)]).collect(),
            path: Vec::new(),
            start: [0; MAX_SEATS],
            nodes: vec![Node::new(None, Seat::FIRST, 1.0, 0.0)],
            states: Vec::new(),
            worths: Vec::new(),
            stream: Stream::new(seed, "mcts", 0),
            meter: Meter::start(&budget, stop),
        };
        let unlimited = budget.time.is_none() && budget.nodes.is_none();
        let playouts = self.playouts.or(unlimited.then_some(USUAL_PLAYOUTS)).unwrap_or(u64::MAX);
        let mut report = None;
        for number in 1..=playouts {
            let mut state = state.clone();
            if game.has_chance() {
                game.redraw(&mut state, seed ^ number);
            }
            tree.path.clear();
            tree.playout(0, &mut state, 0);
            if number == 1 {
                tree.keep_playing(&state);
            }
            if number.is_power_of_two() && number >= 256 {
                let so_far = tree.report();
                (question.progress)(&so_far);
                report = Some(so_far);
            }
            if tree.meter.tick() || tree.nodes.len() > MAX_NODES {
                break;
            }
        }
        let last = tree.report();
        if last.line.is_empty() { report.unwrap_or(last) } else { last }
    }
}

struct Tree<'a, G: Game, E> {
    game: &'a G,
    evaluator: &'a E,
    /// Whether positions that come again make a draw.
    repeats: bool,
    /// The keys of the positions of the game.
    past: HashSet<u64>,
    /// The keys of those that this playout came through.
    path: Vec<u64>,
    /// What the first position seems to be worth to each seat.
    start: [i32; MAX_SEATS],
    nodes: Vec<Node<G>>,
    /// The positions that are judged together, and what they are worth.
    states: Vec<G::State>,
    worths: Vec<Worths>,
    stream: Stream,
    meter: Meter<'a>,
}

/// An estimate as a share of a win, between 0 and 1 for what is certain.
fn share(points: f32) -> f32 {
    0.5 + 0.45 * (points / SCALE).tanh()
}

impl<G: Game, E: Evaluator<G>> Tree<'_, G, E> {
    /// Goes down the tree from a node, grows it by a leaf, and carries the leaf's value back.
    fn playout(&mut self, node: u32, state: &mut G::State, depth: u32) -> Values {
        let values = match self.game.status(state) {
            Status::Over(outcome) => self.end(&outcome),
            Status::ToMove(_) if depth > 0 && self.comes_again(state) => self.repetition(state),
            Status::ToMove(seat) => match self.nodes[node as usize].children.clone() {
                Some(children) if depth < 200 => {
                    let child = self.select(node, children);
                    let mv = self.nodes[child as usize].mv.expect("only the root has no move");
                    let draws = self.game.draws(state);
                    self.game.play(state, mv);
                    if self.game.draws(state) == draws {
                        self.playout(child, state, depth + 1)
                    } else {
                        self.after_chance(child, state, depth)
                    }
                }
                _ => self.expand(node, state, seat),
            },
        };
        let node = &mut self.nodes[node as usize];
        node.visits += 1;
        node.total += values[node.mover.index()];
        values
    }

    /// Whether this position of a playout was there before, in the game or since.
    fn comes_again(&mut self, state: &G::State) -> bool {
        if !self.repeats {
            return false;
        }
        let key = self.game.repetition_key(state);
        let again = self.past.contains(&key) || self.path.contains(&key);
        self.path.push(key);
        again
    }

    /// Takes a move out of the first ones that would make a draw by passing while there is more to be had.
    fn keep_playing(&mut self, state: &G::State) {
        let (Status::ToMove(seat), Some(children)) =
            (self.game.status(state), self.nodes[0].children.clone())
        else {
            return;
        };
        let gives_up = |&child: &u32| {
            let mv = self.nodes[child as usize].mv.expect("only the root has no move");
            draws_by_passing(self.game, self.evaluator, state, seat, mv)
        };
        if children.len() > 1
            && let Some(child) = children.clone().find(gives_up)
        {
            // Nothing else is in the tree yet.
            self.nodes.remove(child as usize);
            self.nodes[0].children = Some(children.start..children.end - 1);
        }
    }

    /// Goes on from what chance made of a move.
    fn after_chance(&mut self, node: u32, state: &mut G::State, depth: u32) -> Values {
        let key = self.game.repetition_key(state);
        let known = self.nodes[node as usize].outcomes.iter().find(|(known, _)| *known == key);
        let outcome = match known {
            Some(&(_, outcome)) => outcome,
            None => {
                let Node { mover, guess, weight, .. } = self.nodes[node as usize];
                let outcome = self.nodes.len() as u32;
                self.nodes.push(Node::new(None, mover, guess, weight));
                self.nodes[node as usize].outcomes.push((key, outcome));
                outcome
            }
        };
        let values = self.playout(outcome, state, depth + 1);
        let node = &mut self.nodes[node as usize];
        node.visits += 1;
        node.total += values[node.mover.index()];
        values
    }

    fn each(&self, value: impl Fn(Seat) -> f32) -> Values {
        let mut values = [0.0; MAX_SEATS];
        Seat::all(self.game.seats()).for_each(|seat| values[seat.index()] = value(seat));
        values
    }

    /// A value as a share of a win, seen from the first position: so a step counts as much where somebody is far
    /// ahead as it does where nobody is.
    fn squeeze(&self, score: Score, seat: Seat) -> f32 {
        match (score.plies_to_win(), score.plies_to_loss()) {
            (Some(_), _) => 1.0,
            (_, Some(_)) => 0.0,
            _ => share(score.0 as f32 - self.start[seat.index()] as f32),
        }
    }

    fn end(&self, outcome: &Outcome) -> Values {
        self.each(|seat| self.squeeze(final_score(outcome, seat), seat))
    }

    fn shares(&self, worths: &Worths) -> Values {
        let seats = self.game.seats();
        self.each(|seat| self.squeeze(Score::estimate(relative(worths, seat, seats)), seat))
    }

    /// What a position is worth that was there before: a draw to whoever stands better than that, and to the
    /// others no more than it seems, so that nobody walks back for want of a better idea.
    fn repetition(&self, state: &G::State) -> Values {
        let worths = match self.evaluator.is_blind() {
            true => [0; MAX_SEATS],
            false => self.evaluator.worths(self.game, state),
        };
        let shares = self.shares(&worths);
        self.each(|seat| shares[seat.index()].min(self.squeeze(Score::DRAW, seat)))
    }

    /// The child worth trying next: good so far, promising, or little tried.
    fn select(&self, node: u32, children: std::ops::Range<u32>) -> u32 {
        let parent = (self.nodes[node as usize].visits as f32).sqrt();
        let value = |child: u32| {
            let child = &self.nodes[child as usize];
            let visits = child.visits as f32;
            let mean = if child.visits == 0 { child.guess } else { child.total / visits };
            mean + EXPLORATION * child.weight * parent / (1.0 + visits)
        };
        let mut best = children.start;
        let mut most = f32::MIN;
        for child in children {
            let value = value(child);
            if value > most {
                (best, most) = (child, value);
            }
        }
        best
    }

    /// Lists the children of a leaf, each with what the evaluator thinks of it, and says what the leaf
    /// is worth.
    fn expand(&mut self, node: u32, state: &G::State, seat: Seat) -> Values {
        let mut moves = Vec::new();
        self.game.legal_moves(state, &mut moves);
        self.stream.shuffle(&mut moves);
        let start = self.nodes.len() as u32;
        let mut priors = Vec::new();
        let policy = self.evaluator.policy(self.game, state, &moves, &mut priors);
        let knows_moves = policy.is_some();
        let worths = policy.or_else(|| {
            (!self.evaluator.is_blind()).then(|| self.evaluator.worths(self.game, state))
        });
        if node == 0
            && let Some(worths) = &worths
        {
            let seats = self.game.seats();
            Seat::all(seats).for_each(|it| self.start[it.index()] = relative(worths, it, seats));
        }
        let values = worths.as_ref().map(|worths| self.shares(worths));
        if knows_moves {
            let guess = values.map_or(0.5, |values| values[seat.index()]);
            let child = |(mv, prior)| Node::new(Some(mv), seat, guess, prior);
            self.nodes.extend(moves.into_iter().zip(priors).map(child));
            self.meter.spend(1);
        } else {
            for moves in moves.chunks(self.evaluator.batch().max(1)) {
                self.judge_moves(state, seat, moves);
                // A leaf can have a hundred thousand moves; what was not judged when time is up is
                // not chosen.
                if self.meter.spend(moves.len() as u64) {
                    break;
                }
            }
        }
        let values = values.unwrap_or_else(|| self.rollout(state));
        self.nodes[node as usize].children = Some(start..self.nodes.len() as u32);
        values
    }

    /// Plays on at random, and gives what comes of it.
    fn rollout(&mut self, state: &G::State) -> Values {
        let mut state = state.clone();
        for _ in 0..MOST_ROLLOUT {
            if let Status::Over(outcome) = self.game.status(&state) {
                return self.end(&outcome);
            }
            let stream = &mut self.stream;
            let chosen = self.game.choose_move(&state, |count| stream.below(count));
            let Some(mv) = chosen.filter(|_| !self.meter.spend(1)) else { break };
            self.game.play(&mut state, mv);
        }
        self.each(|_| 0.5)
    }

    /// Adds a node for each of a leaf's moves, judged by the position after it.
    fn judge_moves(&mut self, state: &G::State, seat: Seat, moves: &[G::Move]) {
        let first = self.nodes.len();
        self.states.clear();
        self.worths.clear();
        for &mv in moves {
            let mut next = state.clone();
            self.game.play(&mut next, mv);
            let guess = match self.game.status(&next) {
                Status::Over(outcome) => self.end(&outcome)[seat.index()],
                Status::ToMove(_) => {
                    self.states.push(next);
                    f32::NAN
                }
            };
            self.nodes.push(Node::new(Some(mv), seat, guess, 0.0));
        }
        self.evaluator.worths_of(self.game, &self.states, &mut self.worths);
        let mut worths = self.worths.iter();
        for at in first..self.nodes.len() {
            if self.nodes[at].guess.is_nan() {
                let worths = worths.next().expect("an evaluator judges every position");
                self.nodes[at].guess = self.shares(worths)[seat.index()];
            }
            self.nodes[at].weight = self.nodes[at].guess / 4.0;
        }
    }

    fn report(&self) -> Report<G::Move> {
        let mut line = Vec::new();
        let (mut node, mut value) = (0u32, 0.5);
        while let Some(children) = self.nodes[node as usize].children.clone() {
            let most = children.max_by_key(|&child| {
                let child = &self.nodes[child as usize];
                (child.visits, (child.guess * 1e6) as i64, (child.weight * 1e6) as i64)
            });
            let Some(child) = most else { break };
            let found = &self.nodes[child as usize];
            if line.is_empty() && found.visits > 0 {
                value = found.total / found.visits as f32;
            }
            if found.visits == 0 && !line.is_empty() {
                break;
            }
            line.extend(found.mv);
            node = child;
        }
        // The same share of a win as anybody sees it who did not come by the first position.
        let mover = self.nodes[0]
            .children
            .as_ref()
            .map(|children| self.nodes[children.start as usize].mover);
        let start = mover.map_or(0, |seat| self.start[seat.index()]) as f32;
        let points = start + SCALE * ((value - 0.5) / 0.45).clamp(-0.999, 0.999).atanh();
        let score = Score::estimate(((share(points) - 0.5) * 1000.0) as i32);
        Report { depth: line.len() as u32, nodes: self.meter.nodes, score, line }
    }
}
