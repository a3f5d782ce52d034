//! Nodes that share a database tell each other what happens.
//!
//! What must last is in the database alone; the bus, a NATS server, only makes news fast. A node takes an
//! event in from the bus if it is the next one of a game that it has in memory, and reads the game from
//! the database if it is not. A node that could not speak or hear for a while says so ([`NodeMessage::Missed`]),
//! and everyone looks into the database. So the bus may lose what it likes: no move depends on it. While
//! it is away every node looks into the database once a second instead.
//!
//! Nodes are equal. None owns a game: whichever stores an event lets the engine think that is to move
//! then. Every node says that it lives, what its engines think about and who is there ([`nodes`]); what a
//! dead one has left is taken over by the first of the others.

mod heard;
mod nodes;

use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use selforge_bus::{BusUrl, nats};
use serde::{Deserialize, Serialize};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use crate::accounts::identity::ClientId;
use crate::accounts::revocations::Revocation;
use crate::app::App;
use crate::error::ApiError;
use crate::jobs;
use crate::limits::Limits;
use crate::live::{LiveGame, Onlookers, Refusal};
pub(crate) use heard::HeardGame;
use heard::HeardGames;
use nodes::{BEAT, Thought};
pub(crate) use nodes::{NodeId, Nodes};
use selforge_bus::tls::ClientConfig;

/// News that may wait to be sent, and to be taken in. What does not fit is looked up.
const WAITING: usize = 8_192;

/// Tasks that take in news of games, each of its own games: one that waits for the database holds up few.
const SHARDS: usize = 16;

/// The numbers of subscriptions: signs of life of workers, and what they answer to this node.
const WORKERS: u64 = 2;
const ANSWERS: u64 = 3;

/// How long the bus is left alone after it could not be reached.
const RETRY: Duration = Duration::from_millis(300);

/// How often the bus is asked whether it is there; one that says nothing for some of these is lost.
const PING: Duration = Duration::from_secs(1);
const SILENCE: Duration = Duration::from_secs(5);

/// How often a node looks into the database while there is no bus, or after it could not be read.
const LOOK: Duration = Duration::from_secs(1);

/// Games that are looked for in the database with one question.
const READ_TOGETHER: usize = 500;

/// How long questions are gathered before they are answered.
const GATHER: Duration = Duration::from_millis(100);

/// People in one message, and messages that are sent together.
const TOGETHER: usize = 2_000;

/// How long a node that starts listens before it lets engines think that nobody lets think.
pub(crate) const SETTLING: Duration = Duration::from_secs(1);

/// What nodes tell each other.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum NodeMessage {
    /// An event was stored. If it is `whole`, nothing was stored beside it.
    Event { game: String, number: u32, body: String, at: i64, whole: bool },
    /// A game was deleted.
    Gone { game: String },
    /// Who looks on at a game on a node; whether that node wants to know the same of others.
    Here { game: String, here: Onlookers, ask: bool },
    /// Somebody wants an engine to move now.
    Hurry { game: String },
    /// Everything of a client is another's: whose, the database says.
    HandedOver { old: ClientId },
    /// A sign-in or a token has ended.
    Revoked { revocation: Revocation },
    /// A network has tried a wrong password for an account, which is named by a digest.
    WrongPassword { network: IpAddr, account: String },
    /// A network has set a password.
    PasswordSet { network: IpAddr },
    /// The lists of the lobby have changed.
    Lobby,
    /// Who is at a node: all of them, or these as well.
    People { people: Vec<ClientId>, all: bool },
    /// Somebody has gone from a node.
    Left { who: ClientId },
    /// A node lives, its engines think about this, and these networks have many WebSockets open there.
    Alive { thinking: Vec<Thought>, sockets: Vec<(IpAddr, usize)> },
    /// So many requests of networks were answered at a node.
    Answered { requests: Vec<(IpAddr, u32)> },
    /// Somebody does not know who is where.
    Ask,
    /// Somebody may not have told or heard what happened: look into the database. After the bus was lost,
    /// that is also said of what is told without a number, such as ends of sign-ins.
    Missed { lost: bool },
}

