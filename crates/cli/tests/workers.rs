//! Experiments of the real program, done by workers that are the real program too, over a real bus.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

mod common;
#[path = "../../server/tests/common/nats.rs"]
mod nats;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::mpsc::channel;

use common::{command, run, run_in};
use nats::Nats;
use selforge_bus::Client;
use serde_json::{Value, json};

const ARENA: [&str; 10] = [
    "arena",
    "selfo",
    "board=hexhex-4",
    "--players",
    "swarm; mcts playouts=150",
    "--games",
    "160",
    "--seed",
    "4",
    "--out=match",
];
const EVOLVE: [&str; 8] =
    ["evolve", "--seed", "3", "--evaluations", "150", "--games", "40", "--out=games"];

/// A process that is killed when the test ends, however it does.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // SIGKILL: nothing can be tidied up.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts the program in a folder, with its errors in a file.
fn start(folder: &Path, errors: &str, arguments: &[&str]) -> Running {
    let errors = File::create(folder.join(errors)).unwrap();
    let mut command = command();
    command.args(arguments).current_dir(folder).stdout(Stdio::null()).stderr(errors);
    Running(command.spawn().unwrap())
}

fn worker(folder: &Path, number: usize, bus: &str) -> Running {
    start(folder, &format!("worker-{number}"), &["worker", "--threads", "1", "--bus", bus])
}

/// Waits until it is so, as long as a process runs.
fn wait_until(running: &mut Running, is: impl Fn() -> bool) {
    while !is() {
        // It may have come to that and to its end since it was asked.
        let ended = running.0.try_wait().unwrap();
        assert!(ended.is_none() || is(), "it ended before it could be disturbed: {ended:?}");
        // Others need the cores.
        std::thread::park_timeout(std::time::Duration::from_millis(5));
    }
}

fn lines(file: PathBuf) -> usize {
    fs::read_to_string(file).map_or(0, |text| text.lines().count())
}

/// The exit code of a process that is waited for, with what it complained about.
fn ended(mut running: Running, folder: &Path, errors: &str) -> (Option<i32>, String) {
    let code = running.0.wait().unwrap().code();
    (code, fs::read_to_string(folder.join(errors)).unwrap())
}

/// All files of a run but the lock and those that clocks change.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    common::files(folder, &|name| {
        ["games.jsonl", "times.json"].contains(&name)
            || (name == "report.html" && folder.ends_with("match"))
    })
}

#[test]
fn a_match_and_an_evolution_by_four_workers_of_whom_two_are_killed_end_in_the_bytes_of_a_run_at_home()
 {
    let home = tempfile::tempdir().unwrap();
    let (here, there, kept) =
        (home.path().join("here"), home.path().join("there"), home.path().join("kept"));
    [&here, &there].iter().for_each(|folder| fs::create_dir(folder).unwrap());
    let Some(nats) = Nats::with_jetstream(&kept) else { return };
    let bus = nats.url();
    let mut workers: Vec<Running> = (0..4).map(|number| worker(&there, number, &bus)).collect();
    let mut arena = start(&there, "arena", &[&ARENA[..], &["--bus", &bus]].concat());
    let mut evolve = start(&there, "evolve", &[&EVOLVE[..], &["--bus", &bus]].concat());
    wait_until(&mut arena, || lines(there.join("match/games.jsonl")) >= 8);
    drop(workers.pop());
    wait_until(&mut evolve, || lines(there.join("games/candidates.jsonl")) >= 20);
    drop(workers.pop());
    for (run, name) in [(arena, "arena"), (evolve, "evolve")] {
        let (code, log) = ended(run, &there, name);
        assert_eq!(code, Some(0), "{name}: {log}");
    }
    for (arguments, name) in [(&ARENA[..], "match"), (&EVOLVE[..], "games")] {
        run_in(&here, arguments, "").ok();
        let (here, there) = (files(&here.join(name)), files(&there.join(name)));
        assert!(here.len() > 5);
        let names = |files: &[(String, Vec<u8>)]| -> Vec<String> {
            files.iter().map(|(name, _)| name.clone()).collect()
        };
        assert_eq!(names(&here), names(&there));
        for ((name, here), (_, there)) in here.iter().zip(&there) {
            assert!(here == there, "{name} differs");
        }
    }
    let left = Client::connect(&bus.parse().unwrap(), Vec::new(), false, drop).unwrap();
    assert_eq!(left.queues("selforge-work.*.jobs").unwrap(), Vec::<String>::new());
}

