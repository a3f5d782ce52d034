//! What the program says to wrong input, and with which code it leaves.

mod common;

use std::fs;
use std::io::Read;
use std::process::Stdio;

use common::{command, run, run_in};

/// Arguments, and a part of the message that they must get; all of them are wrong input.
const WRONG: &[(&[&str], &str)] = &[
    (&["show", ""], "game spec, character 1"),
    (&["show", "shogi"], "there is no game 'shogi'; there are: selfo"),
    (&["show", "slefo"], "did you mean 'selfo'?"),
    (&["show", "board=hexhex-4"], "a spec begins with the name of a game"),
    (&["show", "selfo", "bord=hexhex-4"], "did you mean 'board'?"),
    (&["show", "selfo", "board=hexhex-99"], "out of range"),
    (&["show", "selfo", "board=blob-3"], "unknown board 'blob-3'"),
    (&["show", "selfo", "seats=13"], "a whole number from 2 to 12"),
    (&["show", "selfo", "seats=\u{7}"], "control character"),
    (&["show", "selfo", "board=hexhex-3", "position=A1B/4/5/4/B1X A"], "'X' is no piece"),
    (&["show", "selfo", "board=hexhex-3", "position=A1B/4/5/4 A"], "there are only 4 rows"),
    (&["show", "selfo", "--position", "nonsense"], "position, character 1"),
    (&["show", "selfo", "graph=/no/such/file"], "there is no such file"),
    (&["show", "selfo", "graph=/"], "it is a directory"),
    (&["show", "selfo", "graph=/dev/zero"], "it is longer than 1 MiB"),
    (&["show", "selfo", "graph={}"], "graph file, cells: it is missing"),
    (&["show", "selfo", "--svg", "/no/such/directory/x.svg"], "cannot write"),
    (&["show", "selfo", "--svg", "/"], "it is a directory"),
    (&["rules", "selfo", "length=0"], "'0' is no length"),
    (&["balance", "chess"], "a game of Selfo"),
    (&["perft", "selfo", "--depth", "1", "--position", "x"], "position, character"),
    (&["solve", "selfo"], "a board of 91 cells; expected at most 64 cells"),
    (&["solve", "selfo", "board=hexhex-5"], "pieces on 61 cells stand in "),
    (&["solve", "chess"], "expected Selfo for two"),
    (
        &["solve", "selfo", "board=hexhex-4", "pieces=3", "--memory", "1"],
        "at most 1 MiB; allow more",
    ),
    (&["bench", "selfo-conected"], "did you mean 'selfo-connected'?"),
    (&["bench", "nothing-like-it"], "--list shows all"),
    (&["replay", "/no/such/file.sgr"], "there is no such file"),
    (&["replay", "/"], "it is a directory"),
    (&["play", "selfo", "seed=1", "--seed", "2"], "both given"),
    (&["play", "selfo", "--names", "a,b,c"], "3 names for 2 seats"),
    (&["play", "--load", "/no/such/file.sgr"], "there is no such file"),
    (&["play", "--save", "/no/such/directory/x.sgr"], "cannot write"),
];

#[test]
fn wrong_input_is_explained_in_one_line_with_code_2() {
    for (arguments, expected) in WRONG {
        let message = run(arguments).error(2);
        assert!(message.contains(expected), "{arguments:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{arguments:?}: {message}");
    }
}

#[test]
fn wrong_usage_has_code_2_as_well() {
    let wrong: [&[&str]; 9] = [
        &["show"],
        &["frobnicate"],
        &["selfo"],
        &["show", "selfo", "--size", "0"],
        &["perft", "selfo"],
        &["perft", "selfo", "--depth", "21"],
        &["check"],
        &["bench", "--seconds", "-1"],
        &["play", "--load", "a", "selfo"],
    ];
    for arguments in wrong {
        let run = run(arguments);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(run.err.starts_with("error: "), "{arguments:?}: {}", run.err);
    }
    assert!(run(&["selfo", "seed=3"]).err.contains("selforge play selfo seed=3"));
}

