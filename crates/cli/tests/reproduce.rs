//! The thesis's simulations by the real program: done, killed, gone on with, refused.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

mod common;

use std::fs;
use std::path::Path;
use std::process::Stdio;

use common::{command, run, run_in};
use serde_json::Value;

/// A study of one setup with as few games as there can be.
const STUDY: [&str; 8] =
    ["reproduce", "thesis", "--setups", "1", "--games", "2", "--engine", "alphabeta depth=1"];

fn study(directory: &Path, more: &[&str]) -> common::Run {
    run_in(directory, &[&STUDY, more].concat(), "")
}

/// The files of a study that no clock changes, and the results of its matches.
fn repeatable(folder: &Path) -> Vec<String> {
    let mut files: Vec<_> = ["results.json", "results.csv"].map(|name| folder.join(name)).into();
    let mut matches: Vec<_> =
        fs::read_dir(folder.join("setup-1")).unwrap().map(|it| it.unwrap().path()).collect();
    matches.sort();
    assert_eq!(matches.len(), 9);
    files.extend(matches.iter().map(|it| it.join("results.csv")));
    files.iter().map(|file| fs::read_to_string(file).unwrap()).collect()
}

#[test]
fn one_command_gives_a_folder_with_a_report_data_and_records() {
    let home = tempfile::tempdir().unwrap();
    let value = study(home.path(), &["--out", "study", "--json", "--figures", "figures"]).json();
    let figures = fs::read_dir(home.path().join("figures")).unwrap();
    let endings: Vec<_> =
        figures.filter_map(|it| Some(it.unwrap().path().extension()?.to_owned())).collect();
    for ending in ["svg", "pdf", "csv", "tex"] {
        assert!(endings.iter().any(|it| it == ending), "{ending}");
    }
    let setup = &value["setups"][0];
    assert_eq!(setup["printed"]["black"], 9);
    let matches = setup["matches"].as_array().unwrap();
    let games = |name: &str| {
        let it = matches.iter().find(|it| it["name"] == name).unwrap();
        let count = |key: &str| it[key]["count"].as_u64().unwrap();
        let parts = ["black", "white", "drawn"].map(count);
        assert_eq!(parts.iter().sum::<u64>(), it["games"].as_u64().unwrap(), "{name}");
        parts.iter().sum::<u64>()
    };
    assert_eq!((games("swarm-as-printed"), games("swarm"), games("engine-swarm")), (20, 2, 2));
    assert_eq!(value["depth"].as_array().unwrap().len(), 4);
    let total: u64 = matches.iter().map(|it| it["games"].as_u64().unwrap()).sum();
    assert_eq!(value["all_games"], total);
    for claim in value["claims"].as_array().unwrap() {
        let verdict = claim["verdict"].as_str().unwrap();
        let of_setup = claim["claim"].as_str().unwrap().contains("etup ");
        match of_setup {
            true => assert_eq!(verdict, "not testable", "{claim}"),
            false => assert!(["holds", "fails", "open"].contains(&verdict), "{claim}"),
        }
    }
    assert!(value["times"]["setups"][0]["matches"][0]["move_ms"]["mean"].is_number());
    let folder = home.path().join("study");
    let written: Value =
        serde_json::from_str(&fs::read_to_string(folder.join("results.json")).unwrap()).unwrap();
    assert_eq!(written["setups"], value["setups"]);
    assert_eq!(written.get("times"), None);
    let csv = fs::read_to_string(folder.join("results.csv")).unwrap();
    assert_eq!(csv.lines().count(), 1 + 1 + matches.len());
    assert!(csv.contains("1,thesis,swarm,swarm,20,9,11,0,"), "{csv}");
    let records = folder.join("setup-1/swarm-as-printed/records");
    assert_eq!(fs::read_dir(&records).unwrap().count(), 20);
    run_in(&records, &["check", "0001.sgr", "0020.sgr"], "").ok();
    let html = fs::read_to_string(folder.join("report.html")).unwrap();
    for part in [
        "reconstructions",
        "are not testable",
        "Move time over the game",
        "the parts make 21",
        "<svg",
    ] {
        assert!(html.contains(part), "{part}");
    }
    // Pictures are part of the page, and nothing else is fetched or run.
    assert!(html.matches("src=").count() >= 2);
    assert_eq!(html.matches("src=").count(), html.matches("src=\"data:image/svg+xml,").count());
    for outside in ["href=", "url(http", "@import", "<script"] {
        assert!(!html.contains(outside), "{outside}");
    }
}

#[test]
fn the_number_of_threads_changes_no_figure() {
    let home = tempfile::tempdir().unwrap();
    study(home.path(), &["--out", "one", "--threads", "1"]).ok();
    study(home.path(), &["--out", "two", "--threads", "2"]).ok();
    assert_eq!(repeatable(&home.path().join("one")), repeatable(&home.path().join("two")));
}

