//! Training: the same bytes on any number of threads, and after a kill at any step.

// Helpers of tests are tests, but clippy does not see that.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
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
    let (stop, command) = (Stop::default(), format!("selforge train --threads {threads}"));
    run(settings, &NoFiles, folder, &command, threads.into(), &stop, &mut |_, _| {}).unwrap()
}

/// All networks, samples and losses of a run, by name: what no clock may change.
fn kept(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let name = |file: &Path| file.file_name().unwrap().to_str().unwrap().to_owned();
    let kept = |name: &str| {
        ["network-", "samples-", "held-", "loss-"].iter().any(|it| name.starts_with(it))
    };
    files
        .filter(|file| kept(&name(file)))
        .map(|file| (name(&file), fs::read(&file).unwrap()))
        .collect()
}

#[test]
fn a_run_gives_the_same_bytes_on_any_number_of_threads_and_after_a_kill_at_any_step() {
    let one = tempfile::tempdir().unwrap();
    let whole = train(one.path(), &settings(), 1);
    assert!(whole.complete);
    let files = kept(one.path());
    assert_eq!(files.len(), 8, "{:?}", files.keys());
    let two = tempfile::tempdir().unwrap();
    assert!(train(two.path(), &settings(), 2).best == whole.best, "two threads");
    assert!(kept(two.path()) == files, "two threads");
    // A kill leaves the files of the steps that were done, and half a line of the journal at most.
    let steps = ["rounds.jsonl", "network-001.net", "samples-001.set", "network-000.net"];
    let mut journal: Vec<u8> = fs::read(two.path().join("rounds.jsonl")).unwrap();
    for (number, step) in steps.iter().enumerate() {
        journal.truncate(journal.len() / 2);
        fs::write(two.path().join("rounds.jsonl"), &journal).unwrap();
        if number > 0 {
            fs::remove_file(two.path().join(step)).unwrap();
        }
        assert!(train(two.path(), &settings(), 3).best == whole.best, "without {step}");
        assert!(kept(two.path()) == files, "without {step}");
    }
}

#[test]
fn a_finished_run_goes_on_with_more_rounds_and_refuses_other_settings() {
    let folder = tempfile::tempdir().unwrap();
    let first = Settings { rounds: 0, ..settings() };
    assert_eq!(train(folder.path(), &first, 2).rounds.len(), 1);
    let more = train(folder.path(), &settings(), 2);
    assert_eq!(more.rounds.len(), 2);
    let whole = tempfile::tempdir().unwrap();
    assert!(train(whole.path(), &settings(), 2).best == more.best, "in one go");
    let origin = Saved::from_bytes(&more.best).unwrap().origin;
    let promoted = u64::from(more.rounds[1].promoted);
    assert!(origin.command.contains(&format!("--rounds {promoted} ")), "{}", origin.command);
    assert!(!origin.command.contains("threads"), "{}", origin.command);
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
