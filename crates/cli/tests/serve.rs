//! The real server in a process of its own, killed without warning.

#![allow(clippy::unwrap_used, reason = "tests panic to fail")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A running `selforge serve`, killed when it is dropped.
struct Server {
    process: Child,
    host: String,
}

impl Server {
    fn start(data: &Path) -> Server {
        let mut process = Command::new(env!("CARGO_BIN_EXE_selforge"))
            .args(["serve", "--no-open", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let host = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let host = host.unwrap_or_else(|| panic!("no address in {line:?}")).to_owned();
        Server { process, host }
    }

    /// Ends the process as `kill -9` does.
    fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    fn ask(&self, method: &str, path: &str, cookie: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let (host, length) = (&self.host, body.len());
        write!(
            stream,
            "{method} {path} HTTP/1.0\r\nHost: {host}\r\nCookie: {cookie}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// What stands between two texts.
fn between<'t>(text: &'t str, before: &str, after: &str) -> &'t str {
    let rest = text.split(before).nth(1).unwrap_or_else(|| panic!("no {before} in {text}"));
    rest.split(after).next().unwrap()
}

/// The number of a game's last event.
fn number(state: &str) -> u32 {
    between(state, "\"number\":", ",").parse().unwrap()
}

#[test]
fn a_game_of_engines_survives_being_killed_and_goes_on_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let cookie = between(&server.ask("GET", "/", "", ""), "set-cookie: ", ";").to_owned();
    let engine = r#"{"kind":"engine","spec":"mcts playouts=300"}"#;
    let spec = "selfo board=hexhex-3 seed=4 plies=30";
    let body = format!(r#"{{"spec":"{spec}","players":[{engine},{engine}]}}"#);
    let made = server.ask("POST", "/api/games", &cookie, &body);
    let path = format!("/api/games/{}", between(&made, "\"id\":\"", "\""));
    let seen = loop {
        let state = server.ask("GET", &path, &cookie, "");
        if state.contains("429 Too Many") {
            continue;
        }
        if number(&state) >= 3 {
            break state;
        }
    };
    server.kill();

    let server = Server::start(folder.path());
    let ended = loop {
        let state = server.ask("GET", &path, &cookie, "");
        if !state.contains("429 Too Many") && !state.contains("\"result\":null") {
            break state;
        }
    };
    assert!(number(&ended) >= number(&seen));
    let events = |state: &str| between(state, "\"events\":[", "]").to_owned();
    assert!(events(&ended).starts_with(&events(&seen)), "what was seen is still so");
    let record = server.ask("GET", &format!("{path}/record"), &cookie, "");
    assert!(record.contains("selforge record 1") && record.contains("result: "), "{record}");
}
