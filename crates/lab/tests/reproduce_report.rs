//! The report's claims, in small: repeated, resumed, read.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

use std::fs;
use std::path::Path;

use selforge_agents::{AgentSpec, Stop};
use selforge_lab::reproduce::Verdict;
use selforge_lab::reproduce::tech_report::{Extent, Settings, Study, Undertaking, to_text};

fn small() -> Settings {
    let [engine, weaker] =
        ["alphabeta nodes=60", "greedy variety=2"].map(|it| AgentSpec::parse(it).unwrap());
    Settings { games: 2, extent: Extent::Quick, engine, weaker, seed: 5 }
}

fn study(folder: &Path, threads: usize) -> Study {
    let undertaking = Undertaking::open(folder, small(), "selforge reproduce report").unwrap();
    undertaking.run(threads.into(), &Stop::default(), &mut |_| {}).unwrap().unwrap()
}

#[test]
fn the_study_is_the_same_on_two_threads_and_after_games_were_lost() {
    let home = tempfile::tempdir().unwrap();
    let (one, two) = (home.path().join("one"), home.path().join("two"));
    let first = study(&one, 1);
    assert_eq!(first.findings, study(&two, 2).findings);
    let read = |folder: &Path, name: &str| fs::read_to_string(folder.join(name)).unwrap();
    for name in ["results.json", "report.html"] {
        assert_eq!(read(&one, name), read(&two, name), "{name}");
    }
    // A kill leaves some games of some matches; the rest is played again.
    for name in ["results.json", "report.html", "hexhex-6/16-even/games.jsonl"] {
        fs::remove_file(two.join(name)).unwrap();
    }
    study(&two, 1);
    assert_eq!(read(&one, "results.json"), read(&two, "results.json"));
    let error = Undertaking::open(&one, Settings { games: 4, ..small() }, "").unwrap_err();
    assert!(error.to_string().contains("--games is '2' there and '4' here"), "{error}");
}

#[test]
fn every_claim_has_its_figures_and_the_page_needs_nothing_else() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("study");
    let study = study(&folder, 2);
    let findings = &study.findings;
    let boards: Vec<&str> = findings.curves.iter().map(|it| it.board.as_str()).collect();
    assert_eq!(boards, ["hexhex-6", "hexhex-4", "king-10x10"]);
    let neighbours: Vec<usize> = findings.curves.iter().map(|it| it.neighbours).collect();
    assert_eq!(neighbours, [6, 6, 8]);
    assert!(findings.curves[0].points.iter().all(|it| it.skill.is_some()));
    for point in findings.curves.iter().flat_map(|it| &it.points) {
        let even = &point.even;
        let organisation = even.organisation.as_ref().unwrap();
        assert_eq!((even.games, organisation.ratio.count), (2, organisation.warm.count));
        assert!(organisation.organised.count <= organisation.warm.count);
        assert!(even.blocked.count <= even.drawn.count);
    }
    assert_eq!((findings.lengths[0].seats, findings.pieces[0].seats), ([1, 2], [11, 10]));
    for solved in &findings.solved {
        let parts = [&solved.first_wins, &solved.second_wins, &solved.drawn];
        assert_eq!(parts.iter().map(|it| it.count).sum::<u64>(), solved.starts);
    }
    let races: Vec<(&str, [u32; 2])> =
        findings.races.iter().map(|it| (it.board.as_str(), it.fewer.seats)).collect();
    assert_eq!(races, [("plane", [11, 10]), ("hexhex-5", [11, 10])]);
    assert!(findings.races.iter().all(|it| it.even.games == 2 && it.even.organisation.is_some()));
    assert_eq!(findings.claims.len(), 10);
    let decided = |it: &&_| **it != Verdict::Open;
    let verdicts: Vec<Verdict> = findings.claims.iter().map(|it| it.verdict).collect();
    assert!(verdicts.iter().filter(decided).count() < verdicts.len(), "two games decide little");
    let text = to_text(&study);
    let html = fs::read_to_string(folder.join("report.html")).unwrap();
    for claim in &findings.claims {
        assert!(text.contains(&claim.claim) && html.contains(claim.verdict.word()), "{claim:?}");
    }
    assert!(html.matches("<svg").count() >= 3);
    for outside in ["src=", "href=", "url(", "@import", "<script"] {
        assert!(!html.contains(outside), "{outside}");
    }
}

#[test]
fn a_raised_signal_leaves_the_study_to_be_gone_on_with() {
    let home = tempfile::tempdir().unwrap();
    let stop = Stop::default();
    stop.now();
    let folder = home.path().join("study");
    let undertaking = Undertaking::open(&folder, small(), "").unwrap();
    assert!(undertaking.run(2.into(), &stop, &mut |_| {}).unwrap().is_none());
    assert!(!folder.join("report.html").exists());
}
