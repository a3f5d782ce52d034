//! Players on the board without a rim.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

use std::sync::Arc;

use selforge_agents::{AgentSpec, AnyQuestion, Player, Report, Stop};
use selforge_core::{Action, AnyGame, AnyMove, Game, Seat, Spec, Status, Timeline};
use selforge_games::{NoFiles, Playable};

fn open(spec: &str) -> Playable {
    selforge_games::open(&Spec::parse(spec).unwrap(), &NoFiles).unwrap()
}

fn ask(player: &str, playable: &Playable, timeline: &Timeline<AnyGame>) -> Report<AnyMove> {
    let mut seated = Player::new(&AgentSpec::parse(player).unwrap(), playable).unwrap();
    let mut question = AnyQuestion {
        state: timeline.state(),
        history: timeline.keys(),
        budget: None,
        stop: &Stop::default(),
        seed: u64::from(timeline.plies()),
        progress: &mut |report| assert!(!report.line.is_empty()),
    };
    seated.choose(&mut question).unwrap()
}

/// Who wins a game of two players on the plane.
fn winner(players: [&str; 2], spec: &str) -> Option<Seat> {
    let playable = open(spec);
    let mut timeline = Timeline::new(Arc::new(playable.game.clone()));
    while let Status::ToMove(mover) = timeline.status() {
        let report = ask(players[mover.index()], &playable, &timeline);
        timeline.act(mover, Action::Move(report.line[0])).unwrap();
    }
    timeline.result().and_then(|(outcome, _)| outcome.winner())
}

#[test]
fn the_search_beats_chance_on_the_plane() {
    for seed in 0..6 {
        let spec = format!("selfo board=plane pieces=8 seed={seed}");
        assert_eq!(winner(["alphabeta nodes=500", "random"], &spec), Some(Seat::FIRST), "{spec}");
        let second = Seat::new(1);
        assert_eq!(winner(["random", "alphabeta nodes=500"], &spec), Some(second), "{spec}");
    }
}

#[test]
fn every_player_that_judges_positions_plays_on_the_plane() {
    let spec = "selfo board=plane pieces=5 seed=2 swap=off";
    for player in ["swarm", "chemotaxis", "greedy view=own", "minimax depth=2", "mcts playouts=50"]
    {
        assert_eq!(winner([player, "random"], spec), Some(Seat::FIRST), "{player}");
    }
    let three = open("selfo board=plane pieces=4 seats=3 length=2 special=1");
    let timeline = Timeline::new(Arc::new(three.game.clone()));
    for player in ["paranoid nodes=300", "swarm variety=3", "random"] {
        let report = ask(player, &three, &timeline);
        assert!(three.game.is_legal(timeline.state(), report.line[0]), "{player}");
    }
}

#[test]
fn a_line_of_play_on_the_plane_is_legal_from_move_to_move() {
    let playable = open("selfo board=plane pieces=6 seed=5");
    let timeline = Timeline::new(Arc::new(playable.game.clone()));
    let report = ask("alphabeta depth=3", &playable, &timeline);
    let mut state = timeline.state().clone();
    assert!(report.line.len() > 1, "{report:?}");
    for mv in report.line {
        assert!(playable.game.is_legal(&state, mv));
        playable.game.play(&mut state, mv);
    }
}

#[test]
fn pieces_that_no_board_has_room_for_walk_towards_each_other() {
    let playable = open("selfo board=plane swap=off position=\"w500n0:A999B/B999A A\"");
    let timeline = Timeline::new(Arc::new(playable.game.clone()));
    let report = ask("swarm", &playable, &timeline);
    let text = playable.move_text(timeline.state(), report.line[0]);
    let nearer = ["w500n0-w499", "e500s1-e499"];
    assert!(nearer.iter().any(|start| text.starts_with(start)), "{text}");
}
