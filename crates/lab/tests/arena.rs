//! Whole runs through the library: same results on any number of threads, fair seats, safe folders.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use selforge_agents::Stop;
use selforge_core::{Record, Spec};
use selforge_games::{Environment, NoFiles};
use selforge_lab::LabError;
use selforge_lab::arena::{Conditions, Plan, Settings, parse_players, run};
use selforge_lab::report::{Report, to_csv, to_results_json};
use selforge_lab::stats::Decision;
use selforge_lab::store::Folder;

fn settings(game: &str, players: &str, games: usize) -> Settings {
    Settings::new(Spec::parse(game).unwrap(), parse_players(players).unwrap(), games, 1)
}

fn plan(settings: Settings) -> Plan {
    Plan::new(settings, &NoFiles).unwrap()
}

fn report(plan: &Plan, threads: usize, folder: Option<&mut Folder>) -> Report {
    let conditions = Conditions { workers: threads.into(), folder, stop: &Stop::default() };
    Report::new(plan, run(plan, conditions, &mut |_| {}).unwrap(), "test")
}

fn open(path: &Path, plan: &Plan) -> Result<Folder, LabError> {
    Folder::open(path, plan, "test")
}

const SMALL: &str = "selfo board=hexhex-3";
const PLAYERS: &str = "alphabeta depth=2; mcts playouts=60; random";

#[test]
fn results_are_the_same_bytes_on_one_thread_and_on_three() {
    let plan = plan(settings(SMALL, PLAYERS, 6));
    let (one, three) = (report(&plan, 1, None), report(&plan, 3, None));
    assert_eq!(to_results_json(&one), to_results_json(&three));
    assert_eq!(to_csv(&one), to_csv(&three));
    assert_eq!(one.run.games.len(), 18);
    let order: Vec<usize> = one.run.games.iter().map(|game| game.index).collect();
    assert_eq!(order, (0..18).collect::<Vec<_>>());
}

/// Has one rule file.
struct OneFile;

impl Environment for OneFile {
    fn read(&self, name: &str) -> Result<String, String> {
        match name {
            "mine.zrf" => Ok(include_str!("../../../rules/dice-race.zrf").to_owned()),
            _ => Err("there is none".to_owned()),
        }
    }
}

#[test]
fn a_rule_file_with_dice_is_thrown_anew_in_every_start() {
    let settings = settings("zrf file=mine.zrf", "random; random", 8);
    let plan = Plan::new(settings, &OneFile).unwrap();
    assert!(plan.is_seeded());
    let games = report(&plan, 2, None).run.games;
    let specs: HashSet<String> = games.iter().map(|game| game.game.clone()).collect();
    assert_eq!(specs.len(), 4, "{specs:?}");
}

#[test]
fn random_moves_begin_both_games_of_a_start_alike_and_other_starts_otherwise() {
    let settings = Settings { random_plies: 6, ..settings("loa", "greedy; greedy", 8) };
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(settings);
    let mut kept = open(folder.path(), &plan).unwrap();
    let report = report(&plan, 2, Some(&mut kept));
    assert!(!report.summary.notes.iter().any(|note| note.contains("same start")));
    let first_moves = |index: usize| {
        let file = fs::read(kept.record(index)).unwrap();
        Record::parse_bytes(&file).unwrap().record.events[..6].to_vec()
    };
    for start in 0..4 {
        assert_eq!(first_moves(2 * start), first_moves(2 * start + 1));
    }
    assert_ne!(first_moves(0), first_moves(2));
}

#[test]
fn another_seed_gives_other_games() {
    let first = report(&plan(settings(SMALL, "random; greedy", 4)), 1, None);
    let other = Settings { seed: 2, ..settings(SMALL, "random; greedy", 4) };
    let second = report(&plan(other), 1, None);
    assert_ne!(first.run.games[0].game, second.run.games[0].game);
}

#[test]
fn each_start_is_played_from_both_seats() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(settings(SMALL, "greedy; random", 6));
    let mut open = open(folder.path(), &plan).unwrap();
    let report = report(&plan, 2, Some(&mut open));
    let record = |number: usize| {
        let file = folder.path().join(format!("records/{number:04}.sgr"));
        Record::parse_bytes(&fs::read(file).unwrap()).unwrap().record
    };
    for start in 0..3 {
        let (first, second) = (record(2 * start + 1), record(2 * start + 2));
        assert_eq!(first.start, second.start);
        let names = |record: &Record| record.headers.names.values().cloned().collect::<Vec<_>>();
        assert_eq!((names(&first)[0].as_str(), names(&first)[1].as_str()), ("greedy", "random"));
        assert_eq!((names(&second)[0].as_str(), names(&second)[1].as_str()), ("random", "greedy"));
    }
    assert_ne!(record(1).start, record(3).start);
    let [greedy, random] = report.summary.players.as_slice() else { panic!("two players") };
    assert_eq!((greedy.in_first_seat.games(), random.in_first_seat.games()), (3, 3));
    assert_eq!(greedy.tally.wins, random.tally.losses);
    assert_eq!(greedy.tally.games(), 6);
}

