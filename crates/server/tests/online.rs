//! Games among people who sit at different screens: links, seeks, clocks, accounts, ratings.

#![allow(clippy::unwrap_used, reason = "tests panic to fail")]

mod common;

use std::path::Path;

use common::{Client, Live, Running, first_move};
use selforge_games::NoFiles;
use selforge_lab::Replayed;
use selforge_server::{DataSource, Export, Exported, export_games};
use serde_json::{Value, json};

const SMALL: &str = "selfo board=hexhex-3 seed=4";

fn invitation() -> Value {
    json!({ "spec": SMALL, "players": [{ "kind": "person", "name": "Ada" }, { "kind": "open" }] })
}

fn can(news: &Value, action: &str) -> bool {
    news["can"].as_array().unwrap().iter().any(|known| known == action)
}

/// A game over a private link, with both at the table.
async fn seated(ada: &Client, ben: &Client, body: &Value) -> (String, Live, Live, Value) {
    let id = ada.make(body).await;
    let (mut first, state) = ada.join(&id).await;
    assert_eq!(state["waiting"], true);
    let answer = ben.post(&format!("/api/games/{id}/join"), &json!({ "name": "Ben" })).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let sat = first.hear().await;
    assert_eq!(sat["events"][0]["type"], "sit");
    let (second, state) = ben.join(&id).await;
    assert_eq!((state["waiting"].clone(), state["number"].clone()), (json!(false), json!(1)));
    (id, first, second, sat)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_clients_play_over_a_private_link_and_others_only_watch() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let (ada, ben, eve) = (server.client().await, server.client().await, server.client().await);
    let id = ada.make(&invitation()).await;
    let (mut first, state) = ada.join(&id).await;
    assert!(!can(&state, "move") && can(&state, "delete"), "nobody moves before all are there");
    first.act(&json!(0), first_move(&state)).await;
    assert_eq!(first.hear().await["type"], "refused");
    assert!(can(&eve.get(&format!("/api/games/{id}")).await.json(), "join"));
    let join = format!("/api/games/{id}/join");
    assert_eq!(ben.post(&join, &json!({ "name": "Ben" })).await.json()["seat"], "B");
    assert_eq!(ben.post(&join, &json!({})).await.json()["seat"], "B", "asking twice is no harm");
    assert_eq!(eve.post(&join, &json!({})).await.status, 409);
    let sat = first.hear().await;
    assert_eq!(sat["players"][1]["name"], "Ben");
    assert!(can(&sat, "move"));
    let (mut second, seen) = ben.join(&id).await;
    assert_eq!((seen["you"].clone(), can(&seen, "move")), (json!(["B"]), false));
    let (mut third, watched) = eve.join(&id).await;
    assert_eq!((watched["you"].clone(), watched["can"].clone()), (json!([]), json!([])));
    for live in [&mut second, &mut third] {
        live.act(&json!(1), first_move(&seen)).await;
        assert_eq!(live.hear().await["type"], "refused");
    }
    first.act(&json!(1), first_move(&sat)).await;
    for live in [&mut first, &mut second, &mut third] {
        let news = live.hear().await;
        assert_eq!((news["type"].clone(), news["number"].clone()), (json!("update"), json!(2)));
    }
    let listed = ben.get("/api/games").await.json();
    assert_eq!(
        (listed[0]["your_turn"].clone(), listed[0]["online"].clone()),
        (json!(true), json!(true))
    );
    let gone = ada.send("DELETE", &format!("/api/games/{id}"), "", "").await;
    assert_eq!(gone.status, 409, "a game of two is not one's own to delete");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn taking_back_needs_the_others_consent() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let (ada, ben) = (server.client().await, server.client().await);
    let (_, mut first, mut second, sat) = seated(&ada, &ben, &invitation()).await;
    first.act(&json!(1), first_move(&sat)).await;
    second.hear().await;
    first.hear().await;
    first.act(&json!(2), json!({ "do": "take-back" })).await;
    let asked = second.hear().await;
    assert_eq!(asked["standing"]["take_back_by"], "A");
    assert!(can(&asked, "accept-take-back") && can(&asked, "decline-take-back"));
    second.act(&json!(3), json!({ "do": "decline-take-back" })).await;
    assert!(second.hear().await["standing"]["take_back_by"].is_null());
    first.act(&json!(4), json!({ "do": "take-back" })).await;
    second.hear().await;
    second.act(&json!(5), json!({ "do": "accept-take-back" })).await;
    let back = second.hear().await;
    assert_eq!((back["number"].clone(), back["position"]["ply"].clone()), (json!(6), json!(0)));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_can_offer_resign_and_play_again_at_any_time() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let (ada, ben) = (server.client().await, server.client().await);
    let (id, mut first, mut second, _) = seated(&ada, &ben, &invitation()).await;
    second.act(&json!(1), json!({ "do": "offer-draw" })).await;
    let offered = first.hear().await;
    assert_eq!(offered["standing"]["offer_by"], "B");
    first.act(&json!(2), json!({ "do": "decline-draw" })).await;
    first.hear().await;
    second.hear().await;
    second.hear().await;
    second.act(&json!(3), json!({ "do": "resign" })).await;
    let over = first.hear().await;
    assert_eq!(over["standing"]["winners"], json!(["A"]), "{over}");
    assert!(can(&over, "rematch") && !can(&over, "take-back"));
    let again = format!("/api/games/{id}/rematch");
    let next = ben.post(&again, &json!({})).await.json()["id"].clone();
    let asked = first.hear().await;
    assert_eq!(asked["rematch"], json!({ "by": "B", "id": next }));
    let waiting = ada.get(&format!("/api/games/{}", next.as_str().unwrap())).await.json();
    assert!(can(&waiting, "join") && waiting["waiting"] == true, "{waiting}");
    let eve = server.client().await;
    let other = format!("/api/games/{}/join", next.as_str().unwrap());
    assert_eq!(eve.post(&other, &json!({})).await.status, 409, "the seat is kept");
    assert_eq!(ada.post(&again, &json!({})).await.json()["id"], next);
    let (_, state) = ada.join(next.as_str().unwrap()).await;
    assert_eq!(state["players"][1]["name"], "Ada", "names come along");
    assert_eq!(
        (state["you"].clone(), state["waiting"].clone()),
        (json!(["B"]), json!(false)),
        "the seats have moved on"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_that_was_cancelled_does_not_stand_in_the_way() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let (ada, ben) = (server.client().await, server.client().await);
    let (id, mut first, _second, _) = seated(&ada, &ben, &invitation()).await;
    first.act(&json!(1), json!({ "do": "resign" })).await;
    first.hear().await;
    let again = format!("/api/games/{id}/rematch");
    let made = ada.post(&again, &json!({})).await.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(ada.send("DELETE", &format!("/api/games/{made}"), "", "").await.status, 200);
    let other = ben.post(&again, &json!({})).await.json()["id"].as_str().unwrap().to_owned();
    assert_ne!(other, made);
    assert_eq!(ada.post(&again, &json!({})).await.json()["id"], json!(other));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_runs_out_and_a_restart_costs_nobody_time() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let (mut ada, ben) = (server.client().await, server.client().await);
    let mut body = invitation();
    body["clock"] = json!({ "kind": "real", "base": 1, "increment": 0 });
    let (_, mut first, _second, sat) = seated(&ada, &ben, &body).await;
    assert_eq!(sat["clocks"]["running"], "A");
    let over = first.hear().await;
    assert_eq!(over["standing"]["result"], "B wins, forfeit of A: out of time");

    body["clock"] = json!({ "kind": "real", "base": 3600, "increment": 0 });
    let (id, mut first, _second, _) = seated(&ada, &ben, &body).await;
    server.stop().await;
    while first.next().await.is_some() {}
    let server = Running::start(folder.path()).await;
    ada.host.clone_from(&server.host);
    let (_, state) = ada.join(&id).await;
    let resumed = state["events"].as_array().unwrap().iter().any(|e| e["type"] == "resume");
    assert!(resumed || state["clocks"]["left"]["A"].as_i64() > Some(3_595_000), "{state}");
    assert_eq!(state["clocks"]["running"], "A");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_shows_who_waits_and_who_plays() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let (ada, ben) = (server.client().await, server.client().await);
    let mut lobby = ben.lobby().await;
    assert_eq!(lobby.hear().await["open"], json!([]));
    let mut body = invitation();
    body["listed"] = json!(true);
    let id = ada.make(&body).await;
    let (_live, _) = ada.join(&id).await;
    let open = lobby.hear_until(|news| news["open"][0]["id"] == json!(id)).await;
    assert_eq!(open["open"][0]["by"], "Ada");
    assert_eq!(ada.get("/api/lobby").await.json()["yours"], json!([id]));
    ben.post(&format!("/api/games/{id}/join"), &json!({})).await;
    let news = lobby.hear_until(|news| news["playing"][0]["id"] == json!(id)).await;
    assert_eq!((&news["open"], &news["gone"]), (&json!([]), &json!([])));
    // What is as it was is not told again; who comes later is told everything.
    let second = ada.make(&body).await;
    let (_live, _) = ada.join(&second).await;
    let news = lobby.hear_until(|news| news["open"][0]["id"] == json!(second)).await;
    assert_eq!(news["playing"], json!([]));
    let all = ben.lobby().await.hear().await;
    assert_eq!((&all["open"][0]["id"], &all["playing"][0]["id"]), (&json!(second), &json!(id)));
    assert_eq!(ada.send("DELETE", &format!("/api/games/{second}"), "", "").await.status, 200);
    let news = lobby.hear_until(|news| news["gone"] != json!([])).await;
    assert_eq!((&news["gone"], &news["open"]), (&json!([second]), &json!([])));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_keep_their_games_and_win_and_lose_rating() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let (mut ada, mut ben) = (server.client().await, server.client().await);
    let kept = ada.make(&invitation()).await;
    let mut body = invitation();
    body["rated"] = json!(true);
    assert_eq!(ada.post("/api/games", &body).await.status, 403, "guests have no rating");
    assert_eq!(ada.register("Ada", "correct horse battery").await.status, 200);
    assert_eq!(ada.get("/api/games").await.json()[0]["id"], json!(kept), "games come along");
    assert_eq!(ben.register("ada", "gravel moss lantern").await.status, 409);
    assert_eq!(ben.register("Ben", "short").await.status, 422);
    assert_eq!(ben.register("Ben", "gravel moss lantern").await.status, 200);
    assert_eq!(ada.post("/api/games", &body).await.status, 422, "a clock is needed");
    body["clock"] = json!({ "kind": "real", "base": 300, "increment": 3 });
    assert_eq!(ada.post("/api/games", &body).await.status, 422, "only the usual game counts");
    body["spec"] = json!("selfo");
    let (_, mut first, mut second, sat) = seated(&ada, &ben, &body).await;
    assert_eq!(
        sat["players"][0],
        json!({ "kind": "person", "name": "Ada", "account": true, "rating": 1500 })
    );
    first.act(&json!(1), first_move(&sat)).await;
    let news = second.hear().await;
    assert!(!can(&news, "take-back"), "what counts is not taken back");
    second.act(&json!(2), first_move(&news)).await;
    let news = second.hear().await;
    second.act(&news["number"], json!({ "do": "resign" })).await;
    let over = second.hear().await;
    assert!(over["ratings"][0]["after"].as_i64() > Some(1500), "{over}");
    let profile = ada.get("/api/players/ben").await.json();
    assert_eq!(profile["name"], "Ben");
    assert!(profile["ratings"][0]["rating"].as_i64() < Some(1500));
    assert_eq!(
        (profile["ratings"][0]["speed"].clone(), profile["games"][0]["rated"].clone()),
        (json!("blitz"), json!(true))
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_passwords_and_tokens_open_only_what_they_should() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let mut ada = server.client().await;
    let before = ada.cookie.clone();
    ada.register("Ada", "correct horse battery").await;
    assert_ne!(ada.cookie, before, "signing in changes the cookie");
    assert_eq!(ada.get("/api/me").await.json()["account"]["name"], "Ada");
    let wrong = json!({ "name": "Ada", "password": "wrong horse" });
    let mut other = server.client().await;
    assert_eq!(other.post("/api/session", &wrong).await.status, 401);
    let right = json!({ "name": "ada", "password": "correct horse battery" });
    let answer = other.post("/api/session", &right).await;
    assert_eq!(answer.status, 200);
    other.keep_cookie(&answer);
    let change = json!({ "old": "correct horse battery", "new": "moss lantern gravel" });
    assert_eq!(ada.with("PUT", "/api/account/password", &change).await.status, 200);
    assert!(other.get("/api/me").await.json()["account"].is_null(), "others are signed out");
    let made = ada.post("/api/tokens", &json!({ "label": "my bot" })).await.json();
    let bearer = format!("Authorization: Bearer {}\r\n", made["token"].as_str().unwrap());
    let bot = Client { cookie: String::new(), ..ada.clone() };
    let me = bot.send("GET", "/api/me", &bearer, "").await;
    assert_eq!(me.json()["account"]["name"], "Ada");
    assert!(me.header("set-cookie").is_none());
    assert_eq!(bot.send("GET", "/api/tokens", &bearer, "").await.status, 401, "not for programs");
    assert_eq!(bot.send("GET", "/api/me", "Authorization: Bearer x\r\n", "").await.status, 401);
    let listed = ada.get("/api/tokens").await;
    assert!(!listed.body.contains(made["token"].as_str().unwrap()), "shown once");
    let path = format!("/api/tokens/{}", made["id"]);
    assert_eq!(ada.send("DELETE", &path, "", "").await.status, 200);
    assert_eq!(bot.send("GET", "/api/me", &bearer, "").await.status, 401);
    let gone =
        ada.with("DELETE", "/api/account", &json!({ "password": "moss lantern gravel" })).await;
    assert_eq!(gone.status, 200, "{}", gone.body);
    assert_eq!(other.get("/api/players/Ada").await.status, 404);
    let bytes = std::fs::read(folder.path().join("selforge.sqlite")).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    assert!(!text.contains("moss lantern gravel") && !text.contains("correct horse battery"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_deletes_the_account_loses_the_rated_games_that_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let (mut ada, mut ben) = (server.client().await, server.client().await);
    ada.register("Ada", "correct horse battery").await;
    ben.register("Ben", "moss lantern gravel").await;
    let body = json!({
        "spec": "selfo", "rated": true, "clock": { "kind": "real", "base": 300, "increment": 5 },
        "players": [{ "kind": "person" }, { "kind": "open" }],
    });
    let (id, mut first, mut second, sat) = seated(&ada, &ben, &body).await;
    first.act(&json!(1), first_move(&sat)).await;
    let moved = second.hear_until(|news| news["number"] == 2).await;
    second.act(&json!(2), first_move(&moved)).await;
    second.hear_until(|news| news["number"] == 3).await;
    let password = json!({ "password": "correct horse battery" });
    let gone = ada.with("DELETE", "/api/account", &password).await;
    assert_eq!(gone.status, 200, "{}", gone.body);
    let over = second.hear_until(|news| news["number"] == 4).await;
    assert_eq!(over["standing"]["winners"], json!(["B"]));
    assert!(over["ratings"][1]["after"].as_i64() > Some(1500), "{over}");
    let state = ben.get(&format!("/api/games/{id}")).await.json();
    assert_eq!(state["players"][0]["name"], "someone who left");
    assert!(first.is_closed().await, "the account's sockets end with it");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_sit_at_one_table_with_an_engine_among_them() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let (ada, ben) = (server.client().await, server.client().await);
    let body = json!({
        "spec": "selfo board=hexhex-4 seats=3 seed=4",
        "players": [{ "kind": "person" }, { "kind": "engine", "spec": "random" }, { "kind": "open" }],
    });
    let (_, mut first, mut second, sat) = seated(&ada, &ben, &body).await;
    first.act(&json!(1), first_move(&sat)).await;
    let news = second.hear_until(|news| news["number"] == 3).await;
    assert_eq!(news["standing"]["to_move"], "C");
    assert!(can(&news, "move"));
    second.act(&json!(3), json!({ "do": "resign" })).await;
    let news = first.hear_until(|news| news["number"] == 4).await;
    assert_eq!(news["standing"]["active"], json!(["A", "B"]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_player_cannot_fill_the_challenges_of_another_nor_decline_for_those_who_sit() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let (mut ada, mut ben, mut eve) =
        (server.client().await, server.client().await, server.client().await);
    for (client, name) in [(&mut ada, "ada"), (&mut ben, "ben"), (&mut eve, "eve")] {
        assert_eq!(client.register(name, "a long password").await.status, 200);
    }
    let invited = json!({ "kind": "invited", "name": "ben" });
    let person = json!({ "kind": "person", "name": "me" });
    let challenge = json!({ "spec": SMALL, "players": [person, invited] });
    let mut statuses = Vec::new();
    for client in [&ada, &ada, &ada, &eve] {
        statuses.push(client.post("/api/games", &challenge).await.status);
    }
    assert_eq!(statuses, [200, 200, 429, 200]);
    let three = "selfo board=hexhex-4 seats=3 density=24";
    let id = eve.create(three, json!([person, { "kind": "open" }, invited])).await;
    let path = format!("/api/games/{id}");
    let bens = async || ben.get(&path).await.json();
    assert!(can(&bens().await, "delete"), "who was challenged may decline");
    let answer = ada.post(&format!("{path}/join"), &json!({ "name": "" })).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert!(!can(&bens().await, "delete"), "others wait for the game");
    server.stop().await;
}

/// Exports the games of a data folder: what is told, the table, and the records in order.
async fn exported(data: &Path, guests: bool) -> (Exported, String, Vec<String>) {
    let source = DataSource::Folder(data.to_path_buf());
    let runtime = tokio::runtime::Handle::current();
    let work = move || {
        let home = tempfile::tempdir().unwrap();
        let export = Export { folder: home.path().join("games"), guests };
        let told = export_games(&source, &runtime, &export).unwrap();
        let again = export_games(&source, &runtime, &export).unwrap_err();
        assert!(again.to_string().contains("is not empty"), "{again}");
        let table = std::fs::read_to_string(export.folder.join("games.csv")).unwrap();
        let record = |number| {
            let file = export.folder.join(format!("records/{number:06}.sgr"));
            std::fs::read_to_string(file).unwrap()
        };
        let records = (1..=told.games).map(record).collect();
        (told, table, records)
    };
    tokio::task::spawn_blocking(work).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_exported_if_everyone_in_them_allows_it_and_names_if_their_owners_do() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let (mut ada, mut ben) = (server.client().await, server.client().await);
    let eve = server.client().await;
    ada.register("Ada", "correct horse battery").await;
    ben.register("Ben", "gravel moss lantern").await;
    let mut ids = Vec::new();
    for (host, guest) in [(&ada, &ben), (&ada, &eve)] {
        let (id, mut first, mut second, sat) = seated(host, guest, &invitation()).await;
        first.act(&json!(1), first_move(&sat)).await;
        second.hear().await;
        second.act(&json!(2), json!({ "do": "resign" })).await;
        second.hear().await;
        ids.push(id);
    }
    ada.make(&invitation()).await;
    let path = "/api/account/sharing";
    let allow = async |who: &Client, sharing: &str| {
        who.with("PUT", path, &json!({ "sharing": sharing })).await.status
    };
    let told = |games, without_consent| Exported {
        games,
        without_consent,
        unfinished: 1,
        ..Exported::default()
    };
    assert_eq!(ada.get(path).await.json(), json!({ "sharing": "no" }), "by default");
    assert_eq!(eve.get(path).await.status, 401);
    assert_eq!(allow(&eve, "named").await, 401);
    assert_eq!(allow(&ada, "perhaps").await, 422);
    assert_eq!(exported(folder.path(), false).await.0, told(0, 2));
    assert_eq!(allow(&ada, "named").await, 200);
    assert_eq!(ada.get(path).await.json(), json!({ "sharing": "named" }));
    assert_eq!(exported(folder.path(), false).await.0, told(0, 2), "the others were not asked");
    assert_eq!(allow(&ben, "nameless").await, 200);
    let (done, table, records) = exported(folder.path(), false).await;
    assert_eq!(done, told(1, 1));
    let row = table.lines().nth(1).unwrap();
    let month = row.strip_prefix("records/000001.sgr,").unwrap().split(',').next().unwrap();
    assert_eq!(month.len(), "2026-11".len(), "{row}");
    let told_of = ",person 1; person 2,; ,none,false,1,\"A wins, resignation of B\"";
    assert!(row.contains(told_of), "{row}");
    assert!(records[0].contains("seat A: person 1\nseat B: person 2\n"), "{}", records[0]);
    let replayed = Replayed::read(records[0].as_bytes(), &NoFiles).unwrap();
    assert_eq!((replayed.timeline.plies(), replayed.truncated), (1, None));
    let (done, table, records) = exported(folder.path(), true).await;
    assert_eq!(done, told(2, 0), "whoever exports has asked the guests");
    let all = table + &records.concat();
    let cookie = |who: &Client| who.cookie.split('=').nth(1).unwrap()[..32].to_owned();
    for secret in [&ids[0], &ids[1], &cookie(&ada), &cookie(&eve), "Ada", "Ben", "127.0.0.1", "c:"]
    {
        assert!(!all.contains(secret), "{secret} in {all}");
    }
    assert_eq!(all.matches("person 3").count(), 2, "guests have numbers: {all}");
    assert_eq!(allow(&ben, "named").await, 200);
    let (_, table, records) = exported(folder.path(), false).await;
    assert!(table.contains(",Ada; Ben,") && records[0].contains("seat B: Ben\n"), "{table}");
    assert_eq!(allow(&ada, "no").await, 200);
    assert_eq!(exported(folder.path(), true).await.0, told(0, 2), "and may change their minds");
    server.stop().await;
}
