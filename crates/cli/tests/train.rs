//! Training by the real program.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

mod common;

use std::fs;

use common::run_in;
use selforge_learn::Saved;

#[test]
fn the_command_in_a_network_makes_the_same_file_on_any_number_of_threads() {
    let home = tempfile::tempdir().unwrap();
    let asked = "train --out one --network one.net --threads 1 --seed 7 --rounds 1 --first-games 20 \
                 --teacher-nodes 10 --games-a-round 20 --visits 4 --blocks 1 --passes 1 --window 2 \
                 --match-games 2 --match-nodes 2";
    let game = "selfo board=hexhex-3 pieces=4";
    let words: Vec<&str> = asked.split_whitespace().chain([game]).collect();
    let report = run_in(home.path(), &words, "").ok();
    assert!(report.contains("held out"), "{report}");
    let one = fs::read(home.path().join("one.net")).unwrap();
    let told = Saved::from_bytes(&one).unwrap().origin.command;
    let again = format!("{told} --out two --network two.net --threads 2");
    let words = shlex::split(&again).unwrap();
    let words: Vec<&str> = words[1..].iter().map(String::as_str).collect();
    run_in(home.path(), &words, "").ok();
    assert!(fs::read(home.path().join("two.net")).unwrap() == one, "{again}");
}
