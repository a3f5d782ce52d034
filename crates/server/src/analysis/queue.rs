//! Where engines think for somebody who only looks: on slots of their own, so that no analysis keeps
//! an engine from moving in a game, and with one question a client and topic.
//!
//! A newer question of the same client replaces the older one, which is told to stop and answered
//! with nothing. Stepping quickly through a game thus costs no more than looking at one position,
//! and a client holds at most one slot a topic, whatever it asks for.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use selforge_agents::Stop;
use tokio::sync::Semaphore;

use crate::error::ApiError;
use crate::limits::Limits;

/// How many questions may wait or be thought about together.
const MOST: usize = 64;

/// What a client asks about; one question of each kind at a time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Topic {
    /// What an engine thinks.
    Engine,
    /// How good a start is.
    Balance,
}

/// The slots, and who asked what.
#[derive(Debug)]
pub(crate) struct AnalysisQueue {
    slots: Arc<Semaphore>,
    asked: Mutex<OpenQuestions>,
}

#[derive(Debug, Default)]
struct OpenQuestions {
    last: u64,
    open: HashMap<(String, Topic), (u64, Stop)>,
}

/// A question that is open; it stops when this is dropped, as happens when the client hangs up.
struct Question<'a> {
    queue: &'a AnalysisQueue,
    key: (String, Topic),
    number: u64,
    stop: Stop,
}

impl AnalysisQueue {
    /// Slots for as many questions as the limits say.
    pub(crate) fn new(limits: &Limits) -> AnalysisQueue {
        AnalysisQueue {
            slots: Arc::new(Semaphore::new(limits.analyses)),
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
        client: &str,
        topic: Topic,
        work: impl FnOnce(&Stop) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<Option<T>, ApiError> {
        let question = self.ask(client, topic)?;
        let slot = Arc::clone(&self.slots).acquire_owned().await;
        let slot = slot.map_err(|error| ApiError::internal(&error))?;
        if question.stop.is_asked() {
            return Ok(None);
        }
        let stop = question.stop.clone();
        let answer = tokio::task::spawn_blocking(move || {
            // Kept until the work ends, also when nobody waits for it any more.
            let _slot = slot;
            work(&stop)
        });
        let answer = answer.await.map_err(|error| ApiError::internal(&error))?;
        // What was given up for a newer question is no fault of the older.
        if question.stop.is_asked() { Ok(None) } else { answer.map(Some) }
    }

    fn ask(&self, client: &str, topic: Topic) -> Result<Question<'_>, ApiError> {
        let key = (client.to_owned(), topic);
        let mut asked = self.lock();
        if asked.open.len() >= MOST && !asked.open.contains_key(&key) {
            return Err(ApiError::too_many("too many people ask the engines; try again soon"));
        }
        asked.last += 1;
        let (number, stop) = (asked.last, Stop::default());
        if let Some((_, older)) = asked.open.insert(key.clone(), (number, stop.clone())) {
            older.now();
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
        if asked.open.get(&self.key).is_some_and(|(number, _)| *number == self.number) {
            asked.open.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

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
                let work = queue.work("anna", Topic::Engine, move |stop| {
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
        let second = queue.work("anna", Topic::Engine, |_| Ok(2)).await.unwrap();
        assert_eq!((first.await.unwrap(), second), (None, Some(2)));
        assert!(queue.lock().open.is_empty());
    }

    #[tokio::test]
    async fn others_and_other_topics_are_not_disturbed() {
        let queue = queue();
        let one = queue.ask("anna", Topic::Engine).unwrap();
        let other = queue.ask("ben", Topic::Engine).unwrap();
        let topic = queue.ask("anna", Topic::Balance).unwrap();
        assert!([&one, &other, &topic].iter().all(|question| !question.stop.is_asked()));
        let stop = one.stop.clone();
        drop(one);
        assert!(stop.is_asked(), "who hangs up asks no more");
        assert_eq!(queue.lock().open.len(), 2);
    }

    #[tokio::test]
    async fn there_is_a_limit_on_questions() {
        let queue = queue();
        let ask = |n: usize| queue.ask(&n.to_string(), Topic::Engine);
        let questions: Vec<_> = (0..MOST).map(|n| ask(n).unwrap()).collect();
        assert!(ask(MOST).is_err() && ask(0).is_ok());
        drop(questions);
        assert!(ask(MOST).is_ok());
    }
}
