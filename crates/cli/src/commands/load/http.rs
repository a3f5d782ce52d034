//! As much HTTP as the clients need: one request a connection, to our own server.

use std::net::{IpAddr, SocketAddr};

use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

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

/// Asks for something from another address of this machine, and takes any answer.
///
/// # Errors
/// If the server does not answer.
pub(super) async fn ask_from(
    from: IpAddr,
    host: &str,
    method: &str,
    path: &str,
    cookie: &str,
    body: &str,
) -> Result<Answer, String> {
    let wrong = |error: std::io::Error| format!("{method} {path}: {error}");
    send(connect_from(from, host).await.map_err(wrong)?, host, method, path, cookie, body).await
}

/// A connection from another address of this machine.
///
/// # Errors
/// Those of the system.
pub(super) async fn connect_from(from: IpAddr, host: &str) -> std::io::Result<TcpStream> {
    let host: SocketAddr = host.parse().map_err(std::io::Error::other)?;
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(from, 0))?;
    socket.connect(host).await
}

/// Asks for something, with a body that may be empty; only success is an answer.
///
/// # Errors
/// If the server does not answer, or says no.
pub(super) async fn ask(
    host: &str,
    method: &str,
    path: &str,
    cookie: &str,
    body: &str,
) -> Result<Answer, String> {
    let wrong = |error: std::io::Error| format!("{method} {path}: {error}");
    let stream = TcpStream::connect(host).await.map_err(wrong)?;
    let answer = send(stream, host, method, path, cookie, body).await?;
    if answer.status() != Some(200) {
        return Err(format!("{method} {path}: {}\n{}", answer.head, answer.body));
    }
    Ok(answer)
}

async fn send(
    mut stream: TcpStream,
    host: &str,
    method: &str,
    path: &str,
    cookie: &str,
    body: &str,
) -> Result<Answer, String> {
    let wrong = |error: std::io::Error| format!("{method} {path}: {error}");
    // Version 1.0: the answer comes in one piece and the connection is closed after it.
    let request = format!(
        "{method} {path} HTTP/1.0\r\nHost: {host}\r\nCookie: {cookie}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.map_err(wrong)?;
    let mut text = String::new();
    stream.read_to_string(&mut text).await.map_err(wrong)?;
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    Ok(Answer { head: head.to_owned(), body: body.to_owned() })
}
