//! Long work away from the interpreter: other threads of Python go on, Ctrl-C is heard, progress shows.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use selforge_agents::Stop;

use crate::errors::internal;

/// How often signals are looked at.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Does `work` on a thread of its own. While it lasts, Python's signals are looked at; one that raises
/// stops the work, as does an error of `progress`, which is called with what `work` tells.
pub(crate) fn watched<T: Send, P: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Stop, &mut dyn FnMut(P)) -> T + Send,
    mut progress: impl FnMut(Python<'_>, P) -> PyResult<()>,
) -> PyResult<T> {
    let stop = Stop::default();
    let (tell, told) = mpsc::channel::<P>();
    let mut raised = None;
    let done = thread::scope(|scope| {
        let work_stop = stop.clone();
        let worker = thread::Builder::new()
            .name("selforge".to_owned())
            .spawn_scoped(scope, move || work(&work_stop, &mut |news| drop(tell.send(news))));
        let Ok(worker) = worker else { return None };
        let told = &std::sync::Mutex::new(told);
        loop {
            let news = py.detach(|| match told.lock() {
                Ok(told) => told.recv_timeout(LOOK_EVERY),
                Err(_) => Err(RecvTimeoutError::Disconnected),
            });
            let heard = match news {
                Ok(news) if raised.is_none() => progress(py, news),
                Ok(_) => Ok(()),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => Ok(()),
            };
            if let Err(error) = heard.and_then(|()| py.check_signals()) {
                stop.now();
                raised.get_or_insert(error);
            }
        }
        Some(py.detach(|| worker.join()))
    });
    match (raised, done) {
        (Some(error), _) => Err(error),
        (None, Some(Ok(value))) => Ok(value),
        (None, Some(Err(panic))) => Err(internal(&*panic)),
        (None, None) => Err(PyRuntimeError::new_err("the system gives no thread")),
    }
}