impl NodeMessage {
    /// The game that they are of, if they are of one: then only nodes hear them that have it in memory.
    fn game(&self) -> Option<&str> {
        match self {
            NodeMessage::Event { game, .. }
            | NodeMessage::Gone { game }
            | NodeMessage::Here { game, .. }
            | NodeMessage::Hurry { game } => Some(game),
            _ => None,
        }
    }
}

/// Something that is to be said over the bus.
#[derive(Debug)]
pub(crate) enum Outgoing {
    /// To all other nodes.
    Message(NodeMessage),
    /// To whoever hears that.
    Said { subject: String, body: Vec<u8> },
    /// News of a game are to be heard; who waits for it is told when they are.
    Subscribe { number: u64, game: String, ready: oneshot::Sender<()> },
    /// They need not be heard any more.
    Unsubscribe(u64),
}

/// News with the node that they come from.
#[derive(Debug, Serialize, Deserialize)]
struct Envelope {
    from: NodeId,
    news: NodeMessage,
}

/// The way to other nodes; to none if there is no bus.
#[derive(Debug, Default)]
pub(crate) struct Bus {
    queue: Option<mpsc::Sender<Outgoing>>,
    connected: AtomicBool,
    /// Whether something could not be told.
    missed: AtomicBool,
    /// Whether what has no number may have been lost.
    lost: AtomicBool,
    heard: Option<Arc<HeardGames>>,
    look: Arc<Notify>,
    introduce: Notify,
}

impl Bus {
    /// A bus, and what is to be sent over it.
    pub(crate) fn new() -> (Bus, mpsc::Receiver<Outgoing>) {
        let (queue, outgoing) = mpsc::channel(WAITING);
        let heard = Some(Arc::new(HeardGames::new(queue.clone())));
        (Bus { queue: Some(queue), heard, ..Bus::default() }, outgoing)
    }

    /// Where is put what is to be sent, if there is a bus.
    pub(crate) fn queue(&self) -> Option<mpsc::Sender<Outgoing>> {
        self.queue.clone()
    }

    /// Whether there are other nodes to be told of anything.
    pub(crate) fn is_used(&self) -> bool {
        self.queue.is_some()
    }

    /// Tells all other nodes.
    pub(crate) fn tell(&self, news: impl FnOnce() -> NodeMessage) {
        if let Some(queue) = &self.queue
            && queue.try_send(Outgoing::Message(news())).is_err()
        {
            self.missed.store(true, Ordering::Relaxed);
        }
    }

    /// Whether others cannot be heard who may be there.
    pub(crate) fn is_away(&self) -> bool {
        self.is_used() && !self.is_connected()
    }

    fn is_connected(&self) -> bool {
        self.connected.load(Ordering::Relaxed)
    }
}

impl App {
    /// A sign-in or a token has ended, on all nodes.
    pub(crate) fn revoke(&self, revocation: Revocation) {
        self.bus.tell(|| NodeMessage::Revoked { revocation: revocation.clone() });
        self.revocations.tell(revocation);
    }

    /// Everything of one client is another's from now on, in the games in memory of all nodes.
    pub(crate) async fn hand_over(&self, from: &ClientId, to: &ClientId) {
        self.bus.tell(|| NodeMessage::HandedOver { old: from.clone() });
        self.games.hand_over(from, to).await;
    }

    /// A password was wrong: the next tries wait longer, at all nodes.
    pub(crate) fn password_was_wrong(&self, network: IpAddr, name: &str) {
        let account = self.passwords.account_key(name);
        self.bus.tell(|| NodeMessage::WrongPassword { network, account: account.clone() });
        self.passwords.was_wrong(network, account);
    }

    /// Lets a network set one more password, and counts it at all nodes.
    ///
    /// # Errors
    /// If it has set too many.
    pub(crate) fn admit_password(&self, network: IpAddr) -> Result<(), ApiError> {
        self.passwords.admit(network, &self.limits)?;
        self.bus.tell(|| NodeMessage::PasswordSet { network });
        Ok(())
    }

