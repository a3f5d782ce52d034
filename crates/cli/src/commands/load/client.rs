//! One player of one game: a cookie, a WebSocket, and everything that was heard over it.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use selforge_core::Stream;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use super::{Shared, http};

/// How long a client waits before it tries again to reach a server that is away.
const RETRY: Duration = Duration::from_millis(50);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A game with its two players.
pub(super) struct Made {
    pub(super) host: String,
    pub(super) id: String,
    /// The players' cookies.
    pub(super) cookies: [String; 2],
}

/// Makes a game with an open seat, on which another client sits down.
///
/// # Errors
/// If the server refuses.
pub(super) async fn make_game(host: &str, spec: &str) -> Result<Made, String> {
    let mut cookies = [String::new(), String::new()];
    for cookie in &mut cookies {
        let answer = http::ask(host, "GET", "/api/me", "", None).await?;
        *cookie = answer.cookie().ok_or("the server gives no cookie")?;
    }
    let body = json!({ "spec": spec, "players": [{ "kind": "person" }, { "kind": "open" }] });
    let made = http::ask(host, "POST", "/api/games", &cookies[0], Some(&body)).await?.json()?;
    let id = made["id"].as_str().ok_or("the server gives no id")?.to_owned();
    let path = format!("/api/games/{id}/join");
    http::ask(host, "POST", &path, &cookies[1], Some(&json!({}))).await?;
    Ok(Made { host: host.to_owned(), id, cookies })
}

/// When each event was asked for, by its number: both players of a game look here.
pub(super) type Sent = Arc<Mutex<HashMap<u32, Instant>>>;

/// What a client has heard of its game, to the end.
pub(super) struct Story {
    pub(super) events: Vec<Value>,
    pub(super) result: String,
}

/// What the server says, as far as a client looks at it.
#[derive(Deserialize)]
struct News {
    r#type: String,
    #[serde(default)]
    after: u32,
    #[serde(default)]
    number: u32,
    #[serde(default)]
    events: Vec<Value>,
    position: Option<Position>,
    standing: Option<Standing>,
    reason: Option<String>,
    state: Option<Box<News>>,
}

#[derive(Default, Deserialize)]
struct Position {
    moves: Vec<LegalMove>,
    others: Vec<String>,
}

/// A legal move, as far as this client cares.
#[derive(Clone, Debug, serde::Deserialize)]
struct LegalMove {
    text: String,
}

#[derive(Default, Deserialize)]
struct Standing {
    to_move: Option<char>,
    result: Option<String>,
}

/// A player.
pub(super) struct Client {
    host: String,
    id: String,
    cookie: String,
    seat: char,
    choices: Stream,
    sent: Sent,
    shared: Arc<Shared>,
    events: Vec<Value>,
    position: Position,
    standing: Standing,
    /// The event after which this client has acted already.
    acted: Option<u32>,
    waited: bool,
}

/// Why a client hears no more.
enum End {
    /// The game is over.
    Over,
    /// The connection is lost.
    Lost,
    /// Something is not as it must be.
    Wrong(String),
}

impl Client {
    /// The player of a seat in game `number` of the run.
    pub(super) fn new(
        game: &Made,
        seat: char,
        number: u64,
        sent: &Sent,
        shared: &Arc<Shared>,
    ) -> Client {
        let at = usize::from(seat != 'A');
        Client {
            host: game.host.clone(),
            id: game.id.clone(),
            cookie: game.cookies[at].clone(),
            seat,
            choices: Stream::new(shared.seed, "load", 2 * number + at as u64),
            sent: Arc::clone(sent),
            shared: Arc::clone(shared),
            events: Vec::new(),
            position: Position::default(),
            standing: Standing::default(),
            acted: None,
            waited: false,
        }
    }

    /// Plays to the end of the game, however often the server goes away.
    ///
    /// # Errors
    /// If what is heard contradicts what was heard before.
    pub(super) async fn play(mut self) -> Result<Story, String> {
        loop {
            let Some(mut socket) = self.connect().await? else {
                tokio::time::sleep(RETRY).await;
                continue;
            };
            match self.converse(&mut socket).await {
                End::Over => {
                    let _ = socket.close(None).await;
                    let result = self.standing.result.unwrap_or_default();
                    return Ok(Story { events: self.events, result });
                }
                End::Lost => {
                    self.shared.reconnections.fetch_add(1, Ordering::Relaxed);
                    // What was asked for may not have been done; it is asked again if so.
                    self.acted = None;
                }
                End::Wrong(what) => return Err(format!("game {}: {what}", self.id)),
            }
        }
    }

    /// A new connection; none if the server is away.
    async fn connect(&self) -> Result<Option<Socket>, String> {
        if self.shared.stop.load(Ordering::Relaxed) {
            return Err("stopped".to_owned());
        }
        let url = format!("ws://{}/api/games/{}/live", self.host, self.id);
        let mut request = url.into_client_request().map_err(|error| error.to_string())?;
        let cookie = self.cookie.parse().map_err(|_| "no such cookie".to_owned())?;
        request.headers_mut().insert("cookie", cookie);
        match tokio_tungstenite::connect_async(request).await {
            Ok((socket, _)) => Ok(Some(socket)),
            Err(tokio_tungstenite::tungstenite::Error::Http(answer)) => {
                Err(format!("game {}: the server refuses with {}", self.id, answer.status()))
            }
            Err(_) => Ok(None),
        }
    }

