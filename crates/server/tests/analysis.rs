//! Looking at games, over real sockets: analysis, notes, records, balance.

mod common;

use common::{Client, Running, first_move, people};
use selforge_server::Limits;
use serde_json::{Value, json};

const SMALL: &str = "selfo board=hexhex-3 seed=4";

/// A game of two people with so many moves, and their texts.
async fn played(client: &Client, spec: &str, moves: usize) -> (String, Vec<Value>) {
    let id = client.create(spec, people()).await;
    let (mut live, mut state) = client.join(&id).await;
    let mut texts = Vec::new();
    for _ in 0..moves {
        let action = first_move(&state);
        texts.push(action["text"].clone());
        live.act(&state["number"], action).await;
        state = live.hear().await;
    }
    (id, texts)
}

async fn put(client: &Client, path: &str, body: &Value) -> common::Answer {
    client.send("PUT", path, "Content-Type: application/json\r\n", &body.to_string()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_of_play_is_shown_as_the_game_itself_shows_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    let (id, moves) = played(&client, SMALL, 3).await;
    let wanted = json!({ "spec": SMALL, "moves": moves });
    let shown = client.post("/api/analysis", &wanted).await.json();
    let state = client.get(&format!("/api/games/{id}")).await.json();
    assert_eq!(shown["position"], state["position"]);
    assert_eq!(shown["board"], state["board"]);
    assert_eq!(shown["to_move"], "B");
    assert_eq!(shown.get("seen"), None, "nothing that was not asked for");
    // Nothing is kept: there is one game, the one that was played.
    assert_eq!(client.get("/api/games").await.json().as_array().unwrap().len(), 1);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn signals_paths_and_organisation_are_told_for_selfo_alone() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    let (_, moves) = played(&client, SMALL, 4).await;
    let ask = |spec: &str, moves: &[Value]| json!({ "spec": spec, "moves": moves, "see": true, "organisation": true });
    let shown = client.post("/api/analysis", &ask(SMALL, &moves)).await.json();
    let sets = shown["seen"]["sets"].as_array().unwrap();
    assert_eq!(sets.len(), 2);
    let cells = shown["board"]["cells"].as_array().unwrap().len() as u64;
    for set in sets {
        let signals = set["signals"].as_array().unwrap();
        assert!(!signals.is_empty() && signals.iter().all(|s| s[0].as_u64().unwrap() < cells));
        for path in set["paths"].as_array().unwrap() {
            assert!(path["width"].is_u64() && path["cut"].is_array());
        }
    }
    let organisation = shown["organisation"].as_array().unwrap();
    for set in organisation {
        assert_eq!(set["idle"].as_array().unwrap().len(), moves.len() + 1);
        assert_eq!(set["idle"][0], 0.0);
        assert!(set["size"].as_u64().unwrap() > 1);
    }
    // A seat that leaves is a position of the line, though no move leads to it.
    let three = "selfo board=hexhex-4 seats=3 setup=random seed=2";
    let done = [json!("pass"), json!("- C resigns"), json!("pass")];
    let shown = client.post("/api/analysis", &ask(three, &done)).await.json();
    assert_eq!(shown["to_move"], "A");
    assert_eq!(shown["organisation"][0]["idle"].as_array().unwrap().len(), 4);
    let shown = client.post("/api/analysis", &ask("chess", &[])).await.json();
    assert!(shown["seen"].is_null() && shown["position"]["moves"].as_array().unwrap().len() == 20);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_judges_every_position_of_a_line_and_finds_a_mate() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    // Few positions of a small board: the clock must not end a look before its nodes are used up.
    let (_, moves) = played(&client, SMALL, 2).await;
    let asked = json!({ "spec": SMALL, "moves": moves, "from": 0, "count": 16 });
    let answer = client.post("/api/analysis/engine", &asked).await.json();
    let told = answer["evaluations"].as_array().unwrap();
    let numbers: Vec<u64> = told.iter().map(|e| e["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [0, 1, 2]);
    assert_eq!(answer["engine"], "network", "one for Selfo comes with the program");
    for evaluation in told {
        assert_eq!(evaluation["seat"], "A", "with two seats it is always the first one's value");
        assert!(evaluation["score"].is_i64() && !evaluation["line"][0]["text"].is_null());
    }
    let again = client.post("/api/analysis/engine", &asked).await.json();
    assert_eq!(again, answer, "a quick look is the same every time");

    // White mates with the rook on the last row; black to move would be the other side.
    let mate = "chess position=\"6k1/5ppp/8/8/8/8/8/R5K1 w\"";
    let answer = client.post("/api/analysis/engine", &json!({ "spec": mate })).await.json();
    assert_eq!(answer["engine"], "alphabeta", "none for chess");
    let best = &answer["evaluations"][0];
    assert_eq!((&best["win"], &best["line"][0]["text"]), (&json!(1), &json!("a1a8")));
    let over = json!({ "spec": mate, "moves": ["a1a8"], "from": 0, "count": 2 });
    let answer = client.post("/api/analysis/engine", &over).await.json();
    assert_eq!(answer["evaluations"][1]["over"], true);
    assert_eq!(answer["evaluations"][1]["winner"], "A");
    let three = json!({ "spec": "selfo board=hexhex-4 seats=3 setup=random seed=1" });
    let answer = client.post("/api/analysis/engine", &three).await.json();
    assert_eq!(answer["engine"], "paranoid");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deep_question_is_bounded_and_a_newer_one_replaces_it() {
    let folder = tempfile::tempdir().unwrap();
    // So long that the test would not end if nobody stopped the engine; for chess there is no network,
    // whose looks end by themselves after so many nodes.
    let analysis_time = std::time::Duration::from_secs(3_600);
    let requests_per_second = 100_000;
    let limits = Limits { analysis_time, analyses: 1, requests_per_second, ..Limits::default() };
    let server = Running::start_with(folder.path(), limits).await;
    let (client, other) = (server.client().await, server.client().await);
    let deep = tokio::spawn({
        let client = client.clone();
        async move {
            let asked = json!({ "spec": "chess", "effort": "deep" });
            client.post("/api/analysis/engine", &asked).await.json()
        }
    });
    // The newer question is asked until it meets the older one.
    let quick = json!({ "spec": SMALL });
    let mut deep = deep;
    let replaced = loop {
        let answer = client.post("/api/analysis/engine", &quick).await.json();
        // It is replaced itself if the deep one comes in only now.
        let answered = answer["evaluations"].as_array().is_some_and(|told| told.len() == 1);
        assert!(answered || answer["replaced"] == true, "{answer}");
        if deep.is_finished() {
            break (&mut deep).await.unwrap();
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(replaced, json!({ "replaced": true }));
    let answer = other.post("/api/analysis/engine", &quick).await.json();
    assert_eq!(answer["evaluations"].as_array().map(Vec::len), Some(1));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_hangs_up_wants_no_answer_any_more() {
    let folder = tempfile::tempdir().unwrap();
    let hour = std::time::Duration::from_secs(3_600);
    let limits = Limits { analyses: 1, analysis_time: hour, ..Limits::default() };
    let server = Running::start_with(folder.path(), limits).await;
    let ben = server.client().await;
    // One is thought about and one stands in line; both would take an hour, as no network's look does.
    for _ in 0..2 {
        let gone = server.client().await;
        let deep = json!({ "spec": "chess", "effort": "deep" });
        gone.post_and_hang_up("/api/analysis/engine", &deep).await;
    }
    let quick = json!({ "spec": SMALL });
    let answer = ben.post("/api/analysis/engine", &quick).await;
    assert_eq!(answer.json()["evaluations"].as_array().unwrap().len(), 1, "{}", answer.body);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn senseless_lines_and_questions_are_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    let line = |moves: Value| json!({ "spec": SMALL, "moves": moves });
    let wrong = [
        ("/api/analysis", line(json!(["z9-z8"])), "number 1 of the line"),
        ("/api/analysis", line(json!(["x".repeat(300)])), "too long for a move"),
        ("/api/analysis", line(json!(vec!["pass"; 5_001])), "at most 5000"),
        ("/api/analysis", json!({ "spec": SMALL, "start": "A/B A" }), "start position"),
        ("/api/analysis", json!({ "spec": "selfo board=hexhex-40" }), "expected 2 to 18"),
        ("/api/analysis", json!({ "spec": SMALL, "seen": true }), "unknown field"),
        ("/api/analysis/engine", json!({ "spec": SMALL, "from": 1 }), "from is 1"),
        ("/api/analysis/engine", json!({ "spec": SMALL, "count": 17 }), "expected 1 to 16"),
        ("/api/analysis/engine", json!({ "spec": SMALL, "count": 0 }), "expected 1 to 16"),
        (
            "/api/analysis/engine",
            json!({ "spec": SMALL, "count": 2, "effort": "deep" }),
            "expected 1 to 1",
        ),
    ];
    for (path, body, reason) in wrong {
        let answer = client.post(path, &body).await;
        let message = answer.json()["error"]["message"].as_str().unwrap().to_owned();
        assert_eq!(answer.status, 422, "{body}: {message}");
        assert!(message.contains(reason), "{body}: {message}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn notes_are_kept_for_their_client_and_go_into_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let (client, other) = (server.client().await, server.client().await);
    let (id, moves) = played(&client, SMALL, 2).await;
    let path = format!("/api/games/{id}/notes");
    assert_eq!(client.get(&path).await.json(), json!({ "nodes": [] }));
    let notes = json!({ "nodes": [
        { "parent": null, "move": "", "comment": "<script>alert(1)</script>" },
        { "parent": 0, "move": moves[0], "comment": "first\nsecond" },
        { "parent": 0, "move": "pass", "comment": "" },
    ] });
    assert_eq!(put(&client, &path, &notes).await.json(), json!({ "saved": 3 }));
    assert_eq!(client.get(&path).await.json(), notes);
    assert_eq!(other.get(&path).await.status, 404);
    assert_eq!(put(&other, &path, &notes).await.status, 404);
    assert_eq!(other.get(&format!("{path}/record")).await.status, 404);
    let record = client.get(&format!("{path}/record")).await.body;
    let parsed = selforge_core::Record::parse(&record).unwrap().record;
    assert_eq!(parsed.comments, ["<script>alert(1)</script>", "variation: pass"]);
    assert_eq!(parsed.events[0].comments, ["first", "second"]);

    let node = |parent: Value, mv: &str, comment: &str| json!({ "parent": parent, "move": mv, "comment": comment });
    let root = node(Value::Null, "", "");
    let wrong = [
        json!({ "nodes": [root, node(json!(0), "z9-z8", "")] }),
        json!({ "nodes": [root, node(json!(1), "pass", "")] }),
        json!({ "nodes": [node(Value::Null, "", &"x".repeat(2_001))] }),
        json!({ "nodes": vec![root.clone(); 2] }),
        json!({ "nodes": 3 }),
    ];
    for body in wrong {
        assert_eq!(put(&client, &path, &body).await.status, 422, "{body}");
    }
    let huge = json!({ "nodes": [node(Value::Null, "", &"x".repeat(400_000))] });
    assert!([413, 422].contains(&put(&client, &path, &huge).await.status));
    assert_eq!(client.get(&path).await.json(), notes, "nothing has changed");
    // Notes go with their game.
    client.send("DELETE", &format!("/api/games/{id}"), "", "").await;
    assert_eq!(client.get(&path).await.status, 404);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_comes_back_as_a_game_with_its_comments() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let (client, other) = (server.client().await, server.client().await);
    let (id, moves) = played(&client, SMALL, 3).await;
    let record = client.get(&format!("/api/games/{id}/record")).await.body;
    let commented = record.replace("\n2 B ", "\n; well begun\n2 B ") + "- B resigns\n";
    let answer = other.send("POST", "/api/records", "", &commented).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let name = answer.json()["id"].as_str().unwrap().to_owned();
    let state = other.get(&format!("/api/games/{name}")).await.json();
    assert_eq!(state["standing"]["result"], "A wins, resignation of B");
    let ben = json!({ "kind": "person", "name": "Ben", "account": false, "rating": null });
    assert_eq!(state["players"][1], ben);
    let texts: Vec<&Value> =
        state["events"].as_array().unwrap().iter().map(|event| &event["text"]).collect();
    assert_eq!(texts[..3], moves.iter().collect::<Vec<_>>()[..]);
    let notes = other.get(&format!("/api/games/{name}/notes")).await.json();
    assert_eq!(notes["nodes"][1]["comment"], "well begun");
    let back = other.get(&format!("/api/games/{name}/notes/record")).await.body;
    assert!(back.contains("\n; well begun\n2 B "), "{back}");
    // Whoever has the link of a finished game may look at it, but not at what somebody noted.
    assert_eq!(client.get(&format!("/api/games/{name}")).await.status, 200);
    assert_eq!(client.get(&format!("/api/games/{name}/notes")).await.json()["nodes"], json!([]));
    // One without an end goes on.
    let answer = other.send("POST", "/api/records", "", &record).await;
    let name = answer.json()["id"].as_str().unwrap().to_owned();
    let (mut live, state) = other.join(&name).await;
    live.act(&state["number"], first_move(&state)).await;
    assert_eq!(live.hear().await["number"], 4);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_record_is_refused_with_its_line_and_makes_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { games_per_client: 2, ..Limits::default() };
    let server = Running::start_with(folder.path(), limits).await;
    let mut client = server.client().await;
    client.register("Ada", "correct horse battery").await;
    let (id, _) = played(&client, SMALL, 2).await;
    let record = client.get(&format!("/api/games/{id}/record")).await.body;
    let head = record.lines().position(|line| line.starts_with("1 A ")).unwrap() + 1;
    let wrong = [
        (record.replace("\n1 A ", "\n1 B "), format!("line {head}, ")),
        (record.replace("\n1 A ", "\n7 A "), format!("line {head}, ")),
        ("hello\n".to_owned(), "line 1, ".to_owned()),
        (String::new(), "line 1, ".to_owned()),
        (record.replace("game: selfo", "game: shogi"), "unknown game".to_owned()),
        ("selforge record 1\ngame: selfo graph=/etc/passwd\n\n".to_owned(), "not read".to_owned()),
    ];
    for (text, place) in wrong {
        let answer = client.send("POST", "/api/records", "", &text).await;
        let message = answer.json()["error"]["message"].as_str().unwrap().to_owned();
        assert_eq!(answer.status, 422, "{text}: {message}");
        assert!(message.contains(&place), "{message}: expected {place}");
    }
    let long = client.send("POST", "/api/records", "", &"x".repeat(2_000_000)).await;
    assert_eq!(long.status, 413);
    assert_eq!(client.get("/api/games").await.json().as_array().unwrap().len(), 1);
    // A line that was cut off is said to be lost; the rest is taken, up to the limit on games.
    let cut = record.trim_end();
    let answer = client.send("POST", "/api/records", "", cut).await;
    assert!(answer.json()["warning"].as_str().unwrap().contains("cut off"), "{}", answer.body);
    assert_eq!(client.send("POST", "/api/records", "", &record).await.status, 429);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_balance_of_a_start_is_told_and_wrong_specs_are_answers() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    for spec in [SMALL, "selfo setup=pawns", "selfo board=tri-4 seats=2"] {
        for thorough in [false, true] {
            let wanted = json!({ "spec": spec, "thorough": thorough });
            let balance = client.post("/api/balance", &wanted).await.json();
            for set in balance["sets"].as_array().unwrap() {
                assert!(set["low"].as_u64().unwrap() <= set["high"].as_u64().unwrap(), "{balance}");
            }
        }
    }
    let walled = "selfo board=hexhex-3 position=\"AB1/BB2/5/3A/B1A A\"";
    let balance = client.post("/api/balance", &json!({ "spec": walled })).await.json();
    assert_eq!(balance["sets"][0]["blocked"], true);
    assert!(!balance["faults"].as_array().unwrap().is_empty());
    for spec in ["chess", "selfo board=plane position=\"w500n0:A999B/B999A A\"", "selfo board="] {
        let answer = client.post("/api/balance", &json!({ "spec": spec })).await;
        assert_eq!(answer.status, 200);
        assert!(answer.json()["error"]["message"].is_string(), "{}", answer.body);
    }
    let answer = client.post("/api/preview", &json!({ "spec": "selfo board=hexhex-" })).await;
    assert_eq!(answer.status, 200, "who types makes no failed request");
    assert!(answer.json()["error"]["message"].is_string());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chance_gives_games_that_open() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path()).await;
    let client = server.client().await;
    let mut specs = std::collections::HashSet::new();
    for _ in 0..5 {
        let spec = client.get("/api/chance").await.json()["spec"].clone();
        let shown = client.post("/api/preview", &json!({ "spec": spec })).await.json();
        assert_eq!(shown["spec"], spec);
        specs.insert(spec.to_string());
    }
    assert!(specs.len() > 1, "chance repeats itself: {specs:?}");
    server.stop().await;
}
