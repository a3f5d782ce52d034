//! Positions taken apart, put together and guessed, over real sockets.

mod common;

use common::{Client, Running};
use serde_json::{Value, json};

async fn edit(client: &Client, spec: &str) -> Value {
    client.post("/api/editor", &json!({ "spec": spec })).await.json()
}

async fn compose(client: &Client, opened: &Value) -> Value {
    let wanted = json!({
        "spec": opened["spec"], "cells": opened["cells"], "to_move": opened["to_move"],
    });
    client.post("/api/editor/compose", &wanted).await.json()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_is_taken_apart_and_put_together_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    for spec in [
        "chess position=\"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"",
        "checkers position=\"8/8/1a6/8/3b4/8/1B6/8 A\"",
        "selfo board=hexhex-3 position=\"A1B/4/5/4/B1A A\" swap=off",
        "selfo board=voronoi-20-1 position=\"A1A1B/1B2b/1BA2/1A3 B\"",
    ] {
        let opened = edit(&client, spec).await;
        let composed = compose(&client, &opened).await["spec"].as_str().unwrap().to_owned();
        let shown = client.post("/api/preview", &json!({ "spec": composed })).await.json();
        assert_eq!(shown["spec"], opened["spec"], "{spec}");
    }
    let mut opened = edit(&client, "selfo setup=pawns").await;
    assert_eq!(opened["unplaced"], "selfo");
    let pawns = compose(&client, &opened).await;
    let shown = client.post("/api/preview", &pawns).await.json();
    assert_eq!(shown["board"]["cells"].as_array().unwrap().len(), 64, "on its usual board");
    opened["cells"][0] = json!("Q");
    let refused = compose(&client, &opened).await["error"]["message"].to_string();
    assert!(refused.contains("expected one of ABab"), "{refused}");
    opened["cells"] = json!([]);
    let refused = compose(&client, &opened).await["error"]["message"].to_string();
    assert!(refused.contains("the board has 64"), "{refused}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_that_is_no_start_can_be_edited_and_a_plane_cannot() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    let opened = edit(&client, "chess position=\"8/8/8/8/8/8/4P3/4K3 b\"").await;
    assert_eq!((&opened["cells"][60], &opened["to_move"]), (&json!("K"), &json!("B")));
    // Amber has three pieces apart, green one: a game of three seats, although two are the usual.
    let three = edit(&client, "selfo board=hexhex-4 position=\"A2A/5/6/B4BB/6/5/C2C A\"").await;
    assert_eq!(
        (&three["seats"], &three["unplaced"]),
        (&json!(3), &json!("selfo board=hexhex-4 seats=3"))
    );
    let refused = edit(&client, "selfo board=plane").await["error"]["message"].to_string();
    assert!(refused.contains("no rim"), "{refused}");
    let refused = edit(&client, "chess position=\"9/8 w\"").await;
    assert_eq!(refused["error"]["code"], "invalid");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_game_of_a_pasted_text_is_guessed() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    for (text, spec) in [
        (" selfo  swap=off ", "selfo swap=off"),
        ("A1B/4/5/4/B1A A", "selfo board=hexhex-3 position=\"A1B/4/5/4/B1A A\""),
        ("4k3/8/8/8/8/8/4P3/4K3 w", "chess position=\"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\""),
        ("8/8/1a6/8/3b4/8/1B6/8 A", "checkers position=\"8/8/1a6/8/3b4/8/1B6/8 A\""),
        ("8/8/8/3y4/8/3Y4/8/8 A", "rulespace position=\"8/8/8/3y4/8/3Y4/8/8 A\""),
    ] {
        let found = client.post("/api/guess", &json!({ "text": text })).await.json();
        assert_eq!(found["spec"], spec, "{found}");
    }
    for text in ["", "what is this", "selfo board=nothing"] {
        let answer = client.post("/api/guess", &json!({ "text": text })).await;
        assert_eq!(answer.status, 422, "{text}: {}", answer.body);
    }
    server.stop().await;
}