    async fn converse(&mut self, socket: &mut Socket) -> End {
        let hello = json!({ "type": "hello", "have": self.events.len() });
        if socket.send(Message::text(hello.to_string())).await.is_err() {
            return End::Lost;
        }
        let mut thinking: Option<Instant> = None;
        let mut heard = false;
        loop {
            if self.standing.result.is_some() {
                return End::Over;
            }
            let own = heard && self.standing.to_move == Some(self.seat);
            if own && self.acted != Some(self.number()) {
                thinking.get_or_insert_with(|| Instant::now() + self.pause());
            } else {
                thinking = None;
            }
            let think = async {
                match thinking {
                    Some(until) => tokio::time::sleep_until(until.into()).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                message = socket.next() => match message {
                    Some(Ok(Message::Text(text))) => {
                        let known = self.number();
                        if let Err(what) = self.hear(&text) {
                            return End::Wrong(what);
                        }
                        if self.number() != known {
                            thinking = None;
                        }
                        heard = true;
                        if !self.waited {
                            self.waited = true;
                            self.shared.start.wait().await;
                        }
                    }
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return End::Lost,
                    Some(Ok(_)) => {}
                },
                () = think => {
                    thinking = None;
                    if !self.act(socket).await {
                        return End::Lost;
                    }
                }
            }
        }
    }

    fn number(&self) -> u32 {
        u32::try_from(self.events.len()).unwrap_or(u32::MAX)
    }

    /// How long to think: half to one and a half times the mean.
    fn pause(&mut self) -> Duration {
        self.shared.pace / 2 + self.shared.pace * self.choices.below(1_000) / 1_000
    }

    /// Moves, or resigns when the time is up; whether it could be said.
    async fn act(&mut self, socket: &mut Socket) -> bool {
        let after = self.number();
        let Position { moves, others } = &self.position;
        let late = Instant::now() >= self.shared.end;
        let others = others.iter().filter(|text| moves.is_empty() || *text != "pass");
        let texts: Vec<&String> = moves.iter().map(|mv| &mv.text).chain(others).collect();
        let choice = self.choices.below(u32::try_from(texts.len().max(1)).unwrap_or(1));
        let action = match texts.get(choice as usize) {
            Some(text) if !late => json!({ "do": "move", "text": text }),
            _ => json!({ "do": "resign" }),
        };
        let message = json!({ "type": "act", "after": after, "action": action });
        self.acted = Some(after);
        self.note_sent(after + 1);
        socket.send(Message::text(message.to_string())).await.is_ok()
    }

    fn note_sent(&self, number: u32) {
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        sent.insert(number, Instant::now());
    }

    /// Takes up what the server says.
    fn hear(&mut self, text: &str) -> Result<(), String> {
        let arrived = Instant::now();
        let news: News = serde_json::from_str(text).map_err(|error| format!("{error}: {text}"))?;
        match news.r#type.as_str() {
            "state" => self.take_whole(news, arrived),
            "update" => self.take(news.after, news, arrived),
            "refused" => {
                self.shared.refusals.fetch_add(1, Ordering::Relaxed);
                let state = news.state.ok_or("a refusal without the state")?;
                if state.number == self.number() {
                    let reason = news.reason.unwrap_or_default();
                    return Err(format!("a legal act was refused: {reason}"));
                }
                self.take_whole(*state, arrived)
            }
            _ => Ok(()),
        }
    }

    /// The whole game: nothing that was heard before may be missing.
    fn take_whole(&mut self, news: News, arrived: Instant) -> Result<(), String> {
        if news.number < self.number() {
            return Err(format!("{} events of {} are left", news.number, self.number()));
        }
        self.take(0, news, arrived)
    }

    /// Events after number `after`: what is known already must be the same, the rest is new.
    fn take(&mut self, after: u32, news: News, arrived: Instant) -> Result<(), String> {
        let known = self.number();
        if after > known || after as usize + news.events.len() != news.number as usize {
            return Err(format!("the events {after} to {} after {known}", news.number));
        }
        let overlap = (known - after) as usize;
        let (old, new) = news.events.split_at(overlap.min(news.events.len()));
        if self.events[after as usize..][..old.len()] != *old {
            return Err(format!("the events after {after} are not what they were"));
        }
        // News from before what we were told when we came back.
        if news.number < known {
            return Ok(());
        }
        for (event, number) in new.iter().zip(known + 1..) {
            if event["type"] == "move" && event["seat"] != self.seat.to_string() {
                self.shared.moves.fetch_add(1, Ordering::Relaxed);
                self.shared.moved.notify_one();
                let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner).remove(&number);
                if let (Some(sent), 1) = (sent, new.len()) {
                    self.shared.note_delay(arrived - sent);
                }
            }
        }
        self.events.extend_from_slice(new);
        self.position = news.position.unwrap_or_default();
        self.standing = news.standing.unwrap_or_default();
        Ok(())
    }
}
