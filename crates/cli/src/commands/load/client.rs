//! One client of one game, with a seat or with both: a cookie, a WebSocket, and everything that was
//! heard over it.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use selforge_core::Stream;
use selforge_server::DATABASE_AWAY;
use selforge_server::messages::board::Position;
use selforge_server::messages::games::{
    ClockRule, GameId, JoinRequest, NewGameRequest, SeatRequest,
};
use selforge_server::messages::live::{
    ClientMessage, Command, GameEvent, GameState, GameUpdate, Refused, ServerMessage, Standing,
};
use selforge_server::messages::written::Written;
use tokio_tungstenite::tungstenite::{self, Message};

use super::Shared;
use super::http::{self, Hosts, Socket, Visitor};

/// How long a client waits before it tries again to reach a server that is away.
const RETRY: Duration = Duration::from_millis(50);

/// How long after the end the last resign, however long they would have thought.
const LAST_WORDS: Duration = Duration::from_secs(10);

/// Who plays a game.
#[derive(Clone, Copy, Debug)]
pub(super) enum Company {
    /// Two visitors, each with a socket.
    Apart,
    /// Two people at one screen: one visitor with both seats.
    Together,
}

impl Company {
    /// The seats of each client.
    pub(super) fn seats(self) -> &'static [&'static str] {
        match self {
            Company::Apart => &["A", "B"],
            Company::Together => &["AB"],
        }
    }
}

/// A game with its clients.
pub(super) struct Made {
    pub(super) id: String,
    pub(super) company: Company,
    pub(super) visitors: Vec<Visitor>,
}

impl Made {
    /// Whom the game belongs to.
    pub(super) fn owner(&self) -> &Visitor {
        &self.visitors[0]
    }
}

/// Makes game `number` of the run. On an open seat another client sits down, at another node if there are
/// several.
///
/// # Errors
/// If the server refuses.
pub(super) async fn make_game(
    hosts: &Hosts,
    number: u64,
    spec: &str,
    company: Company,
) -> Result<Made, String> {
    let from = http::address(u32::try_from(number).unwrap_or_default());
    let owner = Visitor::new(hosts, number, from).await?;
    let person = SeatRequest::Person { name: String::new() };
    let second = match company {
        Company::Apart => SeatRequest::Open,
        Company::Together => person.clone(),
    };
    let wanted = NewGameRequest {
        spec: spec.to_owned(),
        players: vec![person, second],
        clock: ClockRule::None,
        listed: false,
        rated: false,
    };
    let made = owner.must("POST", "/api/games", &http::body(&wanted)).await?;
    let GameId { id } = made.json()?;
    let mut visitors = vec![owner];
    if matches!(company, Company::Apart) {
        let guest = Visitor::new(hosts, number + 1, from).await?;
        let path = format!("/api/games/{id}/join");
        guest.must("POST", &path, &http::body(&JoinRequest::default())).await?;
        visitors.push(guest);
    }
    Ok(Made { id, company, visitors })
}

/// When each event was asked for, by its number: all clients of a game look here.
pub(super) type Sent = Arc<Mutex<HashMap<u32, Instant>>>;

/// What a client has heard of its game, to the end.
pub(super) struct Story {
    pub(super) events: Vec<GameEvent>,
    pub(super) result: String,
}

/// What is heard of a game: its events after a number, and how it stands.
struct Update {
    after: u32,
    number: u32,
    events: Vec<GameEvent>,
    now: Now,
}

/// How a game stands, for whoever is to act next.
struct Now {
    position: Position,
    standing: Standing,
    /// Whether it has yet to begin, as far as the node knows: somebody may have joined at another.
    waiting: bool,
}

impl Update {
    fn new(
        (after, number): (u32, u32),
        events: Written<Vec<GameEvent>>,
        position: Written<Position>,
        standing: Standing,
        waiting: bool,
    ) -> Result<Update, String> {
        let wrong = |error: serde_json::Error| error.to_string();
        let (events, position) =
            (events.into_value().map_err(wrong)?, position.into_value().map_err(wrong)?);
        Ok(Update { after, number, events, now: Now { position, standing, waiting } })
    }
}

