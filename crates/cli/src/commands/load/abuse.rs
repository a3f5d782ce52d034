//! What somebody else does to the server while honest games are played: each of the ways in which one
//! client was once able to slow all others down. The abuser has an address of its own on loopback and
//! keeps to no manners, only to what the server lets through.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use clap::ValueEnum;
use futures_util::{SinkExt, StreamExt};
use selforge_core::{Action, Game, Headers, Record, Spec, Timeline};
use selforge_games::NoFiles;
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;

use super::http::{self, Hosts, Visitor};

/// Where the abuser is.
const FROM: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// Moves of the long game: as many as fit under the usual limit.
const LONG: usize = 19_990;

/// Requests of the abuser that are under way together, and sockets that it holds.
const TOGETHER: usize = 16;
const SOCKETS: usize = 60;

/// How long an abuser waits after it was told that it asks too much.
const PAUSE: Duration = Duration::from_millis(20);

/// A way to make a server's life hard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Abuse {
    /// Reads a game of 19,990 moves again and again
    LongGame,
    /// Downloads large notes on it
    Study,
    /// Sends nonsense over 60 sockets
    Junk,
    /// Fills the lobby with large specs and watches it over 60 sockets
    Lobby,
    /// Asks for the results of all games
    Results,
    /// Looks at games that are long in opening
    Specs,
    /// All of it
    All,
}

impl Abuse {
    pub(super) fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    fn is(self, kind: Abuse) -> bool {
        self == kind || self == Abuse::All
    }
}

/// Everything that an abuser needs, in place.
pub(super) struct Prepared {
    kind: Abuse,
    visitor: Visitor,
    /// The long game.
    game: String,
}

/// Makes what the abuse is about.
///
/// # Errors
/// If the server does not let it.
pub(super) async fn prepare(kind: Abuse, hosts: &Hosts) -> Result<Prepared, String> {
    let visitor = Visitor::new(hosts, 0, FROM).await?;
    let mut prepared = Prepared { kind, visitor, game: String::new() };
    if kind.is(Abuse::LongGame) || kind.is(Abuse::Study) || kind.is(Abuse::Junk) {
        let record =
            tokio::task::spawn_blocking(long_record).await.map_err(|e| e.to_string())??;
        prepared.game = prepared.upload(&record).await?;
    }
    if kind.is(Abuse::Study) {
        prepared.annotate().await?;
    }
    if kind.is(Abuse::Lobby) {
        prepared.fill_lobby().await?;
    }
    if kind.is(Abuse::Results) {
        let record = short_record()?;
        for _ in 0..100 {
            prepared.upload(&record).await?;
        }
    }
    Ok(prepared)
}

/// A game in which each side moves a piece to and fro, as long as it may be.
fn long_record() -> Result<String, String> {
    let spec = "selfo swap=off passes=off plies=off progress=off repetition=off";
    record(spec, LONG)
}

/// A game that ends at once.
fn short_record() -> Result<String, String> {
    record("selfo board=hexhex-3 plies=2 swap=off", 2)
}

fn record(spec: &str, moves: usize) -> Result<String, String> {
    let spec = Spec::parse(spec).map_err(|error| error.to_string())?;
    let playable = selforge_games::open(&spec, &NoFiles).map_err(|error| error.to_string())?;
    let game = Arc::new(playable.game.clone());
    let mut timeline = Timeline::from_state(Arc::clone(&game), game.start());
    let mut last: [Option<(String, String)>; 2] = [None, None];
    for ply in 0..moves {
        let Some(seat) = timeline.status().to_move() else { break };
        let mut legal = Vec::new();
        game.legal_moves(timeline.state(), &mut legal);
        let texts = legal.iter().map(|&mv| (playable.move_text(timeline.state(), mv), mv));
        // Back where the piece came from, if it has moved; a step to a free cell at first.
        let back = last[ply % 2].take().map(|(from, to)| format!("{to}-{from}"));
        let ends = |text: &str| text.split_once('-').map(|(a, b)| (a.to_owned(), b.to_owned()));
        let mut texts = texts.filter(|(text, _)| ends(text).is_some());
        let chosen = match &back {
            Some(back) => texts.find(|(text, _)| text == back),
            None => texts.next(),
        };
        let (text, mv) = chosen.ok_or("there is no way back")?;
        last[ply % 2] = ends(&text);
        timeline.act(seat, Action::Move(mv)).map_err(|error| error.to_string())?;
    }
    Ok(Record::from_timeline(&timeline, Headers::new(playable.spec.clone())).to_string())
}

