//! Searches against plain ones: same depth, same evaluator, same value.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

use std::collections::HashMap;
use std::sync::Arc;

use selforge_agents::alphabeta::{AlphaBeta, Options};
use selforge_agents::gathering::{Gather, Swarm};
use selforge_agents::{
    Agent, AgentSpec, AnyQuestion, Budget, Evaluator, Greedy, Mcts, Minimax, Player, Question,
    Report, Score, Stop, Worths,
};
use selforge_board::topology::Hexes;
use selforge_core::{AnyMove, AnyState, Game, HistoryRules, Outcome, Seat, Spec, Status, Stream};
use selforge_games::NoFiles;
use selforge_games::selfo::finite::{Finite, Pieces};
use selforge_games::selfo::{Blockade, Rules, Selfo};

type Small = Selfo<Finite<u64, Hexes<u64>>>;

/// A random game on `hexhex-3` with so many pieces a side, neither connected nor blocked.
fn small_game(seed: u64, pieces: usize) -> Arc<Small> {
    small_game_with(seed, pieces, &Rules { swap: false, ..Rules::usual(2) })
}

fn small_game_with(seed: u64, pieces: usize, rules: &Rules) -> Arc<Small> {
    let board = Arc::new(selforge_board::Board::parse("hexhex-3", 0).unwrap());
    for attempt in 0.. {
        let mut cells = board.cells().to_vec();
        Stream::new(seed, "small", attempt).shuffle(&mut cells);
        let mut placed = Pieces::NONE;
        for (number, &cell) in cells[..2 * pieces].iter().enumerate() {
            placed.put((number % 2) as u8, selforge_board::CellSet::only(cell), false);
        }
        let ground = Finite::<u64, Hexes<u64>>::new(board.clone(), 2);
        if let Ok(game) = Selfo::new(ground, rules.clone(), placed, Seat::FIRST)
            && game.status(&game.start()) == Status::ToMove(Seat::FIRST)
        {
            return Arc::new(game);
        }
    }
    unreachable!("some position is open")
}

fn ask<G: Game>(
    agent: &mut impl Agent<G>,
    game: &G,
    state: &G::State,
    depth: u32,
) -> Report<G::Move> {
    let budget = Budget { depth: Some(depth), ..Budget::default() };
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

fn ask_seated(player: &mut Player, state: &AnyState, stop: &Stop) -> Report<AnyMove> {
    let mut question =
        AnyQuestion { state, history: &[], budget: None, stop, seed: 3, progress: &mut |_| {} };
    player.choose(&mut question).unwrap()
}

fn final_value(outcome: &Outcome, seat: Seat) -> Score {
    match outcome.winner() {
        None => Score::DRAW,
        Some(winner) if winner == seat => Score::win_in(0),
        Some(_) => Score::loss_in(0),
    }
}

/// An evaluator that estimates as another does and proves nothing.
struct Unproven<E>(E);

impl<G: Game, E: Evaluator<G>> Evaluator<G> for Unproven<E> {
    fn worths(&self, game: &G, state: &G::State) -> Worths {
        self.0.worths(game, state)
    }

    fn is_swap(&self, game: &G, mv: G::Move) -> bool {
        self.0.is_swap(game, mv)
    }
}

/// The plainest search there is: no window, no table, no order, nothing proven.
fn negamax<G: Game>(
    evaluator: &impl Evaluator<G>,
    game: &G,
    state: &G::State,
    seat: Seat,
    depth: u32,
) -> Score {
    match game.status(state) {
        Status::Over(outcome) => return final_value(&outcome, seat),
        Status::ToMove(mover) => assert_eq!(mover, seat, "two seats move in turn"),
    }
    if depth == 0 {
        return Score::estimate(evaluator.value(game, state, seat));
    }
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    let value = |&mv| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        let left = if evaluator.is_swap(game, mv) { depth } else { depth - 1 };
        (-negamax(evaluator, game, &next, Seat::new(1 - seat.index()), left)).one_ply_later()
    };
    moves.iter().map(value).max().unwrap()
}

const EXACT: Options =
    Options { table_mebibytes: 1, reductions: false, contempt: 0, threads: 1, samples: 8 };