#[test]
fn a_coordinator_that_is_killed_and_a_bus_that_is_started_anew_cost_nothing_but_time() {
    let home = tempfile::tempdir().unwrap();
    let (here, there, kept) =
        (home.path().join("here"), home.path().join("there"), home.path().join("kept"));
    [&here, &there].iter().for_each(|folder| fs::create_dir(folder).unwrap());
    let Some(mut nats) = Nats::with_jetstream(&kept) else { return };
    let bus = nats.url();
    // An address with a password is better off in a file, and never stands in a manifest.
    fs::write(there.join("bus"), &bus).unwrap();
    let asked = [&ARENA[..], &["--bus", "@bus"]].concat();
    let _worker = worker(&there, 0, &bus);
    let games = || lines(there.join("match/games.jsonl"));
    let mut first = start(&there, "first", &asked);
    wait_until(&mut first, || games() >= 20);
    drop(first);
    let before = games();
    assert!(before < 160, "{before}");
    let mut second = start(&there, "second", &asked);
    wait_until(&mut second, || games() >= before + 20);
    nats.kill();
    let known = fs::read_to_string(there.join("match/games.jsonl")).unwrap();
    nats.start_again();
    let (code, log) = ended(second, &there, "second");
    assert_eq!(code, Some(0), "{log}");
    assert!(log.contains("the bus is lost"), "{log}");
    assert_eq!(games(), 160);
    let now = fs::read_to_string(there.join("match/games.jsonl")).unwrap();
    assert!(now.starts_with(&known), "games that are there are not played again");
    run_in(&here, &ARENA, "").ok();
    assert!(files(&here.join("match")) == files(&there.join("match")));
}

#[test]
fn a_worker_and_a_run_of_different_versions_refuse_each_other() {
    let home = tempfile::tempdir().unwrap();
    let Some(nats) = Nats::with_jetstream(&home.path().join("kept")) else { return };
    let bus = nats.url();
    let (sender, heard) = channel();
    let listens = vec!["selforge-work.runs".to_owned(), "selforge-work.workers".to_owned()];
    let other = Client::connect(&bus.parse().unwrap(), listens, false, move |message| {
        let body: Value = serde_json::from_slice(&message.body).unwrap();
        let _ = sender.send((message.subject, body));
    })
    .unwrap();
    let arena = start(home.path(), "arena", &[&ARENA[..], &["--bus", &bus]].concat());
    let next = |subject: &str| loop {
        let (heard_at, body) = heard.recv().unwrap();
        if heard_at == subject {
            break body;
        }
    };
    let run = next("selforge-work.runs")["run"].as_str().unwrap().to_owned();
    // Somebody with another program asks for the order, announces itself, and hands in what it likes.
    let asked = json!({ "program": "selforge 0.0.1", "order": "x" }).to_string();
    let told = other.ask(&format!("selforge-work.{run}.order"), asked).unwrap().body;
    let told = String::from_utf8(told).unwrap();
    assert!(told.contains("refused") && told.contains("this worker is selforge 0.0.1"), "{told}");
    let results =
        json!({ "program": "selforge 0.0.1", "shift": 1, "micros": 1, "done": [] }).to_string();
    for nonsense in [results.as_str(), "{}", "nonsense"] {
        let told = other.ask(&format!("selforge-work.{run}.results"), nonsense).unwrap().body;
        assert_eq!(String::from_utf8(told).unwrap(), "bad");
    }
    let beat = json!({ "worker": "w", "program": "selforge 0.0.1", "threads": 1 }).to_string();
    other.publish("selforge-work.workers", beat);
    // A run of another program is announced to a real worker.
    let mut real = worker(home.path(), 0, &bus);
    next("selforge-work.workers");
    while next("selforge-work.workers")["program"] == "selforge 0.0.1" {}
    let beat = json!({ "run": "abc", "program": "selforge 9.9.9", "busy": true }).to_string();
    other.publish("selforge-work.runs", beat);
    let log = || fs::read_to_string(home.path().join("worker-0")).unwrap();
    wait_until(&mut real, || {
        log().contains("it is of selforge 9.9.9, and this worker is selforge ")
    });
    // It works for its own.
    let (code, log) = ended(arena, home.path(), "arena");
    assert_eq!(code, Some(0), "{log}");
    assert!(log.contains("a worker of selforge 0.0.1 gets no work"), "{log}");
}

#[test]
fn what_no_worker_may_do_and_a_bus_that_is_none_are_refused_with_what_would_be_right() {
    let message = run(&["worker"]).error(2);
    assert!(message.contains("give --bus nats://HOST:PORT"), "{message}");
    let nowhere = [&ARENA[..9], &["--bus", "nats://127.0.0.1:1"]].concat();
    let message = run(&nowhere).error(2);
    assert!(message.contains("the bus nats://127.0.0.1:1 cannot be reached"), "{message}");
    let home = tempfile::tempdir().unwrap();
    let Some(plain) = Nats::start() else { return };
    let message = run(&[&ARENA[..9], &["--bus", &plain.url()]].concat()).error(2);
    assert!(message.contains("start nats-server with --jetstream"), "{message}");
    let Some(nats) = Nats::with_jetstream(&home.path().join("kept")) else { return };
    let program = format!("external cmd=\"{} engine\"; random", env!("CARGO_BIN_EXE_selforge"));
    let game = ["arena", "selfo", "board=hexhex-3", "--games", "2", "--players"];
    let message = run(&[&game[..], &[&program, "--bus", &nats.url()]].concat()).error(2);
    assert!(message.contains("no worker starts a program because a run asks for it"), "{message}");
}
