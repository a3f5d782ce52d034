//! Rule files that people bring: kept, shared, limited.

mod common;

use common::{Running, against, people};
use selforge_server::Limits;
use serde_json::{Value, json};

const TEXT: &str = "Content-Type: text/plain\r\n";

fn breakthrough() -> String {
    selforge_games::zrf::library::text("breakthrough").expect("a game of the library").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rule_file_is_kept_by_its_content_and_played_by_everyone_who_knows_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let (owner, friend) = (server.client().await, server.client().await);
    let text = breakthrough();
    let brought = owner.send("POST", "/api/rules?name=My%20game.zrf", TEXT, &text).await.json();
    assert_eq!(brought["check"]["errors"], 0, "{brought}");
    let file = &brought["file"];
    assert_eq!(
        (&file["name"], file["cards"].as_array().unwrap().len()),
        (&json!("My game.zrf"), 3)
    );
    let again = friend.send("POST", "/api/rules?name=other.zrf", TEXT, &text).await.json();
    assert_eq!(again["file"]["fingerprint"], file["fingerprint"], "the same content");
    let spec = file["cards"][1]["spec"].as_str().unwrap();
    let id = friend.create(spec, against("random")).await;
    assert_eq!(
        friend.get(&format!("/api/games/{id}")).await.json()["presentation"]["title"],
        "Breakthrough 6x6"
    );
    let fingerprint = file["fingerprint"].as_str().unwrap();
    let shown = server.client().await.get(&format!("/api/rules/{fingerprint}")).await.json();
    assert_eq!(shown["text"], text);
    // Whoever deletes it takes nothing from others.
    let path = format!("/api/rules/{fingerprint}");
    assert_eq!(owner.send("DELETE", &path, "", "").await.status, 200);
    assert_eq!(owner.send("DELETE", &path, "", "").await.status, 404);
    assert_eq!(owner.get("/api/rules").await.json(), json!([]));
    assert_eq!(friend.get("/api/rules").await.json().as_array().unwrap().len(), 1);
    server.stop().await;
    // It is there after a restart, and the data is in order.
    let server = Running::start(folder.path()).await;
    let guest = server.client().await;
    assert!(
        guest
            .send(
                "POST",
                "/api/preview",
                "Content-Type: application/json\r\n",
                &json!({ "spec": spec }).to_string()
            )
            .await
            .json()["board"]
            .is_object()
    );
    server.stop().await;
    let checked = selforge_server::check_data(
        &selforge_server::DataSource::Folder(folder.path().to_path_buf()),
        &tokio::runtime::Handle::current(),
    )
    .unwrap();
    assert_eq!((checked.games, checked.problems), (1, Vec::<String>::new()));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_with_a_rule_file_is_told_and_nothing_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    let wrong = breakthrough().replacen("(players", "(playerz", 1);
    for path in ["/api/rules/check?name=x.zrf", "/api/rules?name=x.zrf"] {
        let said = client.send("POST", path, TEXT, &wrong).await.json();
        let check = if said["check"].is_object() { &said["check"] } else { &said };
        let first = check["problems"].as_array().unwrap().iter().find(|it| it["error"] == true);
        assert!(first.unwrap()["line"].as_u64().unwrap() > 1, "{said}");
        assert!(said["file"].is_null());
    }
    assert_eq!(client.get("/api/rules").await.json(), json!([]));
    for spec in [
        "zrf file=/etc/passwd".to_owned(),
        format!("zrf file={}", "0".repeat(32)),
        "zrf file=../x.zrf".to_owned(),
    ] {
        let body = json!({ "spec": spec, "players": people() }).to_string();
        let refused =
            client.send("POST", "/api/games", "Content-Type: application/json\r\n", &body).await;
        assert_eq!(refused.status, 422, "{spec}");
        let message = refused.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains("New game") && !message.contains("root"), "{message}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_keeps_so_many_rule_files_and_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { rule_files_per_client: 1, rule_file_bytes: 20_000, ..Limits::default() };
    let server = Running::start_with(folder.path(), limits).await;
    let client = server.client().await;
    let bring = |number: u32| format!("; file {number}\n{}", breakthrough());
    // The guests of a network together have four times as many as an account.
    for number in 0..4 {
        assert_eq!(client.send("POST", "/api/rules", TEXT, &bring(number)).await.status, 200);
    }
    let other = server.client().await;
    assert_eq!(other.send("POST", "/api/rules", TEXT, &bring(4)).await.status, 429);
    assert_eq!(
        client.send("POST", "/api/rules", TEXT, &bring(0)).await.status,
        200,
        "kept already"
    );
    assert_eq!(client.send("POST", "/api/rules", TEXT, &" ".repeat(20_001)).await.status, 413);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_chess_come_and_go_as_pgn() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    let text = "[White \"Ann\"]\n[Black \"Ben\"]\n\n1. e4 {best} e5 2. Nf3 1/2-1/2\n";
    let brought: Value = client.send("POST", "/api/records", TEXT, text).await.json();
    let id = brought["id"].as_str().unwrap();
    let back = client.get(&format!("/api/games/{id}/record?format=pgn")).await;
    assert!(back.body.contains("1. e4 e5 2. Nf3 1/2-1/2"), "{}", back.body);
    assert_eq!(client.get(&format!("/api/games/{id}/record?format=pdn")).await.status, 422);
    let wrong = client.send("POST", "/api/records", TEXT, &text.replace("Nf3", "Nf6")).await;
    assert_eq!(wrong.status, 422);
    let message = wrong.json()["error"]["message"].as_str().unwrap().to_owned();
    assert!(message.starts_with("line 4") && message.contains("Nf6"), "{message}");
    server.stop().await;
}
