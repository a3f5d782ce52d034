//! Specs that want to take the server's time: dense graphs, boards of every size, many seats, long
//! moves, crowded and empty starts, and texts that are none. A grammar makes them, and every question
//! about a game is asked about them. Each must be answered, whatever the answer is.
//!
//! How long the slowest took is printed, and with `SELFORGE_SLOWEST_MS` in the environment held
//! against that: `scripts/nasty-specs` does it on a busy machine.

#![allow(clippy::unwrap_used, reason = "tests panic to fail")]

mod common;

use std::time::{Duration, Instant};

use common::{Client, Running};
use selforge_core::Stream;
use selforge_server::Limits;
use serde_json::{Value, json};

/// How many specs are asked about.
fn cases() -> usize {
    match std::env::var("SELFORGE_TEST_CASES").as_deref() {
        Ok("all") => 1_000,
        _ => 200,
    }
}

/// The questions that open a game, by the path and what is asked with the spec.
const QUESTIONS: [&str; 5] =
    ["/api/preview", "/api/balance", "/api/editor", "/api/analysis", "/api/guess"];

fn question(path: &str, spec: &str) -> Value {
    match path {
        "/api/balance" => json!({ "spec": spec, "thorough": true }),
        "/api/analysis" => json!({ "spec": spec, "moves": [], "see": true, "organisation": true }),
        "/api/guess" => json!({ "text": spec }),
        _ => json!({ "spec": spec }),
    }
}

/// A graph in which every cell has about so many neighbours, drawn on a circle.
fn regular_graph(cells: usize, degree: usize, random: &mut Stream) -> String {
    let corner = |at: usize| {
        let angle = at as f64 / cells as f64 * std::f64::consts::TAU;
        let (x, y) = (30.0 * angle.cos(), 30.0 * angle.sin());
        format!(r#"{{\"name\":\"c{at}\",\"x\":{x:.2},\"y\":{y:.2}}}"#)
    };
    let mut edges = std::collections::BTreeSet::new();
    // A ring, so that it is one board, and random pairings.
    edges.extend((0..cells).map(|at| (at.min((at + 1) % cells), at.max((at + 1) % cells))));
    for _ in 0..degree.saturating_sub(2) {
        let mut order: Vec<usize> = (0..cells).collect();
        random.shuffle(&mut order);
        let pairs = order.chunks_exact(2).map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1])));
        edges.extend(pairs);
    }
    let cells: Vec<String> = (0..cells).map(corner).collect();
    let edges: Vec<String> = edges.into_iter().map(|(a, b)| format!("[{a},{b}]")).collect();
    format!(r#"{{\"cells\":[{}],\"edges\":[{}]}}"#, cells.join(","), edges.join(","))
}

/// One of several texts.
fn one<'t>(random: &mut Stream, texts: &[&'t str]) -> &'t str {
    random.pick(texts).unwrap()
}

fn place(random: &mut Stream) -> String {
    match random.below(8) {
        0 => format!("board=hexhex-{}", 2 + random.below(17)),
        1 => format!("board=king-{}x{}", 1 + random.below(40), 1 + random.below(40)),
        2 => format!("board=square-{}x{}", 1 + random.below(40), 1 + random.below(40)),
        3 => format!("board=tri-{}", 1 + random.below(13)),
        4 => format!("board=voronoi-{}", 8 + random.below(1_100)),
        5 => format!(
            "board={}",
            one(random, &["plane", "hexhex-99999999999", "king-0x0", "hex-31x33"])
        ),
        6 => {
            let (cells, degree) = (4 + random.below(300) as usize, 2 + random.below(30) as usize);
            format!("graph=\"{}\"", regular_graph(cells, degree, random))
        }
        _ => String::new(),
    }
}

fn selfo(random: &mut Stream) -> String {
    let mut spec = format!("selfo {}", place(random));
    let mut add = |often: u32, random: &mut Stream, text: &dyn Fn(&mut Stream) -> String| {
        if random.below(10) < often {
            spec = format!("{spec} {}", text(random));
        }
    };
    add(6, random, &|r| format!("seats={}", 2 + r.below(5)));
    add(6, random, &|r| format!("length={}", one(r, &["any", "1", "2", "9", "99", "1,any", "0"])));
    add(3, random, &|r| format!("density={}", r.below(90)));
    add(2, random, &|r| format!("pieces={}", one(r, &["2", "50", "170", "300", "3,200", "60000"])));
    add(3, random, &|r| {
        let setups = ["random", "spiral", "perturbed", "pattern", "regular-1", "pawns", "thesis-9"];
        format!("setup={}", one(r, &setups))
    });
    add(3, random, &|r| format!("special={}", one(r, &["0", "1", "9", "99"])));
    add(2, random, &|r| format!("special-length={}", one(r, &["1", "30", "any"])));
    add(5, random, &|r| format!("seed={}", r.bits()));
    add(1, random, &|r| format!("plies={}", one(r, &["off", "1", "100000"])));
    spec
}

