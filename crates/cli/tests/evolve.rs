//! Evolution by the real program: repeated, killed, resumed, refused.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

mod common;

use std::fs;
use std::path::Path;
use std::process::Stdio;

use common::{command, run, run_in};
use serde_json::Value;

/// A small run of the paper's method: 10 parents and 5 iterations.
const SMALL: [&str; 7] = ["evolve", "--seed", "3", "--evaluations", "60", "--games", "4"];

fn evolve(directory: &Path, more: &[&str]) -> common::Run {
    run_in(directory, &[&SMALL, more].concat(), "")
}

/// All files of a run but the lock and those that hold the command line.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    common::files(folder, &|name| ["manifest.json", "report.html"].contains(&name))
}

#[test]
fn a_run_is_a_folder_with_everything_in_it() {
    let home = tempfile::tempdir().unwrap();
    let value = evolve(home.path(), &["--out", "run", "--json"]).json();
    assert_eq!(value["candidates"], 60);
    assert_eq!(value["archive"].as_array().unwrap().len(), 8);
    assert_eq!(value["changes"].as_array().unwrap().len(), 5);
    let folder = home.path().join("run");
    let archive = fs::read_to_string(folder.join("archive.json")).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&archive).unwrap(), value);
    let lines = |name: &str| fs::read_to_string(folder.join(name)).unwrap().lines().count();
    assert_eq!((lines("candidates.jsonl"), lines("candidates.csv")), (60, 61));
    let html = fs::read_to_string(folder.join("report.html")).unwrap();
    for part in ["Fitness over time", "Map of elites", "A family", "Champion 1", "<svg"] {
        assert!(html.contains(part), "{part}");
    }
    let html = html.replace("src=\"data:image/svg+xml,", "");
    for outside in ["src=", "href=", "url(", "@import"] {
        assert!(!html.contains(outside), "{outside}");
    }
    let champions = value["champions"].as_array().unwrap();
    let fitness = |champion: &Value| champion["fitness"].as_f64().unwrap();
    let highest = champions.iter().map(fitness).max_by(f64::total_cmp).unwrap();
    for champion in champions {
        let sound = champion["checked"]["faults"] == serde_json::json!([]);
        match champion["merit"].as_str().unwrap() {
            "best-fitness" => assert_eq!(fitness(champion), highest, "{champion}"),
            "best-sound" => assert!(sound && fitness(champion) < highest, "{champion}"),
            merit => assert_eq!(merit, "diverse", "{champion}"),
        }
    }
    for number in 1..=champions.len() {
        let champion = folder.join(format!("champions/{number}"));
        let spec = fs::read_to_string(champion.join("spec.txt")).unwrap();
        assert_eq!(spec.trim(), value["champions"][number - 1]["spec"]);
        run_in(&champion, &["check", "game.sgr"], "").ok();
        run(&["rules", spec.trim()]).ok();
        assert!(fs::read_to_string(champion.join("start.svg")).unwrap().starts_with("<svg"));
        assert!(fs::metadata(champion.join("rules.txt")).unwrap().len() > 100);
    }
}

#[test]
fn the_number_of_threads_changes_nothing_whatever_the_method() {
    let home = tempfile::tempdir().unwrap();
    let methods: [&[&str]; 6] = [
        &["--method", "es"],
        &["--method", "es", "--select", "rank"],
        &["--method", "ga", "--select", "pareto", "--population", "12"],
        &["--method", "map-elites", "--population", "20", "--descriptors", "pieces,kinds,draws"],
        &["--method", "random", "--games", "6"],
        &["--fitness", "played", "--select", "rank"],
    ];
    for (number, method) in methods.iter().enumerate() {
        let arguments = ["evolve", "--seed", "3", "--evaluations", "60"];
        let stages: &[&str] = if number == 4 { &[] } else { &["--stages", "2,5"] };
        for threads in ["1", "2"] {
            let out = format!("{number}-{threads}");
            let more = [*method, stages, &["--threads", threads, "--out", &out]].concat();
            run_in(home.path(), &[&arguments, &more[..]].concat(), "").ok();
        }
        let [one, two] =
            ["1", "2"].map(|threads| files(&home.path().join(format!("{number}-{threads}"))));
        assert!(one.len() > 3);
        assert_eq!(one, two, "{method:?}");
    }
}

