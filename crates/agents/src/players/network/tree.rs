//! A tree of positions that grows where a network likes it (PUCT), for two seats.
//!
//! A leaf is judged by the network, which says how it ends and how likely each move is the best; no
//! games are played out. What is certain is kept apart from what is likely: every move of a leaf that
//! ends the game is seen at once, and a position whose moves are all settled, or one of which wins, is
//! settled itself. The evaluator of the game adds what it can prove: a side that cannot win any more.
//!
//! A position that was reached by another order of moves is not judged again: it begins with the moves and
//! the mean value that are known from there, and from then on both grow apart. A position with one move
//! is not judged at all: the move is made and what comes after it is looked at. So captures that must be
//! made are played out.
//!
//! Several threads may grow one tree. Each walks down and carries back with the tree locked and judges its
//! leaf without the lock, which takes ten times as long. Until then every node on its way counts as
//! visited and lost once more, so that the others look elsewhere.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use selforge_catalogue::{Evaluator, Score, final_score};
use selforge_core::{Game, Seat, Status, Stream};
use selforge_learn::{Aim, Lens, Network, Trace, View, softmax};

/// How a tree grows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Growth {
    /// How much the network's liking of a move counts against what was found.
    pub exploration: f32,
    /// By how much moves that were never tried are taken to be worse than their position.
    pub caution: f32,
    /// What a draw is worth to the seat that asks.
    pub draw: f32,
}

impl Default for Growth {
    fn default() -> Growth {
        Growth { exploration: 1.5, caution: 0.25, draw: 0.0 }
    }
}

/// Nothing is proven of a node with this score.
const OPEN: Score = Score(i32::MIN / 2);

#[derive(Clone, Copy, Debug)]
struct Node<M> {
    /// The move that leads here; nobody asks the root for it.
    mv: Option<M>,
    /// The seat that made that move: all values are for it.
    mover: Seat,
    prior: f32,
    visits: u32,
    /// How many threads are below it just now.
    pending: u32,
    total: f32,
    /// Its children lie side by side; none before it was judged.
    children: (u32, u32),
    proof: Score,
    /// The position's key, once it was judged.
    key: u64,
}

impl<M> Node<M> {
    fn new(mv: Option<M>, mover: Seat) -> Node<M> {
        let children = (0, 0);
        let (prior, visits, pending, total, proof) = (1.0, 0, 0, 0.0, OPEN);
        Node { mv, mover, prior, visits, pending, total, children, proof, key: 0 }
    }

    fn mean(&self) -> f32 {
        self.total / self.visits.max(1) as f32
    }

    /// How often it was visited, and what came of it on average, if all that are below it lose.
    fn at_worst(&self) -> (u32, f32) {
        let visits = self.visits + self.pending;
        (visits, (self.total - self.pending as f32) / visits.max(1) as f32)
    }
}

/// What a move of the root amounts to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// How often it was tried.
    pub visits: u32,
    /// What it is worth, from -1 to 1.
    pub value: f32,
    /// Its exact value, if that is proven.
    pub proof: Option<Score>,
}

/// A tree.
#[derive(Debug)]
pub struct Tree<G: Game> {
    nodes: Vec<Node<G::Move>>,
    root: Option<G::State>,
    /// The first node of each position that was judged.
    known: HashMap<u64, u32>,
}

impl<G: Game> Default for Tree<G> {
    fn default() -> Tree<G> {
        Tree { nodes: Vec::new(), root: None, known: HashMap::new() }
    }
}

/// What a thread that grows a tree needs room for.
#[derive(Debug)]
pub(super) struct Walk<G: Game> {
    path: Vec<u32>,
    /// How many nodes of the path know that somebody is below them.
    marked: usize,
    keys: Vec<u64>,
    leaf: Leaf<G::Move>,
    aims: Vec<Aim>,
    view: View,
    trace: Trace,
}

/// What there is to say about a leaf.
#[derive(Debug)]
struct Leaf<M> {
    moves: Vec<M>,
    /// What the game comes to by each move that ends it.
    ends: Vec<Score>,
    priors: Vec<f32>,
}

impl<G: Game> Default for Walk<G> {
    fn default() -> Walk<G> {
        Walk {
            path: Vec::new(),
            marked: 0,
            keys: Vec::new(),
            leaf: Leaf { moves: Vec::new(), ends: Vec::new(), priors: Vec::new() },
            aims: Vec::new(),
            view: View::default(),
            trace: Trace::default(),
        }
    }
}