/// A board of one's own, of some ten thousand bytes.
fn large_spec(number: usize) -> String {
    let cells: Vec<Value> = (0..260)
        .map(
            |at| json!({ "name": format!("c{}", at + 1), "x": at % 20, "y": at / 20 + number % 3 }),
        )
        .collect();
    let beside = (1..260).filter(|at| at % 20 > 0).map(|at| json!([at - 1, at]));
    let edges: Vec<Value> = beside.chain((20..260).map(|at| json!([at - 20, at]))).collect();
    let graph = json!({ "cells": cells, "edges": edges }).to_string();
    format!("selfo density=10 setup=random graph=\"{}\"", graph.replace('"', "\\\""))
}

/// Specs that are long in opening.
const SLOW_SPECS: [&str; 3] = [
    "selfo length=any board=voronoi-990 seats=4",
    "selfo board=square-31x31 seats=6 length=any density=30",
    "selfo board=king-31x32 seats=5 special=9 density=60",
];

impl Prepared {
    async fn ask(&self, method: &str, path: &str, body: &str) -> Result<http::Answer, String> {
        self.visitor.ask(method, path, body).await
    }

    /// Asks until the server lets it.
    async fn insist(&self, method: &str, path: &str, body: &str) -> Result<http::Answer, String> {
        loop {
            let answer = self.ask(method, path, body).await?;
            match answer.status() {
                Some(200) => return Ok(answer),
                Some(429) => tokio::time::sleep(PAUSE).await,
                _ => return Err(format!("{method} {path}: {}", answer.body)),
            }
        }
    }

    async fn upload(&self, record: &str) -> Result<String, String> {
        let brought = self.insist("POST", "/api/records", record).await?;
        let brought: Value = brought.json()?;
        Ok(brought["id"].as_str().unwrap_or_default().to_owned())
    }

    /// Large notes: comments on the first position after another.
    async fn annotate(&self) -> Result<(), String> {
        let state: Value =
            self.insist("GET", &format!("/api/games/{}", self.game), "").await?.json()?;
        let events = state["events"].as_array().map_or(&[][..], Vec::as_slice);
        let mut nodes = vec![json!({ "parent": null, "move": "", "comment": "x".repeat(1_900) })];
        for (at, event) in events.iter().take(110).enumerate() {
            let comment = "y".repeat(1_900);
            nodes.push(json!({ "parent": at, "move": event["text"], "comment": comment }));
        }
        let path = format!("/api/games/{}/notes", self.game);
        self.insist("PUT", &path, &json!({ "nodes": nodes }).to_string()).await.map(drop)
    }

    async fn fill_lobby(&self) -> Result<(), String> {
        for number in 0..20 {
            let body = json!({
                "spec": large_spec(number),
                "players": [{ "kind": "person" }, { "kind": "open" }],
                "clock": { "kind": "days", "days": 3 },
                "listed": true,
            });
            self.insist("POST", "/api/games", &body.to_string()).await?;
        }
        Ok(())
    }

