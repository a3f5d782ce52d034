//! The threads that step batches.
//!
//! They belong to a process: a child that was forked (Python's `multiprocessing` on Linux did that by
//! default for long) has none of its parent's threads, and would wait for them for ever. So it gets its
//! own.

use std::sync::{Arc, Mutex, PoisonError};

use rayon::ThreadPool;

static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// The threads of this process; `None` if the system gives none.
pub(crate) fn pool() -> Option<Arc<ThreadPool>> {
    let process = std::process::id();
    let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((owner, known)) = &*pool {
        if *owner == process {
            return Some(Arc::clone(known));
        }
        // The parent's. Ending its threads is not our business, and they are not here.
        std::mem::forget(pool.take());
    }
    let name = |number| format!("selforge-{number}");
    let made = rayon::ThreadPoolBuilder::new().thread_name(name).build().ok().map(Arc::new)?;
    *pool = Some((process, Arc::clone(&made)));
    Some(made)
}

/// How many threads there are.
pub(crate) fn threads() -> usize {
    pool().map_or(1, |pool| pool.current_num_threads())
}

/// Does all jobs, on all threads.
pub(crate) fn run<J: Send>(jobs: Vec<J>, work: impl Fn(J) + Sync) {
    match pool().filter(|_| jobs.len() > 1) {
        None => jobs.into_iter().for_each(work),
        Some(pool) => pool.scope(|scope| {
            for job in jobs {
                let work = &work;
                scope.spawn(move |_| work(job));
            }
        }),
    }
}
