//! A real server on a free port, and clients that speak to it over real sockets.

#![allow(dead_code, reason = "each test file uses a part of it")]
#![allow(clippy::unwrap_used, reason = "tests panic to fail")]

pub(crate) mod certificate;
pub(crate) mod nats;
pub(crate) mod own_postgres;
pub(crate) mod postgres;

use std::net::SocketAddr;
use std::path::Path;

use futures_util::{SinkExt, StreamExt};
use selforge_server::{BusUrl, Config, DatabaseUrl, Exposure, Limits, Server};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// The database of a data folder: the one that its file `database` names, or a new one if tests are to
/// use PostgreSQL (`SELFORGE_TEST_DATABASE=postgres`).
async fn database_of(data: &Path) -> Option<DatabaseUrl> {
    let known = data.join("database");
    if !known.exists() {
        let wanted = std::env::var("SELFORGE_TEST_DATABASE").as_deref() == Ok("postgres");
        if !wanted || data.join("sqlite-only").exists() {
            return None;
        }
        std::fs::create_dir_all(data).unwrap();
        let url = postgres::empty_place().await.expect("SELFORGE_TEST_POSTGRES names a server");
        std::fs::write(&known, url).unwrap();
    }
    Some(std::fs::read_to_string(&known).unwrap().parse().unwrap())
}

/// The bus of a data folder: the one that its file `bus` names.
fn bus_of(data: &Path) -> Option<BusUrl> {
    let text = std::fs::read_to_string(data.join("bus")).ok()?;
    Some(text.parse().unwrap())
}

/// A running server.
pub(crate) struct Running {
    pub(crate) host: String,
    stop: oneshot::Sender<()>,
    done: JoinHandle<()>,
}

impl Running {
    /// Starts a server on a data folder.
    pub(crate) async fn start(data: &Path) -> Running {
        Running::start_with(data, Limits::default()).await
    }

    /// The same with other limits.
    pub(crate) async fn start_with(data: &Path, limits: Limits) -> Running {
        Running::start_exposed(data, limits, Exposure::default()).await
    }

    /// The same as seen from outside in some way.
    pub(crate) async fn start_exposed(data: &Path, limits: Limits, exposure: Exposure) -> Running {
        let listen = "127.0.0.1:0".parse().unwrap();
        let config = Config {
            listen,
            data: data.to_path_buf(),
            database: database_of(data).await,
            bus: bus_of(data),
            experiments: Vec::new(),
            limits,
            exposure,
        };
        let server = Server::start(config).await.unwrap();
        let host = server.address().to_string();
        let (stop, stopped) = oneshot::channel();
        let done = tokio::spawn(async move {
            let stopped = async {
                let _ = stopped.await;
            };
            server.run_until(stopped).await.unwrap();
        });
        Running { host, stop, done }
    }

    /// Stops it in order and waits for that.
    pub(crate) async fn stop(self) {
        let _ = self.stop.send(());
        self.done.await.unwrap();
    }

    /// A client that was never here before.
    pub(crate) async fn client(&self) -> Client {
        self.client_from(1).await
    }

    /// A client that was never here before, at another address.
    pub(crate) async fn client_from(&self, from: u8) -> Client {
        let mut client = Client { host: self.host.clone(), cookie: String::new(), from };
        let answer = client.get("/").await;
        let line = answer.header("set-cookie").expect("a new client gets a cookie");
        client.cookie = line.split(';').next().unwrap().to_owned();
        client
    }
}

/// An answer over HTTP.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
    /// How many bytes the body has: one that is packed is no text.
    pub(crate) size: usize,
}

impl Answer {
    /// The value of a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let mut found = lines.filter(|(key, _)| key.eq_ignore_ascii_case(name));
        found.next().map(|(_, value)| value)
    }

    /// The body as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.body))
    }
}

/// A browser, as far as cookies go.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) host: String,
    pub(crate) cookie: String,
    /// The last part of the loopback address that it comes from: 127.0.0.1 to 127.0.0.254.
    pub(crate) from: u8,
}

