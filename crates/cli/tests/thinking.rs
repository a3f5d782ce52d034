//! `selforge worker` thinks for a server: engines in games and analysis, over a real bus.
#![allow(clippy::unwrap_used)] // Helpers of tests are tests.

#[path = "../../server/tests/common/mod.rs"]
mod common;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use common::nats::Nats;
use common::{Client, Running, against, first_move, patient, postgres};
use selforge_server::Limits;
use serde_json::{Value, json};
use tempfile::TempDir;

const SMALL: &str = "selfo board=hexhex-5 seed=4";

/// An engine that ends only if somebody stops it.
const ENDLESS: &str = "alphabeta depth=64";

/// A node of the server with a bus, on which somebody listens to everything about thinking.
struct Site {
    server: Running,
    bus: selforge_bus::Client,
    heard: Receiver<(String, Value)>,
    nats: Nats,
    folder: TempDir,
}

impl Site {
    async fn start() -> Option<Site> {
        let database = postgres::empty_place().await?;
        let nats = Nats::start()?;
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("database"), database).unwrap();
        std::fs::write(folder.path().join("bus"), nats.url()).unwrap();
        let (sender, heard) = channel();
        let listens = vec!["selforge-think.>".to_owned()];
        let url = nats.url().parse().unwrap();
        let bus = selforge_bus::Client::connect(&url, listens, false, move |message| {
            let body = serde_json::from_slice(&message.body).unwrap();
            let _ = sender.send((message.subject, body));
        });
        let limits = Limits { engine_time: Duration::from_secs(3_600), ..patient() };
        let server = Running::start_with(folder.path(), limits).await;
        Some(Site { server, bus: bus.unwrap(), heard, nats, folder })
    }

    /// The real program as a worker, which the node knows of.
    async fn worker(&self) -> Worker {
        let worker = Worker::start(self.folder.path(), &self.nats.url());
        self.until_counted("selforge_jobs_workers 1").await;
        worker
    }

    /// The next message under a subject that is as wanted.
    fn hear(&self, subject: &str, wanted: impl Fn(&Value) -> bool) -> (String, Value) {
        loop {
            let heard = self.heard.recv().unwrap();
            if heard.0.starts_with(subject) && wanted(&heard.1) {
                return heard;
            }
        }
    }

    /// Waits until a worker has so many thoughts.
    fn until_thinking(&self, count: usize) -> Value {
        let so_many = |beat: &Value| beat["jobs"].as_array().unwrap().len() == count;
        self.hear("selforge-think.workers", so_many).1
    }

    /// Waits until the server counts that.
    async fn until_counted(&self, line: &str) {
        let line = format!("{line}\n");
        let stranger = Client { host: self.server.host.clone(), cookie: String::new(), from: 1 };
        while !stranger.get("/metrics").await.body.contains(&line) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// A person against an engine, which thinks after the first move.
    async fn play(&self, spec: &str, engine: &str) -> (Client, common::Live) {
        let ann = self.server.client().await;
        let id = ann.create(spec, against(engine)).await;
        let (mut live, state) = ann.join(&id).await;
        live.act(&state["number"], first_move(&state)).await;
        live.hear_until(|news| news["number"] == 1).await;
        (ann, live)
    }
}

/// A worker, killed when the test ends, however it does.
struct Worker {
    child: Child,
    log: std::path::PathBuf,
}