#[test]
fn alphabeta_has_the_value_of_a_plain_search() {
    for seed in 0..60 {
        let rules = Rules { swap: seed % 2 == 1, ..Rules::usual(2) };
        let game = small_game_with(seed, 3 + seed as usize % 4, &rules);
        let mut agent = AlphaBeta::new(Unproven(Gather::default()), EXACT);
        for depth in 1..=3 {
            let report = ask(&mut agent, &*game, &game.start(), depth);
            let plain = negamax(&Gather::default(), &*game, &game.start(), Seat::FIRST, depth);
            // A deeper look may end early with a proven result; then it is that of a lesser depth.
            if report.depth == depth {
                assert_eq!(report.score, plain, "seed {seed}, depth {depth}");
            }
        }
    }
}

#[test]
fn positions_of_the_past_are_draws_only_where_the_rules_draw_by_repetition() {
    for repetition in [Some(3), None] {
        let usual = Rules::usual(2);
        let history = HistoryRules { repetition, ..usual.history };
        let game = small_game_with(4, 5, &Rules { swap: false, history, ..usual });
        let mut past = Vec::new();
        let _ = game.visit_moves(&game.start(), &mut |mv| {
            let mut next = game.start();
            game.play(&mut next, mv);
            past.push(game.repetition_key(&next));
            std::ops::ControlFlow::Continue(())
        });
        let report = AlphaBeta::new(Unproven(Gather::default()), EXACT).choose(&mut Question {
            game: &*game,
            state: &game.start(),
            history: &past,
            budget: Budget { depth: Some(2), ..Budget::default() },
            stop: &Stop::default(),
            seed: 1,
            progress: &mut |_| {},
        });
        let plain = negamax(&Gather::default(), &*game, &game.start(), Seat::FIRST, 2);
        assert_ne!(plain, Score::DRAW);
        assert_eq!(report.score, if repetition.is_some() { Score::DRAW } else { plain });
    }
}

#[test]
fn minimax_has_the_value_of_a_plain_search() {
    for seed in 0..40 {
        let game = small_game(seed, 4);
        for depth in 1..=2 {
            let report = ask(&mut Minimax::new(Swarm::default()), &*game, &game.start(), depth);
            let plain = negamax(&Swarm::default(), &*game, &game.start(), Seat::FIRST, depth);
            assert_eq!(report.score, plain, "seed {seed}, depth {depth}");
        }
    }
}

/// The value of a position with `depth` plies to go, by trying everything and remembering it.
fn brute_force(
    game: &Small,
    state: &<Small as Game>::State,
    seat: Seat,
    depth: u32,
    known: &mut HashMap<(<Small as Game>::State, u32), Score>,
) -> Score {
    if let Some(outcome) = game.outcome(state) {
        return final_value(&outcome, seat);
    }
    if depth == 0 {
        return Score::DRAW;
    }
    if let Some(&score) = known.get(&(*state, depth)) {
        return score;
    }
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    let other = Seat::new(1 - seat.index());
    let mut best = Score::LEAST;
    for mv in moves {
        let mut next = *state;
        game.play(&mut next, mv);
        best = best.max((-brute_force(game, &next, other, depth - 1, known)).one_ply_later());
    }
    known.insert((*state, depth), best);
    best
}

#[test]
fn won_and_lost_endings_have_the_number_of_plies_that_brute_force_finds() {
    const PLIES: u32 = 6;
    let mut found = [0; PLIES as usize + 1];
    for seed in 0..80 {
        let rules = Rules { swap: seed % 2 == 1, ..Rules::usual(2) };
        let game = small_game_with(seed, 3, &rules);
        let mut known = HashMap::new();
        let exact = brute_force(&game, &game.start(), Seat::FIRST, PLIES, &mut known);
        let Some(plies) = exact.plies_to_win().or(exact.plies_to_loss()) else { continue };
        found[plies as usize] += 1;
        let report =
            ask(&mut AlphaBeta::new(Gather::default(), EXACT), &*game, &game.start(), PLIES);
        assert_eq!(report.score, exact, "seed {seed}");
        let usual = ask(
            &mut AlphaBeta::new(Gather::default(), Options::default()),
            &*game,
            &game.start(),
            8,
        );
        let (win, loss) = (usual.score.plies_to_win(), usual.score.plies_to_loss());
        assert_eq!(win.is_some(), exact.plies_to_win().is_some(), "seed {seed}: {usual:?}");
        assert!(win.or(loss).is_some_and(|n| n >= plies), "seed {seed}: {usual:?}");
    }
    let longer: u32 = found[4..].iter().sum();
    assert!(found[1..4].iter().sum::<u32>() > 10 && longer > 5, "too few to show much: {found:?}");
}

