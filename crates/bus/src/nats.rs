//! As much of the NATS protocol as is used: publish, subscribe, and ask for an answer.
//!
//! It is a few lines of text: the server says `INFO`, the client `CONNECT`, `SUB` and `PUB`, the server
//! `MSG` (`HMSG` where there are headers, of which only the status is read), and each answers the other's
//! `PING`. The road not taken is the client library: it brings thirty crates and more features of others.
//! What JetStream needs on top of this, five questions in JSON, is in [`crate::jetstream`] and shorter than
//! the code that would make an asynchronous library wait for synchronous work.

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

use crate::jetstream::MAX_BYTES;
use crate::tls::ClientConfig;
use crate::url::{BusUrl, Login, Place};

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
#[allow(missing_debug_implementations, reason = "a connection has nothing to show")]
pub struct Reader {
    lines: BufReader<ReadHalf<Box<dyn Stream>>>,
    line: Vec<u8>,
}

/// What is written to it.
#[allow(missing_debug_implementations, reason = "a connection has nothing to show")]
pub struct Writer {
    half: WriteHalf<Box<dyn Stream>>,
    waiting: Vec<u8>,
    most_bytes: usize,
}

/// Something that was published.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// The subject it was published to.
    pub subject: String,
    /// The number of the subscription that it answers.
    pub subscription: u64,
    /// Where an answer is expected.
    pub reply: Option<String>,
    /// What the server itself says instead of a message: 404, nothing there; 503, nobody listens.
    pub status: Option<u16>,
    /// What was said.
    pub body: Vec<u8>,
}

/// What a server says.
#[derive(Debug, PartialEq, Eq)]
pub enum Said {
    /// Something that was published.
    Message(Message),
    /// It wants to know whether somebody is there.
    Ping,
    /// It is there, and has taken in what was sent before it was asked.
    Pong,
    /// Nothing of interest.
    Other,
}

/// Connects to a server and subscribes to subjects; the first has the number 1, and so on. What is said over a
/// connection is not heard over the same.
///
/// # Errors
/// If the server is not there, or says no.
pub async fn connect(
    url: &BusUrl,
    place: &Place,
    tls: Option<Arc<ClientConfig>>,
    subjects: &[&str],
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
        let (reader, mut writer) =
            greet(url.login(), subjects, is_encrypted, reader, writer).await?;
        let most_bytes = info["max_payload"].as_u64().and_then(|most| usize::try_from(most).ok());
        writer.most_bytes = most_bytes.unwrap_or(MAX_BYTES).min(MESSAGE);
        Ok((reader, writer))
    };
    timeout(CONNECTING, talk).await.unwrap_or_else(|_| Err(other("no answer in time")))
}

