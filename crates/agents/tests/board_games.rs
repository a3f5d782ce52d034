//! Players of chess, checkers, Hex and Lines of Action: mates are found, draws are draws, and random players lose.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

use std::sync::Arc;

use selforge_agents::alphabeta::{AlphaBeta, Options};
use selforge_agents::{
    Agent, AgentSpec, AnyQuestion, Blank, Budget, Evaluator, Mcts, Player, Question, Report, Score,
    Stop,
};
use selforge_core::{Action, Game, Outcome, Seat, Spec, Status, Stream, Timeline};
use selforge_games::checkers::{Checkers, Draughts};
use selforge_games::chess::Chess;
use selforge_games::chess::Exchanges;
use selforge_games::{Described, GameVisitor, NoFiles};

/// Without anything that makes a search inexact.
const EXACT: Options =
    Options { table_mebibytes: 1, reductions: false, contempt: 0, threads: 1, samples: 8 };

fn ask<G: Game, E: Evaluator<G>>(
    evaluator: E,
    game: &G,
    state: &G::State,
    depth: u32,
) -> Report<G::Move> {
    AlphaBeta::new(evaluator, EXACT).choose(&mut Question {
        game,
        state,
        history: &[],
        budget: Budget { depth: Some(depth), ..Budget::default() },
        stop: &Stop::default(),
        seed: 1,
        progress: &mut |_| {},
    })
}

/// What a search of this depth says about a position of chess, and its first move.
fn chess(fen: &str, depth: u32) -> (Score, String) {
    let game = Chess::new();
    let state = game.parse_state(fen).unwrap();
    let report = ask(Exchanges, &game, &state, depth);
    let mut text = String::new();
    game.write_move(&state, report.line[0], &mut text).unwrap();
    (report.score, text)
}

#[test]
fn mates_are_found_in_as_many_plies_as_they_take() {
    let back_rank = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    assert_eq!(chess(back_rank, 2), (Score::win_in(1), "a1a8".to_owned()));
    let fools = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
    assert_eq!(chess(fools, 3), (Score::win_in(1), "d8h4".to_owned()));
    // Morphy's problem: a rook is given up for a pawn, and Black has only bad moves.
    let morphy = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    assert_eq!(chess(morphy, 4), (Score::win_in(3), "a1a6".to_owned()));
    assert_eq!(chess("kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1", 3).0, Score::loss_in(2));
    // Three moves: 1 Ra6+ f6 2 Bxf6+ Rg7 3 Rxa8.
    let three = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";
    assert_eq!(chess(three, 5), (Score::win_in(5), "f6a6".to_owned()));
}

#[test]
fn draws_are_worth_nothing() {
    // Whatever Black does: stalemate, or the pawn is lost.
    assert_eq!(chess("8/8/8/8/8/4k3/5p2/5K2 b - - 0 1", 4).0, Score::DRAW);
    // A rook ahead, but the next move completes fifty moves without progress.
    assert_eq!(chess("8/8/4k3/8/8/2K2R2/8/8 w - - 99 120", 3).0, Score::DRAW);
    // A queen ahead and stalemate threatens: it is not walked into.
    let (score, text) = chess("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", 3);
    assert!(score > Score(500), "{score} {text}");
}

#[test]
fn the_last_piece_of_checkers_is_taken() {
    let spec = Spec::new("checkers").with("position", "8/8/1A6/2B5/8/8/8/8 A");
    let playable = selforge_games::open(&spec, &NoFiles).unwrap();
    let mut player =
        Player::new(&AgentSpec::parse("alphabeta depth=3").unwrap(), &playable).unwrap();
    let report = choose(&mut player, &playable.game.start(), &[], 1);
    assert_eq!(report.score, Score::win_in(1));
}

fn final_value(outcome: &Outcome, seat: Seat) -> Score {
    match outcome.winner() {
        None => Score::DRAW,
        Some(winner) if winner == seat => Score::win_in(0),
        Some(_) => Score::loss_in(0),
    }
}

