//! Many games at once, and a server that is killed in the middle of them: the load test in small.

mod common;

use common::run;

#[test]
fn a_hundred_games_survive_a_server_that_is_killed_twice_and_nothing_is_lost() {
    let report = run(&[
        "load",
        "--games",
        "100",
        "--together",
        "10",
        "--kills",
        "2",
        "--pace",
        "100",
        "--seconds",
        "60",
        "--game",
        "selfo board=hexhex-3 plies=16",
        "--json",
    ]);
    let report = report.json();
    assert_eq!(report["verified"], true, "{report}");
    assert_eq!((report["games"].as_u64(), report["kills"].as_u64()), (Some(100), Some(2)));
    // The players of games that were not over came back, and went on.
    assert!(report["reconnections"].as_u64() > Some(100), "{report}");
    assert!(report["moves"].as_u64() >= Some(600), "{report}");
}

#[test]
fn a_server_that_cannot_play_the_game_is_told_of() {
    let message = run(&["load", "--games", "1", "--game", "selfo board=hexhex-99"]).error(1);
    assert!(message.contains("422"), "{message}");
}

#[test]
fn more_games_at_one_screen_than_games_are_refused() {
    let message = run(&["load", "--games", "2", "--together", "3"]).error(2);
    assert!(message.contains("expected at most 2"), "{message}");
}

#[test]
fn a_run_in_which_nothing_was_played_fails() {
    let arguments = ["load", "--games", "1", "--seconds", "1", "--pace", "600000"];
    let message = run(&arguments).error(1);
    assert!(message.contains("no move was played in 1 s"), "{message}");
}

#[test]
fn honest_games_are_whole_beside_somebody_who_sends_nonsense() {
    let report = run(&[
        "load",
        "--games",
        "4",
        "--pace",
        "20",
        "--seconds",
        "3",
        "--again",
        "--abuse",
        "junk",
        "--game",
        "selfo board=hexhex-3 plies=4",
        "--json",
    ]);
    let report = report.json();
    assert_eq!(report["verified"], true, "{report}");
    assert!(report["games"].as_u64() > Some(4), "others follow: {report}");
    assert!(report["abuse"]["answers"].as_u64() > Some(0), "{report}");
}