#[test]
fn records_replay_to_the_result_that_was_counted() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(settings(SMALL, "greedy; random", 4));
    let mut open = open(folder.path(), &plan).unwrap();
    let report = report(&plan, 1, Some(&mut open));
    for game in &report.run.games {
        let file = folder.path().join(format!("records/{:04}.sgr", game.index + 1));
        let record = Record::parse_bytes(&fs::read(file).unwrap()).unwrap().record;
        let playable = selforge_games::open(&record.headers.game, &NoFiles).unwrap();
        let timeline = record.replay(std::sync::Arc::new(playable.game)).unwrap();
        assert_eq!(Record::result_of(timeline.now()).as_deref(), Some(game.result.as_str()));
        assert_eq!(timeline.plies(), game.plies);
    }
}

/// Runs to the end in a folder and returns it with its plan.
fn finished() -> (tempfile::TempDir, Plan, String) {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(settings(SMALL, "greedy; random", 6));
    let mut open = open(folder.path(), &plan).unwrap();
    let report = report(&plan, 1, Some(&mut open));
    (folder, plan, to_results_json(&report))
}

#[test]
fn a_run_goes_on_after_a_cut_in_the_last_line() {
    let (folder, plan, results) = finished();
    let log = folder.path().join("games.jsonl");
    let text = fs::read_to_string(&log).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    // Half a line, a whole one without its line feed, a letter cut in two, and nothing at all.
    let half = &lines[3][..40];
    for end in [half.as_bytes(), lines[3].as_bytes(), b"{\"index\":\"\xc3", b""] {
        let mut bytes = format!("{}\n", lines[..3].join("\n")).into_bytes();
        bytes.extend_from_slice(end);
        fs::write(&log, bytes).unwrap();
        let mut again = open(folder.path(), &plan).unwrap();
        assert_eq!(again.games().len(), 3);
        assert_eq!(to_results_json(&report(&plan, 2, Some(&mut again))), results);
        drop(again);
        assert_eq!(open(folder.path(), &plan).unwrap().games().len(), 6);
    }
}

#[test]
fn a_damaged_line_is_refused_with_its_number_even_if_it_is_the_last() {
    let (folder, plan, _) = finished();
    let log = folder.path().join("games.jsonl");
    let text = fs::read_to_string(&log).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let moved = lines[1].replace("\"start\":0", "\"start\":2");
    let wrong =
        [(&lines[1][..40], "no game of a run"), (lines[0], "twice"), (&moved, "not one of")];
    for (line, problem) in wrong {
        // In the middle, and as the last line, which a crash would have left without its line feed.
        for rest in [&lines[2..4], &[]] {
            let damaged = [&[lines[0], line], rest].concat().join("\n") + "\n";
            fs::write(&log, &damaged).unwrap();
            let error = open(folder.path(), &plan).unwrap_err().to_string();
            assert!(error.contains("line 2") && error.contains(problem), "{error}");
            assert!(error.contains("delete this line"), "{error}");
            assert_eq!(fs::read_to_string(&log).unwrap(), damaged, "nothing was changed");
        }
    }
}

#[test]
fn a_game_whose_record_is_lost_is_played_again() {
    let (folder, plan, results) = finished();
    fs::remove_file(folder.path().join("records/0002.sgr")).unwrap();
    fs::write(folder.path().join("records/0005.sgr"), "").unwrap();
    fs::write(folder.path().join("records/.0007.sgr.99.part"), "selfo").unwrap();
    let mut again = open(folder.path(), &plan).unwrap();
    assert_eq!(again.games().len(), 4);
    assert_eq!(to_results_json(&report(&plan, 1, Some(&mut again))), results);
    assert!(folder.path().join("records/0002.sgr").is_file());
    assert_eq!(fs::read_dir(folder.path().join("records")).unwrap().count(), 6);
}

