//! As much of the NATS protocol as telling news needs: publish and subscribe.
//!
//! It is a few lines of text: the server says `INFO`, the client `CONNECT`, `SUB` and `PUB`, the server
//! `MSG`, and each answers the other's `PING`. The road not taken is the client library: it brings thirty
//! crates and more features of others, for what is not used here. Where work is to be handed out by
//! JetStream, it is worth that.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader, ReadHalf,
    WriteHalf,
};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;

use super::url::{BusUrl, Login, Place};
use crate::tls::ClientConfig;

/// How long a server may take until it is ready, with all that is said on the way.
const CONNECTING: Duration = Duration::from_secs(5);

/// How long it may take to take in what is sent.
const SENDING: Duration = Duration::from_secs(5);

/// The longest line and the longest message that are read.
const LINE: u64 = 64 * 1024;
const MESSAGE: usize = 4 * 1024 * 1024;

trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// What is read from a server.
pub(super) struct Reader {
    lines: BufReader<ReadHalf<Box<dyn Stream>>>,
    line: Vec<u8>,
}

/// What is written to it.
pub(super) struct Writer {
    half: WriteHalf<Box<dyn Stream>>,
    waiting: Vec<u8>,
}

/// What a server says.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Said {
    Message(Vec<u8>),
    Ping,
    /// Nothing of interest.
    Other,
}

/// Connects to a server and subscribes to a subject.
///
/// # Errors
/// If the server is not there, or says no.
pub(super) async fn connect(
    url: &BusUrl,
    place: &Place,
    tls: Option<Arc<ClientConfig>>,
    subject: &str,
) -> io::Result<(Reader, Writer)> {
    let talk = async {
        let socket = TcpStream::connect((place.host.as_str(), place.port)).await?;
        socket.set_nodelay(true)?;
        let (mut reader, writer) = halves(Box::new(socket));
        let info = reader.line().await?;
        let info = info.strip_prefix("INFO ").ok_or_else(|| other("this is no NATS server"))?;
        let info: Value = serde_json::from_str(info).map_err(io::Error::other)?;
        let is_encrypted = tls.is_some();
        let (reader, writer) = match tls {
            Some(config) => encrypted(place, config, reader, writer).await?,
            None if info["tls_required"] == true => {
                return Err(other("the bus wants encryption; give it as tls://"));
            }
            None => (reader, writer),
        };
        greet(url.login(), subject, is_encrypted, reader, writer).await
    };
    timeout(CONNECTING, talk).await.unwrap_or_else(|_| Err(other("no answer in time")))
}

/// Says who asks, and what about.
async fn greet(
    login: Option<&Login>,
    subject: &str,
    is_encrypted: bool,
    mut reader: Reader,
    mut writer: Writer,
) -> io::Result<(Reader, Writer)> {
    let mut hello = json!({
        "verbose": false, "pedantic": false, "echo": true, "headers": false, "lang": "rust",
        "name": "selforge", "version": env!("CARGO_PKG_VERSION"), "protocol": 1,
        "tls_required": is_encrypted,
    });
    match login {
        Some(Login::Password(name, password)) => {
            hello["user"] = json!(name);
            hello["pass"] = json!(password);
        }
        Some(Login::Token(token)) => hello["auth_token"] = json!(token),
        None => {}
    }
    writer.write(format!("CONNECT {hello}\r\nSUB {subject} 1\r\nPING\r\n").as_bytes());
    writer.flush().await?;
    // The answer to the question after them says that both were taken.
    loop {
        let line = reader.line().await?;
        match line.as_str() {
            "PONG" => return Ok((reader, writer)),
            "PING" => writer.pong().await?,
            error if error.starts_with("-ERR") => return Err(other(error)),
            _ => {}
        }
    }
}

fn other(reason: &str) -> io::Error {
    io::Error::other(reason.to_owned())
}

fn halves(stream: Box<dyn Stream>) -> (Reader, Writer) {
    let (reads, half) = tokio::io::split(stream);
    let reader = Reader { lines: BufReader::new(reads), line: Vec::new() };
    (reader, Writer { half, waiting: Vec::new() })
}

/// The same connection, encrypted from now on.
async fn encrypted(
    place: &Place,
    config: Arc<ClientConfig>,
    reader: Reader,
    writer: Writer,
) -> io::Result<(Reader, Writer)> {
    let name = ServerName::try_from(place.host.clone()).map_err(io::Error::other)?;
    let socket = reader.lines.into_inner().unsplit(writer.half);
    Ok(halves(Box::new(TlsConnector::from(config).connect(name, socket).await?)))
}

