//! Slots for work that takes a while, shared fairly.
//!
//! There are so many slots for all, and each who asks holds at most so many of them. A slot that
//! becomes free goes to whoever has had the least time on slots so far, not to whoever asked first:
//! somebody with a hundred questions waits for themselves, and a newcomer comes next. Time counts from
//! when somebody begins to ask; nobody saves up time by not asking.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

/// So many slots for all, of which each who asks holds at most some.
pub(crate) struct FairSlots<K>(Arc<Mutex<Queue<K>>>);

struct Queue<K> {
    /// How many slots there are, and how many are held: more than there are, for a while, if slots went.
    all: usize,
    held: usize,
    /// How many one who asks may hold.
    each: usize,
    /// Those who hold a slot or wait for one.
    askers: HashMap<K, Asker>,
    /// In the order in which they came.
    waiting: Vec<(K, u64, oneshot::Sender<Slot>)>,
    last: u64,
    /// The least time that anyone had when a slot was given out last: newcomers begin there.
    floor: Duration,
}

#[derive(Clone, Copy, Debug, Default)]
struct Asker {
    held: usize,
    waiting: usize,
    /// The time on slots so far.
    used: Duration,
}

/// A slot that is held; it is given back when this is dropped.
pub(crate) struct Slot(Option<Box<dyn FnOnce() + Send + Sync>>);

impl fmt::Debug for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Slot")
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if let Some(give_back) = self.0.take() {
            give_back();
        }
    }
}

impl<K> fmt::Debug for FairSlots<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FairSlots")
    }
}

/// Somebody who waits; whoever goes away leaves the queue.
struct Waiting<'a, K: Clone + Eq + Hash + Send + Sync + 'static> {
    slots: &'a FairSlots<K>,
    who: K,
    number: u64,
}

impl<K: Clone + Eq + Hash + Send + Sync + 'static> Drop for Waiting<'_, K> {
    fn drop(&mut self) {
        let mut queue = lock(&self.slots.0);
        queue.waiting.retain(|(_, number, _)| *number != self.number);
        queue.change(&self.who, |asker| asker.waiting -= 1);
    }
}

impl<K: Clone + Eq + Hash + Send + Sync + 'static> FairSlots<K> {
    /// So many slots, of which each who asks holds at most so many.
    pub(crate) fn new(all: usize, each: usize) -> FairSlots<K> {
        FairSlots(Arc::new(Mutex::new(Queue {
            all,
            held: 0,
            each,
            askers: HashMap::new(),
            waiting: Vec::new(),
            last: 0,
            floor: Duration::ZERO,
        })))
    }

    /// Waits for a slot; none if the server stops.
    pub(crate) async fn acquire(&self, who: &K) -> Option<Slot> {
        let (answer, waiting) = {
            let mut queue = lock(&self.0);
            queue.last += 1;
            let number = queue.last;
            let (give, answer) = oneshot::channel();
            queue.waiting.push((who.clone(), number, give));
            queue.change(who, |asker| asker.waiting += 1);
            (answer, Waiting { slots: self, who: who.clone(), number })
        };
        give_out(&self.0);
        let slot = answer.await.ok();
        drop(waiting);
        slot
    }

    /// There are so many slots from now on. Who holds one keeps it, also if there are fewer.
    pub(crate) fn resize(&self, all: usize, each: usize) {
        {
            let mut queue = lock(&self.0);
            (queue.all, queue.each) = (all, each);
        }
        give_out(&self.0);
    }

    /// Whether somebody waits only because all slots are held.
    pub(crate) fn is_wanted(&self) -> bool {
        let queue = lock(&self.0);
        queue.waiting.iter().any(|(who, ..)| queue.askers[who].held < queue.each)
    }
}

impl<K: Eq + Hash> Queue<K> {
    /// Changes what is known of somebody, who is forgotten when there is nothing to know.
    fn change(&mut self, who: &K, change: impl FnOnce(&mut Asker))
    where
        K: Clone,
    {
        let floor = self.floor;
        let asker = self.askers.entry(who.clone()).or_default();
        if asker.held == 0 && asker.waiting == 0 {
            asker.used = asker.used.max(floor);
        }
        change(asker);
        if asker.held == 0 && asker.waiting == 0 && asker.used <= floor {
            self.askers.remove(who);
        }
        if self.askers.len() > TIDY_AT {
            self.askers.retain(|_, asker| asker.held + asker.waiting > 0 || asker.used > floor);
        }
    }