/// A client.
pub(super) struct Client {
    id: String,
    visitor: Visitor,
    seats: &'static str,
    choices: Stream,
    sent: Sent,
    shared: Arc<Shared>,
    events: Vec<GameEvent>,
    now: Option<Now>,
    /// Whether the server has answered over this connection with what was missing.
    told: bool,
    /// The event after which this client has acted already.
    acted: Option<u32>,
    /// Whether the first move waits until all sockets are open.
    waits: bool,
    /// Whether this is the first move, which comes at any time within the pace.
    first: bool,
    /// How much longer to wait before the next move.
    rest: Duration,
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
    /// A client of game `number` of the run: the first, or the second.
    pub(super) fn new(
        game: &Made,
        at: usize,
        number: u64,
        sent: &Sent,
        shared: &Arc<Shared>,
    ) -> Client {
        Client {
            id: game.id.clone(),
            visitor: game.visitors[at].clone(),
            seats: game.company.seats()[at],
            choices: Stream::new(shared.seed, "load", 2 * number + at as u64),
            sent: Arc::clone(sent),
            shared: Arc::clone(shared),
            events: Vec::new(),
            now: None,
            told: false,
            acted: None,
            waits: false,
            first: true,
            rest: Duration::ZERO,
        }
    }

    /// The same client, who waits for all others before the first move.
    pub(super) fn waiting(mut self) -> Client {
        self.waits = true;
        self
    }

