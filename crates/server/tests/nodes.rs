//! Several nodes on one database and one bus, as their players see them.

#![allow(clippy::unwrap_used, reason = "tests panic to fail")]

mod common;

use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use common::nats::Nats;
use common::{Client, Live, Running, against, first_move, patient, postgres};
use selforge_server::{Config, Exposure, Limits, Server};
use serde_json::{Value, json};
use tempfile::TempDir;

const SMALL: &str = "selfo board=hexhex-5 seed=4";

/// What nodes share.
struct Site {
    url: String,
    nats: Nats,
}

impl Site {
    async fn new() -> Option<Site> {
        Some(Site { url: postgres::empty_place().await?, nats: Nats::start()? })
    }

    /// The folder of one more node.
    fn folder(&self) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("database"), &self.url).unwrap();
        std::fs::write(folder.path().join("bus"), self.nats.url()).unwrap();
        folder
    }

    /// Starts nodes that know each other.
    async fn start<const N: usize>(&self) -> [Node; N] {
        self.start_with(&patient()).await
    }

    /// The same with other limits.
    async fn start_with<const N: usize>(&self, limits: &Limits) -> [Node; N] {
        let mut nodes = Vec::new();
        for _ in 0..N {
            let folder = self.folder();
            let server = Running::start_with(folder.path(), limits.clone()).await;
            nodes.push(Node { server, _folder: folder });
        }
        for node in &nodes {
            wait_for_others(&node.server.host, N - 1).await;
        }
        nodes.try_into().ok().unwrap()
    }

    /// When an event of a game happened, by its own record, in milliseconds; waits for it.
    async fn moment_of(&self, game: &str, number: u32) -> i64 {
        let event = format!("event WHERE game = '{game}' AND number = {number}");
        let query = format!("SELECT (SELECT at::text FROM {event})");
        postgres::wait_for_text(&self.url, &query).await.parse().unwrap()
    }
}

struct Node {
    server: Running,
    _folder: TempDir,
}

impl Node {
    async fn client(&self) -> Client {
        self.server.client().await
    }
}

/// The longest that is waited for what must happen: far more than it takes on the busiest machine.
const PATIENCE: Duration = Duration::from_secs(100);

