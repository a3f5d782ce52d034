//! The fast rules of Selfo against the plain ones of `oracle/`, on random positions of all boards.
//!
//! `SELFORGE_TEST_CASES=all cargo test -p selforge-games --test agreement` compares 100,000 positions in
//! each of the two tests; a plain run compares a few thousand.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use selforge_board::topology::{Topology, TopologyVisitor, with_topology};
use selforge_board::{Board, CellSet};
use selforge_core::{AnyGame, AnyState, Game, Seat, Spec, Status, Stream};
use selforge_games::selfo::finite::Finite;
use selforge_games::selfo::ground::{Ground, Lengths};
use selforge_games::selfo::rules::ANY;
use selforge_games::selfo::unbounded::Unbounded;
use selforge_games::{NoFiles, Playable};
use selforge_testkit::cases;

mod oracle;
use oracle::{Oracle, Position};

/// Boards of every kind; small ones more often, because the plain rules are slow.
#[rustfmt::skip]
const BOARDS: &[&str] = &[
    "hexhex-2", "hexhex-3", "hexhex-4", "hexhex-5", "hexhex-6", "hexhex-7", "hexhex-9",
    "hex-3x4", "hex-5x6", "hex-1x12", "hex-12x1", "hex-2x9", "hex-9x9",
    "square-3x3", "square-4x5", "square-1x9", "square-2x9", "square-8x8", "square-7x11",
    "king-3x3", "king-4x5", "king-2x9", "king-8x8", "king-9x9",
    "tri-1", "tri-2", "tri-3", "tri-4",
    "voronoi-12-1", "voronoi-30-2", "voronoi-64-3", "voronoi-100-4",
    "plane", "plane",
    TREE, RING, WEB, COMB, COMB,
];

/// Larger boards, for the wider sets; taken seldom.
#[rustfmt::skip]
const LARGE: &[&str] = &[
    "hexhex-10", "hexhex-13", "hexhex-18", "hex-19x19", "square-16x16", "square-24x24",
    "square-32x32", "king-16x16", "king-20x20", "king-32x32", "tri-6", "tri-9", "tri-13",
    "voronoi-200-5", "voronoi-400-6", "voronoi-1024-7",
];

/// A tree: every inner cell is a passage.
const TREE: &str = r#"{"cells":[{"x":4,"y":0},{"x":2,"y":1},{"x":6,"y":1},{"x":1,"y":2},{"x":3,"y":2},{"x":5,"y":2},{"x":7,"y":2},{"x":0,"y":3},{"x":2,"y":3},{"x":4,"y":3},{"x":6,"y":3},{"x":8,"y":3}],"edges":[[0,1],[0,2],[1,3],[1,4],[2,5],[2,6],[3,7],[4,8],[5,9],[6,10],[6,11]]}"#;

/// A ring of ten cells.
const RING: &str = r#"{"cells":[{"x":0,"y":1},{"x":1,"y":0},{"x":2,"y":0},{"x":3,"y":0},{"x":4,"y":0},{"x":5,"y":1},{"x":4,"y":2},{"x":3,"y":2},{"x":2,"y":2},{"x":1,"y":2}],"edges":[[0,1],[1,2],[2,3],[3,4],[4,5],[5,6],[6,7],[7,8],[8,9],[9,0]]}"#;

/// A hub with eight arms that are joined once.
const WEB: &str = r#"{"cells":[{"x":4,"y":4},{"x":4,"y":2},{"x":6,"y":3},{"x":6,"y":5},{"x":4,"y":6},{"x":2,"y":5},{"x":2,"y":3},{"x":4,"y":0},{"x":8,"y":3},{"x":8,"y":5},{"x":4,"y":8},{"x":0,"y":5},{"x":0,"y":3}],"edges":[[0,1],[0,2],[0,3],[0,4],[0,5],[0,6],[1,7],[2,8],[3,9],[4,10],[5,11],[6,12],[7,8],[11,12]]}"#;

