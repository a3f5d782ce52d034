//! Puzzles over real sockets: today's, the next one, tries that are rated once, solutions.

#![allow(clippy::unwrap_used, reason = "tests panic to fail")]

mod common;

use common::{Client, Running};
use selforge_lab::puzzles::{Puzzle, Theme, shipped};
use serde_json::{Value, json};

const PASSWORD: &str = "correct horse battery";

/// A puzzle about winning with so many moves.
fn win_in(moves: u32) -> &'static Puzzle {
    let wanted = |it: &&Puzzle| it.theme == Theme::Win && it.moves == moves;
    shipped().iter().find(wanted).unwrap()
}

async fn play(client: &Client, puzzle: &Puzzle, moves: &[&str]) -> Value {
    let path = format!("/api/puzzles/{}/try", puzzle.id());
    let answer = client.post(&path, &json!({ "moves": moves })).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()
}

/// A legal move that is not the solution.
async fn wrong_move(client: &Client, puzzle: &Puzzle) -> String {
    let shown = client.get(&format!("/api/puzzles/{}", puzzle.id())).await.json();
    let moves = shown["position"]["moves"].as_array().unwrap();
    let texts = moves.iter().map(|it| it["text"].as_str().unwrap().to_owned());
    let solves = |text: &String| puzzle.line[0] == *text || puzzle.also.contains(text);
    texts.into_iter().find(|text| !solves(text)).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_puzzle_is_solved_move_by_move_and_the_replies_are_the_servers() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let guest = server.client().await;
    let puzzle = win_in(3);
    let shown = guest.get(&format!("/api/puzzles/{}", puzzle.id())).await.json();
    assert_eq!((&shown["theme"], &shown["moves"]), (&json!("win"), &json!(3)));
    assert_eq!(shown["position"]["to_move"], shown["solver"]);
    assert_eq!((&shown["own"], &shown["tried"]), (&Value::Null, &Value::Null));
    assert!(!shown.to_string().contains("\"line\":[\""), "the solution is not told beforehand");
    let line: Vec<&str> = puzzle.line.iter().map(String::as_str).collect();
    let mut moves = Vec::new();
    for (at, pair) in line.chunks(2).enumerate() {
        moves.push(pair[0]);
        let answer = play(&guest, puzzle, &moves).await;
        let last = at == 2;
        assert_eq!(answer["verdict"], if last { "solved" } else { "right" });
        let positions = answer["positions"].as_array().unwrap();
        assert_eq!(positions.len(), if last { 1 } else { 2 });
        assert_eq!(positions[0]["moves"], json!([]), "it is not the solver's turn");
        if let Some(next) = positions.get(1) {
            assert_eq!(next["to_move"], shown["solver"]);
            assert!(!next["moves"].as_array().unwrap().is_empty());
        }
        assert_eq!(answer["change"], Value::Null, "guests are not rated");
    }
    // What does as well as the last move is right too.
    for also in &puzzle.also {
        *moves.last_mut().unwrap() = also;
        assert_eq!(play(&guest, puzzle, &moves).await["verdict"], "solved");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_try_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let guest = server.client().await;
    let puzzle = win_in(2);
    let path = format!("/api/puzzles/{}/try", puzzle.id());
    let wrong = wrong_move(&guest, puzzle).await;
    assert_eq!(play(&guest, puzzle, &[&wrong]).await["verdict"], "wrong");
    for (moves, said) in [
        (json!([]), "0 moves; expected 1 to 2"),
        (json!(["x", "x", "x"]), "3 moves; expected 1 to 2"),
        (json!(["no move"]), "character 1"),
        (json!([wrong, puzzle.line[2]]), "move 1 was wrong already"),
    ] {
        let answer = guest.post(&path, &json!({ "moves": moves })).await;
        assert_eq!(answer.status, 422, "{moves}");
        let message = answer.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains(said), "{moves}: {message}");
    }
    assert_eq!(guest.post(&path, &json!({ "moves": ["x"], "rating": 3000 })).await.status, 422);
    for path in ["/api/puzzles/nothing", "/api/puzzles/next?game=nothing"] {
        assert_eq!(guest.get(path).await.status, 404, "{path}");
    }
    for near in ["many", "4001", "-1"] {
        let path = format!("/api/puzzles/next?near={near}");
        assert_eq!(guest.get(&path).await.status, 422, "{near}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_verdict_of_an_account_is_rated_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let mut ada = server.client().await;
    assert_eq!(ada.register("Ada", PASSWORD).await.status, 200);
    let puzzle = shipped().iter().find(|it| it.theme == Theme::Hold).unwrap();
    let other = shipped()
        .iter()
        .rfind(|it| {
            it.theme == Theme::Hold && it.game.split(' ').next() == puzzle.game.split(' ').next()
        })
        .unwrap();
    let own = |shown: &Value| shown["own"]["rating"].as_i64().unwrap();
    let show =
        async |puzzle: &Puzzle| ada.get(&format!("/api/puzzles/{}", puzzle.id())).await.json();
    let before = show(puzzle).await;
    assert_eq!((own(&before), &before["own"]["puzzles"]), (1500, &json!(0)));
    // Solved: the solver rises and the puzzle falls.
    let solved = play(&ada, puzzle, &[&puzzle.line[0]]).await;
    let change = &solved["change"];
    assert_eq!((&solved["verdict"], change["before"].as_i64()), (&json!("solved"), Some(1500)));
    assert!(change["after"].as_i64() > Some(1500), "{change}");
    assert_eq!(change["puzzle_before"], json!(puzzle.rating));
    assert!(change["puzzle_after"].as_i64() < change["puzzle_before"].as_i64(), "{change}");
    let after = show(puzzle).await;
    assert_eq!((own(&after), &after["tried"]), (change["after"].as_i64().unwrap(), &json!(true)));
    assert_eq!(after["rating"], change["puzzle_after"]);
    // Not again, whether right or wrong or given up.
    let wrong = wrong_move(&ada, puzzle).await;
    assert_eq!(play(&ada, puzzle, &[&puzzle.line[0]]).await["change"], Value::Null);
    assert_eq!(play(&ada, puzzle, &[&wrong]).await["change"], Value::Null);
    let told = ada.post(&format!("/api/puzzles/{}/solution", puzzle.id()), &json!({})).await.json();
    assert_eq!((&told["change"], told["line"].as_array().unwrap().len()), (&Value::Null, 1));
    assert_eq!(show(puzzle).await["tried"], true);
    // Given up: the solver falls.
    let told = ada.post(&format!("/api/puzzles/{}/solution", other.id()), &json!({})).await.json();
    assert!(told["change"]["after"].as_i64() < told["change"]["before"].as_i64(), "{told}");
    assert_eq!(play(&ada, other, &[&other.line[0]]).await["change"], Value::Null, "too late");
    // The rating is one of the profile, and is there after a restart.
    server.stop().await;
    let server = Running::start(folder.path()).await;
    let guest = server.client().await;
    let profile = guest.get("/api/players/Ada").await.json();
    let rating = &profile["ratings"][0];
    assert_eq!((&rating["speed"], &rating["games"]), (&json!("puzzle"), &json!(2)));
    assert_eq!(rating["rating"], told["change"]["after"]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_puzzle_of_the_day_is_the_same_for_everyone_and_the_next_one_is_another() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let (ann, mut ben) = (server.client().await, server.client().await);
    ben.register("Ben", PASSWORD).await;
    let daily = async |client: &Client| client.get("/api/puzzles/daily").await.json();
    let (first, second) = (daily(&ann).await, daily(&ben).await);
    // Midnight may come between the two questions.
    if first["day"] == second["day"] {
        assert_eq!(first["id"], second["id"]);
    }
    assert_eq!(first["day"].as_str().unwrap().len(), 10);
    let easy = ann.get("/api/puzzles/next?near=1000").await.json();
    let hard = ann.get("/api/puzzles/next?near=4000").await.json();
    assert!(easy["rating"].as_i64() < hard["rating"].as_i64());
    let game = easy["games"].as_array().unwrap().last().unwrap()["game"].clone();
    let game = game.as_str().unwrap();
    let asked = format!("/api/puzzles/next?game={game}");
    let one = ben.get(&asked).await.json();
    assert_eq!(one["game"], game);
    let id = one["id"].as_str().unwrap();
    for _ in 0..10 {
        let next = ben.get(&format!("{asked}&not={id}")).await.json();
        assert_ne!(next["id"], one["id"]);
    }
    server.stop().await;
}
