//! As much HTTP as the clients need: one request a connection, to our own server.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, protocol::WebSocketConfig};

/// How much a socket reads at once.
const SOCKET_BUFFER: usize = 4096;

/// An open WebSocket.
pub(super) type Socket = WebSocketStream<TcpStream>;

/// What was answered.
pub(super) struct Answer {
    head: String,
    /// The body as text.
    pub(super) body: String,
}

impl Answer {
    /// Its status.
    pub(super) fn status(&self) -> Option<u16> {
        self.head.split(' ').nth(1)?.parse().ok()
    }

    /// The cookie that the server gives, as `name=value`.
    pub(super) fn cookie(&self) -> Option<String> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let mut cookies = lines.filter(|(key, _)| key.eq_ignore_ascii_case("set-cookie"));
        let (_, value) = cookies.next()?;
        Some(value.split(';').next().unwrap_or_default().to_owned())
    }

    /// The message in the body.
    ///
    /// # Errors
    /// If it is none of this type.
    pub(super) fn json<T: DeserializeOwned>(&self) -> Result<T, String> {
        serde_json::from_str(&self.body).map_err(|error| format!("{error}: {}", self.body))
    }
}

/// A message as it is sent.
pub(super) fn body(message: &impl Serialize) -> String {
    serde_json::to_string(message).expect("messages are plain data")
}

/// The nodes of the server, each as address and port.
pub(super) type Hosts = Arc<[String]>;

/// Somebody who visits our own server from an address of this machine.
#[derive(Clone)]
pub(super) struct Visitor {
    hosts: Hosts,
    /// Which of them is asked.
    at: usize,
    from: Ipv4Addr,
    cookie: String,
}

impl Visitor {
    /// Comes for the first time, to one of the nodes, and is given a cookie.
    ///
    /// # Errors
    /// If the server gives none.
    pub(super) async fn new(hosts: &Hosts, at: u64, from: Ipv4Addr) -> Result<Visitor, String> {
        let at = usize::try_from(at % hosts.len() as u64).unwrap_or_default();
        let mut visitor = Visitor { hosts: Arc::clone(hosts), at, from, cookie: String::new() };
        let cookie = visitor.ask("GET", "/api/me", "").await?.cookie();
        visitor.cookie = cookie.ok_or("the server gives no cookie")?;
        Ok(visitor)
    }

    fn host(&self) -> &str {
        &self.hosts[self.at]
    }

    /// Goes to the next node, as a load balancer sends those whose node is gone.
    pub(super) fn move_on(&mut self) {
        self.at = (self.at + 1) % self.hosts.len();
    }

    /// Asks for something, with a body that may be empty, and takes any answer.
    ///
    /// # Errors
    /// If the server does not answer.
    pub(super) async fn ask(&self, method: &str, path: &str, body: &str) -> Result<Answer, String> {
        let wrong = |error: std::io::Error| format!("{method} {path}: {error}");
        let mut stream = self.connect().await.map_err(wrong)?;
        // Version 1.0: the answer comes in one piece and the connection is closed after it.
        let request = format!(
            "{method} {path} HTTP/1.0\r\nHost: {}\r\nCookie: {}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.host(),
            self.cookie,
            body.len()
        );
        stream.write_all(request.as_bytes()).await.map_err(wrong)?;
        let mut text = String::new();
        stream.read_to_string(&mut text).await.map_err(wrong)?;
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        Ok(Answer { head: head.to_owned(), body: body.to_owned() })
    }

    /// Asks for something that the server must not refuse.
    ///
    /// # Errors
    /// If the server does not answer, or says no.
    pub(super) async fn must(
        &self,
        method: &str,
        path: &str,
        body: &str,
    ) -> Result<Answer, String> {
        let answer = self.ask(method, path, body).await?;
        if answer.status() != Some(200) {
            return Err(format!("{method} {path}: {}\n{}", answer.head, answer.body));
        }
        Ok(answer)
    }

    /// Opens a WebSocket.
    ///
    /// # Errors
    /// If the server is away or does not let it.
    pub(super) async fn socket(&self, path: &str) -> Result<Socket, tungstenite::Error> {
        let mut request = format!("ws://{}{path}", self.host()).into_client_request()?;
        request.headers_mut().insert("cookie", self.cookie.parse()?);
        // The usual buffers are made for large messages: 128 KiB a socket, cleared at every read.
        let small = WebSocketConfig::default().read_buffer_size(SOCKET_BUFFER).write_buffer_size(0);
        let stream = self.connect().await?;
        let opened =
            tokio_tungstenite::client_async_with_config(request, stream, Some(small)).await;
        opened.map(|(socket, _)| socket)
    }

    async fn connect(&self) -> std::io::Result<TcpStream> {
        let host: SocketAddr = self.host().parse().map_err(std::io::Error::other)?;
        let socket = TcpSocket::new_v4()?;
        if self.from != Ipv4Addr::LOCALHOST {
            socket.bind(SocketAddr::from((self.from, 0)))?;
        }
        let stream = socket.connect(host).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

/// An address of this machine for each number, so that clients are many people to the server; the same
/// for all where the system has only one.
pub(super) fn address(number: u32) -> Ipv4Addr {
    let [_, high, middle, low] = number.to_be_bytes();
    let own = Ipv4Addr::new(127, 1 + high, middle, low.max(1));
    match std::net::TcpListener::bind((own, 0)) {
        Ok(_) => own,
        Err(_) => Ipv4Addr::LOCALHOST,
    }
}
