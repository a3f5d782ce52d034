//! The paper's experiments, in small: repeated, resumed, read.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

use std::fs;
use std::path::Path;

use selforge_agents::Stop;
use selforge_lab::reproduce::evolution::{Origin, Settings, Study, Undertaking, to_text};

fn small() -> Settings {
    Settings {
        iterations: 2,
        games: 4,
        populations: 1,
        parents: 3,
        lessons: 1,
        random_games: 1,
        ..Settings::quick(5)
    }
}

fn study(folder: &Path, threads: usize) -> Study {
    let undertaking = Undertaking::open(folder, small(), "selforge reproduce evolution").unwrap();
    undertaking.run(threads.into(), &Stop::default(), &mut |_, _| {}).unwrap().unwrap()
}

#[test]
fn the_study_is_the_same_on_two_threads_and_after_a_part_was_lost() {
    let home = tempfile::tempdir().unwrap();
    let (one, two) = (home.path().join("one"), home.path().join("two"));
    let first = study(&one, 1);
    assert_eq!(first.findings, study(&two, 2).findings);
    let read = |folder: &Path, name: &str| fs::read_to_string(folder.join(name)).unwrap();
    for name in ["results.json", "report.html", "learnability/paper-1.json"] {
        assert_eq!(read(&one, name), read(&two, name), "{name}");
    }
    // A kill after the first game was learned leaves less; the rest is made again.
    for name in ["results.json", "report.html", "learnability/evolved-1.json"] {
        fs::remove_file(two.join(name)).unwrap();
    }
    study(&two, 1);
    assert_eq!(read(&one, "results.json"), read(&two, "results.json"));
    // What an older program did not write is not taken for none.
    let whole = read(&two, "learnability/paper-2.json");
    let older: String = whole.lines().filter(|line| !line.contains("\"perfect\"")).collect();
    for (text, expected) in [("{", "EOF"), (older.as_str(), "missing field `perfect`")] {
        fs::write(two.join("learnability/paper-2.json"), text).unwrap();
        let again = Undertaking::open(&two, small(), "").unwrap();
        let error = again.run(1.into(), &Stop::default(), &mut |_, _| {}).unwrap_err().to_string();
        let expected = format!("paper-2.json', line 1: this is no result of learning: {expected}");
        assert!(error.contains(&expected), "{error}");
    }
    let other = Settings { games: 5, ..small() };
    let error = Undertaking::open(&one, other, "").unwrap_err().to_string();
    assert!(error.contains("--games is '4' there and '5' here"), "{error}");
}

#[test]
fn every_table_of_the_paper_has_its_rows_beside_ours() {
    let home = tempfile::tempdir().unwrap();
    let study = study(&home.path().join("study"), 2);
    let findings = &study.findings;
    assert_eq!((findings.archive.len(), findings.candidates), (8, 30));
    assert_eq!(findings.families.family.len(), 3);
    assert_eq!(findings.families.changes.len(), 2);
    let names: Vec<&str> = findings.comparison.iter().map(|it| it.subject.name.as_str()).collect();
    assert_eq!(names[..5], ["chess", "checkers", "paper 1", "paper 2", "paper 3"]);
    let random = findings.learnability.iter().filter(|it| it.subject.origin == Origin::Random);
    assert_eq!(random.count(), 1);
    let text = to_text(&study);
    for part in ["Table 2", "Table 4", "Figure 5", "Figure 6", "84.93", "80 to 110"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let html = fs::read_to_string(home.path().join("study/report.html")).unwrap();
    for outside in ["src=", "href=", "url(", "@import"] {
        assert!(!html.contains(outside), "{outside}");
    }
    for claim in &findings.claims {
        assert!(html.contains(claim.verdict.word()), "{claim:?}");
    }
}

#[test]
fn a_raised_signal_leaves_the_study_to_be_gone_on_with() {
    let home = tempfile::tempdir().unwrap();
    let stop = Stop::default();
    stop.now();
    let folder = home.path().join("study");
    let undertaking = Undertaking::open(&folder, small(), "").unwrap();
    assert!(undertaking.run(2.into(), &stop, &mut |_, _| {}).unwrap().is_none());
    assert!(!folder.join("report.html").exists());
    assert_eq!(study(&folder, 1).findings.candidates, 30);
}
