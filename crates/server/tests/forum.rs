//! The introduction, votes, results, experiments and metrics, over real sockets.

#![allow(clippy::unwrap_used, reason = "tests panic to fail")]

mod common;

use std::fs;
use std::path::Path;

use common::{Client, Live, Running, against, first_move, people};
use selforge_server::Limits;
use serde_json::{Value, json};

const FORGED: &str = "rulespace game=paper-3";

/// Plays so many first moves of a game of people.
async fn play(live: &mut Live, mut state: Value, moves: usize) -> Value {
    for _ in 0..moves {
        live.act(&state["number"], first_move(&state)).await;
        state = live.hear().await;
        assert_eq!(state["type"], "update", "{state}");
    }
    state
}

async fn vote(client: &Client, id: &str, vote: &str) -> u16 {
    client.post(&format!("/api/games/{id}/vote"), &json!({ "vote": vote })).await.status
}

#[tokio::test(flavor = "multi_thread")]
async fn every_lesson_of_the_introduction_begins_with_a_position_of_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    let lessons = client.get("/js/lessons.js").await.body;
    let positions: Vec<&str> =
        lessons.split("small(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(positions.len(), 6);
    for position in positions {
        let spec = format!("selfo board=hexhex-3 position=\"{position} A\"");
        let shown = client.post("/api/analysis", &json!({ "spec": spec, "moves": [] })).await;
        assert_eq!(shown.status, 200, "{position}: {}", shown.body);
        assert!(!shown.json()["position"]["moves"].as_array().unwrap().is_empty(), "{position}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_who_plays_votes_and_only_after_two_moves_and_may_think_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let (player, other) = (server.client().await, server.client().await);
    let id = player.create(FORGED, people()).await;
    let path = format!("/api/games/{id}/vote");
    assert_eq!(vote(&player, &id, "like").await, 422, "too early");
    assert_eq!(player.get(&path).await.json()["can"], false);
    let (mut live, state) = player.join(&id).await;
    play(&mut live, state, 2).await;
    assert_eq!(player.get(&path).await.json(), json!({ "can": true, "forge": true, "vote": null }));
    assert_eq!(vote(&other, &id, "like").await, 404);
    assert_eq!(other.get(&path).await.json()["can"], false);
    assert_eq!(vote(&player, "0123456789abcdef", "like").await, 404);
    for wrong in ["", "love", "1"] {
        assert_eq!(vote(&player, &id, wrong).await, 422, "{wrong}");
    }
    assert_eq!(vote(&player, &id, "like").await, 200);
    assert_eq!(vote(&player, &id, "dislike").await, 200);
    assert_eq!(player.get(&path).await.json()["vote"], "dislike");
    let votes = player.get("/api/results").await.json()["votes"].clone();
    assert_eq!(votes["votes"], 1, "a vote that was changed is one vote");
    assert_eq!(votes["games"][0]["opinions"]["dislike"], 1);
    // Engines against each other have nobody who votes.
    let engines =
        json!([{ "kind": "engine", "spec": "random" }, { "kind": "engine", "spec": "random" }]);
    let id = player.create(FORGED, engines).await;
    assert_eq!(vote(&player, &id, "like").await, 404);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn votes_are_summed_up_and_given_out_without_identities() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let clients = [server.client().await, server.client().await, server.client().await];
    for (client, word) in clients.iter().zip(["like", "like", "neutral"]) {
        let id = client.create(FORGED, people()).await;
        let (mut live, state) = client.join(&id).await;
        play(&mut live, state, 2).await;
        assert_eq!(vote(client, &id, word).await, 200);
        // A vote outlives its game.
        client.send("DELETE", &format!("/api/games/{id}"), "", "").await;
    }
    let table = clients[0].get("/api/votes.csv").await;
    assert!(table.header("content-type").unwrap().starts_with("text/csv"));
    // Votes of one second come in no order of time.
    let mut votes: Vec<&str> = Vec::new();
    for (number, line) in (1..).zip(table.body.lines().skip(1)) {
        let rest = line.strip_prefix(&format!("{number},{FORGED},1,"));
        votes.push(rest.unwrap_or_else(|| panic!("{line}")));
    }
    votes.sort_unstable();
    assert_eq!(votes, ["like", "like", "neutral"]);
    let survey = selforge_lab::survey::read_votes(table.body.as_bytes()).unwrap();
    let told = selforge_lab::survey::Summary::of(&survey, None).unwrap();
    let shown = clients[0].get("/api/results").await.json()["votes"]["games"][0].clone();
    assert_eq!(shown["liked"], json!(told.games[0].liked));
    assert_eq!((&shown["p"], &shown["spec"]), (&json!(told.games[0].p), &json!(FORGED)));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_games_against_engines_are_counted_and_nobody_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    let spec = "selfo board=hexhex-3 seed=4";
    let named =
        json!([{ "kind": "person", "name": "Ada" }, { "kind": "engine", "spec": "random" }]);
    for players in [named, people(), against("greedy")] {
        let id = client.create(spec, players).await;
        let (mut live, _) = client.join(&id).await;
        live.act(&json!(0), json!({ "do": "resign" })).await;
        assert!(!live.hear().await["standing"]["result"].is_null());
    }
    // One that goes on is not counted.
    client.create(spec, against("random")).await;
    let answer = client.get("/api/results").await;
    assert!(!answer.body.contains("Ada"), "{}", answer.body);
    let told = answer.json()["people"].clone();
    assert_eq!(told["games"], 2, "the game of two people is not one against an engine");
    let row =
        told["rows"].as_array().unwrap().iter().find(|row| row["engine"] == "random").unwrap();
    assert_eq!(row["setup"], "selfo board=hexhex-3");
    assert_eq!(row["inexperienced"]["losses"], 1);
    assert_eq!(told["thesis"].as_array().unwrap().len(), 10);
    server.stop().await;
}

fn write(folder: &Path, name: &str, text: &str) {
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join(name), text).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn runs_are_shown_and_a_report_can_do_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("experiments/run");
    write(
        &run,
        "manifest.json",
        r#"{"kind":"arena","game":"selfo","players":["random"],"command":"secret"}"#,
    );
    write(&run, "report.html", "<!doctype html><script>alert(1)</script>");
    write(&run, "notes.txt", "secret");
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    let list = client.get("/api/experiments").await;
    assert!(
        !list.body.contains("secret") && !list.body.contains(&*folder.path().to_string_lossy())
    );
    let list = list.json();
    let id = list[0]["id"].as_str().unwrap();
    let report = client.get(&format!("/api/experiments/{id}/report")).await;
    assert_eq!(report.status, 200);
    let policy = report.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("sandbox"), "{policy}");
    assert!(!policy.contains("script"), "{policy}");
    assert_eq!(report.header("x-content-type-options"), Some("nosniff"));
    for path in [
        format!("/api/experiments/{id}/notes.txt"),
        format!("/api/experiments/{id}/..%2f..%2fselforge.sqlite"),
        "/api/experiments/run".to_owned(),
        "/api/experiments/..%2f..".to_owned(),
        "/api/experiments/%2e%2e/report".to_owned(),
    ] {
        let answer = client.get(&path).await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(!answer.body.contains("secret"), "{path}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_counts_what_it_does() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    let id = client.create("selfo board=hexhex-3 seed=4", against("random")).await;
    let (mut live, state) = client.join(&id).await;
    live.act(&state["number"], first_move(&state)).await;
    while live.hear().await["number"] != 2 {}
    client.get("/api/games/0123456789abcdef").await;
    client.get("/no/such/page").await;
    client.raw(&format!("BREW / HTTP/1.0\r\nHost: {}\r\n\r\n", server.host)).await;
    let answer = client.get("/metrics").await;
    assert!(answer.header("content-type").unwrap().starts_with("application/openmetrics-text"));
    for line in [
        r#"selforge_requests_total{method="POST",route="/api/games",status="200"} 1"#,
        r#"selforge_requests_total{method="GET",route="/api/games/{id}",status="404"} 1"#,
        r#"selforge_requests_total{method="GET",route="page",status="404"} 1"#,
        r#"selforge_requests_total{method="other",route="page",status="405"} 1"#,
        "selforge_moves_total 2",
        "selforge_commit_seconds_count 2",
        "selforge_sockets 1",
        "selforge_live_games 1",
        "selforge_thinking_seconds_count 1",
        "selforge_engines_thinking 0",
    ] {
        assert!(
            answer.body.lines().any(|known| known == line),
            "{line} is not in\n{}",
            answer.body
        );
    }
    assert!(!answer.body.contains(&id) && !answer.body.contains("such"), "{}", answer.body);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_with_many_open_sockets_stops_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { sockets_per_address: 20, ..Limits::default() };
    let server = Running::start_with(folder.path(), limits).await;
    let client = server.client().await;
    let id = client.create("selfo board=hexhex-3 seed=4", people()).await;
    let mut open = Vec::new();
    for _ in 0..20 {
        open.push(client.join_with(&id, None).await.unwrap());
    }
    assert_eq!(client.join_with(&id, None).await.err(), Some(429));
    server.stop().await;
    for mut live in open {
        assert!(live.next().await.is_none(), "a server that stops says goodbye");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pages_of_learning_puzzles_results_and_experiments_have_their_files() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    for path in [
        "/learn",
        "/puzzles",
        "/puzzle/daily",
        "/results",
        "/experiments",
        "/experiments/0123456789abcdef",
    ] {
        let page = client.get(path).await;
        assert_eq!(page.status, 200, "{path}");
        assert!(!page.body.contains("<script>") && !page.body.contains(" style="), "{path}");
        let named = |part: &&str| part.ends_with(".js") || part.ends_with(".css");
        let files: Vec<&str> = page.body.split('"').filter(named).collect();
        assert_eq!(files.len(), 2, "{path}: one style sheet, one script");
        for file in files {
            assert_eq!(client.get(file).await.status, 200, "{path}: {file}");
        }
    }
    server.stop().await;
}