#[test]
fn a_run_that_was_killed_goes_on_and_ends_in_the_same_bytes() {
    const LONG: [&str; 7] =
        ["evolve", "--evaluations", "1500", "--games", "10", "--method", "map-elites"];
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("run");
    let log = folder.join("candidates.jsonl");
    let lines = || fs::read_to_string(&log).map_or(0, |text| text.lines().count());
    let mut reached = 0;
    for _ in 0..2 {
        let mut child = command()
            .args([&LONG[..], &["--out", "run", "--threads", "2"]].concat())
            .current_dir(home.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        while lines() < reached + 150 {
            assert_eq!(child.try_wait().unwrap(), None, "it ended before it could be killed");
            std::thread::yield_now();
        }
        // SIGKILL: nothing can be tidied up.
        child.kill().unwrap();
        child.wait().unwrap();
        reached = lines();
        assert!(reached < 1500, "{reached}");
        assert!(!folder.join("archive.json").exists());
    }
    // A crash may also cut the last line off.
    let text = fs::read(&log).unwrap();
    fs::write(&log, &text[..text.len() - 30]).unwrap();
    run_in(home.path(), &[&LONG[..], &["--out", "run", "--threads", "1"]].concat(), "").ok();
    run_in(home.path(), &[&LONG[..], &["--out", "fresh"]].concat(), "").ok();
    assert_eq!(files(&folder), files(&home.path().join("fresh")));
    // A run that is complete has nothing left to do.
    let before = fs::read(&log).unwrap();
    run_in(home.path(), &[&LONG[..], &["--out", "run"]].concat(), "").ok();
    assert_eq!(fs::read(&log).unwrap(), before);
}

#[test]
fn a_damaged_checkpoint_is_refused_with_file_and_line_and_left_as_it_is() {
    let home = tempfile::tempdir().unwrap();
    evolve(home.path(), &["--out", "run"]).ok();
    let log = home.path().join("run/candidates.jsonl");
    let whole = fs::read_to_string(&log).unwrap();
    let second = whole.lines().nth(1).unwrap();
    let seven: Vec<&str> = whole.lines().take(7).collect();
    let cases = [
        (whole.replacen(second, "garbage", 1), "line 2: this is no candidate"),
        (format!("{whole}garbage\n"), "line 61: this is no candidate"),
        (whole.replacen("\"fitness\":0.", "\"fitness\":9.", 1), "line 1: the check sum"),
        (format!("{}\n\0\0\0\n{}\n", seven[..3].join("\n"), seven[5]), "line 4: this is no"),
    ];
    for (text, expected) in cases {
        fs::write(&log, &text).unwrap();
        let message = evolve(home.path(), &["--out", "run"]).error(1);
        assert!(message.contains("candidates.jsonl") && message.contains(expected), "{message}");
        assert_eq!(fs::read_to_string(&log).unwrap(), text);
    }
    // Good lines of another run are none of this one.
    fs::write(&log, &whole).unwrap();
    run_in(home.path(), &["evolve", "--evaluations", "60", "--games", "4", "--out", "other"], "")
        .ok();
    fs::copy(home.path().join("other/candidates.jsonl"), &log).unwrap();
    let message = evolve(home.path(), &["--out", "run"]).error(1);
    assert!(
        message.contains("line 1: this candidate is not the one that this run proposes"),
        "{message}"
    );
    fs::write(home.path().join("run/manifest.json"), "{\n\"kind\": \"evolve\",\n oops").unwrap();
    let message = evolve(home.path(), &["--out", "run"]).error(1);
    assert!(message.contains("manifest.json', line 3"), "{message}");
}

#[test]
fn a_folder_with_something_else_is_refused() {
    let home = tempfile::tempdir().unwrap();
    evolve(home.path(), &["--out", "run"]).ok();
    let other = evolve(home.path(), &["--out", "run", "--mutation", "0.1"]).error(2);
    assert!(other.contains("the mutation is '0.3' there and '0.1' here"), "{other}");
    let other = evolve(home.path(), &["--out", "run", "--fitness", "played"]).error(2);
    assert!(other.contains("the fitness is 'usual' there and 'played' here"), "{other}");
    let players = ["arena", "selfo", "board=hexhex-3", "--players", "random; random"];
    run_in(home.path(), &[&players[..], &["--games", "2", "--out", "match"]].concat(), "").ok();
    let other = evolve(home.path(), &["--out", "match"]).error(2);
    assert!(other.contains("the kind of run is 'arena' there and 'evolve' here"), "{other}");
    fs::create_dir(home.path().join("mine")).unwrap();
    fs::write(home.path().join("mine/diary.txt"), "dear diary").unwrap();
    assert!(evolve(home.path(), &["--out", "mine"]).error(2).contains("holds no run"));
    fs::write(home.path().join("file"), "").unwrap();
    assert!(evolve(home.path(), &["--out", "file"]).error(2).contains("is no folder"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_that_names_the_file() {
    let home = tempfile::tempdir().unwrap();
    evolve(home.path(), &["--out", "run"]).ok();
    let log = home.path().join("run/candidates.jsonl");
    fs::remove_file(&log).unwrap();
    std::os::unix::fs::symlink("/dev/full", &log).unwrap();
    let message = evolve(home.path(), &["--out", "run"]).error(2);
    assert!(message.contains("cannot write") && message.contains("candidates.jsonl"), "{message}");
}

#[test]
fn selfo_is_a_space_too() {
    let home = tempfile::tempdir().unwrap();
    let arguments = ["evolve", "--space", "selfo", "--evaluations", "14", "--games", "2"];
    let value = run_in(home.path(), &[&arguments[..], &["--json", "--out", "run"]].concat(), "");
    let value = value.json();
    let best = &value["champions"][0];
    assert!(best["spec"].as_str().unwrap().starts_with("selfo board="), "{best}");
    assert!(best["fitness"].as_f64().unwrap() > 0.2, "{best}");
    let spec = fs::read_to_string(home.path().join("run/champions/1/spec.txt")).unwrap();
    run(&["show", spec.trim()]).ok();
}

#[test]
fn games_of_engines_are_part_of_the_fitness_if_asked_for() {
    let home = tempfile::tempdir().unwrap();
    let value = evolve(home.path(), &["--fitness", "played", "--out", "run", "--json"]).json();
    assert_eq!(value["settings"]["fitness"], "played");
    let best = &value["champions"][0];
    let fitness = best["fitness"].as_f64().unwrap();
    assert!((0.5..=1.0).contains(&fitness), "{best}");
    assert!(best["objectives"]["decisive"].as_f64().unwrap() > 0.0, "{best}");
    assert!(best["objectives"]["duration"].is_null(), "{best}");
    // The checkpoint of half the run leads to the same end.
    let (log, whole) = (home.path().join("run/candidates.jsonl"), files(&home.path().join("run")));
    let half: Vec<String> = fs::read_to_string(&log)
        .unwrap()
        .lines()
        .take(30)
        .map(|line| format!("{line}\n"))
        .collect();
    fs::write(&log, half.concat()).unwrap();
    evolve(home.path(), &["--fitness", "played", "--out", "run"]).ok();
    assert_eq!(files(&home.path().join("run")), whole);
}

/// A run whose games engines play.
const SHORT: [&str; 9] =
    ["evolve", "--fitness", "played", "--seed", "3", "--evaluations", "20", "--games", "4"];

#[test]
fn another_engine_plays_if_asked_for_and_the_manifest_says_which() {
    let home = tempfile::tempdir().unwrap();
    let manifest = |run: &str| {
        let text = fs::read_to_string(home.path().join(run).join("manifest.json")).unwrap();
        serde_json::from_str::<Value>(&text).unwrap()["settings"].clone()
    };
    let run_with = |out: &str, more: &[&str]| {
        let asked = [&SHORT[..], &["--out", out], more].concat();
        run_in(home.path(), &asked, "").ok();
        fs::read_to_string(home.path().join(out).join("candidates.jsonl")).unwrap()
    };
    let usual = run_with("usual", &[]);
    assert!(manifest("usual").get("engine").is_none(), "as before there was a choice");
    assert_eq!(run_with("same", &["--engine", "alphabeta nodes=100 hash=1"]), usual);
    let other = run_with("other", &["--engine", "greedy", "--threads", "1"]);
    assert_eq!(manifest("other")["engine"], "greedy");
    assert_ne!(other, usual);
    assert_eq!(run_with("again", &["--engine", "greedy", "--threads", "2"]), other);
    let asked = [&SHORT[..], &["--out", "other"]].concat();
    let refused = run_in(home.path(), &asked, "").error(2);
    assert!(refused.contains("the engine is 'greedy' there and 'none' here"), "{refused}");
}

#[test]
fn networks_play_for_the_fitness_where_they_play_every_game() {
    let home = tempfile::tempdir().unwrap();
    let learn = "learnability rulespace game=paper-1 --seeds 1 --iterations 1 --parents 2 --opponents 2 \
                 --games 2 --out class";
    let train =
        "train --out one --first-games 20 --rounds 0 --teacher-nodes 5 --blocks 0 --passes 1";
    let game = "rulespace game=paper-1";
    run_in(home.path(), &learn.split_whitespace().collect::<Vec<_>>(), "").ok();
    let train: Vec<&str> = train.split_whitespace().chain([game]).collect();
    run_in(home.path(), &train, "").ok();
    let by = |engine: &str| run_in(home.path(), &[&SHORT[..], &["--engine", engine]].concat(), "");
    let value = by("network file=class/population-1.net").ok();
    assert!(value.contains("fitness"), "{value}");
    let refused = by("network file=one/network-000.net nodes=5").error(2);
    assert!(refused.contains("file 'one/network-000.net' is for rulespace"), "{refused}");
}

#[test]
fn methods_are_compared_with_a_test() {
    let arguments = ["evolve", "--compare", "es:fitness,random", "--seeds", "3", "--seed", "5"];
    let arguments = [&arguments[..], &["--evaluations", "40", "--games", "3"]].concat();
    let value = run(&[&arguments[..], &["--json"]].concat()).json();
    assert_eq!(value["baseline"], "random");
    assert_eq!(value["contenders"][0]["trials"].as_array().unwrap().len(), 3);
    let p = value["contenders"][0]["fitness_test"]["p"].as_f64().unwrap();
    assert!((0.05..=1.0).contains(&p), "{p}: 1/20 is the least that three against three can give");
    assert!(run(&arguments).ok().contains("Mann and Whitney"));
}

/// Arguments after `evolve`, and a part of the message.
const WRONG: &[(&[&str], &str)] = &[
    (&["--space", "rulespaces"], "no space 'rulespaces'; did you mean 'rulespace'?"),
    (&["--method", "annealing"], "no method 'annealing'; expected es, random, ga, map-elites"),
    (&["--select", "pareto"], "es does not select by pareto; expected ratio or rank or fitness"),
    (&["--method", "ga", "--select", "best"], "no way to select 'best'"),
    (&["--fitness", "playd"], "no fitness 'playd'; did you mean 'played'?"),
    (&["--space", "selfo", "--fitness", "played"], "expected usual"),
    (&["--engine", "greedy"], "the engine 'greedy' for the fitness 'usual'"),
    (&["--fitness", "played", "--engine", "alphabetta"], "did you mean 'alphabeta'?"),
    (&["--fitness", "played", "--engine", "alphabeta time=5ms"], "which may play otherwise"),
    (
        &["--fitness", "played", "--engine", "alphabeta nodes=9 threads=2"],
        "neither clock nor threads",
    ),
    (&["--fitness", "played", "--engine", "external cmd=true"], "which may play otherwise"),
    (&["--fitness", "played", "--engine", "swarm"], "it knows only Selfo"),
    (&["--fitness", "played", "--engine", "network nodes=5"], "cannot play this"),
    (&["--mutation", "0"], "a mutation rate of 0; expected more than 0"),
    (&["--mutation", "NaN"], "a mutation rate of NaN"),
    (&["--evaluations", "5"], "5 evaluations for a population of 10; expected 10 or more"),
    (&["--evaluations", "0"], "the number of evaluations is 0"),
    (&["--evaluations", "99999999"], "expected 1 to 1000000"),
    (&["--games", "0"], "the number of games is 0; expected 1 to 10000"),
    (&["--stages", "20,4"], "stages '20,4'; expected up to four growing numbers"),
    (&["--population", "1"], "the population is 1"),
    (&["--descriptors", "beauty"], "no descriptor 'beauty'"),
    (&["--descriptors", "length,length"], "different"),
    (&["--cells", "1"], "the number of cells along an axis is 1"),
    (&["--descriptors", "length,pieces,draws", "--cells", "50"], "at most 10000 cells"),
    (&["--threshold", "1.5"], "a threshold of 1.5"),
];

#[test]
fn wrong_input_is_explained_before_the_first_game() {
    let home = tempfile::tempdir().unwrap();
    for (arguments, expected) in WRONG {
        let all = [&["evolve"], *arguments, &["--out", "run"]].concat();
        let message = run_in(home.path(), &all, "").error(2);
        assert!(message.contains(expected), "{arguments:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(!home.path().join("run").exists(), "{arguments:?}");
    }
    assert!(run(&["evolve", "--compare", "es,nothing"]).error(2).contains("no method 'nothing'"));
    for arguments in [
        &["evolve", "--seed", "x"][..],
        &["evolve", "--seeds", "0"],
        &["evolve", "--stages", "4,x"],
    ] {
        assert_eq!(run(arguments).code, 2);
    }
}