/// The plainest search there is: no window, no table, no order.
fn negamax<G: Game>(
    evaluator: &impl Evaluator<G>,
    game: &G,
    state: &G::State,
    seat: Seat,
    depth: u32,
) -> Score {
    if let Status::Over(outcome) = game.status(state) {
        return final_value(&outcome, seat);
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

/// Compares the search with the plain one at positions of random games.
fn compare<G: Game, E: Evaluator<G> + Copy>(evaluator: E, game: &G, depth: u32, positions: u32) {
    let mut stream = Stream::new(4, "plain search", 0);
    let mut state = game.start();
    for _ in 0..positions {
        for _ in 0..7 {
            match game.choose_move(&state, |count| stream.below(count)) {
                Some(mv) => game.play(&mut state, mv),
                None => state = game.start(),
            }
        }
        let Status::ToMove(seat) = game.status(&state) else { continue };
        let report = ask(evaluator, game, &state, depth);
        let mut moves = Vec::new();
        game.legal_moves(&state, &mut moves);
        // With one move there is nothing to think about, and decided games end a search early.
        if report.depth == depth && moves.len() > 1 {
            let plain = negamax(&evaluator, game, &state, seat, depth);
            assert_eq!(report.score, plain, "{state:?}");
        }
    }
}

#[test]
fn the_search_has_the_value_of_a_plain_one() {
    compare(Exchanges, &Chess::new(), 2, 12);
    let checkers = selforge_games::open(&Spec::new("checkers"), &NoFiles).unwrap();
    compare(Draughts, &*checkers.typed::<Checkers>().unwrap(), 4, 30);
}

/// The plain search asks the evaluator which moves are swaps. So that it does not ask in vain: those are
/// the moves that are written so.
#[test]
fn moves_that_exchange_the_sides_of_hex_are_known_as_such() {
    struct Swaps;
    impl GameVisitor for Swaps {
        type Output = u32;

        fn visit<G: Described>(self, game: Arc<G>) -> u32 {
            let (evaluator, mut stream) = (game.scores(), Stream::new(1, "swaps", 0));
            let (mut state, mut swaps) = (game.start(), 0);
            for _ in 0..12 {
                let mut moves = Vec::new();
                game.legal_moves(&state, &mut moves);
                for &mv in &moves {
                    let mut text = String::new();
                    game.write_move(&state, mv, &mut text).unwrap();
                    assert_eq!(evaluator.is_swap(&game, mv), text == "swap", "{text}");
                    swaps += u32::from(text == "swap");
                }
                // Not by a swap, after which there would be none any more.
                moves.retain(|&mv| !evaluator.is_swap(&game, mv));
                let Some(&mv) = stream.pick(&moves) else { break };
                game.play(&mut state, mv);
            }
            swaps
        }
    }
    let swaps = |spec: &str| {
        let playable = selforge_games::open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap();
        selforge_games::visit(&playable, Swaps)
    };
    assert_eq!(swaps("hex board=hex-7x7"), 1);
    assert_eq!(swaps("hex board=hex-7x7 swap=off"), 0);
}

fn choose(
    player: &mut Player,
    state: &selforge_core::AnyState,
    history: &[u64],
    seed: u64,
) -> Report<selforge_core::AnyMove> {
    let mut question = AnyQuestion {
        state,
        history,
        budget: None,
        stop: &Stop::default(),
        seed,
        progress: &mut |_| {},
    };
    player.choose(&mut question).unwrap()
}

/// The winner of a game between two players.
fn winner(spec: &str, players: [&str; 2], seed: u64) -> Option<Seat> {
    let playable = selforge_games::open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap();
    let mut seated =
        players.map(|name| Player::new(&AgentSpec::parse(name).unwrap(), &playable).unwrap());
    let game = Arc::new(playable.game);
    let mut timeline = Timeline::new(Arc::clone(&game));
    let mut history = Vec::new();
    while let Some(seat) = timeline.status().to_move() {
        let seed = seed * 1000 + history.len() as u64;
        let report = choose(&mut seated[seat.index()], timeline.state(), &history, seed);
        history.push(game.repetition_key(timeline.state()));
        timeline.act(seat, Action::Move(report.line[0])).unwrap();
    }
    timeline.result().unwrap().0.winner()
}

#[test]
fn every_kind_of_player_beats_random_play() {
    for spec in ["chess", "checkers", "hex board=hex-7x7", "loa"] {
        for player in ["alphabeta depth=3", "minimax depth=2", "mcts playouts=300"] {
            let won = winner(spec, [player, "random"], 1);
            assert_eq!(won, Some(Seat::FIRST), "{spec}: {player} plays first");
        }
        let won = winner(spec, ["random", "alphabeta depth=3"], 2);
        assert_eq!(won, Some(Seat::new(1)), "{spec}: alphabeta plays second");
    }
}

#[test]
fn knowing_the_game_beats_searching_without_knowledge() {
    /// Plays two games, one on each seat, against a search that sees nothing but the end.
    struct Compare;
    impl GameVisitor for Compare {
        type Output = ();

        fn visit<G: Described>(self, game: Arc<G>) {
            let budget = Budget { nodes: Some(1_000), ..Budget::default() };
            for knowing in Seat::all(2) {
                let mut players: [Box<dyn Agent<G>>; 2] = [
                    Box::new(AlphaBeta::new(game.scores(), Options::default())),
                    Box::new(Mcts::new(Blank, None)),
                ];
                let mut timeline = Timeline::new(Arc::clone(&game));
                let mut history = Vec::new();
                while let Some(seat) = timeline.status().to_move() {
                    let report = players[usize::from(seat != knowing)].choose(&mut Question {
                        game: &*game,
                        state: timeline.state(),
                        history: &history,
                        budget,
                        stop: &Stop::default(),
                        seed: history.len() as u64,
                        progress: &mut |_| {},
                    });
                    history.push(game.repetition_key(timeline.state()));
                    timeline.act(seat, Action::Move(report.line[0])).unwrap();
                }
                let won = timeline.result().unwrap().0.winner();
                assert_eq!(won, Some(knowing), "{game:?}");
            }
        }
    }
    for spec in ["hex board=hex-7x7 swap=off", "hex board=hex-12x12", "loa"] {
        let playable = selforge_games::open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap();
        selforge_games::visit(&playable, Compare);
    }
}

#[test]
fn the_swarm_says_that_it_knows_only_selfo() {
    let playable = selforge_games::open(&Spec::new("chess"), &NoFiles).unwrap();
    for name in ["swarm", "alphabeta eval=swarm"] {
        let refused = Player::new(&AgentSpec::parse(name).unwrap(), &playable).err().unwrap();
        assert!(refused.to_string().contains("only Selfo"), "{refused}");
    }
}

#[test]
fn monte_carlo_plays_games_to_their_end_where_the_evaluator_says_that_it_knows_nothing() {
    /// Knows nothing, and says so.
    struct Blind;
    impl<G: Game> Evaluator<G> for Blind {
        fn worths(&self, _: &G, _: &G::State) -> selforge_agents::Worths {
            Default::default()
        }

        fn is_blind(&self) -> bool {
            true
        }
    }
    /// What a search thinks of a game of Hex in which one side has the middle and the other the rim.
    struct Look;
    impl GameVisitor for Look {
        type Output = [Score; 2];

        fn visit<G: Described>(self, game: Arc<G>) -> [Score; 2] {
            let mut state = game.start();
            for text in ["d4", "a7", "c4", "g1", "d3", "a6", "e4", "g2", "d5", "a5"] {
                let mv = game.parse_move(&state, text).unwrap();
                game.play(&mut state, mv);
            }
            let mut players: [Box<dyn Agent<G>>; 2] =
                [Box::new(Mcts::new(Blind, Some(100))), Box::new(Mcts::new(Blank, Some(100)))];
            players.each_mut().map(|player| {
                let mut question = Question {
                    game: &*game,
                    state: &state,
                    history: &[],
                    budget: Budget::default(),
                    stop: &Stop::default(),
                    seed: 1,
                    progress: &mut |_| {},
                };
                player.choose(&mut question).score
            })
        }
    }
    let spec = Spec::parse("hex board=hex-7x7 swap=off").unwrap();
    let playable = selforge_games::open(&spec, &NoFiles).unwrap();
    let [played_out, not] = selforge_games::visit(&playable, Look);
    assert!(played_out > Score(150) && not < Score(50), "{played_out} {not}");
}
