//! `selforge metrics` of the real binary.

mod common;

use common::run;

const ALL: [&str; 13] = [
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
    assert!(out.starts_with("checkers\n2 games of each kind, seed 0, engine alphabeta"), "{out}");
    assert!(out.contains("\n  duration ") && out.contains("\n  usability "), "{out}");
    assert!(!out.contains("balance"), "{out}");
}

#[test]
fn wrong_input_is_refused_in_one_line() {
    let refused = |arguments: &[&str]| run(&[&["metrics"], arguments].concat()).error(2);
    assert!(refused(&["checkers", "--only", "durration"]).contains("did you mean 'duration'?"));
    assert!(refused(&["checkers", "--games", "0"]).contains("expected 1 to 1000000"));
    assert!(refused(&["selfo", "seats=3"]).ends_with("expected a game for two"));
    assert!(refused(&["checkers", "--engine", "alphabta"]).contains("alphabeta"));
}
