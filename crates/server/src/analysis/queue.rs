//! Where engines think for somebody who only looks: on slots of their own, so that no analysis keeps
//! an engine from moving in a game, and with one question a client and topic.
//!
//! A newer question of the same client replaces the older one, which is told to stop and answered
//! with nothing. Stepping quickly through a game thus costs no more than looking at one position,
//! and a client holds at most one slot a topic, whatever it asks for. Slots are shared fairly between
//! accounts and networks, of which each may have only some questions open: guests are free.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Mutex, PoisonError};

use selforge_agents::Stop;

use crate::accounts::identity::{ClientId, Source};
use crate::error::ApiError;
use crate::limits::Limits;
use crate::slots::{FairSlots, Slot};

/// How many questions may wait or be thought about together, of all and of one source.
const MOST: usize = 64;
const MOST_OF_ONE: usize = 16;

/// What a client asks about; one question of each kind at a time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Topic {
    /// What an engine thinks.
    Engine,
    /// How good a start is.
    Balance,
    /// How a game of the workshop plays.
    Measure,
    /// What can be bred from it.
    Breed,
}

/// The slot of a question that is worked on, and where.
#[derive(Debug)]
pub(crate) struct Turn {
    /// Whether others think about it, and not this node.
    pub(crate) elsewhere: bool,
    _slot: Slot,
}

/// The slots, and who asked what.
#[derive(Debug)]
pub(crate) struct AnalysisQueue {
    slots: FairSlots<Source>,
    asked: Mutex<OpenQuestions>,
}

#[derive(Debug, Default)]
struct OpenQuestions {
    last: u64,
    open: HashMap<(ClientId, Topic), OpenQuestion>,
}

#[derive(Debug)]
struct OpenQuestion {
    number: u64,
    stop: Stop,
    source: Source,
}

/// A question that is open; it stops when this is dropped, as happens when the client hangs up.
struct Question<'a> {
    queue: &'a AnalysisQueue,
    key: (ClientId, Topic),
    number: u64,
    stop: Stop,
}

impl AnalysisQueue {
    /// Slots for as many questions as the limits say.
    pub(crate) fn new(limits: &Limits) -> AnalysisQueue {
        AnalysisQueue {
            slots: FairSlots::new(limits.analyses, limits.analyses),
            asked: Mutex::new(OpenQuestions::default()),
        }
    }

    /// Works on a question of a client when there is a slot; nothing if a newer question of the
    /// same client came meanwhile.
    ///
    /// # Errors
    /// If too many ask at once, or the work itself fails.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        client: &ClientId,
        source: &Source,
        topic: Topic,
        work: impl FnOnce(&Stop) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<Option<T>, ApiError> {
        // Kept until the work ends: only a pattern without a name would drop it at once.
        let work = |stop: &Stop, _turn: Turn| work(stop);
        self.work_anywhere(client, source, topic, std::future::pending(), work).await
    }

    /// Waits for a slot of this node; so does who has lost one elsewhere.
    ///
    /// # Errors
    /// If the server stops.
    pub(crate) async fn home(&self, source: &Source) -> Result<Turn, ApiError> {
        let slot = self.slots.acquire(source).await;
        let slot = slot.ok_or_else(|| ApiError::internal(&"the server stops"))?;
        Ok(Turn { elsewhere: false, _slot: slot })
    }

    /// The same for a question that others may think about too, when they have a slot for it. The work is
    /// told whether that is so, and holds the slot until it ends.
    ///
    /// # Errors
    /// If too many ask at once, or the work itself fails.
    pub(crate) async fn work_anywhere<T: Send + 'static>(
        &self,
        client: &ClientId,
        source: &Source,
        topic: Topic,
        elsewhere: impl Future<Output = Slot>,
        work: impl FnOnce(&Stop, Turn) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<Option<T>, ApiError> {
        let question = self.ask(client, source, topic)?;
        let turn = tokio::select! {
            biased;
            slot = elsewhere => Turn { elsewhere: true, _slot: slot },
            turn = self.home(source) => turn?,
        };
        if question.stop.is_asked() {
            return Ok(None);
        }
        let stop = question.stop.clone();
        let answer = tokio::task::spawn_blocking(move || {
            // The slot is kept until the work ends, also when nobody waits for it any more.
            work(&stop, turn)
        });
        let answer = answer.await.map_err(|error| ApiError::internal(&error))?;
        // What was given up for a newer question is no fault of the older.
        if question.stop.is_asked() { Ok(None) } else { answer.map(Some) }
    }

