//! Playing, over real sockets.

mod common;

use common::{Running, against, first_move, people};
use selforge_server::Limits;
use serde_json::{Value, json};

const SMALL: &str = "selfo board=hexhex-3 seed=4";

#[tokio::test(flavor = "multi_thread")]
async fn a_game_against_an_engine_is_played_to_its_end_and_its_record_replays() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    let id = client.create("selfo board=hexhex-3 seed=4 plies=60", against("random")).await;
    let (mut live, mut state) = client.join(&id).await;
    while state["standing"]["result"].is_null() {
        if state["standing"]["to_move"] == "A" {
            let choices = state["position"]["moves"].as_array().unwrap();
            let action = match choices.first() {
                Some(choice) => json!({ "do": "move", "text": choice["text"] }),
                None => json!({ "do": "move", "text": "pass" }),
            };
            live.act(&state["number"], action).await;
        }
        let news = live.hear().await;
        assert_eq!(news["type"], "update", "{news}");
        assert_eq!(news["after"], state["number"], "no event is missing and none comes twice");
        state = news;
    }
    let record = client.get(&format!("/api/games/{id}/record")).await.body;
    let parsed = selforge_core::Record::parse(&record).unwrap().record;
    let spec = parsed.headers.game.clone();
    let playable = selforge_games::open(&spec, &selforge_games::NoFiles).unwrap();
    let session = parsed.replay(std::sync::Arc::new(playable.game)).unwrap();
    assert_eq!(selforge_core::Record::result_of(session.now()), parsed.result);
    assert_eq!(state["standing"]["result"].as_str(), parsed.result.as_deref());
    let games = client.get("/api/games").await.json();
    assert_eq!(games[0]["id"], json!(id));
    assert_eq!(games[0]["result"], state["standing"]["result"]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_in_the_middle_loses_nothing_and_the_engine_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let mut client = server.client().await;
    let id = client.create(SMALL, against("random")).await;
    let (mut live, state) = client.join(&id).await;
    live.act(&state["number"], first_move(&state)).await;
    let mut number = live.hear().await["number"].clone();
    if number == 1 {
        number = live.hear().await["number"].clone();
    }
    assert_eq!(number, 2);
    server.stop().await;
    assert!(live.next().await.is_none(), "a server that stops says goodbye");

    let server = Running::start(folder.path()).await;
    client.host.clone_from(&server.host);
    // Having the first event, the client gets the second and no more.
    let mut live = client.join_with(&id, None).await.unwrap();
    live.say(&json!({ "type": "hello", "have": 1 })).await;
    let rest = live.hear().await;
    assert_eq!((rest["type"].clone(), rest["number"].clone()), (json!("update"), json!(2)));
    assert_eq!(rest["events"].as_array().unwrap().len(), 1);
    live.act(&rest["number"], first_move(&rest)).await;
    assert_eq!(live.hear().await["number"], 3);
    assert_eq!(live.hear().await["number"], 4);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stale_illegal_and_senseless_messages_are_answered_with_the_state() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    let id = client.create(SMALL, people()).await;
    let (mut live, state) = client.join(&id).await;
    let mv = first_move(&state);
    live.act(&json!(0), mv.clone()).await;
    assert_eq!(live.hear().await["number"], 1);
    let refused = [
        json!({ "type": "act", "after": 0, "action": mv }).to_string(),
        json!({ "type": "act", "after": 7, "action": { "do": "resign" } }).to_string(),
        json!({ "type": "act", "after": 1, "action": { "do": "move", "text": "z9-z8" } })
            .to_string(),
        json!({ "type": "act", "after": 1, "action": { "do": "accept-draw" } }).to_string(),
        json!({ "type": "act", "after": 1, "action": { "do": "move-now" } }).to_string(),
        json!({ "type": "act", "after": 1, "action": { "do": "explode" } }).to_string(),
        json!({ "type": "act", "after": -1, "action": { "do": "resign" } }).to_string(),
        json!({ "type": "hello" }).to_string(),
        "garbage \u{0} {".to_owned(),
        "[".repeat(2000),
    ];
    for message in refused {
        live.say_text(&message).await;
        let answer = live.hear().await;
        assert_eq!(answer["type"], "refused", "{message}");
        assert!(!answer["reason"].as_str().unwrap().is_empty());
        assert_eq!(answer["number"], 1, "nothing has changed: {message}");
    }
    live.act(&json!(1), json!({ "do": "take-back" })).await;
    let back = live.hear().await;
    assert_eq!((back["number"].clone(), back["position"]["ply"].clone()), (json!(2), json!(0)));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_is_for_everybody_until_a_move_is_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let (client, stranger) = (server.client().await, server.client().await);
    let id = client.create(SMALL, people()).await;
    assert_eq!(stranger.join_with(&id, None).await.err(), Some(404));
    let (mut live, state) = client.join(&id).await;
    live.act(&json!(0), first_move(&state)).await;
    live.hear().await;
    live.act(&json!(1), json!({ "do": "resign" })).await;
    live.hear().await;
    let (mut looking, _) = stranger.join(&id).await;
    live.act(&json!(2), json!({ "do": "take-back" })).await;
    assert_eq!(live.hear().await["number"], 3);
    assert!(looking.is_closed().await);
    assert_eq!(stranger.join_with(&id, None).await.err(), Some(404));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_too_long_or_one_too_many_closes_only_that_connection() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { messages_per_second: 1, ..Limits::default() };
    let server = Running::start_with(folder.path(), limits).await;
    let client = server.client().await;
    let id = client.create(SMALL, people()).await;
    let (mut live, _) = client.join(&id).await;
    live.say_text(&"x".repeat(100_000)).await;
    assert!(live.next().await.is_none());
    let (mut live, _) = client.join(&id).await;
    for _ in 0..500 {
        if !live.try_say(&json!({ "type": "hello", "have": 0 })).await {
            break;
        }
    }
    let mut heard = 0;
    while live.next().await.is_some() {
        heard += 1;
    }
    assert!(heard < 500, "{heard} answers");
    let (_live, state) = client.join(&id).await;
    assert_eq!(state["number"], 0);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn draws_are_offered_accepted_and_declined() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    let can = |news: &Value, action: &str| {
        news["can"].as_array().unwrap().iter().any(|known| known == action)
    };
    let id = client.create(SMALL, people()).await;
    let (mut live, _) = client.join(&id).await;
    live.act(&json!(0), json!({ "do": "offer-draw" })).await;
    let offered = live.hear().await;
    assert!(can(&offered, "accept-draw") && !can(&offered, "offer-draw"));
    live.act(&json!(1), json!({ "do": "accept-draw" })).await;
    assert_eq!(live.hear().await["standing"]["result"], "draw, agreement");

    // An engine answers at once, and not with yes.
    let id = client.create(SMALL, against("random")).await;
    let (mut live, _) = client.join(&id).await;
    live.act(&json!(0), json!({ "do": "offer-draw" })).await;
    assert_eq!(live.hear().await["events"][0]["type"], "offer-draw");
    assert_eq!(live.hear().await["events"][0]["type"], "decline-draw");
    live.act(&json!(2), json!({ "do": "resign" })).await;
    assert_eq!(live.hear().await["standing"]["winners"], json!(["B"]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_would_think_long_moves_when_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    let engine = json!([{ "kind": "engine", "spec": "alphabeta time=60m" }, { "kind": "person" }]);
    let id = client.create("selfo seed=3", engine).await;
    let (mut live, state) = client.join(&id).await;
    assert_eq!(
        (state["number"].clone(), state["standing"]["to_move"].clone()),
        (json!(0), json!("A"))
    );
    // Another game is served meanwhile.
    let other = client.create(SMALL, people()).await;
    let (mut other, start) = client.join(&other).await;
    other.act(&json!(0), first_move(&start)).await;
    assert_eq!(other.hear().await["number"], 1);
    live.act(&json!(0), json!({ "do": "move-now" })).await;
    let moved = live.hear().await;
    assert_eq!(
        (moved["number"].clone(), moved["events"][0]["type"].clone()),
        (json!(1), json!("move"))
    );
    server.stop().await;
}