    /// Plays to the end of the game, however often the server goes away.
    ///
    /// # Errors
    /// If what is heard contradicts what was heard before.
    pub(super) async fn play(mut self) -> Result<Story, String> {
        loop {
            let Some(mut socket) = self.connect().await? else {
                self.visitor.move_on();
                tokio::time::sleep(RETRY).await;
                continue;
            };
            match self.converse(&mut socket).await {
                End::Over => {
                    let _ = socket.close(None).await;
                    let result = self.now.and_then(|now| now.standing.result);
                    let result = result.unwrap_or_default();
                    return Ok(Story { events: self.events, result });
                }
                End::Lost => {
                    self.shared.reconnections.fetch_add(1, Ordering::Relaxed);
                    self.visitor.move_on();
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
        // As many as a server takes in at once; the rest would be refused by the system.
        let slot = self.shared.connecting.acquire().await.map_err(|error| error.to_string())?;
        let connected = self.visitor.socket(&format!("/api/games/{}/live", self.id)).await;
        drop(slot);
        match connected {
            Ok(socket) => Ok(Some(socket)),
            // The database is away, and says so.
            Err(tungstenite::Error::Http(answer)) if answer.status() == 503 => Ok(None),
            Err(tungstenite::Error::Http(answer)) => {
                Err(format!("game {}: the server refuses with {}", self.id, answer.status()))
            }
            Err(_) => Ok(None),
        }
    }

    async fn converse(&mut self, socket: &mut Socket) -> End {
        self.told = false;
        let hello = ClientMessage::Hello { have: self.number() };
        if socket.send(Message::text(http::body(&hello))).await.is_err() {
            return End::Lost;
        }
        let mut thinking: Option<Instant> = None;
        let mut heard = false;
        loop {
            if self.now.as_ref().is_some_and(|now| now.standing.result.is_some()) {
                return End::Over;
            }
            let begun = self.now.as_ref().filter(|now| !now.waiting);
            let to_move = begun.and_then(|now| now.standing.to_move);
            let own = heard && to_move.is_some_and(|seat| self.seats.contains(seat));
            if own && self.acted != Some(self.number()) {
                let end = self.shared.end() + LAST_WORDS;
                thinking.get_or_insert_with(|| (Instant::now() + self.pause()).min(end));
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
                        if std::mem::take(&mut self.waits) {
                            self.shared.wait_for_all().await;
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

    /// Whether the opponent of a seat looks at this client's screen.
    fn is_opponent_of(&self, seat: char) -> bool {
        self.seats.len() > 1 || !self.seats.contains(seat)
    }

    fn number(&self) -> u32 {
        u32::try_from(self.events.len()).unwrap_or(u32::MAX)
    }

    /// How long to think: half to one and a half times the mean, so that games do not move together.
    fn pause(&mut self) -> Duration {
        let any = self.shared.pace * self.choices.below(1_000) / 1_000;
        if std::mem::take(&mut self.first) {
            self.shared.begin().saturating_duration_since(Instant::now()) + any
        } else {
            self.shared.pace / 2 + any + std::mem::take(&mut self.rest)
        }
    }

    /// Moves, or resigns when the time is up; whether it could be said.
    async fn act(&mut self, socket: &mut Socket) -> bool {
        let after = self.number();
        let Some(Now { position: Position { moves, others, .. }, .. }) = &self.now else {
            return true;
        };
        let late = Instant::now() >= self.shared.end();
        let others = others.iter().map(|mv| &mv.text);
        let others = others.filter(|text| moves.is_empty() || *text != "pass");
        let texts: Vec<&String> = moves.iter().map(|mv| &mv.text).chain(others).collect();
        let choice = self.choices.below(u32::try_from(texts.len().max(1)).unwrap_or(1));
        let action = match texts.get(choice as usize) {
            Some(text) if !late => Command::Move { text: (*text).clone() },
            _ => Command::Resign,
        };
        let message = ClientMessage::Act { after, action };
        self.acted = Some(after);
        self.note_sent(after + 1);
        socket.send(Message::text(http::body(&message))).await.is_ok()
    }

    fn note_sent(&self, number: u32) {
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        sent.insert(number, Instant::now());
    }

    /// Takes up what the server says.
    fn hear(&mut self, text: &str) -> Result<(), String> {
        let arrived = Instant::now();
        match serde_json::from_str(text).map_err(|error| format!("{error}: {text}"))? {
            ServerMessage::State(state) => self.take_whole(*state, arrived),
            ServerMessage::Update(update) => {
                let GameUpdate { after, number, events, position, standing, waiting, .. } = *update;
                // A fast opponent moves before the server has answered; the answer has it all.
                if !self.told && after > self.number() {
                    return Ok(());
                }
                let numbers = (after, number);
                self.take(Update::new(numbers, events, position, standing, waiting)?, arrived)
            }
            ServerMessage::Refused(Refused { reason, number, state }) => {
                self.shared.refusals.fetch_add(1, Ordering::Relaxed);
                if reason == DATABASE_AWAY {
                    // Asked again in a moment, unless it turns out to be stored.
                    (self.acted, self.rest) = (None, RETRY);
                } else if self.acted == Some(number) {
                    // Nothing had happened since what it was about.
                    return Err(format!("a legal act was refused: {reason}"));
                }
                state.map_or(Ok(()), |state| self.take_whole(*state, arrived))
            }
            ServerMessage::Presence(_) | ServerMessage::Gone => Ok(()),
        }
    }

    /// The whole game: nothing that was heard before may be missing.
    fn take_whole(&mut self, state: GameState, arrived: Instant) -> Result<(), String> {
        if state.number < self.number() {
            return Err(format!("{} events of {} are left", state.number, self.number()));
        }
        let GameState { number, events, position, standing, waiting, .. } = state;
        self.take(Update::new((0, number), events, position, standing, waiting)?, arrived)
    }

    /// Events after a number: what is known already must be the same, the rest is new.
    fn take(&mut self, news: Update, arrived: Instant) -> Result<(), String> {
        let after = news.after;
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
            if matches!(event, GameEvent::Move { seat, .. } if self.is_opponent_of(*seat)) {
                self.shared.moves.fetch_add(1, Ordering::Relaxed);
                self.shared.moved.notify_one();
                let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner).remove(&number);
                if let (Some(sent), 1) = (sent, new.len()) {
                    self.shared.note_delay(sent, arrived);
                }
            }
        }
        self.told = true;
        self.events.extend_from_slice(new);
        self.now = Some(news.now);
        Ok(())
    }
}