impl Client {
    /// A connection from where the client is.
    pub(crate) async fn connect(&self) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::from(([127, 0, 0, self.from], 0))).unwrap();
        socket.connect(self.host.parse().unwrap()).await.unwrap()
    }

    /// Sends a request as it stands and reads the answer to its end.
    pub(crate) async fn raw(&self, text: &str) -> Answer {
        let mut stream = self.connect().await;
        stream.write_all(text.as_bytes()).await.unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await.unwrap();
        let end =
            bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("an answer has a head");
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let (body, size) = (&bytes[end + 4..], bytes.len() - end - 4);
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head, body: String::from_utf8_lossy(body).into_owned(), size }
    }

    /// Sends JSON and hangs up without waiting for the answer.
    pub(crate) async fn post_and_hang_up(&self, path: &str, body: &Value) {
        let (host, cookie, body) = (&self.host, &self.cookie, body.to_string());
        let mut stream = TcpStream::connect(&self.host).await.unwrap();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        stream.shutdown().await.unwrap();
    }

    /// A request with more headers and a body.
    pub(crate) async fn send(&self, method: &str, path: &str, headers: &str, body: &str) -> Answer {
        let (host, cookie, length) = (&self.host, &self.cookie, body.len());
        // Version 1.0: the answer comes in one piece and the connection is closed after it.
        self.raw(&format!(
            "{method} {path} HTTP/1.0\r\nHost: {host}\r\nCookie: {cookie}\r\n\
             Content-Length: {length}\r\n{headers}\r\n{body}"
        ))
        .await
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, "", "").await
    }

    /// A request that sends JSON by another method.
    pub(crate) async fn with(&self, method: &str, path: &str, body: &Value) -> Answer {
        let headers = "Content-Type: application/json\r\n";
        self.send(method, path, headers, &body.to_string()).await
    }

    /// Takes over the cookie that an answer sets, as browsers do.
    pub(crate) fn keep_cookie(&mut self, answer: &Answer) {
        if let Some(line) = answer.header("set-cookie") {
            self.cookie = line.split(';').next().unwrap().to_owned();
        }
    }

    /// Makes an account and is signed in to it.
    pub(crate) async fn register(&mut self, name: &str, password: &str) -> Answer {
        let body = json!({ "name": name, "password": password });
        let answer = self.post("/api/accounts", &body).await;
        self.keep_cookie(&answer);
        answer
    }

    /// Makes a game with more to say about it, and gives its name.
    pub(crate) async fn make(&self, body: &Value) -> String {
        let answer = self.post("/api/games", body).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()["id"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        let headers = "Content-Type: application/json\r\n";
        self.send("POST", path, headers, &body.to_string()).await
    }

    /// Makes a game and gives its name.
    pub(crate) async fn create(&self, spec: &str, players: Value) -> String {
        let answer = self.post("/api/games", &json!({ "spec": spec, "players": players })).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()["id"].as_str().unwrap().to_owned()
    }

    /// Opens the lobby's WebSocket.
    pub(crate) async fn lobby(&self) -> Live {
        self.socket("/api/lobby/live", None).await.expect("the lobby is open to all")
    }

    /// Opens a game's WebSocket; the status if the server does not let us.
    pub(crate) async fn join_with(&self, id: &str, origin: Option<&str>) -> Result<Live, u16> {
        self.socket(&format!("/api/games/{id}/live"), origin).await
    }

    pub(crate) async fn socket(&self, path: &str, origin: Option<&str>) -> Result<Live, u16> {
        let url = format!("ws://{}{path}", self.host);
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("cookie", self.cookie.parse().unwrap());
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        let stream = MaybeTlsStream::Plain(self.connect().await);
        match tokio_tungstenite::client_async(request, stream).await {
            Ok((stream, _)) => Ok(Live(stream, Value::Null)),
            Err(tokio_tungstenite::tungstenite::Error::Http(answer)) => {
                Err(answer.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    /// Opens a game's WebSocket by hand, sends these bytes over it and goes away.
    pub(crate) async fn raw_socket(&self, id: &str, bytes: &[u8]) {
        let mut stream = TcpStream::connect(&self.host).await.unwrap();
        let (host, cookie) = (&self.host, &self.cookie);
        let request = format!(
            "GET /api/games/{id}/live HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\
             Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"HTTP/1.1 101");
        stream.write_all(bytes).await.unwrap();
    }

    /// Opens a game's WebSocket and asks for everything.
    pub(crate) async fn join(&self, id: &str) -> (Live, Value) {
        let mut live = self.join_with(id, None).await.expect("our own game");
        live.say(&json!({ "type": "hello", "have": 0 })).await;
        let state = live.hear_until(|news| news["type"] == "state").await;
        (live, state)
    }
}

/// An open game, and who was there by its last news about that.
pub(crate) struct Live(WebSocketStream<MaybeTlsStream<TcpStream>>, Value);

impl Live {
    pub(crate) async fn say(&mut self, message: &Value) {
        self.say_text(&message.to_string()).await;
    }

    pub(crate) async fn say_text(&mut self, text: &str) {
        self.0.send(Message::text(text)).await.unwrap();
    }

    /// Says something to a server that may have hung up; whether it could be said.
    pub(crate) async fn try_say(&mut self, message: &Value) -> bool {
        self.0.send(Message::text(message.to_string())).await.is_ok()
    }

    pub(crate) async fn say_binary(&mut self, bytes: &[u8]) {
        self.0.send(Message::binary(bytes.to_vec())).await.unwrap();
    }

    pub(crate) async fn act(&mut self, after: &Value, action: Value) {
        self.say(&json!({ "type": "act", "after": after, "action": action })).await;
    }

    /// The next message about the game; who comes and goes is passed over.
    pub(crate) async fn hear(&mut self) -> Value {
        loop {
            let message = self.next().await.expect("the server has something to say");
            if message["type"] != "presence" {
                return message;
            }
        }
    }

    /// Passes over all messages until one is as wanted.
    pub(crate) async fn hear_until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().await.expect("the server has something to say");
            if wanted(&message) {
                return message;
            }
        }
    }

    /// Waits until these seats' players are there and so many look on.
    pub(crate) async fn until_present(&mut self, here: Value, watching: u64) {
        let wanted = json!({ "type": "presence", "here": here, "watching": watching });
        while self.1 != wanted {
            self.next().await.expect("the server has something to say");
        }
    }

    /// The next message about the game itself, not about who is here.
    pub(crate) async fn hear_game(&mut self) -> Value {
        loop {
            let news = self.hear().await;
            if news["type"] != "presence" {
                return news;
            }
        }
    }

    /// Reads on until the server closes the connection.
    pub(crate) async fn is_closed(&mut self) -> bool {
        while self.next().await.is_some() {}
        true
    }

    /// The next message, or none if the server closed the connection.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            match self.0.next().await? {
                Ok(Message::Text(text)) => {
                    let message: Value = serde_json::from_str(&text).unwrap();
                    if message["type"] == "presence" {
                        self.1.clone_from(&message);
                    }
                    return Some(message);
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }
}

/// Enough for tests that say a lot.
pub(crate) fn patient() -> Limits {
    Limits {
        messages_per_second: 10_000,
        requests_per_second: 10_000,
        states_per_second: 10_000,
        ..Limits::default()
    }
}

/// Two people.
pub(crate) fn people() -> Value {
    json!([{ "kind": "person" }, { "kind": "person", "name": "Ben" }])
}

/// A person against an engine.
pub(crate) fn against(spec: &str) -> Value {
    json!([{ "kind": "person" }, { "kind": "engine", "spec": spec }])
}

/// The first legal move from cell to cell.
pub(crate) fn first_move(state: &Value) -> Value {
    json!({ "do": "move", "text": state["position"]["moves"][0]["text"] })
}
