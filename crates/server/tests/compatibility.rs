//! Data of earlier versions: what was stored then is read as it was meant.
//!
//! `version-0.1/` holds a database that version 0.1 wrote, and what its API said of every game in it:
//! games of every family, with take-backs, a resignation, an engine, and a rated game of two accounts.

#![allow(clippy::unwrap_used, reason = "tests panic to fail")]

mod common;

use std::fs;
use std::path::Path;

use common::Running;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_version_0_1_opens_with_every_game_as_it_was() {
    let made = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/version-0.1");
    let folder = tempfile::tempdir().unwrap();
    fs::copy(made.join("selforge.sqlite"), folder.path().join("selforge.sqlite")).unwrap();
    let expected = fs::read_to_string(made.join("expected.json")).unwrap();
    let expected: Value = serde_json::from_str(&expected).unwrap();
    let server = Running::start(folder.path()).await;
    let mut ada = server.client().await;
    let body = json!({ "name": "ada", "password": "correct horse battery" });
    let answer = ada.post("/api/session", &body).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    ada.keep_cookie(&answer);
    let games = expected.as_object().unwrap().iter().filter(|(_, game)| game.is_object());
    let mut checked = 0;
    for (name, game) in games {
        let id = game["id"].as_str().unwrap();
        let state = ada.get(&format!("/api/games/{id}")).await.json();
        for key in ["spec", "number"] {
            assert_eq!(state[key], game[key], "{name}: {key}");
        }
        assert_eq!(state["position"]["text"], game["position"], "{name}");
        assert_eq!(state["standing"]["result"], game["result"], "{name}");
        let record = ada.get(&format!("/api/games/{id}/record")).await;
        assert_eq!(record.body, game["record"].as_str().unwrap(), "{name}");
        checked += 1;
    }
    assert_eq!(checked, 9);
    let profile = ada.get("/api/players/ada").await.json();
    assert_eq!(profile["ratings"], expected["profile"]);
    server.stop().await;
}
