//! Whole games through the real binary: typed, saved, loaded, replayed, and killed in the middle.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;

use common::{command, run_in};

const SMALL: &str = "selfo board=hexhex-3 position=\"A1B/4/5/4/B1A A\"";

fn text(directory: &Path, name: &str) -> String {
    fs::read_to_string(directory.join(name)).expect("a file of text")
}

/// The lines after the headers.
fn events(directory: &Path, name: &str) -> Vec<String> {
    let text = text(directory, name);
    let (_, events) = text.split_once("\n\n").expect("an empty line after the headers");
    events.lines().map(str::to_owned).collect()
}

#[test]
fn a_game_can_be_played_saved_checked_loaded_and_replayed() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    let typed = "e3 e4\nE5-D5\nmoves e4\nback\nd5\ndraw\ndecline\ne5d5\n";
    let save = ["play", SMALL, "--save", "game.sgr", "--names", "Anna,Ben"];
    let out = run_in(at, &save, typed).ok();
    assert!(out.contains("A ● Anna  2 pieces in 2 groups, to move"), "{out}");
    assert!(out.contains("1 move taken back."), "{out}");
    assert!(out.contains("e4: "), "{out}");
    assert!(out.contains("Go on with: selforge play --load game.sgr"), "{out}");
    let saved = text(at, "game.sgr");
    assert!(saved.contains("\nseat A: Anna\nseat B: Ben\n") && saved.contains("\ndate: 20"));
    let before = ["1 A e3-e4", "- B offers a draw", "- A declines the draw", "2 B e5-d5"];
    assert_eq!(events(at, "game.sgr"), before);

    let checked = run_in(at, &["check", "game.sgr"], "").ok();
    assert_eq!(checked, "game.sgr: ok, 2 plies, unfinished, A to move\n");
    let again = run_in(at, &save, "").error(2);
    assert!(again.contains("exists already") && again.contains("--load"), "{again}");

    let out = run_in(at, &["play", "--load", "game.sgr"], "pass\nresign\nmoves\nquit\n").ok();
    assert!(out.contains("Game over: A wins, resignation of B."), "{out}");
    let after = ["3 A pass", "- B resigns", "result: A wins, resignation of B"];
    assert_eq!(events(at, "game.sgr")[4..], after);
    let checked = run_in(at, &["check", "game.sgr"], "").ok();
    assert_eq!(checked, "game.sgr: ok, 3 plies, A wins, resignation of B\n");

    let replayed = run_in(at, &["replay", "game.sgr"], "").ok();
    assert_eq!(replayed.matches("     1 2 3").count(), 4, "the start and three moves");
    assert!(replayed.contains("seat A: Anna") && replayed.contains("e(·[●]○"), "{replayed}");
    let one = run_in(at, &["replay", "game.sgr", "--to", "1"], "").ok();
    assert!(one.contains("\n1 A e3-e4\n") && !one.contains("\n2 B"), "{one}");
    let json = run_in(at, &["replay", "game.sgr", "--json", "--svg-dir", "svg"], "").json();
    assert_eq!(json["positions"].as_array().unwrap().len(), 4);
    assert_eq!(json["positions"][3]["status"], "A wins, resignation of B");
    assert_eq!(json["result"], "A wins, resignation of B");
    assert!(text(at, "svg/game-0002.svg").contains("class=\"trail\""));

    let out = run_in(at, &["play", "--load", "game.sgr"], "back\n").ok();
    assert!(out.contains("1 move taken back."), "{out}");
    assert_eq!(events(at, "game.sgr"), before, "even the end can be taken back");
}

#[test]
fn a_position_and_a_comment_survive_loading_and_taking_back() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    run_in(at, &["play", SMALL, "--save", "game.sgr"], "pass\n").ok();
    let commented = text(at, "game.sgr") + "; a quiet start\n";
    fs::write(at.join("game.sgr"), commented).unwrap();
    run_in(at, &["play", "--load", "game.sgr"], "swap\nback\nswap\n").ok();
    assert_eq!(events(at, "game.sgr"), ["1 A pass", "; a quiet start", "2 B swap"]);
    let replayed = run_in(at, &["replay", "game.sgr"], "").ok();
    assert!(replayed.contains("\n; a quiet start\n"), "{replayed}");
    assert!(replayed.contains("sets=BA"), "{replayed}");
}