/// Where a walk down the tree ends.
enum Reached {
    /// At a node that was never judged.
    Leaf,
    /// Where it is known what the position is worth to the seat to move.
    Known(f32),
}

/// What a tree grows by.
pub(super) struct Judges<'a, G, L, E> {
    pub(super) game: &'a G,
    pub(super) lens: &'a L,
    pub(super) evaluator: &'a E,
    pub(super) network: &'a Network,
    pub(super) growth: Growth,
    /// The seat that asks.
    pub(super) asker: Seat,
    /// The keys of positions that came before, if repeating one is a draw.
    pub(super) past: Option<&'a [u64]>,
}

/// The value of a proven score.
fn settled(score: Score) -> f32 {
    match (score.plies_to_win(), score.plies_to_loss()) {
        (Some(_), _) => 1.0,
        (_, Some(_)) => -1.0,
        _ => 0.0,
    }
}

fn other(seat: Seat) -> Seat {
    Seat::new(1 - seat.index())
}

impl<G: Game> Tree<G> {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        *self = Tree::default();
    }

    /// How many bytes it takes.
    pub(super) fn memory(&self) -> usize {
        self.nodes.capacity() * std::mem::size_of::<Node<G::Move>>()
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Makes this position the root, and keeps what is known of it from up to two plies before.
    pub(super) fn settle(&mut self, game: &G, state: &G::State, seat: Seat) {
        let kept = self.root.take().and_then(|root| self.find(game, &root, state, 2, 0));
        let mut nodes = Vec::new();
        if let Some(kept) = kept {
            self.copy(kept, &mut nodes);
            // What is said of a root is for who is not to move, also where a turn goes on.
            let root = &mut nodes[0];
            if root.mover == seat {
                (root.mover, root.total) = (other(seat), -root.total);
                root.proof = if root.proof == OPEN { OPEN } else { -root.proof };
            }
        } else {
            nodes.push(Node::new(None, other(seat)));
        }
        nodes[0].mv = None;
        self.nodes = nodes;
        self.root = Some(state.clone());
        self.known.clear();
        for (at, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.children.1 > 0) {
            self.known.entry(node.key).or_insert(at as u32);
        }
    }

    /// The node of a position at most so many plies below a node.
    fn find(
        &self,
        game: &G,
        at: &G::State,
        wanted: &G::State,
        plies: u32,
        node: u32,
    ) -> Option<u32> {
        if at == wanted {
            return Some(node);
        }
        if plies == 0 {
            return None;
        }
        let (first, count) = self.nodes.get(node as usize)?.children;
        (first..first + count).find_map(|child| {
            let mut next = at.clone();
            game.play(&mut next, self.nodes[child as usize].mv?);
            self.find(game, &next, wanted, plies - 1, child)
        })
    }

    /// Copies what hangs below a node. Nobody is below it between two questions, whatever became of who was.
    fn copy(&self, node: u32, into: &mut Vec<Node<G::Move>>) {
        let idle = |node: &Node<G::Move>| Node { pending: 0, ..*node };
        into.push(idle(&self.nodes[node as usize]));
        let mut next = 0;
        while next < into.len() {
            let (first, count) = into[next].children;
            into[next].children.0 = into.len() as u32;
            let old = first as usize..(first + count) as usize;
            into.extend(self.nodes[old].iter().map(idle));
            next += 1;
        }
    }

    /// Goes on from where a walk has come to, to a leaf or to what is known.
    fn descend<L: Lens<G>, E: Evaluator<G>>(
        &mut self,
        by: &Judges<'_, G, L, E>,
        walk: &mut Walk<G>,
        state: &mut G::State,
        seat: &mut Seat,
    ) -> Reached {
        let reached = loop {
            let node = *walk.path.last().expect("a walk begins at the root");
            let it = &self.nodes[node as usize];
            if it.proof != OPEN && node > 0 {
                let value = by.worth(settled(it.proof), it.mover);
                break Reached::Known(if it.mover == *seat { value } else { -value });
            }
            if it.children.1 == 0 {
                let key = by.game.key(state);
                self.nodes[node as usize].key = key;
                // Another thread may have listed a position's moves and not yet said what it is worth.
                let is_judged =
                    |twin: u32| self.nodes[twin as usize].visits > 0 || walk.path.contains(&twin);
                break match self.known.get(&key) {
                    Some(&twin) if is_judged(twin) => {
                        Reached::Known(self.copy_judgement(twin, node, *seat))
                    }
                    _ => Reached::Leaf,
                };
            }
            walk.keys.push(by.game.repetition_key(state));
            let node = self.select(by, node, *seat);
            walk.path.push(node);
            let mv = self.nodes[node as usize].mv.expect("only the root has none");
            by.game.play(state, mv);
            if let Status::ToMove(next) = by.game.status(state) {
                *seat = next;
                let key = by.past.map(|past| (past, by.game.repetition_key(state)));
                if key.is_some_and(|(past, key)| past.contains(&key) || walk.keys.contains(&key)) {
                    break Reached::Known(by.draw(*seat));
                }
            }
        };
        // Not before the end: a walk is not in its own way.
        let new = &walk.path[walk.marked..];
        new.iter().for_each(|&node| self.nodes[node as usize].pending += 1);
        walk.marked = walk.path.len();
        reached
    }

    /// Hangs the moves of a leaf below its node, unless another thread was quicker.
    fn attach(&mut self, node: u32, leaf: &Leaf<G::Move>, seat: Seat) {
        let first = self.nodes.len() as u32;
        let it = &mut self.nodes[node as usize];
        if it.children.1 > 0 {
            return;
        }
        it.children = (first, leaf.moves.len() as u32);
        self.known.entry(it.key).or_insert(node);
        for (at, &mv) in leaf.moves.iter().enumerate() {
            let prior = leaf.priors.get(at).copied().unwrap_or(1.0);
            let proof = leaf.ends[at];
            self.nodes.push(Node { prior, proof, ..Node::new(Some(mv), seat) });
        }
    }

    /// Tells all nodes of the path what came of it.
    fn carry_back(&mut self, path: &[u32], value: f32, seat: Seat) {
        let mut proves = true;
        for &node in path.iter().rev() {
            if proves {
                proves = self.prove(node);
            }
            let it = &mut self.nodes[node as usize];
            it.visits += 1;
            it.pending -= 1;
            it.total += if it.mover == seat { value } else { -value };
        }
    }

    /// Settles a node whose children settle it; says whether it is settled.
    fn prove(&mut self, node: u32) -> bool {
        let Node { children: (first, count), proof, mover, .. } = self.nodes[node as usize];
        if proof != OPEN || count == 0 {
            return proof != OPEN;
        }
        let children = &self.nodes[first as usize..(first + count) as usize];
        let best = children.iter().map(|child| child.proof).max().unwrap_or(OPEN);
        let all = children.iter().all(|child| child.proof != OPEN);
        if best.plies_to_win().is_some() || all {
            let best = best.one_ply_later();
            self.nodes[node as usize].proof = if children[0].mover == mover { best } else { -best };
            return true;
        }
        false
    }

    /// The child worth trying next: good so far, liked by the network, or little tried.
    fn select<L, E>(&self, by: &Judges<'_, G, L, E>, node: u32, seat: Seat) -> u32 {
        let it = &self.nodes[node as usize];
        let (first, count) = it.children;
        let children = &self.nodes[first as usize..(first + count) as usize];
        let own = if it.mover == seat { it.mean() } else { -it.mean() };
        let tried: f32 = children.iter().filter(|c| c.visits > 0).map(|c| c.prior).sum();
        let untried = own - by.growth.caution * tried.sqrt();
        let urge = by.growth.exploration * (it.visits as f32).max(1.0).sqrt();
        let (mut best, mut most) = (0, f32::MIN);
        for (number, child) in children.iter().enumerate() {
            let value = match child.proof {
                OPEN => match child.at_worst() {
                    (0, _) => untried + urge * child.prior,
                    (visits, mean) => mean + urge * child.prior / (1 + visits) as f32,
                },
                proof => by.worth(settled(proof), seat),
            };
            if value > most {
                (best, most) = (number, value);
            }
        }
        first + best as u32
    }

    /// Takes over what is known of the same position elsewhere in the tree, and says what it is worth to
    /// the seat to move.
    fn copy_judgement(&mut self, twin: u32, node: u32, seat: Seat) -> f32 {
        let first = self.nodes.len() as u32;
        let Node { children: (start, count), mover, .. } = self.nodes[twin as usize];
        for child in start..start + count {
            let Node { mv, mover, prior, proof, .. } = self.nodes[child as usize];
            self.nodes.push(Node { prior, proof, ..Node::new(mv, mover) });
        }
        self.nodes[node as usize].children = (first, count);
        let mean = self.nodes[twin as usize].mean();
        if mover == seat { mean } else { -mean }
    }

    /// The moves of the root in the order of the rules, with what was found.
    pub fn choices(&self) -> impl Iterator<Item = Choice<G::Move>> {
        let (first, count) = self.nodes.first().map_or((0, 0), |root| root.children);
        self.nodes[first as usize..(first + count) as usize].iter().filter_map(|child| {
            let proof = (child.proof != OPEN).then_some(child.proof);
            let value = proof.map_or(child.mean(), settled);
            Some(Choice { mv: child.mv?, visits: child.visits, value, proof })
        })
    }

    /// What the root is worth to the seat to move.
    pub fn value(&self) -> f32 {
        self.nodes.first().map_or(0.0, |root| -root.mean())
    }

    /// The exact value of the root for the seat to move, if that is proven.
    pub(super) fn proof(&self) -> Option<Score> {
        let root = self.nodes.first()?;
        (root.proof != OPEN).then(|| -root.proof)
    }

    /// The expected line of play.
    pub(super) fn line(&self) -> Vec<G::Move> {
        let (mut line, mut node) = (Vec::new(), 0u32);
        loop {
            let Some(it) = self.nodes.get(node as usize) else { return line };
            let (first, count) = it.children;
            let best = (first..first + count).max_by(|&a, &b| {
                let rank = |at: u32| {
                    let it = &self.nodes[at as usize];
                    match it.proof {
                        OPEN => (0, i64::from(it.visits), it.mean() + it.prior * 1e-3),
                        proof if proof.plies_to_win().is_some() => {
                            (1, i64::from(proof.0), it.mean())
                        }
                        proof if proof.plies_to_loss().is_some() => {
                            (-1, i64::from(proof.0), it.mean())
                        }
                        _ => (0, i64::from(it.visits), it.mean()),
                    }
                };
                let (a, b) = (rank(a), rank(b));
                a.0.cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.total_cmp(&b.2))
            });
            let Some(best) = best else { return line };
            if line.len() > 1 && self.nodes[best as usize].visits == 0 {
                return line;
            }
            line.extend(self.nodes[best as usize].mv);
            node = best;
        }
    }

    /// Mixes chance into what the network thinks of the root's moves, so that games differ.
    pub fn add_noise(&mut self, stream: &mut Stream, share: f32) {
        /// Few moves get most of it.
        const SPIKE: f64 = 5.0;
        let Some(root) = self.nodes.first() else { return };
        let range = root.children.0 as usize..(root.children.0 + root.children.1) as usize;
        let noise: Vec<f32> = range.clone().map(|_| stream.unit().powf(SPIKE) as f32).collect();
        let sum: f32 = noise.iter().sum::<f32>().max(1e-6);
        for (child, noise) in self.nodes[range].iter_mut().zip(noise) {
            child.prior += share * (noise / sum - child.prior);
        }
    }
}

