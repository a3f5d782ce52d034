//! The player with a network: what is certain does not depend on what the network thinks.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used)]

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, ThreadId};
use std::time::Duration;

use selforge_agents::alphabeta::{self, AlphaBeta};
use selforge_agents::network::{Growth, NetworkEvaluator, NetworkSearch};
use selforge_agents::{
    Agent, AgentSpec, AnyQuestion, Blank, Budget, Evaluator, Player, Question, Report, Score, Stop,
    Worths,
};
use selforge_catalogue::{Described, GameVisitor, Gathering};
use selforge_core::{AnyGame, AnyMove, AnyState, Game, Seat, Spec, Status, Stream};
use selforge_games::{NoFiles, Playable};
use selforge_learn::{GatheringLens, Lens, Network, Origin, PiecesLens, Saved, Shape};

fn open(spec: &str) -> Playable {
    selforge_games::open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap()
}

/// What networks for Selfo look like.
const SHAPE: Shape = Shape { inputs: 11, globals: 7, classes: 1, channels: 16, blocks: 1 };

/// A file with a network that knows nothing, which goes when this is dropped.
struct NetworkFile(tempfile::NamedTempFile);

impl NetworkFile {
    fn new(seed: u64) -> NetworkFile {
        let saved = Saved {
            family: "selfo".into(),
            features: "gathering 1".into(),
            origin: Origin::default(),
            network: Network::random(SHAPE, seed).unwrap(),
        };
        NetworkFile::with(&saved.to_bytes())
    }

    fn with(bytes: &[u8]) -> NetworkFile {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(bytes).unwrap();
        NetworkFile(file)
    }

    fn player(&self, options: &str, playable: &Playable) -> Result<Player, String> {
        let spec = format!("network {options} file={}", self.0.path().display());
        let spec = AgentSpec::parse(&spec).unwrap();
        Player::new(&spec, playable).map_err(|error| error.to_string())
    }
}

fn ask(player: &mut Player, state: &AnyState, history: &[u64]) -> Report<AnyMove> {
    let stop = Stop::default();
    let mut question =
        AnyQuestion { state, history, budget: None, stop: &stop, seed: 1, progress: &mut |_| {} };
    player.choose(&mut question).unwrap()
}

#[test]
fn a_move_that_wins_at_once_is_taken_whatever_the_network_thinks() {
    let playable = open("selfo board=hexhex-3 position=\"AA1/4/2A2/B3/B1B A\"");
    for seed in 0..5 {
        let file = NetworkFile::new(seed);
        let mut player = file.player("nodes=2", &playable).unwrap();
        let report = ask(&mut player, &playable.game.start(), &[]);
        assert_eq!(report.score, Score::win_in(1), "{report:?}");
        let mut state = playable.game.start();
        playable.game.play(&mut state, report.line[0]);
        assert!(matches!(playable.game.status(&state), Status::Over(_)));
    }
}

/// The value of a position for the seat to move, by looking at everything to a depth; `None` if that
/// does not settle it.
fn settle(
    game: &AnyGame,
    state: &AnyState,
    depth: u32,
    known: &mut HashMap<(u64, u32), Option<i8>>,
) -> Option<i8> {
    let key = (game.key(state), depth);
    if let Some(value) = known.get(&key) {
        return *value;
    }
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    let seat = game.status(state).to_move().unwrap();
    let values: Vec<Option<i8>> = moves
        .iter()
        .map(|&mv| {
            let mut next = state.clone();
            game.play(&mut next, mv);
            match game.status(&next) {
                Status::Over(outcome) => Some(match outcome.winner() {
                    Some(winner) if winner == seat => 1,
                    Some(_) => -1,
                    None => 0,
                }),
                Status::ToMove(_) if depth == 1 => None,
                Status::ToMove(_) => settle(game, &next, depth - 1, known).map(|value| -value),
            }
        })
        .collect();
    let value = match values.contains(&Some(1)) {
        true => Some(1),
        false => {
            values.into_iter().collect::<Option<Vec<_>>>().and_then(|all| all.into_iter().max())
        }
    };
    known.insert(key, value);
    value
}

