//! Learning by the real program.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

mod common;

use std::fs;
use std::process::Stdio;

use common::{command, run, run_in};
use serde_json::Value;

const SMALL: [&str; 13] = [
    "learnability",
    "rulespace",
    "game=paper-3",
    "--seeds",
    "2",
    "--iterations",
    "2",
    "--parents",
    "2",
    "--opponents",
    "2",
    "--games",
    "2",
];

#[test]
fn a_course_is_told_as_text_as_data_and_as_a_picture() {
    let home = tempfile::tempdir().unwrap();
    let learn = |more: &[&str]| run_in(home.path(), &[&SMALL, more].concat(), "");
    let one = learn(&["--json", "--threads", "1", "--svg", "curve.svg"]).json();
    assert_eq!(one, learn(&["--json", "--threads", "2"]).json());
    assert_eq!(one["lessons"].as_array().unwrap().len(), 2);
    assert_eq!(one["summary"]["of"], 2);
    assert!(fs::read_to_string(home.path().join("curve.svg")).unwrap().starts_with("<svg"));
    let text = learn(&[]).ok();
    assert!(text.contains("networks 64-91-40-10-1 (10016 weights)"), "{text}");
    assert!(text.contains("iterations until one beats all others: "), "{text}");
}

#[test]
fn a_network_that_was_learned_is_kept_and_plays() {
    let home = tempfile::tempdir().unwrap();
    let learn = |more: &[&str]| run_in(home.path(), &[&SMALL, more].concat(), "");
    let told = learn(&["--json", "--out", "learned"]).json();
    let kept = fs::read_to_string(home.path().join("learned/learnability.json")).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&kept).unwrap()["lessons"], told["lessons"]);
    let network = fs::read(home.path().join("learned/population-2.net")).unwrap();
    learn(&["--out", "learned"]).ok();
    assert_eq!(fs::read(home.path().join("learned/population-2.net")).unwrap(), network, "again");
    let other = learn(&["--seed", "1", "--out", "learned"]).error(2);
    assert!(other.contains("the seed is '0' there and '1' here"), "{other}");
    let arena = |game: &str, player: &str| {
        let players = format!("{player}; random");
        run_in(home.path(), &["arena", game, "--players", &players, "--games", "4", "--json"], "")
    };
    let player = "network file=learned/population-2.net";
    let result = arena("rulespace game=paper-3", player).json();
    assert!(result.to_string().contains("population-2.net"), "{result}");
    let wrong = [
        ("rulespace game=paper-3", &*format!("{player} nodes=9"), "looks one ply ahead"),
        ("checkers", player, "is for rulespace; expected one for checkers"),
        (
            "rulespace game=paper-3",
            "greedy eval=learned/population-2.net",
            "cannot be searched with",
        ),
    ];
    for (game, player, expected) in wrong {
        let message = arena(game, player).error(2);
        assert!(message.contains(expected), "{message}");
    }
    fs::write(home.path().join("learned/population-1.net"), &network[..400]).unwrap();
    let message = arena("rulespace game=paper-3", "network file=learned/population-1.net").error(2);
    assert!(message.contains("the check sum is wrong"), "{message}");
}

#[test]
fn wrong_input_is_explained_in_one_line_with_code_2() {
    let wrong: [(&[&str], &str); 6] = [
        (&["shogi"], "there is no game 'shogi'"),
        (&["selfo", "seats=3"], "expected a game for two"),
        (&["selfo", "board=plane"], "expected a finite board"),
        (&["checkers", "--seeds", "0"], "0 seeds; expected 1 to 1000"),
        (&["checkers", "--parents", "2"], "5 opponents for 4 individuals; expected 1 to 3"),
        (&["checkers", "--svg", "/no/such/x.svg"], "there is no such directory"),
    ];
    for (arguments, expected) in wrong {
        let message = run(&[&["learnability"], arguments].concat()).error(2);
        assert!(message.contains(expected), "{arguments:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    assert_eq!(run(&["learnability", "checkers", "--beat", "nobody"]).code, 2);
}

/// Whether a process watches for Ctrl-C by now.
#[cfg(target_os = "linux")]
fn hears_ctrl_c(id: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
    u64::from_str_radix(caught.trim(), 16).unwrap() >> 1 & 1 == 1
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_a_course_with_code_130() {
    let mut child = command()
        .args(["learnability", "checkers", "--iterations", "100000", "--json"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    while !hears_ctrl_c(child.id()) {
        assert_eq!(child.try_wait().unwrap(), None, "it ended by itself");
        std::thread::yield_now();
    }
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["complete"], false);
}
