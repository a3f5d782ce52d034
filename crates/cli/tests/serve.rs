//! The real server in a process of its own: killed without warning, stopped, copied.

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
        Server::start_with(data, &[])
    }

    fn start_with(data: &Path, more: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_selforge"));
        command.args(["serve", "--no-open", "--listen", "127.0.0.1:0", "--data"]).arg(data);
        Server::run(command.args(more))
    }

    fn run(command: &mut Command) -> Server {
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
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
fn without_a_command_the_page_is_served_also_where_there_is_no_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_selforge"));
    let places = ["HOME", "XDG_DATA_HOME", "APPDATA"];
    for place in places {
        command.env(place, folder.path());
    }
    let server = Server::run(command.stdin(Stdio::null()));
    assert!(server.ask("GET", "/", "", "").contains("<title>Selforge</title>"));
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
    let home = tempfile::tempdir().unwrap();
    let games = home.path().join("games");
    let told = selforge(&["export", text(&games), "--data", text(folder.path())]);
    let told = String::from_utf8(told.stdout).unwrap();
    assert!(told.contains("': 1\nleft out: unfinished 0, without consent 0"), "{told}");
    let kept = std::fs::read_to_string(games.join("records/000001.sgr")).unwrap();
    assert_eq!(record.split("\r\n\r\n").nth(1), Some(&*kept), "as it can be downloaded");
    let table = std::fs::read_to_string(games.join("games.csv")).unwrap();
    assert!(table.contains("mcts playouts=300; mcts playouts=300"), "{table}");
    let none = selforge(&["export", text(&games), "--data", text(home.path())]);
    assert_eq!(none.status.code(), Some(2), "there is no data");
}

/// Runs the program to its end.
fn selforge(args: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_selforge")).args(args).output().unwrap()
}

/// A path as an argument.
fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_backup_of_a_running_server_is_whole_and_a_server_goes_on_from_it() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy.sqlite"));
    let server = Server::start(&data);
    let cookie = between(&server.ask("GET", "/", "", ""), "set-cookie: ", ";").to_owned();
    let engine = r#"{"kind":"engine","spec":"mcts playouts=300"}"#;
    let body = format!(r#"{{"spec":"selfo board=hexhex-3 seed=4","players":[{engine},{engine}]}}"#);
    let made = server.ask("POST", "/api/games", &cookie, &body);
    let path = format!("/api/games/{}", between(&made, "\"id\":\"", "\""));
    let state = |server: &Server| loop {
        let state = server.ask("GET", &path, &cookie, "");
        if !state.contains("429 Too Many") {
            return state;
        }
    };
    while number(&state(&server)) < 2 {}
    // Moves are written meanwhile.
    let before = state(&server);
    let said = selforge(&["backup", text(&copy), "--data", text(&data), "--json"]);
    assert!(said.status.success(), "{said:?}");
    let said = String::from_utf8(said.stdout).unwrap();
    assert!(
        between(&said, "\"events\":", ",").trim().parse::<u32>().unwrap() >= number(&before),
        "{said}"
    );
    // A file that exists stays as it is.
    let bytes = std::fs::read(&copy).unwrap();
    let refused = selforge(&["backup", text(&copy), "--data", text(&data)]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("exists already"));
    assert_eq!(std::fs::read(&copy).unwrap(), bytes);
    server.kill();

    let restored = folder.path().join("restored");
    std::fs::create_dir(&restored).unwrap();
    std::fs::copy(&copy, restored.join("selforge.sqlite")).unwrap();
    let server = Server::start(&restored);
    let events = |state: &str| between(state, "\"events\":[", "]").to_owned();
    let after = state(&server);
    assert!(events(&after).starts_with(&events(&before)), "what was seen is in the copy");
}

