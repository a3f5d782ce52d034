//! Engine plug-ins as players: our own, one by a stranger, and bad ones.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Run, run_in};
use serde_json::Value;

/// A plug-in compiled from `plugin.c`.
fn stranger(mode: u32, folder: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/plugin.c");
    let library = folder.join(format!("stranger{mode}{}", std::env::consts::DLL_SUFFIX));
    let done = Command::new("cc")
        .args(["-std=gnu99", "-Wall", "-Werror", "-shared", "-fPIC", "-O1"])
        .arg(format!("-DMODE={mode}"))
        .arg(source)
        .arg("-o")
        .arg(&library)
        .output()
        .expect("the tests need a C compiler");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    library
}

/// Our own plug-in, which is built beside the program.
fn own() -> PathBuf {
    let program = Path::new(env!("CARGO_BIN_EXE_selforge"));
    let name =
        format!("{}selforge_plugin{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let folder = program.parent().unwrap();
    // Building it as a dependency of its tests leaves it among the dependencies.
    let places = [folder.join(&name), folder.join("deps").join(&name)];
    let built = || places.iter().find(|path| path.is_file()).cloned();
    built().unwrap_or_else(|| {
        let profile = if folder.ends_with("release") { "release" } else { "dev" };
        let done = Command::new(env!("CARGO"))
            .args(["build", "--quiet", "-p", "selforge-plugin", "--profile", profile])
            .arg("--target-dir")
            .arg(folder.parent().unwrap())
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status();
        assert!(done.unwrap().success());
        built().expect("cargo has built it")
    })
}

/// A match of `random` against a plug-in: the result, and the records.
fn match_against(plugin: &Path, spec: &str, limit: &str) -> (Value, Vec<String>) {
    let home = tempfile::tempdir().unwrap();
    let value = try_match(plugin, spec, limit, home.path()).json();
    (value, records(home.path()))
}

fn try_match(plugin: &Path, spec: &str, limit: &str, home: &Path) -> Run {
    let players = format!("random; plugin path=\"{}\" {limit}", plugin.display());
    let arguments =
        ["arena", spec, "--players", &players, "--games", "2", "--json", "--out", "run"];
    run_in(home, &arguments, "")
}

fn records(home: &Path) -> Vec<String> {
    let record = |name| std::fs::read_to_string(home.join("run/records").join(name)).unwrap();
    ["0001.sgr", "0002.sgr"].map(record).to_vec()
}

#[test]
fn our_own_plugin_plays_through_the_host() {
    let own = own();
    for spec in ["zrf", "zrf game=english-draughts", "zrf game=breakthrough"] {
        let (value, records) = match_against(&own, spec, "depth=3");
        assert_eq!(value["players"][1]["losses"], 0, "{spec}: {value}");
        assert!(records.iter().all(|record| !record.contains("forfeits")), "{spec}: {records:?}");
    }
}

#[test]
fn our_own_plugin_follows_the_dice() {
    let (_, records) = match_against(&own(), "zrf game=dice-race seed=3", "depth=1");
    assert!(records.iter().all(|record| !record.contains("forfeits")), "{records:?}");
}

#[test]
fn a_stranger_plays_through_the_host() {
    let folder = tempfile::tempdir().unwrap();
    let (_, records) = match_against(&stranger(0, folder.path()), "zrf", "depth=1");
    assert!(records.iter().all(|record| !record.contains("forfeits")), "{records:?}");
}

#[test]
fn a_plugin_that_hangs_crashes_or_talks_nonsense_loses_with_the_reason_in_the_record() {
    let folder = tempfile::tempdir().unwrap();
    for (mode, reason) in [
        (1, "no answer in time"),
        (2, "the program ended"),
        (3, "illegal move 'Mark a1 - z9'"),
        (4, "the plug-in refuses"),
    ] {
        let home = tempfile::tempdir().unwrap();
        let run = try_match(&stranger(mode, folder.path()), "zrf", "time=10ms", home.path());
        assert_eq!(run.code, 1, "{mode}: {run:?}");
        assert!(run.err.contains("lost every game by forfeit"), "{mode}: {run:?}");
        let value: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(value["players"][1]["losses"], 2, "{mode}: {value}");
        let records = records(home.path());
        let told = |record: &String| record.contains(&format!("forfeits: {reason}"));
        assert!(records.iter().any(told), "{mode}: {records:?}");
    }
}

#[test]
fn a_library_that_is_none_or_does_not_know_the_game_is_refused_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("text.so");
    std::fs::write(&text, "no library").unwrap();
    let refused =
        |plugin: &Path, spec: &str| try_match(plugin, spec, "depth=1", folder.path()).error(2);
    let message = refused(&text, "zrf");
    assert!(message.contains("cannot load"), "{message}");
    let message = refused(&stranger(0, folder.path()), "zrf game=chess");
    assert!(message.contains("the plug-in does not know \"Chess\""), "{message}");
}

#[test]
fn a_rule_file_that_names_a_plugin_is_played_by_it_if_it_is_there() {
    let home = tempfile::tempdir().unwrap();
    let engines = home.path().join("Engines");
    std::fs::create_dir(&engines).unwrap();
    let library = stranger(0, home.path());
    let text = include_str!("../../../rules/tic-tac-toe.zrf");
    let named =
        text.replacen("(players X O)", "(engine \"Engines\\Stranger.dll\")\n(players X O)", 1);
    std::fs::write(home.path().join("named.zrf"), named).unwrap();
    let arguments = [
        "arena",
        "zrf file=named.zrf",
        "--players",
        "random; plugin depth=1",
        "--games",
        "2",
        "--json",
    ];
    let refused = run_in(home.path(), &arguments, "").error(2);
    assert!(refused.contains("its plug-in 'Engines\\Stranger.dll' is not there"), "{refused}");
    std::fs::rename(library, engines.join(format!("Stranger{}", std::env::consts::DLL_SUFFIX)))
        .unwrap();
    let value = run_in(home.path(), &arguments, "").json();
    assert_eq!(value["games"], 2, "{value}");
    let other = ["arena", "selfo", "--players", "random; plugin depth=1", "--games", "2"];
    let refused = run_in(home.path(), &other, "").error(2);
    assert!(refused.contains("plug-ins know games by the words of a rule file"), "{refused}");
}

#[test]
fn games_are_written_as_rule_files_that_the_program_plays() {
    let home = tempfile::tempdir().unwrap();
    let arguments = ["zrf", "export", "rulespace", "game=paper-2", "--out", "paper.zrf"];
    run_in(home.path(), &arguments, "").ok();
    let checked = run_in(home.path(), &["zrf", "check", "paper.zrf"], "").ok();
    assert_eq!(checked, "paper.zrf: ok, 1 game\n");
    let counted = |spec: [&str; 2]| {
        run_in(home.path(), &["perft", spec[0], spec[1], "--depth", "2", "--json"], "").json()
    };
    assert_eq!(counted(["rulespace", "game=paper-2"]), counted(["zrf", "file=paper.zrf"]));
    let selfo = run_in(home.path(), &["zrf", "export", "selfo"], "");
    assert!(
        selfo.out.contains("(title \"Selfo\")") && selfo.err.contains("note: "),
        "{}",
        selfo.err
    );
    let refused = run_in(home.path(), &["zrf", "export", "chess"], "").error(2);
    assert!(refused.contains("expected a game of selfo, checkers or rulespace"), "{refused}");
}
