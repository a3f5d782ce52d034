//! Votes by the real program.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

mod common;

use std::fs;

use common::{run, run_in};
use serde_json::Value;

const VOTES: &str = include_str!("../../lab/src/survey/table6.csv");

#[test]
fn the_published_votes_give_the_published_shares_and_exact_tests() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("votes.csv"), VOTES).unwrap();
    let value = run_in(home.path(), &["survey", "votes.csv", "--json"], "").json();
    let liked: Vec<f64> = value["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|g| g["liked"]["value"].as_f64().unwrap())
        .collect();
    assert_eq!(liked, [0.8, 0.7, 0.9, 0.1]);
    assert_eq!(value.get("paper"), None);
    let paper = run(&["survey", "--paper", "--json"]).json();
    assert_eq!(paper["games"], value["games"]);
    let first = &paper["paper"]["comparisons"][0];
    assert_eq!(
        (&first["printed_p"], &first["p"]),
        (&Value::from(0.165_282_466), &Value::from(0.021_484_4))
    );
    let text = run(&["survey", "--paper"]).ok();
    for part in ["80.0 %", "70.0 %", "90.0 %", "10.0 %", "0.0215", "0.1653", "none of these tests"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn metrics_are_read_from_tables_and_from_json() {
    let home = tempfile::tempdir().unwrap();
    let json = r#"{"game 1":{"d":3},"game 2":{"d":2},"game 3":{"d":{"value":4}},"game 4":{"d":1}}"#;
    fs::write(home.path().join("m.json"), json).unwrap();
    fs::write(home.path().join("m.csv"), "game,d\ngame 1,3\ngame 2,2\ngame 3,4\ngame 4,1\n")
        .unwrap();
    let read =
        |file| run_in(home.path(), &["survey", "--paper", "--metrics", file, "--json"], "").json();
    assert_eq!(read("m.json"), read("m.csv"));
    assert_eq!(read("m.csv")["correlations"][0]["rho"], 1.0);
}

#[test]
fn what_is_wrong_with_a_table_is_told_in_one_line_with_code_2() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("bad.csv"), "player,game,vote\nAda,Go,lik\n").unwrap();
    fs::write(home.path().join("good.csv"), "player,game,vote\nAda,Go,like\n").unwrap();
    fs::write(home.path().join("m.json"), "{\"Chess\":{\"d\":1}}").unwrap();
    let wrong: [(&[&str], &str); 6] = [
        (&["bad.csv"], "'bad.csv', line 2, column 3 (vote): 'lik' is no vote"),
        (&["missing.csv"], "cannot read 'missing.csv': there is no such file"),
        (&["/"], "it is a directory"),
        (&["/dev/zero"], "it is longer than 16 MiB"),
        (&["good.csv", "--metrics", "none.csv"], "cannot read 'none.csv'"),
        (&["good.csv", "--metrics", "m.json"], "'m.json', the votes are on Go"),
    ];
    for (arguments, expected) in wrong {
        let message = run_in(home.path(), &[&["survey"], arguments].concat(), "").error(2);
        assert!(message.contains(expected), "{arguments:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
    assert_eq!(run(&["survey"]).code, 2);
    assert_eq!(run(&["survey", "votes.csv", "--paper"]).code, 2);
}
