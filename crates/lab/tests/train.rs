//! Training: the same bytes on any number of threads, and after a kill at any step.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use selforge_agents::Stop;
use selforge_games::NoFiles;
use selforge_lab::train::{Settings, Training, run, to_html, to_text};
use selforge_learn::Saved;

fn settings() -> Settings {
    Settings {
        games: vec![
            "selfo board=hexhex-3 pieces=4".to_owned(),
            "selfo board=square-4x4 pieces=4".to_owned(),
        ],
        seed: 5,
        rounds: 1,
        first_games: 24,
        teacher_nodes: 20,
        round_games: 20,
        visits: 8,
        channels: 16,
        blocks: 1,
        passes: 2,
        window: 2,
        match_games: 4,
        match_nodes: 4,
    }
}

fn train(folder: &Path, settings: &Settings, threads: usize) -> Training {
    let stop = Stop::default();
    run(settings, &NoFiles, folder, "selforge train", threads.into(), &stop, &mut |_, _| {})
        .unwrap()
}

/// What a run has come to, without how long it took.
fn weights(training: &Training) -> Vec<f32> {
    Saved::from_bytes(&training.best).unwrap().network.weights().to_vec()
}

#[test]
fn a_run_gives_the_same_network_on_any_number_of_threads_and_after_a_kill_at_any_step() {
    let one = tempfile::tempdir().unwrap();
    let whole = train(one.path(), &settings(), 1);
    assert!(whole.complete);
    let two = tempfile::tempdir().unwrap();
    assert_eq!(weights(&train(two.path(), &settings(), 3)), weights(&whole));
    // A kill leaves the files of the steps that were done, and half a line of the journal at most.
    let steps = ["rounds.jsonl", "network-001.net", "samples-001.set", "network-000.net"];
    let mut journal: Vec<u8> = fs::read(two.path().join("rounds.jsonl")).unwrap();
    for (number, step) in steps.iter().enumerate() {
        journal.truncate(journal.len() / 2);
        fs::write(two.path().join("rounds.jsonl"), &journal).unwrap();
        if number > 0 {
            fs::remove_file(two.path().join(step)).unwrap();
        }
        let again = train(two.path(), &settings(), 2);
        assert_eq!(weights(&again), weights(&whole), "without {step}");
    }
}

#[test]
fn a_finished_run_goes_on_with_more_rounds_and_refuses_other_settings() {
    let folder = tempfile::tempdir().unwrap();
    let first = Settings { rounds: 0, ..settings() };
    assert_eq!(train(folder.path(), &first, 2).rounds.len(), 1);
    let more = train(folder.path(), &settings(), 2);
    assert_eq!(more.rounds.len(), 2);
    assert!(more.rounds[1].against_best.is_some());
    let other = Settings { seed: 6, ..settings() };
    let stop = Stop::default();
    let refused = run(&other, &NoFiles, folder.path(), "", 1.into(), &stop, &mut |_, _| {});
    assert!(refused.unwrap_err().to_string().contains("the setting seed is '5' there"));
    let page = to_html(&more).unwrap();
    assert!(page.contains("<svg") && page.contains("hexhex-3"), "{page}");
    assert!(to_text(&more).contains("held out"));
}

#[test]
fn games_that_do_not_look_alike_and_wrong_numbers_are_refused_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let stop = Stop::default();
    let refused = |settings: Settings| {
        let folder = folder.path().join("run");
        run(&settings, &NoFiles, &folder, "", 1.into(), &stop, &mut |_, _| {})
            .unwrap_err()
            .to_string()
    };
    let mixed = vec!["selfo board=hexhex-3".to_owned(), "checkers".to_owned()];
    assert!(refused(Settings { games: mixed, ..settings() }).contains("look like"));
    let plane = vec!["selfo board=plane".to_owned()];
    assert!(refused(Settings { games: plane, ..settings() }).contains("finite"));
    let three = vec!["selfo seats=3 board=hexhex-4".to_owned()];
    let text = refused(Settings { games: three, ..settings() });
    assert!(text.contains("a game for two"), "{text}");
    let text = refused(Settings { channels: 20, ..settings() });
    assert!(text.contains("a multiple of 16"), "{text}");
    assert!(refused(Settings { match_games: 3, ..settings() }).contains("an even number"));
}
