//! An answer that is dear to find and the same for everyone, given again for a while.

use std::future::Future;
use std::time::{Duration, Instant};

use tokio::sync::Mutex;

/// The last answer, and when it was found.
#[derive(Debug)]
pub(crate) struct Cached<T>(Mutex<Option<(Instant, T)>>);

impl<T> Default for Cached<T> {
    fn default() -> Cached<T> {
        Cached(Mutex::default())
    }
}

impl<T: Clone> Cached<T> {
    /// The last answer if it is not older than that, and else a new one. Whoever asks while it is being
    /// found waits for the same. A failure is not kept.
    ///
    /// # Errors
    /// Those of the finding.
    pub(crate) async fn get<E, F: Future<Output = Result<T, E>>>(
        &self,
        fresh: Duration,
        find: impl FnOnce() -> F,
    ) -> Result<T, E> {
        let mut last = self.0.lock().await;
        if let Some((at, answer)) = &*last
            && at.elapsed() < fresh
        {
            return Ok(answer.clone());
        }
        let answer = find().await?;
        *last = Some((Instant::now(), answer.clone()));
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_answer_is_found_once_while_it_is_fresh_and_a_failure_is_not_kept() {
        let cached = Cached::default();
        let hour = Duration::from_secs(3_600);
        assert_eq!(cached.get(hour, async || Err::<u32, &str>("no")).await, Err("no"));
        assert_eq!(cached.get(hour, async || Ok::<u32, &str>(1)).await, Ok(1));
        assert_eq!(cached.get(hour, async || Ok::<u32, &str>(2)).await, Ok(1));
        assert_eq!(cached.get(Duration::ZERO, async || Ok::<u32, &str>(3)).await, Ok(3));
    }
}
