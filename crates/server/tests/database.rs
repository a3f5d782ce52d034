//! A PostgreSQL server under the games: it goes away and comes back, two nodes share it, and all data is
//! carried into it and back. Each test has a server of its own where it stops it.

#![allow(clippy::unwrap_used, reason = "tests panic to fail")]

mod common;

use std::path::Path;

use common::certificate::certificate;
use common::own_postgres::OwnPostgres;
use common::{Client, Running, against, first_move, patient, postgres};
use selforge_server::{DataSource, DatabaseUrl, Limits, check_data, move_data};
use serde_json::{Value, json};
use tokio::runtime::Handle;

const SMALL: &str = "selfo board=hexhex-5 seed=4";

/// Lets servers that are started on this folder use a database.
fn use_database(folder: &Path, url: &str) {
    std::fs::write(folder.join("database"), url).unwrap();
}

/// Asks until the server says that it is well, or that it is not.
async fn wait_for_health(client: &Client, status: u16) {
    // Who has no cookie need not be looked up.
    let stranger = Client { cookie: String::new(), ..client.clone() };
    while stranger.get("/healthz").await.status != status {
        tokio::task::yield_now().await;
    }
}

fn is_move(text: &Value) -> impl Fn(&Value) -> bool + use<> {
    let text = text["text"].clone();
    move |news| {
        let events = news["events"].as_array().into_iter().flatten();
        news["type"] == "update" && events.into_iter().any(|event| event["text"] == text)
    }
}

async fn check(url: &str) -> (usize, usize) {
    let source = DataSource::Database(url.parse().unwrap());
    let runtime = Handle::current();
    let found = tokio::task::spawn_blocking(move || check_data(&source, &runtime));
    let found = found.await.unwrap().unwrap();
    assert_eq!(found.problems, Vec::<String>::new());
    (found.games, found.events)
}