#[test]
fn a_study_that_was_killed_goes_on_and_ends_in_the_same_figures() {
    let home = tempfile::tempdir().unwrap();
    let mut child = command()
        .args([&STUDY[..], &["--out", "study", "--threads", "1"]].concat())
        .current_dir(home.path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let folder = home.path().join("study");
    // The matches of depths come after those of the swarm: some are done then, and some are not.
    let log = |name: &str| folder.join("setup-1").join(name).join("games.jsonl");
    while fs::read_to_string(log("depth-2-1")).map_or(0, |text| text.lines().count()) < 1 {
        assert_eq!(child.try_wait().unwrap(), None, "it ended before it could be killed");
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!folder.join("report.html").exists());
    let before = fs::read(log("swarm-as-printed")).unwrap();
    study(home.path(), &["--out", "study"]).ok();
    // Games have times, so games that were played again would be other bytes.
    assert_eq!(fs::read(log("swarm-as-printed")).unwrap(), before);
    study(home.path(), &["--out", "fresh"]).ok();
    assert_eq!(repeatable(&folder), repeatable(&home.path().join("fresh")));
}

#[test]
fn a_folder_of_something_else_is_refused() {
    let home = tempfile::tempdir().unwrap();
    study(home.path(), &["--out", "study"]).ok();
    let message = study(home.path(), &["--out", "study", "--seed", "5"]).error(2);
    assert!(message.contains("holds another run: --seed is '0' there and '5' here"), "{message}");
    let arena = ["arena", "selfo", "board=hexhex-3", "--players", "random; random", "--games", "2"];
    run_in(home.path(), &[&arena[..], &["--out", "match"]].concat(), "").ok();
    let message = study(home.path(), &["--out", "match"]).error(2);
    assert!(message.contains("'arena' there and 'reproduce thesis' here"), "{message}");
    let message = run_in(home.path(), &[&arena[..], &["--out", "study"]].concat(), "").error(2);
    assert!(message.contains("'reproduce thesis' there and 'arena' here"), "{message}");
    fs::create_dir(home.path().join("letters")).unwrap();
    fs::write(home.path().join("letters/dear.txt"), "Dear").unwrap();
    let message = study(home.path(), &["--out", "letters"]).error(2);
    assert!(message.contains("is not empty and holds no run"), "{message}");
    assert_eq!(fs::read_dir(home.path().join("letters")).unwrap().count(), 1);
}

/// Arguments after `reproduce thesis`, and a part of the message.
const WRONG: &[(&[&str], &str)] = &[
    (&["--games", "3"], "an even number from 2"),
    (&["--games", "0"], "an even number from 2"),
    (&["--setups", "6"], "some of 1,2,3,4,5"),
    (&["--setups", "1,1"], "some of 1,2,3,4,5"),
    (&["--engine", "alphabta"], "did you mean 'alphabeta'?"),
    (&["--engine", "alphabeta time=50ms"], "a clock decides"),
];

#[test]
fn wrong_options_are_explained_before_the_first_game() {
    let home = tempfile::tempdir().unwrap();
    for (arguments, expected) in WRONG {
        let all = [&["reproduce", "thesis"], *arguments, &["--out", "study"]].concat();
        let message = run_in(home.path(), &all, "").error(2);
        assert!(message.contains(expected), "{arguments:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(!home.path().join("study").exists(), "{arguments:?}");
    }
    assert_eq!(run(&["reproduce", "thesis", "--quick", "--games", "4"]).code, 2);
    assert_eq!(run(&["reproduce", "novel"]).code, 2);
}

#[test]
fn the_claims_of_the_report_are_measured_by_one_command() {
    let home = tempfile::tempdir().unwrap();
    let study = ["reproduce", "report", "--quick", "--engine", "alphabeta nodes=50"];
    let study = [&study[..], &["--weaker", "greedy", "--out", "study"]].concat();
    let text = run_in(home.path(), &study, "").ok();
    for part in ["half drawn at", "2 against 1", "10 against 11", "hexhex-3", "report: study"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let html = fs::read_to_string(home.path().join("study/report.html")).unwrap();
    assert!(html.contains("Sixteen pawns on a chess board") && html.contains("<svg"));
    let again = run_in(home.path(), &[&study[..], &["--json"]].concat(), "").json();
    assert_eq!(again["claims"].as_array().unwrap().len(), 10);
    let other = [&study[..], &["--seed", "3"]].concat();
    let message = run_in(home.path(), &other, "").error(2);
    assert!(message.contains("--seed is '0' there and '3' here"), "{message}");
    let timed = ["reproduce", "report", "--weaker", "alphabeta time=1s", "--out", "timed"];
    assert!(run_in(home.path(), &timed, "").error(2).contains("a clock decides its moves"));
}
