//! A connection that is kept up, for callers that wait.
//!
//! A thread of its own connects, and connects again whenever the connection is lost. Nothing waits in a
//! queue while there is none: what was said is lost then, who asked is told so and asks again. So nobody
//! is answered a question that is out of date.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use crate::jetstream::MAX_BYTES;
use crate::nats::{self, Message, Said};
use crate::tls::{ClientConfig, TlsError};
use crate::url::BusUrl;

/// How long the bus is left alone after it could not be reached.
const RETRY: Duration = Duration::from_millis(300);

/// How long an answer may take. (That a connection is lost is noticed sooner.)
const ANSWER: Duration = Duration::from_secs(10);

/// How often the bus is asked whether it is there; one that says nothing for some of these is lost.
const PING: Duration = Duration::from_secs(2);
const SILENCE: Duration = Duration::from_secs(7);

/// Commands that are sent together.
const TOGETHER: usize = 256;

/// Why something could not be said over the bus, or was not answered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BusError {
    /// There is no connection at the moment, or no answer in time.
    #[error("the bus does not answer")]
    Away,
    /// The bus could not be reached at first.
    #[error("the bus {bus} cannot be reached: {reason}")]
    Unreachable {
        /// Where it should be.
        bus: String,
        /// What the system or the bus says.
        reason: String,
    },
    /// Connections cannot be encrypted.
    #[error("{0}")]
    Tls(String),
    /// Nobody listens there.
    #[error("nobody listens there")]
    NobodyListens,
    /// The bus hands out no work.
    #[error("the bus has no JetStream, which hands out work; start nats-server with --jetstream")]
    NoJetStream,
    /// JetStream says no.
    #[error("JetStream refuses: {text} ({code})")]
    Refused {
        /// The number of the reason.
        code: u64,
        /// The reason.
        text: String,
    },
    /// Something is longer than the bus takes.
    #[error("{what} has {length} bytes; over the bus at most {most}")]
    TooLong {
        /// What is too long, in words.
        what: &'static str,
        /// Its length.
        length: usize,
        /// The most.
        most: usize,
    },
    /// A piece of work was given out again and again.
    #[error(
        "piece {0} was given out again and again, and nobody handed it in as it should be: \
         it ends the workers, or they are others than they say"
    )]
    GivenUp(usize),
    /// A worker could not do a piece.
    #[error("{0}")]
    Failed(String),
}

enum Command {
    Publish { subject: String, body: Vec<u8> },
    Ask { number: u64, subject: String, body: Vec<u8>, answer: SyncSender<Message> },
    Forget(u64),
}

/// A connection to the bus.
#[derive(Debug)]
pub struct Client {
    commands: mpsc::UnboundedSender<Command>,
    next: AtomicU64,
}

impl Client {
    /// Connects. Whatever is published under the subjects is handed to `heard`, which must not wait.
    /// One that is not there is tried again if the caller is `patient`, and an error otherwise.
    ///
    /// # Errors
    /// If connections cannot be encrypted, or the bus is not there.
    pub fn connect(
        url: &BusUrl,
        subjects: Vec<String>,
        patient: bool,
        heard: impl Fn(Message) + Send + 'static,
    ) -> Result<Client, BusError> {
        let tls = url.tls().map_err(|error: TlsError| BusError::Tls(error.to_string()))?;
        let (commands, queue) = mpsc::unbounded_channel();
        // Subscriptions have the numbers before.
        let next = AtomicU64::new(subjects.len() as u64 + 1);
        let (first, began) = sync_channel(1);
        let line = Line { url: url.clone(), tls, subjects, heard: Box::new(heard), first };
        let unreachable = |reason: String| BusError::Unreachable { bus: url.to_string(), reason };
        thread::Builder::new()
            .name("bus".to_owned())
            .spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                match runtime {
                    Ok(runtime) => runtime.block_on(line.keep(queue, patient)),
                    Err(error) => drop(line.first.send(Err(error.to_string()))),
                }
            })
            .map_err(|error| unreachable(error.to_string()))?;
        match began.recv() {
            Ok(Ok(())) => Ok(Client { commands, next }),
            Ok(Err(reason)) => Err(unreachable(reason)),
            Err(_) => Err(BusError::Away),
        }
    }

    /// Tells everyone who listens, if there is a connection.
    pub fn publish(&self, subject: &str, body: impl Into<Vec<u8>>) {
        let _ =
            self.commands.send(Command::Publish { subject: subject.to_owned(), body: body.into() });
    }

    /// Asks, and waits for the first answer.
    ///
    /// # Errors
    /// If there is no connection, nobody listens, or nobody answers in time; or if it is too long, which
    /// would end the connection.
    pub fn ask(&self, subject: &str, body: impl Into<Vec<u8>>) -> Result<Message, BusError> {
        let body = body.into();
        if body.len() > MAX_BYTES {
            let (what, length, most) = ("a message", body.len(), MAX_BYTES);
            return Err(BusError::TooLong { what, length, most });
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let (answer, receiver): (_, Receiver<Message>) = sync_channel(1);
        let subject = subject.to_owned();
        let ask = Command::Ask { number, subject, body, answer };
        self.commands.send(ask).map_err(|_| BusError::Away)?;
        match receiver.recv_timeout(ANSWER) {
            Ok(message) if message.status == Some(503) => Err(BusError::NobodyListens),
            Ok(message) => Ok(message),
            Err(RecvTimeoutError::Timeout) => {
                let _ = self.commands.send(Command::Forget(number));
                Err(BusError::Away)
            }
            Err(RecvTimeoutError::Disconnected) => Err(BusError::Away),
        }
    }
}