    /// The lists of the lobby have changed, for all nodes.
    pub(crate) fn lobby_changed(&self) {
        self.bus.tell(|| NodeMessage::Lobby);
        self.lobby.changed();
    }

    /// Somebody has opened a socket.
    pub(crate) fn enter(&self, who: &ClientId) {
        if self.lobby.enter(who) {
            self.bus.tell(|| NodeMessage::People { people: vec![who.clone()], all: false });
        }
    }

    /// Somebody has closed one.
    pub(crate) fn leave(&self, who: &ClientId) {
        if self.lobby.leave(who) {
            self.bus.tell(|| NodeMessage::Left { who: who.clone() });
        }
    }

    /// Whether somebody is at any node.
    pub(crate) fn is_here(&self, who: &ClientId) -> bool {
        self.lobby.has(who) || self.nodes.has(who)
    }
}

/// Speaks to other nodes, for ever.
pub(crate) async fn run(
    app: Arc<App>,
    url: BusUrl,
    tls: Option<Arc<ClientConfig>>,
    queue: mpsc::Receiver<Outgoing>,
) {
    tokio::join!(
        stay_connected(&app, &url, tls.as_ref(), queue),
        look_into_database(&app),
        introduce(&app),
        keep_company(&app),
    );
}

/// Connects whenever there is no connection, and speaks and hears as long as there is one.
async fn stay_connected(
    app: &Arc<App>,
    url: &BusUrl,
    tls: Option<&Arc<ClientConfig>>,
    mut queue: mpsc::Receiver<Outgoing>,
) {
    // Several sites may share a bus; nodes that share a database share the key of cookies.
    let subject = format!("selforge.{}", app.cookies.site());
    let answers = jobs::to_node(app.jobs.name());
    let shards: Vec<mpsc::Sender<Envelope>> = (0..SHARDS).map(|_| start_shard(app)).collect();
    let (mut lost, mut told) = (false, false);
    for place in url.places().iter().cycle() {
        match nats::connect(url, place, tls.cloned(), &[&subject, jobs::WORKERS, &answers]).await {
            Ok((reader, writer)) => {
                tracing::info!(bus = %url, "the bus is there");
                // Nobody heard what waits there.
                while let Ok(unheard) = queue.try_recv() {
                    lost |= matches!(unheard, Outgoing::Message(_));
                }
                // Told all at once, what was answered in minutes would close other nodes to whole networks.
                app.buckets.forget_untold();
                app.nodes.excuse(Instant::now());
                app.jobs.connected(writer.most_bytes());
                let talk =
                    Talk { app, shards: &shards, subject: &subject, pings: Mutex::default() };
                let error = talk.converse(reader, writer, &mut queue, lost).await;
                tracing::warn!(bus = %url, %error, "the bus is lost; it is tried again");
                app.bus.connected.store(false, Ordering::Relaxed);
                app.jobs.disconnected();
                app.nodes.forget_sockets();
                app.bus.look.notify_one();
                (lost, told) = (true, true);
            }
            // Once is enough.
            Err(error) if told => tracing::debug!(bus = %url, %error, "the bus is not there yet"),
            Err(error) => {
                tracing::warn!(bus = %url, %error, "the bus cannot be reached; it is tried again");
                told = true;
            }
        }
        sleep(RETRY).await;
    }
}

/// What is said over one connection.
struct Talk<'a> {
    app: &'a Arc<App>,
    shards: &'a [mpsc::Sender<Envelope>],
    subject: &'a str,
    /// Who waits for the answers to questions whether the bus is there, in their order.
    pings: Mutex<VecDeque<Option<oneshot::Sender<()>>>>,
}