/// A corridor with three niches: a piece that steps out of one closes it, though all around is open.
const COMB: &str = r#"{"cells":[{"name":"c1","x":0,"y":0},{"name":"c2","x":1,"y":0},{"name":"c3","x":2,"y":0},{"name":"c4","x":3,"y":0},{"name":"c5","x":4,"y":0},{"name":"c6","x":5,"y":0},{"name":"c7","x":6,"y":0},{"name":"c8","x":7,"y":0},{"name":"c9","x":8,"y":0},{"name":"c10","x":9,"y":0},{"name":"c11","x":10,"y":0},{"name":"c12","x":11,"y":0},{"name":"c13","x":12,"y":0},{"name":"c14","x":13,"y":0},{"name":"c15","x":14,"y":0},{"name":"c16","x":15,"y":0},{"name":"c17","x":16,"y":0},{"name":"s1","x":4,"y":1},{"name":"s2","x":8,"y":1},{"name":"s3","x":12,"y":1}],"edges":[[0,1],[1,2],[2,3],[3,4],[4,5],[5,6],[6,7],[7,8],[8,9],[9,10],[10,11],[11,12],[12,13],[13,14],[14,15],[15,16],[4,17],[8,18],[12,19]]}"#;

/// A board's name and, unless it is the plane, the board.
struct Place {
    name: &'static str,
    board: Option<Arc<Board>>,
}

fn places(names: &[&'static str]) -> Vec<Place> {
    let board = |name: &str| (name != "plane").then(|| Arc::new(Board::parse(name, 0).unwrap()));
    names.iter().map(|&name| Place { name, board: board(name) }).collect()
}

impl Place {
    /// A spec of Selfo here, with more options.
    fn spec(&self, options: &str) -> Spec {
        let key = if self.name.starts_with('{') { "graph" } else { "board" };
        let spec = Spec::new("selfo").with(key, self.name);
        let more = Spec::parse(&format!("selfo {options}")).unwrap();
        more.options().fold(spec, |spec, (key, value)| spec.with(key, value))
    }

    /// Random pieces of some sets, each special with this chance in a hundred.
    fn pieces(&self, sets: u32, special: u32, stream: &mut Stream) -> String {
        let density = [15, 30, 45, 60, 75, 90][stream.below(6) as usize];
        let mut row = |cells: usize| {
            let (mut text, mut run) = (String::new(), 0);
            for _ in 0..cells {
                if stream.below(100) >= density {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    text += &run.to_string();
                    run = 0;
                }
                let first = if stream.below(100) < special { b'a' } else { b'A' };
                text.push((first + stream.below(sets) as u8) as char);
            }
            // The plane's rows have no end to count to.
            if run > 0 && self.board.is_some() {
                text += &run.to_string();
            }
            text
        };
        match &self.board {
            Some(board) => {
                let rows: Vec<String> = board.rows().iter().map(|cells| row(cells.len())).collect();
                rows.join("/")
            }
            None => {
                let rows: Vec<String> = (0..6).map(|_| row(7)).collect();
                format!("w3n2:{}", rows.join("/"))
            }
        }
    }
}

/// Chooses a place: one in forty is a large one.
fn choose<'a>(small: &'a [Place], large: &'a [Place], stream: &mut Stream) -> &'a Place {
    let places = if stream.below(40) == 0 { large } else { small };
    stream.pick(places).expect("there are boards")
}

/// Runs `work` with the numbers of so many cases, on all processors.
fn for_each_case(count: u32, work: impl Fn(u64) + Sync) {
    let next = AtomicU32::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    work(u64::from(number));
                }
            });
        }
    });
}

// Single questions about pieces.

/// The questions that rules ask of the ground, on one position.
struct Compare<'a> {
    board: Arc<Board>,
    text: &'a str,
    sets: u8,
    oracle: &'a Oracle,
    position: &'a Position,
}

impl TopologyVisitor for Compare<'_> {
    type Output = ();

    fn visit<S: CellSet, T: Topology<S>>(self) {
        let Compare { board, text, sets, oracle, position } = self;
        compare_ground(&Finite::<S, T>::new(board, sets), text, oracle, position);
    }
}