async fn two_people(server: &Running, clock: Value) -> (Client, Client, String) {
    let (ann, ben) = (server.client().await, server.client().await);
    let players = json!([{ "kind": "person" }, { "kind": "open" }]);
    let id = ann.make(&json!({ "spec": SMALL, "players": players, "clock": clock })).await;
    assert_eq!(ben.post(&format!("/api/games/{id}/join"), &json!({})).await.status, 200);
    (ann, ben, id)
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_database_is_away_clients_are_told_and_then_all_goes_on_by_itself() {
    let Some(database) = OwnPostgres::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    use_database(folder.path(), &database.url());
    let server = Running::start_with(folder.path(), patient()).await;
    let clock = json!({ "kind": "real", "base": 600, "increment": 0 });
    let (ann, _ben, id) = two_people(&server, clock).await;
    let (mut live, state) = ann.join(&id).await;
    // An engine that thinks while the database goes.
    let thinks = against("alphabeta time=2s");
    let other = ann.create("selfo board=hexhex-5 seed=4", thinks).await;
    let (mut against_engine, its_state) = ann.join(&other).await;
    against_engine.act(&its_state["number"], first_move(&its_state)).await;
    against_engine.hear_until(|news| news["number"] == 1).await;
    database.run("stop");
    let mv = first_move(&state);
    live.act(&state["number"], mv.clone()).await;
    let refused = live.hear_until(|news| news["type"] == "refused").await;
    assert!(refused["reason"].as_str().unwrap().contains("can't save right now"), "{refused}");
    assert_eq!(ann.get("/api/games").await.status, 503);
    wait_for_health(&ann, 503).await;
    database.run("start");
    wait_for_health(&ann, 200).await;
    // Ann's clock ran while she could not move: she gets the time back without asking.
    let resumed = |news: &Value| news.to_string().contains(r#""type":"resume""#);
    let told = live.hear_until(resumed).await;
    live.act(&told["number"], mv.clone()).await;
    live.hear_until(is_move(&mv)).await;
    // The engine's move could not be stored; it thinks again, whoever asks.
    against_engine.hear_until(|news| news["number"] == 2).await;
    server.stop().await;
    let (games, events) = check(&database.url()).await;
    assert_eq!((games, events >= 5), (2, true), "{events}");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_nodes_that_write_to_a_game_the_slower_one_looks_again() {
    let Some(url) = postgres::empty_place().await else { return };
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    use_database(one.path(), &url);
    use_database(other.path(), &url);
    let one = Running::start_with(one.path(), patient()).await;
    let other = Running::start_with(other.path(), patient()).await;
    let (ann, mut ben, id) = two_people(&one, json!({ "kind": "none" })).await;
    ben.host.clone_from(&other.host);
    let (mut ann_live, state) = ann.join(&id).await;
    // The same cookie holds on both nodes.
    let (mut ben_live, bens) = ben.join(&id).await;
    assert_eq!((&bens["you"], &bens["number"]), (&json!(["B"]), &state["number"]));
    let first = first_move(&state);
    ann_live.act(&state["number"], first.clone()).await;
    let told = ann_live.hear_until(is_move(&first)).await;
    // Ben's node may not know of it; whatever he does it looks, and tells him.
    let resign = json!({ "do": "resign" });
    ben_live.act(&state["number"], resign.clone()).await;
    let caught_up = ben_live.hear_until(|news| news["number"] == told["number"]).await;
    ben_live.act(&caught_up["number"], resign).await;
    let over = |news: &Value| !news["standing"]["result"].is_null();
    ben_live.hear_until(over).await;
    // And so does Ann's.
    ann_live.act(&told["number"], json!({ "do": "resign" })).await;
    ann_live.hear_until(over).await;
    one.stop().await;
    other.stop().await;
    assert_eq!(check(&url).await, (1, 3));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_a_node_watched_which_is_gone_runs_out_on_another_and_once() {
    let Some(url) = postgres::empty_place().await else { return };
    let folders = [(); 3].map(|()| tempfile::tempdir().unwrap());
    folders.iter().for_each(|folder| use_database(folder.path(), &url));
    let gone = Running::start_with(folders[0].path(), patient()).await;
    let one = Running::start_with(folders[1].path(), patient()).await;
    let other = Running::start_with(folders[2].path(), patient()).await;
    let clock = json!({ "kind": "real", "base": 1, "increment": 0 });
    two_people(&gone, clock).await;
    gone.stop().await;
    let result = postgres::wait_for_text(&url, "SELECT result FROM game").await;
    assert!(result.contains("out of time"), "{result}");
    one.stop().await;
    other.stop().await;
    // That Ben sat down, and one flag.
    assert_eq!(check(&url).await, (1, 2));
}

/// Plays a game and an account's worth of everything.
async fn leave_traces(server: &Running) -> (Client, String, Value) {
    let mut ada = server.client().await;
    assert_eq!(ada.register("Ada", "correct horse battery").await.status, 200);
    let id = ada.create(SMALL, json!([{ "kind": "person" }, { "kind": "person" }])).await;
    let (mut live, mut state) = ada.join(&id).await;
    for _ in 0..6 {
        let number = state["number"].as_u64().unwrap();
        live.act(&state["number"], first_move(&state)).await;
        state = live
            .hear_until(|news| {
                assert_ne!(news["type"], "refused", "{news}");
                news["type"] == "update" && news["number"] == number + 1
            })
            .await;
    }
    assert_eq!(ada.post("/api/tokens", &json!({ "label": "bot" })).await.status, 200);
    let state = ada.get(&format!("/api/games/{id}")).await.json();
    (ada, id, state)
}

async fn carry(from: &DataSource, to: &DataSource) -> Result<selforge_server::Moved, String> {
    let (from, to, runtime) = (from.clone(), to.clone(), Handle::current());
    let moved = tokio::task::spawn_blocking(move || {
        move_data(&from, &to, &runtime, &mut |_, _| {}).map_err(|error| error.to_string())
    });
    moved.await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn all_data_goes_into_a_database_and_back_and_everything_is_as_it_was() {
    let Some(url) = postgres::empty_place().await else { return };
    let [first, served, last] = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let folder = |it: &tempfile::TempDir| DataSource::Folder(it.path().to_path_buf());
    let database = DataSource::Database(url.parse::<DatabaseUrl>().unwrap());
    std::fs::write(first.path().join("sqlite-only"), "").unwrap();
    let server = Running::start_with(first.path(), patient()).await;
    let in_use = carry(&folder(&first), &database).await.unwrap_err();
    assert!(in_use.contains("used by another server"), "{in_use}");
    let (mut ada, id, state) = leave_traces(&server).await;
    server.stop().await;
    // A server that somebody started there to try has left a key and nothing else.
    use_database(served.path(), &url);
    Running::start_with(served.path(), patient()).await.stop().await;
    postgres::execute(&url, "UPDATE life SET alive = 0").await;
    let moved = carry(&folder(&first), &database).await.unwrap();
    assert_eq!((moved.games, moved.events, moved.found), (1, 6, 0));
    let again = carry(&folder(&first), &database).await.unwrap_err();
    assert!(again.contains("there is data in postgres://"), "{again}");
    // Served from there: the same cookie, the same game, and it goes on.
    let server = Running::start_with(served.path(), patient()).await;
    ada.host.clone_from(&server.host);
    assert_eq!(ada.get(&format!("/api/games/{id}")).await.json()["events"], state["events"]);
    let (mut live, now) = ada.join(&id).await;
    let mv = first_move(&now);
    live.act(&now["number"], mv.clone()).await;
    live.hear_until(is_move(&mv)).await;
    let busy = carry(&database, &folder(&last)).await.unwrap_err();
    assert!(busy.contains("a server was using"), "{busy}");
    server.stop().await;
    postgres::execute(&url, "UPDATE life SET alive = alive - 60000").await;
    let back = carry(&database, &folder(&last)).await.unwrap();
    assert_eq!((back.games, back.events, back.rows), (1, 7, moved.rows + 1));
    std::fs::write(last.path().join("sqlite-only"), "").unwrap();
    let server = Running::start_with(last.path(), patient()).await;
    ada.host.clone_from(&server.host);
    assert_eq!(ada.get(&format!("/api/games/{id}")).await.json()["number"], 7);
    // A number that was given is given to nobody else.
    let mut ben = server.client().await;
    assert_eq!(ben.register("Ben", "another horse battery").await.status, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_was_interrupted_goes_on_and_no_server_starts_before_its_end() {
    let Some(url) = postgres::empty_place().await else { return };
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("sqlite-only"), "").unwrap();
    let server = Running::start_with(folder.path(), patient()).await;
    leave_traces(&server).await;
    server.stop().await;
    let source = DataSource::Folder(folder.path().to_path_buf());
    let database = DataSource::Database(url.parse::<DatabaseUrl>().unwrap());
    carry(&source, &database).await.unwrap();
    // As it is if the program was killed in the middle of the events.
    let half = "DELETE FROM event WHERE number > 3; DELETE FROM secret;
         INSERT INTO secret SELECT 'moving', sha256(value) || int8send(alive) FROM kept, life;
         UPDATE life SET alive = 0";
    postgres::execute(&url, "CREATE TABLE kept AS SELECT * FROM secret WHERE name = 'cookies'")
        .await;
    postgres::execute(&url, half).await;
    let refused = selforge_server::Server::start(selforge_server::Config {
        listen: "127.0.0.1:0".parse().unwrap(),
        data: folder.path().to_path_buf(),
        database: Some(url.parse().unwrap()),
        bus: None,
        experiments: Vec::new(),
        limits: Limits::default(),
        exposure: selforge_server::Exposure::default(),
    });
    let refused = refused.await.err().unwrap().to_string();
    assert!(refused.contains("move-data"), "{refused}");
    let elsewhere = tempfile::tempdir().unwrap();
    let refused = carry(&database, &DataSource::Folder(elsewhere.path().to_path_buf())).await;
    let refused = refused.unwrap_err();
    assert!(refused.contains("only partly filled"), "{refused}");
    let moved = carry(&source, &database).await.unwrap();
    assert_eq!((moved.events, moved.rows - moved.found), (6, 3));
    assert_eq!(check(&url).await, (1, 6));
    // Killed again, and then the server went on for a while before the move does.
    postgres::execute(&url, half).await;
    let server = Running::start_with(folder.path(), patient()).await;
    assert_eq!(server.client().await.register("Ben", "another horse battery").await.status, 200);
    server.stop().await;
    let moved = carry(&source, &database).await.unwrap();
    assert_eq!((moved.events, moved.found), (6, 0), "what may have changed is copied anew");
    assert_eq!(check(&url).await, (1, 6));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_source_without_data_or_of_an_older_program_is_refused_and_left_as_it_is() {
    let Some(url) = postgres::empty_place().await else { return };
    let database = DataSource::Database(url.parse::<DatabaseUrl>().unwrap());
    let [old, target] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let folder = |it: &tempfile::TempDir| DataSource::Folder(it.path().to_path_buf());
    let refused = carry(&database, &folder(&target)).await.unwrap_err();
    assert!(refused.contains("there is no data in postgres://"), "{refused}");
    let tables = "SELECT count(*)::text FROM pg_tables WHERE schemaname = current_schema()";
    assert_eq!(postgres::wait_for_text(&url, tables).await, "0");
    assert_eq!(std::fs::read_dir(target.path()).unwrap().count(), 0, "nor is the target touched");
    let file = rusqlite::Connection::open(old.path().join("selforge.sqlite")).unwrap();
    file.pragma_update(None, "user_version", 1).unwrap();
    let refused = carry(&folder(&old), &database).await.unwrap_err();
    assert!(refused.contains("older version"), "{refused}");
    let version: i64 = file.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, 1);
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_database_is_believed_only_with_a_certificate_for_its_name_that_is_trusted() {
    let Some(database) = OwnPostgres::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (trusted, key) = certificate(folder.path(), "own", "localhost");
    let (other, _) = certificate(folder.path(), "other", "localhost");
    database.encrypt(&trusted, &key);
    let port = database.port();
    let address = |host: &str, roots: &Path| {
        format!("postgres://selforge@{host}:{port}/postgres?sslrootcert={}", roots.display())
    };
    let url = address("localhost", &trusted);
    use_database(folder.path(), &url);
    let server = Running::start_with(folder.path(), patient()).await;
    let (ann, _ben, id) = two_people(&server, json!({ "kind": "none" })).await;
    let (mut live, state) = ann.join(&id).await;
    let mv = first_move(&state);
    live.act(&state["number"], mv.clone()).await;
    live.hear_until(is_move(&mv)).await;
    server.stop().await;
    assert_eq!(check(&url).await.0, 1);
    for (url, problem) in [
        (address("localhost", &other), "certificate"),
        (address("127.0.0.1", &trusted), "certificate"),
        (format!("postgres://selforge@localhost:{port}/postgres?sslmode=disable"), "no encryption"),
    ] {
        let source = DataSource::Database(url.parse().unwrap());
        let runtime = Handle::current();
        let refused = tokio::task::spawn_blocking(move || check_data(&source, &runtime).err());
        let refused = refused.await.unwrap().expect("nobody is believed here").to_string();
        assert!(refused.contains(problem), "{url}: {refused}");
    }
}