#[test]
fn a_record_cut_off_anywhere_is_read_up_to_its_last_whole_move_and_repaired() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    run_in(at, &["play", SMALL, "--save", "game.sgr"], "e3 e4\ne5 d5\n").ok();
    let whole = text(at, "game.sgr");
    fs::write(at.join("game.sgr"), &whole[..whole.len() - 3]).unwrap();
    let checked = run_in(at, &["check", "game.sgr"], "").ok();
    assert!(checked.starts_with("game.sgr: ok, 1 ply, unfinished, B to move\n"), "{checked}");
    assert!(checked.contains("was cut off and is left out: '2 B e5-'"), "{checked}");
    let replayed = run_in(at, &["replay", "game.sgr"], "").ok();
    assert!(replayed.contains("The record was cut off: line"), "{replayed}");
    let out = run_in(at, &["play", "--load", "game.sgr"], "e5 d5\n").ok();
    assert!(out.contains("was cut off"), "{out}");
    assert_eq!(text(at, "game.sgr"), whole, "repaired and gone on with");

    // Cut off inside the headers, at the end of a line: nothing is lost, but the empty line is.
    let headers = whole.split_once("\n\n").unwrap().0.to_owned() + "\n";
    fs::write(at.join("game.sgr"), headers).unwrap();
    run_in(at, &["play", "--load", "game.sgr"], "e3 e4\ne5 d5\n").ok();
    assert_eq!(text(at, "game.sgr"), whole);
}

#[test]
fn a_killed_game_is_on_disk_up_to_its_last_move() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    let mut child = command()
        .args(["play", SMALL, "--save", "game.sgr"])
        .current_dir(at)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut typed = child.stdin.take().unwrap();
    let mut shown = BufReader::new(child.stdout.take().unwrap()).lines();
    for (input, answer) in [("e3 e4\n", "1 A e3-e4"), ("e5 d5\n", "2 B e5-d5")] {
        typed.write_all(input.as_bytes()).unwrap();
        // Whoever has been told of a move finds it on disk.
        assert!(shown.any(|line| line.unwrap() == answer));
        assert_eq!(events(at, "game.sgr").last().unwrap(), answer);
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let checked = run_in(at, &["check", "game.sgr"], "").ok();
    assert_eq!(checked, "game.sgr: ok, 2 plies, unfinished, A to move\n");
}

#[test]
fn wrong_moves_are_explained() {
    let directory = tempfile::tempdir().unwrap();
    let hints = [
        ("c3", "c3 is empty; A moves the pieces ●"),
        ("e5 d5", "the piece ○ on e5 is not yours; A moves the pieces ●"),
        ("e3", "where to? e3 can move to: "),
        ("e3 e5", "e5 is occupied; e3 can move to: "),
        ("e3-c3", "c3 is too far from e3, or the way is blocked; e3 can move to: "),
        ("e3 e3", "a move must lead to another cell"),
        ("e3 z9", "there is no cell 'z9' on this board"),
        ("z9 e3", "there is no cell 'z9' on this board"),
        ("swap", "'swap' is not possible now"),
        ("moev", "did you mean 'moves'?"),
        ("xyzzy", "type a move such as "),
        ("moves c3", "c3 is empty"),
        ("accept", "there is no draw offer to answer"),
        ("claim", "no right to claim a draw"),
        ("back", "there is no move to take back"),
        ("back x", "how many moves back?"),
        ("save", "save to which file?"),
        ("load", "load which file?"),
        ("load missing.sgr", "there is no such file"),
        ("rules please", "'rules' stands alone"),
        ("\u{1b}[31m", "means nothing here"),
    ];
    for (typed, expected) in hints {
        let out = run_in(directory.path(), &["play", SMALL], &format!("{typed}\n")).ok();
        let out = out.replace("\n  ", " ");
        assert!(out.contains(expected), "{typed}: {out}");
        assert!(!out.contains('\u{1b}'), "{typed}: nothing strange is echoed");
    }
}