fn other_game(random: &mut Stream) -> String {
    match random.below(6) {
        0 => format!("hex board=hex-{}x{}", random.below(40), random.below(40)),
        1 => "hex board=hex-13x13 swap=off".to_owned(),
        2 => {
            let row = "Qq".repeat(4);
            format!("chess position=\"{}/k6K w - - 0 1\"", vec![row; 7].join("/"))
        }
        3 => format!("checkers position=\"{} A\"", ["aBaBaBaB"; 8].join("/")),
        4 => format!("rulespace genes={:x} seed={}", random.bits(), random.bits()),
        _ => format!("loa position=\"{} A\"", ["AABBAABB"; 8].join("/")),
    }
}

/// A position of nothing but pieces, or of long empty runs.
fn crowded(random: &mut Stream) -> String {
    let (rows, columns) = (1 + random.below(32) as usize, 1 + random.below(32) as usize);
    let row = match random.below(3) {
        0 => "AB".repeat(columns).chars().take(columns).collect(),
        1 => "ABCDEF".repeat(columns).chars().take(columns).collect(),
        _ => columns.to_string(),
    };
    let rows = vec![row; rows].join("/");
    format!("selfo position=\"{rows} A\" length={}", one(random, &["any", "1", "3"]))
}

/// A spec with a piece of it thrown away, doubled or changed.
fn damaged(random: &mut Stream) -> String {
    let mut text: Vec<char> = selfo(random).chars().collect();
    let at = random.below(u32::try_from(text.len()).unwrap()) as usize;
    match random.below(3) {
        0 => text.truncate(at),
        1 => text.insert(at, char::from_u32(random.below(0x2fff)).unwrap_or('"')),
        _ => text.extend(text.clone()),
    }
    text.into_iter().collect()
}

fn spec(random: &mut Stream) -> String {
    match random.below(10) {
        0..=5 => selfo(random),
        6 => crowded(random),
        7 => damaged(random),
        _ => other_game(random),
    }
}

/// Asks about one spec; returns how long the answer took.
async fn ask(client: &Client, path: &str, spec: &str) -> Duration {
    let begun = Instant::now();
    let answer = client.post(path, &question(path, spec)).await;
    let took = begun.elapsed();
    let about: String = spec.chars().take(200).collect();
    assert!([200, 413, 422].contains(&answer.status), "{path} {about}: {}", answer.body);
    took
}

async fn server(folder: &std::path::Path) -> Running {
    Running::start_with(folder, Limits { requests_per_second: 100_000, ..Limits::default() }).await
}

#[tokio::test(flavor = "multi_thread")]
async fn every_nasty_spec_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(folder.path()).await;
    let client = server.client().await;
    let mut slowest = (Duration::ZERO, String::new());
    for number in 0..cases() {
        let mut random = Stream::new(1, "nasty specs", number as u64);
        let spec = spec(&mut random);
        let path = one(&mut random, &QUESTIONS);
        let took = ask(&client, path, &spec).await;
        if took > slowest.0 {
            slowest = (took, format!("{path} {}", spec.chars().take(300).collect::<String>()));
        }
    }
    let (took, what) = slowest;
    eprintln!("the slowest of {} answers took {} ms: {what}", cases(), took.as_millis());
    if let Ok(most) = std::env::var("SELFORGE_SLOWEST_MS") {
        assert!(took.as_millis() <= most.parse().unwrap(), "{what}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dense_graph_of_random_pairs_holds_nobody_up() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(folder.path()).await;
    let client = server.client().await;
    let graph = regular_graph(150, 25, &mut Stream::new(7, "dense", 0));
    let spec = format!("selfo graph=\"{graph}\"");
    assert!(spec.len() < 64 * 1024);
    for path in QUESTIONS {
        ask(&client, path, &spec).await;
    }
    // Whoever hangs up leaves no work behind that others would wait for.
    for path in QUESTIONS {
        for _ in 0..8 {
            client.post_and_hang_up(path, &question(path, &spec)).await;
        }
    }
    let plain = client.post("/api/preview", &json!({ "spec": "selfo" })).await;
    assert_eq!(plain.status, 200);
    assert!(plain.json()["board"].is_object(), "{}", plain.body);
    server.stop().await;
}
