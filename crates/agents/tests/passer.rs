//! Players of Selfo against an opponent who does nothing but pass: they walk home, and take no draw for it.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

use std::sync::Arc;

use selforge_agents::{AgentSpec, AnyQuestion, Player, Stop};
use selforge_core::{Action, AnyGame, AnyMove, Game, Seat, Spec, Status, Timeline};
use selforge_games::NoFiles;

fn begin(spec: &str, player: &str) -> (Timeline<AnyGame>, Player) {
    let playable = selforge_games::open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap();
    let player = Player::new(&AgentSpec::parse(player).unwrap(), &playable).unwrap();
    (Timeline::new(Arc::new(playable.game.clone())), player)
}

fn named(timeline: &Timeline<AnyGame>, name: &str) -> AnyMove {
    timeline.game().parse_move(timeline.state(), name).unwrap()
}

fn ask(player: &mut Player, timeline: &Timeline<AnyGame>, seed: u64) -> AnyMove {
    let mut question = AnyQuestion {
        state: timeline.state(),
        history: timeline.keys(),
        budget: None,
        stop: &Stop::default(),
        seed,
        progress: &mut |_| {},
    };
    player.choose(&mut question).unwrap().line[0]
}

/// The number of its moves after which a player has connected.
fn moves_to_connect(player: &str, spec: &str, most: u32) -> Option<u32> {
    let (mut timeline, mut player) = begin(spec, player);
    let mut moves = 0;
    while let Status::ToMove(mover) = timeline.status() {
        let mv = if mover == Seat::FIRST {
            moves += 1;
            ask(&mut player, &timeline, u64::from(moves))
        } else {
            named(&timeline, "pass")
        };
        timeline.act(mover, Action::Move(mv)).unwrap();
        if moves == most {
            break;
        }
    }
    let winner = timeline.result().and_then(|(outcome, _)| outcome.winner());
    (winner == Some(Seat::FIRST)).then_some(moves)
}

#[test]
fn chemotaxis_always_connects_and_the_swarm_mostly() {
    const STARTS: usize = 64;
    let connected = |player: &str| {
        let starts = (1..=STARTS).map(|seed| format!("selfo seed={seed} swap=off"));
        starts.filter(|spec| moves_to_connect(player, spec, 60).is_some()).count()
    };
    assert_eq!(connected("chemotaxis"), STARTS);
    // What is left of the rest walks about on a plateau of its score.
    let (moving, passing) = (connected("swarm"), connected("swarm pass=allowed"));
    assert!(moving > passing && moving * 10 > STARTS * 8, "{moving} and {passing} of {STARTS}");
}

/// A position in which three pieces of A lock one of B up and have to let it go to connect.
const LOCK: &str =
    "selfo swap=off position=\"B5/1B5/8/3A3A1/A1B1B3A1/BA2BBB1AB1/A2B3A2/4AAA2/A2B2B1/7/6 A\"";

#[test]
fn a_step_counts_for_monte_carlo_where_it_is_far_ahead() {
    // With estimates that all look like a sure win it walked about, and back and forth until that was a draw.
    let starts = (1..=12).map(|seed| format!("selfo seed={seed} swap=off"));
    let connected = |spec: &String| moves_to_connect("mcts playouts=1000", spec, 60).is_some();
    let count = starts.filter(connected).count();
    assert!(count >= 9, "{count} of 12");
}

#[test]
fn whoever_could_win_lets_go_of_a_lock() {
    // A plain walk takes eighteen moves.
    for player in ["network nodes=60", "greedy view=own", "alphabeta nodes=20000"] {
        let moves = moves_to_connect(player, LOCK, 50);
        assert!(moves.is_some(), "{player} holds on to it");
    }
}

#[test]
fn whoever_passes_is_not_given_a_draw_for_it() {
    // In these starts the search is behind after its first move, and an opponent's pass offers a draw.
    for seed in [3, 7, 11, 18] {
        for player in ["alphabeta nodes=10000", "network nodes=30", "mcts playouts=300"] {
            let (mut timeline, mut player) = begin(&format!("selfo seed={seed} swap=off"), player);
            let mv = ask(&mut player, &timeline, 1);
            timeline.act(Seat::FIRST, Action::Move(mv)).unwrap();
            timeline.act(Seat::new(1), Action::Move(named(&timeline, "pass"))).unwrap();
            let mv = ask(&mut player, &timeline, 2);
            assert_ne!(mv, named(&timeline, "pass"), "start {seed}");
        }
    }
}

#[test]
fn whoever_is_walled_in_takes_the_draw_that_a_pass_offers() {
    // The piece on a1 cannot get out while B stands still: a draw is the best that A can have.
    let spec = "selfo swap=off board=hexhex-3 position=\"B1A/4/5/BB2/AB1 B\"";
    let (mut timeline, mut player) = begin(spec, "alphabeta nodes=100");
    timeline.act(Seat::new(1), Action::Move(named(&timeline, "pass"))).unwrap();
    assert_eq!(ask(&mut player, &timeline, 1), named(&timeline, "pass"));
}