#[test]
fn what_the_tree_proves_is_what_looking_at_everything_finds() {
    let file = NetworkFile::new(3);
    let mut proven = 0;
    for seed in 0..12 {
        let playable = open(&format!("selfo board=hexhex-3 pieces=3 swap=off seed={seed}"));
        let mut player = file.player("nodes=3000", &playable).unwrap();
        let report = ask(&mut player, &playable.game.start(), &[]);
        let plies = report.score.plies_to_win().map(|plies| (plies, 1));
        let plies = plies.or(report.score.plies_to_loss().map(|plies| (plies, -1)));
        if let Some((plies, value)) = plies.filter(|(plies, _)| *plies <= 5) {
            proven += 1;
            let found = settle(&playable.game, &playable.game.start(), plies, &mut HashMap::new());
            assert_eq!(found, Some(value), "seed {seed}: {report:?}");
        }
    }
    assert!(proven >= 3, "{proven} of 12 starts are settled");
}

#[test]
fn the_same_question_gets_the_same_answer_and_a_kept_tree_goes_on_legally() {
    let playable = open("selfo board=hexhex-4 density=30 seed=5");
    let file = NetworkFile::new(1);
    let game = &playable.game;
    let play = || {
        let mut player = file.player("nodes=60", &playable).unwrap();
        let (mut state, mut history, mut line) = (game.start(), Vec::new(), Vec::new());
        while line.len() < 24 && game.status(&state).to_move().is_some() {
            let mv = ask(&mut player, &state, &history).line[0];
            assert!(game.is_legal(&state, mv));
            history.push(game.repetition_key(&state));
            game.play(&mut state, mv);
            line.push(mv);
        }
        line
    };
    assert_eq!(play(), play());
}

#[test]
fn files_that_do_not_fit_are_refused_with_the_reason() {
    let playable = open("selfo board=hexhex-4");
    let refused =
        |file: &NetworkFile, spec: &str| file.player("", &open(spec)).map(|_| ()).unwrap_err();
    let text = refused(&NetworkFile::with(b"hello"), "selfo");
    assert!(text.contains("does not begin with 'SELFONET'"), "{text}");
    let text = refused(&NetworkFile::new(1), "hex");
    assert!(text.contains("is for selfo ('gathering 1')"), "{text}");
    let text = refused(&NetworkFile::new(1), "selfo seats=3");
    assert!(text.contains("two seats"), "{text}");
    let spec = AgentSpec::parse("network file=/no/such/file").unwrap();
    let text = Player::new(&spec, &playable).map(|_| ()).unwrap_err().to_string();
    assert!(text.contains("/no/such/file"), "{text}");
}

#[test]
fn without_time_there_is_a_move_all_the_same() {
    let playable = open("selfo board=hexhex-4 seed=2");
    let file = NetworkFile::new(2);
    let mut player = file.player("time=1ms", &playable).unwrap();
    let stop = Stop::default();
    stop.now();
    let state = playable.game.start();
    let mut question = AnyQuestion {
        state: &state,
        history: &[],
        budget: None,
        stop: &stop,
        seed: 1,
        progress: &mut |_| {},
    };
    let report = player.choose(&mut question).unwrap();
    assert!(playable.game.is_legal(&state, report.line[0]));
}

/// The same search once more, as plainly as can be: a tree of lists, walked from the root every time.
mod plain {
    use std::collections::HashMap;

    use selforge_core::{Game, Seat, Status};
    use selforge_learn::{Lens, Network, Trace, View, softmax};

    pub(super) struct Node<M> {
        pub(super) mv: Option<M>,
        /// Wins, losses and draws that are certain, for who moved here, with the plies they take.
        pub(super) certain: Option<(i8, u32)>,
        pub(super) visits: u32,
        total: f32,
        prior: f32,
        mover: usize,
        judged: bool,
        children: Vec<Node<M>>,
    }

    fn leaf<M>(mv: Option<M>, mover: usize) -> Node<M> {
        let (certain, children) = (None, Vec::new());
        Node { mv, certain, visits: 0, total: 0.0, prior: 1.0, mover, judged: false, children }
    }

