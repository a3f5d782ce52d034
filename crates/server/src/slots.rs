//! Slots for work that takes a while, given out in turn.
//!
//! There are so many slots for all, and each who asks holds at most so many of them: whoever asks for
//! much waits for themselves, and others are served meanwhile.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Forgotten turns are swept out when there are more than this.
const TIDY_AT: usize = 1_024;

/// So many slots for all, of which each who asks holds at most some.
#[derive(Debug)]
pub(crate) struct FairSlots<K> {
    all: Arc<Semaphore>,
    /// How many one who asks may hold.
    each: usize,
    /// Everyone's own share, as long as they ask for something.
    own: Mutex<HashMap<K, Weak<Semaphore>>>,
}

/// A slot that is held; it is given back when this is dropped.
#[derive(Debug)]
pub(crate) struct Slot {
    _own: OwnedSemaphorePermit,
    _all: OwnedSemaphorePermit,
}

impl<K: Clone + Eq + Hash> FairSlots<K> {
    /// So many slots, of which each who asks holds at most so many.
    pub(crate) fn new(all: usize, each: usize) -> FairSlots<K> {
        FairSlots { all: Arc::new(Semaphore::new(all)), each, own: Mutex::default() }
    }

    /// Waits for a slot; none if the server stops.
    pub(crate) async fn acquire(&self, who: &K) -> Option<Slot> {
        let own = self.share(who).acquire_owned().await.ok()?;
        let all = Arc::clone(&self.all).acquire_owned().await.ok()?;
        Some(Slot { _own: own, _all: all })
    }

    fn share(&self, who: &K) -> Arc<Semaphore> {
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(share) = own.get(who).and_then(Weak::upgrade) {
            return share;
        }
        if own.len() > TIDY_AT {
            own.retain(|_, share| share.strong_count() > 0);
        }
        let share = Arc::new(Semaphore::new(self.each));
        own.insert(who.clone(), Arc::downgrade(&share));
        share
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::pin::pin;
    use std::task::Poll;

    use super::*;

    #[tokio::test]
    async fn who_asks_for_much_leaves_slots_for_others() {
        let slots = FairSlots::new(3, 2);
        let _held = [slots.acquire(&'a').await.unwrap(), slots.acquire(&'a').await.unwrap()];
        let mut third = pin!(slots.acquire(&'a'));
        let waits = poll_fn(|context| Poll::Ready(third.as_mut().poll(context).is_pending())).await;
        assert!(waits, "a third slot is not for the same");
        assert!(slots.acquire(&'b').await.is_some(), "another one is served at once");
    }

    #[tokio::test]
    async fn a_slot_that_is_given_back_is_given_out_again() {
        let slots = FairSlots::new(1, 1);
        for who in ['a', 'b', 'a'] {
            assert!(slots.acquire(&who).await.is_some());
        }
    }
}