/// Rules under which walls stand differently: pass and blockade do not end the game, pieces go far.
fn rules_of(number: u64) -> Rules {
    let mut rules = Rules { swap: number.is_multiple_of(2), ..Rules::usual(2) };
    rules.pass_draw = !number.is_multiple_of(3);
    rules.blockade = [Blockade::End, Blockade::Offer, Blockade::Off][number as usize / 2 % 3];
    if number.is_multiple_of(5) {
        rules.lengths[0] = 2;
    }
    rules
}

#[test]
fn what_is_proven_of_a_position_is_never_refuted_by_brute_force() {
    let (mut bounded, mut swaps, mut unproven_wins) = (0, 0, 0);
    for seed in 0..150 {
        let game = small_game_with(seed, 5 + seed as usize % 3, &rules_of(seed));
        let mut known = HashMap::new();
        let mut stream = Stream::new(seed, "proofs", 0);
        let mut state = game.start();
        for _ in 0..12 {
            let Some(seat) = game.status(&state).to_move() else { break };
            let (least, most) = Gather::default().bounds(&*game, &state, seat);
            let may_swap = Seat::all(2).any(|seat| game.may_swap(&state, seat));
            let blocked =
                Seat::all(2).any(|seat| game.is_blocked(&state, game.set_of(&state, seat)));
            if blocked {
                let exact = brute_force(&game, &state, seat, 4, &mut known);
                assert!((least..=most).contains(&exact), "seed {seed}: {exact} in {state:?}");
                bounded += u32::from(least == Score::DRAW || most == Score::DRAW);
                swaps += u32::from(may_swap);
                unproven_wins += u32::from(may_swap && exact != Score::DRAW);
            }
            let mv = game.choose_move(&state, |count| stream.below(count)).unwrap();
            game.play(&mut state, mv);
        }
    }
    let enough = bounded > 100 && swaps > 20 && unproven_wins > 3;
    assert!(enough, "too few to show much: {bounded}, {swaps}, {unproven_wins}");
}

#[test]
fn a_wall_proves_nothing_while_the_set_behind_it_can_be_swapped_away() {
    let text = "selfo board=hexhex-3 position=\"AB1/BB2/5/4/B1A B swap=A\"";
    let playable = selforge_games::open(&Spec::parse(text).unwrap(), &NoFiles).unwrap();
    let spec = AgentSpec::parse("alphabeta depth=6 contempt=0").unwrap();
    let mut player = Player::new(&spec, &playable).unwrap();
    let report = ask_seated(&mut player, &playable.game.start(), &Stop::default());
    // B may not let A swap and win: `a1-b1` loses in four plies.
    let mut text = String::new();
    playable.game.write_move(&playable.game.start(), report.line[0], &mut text).unwrap();
    assert_ne!(text, "a1-b1", "{report:?}");
}

/// How many positions are looked at after a player was told to stop, at the end of its first complete
/// look.
fn nodes_after_stop(player: &str, spec: &str) -> u64 {
    let playable = selforge_games::open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap();
    let mut seated = Player::new(&AgentSpec::parse(player).unwrap(), &playable).unwrap();
    let stop = Stop::default();
    let mut told = None;
    let report = seated.choose(&mut AnyQuestion {
        state: &playable.game.start(),
        history: &[],
        budget: None,
        stop: &stop,
        seed: 1,
        progress: &mut |report| {
            stop.soon();
            told.get_or_insert(report.nodes);
        },
    });
    report.unwrap().nodes - told.unwrap()
}

#[test]
fn a_player_that_is_told_to_stop_looks_at_few_more_positions() {
    // A node costs less than ten microseconds even on large boards: a thousand are ten milliseconds.
    for spec in ["selfo", "selfo board=hexhex-12", "chess", "checkers"] {
        let nodes = nodes_after_stop("alphabeta depth=64", spec);
        assert!(nodes <= 1000, "{spec}: {nodes} more");
    }
    // A playout judges all moves of a leaf, here more than twenty, and they count too.
    let playouts = nodes_after_stop("mcts playouts=1000000000", "selfo board=hexhex-4");
    assert!(playouts <= 100, "{playouts} more");
}