impl Reader {
    async fn line(&mut self) -> io::Result<String> {
        self.line.clear();
        let mut limited = (&mut self.lines).take(LINE);
        limited.read_until(b'\n', &mut self.line).await?;
        match self.line.strip_suffix(b"\r\n") {
            Some(line) => Ok(String::from_utf8_lossy(line).into_owned()),
            None if self.line.is_empty() => Err(io::ErrorKind::UnexpectedEof.into()),
            None => Err(other("the bus sent a line without an end")),
        }
    }

    /// The next thing that the server says. Must be read to its end.
    ///
    /// # Errors
    /// If the connection has ended, or the server says what makes no sense.
    pub(super) async fn next(&mut self) -> io::Result<Said> {
        let line = self.line().await?;
        if line == "PING" {
            return Ok(Said::Ping);
        }
        if line.starts_with("-ERR") {
            return Err(other(&line));
        }
        let Some(head) = line.strip_prefix("MSG ") else { return Ok(Said::Other) };
        let length = head.rsplit(' ').next().and_then(|length| length.parse::<usize>().ok());
        let length = length.filter(|length| *length <= MESSAGE);
        let length = length.ok_or_else(|| other("the bus sent a message of no length"))?;
        let mut body = vec![0; length + 2];
        self.lines.read_exact(&mut body).await?;
        body.truncate(length);
        Ok(Said::Message(body))
    }
}

impl Writer {
    fn write(&mut self, bytes: &[u8]) {
        self.waiting.extend_from_slice(bytes);
    }

    /// Tells everyone who has subscribed, once it is flushed.
    pub(super) fn publish(&mut self, subject: &str, body: &[u8]) {
        self.write(format!("PUB {subject} {}\r\n", body.len()).as_bytes());
        self.write(body);
        self.write(b"\r\n");
    }

    /// Answers a ping.
    ///
    /// # Errors
    /// If the connection has ended.
    pub(super) async fn pong(&mut self) -> io::Result<()> {
        self.write(b"PONG\r\n");
        self.flush().await
    }

    /// Sends what was written.
    ///
    /// # Errors
    /// If the connection has ended.
    pub(super) async fn flush(&mut self) -> io::Result<()> {
        let sent = async {
            self.half.write_all(&self.waiting).await?;
            self.half.flush().await
        };
        timeout(SENDING, sent).await.unwrap_or_else(|_| Err(other("the bus takes nothing in")))?;
        self.waiting.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    /// What a client makes of a server that says this and then goes.
    async fn says(text: &'static [u8]) -> Vec<String> {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url: BusUrl = format!("nats://{}", listener.local_addr().unwrap()).parse().unwrap();
        let server = tokio::spawn(async move {
            let (mut socket, _) = listener.accept().await.unwrap();
            socket.write_all(text).await.unwrap();
            socket.shutdown().await.unwrap();
            // Whatever the client says is read, so that it is not cut off.
            let mut heard = Vec::new();
            let _ = socket.read_to_end(&mut heard).await;
        });
        let mut told = Vec::new();
        match connect(&url, &url.places()[0], None, "x").await {
            Err(error) => told.push(error.to_string()),
            Ok((mut reader, _writer)) => loop {
                match reader.next().await {
                    Ok(Said::Message(body)) => told.push(String::from_utf8(body).unwrap()),
                    Ok(said) => told.push(format!("{said:?}")),
                    Err(error) => break told.push(error.to_string()),
                }
            },
        }
        server.await.unwrap();
        told
    }

    #[tokio::test]
    async fn messages_of_any_bytes_are_read_and_nonsense_ends_the_connection() {
        let told =
            says(b"INFO {}\r\nPONG\r\nMSG x 1 7\r\na\r\nPING\r\nPING\r\n+OK\r\nMSG x 1 0\r\n\r\n");
        let told = told.await;
        assert_eq!(told[..4], ["a\r\nPING", "Ping", "Other", ""]);
        assert_eq!(told.len(), 5, "{told:?}");
        for (text, problem) in [
            (&b"HTTP/1.1 400\r\n"[..], "no NATS server"),
            (b"INFO {\"tls_required\":true}\r\n", "tls://"),
            (b"INFO {}\r\n-ERR 'Authorization Violation'\r\n", "Authorization"),
            (b"INFO {}\r\nPONG\r\nMSG x 1 99999999999\r\n", "of no length"),
            (b"INFO {}\r\nPONG\r\nMSG", "without an end"),
        ] {
            let told = says(text).await;
            assert!(told.last().unwrap().contains(problem), "{told:?}");
        }
    }
}