    pub(super) struct Search<'a, G: Game, L> {
        pub(super) game: &'a G,
        pub(super) lens: &'a L,
        pub(super) network: &'a Network,
        pub(super) known: HashMap<u64, Vec<usize>>,
    }

    /// The better of two certain results, for who chooses: won soonest, drawn, lost latest.
    fn rank((result, plies): (i8, u32)) -> i64 {
        i64::from(result) * (1_000_000 - i64::from(plies))
    }

    impl<G: Game, L: Lens<G>> Search<'_, G, L> {
        pub(super) fn run(&mut self, start: &G::State, playouts: u32) -> Node<G::Move> {
            let seat = self.game.status(start).to_move().unwrap().index();
            let mut root = leaf(None, 1 - seat);
            for _ in 0..playouts {
                self.playout(&mut root, start);
                if root.certain.is_some() {
                    break;
                }
            }
            root
        }

        fn playout(&mut self, root: &mut Node<G::Move>, start: &G::State) {
            let (mut path, mut state, mut keys) = (Vec::new(), start.clone(), Vec::new());
            // The value is for this seat.
            let (value, seat) = loop {
                let node = path.iter().fold(&*root, |node, &at: &usize| &node.children[at]);
                if let Some((result, _)) = node.certain.filter(|_| !path.is_empty()) {
                    break (f32::from(result), node.mover);
                }
                let mover = self.game.status(&state).to_move().unwrap().index();
                if !node.judged {
                    if let Some(value) = self.judge(root, &path, &state, mover) {
                        break (value, mover);
                    }
                    continue;
                }
                keys.push(self.game.repetition_key(&state));
                let next = choose(node, mover);
                self.game.play(&mut state, node.children[next].mv.unwrap());
                path.push(next);
                if let Status::ToMove(seat) = self.game.status(&state)
                    && keys.contains(&self.game.repetition_key(&state))
                {
                    break (0.0, seat.index());
                }
            };
            for length in (0..=path.len()).rev() {
                let node =
                    path[..length].iter().fold(&mut *root, |node, &at| &mut node.children[at]);
                node.visits += 1;
                node.total += if node.mover == seat { value } else { -value };
                if node.certain.is_none() && !node.children.is_empty() {
                    let best = node.children.iter().filter_map(|child| child.certain);
                    let best = best.max_by_key(|certain| rank(*certain));
                    let all = node.children.iter().all(|child| child.certain.is_some());
                    if let Some((result, plies)) = best.filter(|best| best.0 == 1 || all) {
                        let same = node.children[0].mover == node.mover;
                        let later = if result == 0 { plies } else { plies + 1 };
                        node.certain = Some((if same { result } else { -result }, later));
                    }
                }
            }
        }

        fn judge(
            &mut self,
            root: &mut Node<G::Move>,
            path: &[usize],
            state: &G::State,
            mover: usize,
        ) -> Option<f32> {
            let key = self.game.key(state);
            let at = |root: &Node<G::Move>, path: &[usize]| {
                let node = path.iter().fold(root, |node, &at| &node.children[at]);
                let children: Vec<_> = node
                    .children
                    .iter()
                    .map(|it| (it.mv, it.mover, it.prior, it.certain))
                    .collect();
                (children, node.total / node.visits as f32, node.mover)
            };
            let (children, value) = if let Some(twin) = self.known.get(&key) {
                let (children, mean, of) = at(root, twin);
                (children, Some(if of == mover { mean } else { -mean }))
            } else {
                self.known.insert(key, path.to_vec());
                let mut moves = Vec::new();
                self.game.legal_moves(state, &mut moves);
                let certain = |&mv: &G::Move| {
                    let mut next = state.clone();
                    self.game.play(&mut next, mv);
                    let outcome = self.game.status(&next).outcome()?;
                    let won = outcome.winner().map(|winner| winner.index() == mover);
                    Some((won.map_or(0, |won| if won { 1 } else { -1 }), 0))
                };
                let ends: Vec<Option<(i8, u32)>> = moves.iter().map(certain).collect();
                let wins = ends.contains(&Some((1, 0)));
                let ends_open: Vec<bool> = ends.iter().map(Option::is_none).collect();
                let (mut view, mut trace) = (View::default(), Trace::default());
                let (mut aims, mut priors) = (Vec::new(), Vec::new());
                let seat = Seat::new(mover);
                self.lens.look(self.game, state, seat, &mut view);
                self.network.judge(self.lens.graph(seat), &view, &mut trace);
                self.lens.aims(self.game, state, &moves, &mut aims);
                self.network.weigh_moves(&mut trace, &aims, &mut priors);
                softmax(&mut priors);
                let priors = priors.into_iter().map(|prior| if wins { 1.0 } else { prior });
                let children = moves.into_iter().zip(priors).zip(ends);
                let children = children.map(|((mv, prior), end)| (Some(mv), mover, prior, end));
                let forced = ends_open == [true];
                let value = if wins { 1.0 } else { trace.value() };
                (children.collect(), (!forced).then_some(value))
            };
            let node = path.iter().fold(root, |node, &at| &mut node.children[at]);
            node.judged = true;
            node.children = children
                .into_iter()
                .map(|(mv, mover, prior, certain)| Node { prior, certain, ..leaf(mv, mover) })
                .collect();
            value
        }
    }

    fn choose<M>(node: &Node<M>, mover: usize) -> usize {
        let mean = node.total / node.visits.max(1) as f32;
        let own = if node.mover == mover { mean } else { -mean };
        let tried: f32 = node.children.iter().filter(|it| it.visits > 0).map(|it| it.prior).sum();
        let urge = 1.5 * (node.visits as f32).max(1.0).sqrt();
        let value = |child: &Node<M>| match (child.certain, child.visits) {
            (Some((result, _)), _) => f32::from(result),
            (None, 0) => own - 0.25 * tried.sqrt() + urge * child.prior,
            (None, visits) => {
                child.total / visits as f32 + urge * child.prior / (1 + visits) as f32
            }
        };
        let mut best = 0;
        for at in 1..node.children.len() {
            if value(&node.children[at]) > value(&node.children[best]) {
                best = at;
            }
        }
        best
    }

    impl<M> Node<M> {
        pub(super) fn children(&self) -> &[Node<M>] {
            &self.children
        }
    }
}