#[test]
fn a_folder_is_for_one_run_and_one_process() {
    let (folder, plan_of_folder, _) = finished();
    let refused = |settings: Settings| {
        open(folder.path(), &plan(settings)).map(|_| ()).unwrap_err().to_string()
    };
    let base = || settings(SMALL, "greedy; random", 6);
    let error = refused(Settings { seed: 2, ..base() });
    assert!(error.contains("the seed is '1' there and '2' here"), "{error}");
    let error = refused(settings(SMALL, "greedy; greedy", 6));
    assert!(error.contains("'greedy; random' there"), "{error}");
    assert!(refused(settings(SMALL, "greedy; random", 8)).contains("number of games"));
    assert!(refused(settings("selfo board=hexhex-4", "greedy; random", 6)).contains("the game"));
    let held = open(folder.path(), &plan_of_folder).unwrap();
    assert!(refused(base()).contains("in use"));
    drop(held);
    let strange = tempfile::tempdir().unwrap();
    fs::write(strange.path().join("thesis.txt"), "mine").unwrap();
    let error = open(strange.path(), &plan_of_folder).unwrap_err().to_string();
    assert!(error.contains("holds no run"), "{error}");
}

#[test]
fn a_test_stops_when_it_is_decided_at_the_same_game_on_any_number_of_threads() {
    let question = "elo0=0,elo1=100".parse().unwrap();
    let plan = plan(Settings {
        sprt: Some(question),
        ..settings("selfo board=hexhex-4", "greedy; random", 400)
    });
    let (one, three) = (report(&plan, 1, None), report(&plan, 3, None));
    assert_eq!(to_results_json(&one), to_results_json(&three));
    let verdict = one.summary.sprt.unwrap().verdict;
    assert_eq!(verdict.decision, Decision::Elo1);
    assert!(one.summary.complete && one.summary.games < 100, "{}", one.summary.games);
}

#[test]
fn many_players_are_tested_two_by_two_and_the_answered_play_no_more() {
    let asked = Settings {
        sprt: Some("elo0=0,elo1=200".parse().unwrap()),
        gauntlet: true,
        ..settings(SMALL, "alphabeta depth=1; random; alphabeta depth=1", 80)
    };
    let plan = plan(asked);
    assert_eq!(plan.tables(), [[0, 1], [0, 2]]);
    let (one, three) = (report(&plan, 1, None), report(&plan, 3, None));
    assert_eq!(to_results_json(&one), to_results_json(&three));
    assert!(one.run.complete);
    let [random, itself] = one.summary.encounters.as_slice() else { panic!("two met the first") };
    assert_eq!(random.sprt.unwrap().verdict.decision, Decision::Elo1);
    let games = |met: &selforge_lab::arena::Encounter| met.tally.games();
    assert!(games(random) < 80 && games(itself) > 0, "{random:?} {itself:?}");
    assert_eq!(games(random), 2 * random.pairs.iter().sum::<u64>());
    assert_eq!(one.summary.sprt, None, "there is more than one question");
    for player in &one.summary.players {
        let points = player.tally.wins as f64 + player.tally.draws as f64 / 2.0;
        let (games, name) = (player.games as f64, &player.name);
        assert!((player.score - points / games).abs() < 1e-6, "{name}: all games count the same");
    }
    let text = selforge_lab::report::to_text(&one);
    assert!(text.contains("sprt elo0=0,elo1=200,alpha=0.05,beta=0.05: elo1 is accepted"), "{text}");
    assert!(text.contains("pairs of games, from two losses to two wins: "), "{text}");
    assert!(text.contains("Bradley-Terry"), "{text}");
}

#[test]
fn three_seats_are_scored_and_rated() {
    let plan = plan(settings("selfo board=hexhex-4 seats=3", "greedy; random; random", 6));
    let report = report(&plan, 2, None);
    let players = &report.summary.players;
    assert!(report.summary.encounters.is_empty());
    assert!(players[0].rating.rating > players[1].rating.rating);
    let points: f64 = players.iter().map(|player| player.score).sum();
    assert!((points - 1.0).abs() < 1e-5, "a game has one point to share: {points}");
}

#[test]
fn a_run_that_is_stopped_keeps_what_was_finished() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(settings(SMALL, "greedy; random", 40));
    let mut first = open(folder.path(), &plan).unwrap();
    let stop = Stop::default();
    let conditions = Conditions { workers: 2.into(), folder: Some(&mut first), stop: &stop };
    let half = run(&plan, conditions, &mut |progress| {
        if progress.done >= 5 {
            stop.now();
        }
    })
    .unwrap();
    assert!(!half.complete && half.games.len() < 40);
    drop(first);
    let mut second = open(folder.path(), &plan).unwrap();
    assert!(second.games().len() >= 5);
    let whole = report(&plan, 2, Some(&mut second));
    assert_eq!(to_results_json(&whole), to_results_json(&report(&plan, 1, None)));
}