#[test]
fn damaged_records_have_code_1_and_unreadable_files_code_2() {
    let directory = tempfile::tempdir().unwrap();
    let in_directory = |arguments: &[&str]| run_in(directory.path(), arguments, "");
    let spec = "selfo board=hexhex-3 position=\"A1B/4/5/4/B1A A\" swap=off";
    let good = format!("selforge record 1\ngame: {spec}\nstart: A1B/4/5/4/B1A A\n\n1 A e3-e4\n");
    let files = [
        ("good.sgr", good.clone()),
        ("illegal.sgr", format!("{good}2 B e5-e1\n")),
        ("turn.sgr", format!("{good}2 A e4-e5\n")),
        ("result.sgr", format!("{good}result: A wins\n")),
        ("rules.sgr", good.replace("\nstart:", "\nrules: selfo 99\nstart:")),
        ("game.sgr", good.replace("hexhex-3", "hexhex-99")),
        ("binary.sgr", "\u{0}\u{1}\n".to_owned()),
        ("empty.sgr", String::new()),
    ];
    for (name, text) in &files {
        fs::write(directory.path().join(name), text).unwrap();
    }
    fs::write(directory.path().join("latin.sgr"), b"selforge record 1\nevent: caf\xe9\n").unwrap();

    let expected = [
        ("illegal.sgr", "line 6, character 5: 'e5-e1' is not a legal move here"),
        ("turn.sgr", "line 6, character 5: A moves here, but B is to move"),
        ("result.sgr", "line 6, character 9: the result is given as 'A wins'"),
        ("rules.sgr", "played by other rules: 'selfo 99'; expected 'selfo 1'"),
        ("game.sgr", "the game of the record cannot be opened: unknown board 'hexhex-99'"),
        ("binary.sgr", "line 1, character 1: control character"),
        ("empty.sgr", "there is not one complete line"),
        ("latin.sgr", "line 2, character 11: a byte that is no text"),
    ];
    for (name, message) in expected {
        let checked = in_directory(&["check", name]);
        assert_eq!((checked.code, checked.err.as_str()), (1, ""), "{name}");
        assert!(checked.out.starts_with(&format!("{name}: ")), "{}", checked.out);
        assert!(checked.out.contains(message), "{}", checked.out);
        let replayed = in_directory(&["replay", name]).error(1);
        assert!(replayed.contains(message), "{replayed}");
        let loaded = in_directory(&["play", "--load", name]).error(1);
        assert!(loaded.contains(message), "{loaded}");
    }

    let mixed = in_directory(&["check", "illegal.sgr", "good.sgr", "missing.sgr"]);
    assert_eq!(mixed.code, 2, "what cannot be read is worse than what is wrong");
    assert!(mixed.out.contains("good.sgr: ok, 1 ply, unfinished, B to move\n"), "{}", mixed.out);
    let bad = in_directory(&["check", "good.sgr", "turn.sgr", "--json"]);
    assert_eq!(bad.code, 1);
    let value: serde_json::Value = serde_json::from_str(&bad.out).unwrap();
    assert_eq!((&value[0]["ok"], &value[1]["ok"]), (&true.into(), &false.into()));
    assert!(value[1]["error"].as_str().unwrap().starts_with("line 6"));
    let to = in_directory(&["replay", "good.sgr", "--to", "2"]).error(2);
    assert!(to.contains("the record has only 1 ply"), "{to}");
}

#[test]
fn a_closed_pipe_is_no_error() {
    for arguments in [&["games"][..], &["show", "selfo", "--json"], &["rules", "selfo"]] {
        let mut child = command()
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn the_password_of_a_database_is_told_to_nobody() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("UTF-8");
    // Nobody listens on port 1.
    let url = "postgres://ada:s3cret@127.0.0.1:1/games";
    let file = folder.path().join("address");
    std::fs::write(&file, format!("{url}\n")).expect("a file");
    let in_file = format!("@{}", file.display());
    let serve = ["serve", "--no-open", "--listen", "127.0.0.1:0", "--data", data, "--database"];
    let from_file = run(&[&serve[..], &[&in_file]].concat()).error(2);
    assert!(from_file.contains("the database cannot be reached"), "{from_file}");
    let open = run(&[&serve[..], &[url]].concat());
    assert!(open.err.contains("others on this machine can read the password"), "{}", open.err);
    let environment = command().args(&serve[..6]).env("SELFORGE_DATABASE", url).output();
    let environment = String::from_utf8(environment.expect("it runs").stderr).expect("UTF-8");
    assert!(environment.contains("cannot be reached"), "{environment}");
    let wrong = run(&["check", "--database", "postgres://ada:s3cret@db:s3cret/x"]);
    let moved = run(&["move-data", "--from", data, "--to", &in_file]).error(2);
    assert!(moved.contains("there is no data in"), "{moved}");
    let same = run(&["move-data", "--from", data, "--to", data]).error(2);
    assert!(same.contains("one side must be"), "{same}");
    for told in [from_file, open.err, open.out, environment, wrong.err, moved] {
        assert!(!told.contains("s3cret"), "{told}");
    }
}