fn compare_ground<G: Ground>(ground: &G, text: &str, oracle: &Oracle, position: &Position) {
    let pieces = ground.parse_pieces(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    for set in 0..ground.sets() {
        let plain_set = usize::from(set);
        let groups = oracle.groups(position, plain_set).len();
        assert_eq!(ground.count_groups(&pieces, set) as usize, groups, "groups of {set}: {text}");
        if groups > 0 {
            assert_eq!(ground.connected(&pieces, set), groups == 1, "connected {set}: {text}");
        }
        let blocked = oracle.is_blocked(position, plain_set);
        assert_eq!(ground.blocked(&pieces, set), blocked, "is {set} blocked? {text}");
        for (plain, special) in [(1, 1), (1, 3), (2, 2), (3, ANY), (ANY, ANY)] {
            // Unlimited moves have no end on the plane and take the plain rules long on large boards.
            if special == ANY && ground.count_cells().is_none_or(|cells| cells > 256) {
                continue;
            }
            let far = |length| if length == ANY { usize::MAX } else { usize::from(length) };
            let expected = oracle.steps(position, plain_set, far(plain), far(special));
            let mut expected: Vec<String> = expected
                .into_iter()
                .map(|(a, b)| oracle.turn_text(oracle::Turn::Step(a, b)))
                .collect();
            let mut found = Vec::new();
            let lengths = Lengths { plain, special };
            let _ = ground.visit_steps(&pieces, set, lengths, &mut |step| {
                let mut text = String::new();
                ground.write_step(&pieces, set, step, &mut text).unwrap();
                found.push(text);
                ControlFlow::Continue(())
            });
            let count = ground.count_steps(&pieces, set, lengths) as usize;
            assert_eq!(count, found.len(), "steps of {set} counted and shown: {text}");
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "steps of {set}, {lengths:?}: {text}");
        }
    }
}

#[test]
fn connection_blockade_and_moves_agree_with_plain_code_on_random_positions() {
    let (small, large) = (places(BOARDS), places(LARGE));
    for_each_case(cases(2_000, 100_000), |number| {
        let mut stream = Stream::new(1, "agreement of positions", number);
        let place = choose(&small, &large, &mut stream);
        let sets = 2 + stream.below(11) as u8;
        let text = place.pieces(u32::from(sets), 10, &mut stream);
        let spec = place.spec(&format!("seats={sets}"));
        let (oracle, position) =
            Oracle::open(&spec.with("special-length", 3), &format!("{text} A"), 1);
        let (oracle, position) = (&oracle, &position);
        match &place.board {
            Some(board) => {
                let compare = Compare { board: board.clone(), text: &text, sets, oracle, position };
                with_topology(board, compare);
            }
            None => compare_ground(&Unbounded::new(sets), &text, oracle, position),
        }
    });
}

// Whole games.

/// One position of a game against the plain rules, which read it from its text.
fn compare_position(playable: &Playable, spec: &Spec, state: &AnyState) -> (Oracle, Position) {
    let game = &playable.game;
    let text = text_of(game, state);
    let (oracle, position) = Oracle::open(spec, &text, 1);
    let place = || format!("{spec}: {text}");

    let expected = oracle.ending(&position);
    let ending = expected.map_or("", |(_, ending)| ending);
    assert_eq!(game.ending(state), ending, "{}", place());
    match game.status(state) {
        Status::ToMove(seat) => assert_eq!(seat.index(), position.to_move, "{}", place()),
        Status::Over(outcome) => {
            let winner = expected.and_then(|(winner, _)| winner);
            assert_eq!(outcome.winner().map(Seat::index), winner, "{}", place());
        }
    }
    let mut found = Vec::new();
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    for mv in moves {
        let mut text = String::new();
        game.write_move(state, mv, &mut text).unwrap();
        found.push(text);
    }
    let turns = oracle.turns(&position).into_iter();
    let mut turns: Vec<String> = turns.map(|turn| oracle.turn_text(turn)).collect();
    found.sort();
    turns.sort();
    assert_eq!(found, turns, "{}", place());

    let mut groups = Vec::new();
    game.progress(state, &mut groups);
    let blocked: Vec<bool> =
        (0..oracle.seats).map(|set| oracle.is_blocked(&position, set)).collect();
    for (set, &count) in groups.iter().enumerate() {
        assert_eq!(count as usize, oracle.groups(&position, set).len(), "{}", place());
    }
    // Which sets are blocked is seen in the picture ...
    for piece in playable.diagram(state).cells.iter().filter_map(|cell| cell.piece) {
        let found = (piece.set, piece.blocked);
        assert_eq!(found, (piece.set, blocked[usize::from(piece.set)]), "{}", place());
    }
    // ... and what was kept up to date move by move is the same as what is found anew.
    assert_eq!(game.parse_state(&text).as_ref(), Ok(state), "{}", place());
    (oracle, position)
}

