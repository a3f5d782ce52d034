//! `selforge metrics` of the real binary.

mod common;

use common::{run, run_in};

const ALL: [&str; 16] = [
    "duration",
    "intelligence",
    "dynamism",
    "usability",
    "balance",
    "completion",
    "draws",
    "decision_moves",
    "coverage",
    "branching",
    "lead_changes",
    "drama",
    "iida",
    "cell_entropy",
    "uncertainty",
    "skill_trace",
];

#[test]
fn json_has_every_metric_with_its_interval_and_is_the_same_on_any_number_of_threads() {
    let arguments =
        ["metrics", "rulespace", "game=paper-2", "--games", "4", "--seed", "5", "--json"];
    let with = |threads| run(&[&arguments[..], &["--threads", threads]].concat()).json();
    let value = with("1");
    assert_eq!(value, with("2"));
    assert_eq!(value["spec"], "rulespace game=paper-2");
    assert_eq!((value["games"].as_u64(), value["seed"].as_u64()), (Some(4), Some(5)));
    for name in ALL {
        let number = |end: &str| value[name][end].as_f64().expect(name);
        assert!(number("low") <= number("value") && number("value") <= number("high"), "{name}");
    }
    assert_eq!(value["skill_trace"]["rungs"].as_array().map(Vec::len), Some(4));
}

#[test]
fn the_table_has_a_line_for_each_metric_that_was_asked_for() {
    let out = run(&["metrics", "checkers", "--games", "2", "--only", "usability,duration"]).ok();
    assert!(
        out.starts_with("checkers\n2 games of each kind, seed 0, one start, engine alphabeta"),
        "{out}"
    );
    assert!(out.contains("\n  duration ") && out.contains("\n  usability "), "{out}");
    assert!(!out.contains("balance"), "{out}");
}

#[test]
fn wrong_input_is_refused_in_one_line() {
    let refused = |arguments: &[&str]| run(&[&["metrics"], arguments].concat()).error(2);
    assert!(refused(&["checkers", "--only", "durration"]).contains("did you mean 'duration'?"));
    assert!(refused(&["checkers", "--games", "0"]).contains("expected 1 to 100000"));
    assert!(refused(&["checkers", "--starts", "0"]).contains("expected 1 to 1000"));
    assert!(refused(&["checkers; shogi"]).contains("there is no game 'shogi'"));
    assert!(refused(&["checkers", "--engine", "alphabta"]).contains("alphabeta"));
}

#[test]
fn several_games_stand_beside_each_other_and_leave_all_their_games() {
    let home = tempfile::tempdir().unwrap();
    let arguments = [
        "metrics",
        "selfo board=hexhex-3; selfo board=hexhex-3 seats=3; checkers",
        "--games",
        "2",
        "--only",
        "balance,draws,duration",
        "--engine",
        "paranoid nodes=40",
        "--out",
        "table",
    ];
    let out = run_in(home.path(), &arguments, "").ok();
    assert!(out.starts_with("(1) selfo board=hexhex-3, 2 starts\n(2) "), "{out}");
    assert!(out.contains("\nbalance ") && out.contains("(3)"), "{out}");
    let read = |name: &str| std::fs::read_to_string(home.path().join("table").join(name)).unwrap();
    assert_eq!(read("games.csv").lines().count(), 1 + 3 * (2 + 2));
    assert_eq!(read("metrics.csv").lines().count(), 1 + 3 * 3);
    assert!(read("metrics.tex").contains("balance & "), "{}", read("metrics.tex"));
    for record in ["1/engine-0001.sgr", "2/random-0002.sgr", "3/engine-0002.sgr"] {
        run_in(home.path(), &["check", &format!("table/records/{record}")], "").ok();
    }
    let again = run_in(home.path(), &[&arguments[..], &["--json"]].concat(), "").json();
    assert_eq!(again.as_array().map(Vec::len), Some(3));
    assert_eq!(again[1]["balance"]["seat_scores"].as_array().map(Vec::len), Some(3));
    let other = run_in(home.path(), &[&arguments[..], &["--seed", "9"]].concat(), "").error(2);
    assert!(other.contains("the seed is '0' there and '9' here"), "{other}");
}