impl<G: Game, L, E> Judges<'_, G, L, E> {
    /// What a draw is worth to a seat.
    fn draw(&self, seat: Seat) -> f32 {
        if seat == self.asker { self.growth.draw } else { -self.growth.draw }
    }

    /// A settled value, draws as `seat` likes them.
    fn worth(&self, value: f32, seat: Seat) -> f32 {
        if value == 0.0 { self.draw(seat) } else { value }
    }
}

impl<G: Game, L: Lens<G>, E: Evaluator<G>> Judges<'_, G, L, E> {
    /// Grows a tree by a leaf.
    pub(super) fn grow(&self, shared: &Mutex<&mut Tree<G>>, walk: &mut Walk<G>) {
        let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
        walk.path.clear();
        walk.keys.clear();
        walk.path.push(0);
        walk.marked = 0;
        let mut tree = lock();
        let Some(mut state) = tree.root.clone() else { return };
        let mut seat = other(tree.nodes[0].mover);
        let value = loop {
            match tree.descend(self, walk, &mut state, &mut seat) {
                Reached::Known(value) => break value,
                Reached::Leaf => drop(tree),
            }
            let value = self.judge(&state, seat, walk);
            tree = lock();
            let node = walk.path[walk.path.len() - 1];
            tree.attach(node, &walk.leaf, seat);
            if let Some(value) = value {
                break value;
            }
        };
        tree.carry_back(&walk.path, value, seat);
    }

    /// Lists a leaf's moves with what the network thinks of each, and says what the leaf is worth to
    /// the seat to move; `None` if there is one move, which does not end the game.
    fn judge(&self, state: &G::State, seat: Seat, walk: &mut Walk<G>) -> Option<f32> {
        let Walk { leaf: Leaf { moves, ends, priors }, aims, view, trace, .. } = walk;
        self.game.legal_moves(state, moves);
        ends.clear();
        ends.extend(moves.iter().map(|&mv| {
            let mut next = state.clone();
            self.game.play(&mut next, mv);
            self.game.outcome(&next).map_or(OPEN, |outcome| final_score(&outcome, seat))
        }));
        priors.clear();
        if ends.iter().any(|end| end.plies_to_win().is_some()) {
            return Some(1.0);
        }
        if *ends == [OPEN] {
            return None;
        }
        self.lens.look(self.game, state, seat, view);
        self.network.judge(self.lens.graph(seat), view, trace);
        aims.clear();
        self.lens.aims(self.game, state, moves, aims);
        self.network.weigh_moves(trace, aims, priors);
        softmax(priors);
        let [won, drawn, lost] = trace.outcome();
        let (least, most) = self.evaluator.bounds(self.game, state, seat);
        let value = won - lost + drawn * self.draw(seat);
        let cut =
            |score: Score| if score == Score::DRAW { self.draw(seat) } else { settled(score) };
        let (least, most) = (cut(least.max(Score::loss_in(0))), cut(most.min(Score::win_in(0))));
        Some(value.clamp(least.min(most), most.max(least)))
    }
}