/// The move with this text leads the plain rules to the same position, `after`.
fn compare_turn(before: &(Oracle, Position), text: &str, after: &Position, on_plane: bool) {
    let (oracle, position) = before;
    let turns = oracle.turns(position);
    let turn = turns.into_iter().find(|&turn| oracle.turn_text(turn) == text);
    let mut expected = oracle.play(position, turn.expect("a turn of the plain rules"));
    if on_plane {
        // The window moves with the pieces.
        expected.cells.clone_from(&after.cells);
    }
    assert_eq!(*after, expected, "after {text}");
}

fn text_of(game: &AnyGame, state: &AnyState) -> String {
    let mut text = String::new();
    game.write_state(state, &mut text).unwrap();
    text
}

/// A random game of random rules; gives how many positions were compared.
fn compare_game(place: &Place, stream: &mut Stream) -> u32 {
    let sets = 2 + [0, 0, 0, 1, 1, 2, 3, 4, 5, 10][stream.below(10) as usize];
    let special = if stream.below(4) == 0 { 20 } else { 0 };
    let pieces = place.pieces(sets, special, stream);
    let mut pick = |words: &[&'static str]| *stream.pick(words).expect("some words");
    let lengths = ["", "", "length=2", "length=3"];
    let options = [
        pick(&lengths),
        pick(&["", "swap=off"]),
        pick(&["", "passes=off"]),
        pick(&["blockade=off", "blockade=off", "blockade=offer", "blockade=end"]),
        "special-length=3",
    ]
    .join(" ");
    let spec = place.spec(&options).with("seats", sets).with("position", format!("{pieces} A"));
    // Positions in which somebody has won or has hardly a piece are no starts.
    let Ok(playable) = selforge_games::open(&spec, &NoFiles) else { return 0 };
    let game = &playable.game;
    let mut state = game.start();
    let mut compared = 0;
    let mut before: Option<((Oracle, Position), String)> = None;
    for _ in 0..15 {
        let now = compare_position(&playable, &spec, &state);
        compared += 1;
        if let Some((before, text)) = before.take() {
            compare_turn(&before, &text, &now.1, place.board.is_none());
        }
        let Status::ToMove(seat) = game.status(&state) else { break };
        if sets > 2 && stream.below(20) == 0 {
            game.retire(&mut state, seat);
            continue;
        }
        let mv = game.choose_move(&state, |count| stream.below(count)).expect("a move");
        let mut text = String::new();
        game.write_move(&state, mv, &mut text).unwrap();
        before = Some((now, text));
        game.play(&mut state, mv);
    }
    compared
}

#[test]
fn games_agree_with_the_plain_rules_at_every_position() {
    let (small, large) = (places(BOARDS), places(LARGE));
    let compared = AtomicU32::new(0);
    let wanted = cases(2_000, 100_000);
    // Every case is a whole game, or none if the start was no good.
    for_each_case(wanted, |number| {
        if compared.load(Ordering::Relaxed) < wanted {
            let mut stream = Stream::new(1, "agreement of games", number);
            let place = choose(&small, &large, &mut stream);
            compared.fetch_add(compare_game(place, &mut stream), Ordering::Relaxed);
        }
    });
    assert!(compared.into_inner() >= wanted, "too few positions");
}