/// Asks again and again until it is so.
async fn wait_until(what: &str, is_so: impl AsyncFn() -> bool) {
    let asked = async {
        while !is_so().await {
            // Not more often than ten times a second: who asks more is refused by some of these nodes.
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let waited = tokio::time::timeout(PATIENCE, asked).await;
    assert!(waited.is_ok(), "not so after {PATIENCE:?}: {what}");
}

/// Asks a node until it knows so many others.
async fn wait_for_others(host: &str, count: usize) {
    let stranger = Client { host: host.to_owned(), cookie: String::new(), from: 1 };
    let line = format!("selforge_other_nodes {count}\n");
    let knows = async || stranger.get("/metrics").await.body.contains(&line);
    wait_until(&line, knows).await;
}

/// Opens as many sockets from an address at a node as it may have, and waits until another node lets it open
/// none. That has then also heard what the first one answered before: both are told together.
async fn fill_with_sockets(one: &Node, other: &Node, address: u8) -> Vec<Live> {
    let greedy = one.server.client_from(address).await;
    let mut open = Vec::new();
    while let Ok(socket) = greedy.socket("/api/lobby/live", None).await {
        open.push(socket);
    }
    let greedy = at(other, &greedy);
    let is_refused = async || greedy.socket("/api/lobby/live", None).await.is_err();
    wait_until("another node knows of its sockets", is_refused).await;
    open
}

/// The same person at another node.
fn at(node: &Node, client: &Client) -> Client {
    Client { host: node.server.host.clone(), ..client.clone() }
}

fn is_move(mv: &Value) -> impl Fn(&Value) -> bool + use<> {
    let text = mv["text"].clone();
    move |news| {
        let events = news["events"].as_array().into_iter().flatten();
        news["type"] == "update" && events.into_iter().any(|event| event["text"] == text)
    }
}

/// Two people who play, at one node.
async fn two_people(node: &Node, clock: Value) -> (Client, Client, String) {
    let (ann, ben) = (node.client().await, node.client().await);
    let players = json!([{ "kind": "person" }, { "kind": "open" }]);
    let id = ann.make(&json!({ "spec": SMALL, "players": players, "clock": clock })).await;
    assert_eq!(ben.post(&format!("/api/games/{id}/join"), &json!({})).await.status, 200);
    (ann, ben, id)
}

/// Plays the first legal move; everyone hears of it.
async fn play(mover: &mut Live, state: &Value, others: &mut [&mut Live]) -> Value {
    let mv = first_move(state);
    mover.act(&state["number"], mv.clone()).await;
    let state = mover.hear_until(is_move(&mv)).await;
    for other in others {
        assert_eq!(other.hear_until(is_move(&mv)).await["number"], state["number"]);
    }
    state
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_at_one_node_is_seen_at_all_others_and_so_is_who_is_there() {
    let Some(site) = Site::new().await else { return };
    let [one, two, three] = site.start().await;
    let (ann, ben, id) = two_people(&one, json!({ "kind": "none" })).await;
    let ben = at(&two, &ben);
    let (mut anns, state) = ann.join(&id).await;
    let (mut bens, _) = ben.join(&id).await;
    anns.until_present(json!(["A", "B"]), 0).await;
    let (mut looks, _) = three.client().await.join(&id).await;
    for live in [&mut anns, &mut bens, &mut looks] {
        live.until_present(json!(["A", "B"]), 1).await;
    }
    let state = play(&mut anns, &state, &mut [&mut bens, &mut looks]).await;
    let state = play(&mut bens, &state, &mut [&mut anns, &mut looks]).await;
    play(&mut anns, &state, &mut [&mut bens, &mut looks]).await;
    // Whoever goes is gone everywhere, also if the whole node goes.
    drop(bens);
    for live in [&mut anns, &mut looks] {
        live.until_present(json!(["A"]), 1).await;
    }
    one.server.stop().await;
    looks.until_present(json!([]), 1).await;
    // A game that is deleted is gone everywhere.
    let dan = two.client().await;
    let id = dan.create(SMALL, json!([{ "kind": "person" }, { "kind": "person" }])).await;
    let (mut dans, _) = at(&three, &dan).join(&id).await;
    assert_eq!(dan.with("DELETE", &format!("/api/games/{id}"), &json!({})).await.status, 200);
    dans.hear_until(|news| news["type"] == "gone").await;
    two.server.stop().await;
    three.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_and_the_ends_of_sign_ins_are_the_same_at_all_nodes() {
    let Some(site) = Site::new().await else { return };
    let [one, two] = site.start().await;
    let mut ada = one.client().await;
    assert_eq!(ada.register("Ada", "correct horse battery").await.status, 200);
    let ben = two.client().await;
    let (mut adas, mut bens) = (ada.lobby().await, ben.lobby().await);
    for lobby in [&mut adas, &mut bens] {
        lobby.hear_until(|news| news["people"] == 2).await;
    }
    let players = json!([{ "kind": "person" }, { "kind": "open" }]);
    let offer = json!({ "spec": SMALL, "players": players, "listed": true,
        "clock": { "kind": "real", "base": 600, "increment": 0 } });
    let id = ada.make(&offer).await;
    let offered =
        |news: &Value| news["open"].as_array().unwrap().iter().any(|game| game["id"] == json!(id));
    bens.hear_until(offered).await;
    while ben.get("/api/players/Ada").await.json()["online"] != true {
        tokio::task::yield_now().await;
    }
    // He takes it at his node; she sees that at hers.
    let (mut board, _) = ada.join(&id).await;
    assert_eq!(ben.post(&format!("/api/games/{id}/join"), &json!({})).await.status, 200);
    board.hear_until(|news| news["type"] == "update" && news["waiting"] == false).await;
    // Her sign-in ends at one node, and with it her sockets at all.
    let mut elsewhere = at(&two, &ada).lobby().await;
    elsewhere.next().await.unwrap();
    assert_eq!(ada.with("DELETE", "/api/session", &json!({})).await.status, 200);
    assert!(elsewhere.is_closed().await && adas.is_closed().await);
    one.server.stop().await;
    two.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_passwords_and_new_accounts_count_at_all_nodes() {
    let Some(site) = Site::new().await else { return };
    // Who must wait would do so for longer than any test takes.
    let limits = Limits {
        passwords_per_minute: 2,
        password_delay: Duration::from_secs(36_000),
        ..patient()
    };
    let [one, two] = site.start_with(&limits).await;
    let mut ada = one.client().await;
    assert_eq!(ada.register("Ada", "correct horse battery").await.status, 200);
    let wrong = json!({ "name": "Ada", "password": "wrong horse battery" });
    for _ in 0..4 {
        assert_eq!(one.client().await.post("/api/session", &wrong).await.status, 401);
    }
    let mut ben = one.client().await;
    assert_eq!(ben.register("Ben", "correct horse battery").await.status, 200);
    // What is told after it is heard after it.
    let _here = ben.lobby().await;
    let stranger = two.client().await;
    stranger.lobby().await.hear_until(|news| news["people"] == 2).await;
    let mut third = two.client().await;
    assert_eq!(third.register("Cyd", "correct horse battery").await.status, 429);
    // Of five tries four wait, and the fifth is refused because they do.
    let tries = (0..5).map(|_| Box::pin(stranger.post("/api/session", &wrong)));
    let (first, ..) = futures_util::future::select_all(tries).await;
    assert_eq!(first.status, 429, "{}", first.body);
    for node in [one, two] {
        node.server.stop().await;
    }
}

/// How many requests are answered before one is refused.
async fn answered(client: &Client) -> u32 {
    let mut count = 0;
    while client.get("/api/me").await.status == 200 {
        count += 1;
    }
    count
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_of_an_address_count_at_all_nodes() {
    let Some(site) = Site::new().await else { return };
    let limits = Limits { requests_per_second: 10, sockets_per_address: 16, ..patient() };
    let [one, two] = site.start_with(&limits).await;
    let begun = Instant::now();
    let greedy = one.server.client_from(7).await;
    let at_one = answered(&greedy).await;
    let _open = fill_with_sockets(&one, &two, 8).await;
    let together = at_one + answered(&at(&two, &greedy)).await;
    // Four seconds' worth at once, and then what comes by the second.
    let most = 41.0 + 10.0 * begun.elapsed().as_secs_f64();
    assert!(at_one >= 40 && f64::from(together) <= most, "{at_one}, {together}, {most}");
    for node in [one, two] {
        node.server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_asked_while_the_bus_was_away_closes_no_other_node() {
    let Some(mut site) = Site::new().await else { return };
    let limits = Limits { requests_per_second: 10, sockets_per_address: 16, ..patient() };
    let [one, two] = site.start_with(&limits).await;
    site.nats.kill();
    let many = one.server.client_from(7).await;
    for _ in 0..30 {
        assert_eq!(many.get("/api/me").await.status, 200);
    }
    site.nats.start_again();
    let _open = fill_with_sockets(&one, &two, 8).await;
    let at_two = answered(&at(&two, &many)).await;
    assert!(at_two >= 40, "{at_two}: four seconds' worth, as if nobody had asked");
    for node in [one, two] {
        node.server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_at_a_node_that_cannot_be_heard_are_held_against_nobody() {
    let Some(mut site) = Site::new().await else { return };
    let limits = Limits { sockets_per_address: 16, ..patient() };
    let [one, two] = site.start_with(&limits).await;
    let _open = fill_with_sockets(&one, &two, 7).await;
    site.nats.kill();
    let there = two.server.client_from(7).await;
    let is_let_in = async || there.socket("/api/lobby/live", None).await.is_ok();
    wait_until("it is let in at the other node", is_let_in).await;
    for node in [one, two] {
        node.server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_of_an_address_count_at_all_nodes() {
    let Some(site) = Site::new().await else { return };
    let limits = Limits { sockets_per_address: 4, ..patient() };
    let [one, two] = site.start_with(&limits).await;
    let greedy = one.server.client_from(7).await;
    let open = [greedy.lobby().await, greedy.lobby().await, greedy.lobby().await];
    let greedy = at(&two, &greedy);
    let both_open = async || {
        let first = greedy.socket("/api/lobby/live", None).await;
        let second = greedy.socket("/api/lobby/live", None).await;
        first.is_ok() && second.is_ok()
    };
    wait_until("one of two more is refused", async || !both_open().await).await;
    drop(open);
    wait_until("two more are let in", both_open).await;
    for node in [one, two] {
        node.server.stop().await;
    }
}

/// A node that ends as if it were killed.
struct Doomed {
    runtime: tokio::runtime::Runtime,
    host: String,
}

impl Doomed {
    async fn start(site: &Site, folder: &Path) -> Doomed {
        let config = Config {
            listen: "127.0.0.1:0".parse().unwrap(),
            data: folder.to_path_buf(),
            database: Some(site.url.parse().unwrap()),
            bus: Some(site.nats.url().parse().unwrap()),
            experiments: Vec::new(),
            limits: patient(),
            exposure: Exposure::default(),
        };
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let server = runtime.spawn(Server::start(config)).await.unwrap().unwrap();
        let host = server.address().to_string();
        runtime.spawn(server.run_until(std::future::pending()));
        Doomed { runtime, host }
    }

    /// Nothing of it runs from now on, and nobody is told.
    fn kill(self) {
        self.runtime.shutdown_background();
    }
}

/// How long a node that starts listens first.
const SETTLING: Duration = Duration::from_secs(1);

/// What is promised of a takeover, two seconds, five times over: the machine that runs this may do much else.
const TAKEOVER: i64 = 10_000;

#[tokio::test(flavor = "multi_thread")]
async fn when_a_node_dies_its_engine_moves_once_and_its_flag_falls_at_another_in_seconds() {
    const THINKING: i64 = 3_000;
    const BASE: i64 = 4_000;
    let Some(site) = Site::new().await else { return };
    let [one, two] = site.start().await;
    let folder = site.folder();
    let doomed = Doomed::start(&site, folder.path()).await;
    wait_for_others(&doomed.host, 2).await;
    // A second after its start a node lets engines think that it knows of at nobody; if it did so only now,
    // nothing would be taken over. Where that comes later, less is measured, and nothing fails.
    tokio::time::sleep(2 * SETTLING).await;
    let ann = Client { host: doomed.host.clone(), ..one.client().await };
    let ben = Client { host: doomed.host.clone(), ..one.client().await };
    // A clock that runs from the moment at which Ben sits down, which is the first event.
    let players = json!([{ "kind": "person" }, { "kind": "open" }]);
    let clock = json!({ "kind": "real", "base": BASE / 1_000, "increment": 0 });
    let timed = ann.make(&json!({ "spec": SMALL, "players": players, "clock": clock })).await;
    assert_eq!(ben.post(&format!("/api/games/{timed}/join"), &json!({})).await.status, 200);
    // An engine that thinks from the moment of the first move.
    let thought = ann.create(SMALL, against("alphabeta time=3s")).await;
    let (mut live, state) = ann.join(&thought).await;
    live.act(&state["number"], first_move(&state)).await;
    live.hear_until(|news| news["number"] == 1).await;
    let died = now_ms();
    doomed.kill();
    // Nobody opens the games.
    let flag = site.moment_of(&timed, 1).await + BASE;
    let late = site.moment_of(&timed, 2).await - flag.max(died);
    let moved = site.moment_of(&thought, 2).await - died;
    eprintln!("the flag fell {late} ms late, the engine moved {moved} ms after the death");
    assert!(late < TAKEOVER && moved < THINKING + TAKEOVER, "{late}, {moved}");
    let (_live, state) = at(&one, &ann).join(&thought).await;
    assert_eq!((&state["number"], &state["standing"]["to_move"]), (&json!(2), &json!("A")));
    let state = at(&two, &ann).get(&format!("/api/games/{timed}")).await.json();
    assert_eq!(state["events"][1]["type"], "forfeit");
    wait_for_others(&one.server.host, 1).await;
    one.server.stop().await;
    two.server.stop().await;
}

/// By the calendar, as events are recorded.
fn now_ms() -> i64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    i64::try_from(now.as_millis()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn of_all_nodes_that_watch_a_clock_one_lets_the_flag_fall() {
    let Some(site) = Site::new().await else { return };
    let [one, two, three] = site.start().await;
    let clock = json!({ "kind": "real", "base": 1, "increment": 0 });
    let (ann, _, id) = two_people(&one, clock).await;
    let mut all = Vec::new();
    for node in [&one, &two, &three] {
        all.push(at(node, &ann).join(&id).await);
    }
    for (live, state) in &mut all {
        if state["standing"]["result"].is_null() {
            live.hear_until(|news| !news["standing"]["result"].is_null()).await;
        }
    }
    let state = ann.get(&format!("/api/games/{id}")).await.json();
    assert_eq!(state["number"], 2, "that Ben sat down, and one flag");
    for node in [one, two, three] {
        node.server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_bus_is_away_games_go_on_and_then_all_is_as_before() {
    let Some(mut site) = Site::new().await else { return };
    let [one, two] = site.start().await;
    let (ann, ben, id) = two_people(&one, json!({ "kind": "none" })).await;
    let (mut anns, state) = ann.join(&id).await;
    let (mut bens, _) = at(&two, &ben).join(&id).await;
    site.nats.kill();
    let state = play(&mut anns, &state, &mut [&mut bens]).await;
    let state = play(&mut bens, &state, &mut [&mut anns]).await;
    site.nats.start_again();
    let (mut looks, _) = two.client().await.join(&id).await;
    anns.until_present(json!(["A", "B"]), 1).await;
    play(&mut anns, &state, &mut [&mut bens, &mut looks]).await;
    one.server.stop().await;
    two.server.stop().await;
}