    /// Lets the abuser loose beside the honest games.
    pub(super) fn start(self) -> Running {
        let answers = Arc::new(AtomicU64::new(0));
        let (kind, this) = (self.kind, Arc::new(self));
        let mut tasks = Vec::new();
        let game = format!("/api/games/{}", this.game);
        let mut paths: Vec<(&str, String, String)> = Vec::new();
        if kind.is(Abuse::LongGame) {
            paths.push(("GET", game.clone(), String::new()));
            paths.push(("GET", format!("{game}/record"), String::new()));
        }
        if kind.is(Abuse::Study) {
            paths.push(("GET", format!("{game}/notes"), String::new()));
            paths.push(("GET", format!("{game}/notes/record"), String::new()));
        }
        if kind.is(Abuse::Results) {
            paths.push(("GET", "/api/results".to_owned(), String::new()));
        }
        if kind.is(Abuse::Specs) {
            for spec in SLOW_SPECS {
                let body = json!({ "spec": spec, "thorough": true }).to_string();
                paths.push(("POST", "/api/balance".to_owned(), body));
                paths.push((
                    "POST",
                    "/api/preview".to_owned(),
                    json!({ "spec": spec }).to_string(),
                ));
            }
        }
        for number in 0..TOGETHER * usize::from(!paths.is_empty()) {
            let (this, answers, paths) = (Arc::clone(&this), Arc::clone(&answers), paths.clone());
            tasks.push(tokio::spawn(async move {
                for (method, path, body) in paths.iter().cycle().skip(number) {
                    match this.ask(method, path, body).await {
                        Ok(answer) if answer.status() == Some(200) => {
                            answers.fetch_add(1, Ordering::Relaxed);
                        }
                        _ => tokio::time::sleep(PAUSE).await,
                    }
                }
            }));
        }
        let sockets = [
            (Abuse::Junk, format!("{game}/live"), "nonsense".to_owned()),
            (Abuse::Lobby, "/api/lobby/live".to_owned(), String::new()),
        ];
        for (which, path, say) in sockets.into_iter().filter(|(which, ..)| kind.is(*which)) {
            let share = if kind == Abuse::All { SOCKETS / 2 } else { SOCKETS };
            for _ in 0..share {
                let (this, answers) = (Arc::clone(&this), Arc::clone(&answers));
                let (path, say) = (path.clone(), say.clone());
                tasks.push(tokio::spawn(async move {
                    loop {
                        // The server may close it, for good reason; it is opened again.
                        let _ = this.converse(&path, &say, &answers).await;
                        tokio::time::sleep(PAUSE * if which == Abuse::Lobby { 20 } else { 1 })
                            .await;
                    }
                }));
            }
        }
        Running { kind, answers, tasks }
    }

    /// Opens a socket and says the same as often as it is allowed, or listens for a while.
    async fn converse(&self, path: &str, say: &str, answers: &AtomicU64) -> Result<(), String> {
        let wrong = |error: &dyn std::fmt::Display| error.to_string();
        let mut socket = self.visitor.socket(path).await.map_err(|error| wrong(&error))?;
        for _ in 0..100 {
            if !say.is_empty() {
                socket.send(Message::text(say)).await.map_err(|error| wrong(&error))?;
            }
            let heard = tokio::time::timeout(Duration::from_secs(2), socket.next()).await;
            match heard {
                Ok(Some(Ok(_))) => answers.fetch_add(1, Ordering::Relaxed),
                Ok(_) => return Ok(()),
                Err(_) if say.is_empty() => return Ok(()),
                Err(_) => 0,
            };
            if !say.is_empty() {
                tokio::time::sleep(PAUSE * 5 / 2).await;
            }
        }
        Ok(())
    }
}

/// An abuse that goes on.
pub(super) struct Running {
    kind: Abuse,
    answers: Arc<AtomicU64>,
    tasks: Vec<JoinHandle<()>>,
}

impl Running {
    /// Ends it; returns what it was and how many answers it got.
    pub(super) fn stop(self) -> (Abuse, u64) {
        self.tasks.iter().for_each(JoinHandle::abort);
        (self.kind, self.answers.load(Ordering::Relaxed))
    }
}