#[test]
fn every_word_of_the_help_does_something() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    let typed = "help\nboard\ncoords\nrules\nposition\nmoves\nhistory\npass\nhistory\n\
                 save one.sgr\nsave\nsave one.sgr\nsave! one.sgr\ndraw\ndraw\nhistory\npass\n\
                 load one.sgr\nback 9\nquit\n";
    let out = run_in(at, &["play", SMALL], typed).ok();
    for expected in [
        "take back the last move",
        "Goal. ",
        "A1B/4/5/4/B1A A",
        "e3: ",
        "Nothing has happened yet.",
        "1 A pass\n",
        "saved in one.sgr",
        "B offers a draw",
        "A accepts the draw",
        "Game over: draw, agreement.",
        "the game is over; 'back' takes back the last move",
        "1 move taken back.",
    ] {
        assert!(out.contains(expected), "{expected} in: {out}");
    }
    assert!(out.contains(" e4 "), "coords: {out}");
    assert_eq!(events(at, "one.sgr"), [""; 0], "all was taken back");
}

#[test]
fn three_seats_play_on_when_one_resigns() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    let spec = "selfo board=hexhex-4 seats=3 seed=1";
    let typed = "pass\nswap c\nresign\npass\ndraw\naccept\n";
    let out = run_in(at, &["play", spec, "--save", "game.sgr"], typed).ok();
    assert!(out.contains("C ○ ") && out.contains(", resigned"), "{out}");
    assert!(out.contains("Game over: draw of A and B, agreement."), "{out}");
    let events = events(at, "game.sgr");
    assert_eq!(events[1..3], ["2 B swap-c", "- C resigns"]);
    assert_eq!(run_in(at, &["check", "game.sgr"], "").code, 0);
}

#[test]
fn a_game_without_a_seed_gets_one_that_repeats_it() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    let first = run_in(at, &["play", "selfo", "board=hexhex-4"], "").ok();
    let spec = first.lines().next().unwrap();
    assert!(spec.starts_with("selfo board=hexhex-4 seed="), "{spec}");
    assert_eq!(run_in(at, &["play", spec], "").ok(), first);
    let given = run_in(at, &["play", "selfo", "board=hexhex-4", "--seed", "12"], "").ok();
    assert!(given.starts_with("selfo board=hexhex-4 seed=12\n"), "{given}");
    let fixed = run_in(at, &["play", SMALL], "").ok();
    assert!(!fixed.contains("seed="), "nothing depends on a seed: {fixed}");
}

#[test]
fn an_existing_file_is_overwritten_only_by_force() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    fs::write(at.join("precious"), "letters\n").unwrap();
    run_in(at, &["play", SMALL, "--save", "precious"], "pass\n").error(2);
    let out = run_in(at, &["play", SMALL], "save precious\n").ok();
    assert!(out.contains("'save! precious' does that"), "{out}");
    assert_eq!(text(at, "precious"), "letters\n");
    run_in(at, &["play", SMALL, "--save", "precious", "--force"], "pass\n").ok();
    assert_eq!(events(at, "precious"), ["1 A pass"]);
}

#[test]
fn a_line_without_end_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let endless = "a".repeat(200_000);
    let message = run_in(directory.path(), &["play", SMALL], &endless).error(2);
    assert!(message.contains("a line of more than"), "{message}");
}

#[test]
fn an_engine_plays_the_seats_that_people_do_not() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    let play = |more: &[&str], typed: &str| {
        let arguments = ["play", "hex board=hex-3x3 swap=off", "--save", "game.sgr", "--force"];
        run_in(at, &[&arguments[..], more].concat(), typed)
    };
    let out = play(&["--engine", "Friendly"], "a1\nback\nb2\ndraw\nquit\n").ok();
    assert_eq!(out.matches("B is thinking…").count(), 2, "{out}");
    assert!(out.contains("2 moves taken back.") && out.contains("B declines the draw"), "{out}");
    let played = events(at, "game.sgr");
    assert!(played[0] == "1 A b2" && played[1].starts_with("2 B "), "{played:?}");
    let out = play(&["--engine", "alphabeta depth=2", "--seat", "b"], "quit\n").ok();
    assert!(out.contains("A is thinking…"), "{out}");
    assert!(events(at, "game.sgr")[0].starts_with("1 A "), "the engine begins");
    let watched = ["--engine", "greedy", "--seat", "C"];
    assert!(play(&watched, "").error(2).contains("expected letters from A to B"));
    let unknown = play(&["--engine", "Storng"], "").error(2);
    assert!(unknown.contains("or a level: Dice, Friendly"), "{unknown}");
}