/// A name that nobody else has.
pub(crate) fn random_name() -> String {
    format!("{:016x}", RandomState::new().build_hasher().finish())
}

struct Line {
    url: BusUrl,
    tls: Option<Arc<ClientConfig>>,
    subjects: Vec<String>,
    heard: Box<dyn Fn(Message) + Send>,
    first: SyncSender<Result<(), String>>,
}

impl Line {
    /// Connects whenever there is no connection, until nobody wants one.
    async fn keep(self, mut queue: mpsc::UnboundedReceiver<Command>, patient: bool) {
        let Line { url, tls, subjects, heard, first } = self;
        let subjects: Vec<&str> = subjects.iter().map(String::as_str).collect();
        let (mut began, mut told) = (patient, false);
        if patient {
            let _ = first.send(Ok(()));
        }
        for place in url.places().iter().cycle() {
            match nats::connect(&url, place, tls.clone(), &subjects).await {
                Ok((reader, writer)) => {
                    if told {
                        tracing::info!(bus = %url, "the bus is there");
                    }
                    // Who said or asked this knows already that nobody hears it.
                    while queue.try_recv().is_ok() {}
                    if !began {
                        let _ = first.send(Ok(()));
                    }
                    (began, told) = (true, true);
                    let Some(error) = converse(reader, writer, &mut queue, &heard).await else {
                        return;
                    };
                    tracing::warn!(bus = %url, %error, "the bus is lost; it is tried again");
                }
                Err(error) if !began => {
                    // Others of the same cluster may be there.
                    if place == &url.places()[url.places().len() - 1] {
                        let _ = first.send(Err(error.to_string()));
                        return;
                    }
                }
                Err(error) if told => tracing::debug!(bus = %url, %error, "not there yet"),
                Err(error) => {
                    tracing::warn!(bus = %url, %error, "the bus cannot be reached; it is tried again");
                    told = true;
                }
            }
            if queue.is_closed() {
                return;
            }
            // Who said or asked this learns at once that nobody hears it.
            while queue.try_recv().is_ok() {}
            sleep(RETRY).await;
        }
    }
}

/// Speaks and hears until the connection ends, and why it did; nothing if nobody wants it any more.
async fn converse(
    mut reader: nats::Reader,
    mut writer: nats::Writer,
    queue: &mut mpsc::UnboundedReceiver<Command>,
    heard: &dyn Fn(Message),
) -> Option<io::Error> {
    // Where answers are expected, so that nobody else can give them.
    let inbox = format!("_INBOX.{}{}", random_name(), random_name());
    let waiting: RefCell<HashMap<u64, SyncSender<Message>>> = RefCell::default();
    let (pinged, mut pings) = mpsc::channel(1);
    let hearing = async {
        loop {
            let said = match timeout(SILENCE, reader.next()).await {
                Ok(Ok(said)) => said,
                Ok(Err(error)) => return Some(error),
                Err(_) => return Some(io::ErrorKind::TimedOut.into()),
            };
            match said {
                Said::Message(message) => {
                    let asked = waiting.borrow_mut().remove(&message.subscription);
                    match asked {
                        Some(answer) => drop(answer.try_send(message)),
                        None => heard(message),
                    }
                }
                Said::Ping => drop(pinged.try_send(())),
                Said::Pong | Said::Other => {}
            }
        }
    };
    let telling = async {
        let mut beat = interval(PING);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                command = queue.recv() => {
                    let mut command = Some(command?);
                    for _ in 0..TOGETHER {
                        let Some(now) = command else { break };
                        carry_out(now, &inbox, &mut writer, &waiting);
                        command = queue.try_recv().ok();
                    }
                    if let Some(last) = command {
                        carry_out(last, &inbox, &mut writer, &waiting);
                    }
                }
                Some(()) = pings.recv() => {
                    if let Err(error) = writer.pong().await {
                        return Some(error);
                    }
                }
                _ = beat.tick() => writer.ping(),
            }
            if let Err(error) = writer.flush().await {
                return Some(error);
            }
        }
    };
    tokio::select! {
        error = hearing => error,
        error = telling => error,
    }
}

fn carry_out(
    command: Command,
    inbox: &str,
    writer: &mut nats::Writer,
    waiting: &RefCell<HashMap<u64, SyncSender<Message>>>,
) {
    match command {
        Command::Publish { subject, body } => writer.publish(&subject, None, &body),
        Command::Ask { number, subject, body, answer } => {
            waiting.borrow_mut().insert(number, answer);
            let reply = format!("{inbox}.{number}");
            writer.expect(&reply, number);
            writer.publish(&subject, Some(&reply), &body);
        }
        Command::Forget(number) => {
            if waiting.borrow_mut().remove(&number).is_some() {
                writer.forget(number);
            }
        }
    }
}