#[test]
fn a_backup_of_nothing_is_refused_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.sqlite");
    for data in [folder.path().to_path_buf(), folder.path().join("none")] {
        let refused = selforge(&["backup", text(&copy), "--data", text(&data)]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(String::from_utf8(refused.stderr).unwrap().contains("there is no data"));
    }
    // What is no database cannot be copied.
    std::fs::write(folder.path().join("selforge.sqlite"), "x".repeat(5_000)).unwrap();
    let refused = selforge(&["backup", text(&copy), "--data", text(folder.path())]);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().flatten().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[cfg(unix)]
#[test]
fn a_server_that_is_told_to_stop_says_goodbye_to_open_sockets() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    let cookie = between(&server.ask("GET", "/", "", ""), "set-cookie: ", ";").to_owned();
    let person = r#"{"kind":"person"}"#;
    let body = format!(r#"{{"spec":"selfo board=hexhex-3","players":[{person},{person}]}}"#);
    let made = server.ask("POST", "/api/games", &cookie, &body);
    let id = between(&made, "\"id\":\"", "\"").to_owned();
    let mut socket = TcpStream::connect(&server.host).unwrap();
    write!(
        socket,
        "GET /api/games/{id}/live HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\nUpgrade: websocket\r\n\
         Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.host
    )
    .unwrap();
    let mut head = [0; 12];
    socket.read_exact(&mut head).unwrap();
    assert_eq!(&head, b"HTTP/1.1 101");
    let told = Command::new("kill").args(["-TERM", &server.process.id().to_string()]).status();
    assert!(told.unwrap().success());
    assert!(server.process.wait().unwrap().success(), "it ends by itself");
    let mut rest = Vec::new();
    // What was sent last is still to be read.
    let _ = socket.read_to_end(&mut rest);
    let goodbye = b"the server stops";
    assert!(rest.windows(goodbye.len()).any(|part| part == goodbye), "{rest:?}");
}

#[test]
fn runs_of_arena_and_evolve_are_shown_with_their_figures_and_reports() {
    let folder = tempfile::tempdir().unwrap();
    let (arena, evolved) = (folder.path().join("runs/match"), folder.path().join("runs/evolved"));
    let spec = ["arena", "selfo", "board=hexhex-3", "plies=20", "--players", "random; greedy"];
    let played = selforge(&[&spec[..], &["--games", "2", "--out", text(&arena)]].concat());
    assert!(played.status.success(), "{played:?}");
    let settings = ["--evaluations", "12", "--population", "6", "--games", "2"];
    let found = selforge(&[&["evolve", "--out", text(&evolved)], &settings[..]].concat());
    assert!(found.status.success(), "{found:?}");
    let runs = folder.path().join("runs");
    let server = Server::start_with(&folder.path().join("data"), &["--experiments", text(&runs)]);
    let list = server.ask("GET", "/api/experiments", "", "");
    let id = |name: &str| {
        let entry = list.split("},{").find(|entry| entry.contains(&format!("\"name\":\"{name}\"")));
        between(entry.unwrap_or_else(|| panic!("no {name} in {list}")), "\"id\":\"", "\"")
            .to_owned()
    };
    let run = |name: &str| server.ask("GET", &format!("/api/experiments/{}", id(name)), "", "");
    let shown = run("match");
    assert!(shown.contains("\"complete\":true") && shown.contains("\"win_share\""), "{shown}");
    let shown = run("evolved");
    assert!(shown.contains("\"champions\":[{") && shown.contains("rulespace genes="), "{shown}");
    for name in ["match", "evolved"] {
        let report = server.ask("GET", &format!("/api/experiments/{}/report", id(name)), "", "");
        assert!(report.contains("200 OK") && report.contains("sandbox"), "{name}: {report}");
        assert!(report.contains("<!doctype html>"), "{name}");
    }
}

#[test]
fn a_log_of_json_is_an_object_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let mut process = Command::new(env!("CARGO_BIN_EXE_selforge"))
        .args(["serve", "--no-open", "--listen", "127.0.0.1:0", "--verbose", "--log", "json"])
        .args(["--data", text(folder.path())])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(process.stderr.take().unwrap()).read_line(&mut line).unwrap();
    let server = Server { process, host: String::new() };
    let value: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert!(value["level"].is_string() && value["timestamp"].is_string(), "{line}");
    server.kill();
}

