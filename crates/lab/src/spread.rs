//! Numbered pieces of work on several threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use selforge_agents::Stop;

use crate::LabError;
use crate::arena::Progress;

/// How often the signal from outside is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Does the work with the numbers below `count`, in any order. Whatever work hands in is taken here,
/// one at a time, until that breaks off or all is done.
///
/// Work gets a signal of its own, which is raised when the rest is not needed any more: a run that
/// ends early is no business of whoever holds `stop`.
pub(crate) fn spread<T: Send>(
    count: usize,
    threads: usize,
    stop: &Stop,
    work: impl Fn(usize, &Stop, &dyn Fn(T)) + Sync,
    mut take: impl FnMut(usize, T) -> ControlFlow<()>,
) {
    let (halt, next) = (Stop::default(), AtomicUsize::new(0));
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.clamp(1, count.max(1)) {
            let (sender, halt, next, work) = (sender.clone(), &halt, &next, &work);
            scope.spawn(move || {
                while !halt.is_asked() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    // Nobody stops listening before the last thread is done.
                    work(number, halt, &|done| drop(sender.send((number, done))));
                }
            });
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(LOOK_EVERY) {
                Ok((number, done)) if !halt.is_asked() => {
                    if take(number, done).is_break() {
                        halt.now();
                    }
                }
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if stop.is_asked() {
                halt.now();
            }
        }
    });
}

/// As [`spread`], with all results in the order of the numbers; `None` if it was told to stop.
///
/// # Errors
/// The first error that comes in; the rest of the work is left then.
pub(crate) fn gather<T: Send>(
    count: usize,
    threads: usize,
    stop: &Stop,
    progress: &mut dyn FnMut(Progress),
    work: impl Fn(usize) -> Result<T, LabError> + Sync,
) -> Result<Option<Vec<T>>, LabError> {
    let work = |number: usize, _: &Stop, hand: &dyn Fn(Result<T, LabError>)| hand(work(number));
    collect(count, stop, progress, |take| {
        spread(count, threads, stop, work, take);
        Ok(())
    })
}

/// What somebody takes a piece's result with.
type Take<'a, T> = &'a mut dyn FnMut(usize, Result<T, LabError>) -> ControlFlow<()>;

/// All results of some work in the order of the numbers; `None` if it was told to stop.
///
/// # Errors
/// The first error that comes in; the rest of the work is left then.
pub(crate) fn collect<T>(
    count: usize,
    stop: &Stop,
    progress: &mut dyn FnMut(Progress),
    work: impl FnOnce(Take<'_, T>) -> Result<(), LabError>,
) -> Result<Option<Vec<T>>, LabError> {
    let mut results: Vec<Option<T>> = (0..count).map(|_| None).collect();
    let (mut done, mut failure) = (0, None);
    work(&mut |number, result| match result {
        Ok(result) => {
            results[number] = Some(result);
            done += 1;
            progress(Progress { done, total: count });
            ControlFlow::Continue(())
        }
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    })?;
    match failure {
        Some(error) => Err(error),
        // Work that was told to stop has a result, but one that counts for nothing.
        None if stop.is_asked() => Ok(None),
        None => Ok(results.into_iter().collect()),
    }
}
