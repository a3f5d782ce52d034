//! Matches and analyses by the real program: repeated, killed, resumed, refused.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

mod common;

use std::fs;
use std::path::Path;
use std::process::Stdio;

use common::{command, run, run_in};
use serde_json::Value;

const MATCH: [&str; 7] =
    ["arena", "selfo", "board=hexhex-4", "--players", "alphabeta depth=2; greedy", "--seed", "3"];

fn arena(directory: &Path, more: &[&str]) -> common::Run {
    run_in(directory, &[&MATCH, more].concat(), "")
}

/// All files whose bytes a clock does not change.
fn repeatable(folder: &Path) -> Vec<(String, String)> {
    let mut files: Vec<_> =
        fs::read_dir(folder.join("records")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.extend(["results.json", "results.csv"].map(|name| folder.join(name)));
    files.sort();
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    files.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}

#[test]
fn an_arena_counts_wins_draws_and_losses_and_keeps_everything() {
    let home = tempfile::tempdir().unwrap();
    let options = ["--games", "10", "--json", "--out", "run", "--csv", "g.csv", "--html", "r.html"];
    let value = arena(home.path(), &options).json();
    let players = value["players"].as_array().unwrap();
    let count = |player: &Value, key: &str| player[key].as_u64().unwrap();
    assert_eq!(players.len(), 2);
    assert_eq!(players[0]["spec"], "alphabeta depth=2");
    for player in players {
        let all = ["wins", "draws", "losses"].map(|key| count(player, key));
        assert_eq!(all.iter().sum::<u64>(), 10);
        let blocked = &player["blocked"];
        assert!(blocked["count"].as_u64().unwrap() <= 10 && blocked["interval"].is_object());
        assert!((0.0..=1.0).contains(&player["blocked_plies"].as_f64().unwrap()));
    }
    assert_eq!(count(&players[0], "wins"), count(&players[1], "losses"));
    assert_eq!(value["games"], 10);
    assert!(value["times"]["players"][0]["move_ms"]["mean"].is_number());
    let folder = home.path().join("run");
    for name in ["manifest.json", "games.jsonl", "results.json", "results.csv", "times.json"] {
        assert!(folder.join(name).is_file(), "{name}");
    }
    assert_eq!(fs::read_dir(folder.join("records")).unwrap().count(), 10);
    let csv = fs::read_to_string(home.path().join("g.csv")).unwrap();
    assert_eq!(csv, fs::read_to_string(folder.join("results.csv")).unwrap());
    assert_eq!(csv.lines().count(), 11);
    assert!(csv.lines().next().unwrap().ends_with(",blocked_plies_a,blocked_plies_b"), "{csv}");
    let html = fs::read_to_string(home.path().join("r.html")).unwrap();
    assert!(html.contains("<svg") && html.contains("Time per move"));
    for outside in ["src=", "href=", "url(", "@import"] {
        assert!(!html.contains(outside), "{outside}");
    }
    let checked = run_in(&folder.join("records"), &["check", "0001.sgr", "0010.sgr"], "").ok();
    assert_eq!(checked.matches(": ok, ").count(), 2);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let home = tempfile::tempdir().unwrap();
    arena(home.path(), &["--games", "12", "--threads", "1", "--out", "one"]).ok();
    arena(home.path(), &["--games", "12", "--threads", "2", "--out", "two"]).ok();
    assert_eq!(repeatable(&home.path().join("one")), repeatable(&home.path().join("two")));
}

#[test]
fn a_run_that_was_killed_goes_on_and_ends_in_the_same_bytes() {
    const GAMES: [&str; 4] = ["--games", "120", "--threads", "2"];
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("run");
    let mut child = command()
        .args([&MATCH[..], &GAMES, &["--out", "run"]].concat())
        .current_dir(home.path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let log = folder.join("games.jsonl");
    let lines = || fs::read_to_string(&log).map_or(0, |text| text.lines().count());
    while lines() < 5 {
        assert_eq!(child.try_wait().unwrap(), None, "it ended before it could be killed");
        std::thread::yield_now();
    }
    // SIGKILL: nothing can be tidied up.
    child.kill().unwrap();
    child.wait().unwrap();
    assert!((5..120).contains(&lines()), "{}", lines());
    assert!(!folder.join("results.json").exists());
    arena(home.path(), &[&GAMES[..], &["--out", "run"]].concat()).ok();
    arena(home.path(), &[&GAMES[..], &["--out", "fresh"]].concat()).ok();
    assert_eq!(repeatable(&folder), repeatable(&home.path().join("fresh")));
    // A run that is complete has nothing left to do.
    let before = fs::read(&log).unwrap();
    arena(home.path(), &[&GAMES[..], &["--out", "run"]].concat()).ok();
    assert_eq!(fs::read(&log).unwrap(), before);
}

#[cfg(unix)]
#[test]
fn ctrl_c_tells_what_there_is_and_leaves_with_code_130() {
    let home = tempfile::tempdir().unwrap();
    let child = command()
        .args([&MATCH[..], &["--games", "5000", "--out", "run", "--json"]].concat())
        .current_dir(home.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let log = home.path().join("run/games.jsonl");
    while fs::read_to_string(&log).map_or(0, |text| text.lines().count()) < 3 {
        std::thread::yield_now();
    }
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["complete"], false);
}

#[test]
fn a_folder_with_another_run_is_refused() {
    let home = tempfile::tempdir().unwrap();
    arena(home.path(), &["--games", "2", "--out", "run"]).ok();
    let message = arena(home.path(), &["--games", "4", "--out", "run"]).error(2);
    assert!(message.contains("holds another run: the number of games is '2' there"), "{message}");
    let log = home.path().join("run/games.jsonl");
    let text = fs::read_to_string(&log).unwrap();
    fs::write(&log, format!("nonsense\n{text}")).unwrap();
    let message = arena(home.path(), &["--games", "2", "--out", "run"]).error(1);
    assert!(message.contains("line 1: this is no game"), "{message}");
}

/// Arguments after `arena`, and a part of the message.
const WRONG: &[(&[&str], &str)] = &[
    (&["selfo", "--players", "swrm; random"], "did you mean 'swarm'?"),
    (&["selfo", "--players", "random"], "1 player for a game of 2 seats"),
    (&["selfo", "--players", ""], "0 players for a game of 2 seats"),
    (&["selfo", "--players", "random; alphabeta time=-1s"], "time=-1s"),
    (&["selfo", "--players", "random; alphabeta depth=0"], "depth=0: out of range"),
    (&["selfo", "--players", "random; alphabeta nodes=many"], "not a whole number"),
    (&["selfo", "--players", "random; swarm depth=2"], "no such option"),
    (&["selfo", "seats=3", "--players", "random; random; alphabeta"], "two seats"),
    (&["chess", "--players", "random; swarm"], "it knows only Selfo"),
    (&["selfo", "board=hexhex-99", "--players", "random; swarm"], "out of range"),
    (&["shogi", "--players", "random; swarm"], "there is no game 'shogi'"),
    (&["selfo", "--players", "random; swarm", "--games", "3"], "a multiple of 2, such as 2 or 4"),
    (&["selfo", "--players", "random; swarm", "--games", "0"], "2 games or a multiple"),
    (&["selfo", "--players", "random; swarm", "--sprt", "elo0=9,elo1=1"], "elo0 below elo1"),
    (&["selfo", "--players", "a: random; a: swarm"], "two players named 'a'"),
    (&["selfo", "--players", "random; swarm", "--adjudicate", "win=x"], "expected win=600"),
    (
        &["selfo", "--players", "random; swarm", "--adjudicate", "draw=5"],
        "'random', which has none",
    ),
    (
        &["selfo", "seats=3", "--players", "random; random; random", "--sprt", "elo1=9"],
        "a game for two",
    ),
    (&["selfo", "--players", "random; swarm", "--openings", "/no/such.txt"], "no such file"),
    (&["selfo", "--players", "random; swarm", "--save", "x.pgn"], "no notation of other programs"),
    (&["selfo", "--players", "random; swarm", "--html", "/no/such/x.html"], "no such directory"),
    (
        &["selfo", "--players", "random; swarm", "--figures", "/dev/null/x"],
        "cannot write '/dev/null/x'",
    ),
    (
        &["selfo", "--players", "random; swarm", "--figures", "-"],
        "figures in '-'; expected a folder",
    ),
];

#[test]
fn wrong_input_is_explained_before_the_first_game() {
    let home = tempfile::tempdir().unwrap();
    for (arguments, expected) in WRONG {
        let all = [&["arena"], *arguments, &["--out", "run"]].concat();
        let message = run_in(home.path(), &all, "").error(2);
        assert!(message.contains(expected), "{arguments:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(!home.path().join("run").exists(), "{arguments:?}");
    }
    assert_eq!(run(&["arena", "selfo"]).code, 2);
}

#[test]
fn an_engine_that_fails_loses_its_games_and_stops_no_match() {
    let home = tempfile::tempdir().unwrap();
    // It says that it is ready, and ends when it is asked.
    let script = "while read a b; do case $a in sgi) echo sgiok;; isready) echo readyok;; go) exit 1;; \
                  esac; done\n";
    fs::write(home.path().join("engine.sh"), script).unwrap();
    let players = "shy: external cmd=\"sh engine.sh\"; random";
    let arguments = ["arena", "selfo", "board=hexhex-3", "--players", players, "--games", "4"];
    let run = run_in(home.path(), &[&arguments[..], &["--json", "--out", "run"]].concat(), "");
    let value: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(value["players"][0]["losses"], 4);
    assert_eq!(value["players"][0]["forfeits"], 4);
    let times = &value["times"]["players"][0];
    assert_eq!(times["name"], "shy");
    assert_eq!(times["spec"], value["players"][0]["spec"]);
    assert_eq!(value["warnings"][0], "shy lost 4 games by forfeit: the program ended");
    let told = "warning: shy lost 4 games by forfeit: the program ended\n\
                error: shy lost every game by forfeit: the match says nothing\n";
    assert_eq!((run.code, run.err.as_str()), (1, told));
    let result = |name: &str| {
        let record = fs::read_to_string(home.path().join("run/records").join(name)).unwrap();
        record.lines().find_map(|line| line.strip_prefix("result: ").map(str::to_owned)).unwrap()
    };
    assert_eq!(result("0001.sgr"), "B wins, forfeit of A: the program ended");
    assert_eq!(result("0002.sgr"), "A wins, forfeit of B: the program ended");
    let text = run_in(home.path(), &[&arguments[..], &["--out", "run"]].concat(), "").out;
    assert!(text.contains("\nWARNING: shy lost 4 games by forfeit: the program ended\n"), "{text}");
}

#[test]
fn engines_that_do_not_start_or_do_not_answer_are_refused_before_the_first_game() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("refuse.sh"), "read a; echo error: no licence; read b\n").unwrap();
    for (command, expected) in [
        ("./nowhere", "cannot start './nowhere'"),
        ("false", "the program"),
        ("sh refuse.sh", "the program says: error: no licence"),
    ] {
        for kind in ["external", "uci"] {
            let players = format!("random; {kind} cmd=\"{command}\"");
            let message =
                run_in(home.path(), &["arena", "chess", "--players", &players, "--out", "run"], "")
                    .error(2);
            assert!(message.contains(expected), "{kind} {command}: {message}");
            assert!(message.ends_with("expected a program that starts and answers"), "{message}");
            assert!(!home.path().join("run").exists());
        }
    }
}

#[test]
fn games_begin_from_files_of_positions_and_of_games() {
    let home = tempfile::tempdir().unwrap();
    let pgn = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[Event \"y\"]\n\n1. d4 d5 *\n";
    fs::write(home.path().join("book.pgn"), pgn).unwrap();
    let fen = "8/8/8/4k3/8/8/4K2R/8 w - - 0 1";
    fs::write(home.path().join("ends.epd"), format!("# rook endings\n\n{fen}\n")).unwrap();
    let arena = |more: &[&str]| {
        let arguments = ["arena", "chess", "--players", "one: random; two: random", "--games", "6"];
        run_in(home.path(), &[&arguments[..], more].concat(), "")
    };
    arena(&["--openings", "book.pgn", "ends.epd", "--opening-plies", "3", "--save", "all.pgn"])
        .ok();
    let saved = fs::read_to_string(home.path().join("all.pgn")).unwrap();
    let games: Vec<&str> = saved.split("[Event ").skip(1).collect();
    assert_eq!(games.len(), 6, "{saved}");
    for (game, begins) in
        games.iter().zip(["1. e4 e5 2. Nf3 ", "1. d4 d5 2. ", "1. "].iter().flat_map(|it| [it, it]))
    {
        let moves = game.split("\n\n").nth(1).unwrap().replace('\n', " ");
        assert!(moves.starts_with(*begins), "{begins}: {moves}");
    }
    assert_eq!(saved.matches(&format!("[FEN \"{fen}\"]")).count(), 2, "{saved}");
    assert!(arena(&["--openings", "book.pgn"]).ok().contains("There are 2 openings for 3 starts"));
    fs::write(home.path().join("bad.epd"), "8/8/8/8 w\n").unwrap();
    assert!(arena(&["--openings", "bad.epd"]).error(2).starts_with("opening 1: "));
    let other = ["arena", "checkers", "--players", "random; random", "--openings", "book.pgn"];
    assert!(run_in(home.path(), &other, "").code != 0);
    let wrong = arena(&["--save", "all.pdn"]).error(2);
    assert!(wrong.ends_with("expected .pgn"), "{wrong}");
}

#[test]
fn records_are_analysed_as_text_as_data_and_as_a_picture() {
    let home = tempfile::tempdir().unwrap();
    arena(home.path(), &["--games", "2", "--out", "run"]).ok();
    let files = ["run/records/0001.sgr", "run/records/0002.sgr"];
    let all = |more: &[&str]| run_in(home.path(), &[&["analyse"], &files[..], more].concat(), "");
    let value = all(&["--json", "--svg", "series.svg"]).json();
    let first = &value["records"][0];
    let plies = first["plies"].as_u64().unwrap() as usize;
    for set in first["sets"].as_array().unwrap() {
        for key in ["idle", "displacement", "groups", "blocked", "cells_used", "travelled"] {
            assert_eq!(set[key].as_array().unwrap().len(), plies + 1, "{key}");
        }
    }
    assert_eq!(first["evaluations"][1]["engine"], "alphabeta depth=2");
    assert!(fs::read_to_string(home.path().join("series.svg")).unwrap().starts_with("<svg"));
    assert!(all(&["--depth", "0"]).ok().contains("mean turns since last move"));
    let missing = run_in(home.path(), &["analyse", "nowhere.sgr"], "").error(2);
    assert!(missing.contains("there is no such file"), "{missing}");
}