/// A network that knows nothing, for whoever looks through this lens.
fn small_network<G: Game>(lens: &impl Lens<G>, seed: u64) -> Arc<Network> {
    let (inputs, globals) = (lens.inputs(), lens.globals());
    let classes = lens.graph(Seat::FIRST).classes();
    let shape = Shape { inputs, globals, classes, channels: 16, blocks: 1 };
    Arc::new(Network::random(shape, seed).unwrap())
}

/// What is compared in a game that a network looks at through a lens.
trait Comparison {
    fn compare<G: Game, L: Lens<G> + Clone>(&self, game: &G, lens: &L);
}

/// Looks at a game as networks do, and compares.
struct Through<C>(C);

impl<C: Comparison> GameVisitor for Through<C> {
    type Output = ();

    fn visit<G: Described>(self, game: Arc<G>) {
        let lens = PiecesLens::new(&*game).unwrap();
        self.0.compare(&*game, &lens);
    }

    fn visit_gathering<G: Gathering>(self, game: Arc<G>) {
        self.0.compare(&*game, &GatheringLens::new(&*game));
    }
}

/// Asks a search about a position.
fn choose<G: Game>(
    agent: &mut impl Agent<G>,
    game: &G,
    state: &G::State,
    budget: Budget,
) -> Report<G::Move> {
    agent.choose(&mut Question {
        game,
        state,
        history: &[],
        budget,
        stop: &Stop::default(),
        seed: 1,
        progress: &mut |_| {},
    })
}

/// Plays both searches in positions of a game, with an evaluator that proves nothing.
struct Twice {
    seed: u64,
    /// How many random moves come first.
    plies: u32,
}

