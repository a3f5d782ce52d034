//! What the server says to requests: good, wrong and hostile ones.

mod common;

use common::{Running, against, people};
use serde_json::json;

const SMALL: &str = "selfo board=hexhex-3 seed=4";

#[tokio::test(flavor = "multi_thread")]
async fn another_client_cannot_see_or_play_or_delete_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let (owner, other) = (server.client().await, server.client().await);
    let id = owner.create(SMALL, people()).await;
    for path in ["", "/at/0", "/record", "/picture"] {
        let path = format!("/api/games/{id}{path}");
        assert_eq!(owner.get(&path).await.status, 200, "{path}");
        assert_eq!(other.get(&path).await.status, 404, "{path}");
    }
    assert_eq!(other.join_with(&id, None).await.err(), Some(404));
    assert_eq!(other.send("DELETE", &format!("/api/games/{id}"), "", "").await.status, 404);
    assert_eq!(other.get("/api/games").await.json(), json!([]));
    assert_eq!(owner.send("DELETE", &format!("/api/games/{id}"), "", "").await.status, 200);
    assert_eq!(owner.get(&format!("/api/games/{id}")).await.status, 404);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_cannot_act_here() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    let id = client.create(SMALL, people()).await;
    let own = format!("http://{}", server.host);
    assert!(client.join_with(&id, Some(&own)).await.is_ok());
    assert_eq!(client.join_with(&id, Some("http://evil.example")).await.err(), Some(403));
    let body = json!({ "spec": SMALL, "players": people() }).to_string();
    let headers = "Content-Type: application/json\r\nOrigin: http://evil.example\r\n";
    assert_eq!(client.send("POST", "/api/games", headers, &body).await.status, 403);
    // A form of another site cannot send this kind of text either.
    let headers = "Content-Type: text/plain\r\n";
    assert_eq!(client.send("POST", "/api/games", headers, &body).await.status, 415);
    let rebound = "GET /api/games HTTP/1.0\r\nHost: evil.example\r\n\r\n";
    assert_eq!(client.raw(rebound).await.status, 403);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_specs_and_players_are_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    let wrong = [
        (json!({ "spec": "selfo board=", "players": people() }), "character"),
        (json!({ "spec": "shogi", "players": people() }), "unknown game"),
        (json!({ "spec": "selfo graph=/etc/passwd", "players": people() }), "not read here"),
        (json!({ "spec": "selfo board=hexhex-40", "players": people() }), "expected 2 to 18"),
        (json!({ "spec": SMALL, "players": [] }), "one for each seat"),
        (json!({ "spec": SMALL, "players": against("external cmd=ls") }), "other programs"),
        (json!({ "spec": SMALL, "players": against("alphabeta threads=64") }), "threads="),
        (json!({ "spec": "chess", "players": against("swarm") }), "only Selfo"),
        (json!({ "spec": SMALL }), "players"),
    ];
    for (body, reason) in wrong {
        let answer = client.post("/api/games", &body).await;
        let message = answer.json()["error"]["message"].as_str().unwrap().to_owned();
        assert_eq!(answer.status, 422, "{body}: {message}");
        assert!(message.contains(reason), "{body}: {message}");
    }
    let answer = client.post("/api/preview", &json!({ "spec": "selfo board=" })).await;
    assert!(answer.json()["error"]["column"].is_number(), "{}", answer.body);
    let huge = json!({ "spec": "x".repeat(200_000) });
    assert_eq!(client.post("/api/preview", &huge).await.status, 413);
    let wrong = client.send("PUT", "/api/games", "", "").await;
    assert_eq!((wrong.status, wrong.json()["error"]["code"].clone()), (405, json!("no-method")));
    assert_eq!(client.get("/api/games").await.json(), json!([]), "nothing was made");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_example_of_the_catalogue_has_a_preview() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    let catalogue = client.get("/api/catalogue").await.json();
    for family in catalogue["games"].as_array().unwrap() {
        for example in family["examples"].as_array().unwrap() {
            let answer = client.post("/api/preview", &json!({ "spec": example["spec"] })).await;
            assert_eq!(answer.status, 200, "{example}: {}", answer.body);
            let shown = answer.json();
            assert!(!shown["rules"].as_str().unwrap().is_empty());
            // Hex begins on an empty board, and so do some games of rule files.
            let placed = !shown["position"]["pieces"].as_array().unwrap().is_empty();
            let spec = example["spec"].as_str().unwrap();
            let empty = family["name"] == "hex" && !spec.contains("position");
            assert!(placed != empty || family["name"] == "zrf", "{example}");
            assert!(!shown["board"]["cells"].as_array().unwrap().is_empty(), "{example}");
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_has_its_files_and_a_policy_without_inline_script() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    let page = client.get("/game/0123456789abcdef").await;
    assert_eq!(page.status, 200);
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("script-src 'self'") && !policy.contains("unsafe"), "{policy}");
    assert!(!page.body.contains("<script>") && !page.body.contains(" style="));
    for path in
        page.body.split(['"']).filter(|part| part.ends_with(".js") || part.ends_with(".css"))
    {
        let file = client.get(path).await;
        assert_eq!(file.status, 200, "{path}");
        let tag = file.header("etag").unwrap();
        let again = client.send("GET", path, &format!("If-None-Match: {tag}\r\n"), "").await;
        assert_eq!(again.status, 304, "{path}");
    }
    assert_eq!(client.get("/nothing.js").await.status, 404);
    assert_eq!(client.get("/../Cargo.toml").await.status, 404);
    assert_eq!(client.get("/healthz").await.body, "ok\n");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_are_compressed_for_those_who_ask() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    let plain = client.get("/api/catalogue").await;
    assert_eq!(plain.header("content-encoding"), None);
    let packed = client.send("GET", "/api/catalogue", "Accept-Encoding: gzip\r\n", "").await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert_eq!(packed.header("cache-control"), Some("no-store"));
    assert!(packed.size < plain.size / 2);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_cannot_use_one_folder() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let config = selforge_server::Config {
        listen: "127.0.0.1:0".parse().unwrap(),
        data: folder.path().to_path_buf(),
        database: None,
        bus: None,
        experiments: Vec::new(),
        limits: selforge_server::Limits::default(),
        exposure: selforge_server::Exposure::default(),
    };
    let error = selforge_server::Server::start(config).await.err().unwrap().to_string();
    assert!(error.contains("another server"), "{error}");
    server.stop().await;
}