#[cfg(test)]
mod tests {
    use selforge_catalogue::Blank;
    use selforge_games::chess::Chess;
    use selforge_learn::{PiecesLens, Shape};

    use super::*;

    #[test]
    fn a_position_that_another_thread_is_looking_at_is_not_taken_for_even() {
        let (game, seat) = (Chess::new(), Seat::FIRST);
        let lens = PiecesLens::new(&game).unwrap();
        let (inputs, globals) = (Lens::<Chess>::inputs(&lens), Lens::<Chess>::globals(&lens));
        let classes = Lens::<Chess>::graph(&lens, seat).classes();
        let shape = Shape { inputs, globals, classes, channels: 16, blocks: 0 };
        let by = Judges {
            game: &game,
            lens: &lens,
            evaluator: &Blank,
            network: &Network::random(shape, 1).unwrap(),
            growth: Growth::default(),
            asker: seat,
            past: None,
        };
        let mut tree = Tree::default();
        tree.settle(&game, &game.start(), seat);
        by.grow(&Mutex::new(&mut tree), &mut Walk::default());
        // The second move is the first once more, and the network likes it best.
        let first = tree.nodes[0].children.0 as usize;
        let mv = tree.nodes[first].mv;
        (tree.nodes[first + 1].mv, tree.nodes[first + 1].prior) = (mv, 9.0);
        // A thread has listed what can follow the first, and not yet said what that is worth.
        let mut next = game.start();
        game.play(&mut next, mv.unwrap());
        tree.nodes[first].key = game.key(&next);
        let mut leaf = Leaf { moves: Vec::new(), ends: Vec::new(), priors: Vec::new() };
        game.legal_moves(&next, &mut leaf.moves);
        leaf.ends.resize(leaf.moves.len(), OPEN);
        tree.attach(first as u32, &leaf, other(seat));
        let reached = |tree: &mut Tree<Chess>| {
            let mut walk = Walk { path: vec![0], ..Walk::default() };
            let reached = tree.descend(&by, &mut walk, &mut game.start(), &mut { seat });
            assert_eq!(walk.path, [0, first as u32 + 1]);
            match reached {
                Reached::Leaf => None,
                Reached::Known(value) => Some(value),
            }
        };
        assert_eq!(reached(&mut tree), None);
        (tree.nodes[first].visits, tree.nodes[first].total) = (1, 0.5);
        assert_eq!(reached(&mut tree), Some(-0.5), "for the other seat");
    }
}