/// Says who asks, and what about.
async fn greet(
    login: Option<&Login>,
    subjects: &[&str],
    is_encrypted: bool,
    mut reader: Reader,
    mut writer: Writer,
) -> io::Result<(Reader, Writer)> {
    let mut hello = json!({
        "verbose": false, "pedantic": false, "echo": false, "headers": true, "lang": "rust",
        "no_responders": true,
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
    writer.write(format!("CONNECT {hello}\r\n").as_bytes());
    for (subject, number) in subjects.iter().zip(1_u64..) {
        writer.write(format!("SUB {subject} {number}\r\n").as_bytes());
    }
    writer.write(b"PING\r\n");
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
    (reader, Writer { half, waiting: Vec::new(), most_bytes: MAX_BYTES })
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
    pub async fn next(&mut self) -> io::Result<Said> {
        let line = self.line().await?;
        if line == "PING" {
            return Ok(Said::Ping);
        }
        if line == "PONG" {
            return Ok(Said::Pong);
        }
        if line.starts_with("-ERR") {
            return Err(other(&line));
        }
        let Some(head) = Head::of(&line) else { return Ok(Said::Other) };
        let head = head.ok_or_else(|| other("the bus sent a message of no length"))?;
        let mut body = vec![0; head.length + 2];
        self.lines.read_exact(&mut body).await?;
        body.truncate(head.length);
        let status = status(&body[..head.headers]);
        body.drain(..head.headers);
        Ok(Said::Message(Message { status, body, ..head.message }))
    }
}

/// What a line says about the message that follows.
struct Head {
    message: Message,
    headers: usize,
    length: usize,
}

impl Head {
    /// Nothing if the line announces no message, `Some(None)` if it does and makes no sense.
    fn of(line: &str) -> Option<Option<Head>> {
        let (kind, rest) = line.split_once(' ')?;
        let lengths = match kind {
            "MSG" => 1,
            "HMSG" => 2,
            _ => return None,
        };
        let words: Vec<&str> = rest.split(' ').filter(|word| !word.is_empty()).collect();
        Some(Head::of_words(&words, lengths))
    }

    fn of_words(words: &[&str], lengths: usize) -> Option<Head> {
        let (named, sizes) = words.split_at(words.len().checked_sub(lengths)?);
        let length = sizes.last()?.parse().ok().filter(|length| *length <= MESSAGE)?;
        let headers = match sizes {
            [headers, _] => headers.parse().ok().filter(|headers| *headers <= length)?,
            _ => 0,
        };
        let (subject, subscription, reply) = match named {
            [subject, subscription] => (subject, subscription, None),
            [subject, subscription, reply] => (subject, subscription, Some((*reply).to_owned())),
            _ => return None,
        };
        let message = Message {
            subject: (*subject).to_owned(),
            subscription: subscription.parse().ok()?,
            reply,
            ..Message::default()
        };
        Some(Head { message, headers, length })
    }
}

/// The status in headers: `NATS/1.0 404 No Messages`.
fn status(headers: &[u8]) -> Option<u16> {
    let line = headers.split(|byte| *byte == b'\r').next()?;
    std::str::from_utf8(line).ok()?.split(' ').nth(1)?.parse().ok()
}

impl Writer {
    fn write(&mut self, bytes: &[u8]) {
        self.waiting.extend_from_slice(bytes);
    }

    /// Tells everyone who has subscribed, once it is flushed; with where an answer is expected, if one is.
    pub fn publish(&mut self, subject: &str, reply: Option<&str>, body: &[u8]) {
        let reply = reply.map(|reply| format!("{reply} ")).unwrap_or_default();
        self.write(format!("PUB {subject} {reply}{}\r\n", body.len()).as_bytes());
        self.write(body);
        self.write(b"\r\n");
    }

    /// The longest message that the server takes; a longer one would end the connection.
    #[must_use]
    pub fn most_bytes(&self) -> usize {
        self.most_bytes
    }

    /// Subscribes to a subject, under a number of its own.
    pub fn subscribe(&mut self, subject: &str, number: u64) {
        self.write(format!("SUB {subject} {number}\r\n").as_bytes());
    }

    /// Subscribes to a subject for a single message.
    pub fn expect(&mut self, subject: &str, number: u64) {
        self.write(format!("SUB {subject} {number}\r\nUNSUB {number} 1\r\n").as_bytes());
    }

    /// Gives a subscription up.
    pub fn forget(&mut self, number: u64) {
        self.write(format!("UNSUB {number}\r\n").as_bytes());
    }

    /// Asks whether the server is there.
    pub fn ping(&mut self) {
        self.write(b"PING\r\n");
    }

    /// Answers a ping.
    ///
    /// # Errors
    /// If the connection has ended.
    pub async fn pong(&mut self) -> io::Result<()> {
        self.write(b"PONG\r\n");
        self.flush().await
    }

    /// Sends what was written.
    ///
    /// # Errors
    /// If the connection has ended.
    pub async fn flush(&mut self) -> io::Result<()> {
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
        match connect(&url, &url.places()[0], None, &["x"]).await {
            Err(error) => told.push(error.to_string()),
            Ok((mut reader, _writer)) => loop {
                match reader.next().await {
                    Ok(Said::Message(it)) => {
                        let body = String::from_utf8(it.body).unwrap();
                        let known = [it.reply, it.status.map(|status| status.to_string())];
                        told.push(
                            known.into_iter().flatten().chain([body]).collect::<Vec<_>>().join(" "),
                        );
                    }
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
        let told = says(
            b"INFO {}\r\nPONG\r\nMSG x 1 7\r\na\r\nPING\r\nPING\r\n+OK\r\nMSG x 1 0\r\n\r\n\
                   MSG x 7 box.1 2\r\nhi\r\nHMSG x 7 box.1 16 18\r\nNATS/1.0 404\r\n\r\nno\r\n",
        );
        let told = told.await;
        assert_eq!(told[..6], ["a\r\nPING", "Ping", "Other", "", "box.1 hi", "box.1 404 no"]);
        assert_eq!(told.len(), 7, "{told:?}");
        for (text, problem) in [
            (&b"HTTP/1.1 400\r\n"[..], "no NATS server"),
            (b"INFO {\"tls_required\":true}\r\n", "tls://"),
            (b"INFO {}\r\n-ERR 'Authorization Violation'\r\n", "Authorization"),
            (b"INFO {}\r\nPONG\r\nMSG x 1 99999999999\r\n", "of no length"),
            (b"INFO {}\r\nPONG\r\nHMSG x 1 9 5\r\n", "of no length"),
            (b"INFO {}\r\nPONG\r\nMSG x 5\r\n", "of no length"),
            (b"INFO {}\r\nPONG\r\nMSG", "without an end"),
        ] {
            let told = says(text).await;
            assert!(told.last().unwrap().contains(problem), "{told:?}");
        }
    }
}