    fn ask(
        &self,
        client: &ClientId,
        source: &Source,
        topic: Topic,
    ) -> Result<Question<'_>, ApiError> {
        let key = (client.clone(), topic);
        let mut asked = self.lock();
        let of_one = asked.open.values().filter(|open| open.source == *source).count();
        let full = asked.open.len() >= MOST || of_one >= MOST_OF_ONE;
        if full && !asked.open.contains_key(&key) {
            return Err(ApiError::too_many("too many people ask the engines; try again soon"));
        }
        asked.last += 1;
        let (number, stop) = (asked.last, Stop::default());
        let open = OpenQuestion { number, stop: stop.clone(), source: source.clone() };
        if let Some(older) = asked.open.insert(key.clone(), open) {
            older.stop.now();
        }
        Ok(Question { queue: self, key, number, stop })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, OpenQuestions> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Question<'_> {
    fn drop(&mut self) {
        self.stop.now();
        let mut asked = self.queue.lock();
        if asked.open.get(&self.key).is_some_and(|open| open.number == self.number) {
            asked.open.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, mpsc};

    use super::*;

    fn ask<'q>(
        queue: &'q AnalysisQueue,
        name: &str,
        topic: Topic,
    ) -> Result<Question<'q>, ApiError> {
        let who = ClientId::guest(name);
        queue.ask(&who, &Source::of(&who, ""), topic)
    }

    fn queue() -> Arc<AnalysisQueue> {
        Arc::new(AnalysisQueue::new(&Limits { analyses: 1, ..Limits::default() }))
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_newer_question_of_a_client_replaces_the_older() {
        let queue = queue();
        let (begun, began) = mpsc::channel();
        let first = tokio::spawn({
            let queue = Arc::clone(&queue);
            async move {
                let anna = ClientId::guest("anna");
                let source = Source::of(&anna, "");
                let work = queue.work(&anna, &source, Topic::Engine, move |stop| {
                    begun.send(()).unwrap();
                    while !stop.is_asked() {
                        std::thread::yield_now();
                    }
                    Ok(1)
                });
                work.await.unwrap()
            }
        });
        tokio::task::spawn_blocking(move || began.recv().unwrap()).await.unwrap();
        // There is one slot, and it is the first question's until that is told to stop.
        let anna = ClientId::guest("anna");
        let source = Source::of(&anna, "");
        let second = queue.work(&anna, &source, Topic::Engine, |_| Ok(2)).await.unwrap();
        assert_eq!((first.await.unwrap(), second), (None, Some(2)));
        assert!(queue.lock().open.is_empty());
    }

    #[tokio::test]
    async fn others_and_other_topics_are_not_disturbed() {
        let queue = queue();
        let one = ask(&queue, "anna", Topic::Engine).unwrap();
        let other = ask(&queue, "ben", Topic::Engine).unwrap();
        let topic = ask(&queue, "anna", Topic::Balance).unwrap();
        assert!([&one, &other, &topic].iter().all(|question| !question.stop.is_asked()));
        let stop = one.stop.clone();
        drop(one);
        assert!(stop.is_asked(), "who hangs up asks no more");
        assert_eq!(queue.lock().open.len(), 2);
    }

    #[tokio::test]
    async fn there_is_a_limit_on_questions() {
        let queue = queue();
        let ask = |n: usize| ask(&queue, &n.to_string(), Topic::Engine);
        let questions: Vec<_> = (0..MOST).map(|n| ask(n).unwrap()).collect();
        assert!(ask(MOST).is_err() && ask(0).is_ok());
        drop(questions);
        assert!(ask(MOST).is_ok());
    }

    #[tokio::test]
    async fn guests_of_one_network_do_not_take_all_places() {
        let queue = queue();
        let ask = |n: usize, network: &str| {
            let who = ClientId::guest(&n.to_string());
            queue.ask(&who, &Source::of(&who, network), Topic::Engine)
        };
        let questions: Vec<_> = (0..MOST_OF_ONE).map(|n| ask(n, "10.0.0.1").unwrap()).collect();
        assert!(ask(MOST_OF_ONE, "10.0.0.1").is_err() && ask(MOST_OF_ONE, "10.0.0.2").is_ok());
        drop(questions);
    }
}
