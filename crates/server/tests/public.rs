//! A server that strangers can reach: limits that do not go by cookies, connections that are only held
//! open, proxies, wrong passwords, and what keeps ratings honest.

#![allow(clippy::unwrap_used, reason = "tests panic to fail")]

mod common;

use std::time::Duration;

use common::{Client, Running, against, first_move, people};
use selforge_server::{Exposure, Limits};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

const SMALL: &str = "selfo board=hexhex-3 seed=4";
const GOOD: &str = "correct horse battery";
const BETTER: &str = "moss lantern gravel";

fn quick() -> Limits {
    Limits {
        head_time: Duration::from_millis(200),
        body_time: Duration::from_millis(200),
        write_time: Duration::from_millis(200),
        ping_time: Duration::from_millis(200),
        ..Limits::default()
    }
}

/// As behind a proxy on this machine.
fn proxied() -> Exposure {
    Exposure {
        public_origin: Some("https://play.example".parse().unwrap()),
        trusted_proxies: vec!["127.0.0.1".parse().unwrap()],
        rate_same_address: false,
    }
}

/// Reads until the server hangs up.
async fn until_closed(stream: &mut tokio::net::TcpStream) -> String {
    let mut bytes = Vec::new();
    // A connection that is cut is closed as well.
    let _ = stream.read_to_end(&mut bytes).await;
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_visitors_of_one_address_can_load_the_page_at_the_same_time() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let visit = |host: String| async move {
        let mut client = Client { host, cookie: String::new(), from: 1 };
        let page = client.get("/").await;
        client.keep_cookie(&page);
        let words = page.body.split('"').skip(1).step_by(2);
        let files: Vec<String> = words
            .filter(|word| word.ends_with(".js") || word.ends_with(".css"))
            .map(str::to_owned)
            .collect();
        let api = ["/api/me", "/api/catalogue", "/api/games", "/api/lobby"].map(str::to_owned);
        let mut statuses = vec![page.status];
        for path in files.iter().chain(&api) {
            statuses.push(client.get(path).await.status);
        }
        assert_eq!(files.len(), 2, "{files:?}");
        statuses
    };
    let visits: Vec<_> = (0..50).map(|_| tokio::spawn(visit(server.host.clone()))).collect();
    for visit in visits {
        assert!(visit.await.unwrap().iter().all(|status| *status == 200));
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn files_of_the_page_are_kept_for_ever_under_names_that_change_with_them() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    let page = client.get("/lobby").await;
    assert_eq!(page.header("cache-control"), Some("no-cache"));
    let script = page.body.split('"').find(|word| word.ends_with(".js")).unwrap().to_owned();
    let plain = client.get(&script).await;
    assert_eq!(plain.header("content-type"), Some("text/javascript; charset=utf-8"));
    assert!(plain.header("cache-control").unwrap().contains("immutable"));
    assert!(plain.header("set-cookie").is_none(), "a file is the same for all");
    let packed = client.send("GET", &script, "Accept-Encoding: gzip\r\n", "").await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.size < plain.size / 2);
    let digest = script.split('/').nth(2).unwrap();
    let old = client.get(&script.replace(digest, "0123456789abcdef")).await;
    assert_eq!((old.status, old.header("cache-control")), (200, Some("no-cache")));
    assert_eq!(client.get("/assets/x/nothing.js").await.status, 404);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_are_only_held_open_are_closed() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start_with(folder.path(), quick()).await;
    let client = server.client().await;
    let id = client.create(SMALL, people()).await;
    let (host, cookie) = (&client.host, &client.cookie);
    for beginning in ["", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "] {
        let mut stream = client.connect().await;
        stream.write_all(beginning.as_bytes()).await.unwrap();
        until_closed(&mut stream).await;
    }
    // An answer was read, and the next request does not come.
    let mut stream = client.connect().await;
    stream
        .write_all(format!("GET /api/me HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes())
        .await
        .unwrap();
    assert!(until_closed(&mut stream).await.starts_with("HTTP/1.1 200"));
    // The body does not come.
    let mut stream = client.connect().await;
    let head = "Content-Type: application/json\r\nContent-Length: 100";
    let request = format!("POST /api/games HTTP/1.1\r\nHost: {host}\r\n{head}\r\n\r\n{{");
    stream.write_all(request.as_bytes()).await.unwrap();
    assert!(until_closed(&mut stream).await.starts_with("HTTP/1.1 408"));
    // A socket is opened, and pings are not answered.
    let mut stream = client.connect().await;
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
    let request = format!(
        "GET /api/games/{id}/live HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n{upgrade}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    assert!(until_closed(&mut stream).await.starts_with("HTTP/1.1 101"));
    // Much is asked and nothing read.
    let mut stream = client.connect().await;
    let request = format!("GET /api/catalogue HTTP/1.1\r\nHost: {host}\r\n\r\n").repeat(20);
    while stream.write_all(request.as_bytes()).await.is_ok() {}
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_answers_pings_stays() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { ping_time: Duration::from_millis(20), ..Limits::default() };
    let server = Running::start_with(folder.path(), limits).await;
    let client = server.client().await;
    let id = client.create(SMALL, people()).await;
    let (mut live, state) = client.join(&id).await;
    // Reading answers pings; what comes is what another tab does, many pings later.
    let watcher = tokio::spawn(async move { live.hear().await });
    for _ in 0..30 {
        let (other, _) = client.join(&id).await;
        drop(other);
    }
    let (mut other, _) = client.join(&id).await;
    other.act(&json!(0), first_move(&state)).await;
    assert_eq!(watcher.await.unwrap()["type"], "update");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_only_so_many_connections() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { connections_per_address: 2, ..Limits::default() };
    let server = Running::start_with(folder.path(), limits).await;
    let here = Client { host: server.host.clone(), cookie: String::new(), from: 3 };
    let _held = [here.connect().await, here.connect().await];
    let mut third = here.connect().await;
    assert_eq!(until_closed(&mut third).await, "");
    assert_eq!(Client { from: 4, ..here }.get("/api/me").await.status, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_stops_whatever_clients_do() {
    let folder = tempfile::tempdir().unwrap();
    // Nobody is closed for being slow before the server stops.
    let hour = Duration::from_secs(3_600);
    let limits = Limits {
        head_time: hour,
        body_time: hour,
        write_time: hour,
        ping_time: hour,
        ..Limits::default()
    };
    let server = Running::start_with(folder.path(), limits).await;
    let client = server.client().await;
    let id = client.create(SMALL, against("alphabeta time=20s")).await;
    let (mut live, state) = client.join(&id).await;
    live.act(&json!(0), first_move(&state)).await;
    let host = client.host.clone();
    let mut held = Vec::new();
    for text in [
        String::new(),
        "GET / HTTP/1.1\r\n".to_owned(),
        format!(
            "POST /api/games HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{{"
        ),
        format!("GET /api/catalogue HTTP/1.1\r\nHost: {host}\r\n\r\n").repeat(50),
    ] {
        let mut stream = client.connect().await;
        stream.write_all(text.as_bytes()).await.unwrap();
        held.push(stream);
    }
    server.stop().await;
    Running::start(folder.path()).await.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_a_proxy_clients_are_told_apart_and_cookies_are_for_tls() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { requests_per_second: 1, ..Limits::default() };
    let server = Running::start_exposed(folder.path(), limits, proxied()).await;
    let client = Client { host: server.host.clone(), cookie: String::new(), from: 1 };
    let get = |path: &str, headers: &str| {
        let text = format!("GET {path} HTTP/1.0\r\n{headers}\r\n\r\n");
        let client = client.clone();
        async move { client.raw(&text).await }
    };
    let page = get("/", "Host: play.example").await;
    let cookie = page.header("set-cookie").unwrap();
    assert!(cookie.starts_with("__Host-selforge=") && cookie.contains("; Secure"), "{cookie}");
    assert!(page.header("strict-transport-security").is_some());
    assert_eq!(get("/", "Host: evil.example").await.status, 403);
    let from =
        |address: &str| format!("Host: play.example\r\nX-Forwarded-For: 192.0.2.7, {address}");
    let mut statuses = Vec::new();
    for _ in 0..6 {
        statuses.push(get("/api/me", &from("203.0.113.1")).await.status);
    }
    assert!(statuses.contains(&429), "{statuses:?}");
    assert_eq!(get("/api/me", &from("203.0.113.2")).await.status, 200, "another one");
    let mut statuses = Vec::new();
    for host in 0..6 {
        statuses.push(get("/api/me", &from(&format!("2001:db8::{host}"))).await.status);
    }
    assert!(statuses.contains(&429), "one network: {statuses:?}");
    let post = |origin: &str| {
        let headers =
            format!("Host: play.example\r\nX-Forwarded-For: 203.0.113.3\r\nOrigin: {origin}");
        let text = format!(
            "POST /api/preview HTTP/1.0\r\n{headers}\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n{{\"spec\":\"chess\"}}"
        );
        let client = client.clone();
        async move { client.raw(&text).await.status }
    };
    assert_eq!(post("https://play.example").await, 200);
    assert_eq!(post("http://play.example").await, 403);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_for_which_a_game_is_looked_up_count_and_others_do_not() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { requests_per_second: 1, ..Limits::default() };
    let server = Running::start_with(folder.path(), limits).await;
    let client = server.client().await;
    for (path, counts) in [("/", false), ("/lobby", false), ("/game/ab12", true)] {
        let mut statuses = Vec::new();
        for _ in 0..6 {
            statuses.push(client.send("GET", path, "", "").await.status);
        }
        assert_eq!(statuses.contains(&429), counts, "{path}: {statuses:?}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_believed_who_is_no_trusted_proxy() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { requests_per_second: 1, ..Limits::default() };
    let server = Running::start_with(folder.path(), limits).await;
    let client = server.client().await;
    let mut statuses = Vec::new();
    for host in 0..6 {
        let header = format!("X-Forwarded-For: 203.0.113.{host}\r\n");
        statuses.push(client.send("GET", "/api/me", &header, "").await.status);
    }
    assert!(statuses.contains(&429), "{statuses:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_of_one_address_share_what_one_guest_may_have() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { waiting_per_client: 2, ..Limits::default() };
    let server = Running::start_with(folder.path(), limits).await;
    let offer = json!({ "spec": SMALL, "listed": true, "players": [{ "kind": "person" }, { "kind": "open" }] });
    let mut statuses = Vec::new();
    for _ in 0..6 {
        statuses.push(server.client().await.post("/api/games", &offer).await.status);
    }
    // Twice what an account may have: a school is one network.
    assert_eq!(statuses, [200, 200, 200, 200, 429, 429]);
    assert_eq!(server.client_from(2).await.post("/api/games", &offer).await.status, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn engines_of_one_address_do_not_keep_those_of_others_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let limits =
        Limits { engines: 1, engine_share: Duration::from_millis(20), ..Limits::default() };
    let server = Running::start_with(folder.path(), limits).await;
    let slow = json!([{ "kind": "engine", "spec": "alphabeta time=20s" }, { "kind": "person" }]);
    let mut greedy = Vec::new();
    for _ in 0..5 {
        let guest = server.client().await;
        let id = guest.create("selfo", slow.clone()).await;
        greedy.push((guest, id));
    }
    let honest = server.client_from(2).await;
    let players = json!([{ "kind": "engine", "spec": "random" }, { "kind": "person" }]);
    let id = honest.create(SMALL, players).await;
    let (mut live, state) = honest.join(&id).await;
    if state["number"] == 0 {
        live.hear_until(|news| news["number"] == 1).await;
    }
    let mut moved = 0;
    for (guest, id) in greedy {
        moved += guest.get(&format!("/api/games/{id}")).await.json()["number"].as_u64().unwrap();
    }
    assert!(moved <= 2, "{moved} of five engines came first");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn engines_among_themselves_pause_while_nobody_watches() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    let random = json!({ "kind": "engine", "spec": "random" });
    let id = client.create(SMALL, json!([random, random])).await;
    // The engine of another game has had its turn meanwhile.
    let other = client.create(SMALL, json!([random, { "kind": "person" }])).await;
    let (mut live, state) = client.join(&other).await;
    if state["number"] == 0 {
        live.hear_until(|news| news["number"] == 1).await;
    }
    assert_eq!(client.get(&format!("/api/games/{id}")).await.json()["number"], 0);
    let (mut watched, _) = client.join(&id).await;
    watched.hear_until(|news| news["number"].as_u64() > Some(1)).await;
    let clocked = json!({ "spec": SMALL, "players": [random, random], "clock": { "kind": "days", "days": 1 } });
    assert_eq!(client.post("/api/games", &clocked).await.status, 422);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_passwords_from_elsewhere_do_not_keep_the_owner_out() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { password_delay: Duration::ZERO, ..Limits::default() };
    let server = Running::start_with(folder.path(), limits).await;
    assert_eq!(server.client().await.register("Ada", GOOD).await.status, 200);
    let thief = server.client_from(2).await;
    let wrong = json!({ "name": "Ada", "password": "not the right one" });
    for _ in 0..20 {
        assert_eq!(thief.post("/api/session", &wrong).await.status, 401);
    }
    let right = json!({ "name": "Ada", "password": GOOD });
    assert_eq!(server.client().await.post("/api/session", &right).await.status, 200);
    assert_eq!(thief.post("/api/session", &right).await.status, 200, "slower, but never locked");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn weak_passwords_are_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let mut client = server.client().await;
    for weak in ["password1", "12345678", "AdaLovelace"] {
        let answer = client.register("AdaLovelace", weak).await;
        assert_eq!(answer.status, 422, "{weak}");
        assert!(answer.body.contains("too easy to guess"), "{}", answer.body);
    }
    assert_eq!(client.register("AdaLovelace", GOOD).await.status, 200);
    let change = json!({ "old": GOOD, "new": "password1" });
    assert_eq!(client.with("PUT", "/api/account/password", &change).await.status, 422);
    server.stop().await;
}

/// Signs in from another browser.
async fn sign_in(server: &Running, name: &str, password: &str) -> Client {
    let mut client = server.client().await;
    let body = json!({ "name": name, "password": password });
    let answer = client.post("/api/session", &body).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    client.keep_cookie(&answer);
    client
}

/// A token of an account, its number, and an open socket of a program that has it.
async fn program(account: &Client) -> (Value, impl futures_util::Stream + Unpin) {
    let made = account.post("/api/tokens", &json!({ "label": "bot" })).await.json();
    let url = format!("ws://{}/api/lobby/live", account.host);
    let mut request = url.into_client_request().unwrap();
    let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
    request.headers_mut().insert("authorization", bearer.parse().unwrap());
    let (socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
    (made["id"].clone(), socket)
}

/// Reads on until the server closes.
async fn ends(mut socket: impl futures_util::Stream + Unpin) {
    use futures_util::StreamExt;
    while socket.next().await.is_some() {}
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_end_with_the_sign_in_or_the_token_that_opened_them() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let mut ada = server.client().await;
    ada.register("Ada", GOOD).await;
    let other = sign_in(&server, "Ada", GOOD).await;
    let id = other.create(SMALL, people()).await;
    let (mut signed_out, _) = other.join(&id).await;
    assert_eq!(other.send("DELETE", "/api/session", "", "").await.status, 200);
    assert!(signed_out.is_closed().await);

    let (token, socket) = program(&ada).await;
    let path = format!("/api/tokens/{token}");
    assert_eq!(ada.send("DELETE", &path, "", "").await.status, 200);
    ends(socket).await;

    let other = sign_in(&server, "Ada", GOOD).await;
    let (mut elsewhere, _) = other.join(&id).await;
    let (_, kept) = program(&ada).await;
    let change = json!({ "old": GOOD, "new": BETTER });
    assert_eq!(ada.with("PUT", "/api/account/password", &change).await.status, 200);
    assert!(elsewhere.is_closed().await);
    assert_eq!(ada.get("/api/tokens").await.json().as_array().unwrap().len(), 1, "programs stay");
    let change = json!({ "old": BETTER, "new": GOOD, "revoke_tokens": true });
    assert_eq!(ada.with("PUT", "/api/account/password", &change).await.status, 200);
    ends(kept).await;
    assert_eq!(ada.get("/api/tokens").await.json(), json!([]));
    assert_eq!(ada.get("/api/me").await.json()["account"]["name"], "Ada", "this browser stays");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_chooses_their_own_cookie() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let chosen = Client {
        host: server.host.clone(),
        cookie: "selforge=0123456789abcdef0123456789abcdef".to_owned(),
        from: 1,
    };
    let answer = chosen.post("/api/games", &json!({ "spec": SMALL, "players": people() })).await;
    assert!(answer.header("set-cookie").is_some_and(|cookie| !cookie.contains("0123456789abcdef")));
    assert_eq!(chosen.get("/api/games").await.json(), json!([]), "the game is another guest's");
    // A cookie of a version that did not sign is known by what it owns.
    let guest = server.client().await;
    guest.create(SMALL, people()).await;
    let old =
        Client { cookie: guest.cookie.split('.').next().unwrap().to_owned(), ..guest.clone() };
    let answer = old.get("/api/games").await;
    assert_eq!(answer.json().as_array().unwrap().len(), 1);
    let renewed = answer.header("set-cookie").unwrap();
    assert_eq!(renewed.split(';').next().unwrap(), guest.cookie);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_password_of_a_proxy_is_no_token() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let mut ada = server.client().await;
    ada.register("Ada", GOOD).await;
    let basic = "Authorization: Basic dXNlcjpwYXNz\r\n";
    let me = ada.send("GET", "/api/me", basic, "").await;
    assert_eq!((me.status, me.json()["account"]["name"].clone()), (200, json!("Ada")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_too_large_is_called_so() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { record_bytes: 1_000, ..Limits::default() };
    let server = Running::start_with(folder.path(), limits).await;
    let client = server.client().await;
    let text = "x".repeat(2_000);
    assert_eq!(client.send("POST", "/api/records", "", &text).await.status, 413);
    let long = json!({ "spec": "x".repeat(70_000), "players": people() });
    assert_eq!(client.post("/api/games", &long).await.status, 413);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_hide_something_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    for name in ["Ada\u{202e}nimda", "Ada\u{200b}", "\u{3164}"] {
        let players = json!([{ "kind": "person", "name": name }, { "kind": "person" }]);
        let body = json!({ "spec": SMALL, "players": players });
        assert_eq!(client.post("/api/games", &body).await.status, 422, "{name:?}");
    }
    server.stop().await;
}

fn rated() -> Value {
    json!({
        "spec": "selfo", "rated": true, "clock": { "kind": "real", "base": 300, "increment": 5 },
        "players": [{ "kind": "person" }, { "kind": "open" }],
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn two_accounts_of_one_address_are_not_rated_against_each_other_in_public() {
    let folder = tempfile::tempdir().unwrap();
    let exposure = Exposure { trusted_proxies: Vec::new(), ..proxied() };
    let server = Running::start_exposed(folder.path(), Limits::default(), exposure).await;
    let names = [("Ada", 1), ("Ben", 1), ("Cid", 2)];
    let mut clients = Vec::new();
    for (name, from) in names {
        let mut client = server.client_from(from).await;
        assert_eq!(client.register(name, GOOD).await.status, 200);
        clients.push(client);
    }
    let id = clients[0].make(&rated()).await;
    let path = format!("/api/games/{id}/join");
    assert_eq!(clients[1].post(&path, &json!({})).await.status, 409);
    assert_eq!(clients[2].post(&path, &json!({})).await.status, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_plays_a_rated_game_gets_no_help_from_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { rated_per_pair: 1, ..Limits::default() };
    let server = Running::start_with(folder.path(), limits).await;
    let (mut ada, mut ben) = (server.client().await, server.client().await);
    ada.register("Ada", GOOD).await;
    ben.register("Ben", GOOD).await;
    let line = json!({ "spec": SMALL, "moves": [], "effort": "quick" });
    let helps = [
        ("/api/analysis/engine", line),
        ("/api/balance", json!({ "spec": SMALL })),
        ("/api/analysis", json!({ "spec": SMALL, "moves": [], "see": true })),
        ("/api/games", json!({ "spec": SMALL, "players": against("random") })),
    ];
    let id = ada.make(&rated()).await;
    for (path, body) in &helps {
        assert_eq!(ada.post(path, body).await.status, 200, "{path} before it begins");
    }
    assert_eq!(ben.post(&format!("/api/games/{id}/join"), &json!({})).await.status, 200);
    for (path, body) in &helps {
        assert_eq!(ada.post(path, body).await.status, 409, "{path} while it goes on");
    }
    let (mut live, state) = ada.join(&id).await;
    live.act(&state["number"], json!({ "do": "resign" })).await;
    live.hear_until(|news| news["standing"]["result"].is_string()).await;
    for (path, body) in &helps {
        assert_eq!(ada.post(path, body).await.status, 200, "{path} after it");
    }
    let again = ada.make(&rated()).await;
    let answer = ben.post(&format!("/api/games/{again}/join"), &json!({})).await;
    assert_eq!(answer.status, 429, "one rated game of these two a day");
    server.stop().await;
}