    /// Who is next, by their place in the queue.
    fn next(&self) -> Option<usize> {
        let may = |(who, ..): &&(K, u64, _)| self.askers[who].held < self.each;
        let first = self.waiting.iter().filter(may);
        let (_, number, _) =
            first.min_by_key(|(who, number, _)| (self.askers[who].used, *number))?;
        self.waiting.iter().position(|(_, other, _)| other == number)
    }
}

/// Those who had more time than others and ask for nothing are swept out when there are more.
const TIDY_AT: usize = 4_096;

fn lock<K>(queue: &Mutex<Queue<K>>) -> MutexGuard<'_, Queue<K>> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Gives free slots to those who are next.
fn give_out<K: Clone + Eq + Hash + Send + Sync + 'static>(shared: &Arc<Mutex<Queue<K>>>) {
    loop {
        let mut queue = lock(shared);
        if queue.held >= queue.all {
            return;
        }
        let Some(at) = queue.next() else { return };
        let (who, _, give) = queue.waiting.remove(at);
        queue.held += 1;
        queue.floor = queue.floor.max(queue.askers[&who].used);
        queue.change(&who, |asker| asker.held += 1);
        drop(queue);
        let (begun, shared) = (Instant::now(), Arc::clone(shared));
        // Whoever has gone meanwhile drops it, and it is given out again.
        let _ = give.send(Slot(Some(Box::new(move || {
            let mut queue = lock(&shared);
            queue.held -= 1;
            queue.change(&who, |asker| {
                asker.held -= 1;
                asker.used += begun.elapsed();
            });
            drop(queue);
            give_out(&shared);
        }))));
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::pin::{Pin, pin};
    use std::task::Poll;

    use super::*;

    /// Whether somebody still waits.
    async fn waits<T>(mut future: Pin<&mut impl Future<Output = T>>) -> bool {
        poll_fn(|context| Poll::Ready(future.as_mut().poll(context).is_pending())).await
    }

    #[tokio::test]
    async fn who_asks_for_much_leaves_slots_for_others() {
        let slots = FairSlots::new(3, 2);
        let _held = [slots.acquire(&'a').await.unwrap(), slots.acquire(&'a').await.unwrap()];
        let mut third = pin!(slots.acquire(&'a'));
        assert!(waits(third.as_mut()).await, "a third slot is not for the same");
        assert!(!slots.is_wanted(), "who waits for themselves wants nobody else's");
        assert!(slots.acquire(&'b').await.is_some(), "another one is served at once");
    }

    #[tokio::test]
    async fn a_slot_that_is_given_back_is_given_out_again() {
        let slots = FairSlots::new(1, 1);
        for who in ['a', 'b', 'a'] {
            assert!(slots.acquire(&who).await.is_some());
        }
    }

    #[tokio::test]
    async fn whoever_had_less_time_comes_before_those_who_asked_sooner() {
        let slots = FairSlots::new(1, 2);
        let first = slots.acquire(&'a').await.unwrap();
        let mut again = [pin!(slots.acquire(&'a')), pin!(slots.acquire(&'a'))];
        for ask in &mut again {
            assert!(waits(ask.as_mut()).await);
        }
        let mut other = pin!(slots.acquire(&'b'));
        assert!(waits(other.as_mut()).await && slots.is_wanted());
        // However short the first slot was held, it was held for some time.
        while Instant::now().elapsed().is_zero() {
            std::hint::spin_loop();
        }
        drop(first);
        assert!(waits(again[0].as_mut()).await, "the newcomer comes first");
        assert!(other.await.is_some());
    }

    #[tokio::test]
    async fn slots_may_come_and_go_and_nobody_loses_one() {
        let slots = FairSlots::new(0, 0);
        let mut first = pin!(slots.acquire(&'a'));
        assert!(waits(first.as_mut()).await, "there is none");
        slots.resize(1, 1);
        let held = first.await.unwrap();
        slots.resize(0, 0);
        let mut second = pin!(slots.acquire(&'b'));
        drop(held);
        assert!(waits(second.as_mut()).await, "what was given back is gone");
        slots.resize(1, 1);
        assert!(second.await.is_some());
    }

    #[tokio::test]
    async fn whoever_goes_away_leaves_the_queue() {
        let slots = FairSlots::new(1, 1);
        let held = slots.acquire(&'a').await.unwrap();
        {
            let mut gone = pin!(slots.acquire(&'b'));
            assert!(waits(gone.as_mut()).await);
        }
        assert!(!slots.is_wanted());
        drop(held);
        assert!(slots.acquire(&'c').await.is_some());
    }
}