impl Comparison for Twice {
    fn compare<G: Game, L: Lens<G> + Clone>(&self, game: &G, lens: &L) {
        let network = small_network(lens, self.seed);
        let mut stream = Stream::new(self.seed, "twice", 0);
        let (mut state, mut moves) = (game.start(), Vec::new());
        for _ in 0..self.plies {
            game.legal_moves(&state, &mut moves);
            game.play(&mut state, moves[stream.below(moves.len() as u32) as usize]);
        }
        game.legal_moves(&state, &mut moves);
        if moves.len() == 1 {
            return; // Nobody thinks about the only move.
        }
        for nodes in [1, 2, 30, 300] {
            let mut search =
                NetworkSearch::new(lens.clone(), Blank, Arc::clone(&network), Growth::default());
            let budget = Budget { nodes: Some(nodes), ..Budget::default() };
            choose(&mut search, game, &state, budget);
            let known = HashMap::new();
            let mut plain = plain::Search { game, lens, network: &network, known };
            let root = plain.run(&state, nodes as u32);
            let fast: Vec<_> = search.tree().choices().map(|it| (it.mv, it.visits)).collect();
            let slow: Vec<_> =
                root.children().iter().map(|it| (it.mv.unwrap(), it.visits)).collect();
            assert_eq!(fast, slow, "{nodes} playouts");
            let proofs = search.tree().choices().map(|it| it.proof);
            for (proof, child) in proofs.zip(root.children()) {
                let certain = child.certain.map(|(result, plies)| match result {
                    1 => Score::win_in(plies),
                    -1 => Score::loss_in(plies),
                    _ => Score::DRAW,
                });
                assert_eq!(proof, certain, "{nodes} playouts");
            }
        }
    }
}

#[test]
fn the_tree_grows_as_a_plain_second_one_does() {
    for seed in 0..6 {
        for spec in
            ["board=hexhex-3 pieces=4", "board=hexhex-4 density=25", "board=square-4x4 pieces=3"]
        {
            let playable = open(&format!("selfo {spec} seed={}", seed + 1));
            selforge_games::visit(&playable, Through(Twice { seed, plies: 0 }));
        }
        // Here are captures that must be made, one after the other.
        selforge_games::visit(&open("checkers"), Through(Twice { seed, plies: 9 }));
    }
}

#[test]
fn several_threads_look_at_as_much_as_they_may_and_find_what_is_certain() {
    let playable = open("selfo board=hexhex-3 position=\"AA1/4/2A2/B3/B1B A\"");
    let file = NetworkFile::new(3);
    let mut player = file.player("nodes=90 threads=3", &playable).unwrap();
    let report = ask(&mut player, &playable.game.start(), &[]);
    assert_eq!(report.score, Score::win_in(1), "{report:?}");
    assert!(!AgentSpec::parse("network nodes=9 threads=2").unwrap().is_repeatable());
    selforge_games::visit(&open("selfo board=hexhex-4 density=25 seed=3"), Through(Together));
}

/// Three threads that grow one tree.
struct Together;

impl Comparison for Together {
    fn compare<G: Game, L: Lens<G> + Clone>(&self, game: &G, lens: &L) {
        let meeting = Meeting { threads: Mutex::default(), all: Condvar::new(), awaited: 3 };
        let network = small_network(lens, 3);
        let search = NetworkSearch::new(lens.clone(), &meeting, network, Growth::default());
        let budget = Budget { nodes: Some(300), ..Budget::default() };
        let report = choose(&mut search.with_threads(3), game, &game.start(), budget);
        assert_eq!(report.nodes, 300, "all threads together");
        assert!(game.is_legal(&game.start(), report.line[0]));
        assert_eq!(meeting.threads.into_inner().unwrap().1.len(), 3);
    }
}

/// Proves nothing, and lets nobody go on before so many threads have asked it.
struct Meeting {
    /// Whether anybody has asked, and who did after that: the first question comes before there are helpers.
    threads: Mutex<(bool, HashSet<ThreadId>)>,
    all: Condvar,
    awaited: usize,
}

impl<G: Game> Evaluator<G> for &Meeting {
    fn worths(&self, _game: &G, _state: &G::State) -> Worths {
        Worths::default()
    }

    fn bounds(&self, _game: &G, _state: &G::State, _seat: Seat) -> (Score, Score) {
        let mut threads = self.threads.lock().unwrap();
        if std::mem::replace(&mut threads.0, true) {
            threads.1.insert(thread::current().id());
            self.all.notify_all();
            let too_few = |it: &mut (bool, HashSet<ThreadId>)| it.1.len() < self.awaited;
            let long = Duration::from_secs(60);
            let (_threads, waited) = self.all.wait_timeout_while(threads, long, too_few).unwrap();
            assert!(!waited.timed_out(), "a thread does nothing");
        }
        (Score::LEAST, -Score::LEAST)
    }
}

/// Breaks the thread that asks for a move, in the middle of its search.
struct Breaks {
    asker: ThreadId,
    looks: AtomicU32,
}

