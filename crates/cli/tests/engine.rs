//! The engine protocol, from both sides: our engine asked by hand, and other programs as players.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

mod common;

use common::run_in;

/// The answers of `selforge engine` to these lines.
fn engine(typed: &str) -> String {
    let home = tempfile::tempdir().unwrap();
    run_in(home.path(), &["engine"], typed).ok()
}

#[test]
fn the_engine_greets_and_answers_with_a_move() {
    let answer = engine(
        "sgi\nisready\ngame selfo board=hexhex-3 position=\"AA1/4/1A3/4/B1B A\" swap=off\n\
         position start\ngo depth 3\n",
    );
    assert!(answer.contains("sgiok\nreadyok\n"), "{answer}");
    // Several first moves win at once.
    assert!(answer.contains("info depth 1 ") && answer.contains(" score 999999 "), "{answer}");
    assert!(answer.lines().last().unwrap().starts_with("bestmove "), "{answer}");
}

#[test]
fn moves_lead_on_from_a_position() {
    let answer = engine(
        "game selfo board=hexhex-3 position=\"A1B/4/5/4/B1A A\" swap=off\n\
         position start moves pass pass\ngo depth 1\nposition A1B/4/5/4/B1A B\ngo nodes 50\n",
    );
    assert!(answer.starts_with("error: the game is over: draw\n"), "{answer}");
    assert!(answer.lines().last().unwrap().starts_with("bestmove "), "{answer}");
}

#[test]
fn wrong_lines_are_answered_and_forgiven() {
    let answer = engine(
        "go\nhello\ngame shogi\ngame selfo board=hexhex-4\nposition XX A\ngo time\n\
         player nobody\nposition start\ngo depth 1\n",
    );
    let errors = answer.lines().filter(|line| line.starts_with("error: ")).count();
    assert_eq!(errors, 6, "{answer}");
    assert!(answer.lines().last().unwrap().starts_with("bestmove "), "{answer}");
}

#[test]
fn a_line_without_end_is_one_error_and_its_rest_no_command() {
    let long = "x".repeat(2_000_000);
    assert_eq!(engine(&format!("{long}\nisready\n")), "error: the line is too long\nreadyok\n");
    assert_eq!(engine(&long), "error: the line is too long\n");
    let word = engine(&format!("{}\n", "y".repeat(1000)));
    assert_eq!(word, format!("error: unknown command '{}'\n", "y".repeat(40)));
}

/// A match of `random` against a program that runs this shell script; gives the JSON.
fn match_against(script: &str) -> serde_json::Value {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("engine.sh");
    std::fs::write(&path, script).unwrap();
    let players = format!("random; external cmd=\"sh {}\" time=10ms", path.display());
    let spec = "selfo board=hexhex-3 pieces=4";
    let arguments =
        ["arena", spec, "--players", &players, "--games", "2", "--json", "--out", "run"];
    let value = run_in(home.path(), &arguments, "").json();
    assert_eq!(value["players"][1]["losses"], 2, "{value}");
    let record = std::fs::read_to_string(home.path().join("run/records/0001.sgr")).unwrap();
    serde_json::json!({ "record": record })
}

#[test]
fn a_program_that_plays_nonsense_loses_with_the_reason_in_the_record() {
    let greet = "while read a b; do case $a in sgi) echo sgiok;; isready) echo readyok;;";
    let illegal = match_against(&format!("{greet} go) echo bestmove z9-z8;; esac; done\n"));
    assert!(illegal["record"].as_str().unwrap().contains("forfeits: illegal move 'z9-z8'"));
    let crash = match_against(&format!("{greet} go) exit 3;; esac; done\n"));
    assert!(crash["record"].as_str().unwrap().contains("forfeits: the program ended"));
    // A flood without a line end is no answer, and no reason to wait for longer.
    let flood = "head -c 300000 /dev/zero | tr \\\\0 x; echo";
    let loud = match_against(&format!("{greet} go) {flood}; echo bestmove z9-z8;; esac; done\n"));
    assert!(loud["record"].as_str().unwrap().contains("forfeits: illegal move"), "{loud}");
    let silent = match_against(&format!("{greet} esac; done\n"));
    assert!(silent["record"].as_str().unwrap().contains("forfeits: no answer in time"));
}

#[test]
fn our_own_engine_plays_as_another_program() {
    let home = tempfile::tempdir().unwrap();
    let own = env!("CARGO_BIN_EXE_selforge");
    let players = format!("random; external cmd=\"{own} engine\" depth=1");
    let spec = "selfo board=hexhex-3 pieces=4";
    let arguments = ["arena", spec, "--players", &players, "--games", "2", "--json"];
    let value = run_in(home.path(), &arguments, "").json();
    assert_eq!(value["players"][1]["losses"], 0, "{value}");
}