impl Talk<'_> {
    /// Speaks and hears until the connection ends; why it did.
    async fn converse(
        &self,
        reader: nats::Reader,
        mut writer: nats::Writer,
        queue: &mut mpsc::Receiver<Outgoing>,
        lost: bool,
    ) -> io::Error {
        self.app.bus.connected.store(true, Ordering::Relaxed);
        for (number, game) in self.app.bus.heard.iter().flat_map(|heard| heard.all()) {
            writer.subscribe(&self.game_subject(&game), number);
        }
        // Once that is so, whatever is told from now on is heard: what was told before is looked up.
        let (ready, confirmed) = oneshot::channel();
        self.ping(&mut writer, Some(ready));
        self.publish(&mut writer, Outgoing::Message(NodeMessage::Missed { lost }));
        if let Err(error) = writer.flush().await {
            return error;
        }
        let (pinged, pings) = mpsc::channel(1);
        let catching_up = async {
            if confirmed.await.is_ok() {
                hear_missed(self.app, lost);
            }
            std::future::pending().await
        };
        tokio::select! {
            error = self.hear(reader, pinged) => error,
            error = self.tell(writer, queue, pings) => error,
            error = catching_up => error,
        }
    }

    async fn hear(&self, mut reader: nats::Reader, pinged: mpsc::Sender<()>) -> io::Error {
        loop {
            let said = match timeout(SILENCE, reader.next()).await {
                Ok(Ok(said)) => said,
                Ok(Err(error)) => return error,
                Err(_) => return io::ErrorKind::TimedOut.into(),
            };
            match said {
                nats::Said::Message(message) => match message.subscription {
                    WORKERS => self.app.jobs.hear_worker(&message.body),
                    ANSWERS => self.app.jobs.hear_answer(&message.body),
                    _ => match serde_json::from_slice(&message.body) {
                        Ok(envelope) => hear(self.app, self.shards, envelope),
                        // A newer version of the program may have more to say.
                        Err(error) => tracing::debug!(%error, "news of another node make no sense"),
                    },
                },
                nats::Said::Ping => {
                    let _ = pinged.try_send(());
                }
                nats::Said::Pong => {
                    if let Some(Some(ready)) = self.pings().pop_front() {
                        let _ = ready.send(());
                    }
                }
                nats::Said::Other => {}
            }
        }
    }

    async fn tell(
        &self,
        mut writer: nats::Writer,
        queue: &mut mpsc::Receiver<Outgoing>,
        mut pings: mpsc::Receiver<()>,
    ) -> io::Error {
        let mut beat = interval(PING);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let written = tokio::select! {
                Some(outgoing) = queue.recv() => {
                    self.publish(&mut writer, outgoing);
                    // What is there already goes together.
                    for _ in 0..TOGETHER {
                        let Ok(outgoing) = queue.try_recv() else { break };
                        self.publish(&mut writer, outgoing);
                    }
                    if self.app.bus.missed.swap(false, Ordering::Relaxed) {
                        self.publish(&mut writer, Outgoing::Message(NodeMessage::Missed { lost: true }));
                    }
                    writer.flush().await
                }
                Some(()) = pings.recv() => writer.pong().await,
                _ = beat.tick() => {
                    self.ping(&mut writer, None);
                    writer.flush().await
                }
            };
            if let Err(error) = written {
                return error;
            }
        }
    }

    fn publish(&self, writer: &mut nats::Writer, outgoing: Outgoing) {
        let news = match outgoing {
            Outgoing::Message(news) => news,
            Outgoing::Said { subject, body } => return writer.publish(&subject, None, &body),
            Outgoing::Subscribe { number, game, ready } => {
                writer.subscribe(&self.game_subject(&game), number);
                return self.ping(writer, Some(ready));
            }
            Outgoing::Unsubscribe(number) => return writer.forget(number),
        };
        let subject = news.game().map(|game| self.game_subject(game));
        let envelope = Envelope { from: self.app.nodes.own().clone(), news };
        let body = serde_json::to_vec(&envelope).expect("news are plain data");
        writer.publish(subject.as_deref().unwrap_or(self.subject), None, &body);
    }

    /// Where news of a game are told.
    fn game_subject(&self, game: &str) -> String {
        format!("{}.game.{game}", self.subject)
    }

    fn ping(&self, writer: &mut nats::Writer, ready: Option<oneshot::Sender<()>>) {
        writer.ping();
        self.pings().push_back(ready);
    }

    fn pings(&self) -> MutexGuard<'_, VecDeque<Option<oneshot::Sender<()>>>> {
        self.pings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody may not have told or heard what happened.