#[test]
fn several_threads_find_the_wins_that_one_finds() {
    let options = Options { threads: 3, ..Options::default() };
    let mut wins = 0;
    for seed in 0..40 {
        let game = small_game(seed, 3);
        let one = ask(&mut AlphaBeta::new(Gather::default(), EXACT), &*game, &game.start(), 5);
        let three = ask(&mut AlphaBeta::new(Gather::default(), options), &*game, &game.start(), 7);
        assert!(game.is_legal(&game.start(), three.line[0]));
        if one.score.plies_to_win().is_some() {
            wins += 1;
            assert!(three.score.plies_to_win().is_some(), "seed {seed}: {one:?} {three:?}");
        }
    }
    assert!(wins > 5, "only {wins} positions were won");
}

#[test]
fn several_threads_share_the_limit_of_nodes() {
    let playable = selforge_games::open(&Spec::parse("selfo").unwrap(), &NoFiles).unwrap();
    let spec = AgentSpec::parse("alphabeta nodes=30000 threads=3").unwrap();
    assert!(!spec.is_repeatable());
    let mut player = Player::new(&spec, &playable).unwrap();
    let report = ask_seated(&mut player, &playable.game.start(), &Stop::default());
    // Each thread ends the line that it is in.
    assert!((10_000..=31_000).contains(&report.nodes), "{report:?}");
}

#[test]
fn every_player_takes_a_win_on_the_spot() {
    let spec = Spec::parse("selfo board=hexhex-3 position=\"AA1/4/1A3/4/B1B A\" swap=off");
    let playable = selforge_games::open(&spec.unwrap(), &NoFiles).unwrap();
    let state = playable.game.start();
    for player in ["greedy", "swarm", "minimax depth=2", "alphabeta depth=3", "mcts playouts=300"] {
        let mut seated = Player::new(&AgentSpec::parse(player).unwrap(), &playable).unwrap();
        let report = ask_seated(&mut seated, &state, &Stop::default());
        let mut next = state.clone();
        playable.game.play(&mut next, report.line[0]);
        let winner = playable.game.outcome(&next).and_then(|outcome| outcome.winner());
        assert_eq!(winner, Some(Seat::FIRST), "{player}");
    }
}

#[test]
fn a_player_that_is_told_to_stop_still_answers_with_a_legal_move() {
    // Far moves on a large board: tens of thousands of them, of which hardly any is looked at.
    let spec = Spec::parse("selfo board=hexhex-12 length=any").unwrap();
    let playable = selforge_games::open(&spec, &NoFiles).unwrap();
    let state = playable.game.start();
    assert!(playable.game.count_moves(&state) > 10_000);
    let stop = Stop::default();
    stop.now();
    for player in ["minimax depth=9", "alphabeta depth=64", "mcts playouts=1000000000", "swarm"] {
        let mut seated = Player::new(&AgentSpec::parse(player).unwrap(), &playable).unwrap();
        let report = ask_seated(&mut seated, &state, &stop);
        assert!(playable.game.is_legal(&state, report.line[0]), "{player}");
        assert!(report.nodes <= 1000, "{player}: {} nodes", report.nodes);
    }
}