impl Worker {
    fn start(folder: &Path, bus: &str) -> Worker {
        let log = folder.join("worker.log");
        let mut command = Command::new(env!("CARGO_BIN_EXE_selforge"));
        command.args(["worker", "--threads", "1", "--verbose", "--bus", bus]);
        command.env_remove("SELFORGE_BUS").stdin(Stdio::null()).stdout(Stdio::null());
        let child = command.stderr(std::fs::File::create(&log).unwrap()).spawn().unwrap();
        Worker { child, log }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // SIGKILL: nothing can be tidied up.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn ended(kind: &str, end: &str, count: usize) -> String {
    format!("selforge_jobs_total{{kind=\"{kind}\",end=\"{end}\"}} {count}")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_thinks_for_engines_and_analysis_and_without_one_the_server_thinks_itself() {
    let Some(site) = Site::start().await else { return };
    let (ann, mut live) = site.play(SMALL, "alphabeta depth=1").await;
    live.hear_until(|news| news["number"] == 2).await;
    site.until_counted(&ended("move", "home", 1)).await;
    let asked = json!({ "spec": SMALL, "from": 0, "count": 1, "effort": "quick" });
    let at_home = ann.post("/api/analysis/engine", &asked).await.json();
    assert_eq!(at_home["engine"], "network");
    let worker = site.worker().await;
    let (_, mut live) = site.play(SMALL, "alphabeta depth=1").await;
    live.hear_until(|news| news["number"] == 2).await;
    site.until_counted(&ended("move", "answered", 1)).await;
    assert_eq!(ann.post("/api/analysis/engine", &asked).await.json(), at_home);
    site.until_counted(&ended("analysis", "answered", 1)).await;
    // Rule files that people brought travel along.
    let rules = selforge_games::zrf::library::text("breakthrough").unwrap();
    let brought =
        ann.send("POST", "/api/rules?name=b.zrf", "Content-Type: text/plain\r\n", rules).await;
    let brought = brought.json();
    let spec = brought["file"]["cards"][1]["spec"].as_str().unwrap();
    let (_, mut live) = site.play(spec, "alphabeta depth=1").await;
    live.hear_until(|news| news["number"] == 2).await;
    site.until_counted(&ended("move", "answered", 2)).await;
    drop(worker);
    site.until_counted("selforge_jobs_workers 0").await;
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_move_of_a_worker_that_is_killed_amid_its_thought_still_comes() {
    let Some(site) = Site::start().await else { return };
    let worker = site.worker().await;
    let (_, mut live) = site.play(SMALL, "alphabeta time=3s").await;
    site.until_thinking(1);
    drop(worker);
    live.hear_until(|news| news["number"] == 2).await;
    site.until_counted(&ended("move", "lost", 1)).await;
    site.until_counted(&ended("move", "home", 1)).await;
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_is_told_to_move_now_and_to_stop_when_nobody_wants_the_move_any_more() {
    let Some(site) = Site::start().await else { return };
    let _worker = site.worker().await;
    let (_, mut live) = site.play(SMALL, ENDLESS).await;
    let first = site.until_thinking(1)["jobs"].clone();
    live.act(&json!(1), json!({ "do": "move-now" })).await;
    let state = live.hear_until(|news| news["number"] == 2).await;
    site.until_counted(&ended("move", "answered", 1)).await;
    live.act(&json!(2), first_move(&state)).await;
    live.hear_until(|news| news["number"] == 3).await;
    let is_second = |beat: &Value| beat["jobs"] != json!([]) && beat["jobs"] != first;
    site.hear("selforge-think.workers", is_second);
    live.act(&json!(3), json!({ "do": "resign" })).await;
    site.until_thinking(0);
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn others_versions_and_players_that_read_files_or_start_programs_are_refused() {
    let Some(site) = Site::start().await else { return };
    let worker = site.worker().await;
    let beat = site.until_thinking(0);
    let (name, own) = (beat["worker"].as_str().unwrap(), beat["program"].as_str().unwrap());
    // A worker of another version gets nothing but the reason.
    let other =
        json!({ "worker": "other", "program": "selforge 9.9.9", "threads": 64, "jobs": [] });
    site.bus.publish("selforge-think.workers", other.to_string());
    let told = site.hear("selforge-think.worker.other", |_| true).1;
    assert_eq!(told, json!({ "foreign": own }));
    // So does a server of another version, and whoever asks for more than thinking.
    let refused = |program: &str, engine: &str| {
        let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let job = json!({ "id": engine, "node": "x", "program": program, "spec": "chess",
            "start": chess, "texts": [], "position": chess, "history": [], "engine": engine,
            "millis": null, "nodes": null, "depth": 1, "seed": 1, "most": 1000, "memory": "" });
        let subject = format!("selforge-think.worker.{name}");
        site.bus.publish(&subject, json!({ "think": job }).to_string());
        let answer = site.hear("selforge-think.node.x", |answer| answer["id"] == engine).1;
        answer["what"]["refused"].as_str().map(str::to_owned).ok_or(answer)
    };
    let reason = refused("selforge 9.9.9", "random").unwrap();
    assert!(reason.contains("the server is selforge 9.9.9, and this worker is"), "{reason}");
    let log = std::fs::read_to_string(&worker.log).unwrap();
    assert!(log.contains("nothing is thought about: the server is selforge 9.9.9"), "{log}");
    for (engine, problem) in [
        ("network file=/etc/passwd", "files cannot be read"),
        ("external cmd=\"touch x\"", "other programs"),
        ("uci cmd=\"touch x\"", "other programs"),
        ("plugin path=x.so", "other programs"),
        ("alphabeta hash=4096", "at most"),
    ] {
        let reason = refused(own, engine).unwrap();
        assert!(reason.contains(problem), "{engine}: {reason}");
    }
    let answer = refused(own, "alphabeta depth=1").unwrap_err();
    assert_eq!(answer["what"]["found"]["depth"], 1, "{answer}");
    site.server.stop().await;
}
