//! `selforge explain` on the real binary.

#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

mod common;

use common::run;

const SMALL: &str = "selfo board=hexhex-3 swap=off position=\"A1B/4/5/4/B1A A\"";
const WALLED: &str = "selfo board=hexhex-3 swap=off position=\"AB1/BB2/5/3A/B1A A\"";

#[test]
fn a_table_tells_the_paths_and_the_evaluation() {
    let out = run(&["explain", SMALL]).ok();
    assert!(out.contains("set A (seat A): 2 pieces in 2 groups"), "{out}");
    assert!(out.contains("group  path") && out.contains("A against B: +15"), "{out}");
    assert!(out.ends_with("A1B/4/5/4/B1A A\n"), "{out}");
}

#[test]
fn a_set_that_is_cut_off_is_told() {
    let out = run(&["explain", WALLED]).ok();
    assert!(out.contains("3 pieces in 2 groups, blocked") && out.contains("cut off"), "{out}");
    let value = run(&["explain", WALLED, "--json"]).json();
    let set = &value["sets"][0];
    assert_eq!(
        (set["blocked"].as_bool(), set["critical_paths"][0]["width"].as_u64()),
        (Some(true), Some(0))
    );
    assert!(set["critical_paths"][0]["moves_to_hold"].is_null());
    let parts = value["evaluations"][0]["parts"].as_array().unwrap();
    let sum: i64 = parts.iter().map(|part| part["difference"].as_i64().unwrap()).sum();
    assert_eq!(Some(sum), value["evaluations"][0]["total"].as_i64());
    assert_eq!(value["position"], "AB1/BB2/5/3A/B1A A");
}

#[test]
fn a_network_tells_which_pieces_it_counts_on_in_every_game_that_it_plays() {
    for (spec, pieces) in [(SMALL, 4), ("checkers", 24), ("loa", 24)] {
        let out = run(&["explain", spec, "--network"]).ok();
        assert!(out.starts_with("A to move, expects ") && out.contains("piece  set  points"));
        assert_eq!(out.lines().filter(|line| line.contains("  A    ")).count(), pieces / 2);
        let value = run(&["explain", spec, "--network", "--json"]).json();
        assert_eq!(value["pieces"].as_array().unwrap().len(), pieces);
        let points = |at: usize| value["pieces"][at]["points"].as_f64().unwrap();
        assert!((1..pieces).all(|at| points(at - 1) >= points(at)), "the most important first");
    }
    let error = run(&["explain", "chess", "--network"]).error(2);
    assert!(error.contains("no network judges 'chess'") && error.contains("expected"), "{error}");
    let error = run(&["explain", SMALL, "--network=none.net"]).error(2);
    assert!(error.contains("file 'none.net'"), "{error}");
}

#[test]
fn one_set_can_be_asked_for() {
    let value = run(&["explain", SMALL, "--set", "b", "--json"]).json();
    let letters: Vec<_> = value["sets"].as_array().unwrap().iter().map(|set| &set["set"]).collect();
    assert_eq!(letters, ["B"]);
    let error = run(&["explain", SMALL, "--set", "C"]).error(2);
    assert_eq!(error, "--set: there is no set 'C'; expected A or B");
}

#[test]
fn the_picture_has_tints_lines_and_targets_on_light_and_dark() {
    let picture = run(&["explain", SMALL, "--svg", "-"]).ok();
    assert_eq!(picture.matches("<polyline class=\"way way0\"").count(), 1);
    assert_eq!(picture.matches("class=\"target way0\"").count(), 1, "the set to move");
    let other = run(&["explain", SMALL, "--set", "B", "--svg", "-"]).ok();
    assert!(other.contains("class=\"target way1\"") && !other.contains("class=\"target way0\""));
    assert!(
        picture.contains("class=\"tint tint0\"") && picture.contains("prefers-color-scheme:dark")
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("heat.svg");
    let out = run(&["explain", SMALL, "--svg", file.to_str().unwrap()]).ok();
    assert!(out.contains("picture written to"), "{out}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), picture);
}

#[test]
fn what_cannot_be_explained_is_refused() {
    let error = run(&["explain", "chess"]).error(2);
    assert!(error.contains("expected Selfo"), "{error}");
    let error = run(&["explain", SMALL, "--position", "A1X/4/5/4/B1A A"]).error(2);
    assert!(error.contains("'X' is no piece"), "{error}");
}