#[test]
fn a_first_look_that_is_broken_off_is_an_opinion_all_the_same() {
    let spec = Spec::parse("selfo board=hexhex-4 density=30 seed=2").unwrap();
    let playable = selforge_games::open(&spec, &NoFiles).unwrap();
    let mut greedy = Player::new(&AgentSpec::parse("greedy").unwrap(), &playable).unwrap();
    let one_ply = ask_seated(&mut greedy, &playable.game.start(), &Stop::default());
    for nodes in [1, 2, 5] {
        let spec = format!("alphabeta nodes={nodes} blockade=0");
        let mut seated = Player::new(&AgentSpec::parse(&spec).unwrap(), &playable).unwrap();
        let report = ask_seated(&mut seated, &playable.game.start(), &Stop::default());
        assert_eq!(report.depth, 1, "{report:?}");
        assert_eq!(report.opinion(), Some(one_ply.score), "{report:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_move() {
    let game = small_game(5, 5);
    let swarm = |seed| {
        let mut agent = Greedy::new(Swarm::default(), 500);
        let report = agent.choose(&mut Question {
            game: &*game,
            state: &game.start(),
            history: &[],
            budget: Budget::default(),
            stop: &Stop::default(),
            seed,
            progress: &mut |_| {},
        });
        report.line[0]
    };
    assert_eq!(swarm(1), swarm(1));
    assert!((0..50).any(|seed| swarm(seed) != swarm(1)), "another seed may give another move");
    let search = || {
        ask(&mut AlphaBeta::new(Gather::default(), Options::default()), &*game, &game.start(), 4)
    };
    assert_eq!(search(), search());
}

#[test]
fn three_seats_are_played_by_every_search_but_alphabeta() {
    let spec = Spec::parse("selfo board=hexhex-4 seats=3 setup=random pieces=4").unwrap();
    let playable = selforge_games::open(&spec, &NoFiles).unwrap();
    let state = playable.game.start();
    for player in ["minimax depth=2", "mcts playouts=100", "paranoid depth=3", "swarm", "random"] {
        let mut seated = Player::new(&AgentSpec::parse(player).unwrap(), &playable).unwrap();
        let report = ask_seated(&mut seated, &state, &Stop::default());
        assert!(playable.game.is_legal(&state, report.line[0]), "{player}");
    }
    let error = Player::new(&AgentSpec::parse("alphabeta").unwrap(), &playable).err().unwrap();
    assert!(error.to_string().contains("two seats"), "{error}");
}

/// The plainest search that takes all others for one opponent of `asker`; the value for `asker`.
fn paranoid<G: Game>(
    evaluator: &impl Evaluator<G>,
    game: &G,
    state: &G::State,
    asker: Seat,
    depth: u32,
) -> Score {
    let mover = match game.status(state) {
        Status::Over(outcome) => return final_value(&outcome, asker),
        Status::ToMove(mover) => mover,
    };
    if depth == 0 {
        return Score::estimate(evaluator.value(game, state, asker));
    }
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves);
    let values = moves.iter().map(|&mv| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        let left = if evaluator.is_swap(game, mv) { depth } else { depth - 1 };
        paranoid(evaluator, game, &next, asker, left).one_ply_later()
    });
    if mover == asker { values.max().unwrap() } else { values.min().unwrap() }
}

/// The plain searches ask the evaluator which moves are swaps. So that they do not ask in vain: those are
/// the moves that are written so.
#[test]
fn moves_that_exchange_the_sides_of_selfo_are_known_as_such() {
    let game = small_game_with(1, 4, &Rules { swap: true, ..Rules::usual(2) });
    let (mut state, mut swaps) = (game.start(), 0);
    for _ in 0..6 {
        let mut moves = Vec::new();
        game.legal_moves(&state, &mut moves);
        for &mv in &moves {
            let mut text = String::new();
            game.write_move(&state, mv, &mut text).unwrap();
            assert_eq!(Gather::default().is_swap(&*game, mv), text.starts_with("swap"), "{text}");
            swaps += u32::from(text.starts_with("swap"));
        }
        let Some(&step) = moves.iter().find(|mv| !Gather::default().is_swap(&*game, **mv)) else {
            break;
        };
        game.play(&mut state, step);
    }
    assert_eq!(swaps, 1, "the second player may exchange the sides once");
}

#[test]
fn the_paranoid_search_has_the_value_of_a_plain_one_against_all_others() {
    let board = Arc::new(selforge_board::Board::parse("hexhex-3", 0).unwrap());
    let mut compared = 0;
    for seed in 0..40 {
        let mut cells = board.cells().to_vec();
        Stream::new(seed, "three", 0).shuffle(&mut cells);
        let mut placed = Pieces::NONE;
        for (number, &cell) in cells[..9].iter().enumerate() {
            placed.put((number % 3) as u8, selforge_board::CellSet::only(cell), false);
        }
        let ground = Finite::<u64, Hexes<u64>>::new(board.clone(), 3);
        let first = Seat::new(seed as usize % 3);
        let Ok(game) = Selfo::new(ground, Rules::usual(3), placed, first) else { continue };
        let mut agent = AlphaBeta::new(Gather::default(), EXACT);
        for depth in 1..=3 {
            let report = ask(&mut agent, &game, &game.start(), depth);
            let plain = paranoid(&Gather::default(), &game, &game.start(), first, depth);
            if report.depth == depth {
                assert_eq!(report.score, plain, "seed {seed}, depth {depth}");
                compared += 1;
            }
        }
    }
    assert!(compared > 40, "only {compared} compared");
}