impl<G: Game> Evaluator<G> for &Breaks {
    fn worths(&self, _game: &G, _state: &G::State) -> Worths {
        Worths::default()
    }

    fn bounds(&self, _game: &G, _state: &G::State, _seat: Seat) -> (Score, Score) {
        let asks = thread::current().id() == self.asker;
        let looks = if asks { self.looks.fetch_add(1, Ordering::Relaxed) } else { 0 };
        assert!(looks < 50, "broken on purpose");
        (Score::LEAST, -Score::LEAST)
    }
}

/// Searches without any limit whose first thread breaks: they end all the same.
struct Broken;

impl Comparison for Broken {
    fn compare<G: Game, L: Lens<G> + Clone>(&self, game: &G, lens: &L) {
        let breaks = || Breaks { asker: thread::current().id(), looks: AtomicU32::new(0) };
        let fails = |ask: &mut dyn FnMut()| {
            assert!(catch_unwind(AssertUnwindSafe(ask)).is_err(), "it has no reason to end");
        };
        let (first, second) = (breaks(), breaks());
        let network =
            NetworkSearch::new(lens.clone(), &first, small_network(lens, 1), Growth::default());
        let mut network = network.with_threads(3);
        fails(&mut || drop(choose(&mut network, game, &game.start(), Budget::default())));
        let options = alphabeta::Options { threads: 3, ..alphabeta::Options::default() };
        let mut alphabeta = AlphaBeta::new(&second, options);
        fails(&mut || drop(choose(&mut alphabeta, game, &game.start(), Budget::default())));
    }
}

#[test]
fn helpers_end_where_the_thread_that_they_help_breaks() {
    selforge_games::visit(&open("selfo board=hexhex-6 density=25 seed=3"), Through(Broken));
}

/// The plainest search there is, with any evaluator: no window, no table, no order.
fn negamax<G: Game>(
    evaluator: &impl Evaluator<G>,
    game: &G,
    state: &G::State,
    depth: u32,
) -> Score {
    let seat = match game.status(state) {
        Status::ToMove(seat) => seat,
        Status::Over(_) => panic!("asked about positions that go on"),
    };
    if depth == 0 {
        return Score::estimate(evaluator.value(game, state, seat));
    }
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    let value = |&mv: &G::Move| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        let left = if evaluator.is_swap(game, mv) { depth } else { depth - 1 };
        let value = match game.outcome(&next).map(|outcome| outcome.winner()) {
            None => -negamax(evaluator, game, &next, left),
            Some(None) => Score::DRAW,
            Some(Some(winner)) if winner == seat => Score::win_in(0),
            Some(Some(_)) => Score::loss_in(0),
        };
        value.one_ply_later()
    };
    moves.iter().map(value).max().unwrap()
}

/// Compares alpha-beta with a network as its evaluator with a plain search.
struct WithNetwork(u64);

impl Comparison for WithNetwork {
    fn compare<G: Game, L: Lens<G> + Clone>(&self, game: &G, lens: &L) {
        let network = small_network(lens, self.0);
        let judge = || NetworkEvaluator::new(lens.clone(), Arc::clone(&network), Blank);
        let options = alphabeta::Options {
            table_mebibytes: 1,
            reductions: false,
            contempt: 0,
            ..alphabeta::Options::default()
        };
        for depth in 1..=2 {
            let budget = Budget { depth: Some(depth), ..Budget::default() };
            let report = choose(&mut AlphaBeta::new(judge(), options), game, &game.start(), budget);
            assert_eq!(report.score, negamax(&judge(), game, &game.start(), depth), "{depth}");
        }
    }
}

#[test]
fn alphabeta_with_a_network_has_the_value_of_a_plain_search_with_it() {
    for seed in 0..4 {
        let selfo = format!("selfo board=hexhex-3 pieces=4 swap=off seed={}", seed + 1);
        for spec in [selfo.as_str(), "checkers", "hex board=hex-4x4"] {
            selforge_games::visit(&open(spec), Through(WithNetwork(seed)));
        }
    }
}

