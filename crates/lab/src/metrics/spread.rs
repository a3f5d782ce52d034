//! Numbered pieces of work on several threads, with one result.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use selforge_agents::Stop;

use crate::LabError;
use crate::arena::Progress;

/// How often the signal from outside is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Does the work with the numbers below `count`, and gives the results in the order of the numbers;
/// `None` if it was told to stop.
///
/// # Errors
/// The first error that comes in; the rest of the work is left then.
pub(super) fn spread<T: Send>(
    count: usize,
    threads: usize,
    stop: &Stop,
    progress: &mut dyn FnMut(Progress),
    work: impl Fn(usize) -> Result<T, LabError> + Sync,
) -> Result<Option<Vec<T>>, LabError> {
    let next = AtomicUsize::new(0);
    let mut results: Vec<Option<T>> = (0..count).map(|_| None).collect();
    let mut first_error = None;
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.clamp(1, count.max(1)) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while !stop.is_asked() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count || sender.send((number, work(number))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut done = 0;
        loop {
            match receiver.recv_timeout(LOOK_EVERY) {
                Ok((number, Ok(result))) => {
                    results[number] = Some(result);
                    done += 1;
                    progress(Progress { done, total: count });
                }
                Ok((_, Err(error))) => {
                    first_error = first_error.take().or(Some(error));
                    // What is left to take is nothing.
                    next.store(count, Ordering::Relaxed);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    if let Some(error) = first_error {
        return Err(error);
    }
    // A game that was told to stop has a result, but one that counts for nothing.
    Ok(if stop.is_asked() { None } else { results.into_iter().collect() })
}