/// The usual evaluator, asked about so many positions at once.
struct Batches {
    size: usize,
    most: std::sync::atomic::AtomicUsize,
}

impl Evaluator<Small> for &Batches {
    fn worths(&self, game: &Small, state: &<Small as Game>::State) -> Worths {
        Gather::default().worths(game, state)
    }

    fn worths_of(&self, game: &Small, states: &[<Small as Game>::State], into: &mut Vec<Worths>) {
        self.most.fetch_max(states.len(), std::sync::atomic::Ordering::Relaxed);
        into.extend(states.iter().map(|state| self.worths(game, state)));
    }

    fn batch(&self) -> usize {
        self.size
    }
}

#[test]
fn monte_carlo_asks_about_many_positions_at_once_and_plays_the_same() {
    let game = small_game(4, 4);
    let plain = ask(&mut Mcts::new(Gather::default(), Some(200)), &*game, &game.start(), 1);
    for size in [1, 7, 1000] {
        let batches = Batches { size, most: 0.into() };
        let report = ask(&mut Mcts::new(&batches, Some(200)), &*game, &game.start(), 1);
        assert_eq!(report, plain, "{size} at once");
        let most = batches.most.into_inner();
        assert!(most == size || (8..1000).contains(&most), "{most} at once of {size}");
    }
}

/// Knows one move, and nothing of positions.
struct OneMove(selforge_games::selfo::Move);

impl Evaluator<Small> for OneMove {
    fn worths(&self, _: &Small, _: &<Small as Game>::State) -> Worths {
        panic!("whoever knows the moves is not asked about the positions after them")
    }

    fn policy(
        &self,
        _: &Small,
        _: &<Small as Game>::State,
        moves: &[selforge_games::selfo::Move],
        into: &mut Vec<f32>,
    ) -> Option<Worths> {
        let other = 0.1 / moves.len() as f32;
        into.extend(moves.iter().map(|mv| if *mv == self.0 { 0.9 } else { other }));
        Some(Worths::default())
    }
}

#[test]
fn monte_carlo_follows_the_priors_of_an_evaluator_that_knows_moves() {
    let game = small_game(4, 4);
    let mut moves = Vec::new();
    game.legal_moves(&game.start(), &mut moves);
    for mv in moves.into_iter().take(5) {
        let report = ask(&mut Mcts::new(OneMove(mv), Some(60)), &*game, &game.start(), 1);
        assert_eq!(report.line[0], mv);
    }
}

#[test]
fn a_player_takes_memory_when_it_searches_and_gives_it_back_after_the_game() {
    fn can_change_threads<T: Send>(_: &T) {}
    let playable =
        selforge_games::open(&Spec::parse("selfo board=hexhex-4").unwrap(), &NoFiles).unwrap();
    let spec = AgentSpec::parse("alphabeta nodes=100 hash=8").unwrap();
    let mut player = Player::new(&spec, &playable).unwrap();
    can_change_threads(&player);
    let seated = player.memory();
    assert!(seated < 1 << 20, "{seated} bytes before the first question");
    for _ in 0..2 {
        ask_seated(&mut player, &playable.game.start(), &Stop::default());
        let searched = player.memory();
        assert!(((4 << 20)..=(9 << 20)).contains(&searched), "{searched} bytes after it");
        player.new_game();
        assert_eq!(player.memory(), seated);
    }
    let random = Player::new(&AgentSpec::parse("random").unwrap(), &playable).unwrap();
    assert_eq!(random.memory(), 0);
}

#[test]
fn wrong_player_specs_are_refused_with_what_would_be_right() {
    let cases = [
        ("alfabeta", "did you mean 'alphabeta'"),
        ("alphabeta time=5", "like 50ms"),
        ("alphabeta depth=0", "from 1 to 64"),
        ("swarm variety=11", "from 0 to 10"),
        ("swarm decay=1", "a number from 0.1 to 0.99"),
        ("swarm pass=alowed", "did you mean 'allowed'"),
        ("chemotaxis decay=nan", "a number from 0.1 to 0.99"),
        ("random depth=3", "'random' has no options"),
        ("mcts variety=2", "no such option"),
        ("minimax hash=2", "no such option"),
        ("alphabeta eval=swarm blockade=3", "only eval=fast has a price"),
        ("external", "a program and its arguments"),
        ("", "a name"),
    ];
    for (text, part) in cases {
        let error = AgentSpec::parse(text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}