/// Makes a game with nobody at the other seat; the whole answer.
fn make_game(server: &Server, cookie: &str) -> String {
    let players = r#"[{"kind":"person"},{"kind":"person"}]"#;
    let body = format!(r#"{{"spec":"selfo board=hexhex-3 seed=4","players":{players}}}"#);
    server.ask("POST", "/api/games", cookie, &body)
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_and_then_is_not_stops_nothing_for_good() {
    use rlimit::{INFINITY, Resource, prlimit};

    let folder = tempfile::tempdir().unwrap();
    // A process that may not make files longer is told so by its system, as on a full disk; without
    // the first line it would be killed for it.
    let serve = r#"trap "" XFSZ; exec "$0" serve --no-open --listen 127.0.0.1:0 --data "$1""#;
    let mut shell = Command::new("sh");
    shell.args(["-c", serve, env!("CARGO_BIN_EXE_selforge")]).arg(folder.path());
    let server = Server::run(shell.stderr(Stdio::null()));
    let process = i32::try_from(server.process.id()).unwrap();
    let limit = |bytes: u64| {
        prlimit(process, Resource::FSIZE, Some((bytes, INFINITY)), None).unwrap();
    };
    let cookie = between(&server.ask("GET", "/", "", ""), "set-cookie: ", ";").to_owned();
    assert!(make_game(&server, &cookie).contains("200 OK"));

    limit(4_096);
    let refused = make_game(&server, &cookie);
    assert!(refused.contains("500 Internal"), "{refused}");
    let health = server.ask("GET", "/healthz", "", "");
    assert!(health.contains("503 Service"), "{health}");
    let counted = server.ask("GET", "/metrics", "", "");
    assert_ne!(between(&counted, "selforge_commits_refused_total ", "\n"), "0", "{counted}");

    limit(INFINITY);
    let made = make_game(&server, &cookie);
    assert!(made.contains("200 OK"), "{made}");
    assert!(server.ask("GET", "/healthz", "", "").contains("200 OK"));
    server.kill();
    let mut check = Command::new(env!("CARGO_BIN_EXE_selforge"));
    let checked = check.args(["check", "--json", "--data"]).arg(folder.path()).output().unwrap();
    let said = String::from_utf8(checked.stdout).unwrap();
    assert!(said.contains(r#""games":2"#) && said.contains(r#""problems":[]"#), "{said}");
}

#[test]
fn a_changed_byte_in_the_data_is_told_and_the_game_not_played_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let cookie = between(&server.ask("GET", "/", "", ""), "set-cookie: ", ";").to_owned();
    let made = make_game(&server, &cookie);
    let id = between(&made, "\"id\":\"", "\"").to_owned();
    server.kill();
    let check = |code| {
        let mut check = Command::new(env!("CARGO_BIN_EXE_selforge"));
        let checked = check.args(["check", "--data"]).arg(folder.path()).output().unwrap();
        assert_eq!(checked.status.code(), Some(code), "{checked:?}");
        String::from_utf8(checked.stdout).unwrap()
    };
    assert!(check(0).contains("1 games with 0 events are in order"));
    // The start of the game, wherever it stands: in the file or in its log.
    for name in ["selforge.sqlite", "selforge.sqlite-wal"] {
        let path = folder.path().join(name);
        let Ok(mut bytes) = std::fs::read(&path) else { continue };
        let spec = b"selfo board=hexhex-3 seed=4";
        let places: Vec<usize> =
            (0..bytes.len()).filter(|&at| bytes[at..].starts_with(spec)).collect();
        for at in places {
            bytes[at + spec.len() - 1] = b'5';
        }
        std::fs::write(&path, bytes).unwrap();
    }
    // SQLite throws away a page of the log that it finds damaged; then there is no such game.
    let mut command = Command::new(env!("CARGO_BIN_EXE_selforge"));
    let checked = command.args(["check", "--data"]).arg(folder.path()).output().unwrap();
    let said = String::from_utf8(checked.stdout).unwrap();
    assert!(!said.contains("1 games with 0 events are in order"), "{said}");
    let server = Server::start(folder.path());
    let answer = server.ask("GET", &format!("/api/games/{id}"), &cookie, "");
    assert!(answer.contains("damaged") || answer.contains("404 Not Found"), "{answer}");
}