fn hear_missed(app: &App, lost: bool) {
    app.bus.lost.fetch_or(lost, Ordering::Relaxed);
    app.bus.look.notify_one();
    app.bus.introduce.notify_one();
}

/// Takes in what somebody tells.
fn hear(app: &Arc<App>, shards: &[mpsc::Sender<Envelope>], envelope: Envelope) {
    match envelope.news {
        NodeMessage::Missed { lost } => hear_missed(app, lost),
        NodeMessage::Ask => app.bus.introduce.notify_one(),
        NodeMessage::Alive { thinking, sockets } => {
            if app.nodes.heard(envelope.from, thinking, sockets, Instant::now()) {
                app.bus.tell(|| NodeMessage::Ask);
            }
        }
        NodeMessage::Answered { requests } => {
            for (network, count) in requests {
                app.buckets.take_along(network, count, app.limits.requests_per_second);
            }
        }
        NodeMessage::People { people, all } => {
            app.nodes.came(&envelope.from, people, all);
            app.lobby.changed();
        }
        NodeMessage::Left { who } => {
            app.nodes.left(&envelope.from, &who);
            app.lobby.changed();
        }
        NodeMessage::WrongPassword { network, account } => {
            app.passwords.was_wrong(network, account);
        }
        NodeMessage::PasswordSet { network } => {
            // Two nodes may have let somebody pass at the same moment.
            let _ = app.passwords.admit(network, &app.limits);
        }
        NodeMessage::Lobby => app.lobby.changed(),
        NodeMessage::Revoked { revocation } => app.revocations.tell(revocation),
        NodeMessage::HandedOver { old } => {
            let app = Arc::clone(app);
            tokio::spawn(async move {
                for game in app.games.in_memory().await {
                    if game.is_of(&old).await && game.read_anew(&app).await.is_err() {
                        // It is tried again until it succeeds.
                        app.bus.lost.store(true, Ordering::Relaxed);
                        app.bus.look.notify_one();
                    }
                }
            });
        }
        NodeMessage::Event { ref game, .. }
        | NodeMessage::Gone { ref game }
        | NodeMessage::Here { ref game, .. }
        | NodeMessage::Hurry { ref game } => {
            let mut hash = DefaultHasher::new();
            game.hash(&mut hash);
            let shard = usize::try_from(hash.finish() % SHARDS as u64).unwrap_or_default();
            if shards[shard].try_send(envelope).is_err() {
                app.bus.look.notify_one();
            }
        }
    }
}

/// Takes in news of some games, in the order in which they come.
fn start_shard(app: &Arc<App>) -> mpsc::Sender<Envelope> {
    let (sender, mut envelopes) = mpsc::channel(WAITING / SHARDS);
    let app = Arc::clone(app);
    tokio::spawn(async move {
        while let Some(envelope) = envelopes.recv().await {
            hear_of_game(&app, envelope).await;
        }
    });
    sender
}

async fn hear_of_game(app: &Arc<App>, envelope: Envelope) {
    let Some(game) = envelope.news.game() else { return };
    let Some(known) = app.games.find(game).await else { return };
    match envelope.news {
        NodeMessage::Event { number, body, at, whole, .. } => {
            let body = whole.then_some(body.as_str());
            if let Err(error) = known.hear_event(app, number, body, at).await {
                tracing::warn!(game = known.id(), %error, "news of a game cannot be taken in yet");
                app.bus.look.notify_one();
            }
        }
        NodeMessage::Gone { .. } => known.close_here(app).await,
        NodeMessage::Here { here, ask, .. } => {
            known.hear_presence(app, envelope.from, here, ask).await;
        }
        NodeMessage::Hurry { .. } => known.hurry_engine().await,
        _ => {}
    }
}

