//! What the fuzzers feed: for every parser a function that takes any bytes and checks what must hold.
//!
//! Bytes are read or refused, nothing panics; and what was read, written again and read again is the
//! same. `fuzz/` has a libFuzzer target of one line for each function (`scripts/fuzz`); this crate's
//! test feeds the seeds in `fuzz/seeds` to the same functions with the ordinary compiler, so that
//! what a fuzzer found once stays found. Nothing here is part of the program.
//!
//! A new parser is a function here, a line in [`TARGETS`], a file in `fuzz/fuzz_targets`, an entry in
//! `fuzz/Cargo.toml` and a folder of seeds; the test says which of these is missing.

mod games;
mod rule_files;

use std::fmt::{Debug, Display};

use selforge_agents::AgentSpec;
use selforge_agents::lines::{Heard, hear};
use selforge_agents::protocol::{Order, Reply};
use selforge_board::{Board, BoardName};
use selforge_core::{Record, Spec, short};
use selforge_lab::arena::{Played, parse_players};
use selforge_lab::evolve::Candidate;
use selforge_lab::survey;
use selforge_server::messages::live::ClientMessage;

pub use games::{position, record};
pub use rule_files::{rule_file, saved_game};

/// A target: its name, which is that of its file and of its folder of seeds, and its body.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: &[Target] = &[
    ("agent_spec", agent_spec),
    ("board", board),
    ("checkpoint", checkpoint),
    ("engine_protocol", engine_protocol),
    ("live_message", live_message),
    ("position", position),
    ("record", record),
    ("rule_file", rule_file),
    ("saved_game", saved_game),
    ("spec", spec),
    ("survey", survey),
];

/// The longest message of an error that fits a terminal.
const LONGEST: usize = 2_000;

/// What was read, or nothing if it was refused in a message of a sane length.
fn read<T, E: Display>(read: Result<T, E>) -> Option<T> {
    read.map_err(|error| {
        let message = error.to_string();
        assert!((1..=LONGEST).contains(&message.len()), "{} bytes: {message:.200}", message.len());
    })
    .ok()
}

/// Checks that something written is read as the same again.
fn same<T: PartialEq + Debug, E: Display>(first: &T, text: &str, again: Result<T, E>) {
    match again {
        Ok(again) => assert_eq!(*first, again, "{text}"),
        Err(error) => panic!("what was written is refused, {error}: {text}"),
    }
}

/// The text in some bytes, with what is no text replaced: parsers of text see text only.
fn text(data: &[u8]) -> String {
    String::from_utf8_lossy(data).into_owned()
}

/// Game specs.
pub fn spec(data: &[u8]) {
    if let Some(spec) = read(Spec::parse(&text(data))) {
        same(&spec, &spec.to_string(), Spec::parse(&spec.to_string()));
    }
}

/// Agent specs, and lists of them.
pub fn agent_spec(data: &[u8]) {
    let text = text(data);
    if let Some(agent) = read(AgentSpec::parse(&text)) {
        let written = agent.spec().to_string();
        same(&agent, &written, AgentSpec::parse(&written));
    }
    if let Some(players) = read(parse_players(&text)) {
        let specs: Vec<String> = players.iter().map(|player| player.spec().to_string()).collect();
        same(&players, &specs.join("; "), parse_players(&specs.join("; ")));
    }
}

/// Names of boards, and boards that are graphs in JSON.
pub fn board(data: &[u8]) {
    let text = text(data);
    if let Some(name) = read(text.parse::<BoardName>()) {
        same(&name, &name.to_string(), name.to_string().parse());
    }
    if let Some(board) = read(Board::from_graph_json(&text)) {
        let again = Board::parse(board.name(), 0).map(|board| board.name().to_owned());
        same(&board.name().to_owned(), board.name(), again);
    }
}

/// Votes and measured values, in both formats.
pub fn survey(data: &[u8]) {
    read(survey::read_answers(data));
    if let Some(votes) = read(survey::read_votes(data)) {
        let summary = survey::Summary::of(&votes, None).expect("votes alone can be summed up");
        assert_eq!(summary.games.len(), votes.games().len());
        assert!(summary.games.iter().all(|game| (0.0..=1.0).contains(&game.liked.value)));
    }
    let metrics = [survey::read_metrics_csv(data), survey::read_metrics_json(&text(data))];
    for metrics in metrics.into_iter().filter_map(read) {
        for game in metrics.games() {
            let values = metrics.values(game).expect("a game that is named has values");
            assert!(values.values().all(|value| value.is_finite()), "{game}");
        }
    }
}

/// Lines of the engine protocol, from either side.
pub fn engine_protocol(data: &[u8]) {
    let mut input = data;
    for _ in 0..=data.len() + 1 {
        let line = match hear(&mut input) {
            Heard::Line(line) => line,
            Heard::TooLong => continue,
            Heard::End => return,
        };
        if let Some(order) = read(Order::parse(&line)) {
            same(&order, &order.to_string(), Order::parse(&order.to_string()));
        }
        if let Reply::BestMove(mv) = Reply::parse(&line) {
            assert!(!mv.contains(char::is_whitespace), "{mv:?}");
        }
    }
    panic!("more lines than bytes");
}

/// What a client says over the WebSocket of a live game.
pub fn live_message(data: &[u8]) {
    if let Some(message) = read(ClientMessage::parse(&text(data))) {
        let text = serde_json::to_string(&message).expect("a message is plain data");
        same(&message, &text, serde_json::from_str(&text));
    }
}

/// Lines of the checkpoints of matches and of evolution, whole ones and such as a stranger wrote.
pub fn checkpoint(data: &[u8]) {
    let bare = |line: &str| line.trim_end_matches('\n').to_owned();
    if let Some(game) = read(Played::from_line(data)) {
        let line = bare(&game.to_line());
        same(&game, &line, Played::from_line(line.as_bytes()));
    }
    // Nobody guesses a check sum: what is right but for that is given the right one.
    let unsigned =
        serde_json::from_slice::<Candidate>(data).map_err(|error| short(&error.to_string()));
    for candidate in [Candidate::from_line(data), unsigned].into_iter().filter_map(read) {
        let line = bare(&candidate.to_line());
        same(&candidate, &line, Candidate::from_line(line.as_bytes()));
    }
}

/// A record that is read, written and read again is the same, whatever its game.
fn record_text(data: &[u8]) -> Option<Record> {
    let record = read(Record::parse_bytes(data))?.record;
    let text = record.to_text();
    same(&record, &text, Record::parse(&text).map(|parsed| parsed.record));
    Some(record)
}