#[test]
fn a_network_can_judge_for_every_search() {
    let file = NetworkFile::new(1);
    let named = tempfile::Builder::new().suffix(".net").tempfile().unwrap();
    std::fs::copy(file.0.path(), named.path()).unwrap();
    let playable = open("selfo board=hexhex-3 position=\"AA1/4/2A2/B3/B1B A\"");
    for search in ["greedy", "minimax depth=2", "alphabeta depth=2", "mcts playouts=50"] {
        let spec = format!("{search} eval={}", named.path().display());
        let spec = AgentSpec::parse(&spec).unwrap();
        assert_eq!(spec.file(), named.path().to_str());
        let mut player = Player::new(&spec, &playable).unwrap();
        let report = ask(&mut player, &playable.game.start(), &[]);
        let mut state = playable.game.start();
        playable.game.play(&mut state, report.line[0]);
        assert!(matches!(playable.game.status(&state), Status::Over(_)), "{search}: {report:?}");
    }
    // The program brings networks for some games, and none for others.
    for (game, plays) in [("hex", true), ("loa", true), ("chess", false)] {
        let spec = AgentSpec::parse("alphabeta depth=1 eval=network").unwrap();
        assert_eq!(Player::new(&spec, &open(game)).is_ok(), plays, "{game}");
    }
    let text = AgentSpec::parse("alphabeta eval=swarm").unwrap();
    assert!(Player::new(&text, &open("hex")).is_err());
}

#[test]
fn a_network_judges_for_two_seats_and_where_an_option_means_something() {
    let refused = |player: &str, game: &str| match AgentSpec::parse(player) {
        Ok(spec) => Player::new(&spec, &open(game)).map(|_| ()).unwrap_err().to_string(),
        Err(error) => error.to_string(),
    };
    for player in ["greedy", "minimax depth=1", "paranoid nodes=50", "mcts playouts=9"] {
        let text = refused(&format!("{player} eval=network"), "selfo board=hexhex-4 seats=3");
        assert!(text.contains("a network judges for two seats and the game has 3"), "{text}");
    }
    let text = refused("alphabeta eval=network samples=4", "selfo board=hexhex-4");
    assert!(text.contains("nothing is left to chance"), "{text}");
    let text = refused("greedy eval=network view=own", "selfo board=hexhex-4");
    assert!(text.contains("a network judges both sides at once"), "{text}");
}

#[test]
fn a_tree_is_kept_where_a_turn_goes_on_after_a_move() {
    // Pieces that jump go on jumping: the same seat moves again.
    let genes = "42650002355434630001040035324200111010101000612621";
    let playable = open(&format!("rulespace genes={genes}"));
    selforge_games::visit(&playable, KeepsPlaying);
}

/// Plays games with one tree for both seats.
struct KeepsPlaying;

impl GameVisitor for KeepsPlaying {
    type Output = ();

    fn visit<G: Described>(self, game: Arc<G>) {
        let lens = PiecesLens::new(&*game).unwrap();
        let stop = Stop::default();
        let mut again = 0;
        for seed in 0..4 {
            let mut chance = Stream::new(seed, "keeps", 0);
            let network = small_network::<G>(&lens, seed);
            let mut search = NetworkSearch::new(lens.clone(), Blank, network, Growth::default());
            let (mut state, mut history) = (game.start(), Vec::new());
            while let Status::ToMove(seat) = game.status(&state) {
                let full = chance.unit() < 0.4;
                let mut question = Question {
                    game: &*game,
                    state: &state,
                    history: &history,
                    budget: Budget { nodes: Some(if full { 20 } else { 6 }), ..Budget::default() },
                    stop: &stop,
                    seed: chance.bits(),
                    progress: &mut |_| {},
                };
                let report = search.search(&mut question, full.then_some(0.25));
                let choices: Vec<G::Move> = search.tree().choices().map(|it| it.mv).collect();
                let mut moves = Vec::new();
                game.legal_moves(&state, &mut moves);
                assert_eq!(choices, moves);
                history.push(game.repetition_key(&state));
                let random = moves[chance.below(moves.len() as u32) as usize];
                let mv = if chance.unit() < 0.3 { random } else { report.line[0] };
                game.play(&mut state, mv);
                again += u32::from(game.status(&state) == Status::ToMove(seat));
            }
        }
        assert!(again > 0, "no turn went on");
    }

    fn visit_gathering<G: Gathering>(self, _: Arc<G>) {
        panic!("a game of armies");
    }
}