/// Takes in what other nodes have stored in the games in memory, whenever news may have been missed.
async fn look_into_database(app: &Arc<App>) {
    loop {
        let away = !app.bus.is_connected();
        tokio::select! {
            () = app.bus.look.notified() => {}
            () = sleep(LOOK), if away => {}
        }
        sleep(GATHER).await;
        let lost = app.bus.lost.swap(false, Ordering::Relaxed);
        if lost {
            app.revocations.tell(Revocation::Unheard);
        }
        app.lobby.changed();
        let mut failed = false;
        for games in app.games.in_memory().await.chunks(READ_TOGETHER) {
            if let Err(error) = look_at(app, games, lost).await {
                failed |= matches!(error, Refusal::Store(_));
                tracing::debug!(%error, "what others did cannot be read yet");
            }
        }
        if failed {
            app.bus.lost.fetch_or(lost, Ordering::Relaxed);
            sleep(LOOK).await;
            app.bus.look.notify_one();
        }
    }
}

/// Takes in what other nodes have stored in some games; `lost` if it may be what has no number.
async fn look_at(app: &Arc<App>, games: &[Arc<LiveGame>], lost: bool) -> Result<(), Refusal> {
    let ids: Vec<String> = games.iter().map(|game| game.id().to_owned()).collect();
    // One question for all: most have nothing new.
    let known = if lost { HashMap::new() } else { app.store.last_numbers(&ids).await? };
    let mut result = Ok(());
    for game in games {
        let read = match (lost, known.get(game.id())) {
            (true, _) => game.read_anew(app).await,
            (false, Some(number)) if *number == game.number().await => Ok(()),
            (false, _) => game.catch_up(app).await,
        };
        result = result.and(read);
    }
    result
}

/// Tells who is here, whenever somebody does not know.
async fn introduce(app: &App) {
    loop {
        app.bus.introduce.notified().await;
        sleep(GATHER).await;
        let people = app.lobby.everyone();
        let mut all = true;
        for some in people.chunks(TOGETHER) {
            app.bus.tell(|| NodeMessage::People { people: some.to_vec(), all });
            all = false;
        }
        if all {
            app.bus.tell(|| NodeMessage::People { people: Vec::new(), all });
        }
        for game in app.games.in_memory().await {
            game.tell_who_is_here(app).await;
        }
    }
}

/// Says that this node lives, and what counts at the other nodes as well: who asked or opened a
/// little is left out.
fn tell_alive(app: &App) {
    let Limits { requests_per_second, sockets_per_address, .. } = app.limits;
    // First: whoever hears that the node lives has heard what it answered before.
    let requests = app.buckets.tell_taken((requests_per_second / 20).max(1));
    if !requests.is_empty() {
        app.bus.tell(|| NodeMessage::Answered { requests });
    }
    let sockets = app.sockets.of_many((sockets_per_address / 16).max(1));
    app.bus.tell(|| NodeMessage::Alive { thinking: app.nodes.thoughts(), sockets });
}

/// Says that this node lives, and sees to what nodes have left that do not.
async fn keep_company(app: &Arc<App>) {
    let mut beat = interval(BEAT);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last = Instant::now();
    loop {
        beat.tick().await;
        let now = Instant::now();
        // Who was held up has not heard others either.
        if now.duration_since(last) > 2 * BEAT || !app.bus.is_connected() {
            app.nodes.excuse(now);
        }
        last = now;
        if !app.bus.is_connected() {
            continue;
        }
        tell_alive(app);
        app.jobs.look(now);
        let gone = app.nodes.bury(now);
        app.metrics.other_nodes(app.nodes.count());
        if gone.is_empty() {
            continue;
        }
        tracing::warn!(count = gone.len(), "nodes are gone; what they did is taken over");
        // They may have stored more than they told.
        app.bus.look.notify_one();
        let app = Arc::clone(app);
        tokio::spawn(async move {
            for game in app.games.in_memory().await {
                game.forget_nodes(&gone).await;
            }
            if app.nodes.is_first() {
                app.games.wake_engines(&app).await;
            }
        });
    }
}
