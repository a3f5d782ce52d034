//! As much of JetStream as handing out work needs: a queue from which each message is taken by one.
//!
//! A queue is a stream with the retention of a work queue and one consumer that everybody pulls from.
//! A message is given to one who asks; who does not say that it is done, or at least in work, within
//! [`ACK_WAIT`], is taken to be gone, and another gets it. Queues are kept in memory: what is in them is
//! sent again by whoever made them, if the bus loses it.

use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{BusError, Client};

/// Who has taken a message must give a sign of life within this time.
pub const ACK_WAIT: Duration = Duration::from_secs(3);

/// So often a message is given out at most.
const MAX_DELIVER: u32 = 5;

/// The longest message: what servers take unless they are told otherwise.
pub const MAX_BYTES: usize = 1024 * 1024;

/// The most messages and bytes of a queue.
const MAX_MESSAGES: u32 = 100_000;
const MAX_QUEUE_BYTES: u32 = 64 * 1024 * 1024;

/// What JetStream says of a stream or a consumer that is not there.
const NOT_FOUND: [u64; 2] = [10_059, 10_014];

/// What it says while several servers agree on who leads.
const PASSING: u64 = 10_008;

/// The one who takes from a queue.
const CONSUMER: &str = "workers";

/// A message that was taken.
#[derive(Debug)]
pub struct Taken {
    /// What it says.
    pub body: Vec<u8>,
    /// Where is told what becomes of it.
    pub receipt: String,
}

/// What becomes of a message that was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is done.
    Done,
    /// It is in work.
    InWork,
    /// Another may have it.
    Back,
    /// It makes no sense; nobody should have it.
    Refused,
}

impl Client {
    /// Makes a queue for what is published under a subject, unless it is there.
    ///
    /// # Errors
    /// If the bus is away, has no JetStream, or refuses.
    pub fn make_queue(&self, name: &str, subject: &str) -> Result<(), BusError> {
        let stream = json!({
            "name": name, "subjects": [subject], "retention": "workqueue", "storage": "memory",
            "discard": "new", "max_msgs": MAX_MESSAGES, "max_bytes": MAX_QUEUE_BYTES,
            "max_msg_size": MAX_BYTES, "max_consumers": 1, "num_replicas": 1,
        });
        self.api(&format!("STREAM.CREATE.{name}"), &stream)?;
        let config = json!({
            "durable_name": CONSUMER, "deliver_policy": "all", "ack_policy": "explicit",
            "ack_wait": u64::try_from(ACK_WAIT.as_nanos()).unwrap_or_default(),
            "max_deliver": MAX_DELIVER, "max_ack_pending": MAX_MESSAGES,
        });
        let consumer = json!({ "stream_name": name, "config": config });
        self.api(&format!("CONSUMER.DURABLE.CREATE.{name}.{CONSUMER}"), &consumer).map(drop)
    }

    /// Puts a message into the queue of its subject.
    ///
    /// # Errors
    /// If the bus is away, or no queue has it: then [`BusError::NobodyListens`].
    pub fn put(&self, subject: &str, body: Vec<u8>) -> Result<(), BusError> {
        checked(&self.ask(subject, body)?.body).map(drop)
    }

    /// Takes the next message of a queue, if there is one.
    ///
    /// # Errors
    /// If the bus is away or there is no such queue.
    pub fn take(&self, queue: &str) -> Result<Option<Taken>, BusError> {
        let ask = json!({ "batch": 1, "no_wait": true }).to_string();
        let next = self.ask(&format!("$JS.API.CONSUMER.MSG.NEXT.{queue}.{CONSUMER}"), ask)?;
        Ok(next
            .reply
            .filter(|_| next.status.is_none())
            .map(|receipt| Taken { body: next.body, receipt }))
    }

    /// Says what becomes of a message that was taken.
    pub fn tell_fate(&self, receipt: &str, fate: Fate) {
        self.publish(
            receipt,
            match fate {
                Fate::Done => "+ACK",
                Fate::InWork => "+WPI",
                Fate::Back => "-NAK",
                Fate::Refused => "+TERM",
            },
        );
    }

    /// How many messages of a queue wait or are in work; nothing if there is no such queue.
    ///
    /// # Errors
    /// If the bus is away.
    pub fn in_queue(&self, queue: &str) -> Result<Option<u64>, BusError> {
        match self.api(&format!("CONSUMER.INFO.{queue}.{CONSUMER}"), &Value::Null) {
            Ok(info) => Ok(Some(
                ["num_pending", "num_ack_pending"]
                    .iter()
                    .filter_map(|key| info[key].as_u64())
                    .sum(),
            )),
            Err(BusError::Refused { code, .. }) if NOT_FOUND.contains(&code) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Forgets what waits in a queue.
    ///
    /// # Errors
    /// If the bus is away or there is no such queue.
    pub fn empty_queue(&self, queue: &str) -> Result<(), BusError> {
        self.api(&format!("STREAM.PURGE.{queue}"), &Value::Null).map(drop)
    }

    /// Deletes a queue.
    ///
    /// # Errors
    /// If the bus is away or there is no such queue.
    pub fn delete_queue(&self, queue: &str) -> Result<(), BusError> {
        self.api(&format!("STREAM.DELETE.{queue}"), &Value::Null).map(drop)
    }

    /// The names of the first queues for subjects like this one.
    ///
    /// # Errors
    /// If the bus is away.
    pub fn queues(&self, subject: &str) -> Result<Vec<String>, BusError> {
        let found = self.api("STREAM.NAMES", &json!({ "subject": subject }))?;
        let names = found["streams"].as_array().into_iter().flatten();
        Ok(names.filter_map(|name| name.as_str().map(str::to_owned)).collect())
    }

    fn api(&self, what: &str, body: &Value) -> Result<Value, BusError> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        match self.ask(&format!("$JS.API.{what}"), body) {
            Ok(answer) => checked(&answer.body),
            Err(BusError::NobodyListens) => Err(BusError::NoJetStream),
            Err(error) => Err(error),
        }
    }
}

impl BusError {
    /// Whether it is over in a moment.
    pub(crate) fn is_passing(&self) -> bool {
        matches!(self, BusError::Refused { code: PASSING, .. })
    }
}

/// An answer, unless it tells of an error.
fn checked(body: &[u8]) -> Result<Value, BusError> {
    let answer: Value = serde_json::from_slice(body).unwrap_or_default();
    let error = &answer["error"];
    if answer.is_object() && error.is_null() {
        return Ok(answer);
    }
    let text = error["description"].as_str().unwrap_or("an answer that makes no sense");
    let code = error["err_code"].as_u64().or(error["code"].as_u64()).unwrap_or_default();
    Err(BusError::Refused { code, text: text.chars().take(200).collect() })
}
