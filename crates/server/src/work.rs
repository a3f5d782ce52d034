//! Questions that take the processor for a while: opening a game, weighing its start, drawing a
//! position, replaying a line.
//!
//! They are worked on away from the threads that serve everyone, by at most so many threads for all
//! and some of them for one address, and under limits that every step of the work asks about: a
//! board may have so many cells, the whole question may take so long, and nobody works for an asker
//! who has hung up. A spec of a few bytes can name a game that takes minutes to open; this is what
//! stands between it and everyone else.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use selforge_agents::Stop;
use selforge_games::{Environment, GameError, NoFiles};

use crate::app::App;
use crate::error::ApiError;
use crate::game_cache::refused;

/// How long one question may be worked on. Good start positions are drawn until one is found, which
/// on large boards with many seats takes longer than anybody waits.
const QUESTION_TIME: Duration = Duration::from_millis(1_500);

/// What one question may use.
#[derive(Debug)]
pub(crate) struct WorkLimits {
    cells: usize,
    until: Instant,
    stop: Stop,
}

impl WorkLimits {
    /// Boards of so many cells, from now on until the usual time has passed or the asker is gone.
    pub(crate) fn new(cells: usize, stop: Stop) -> WorkLimits {
        WorkLimits { cells, until: Instant::now() + QUESTION_TIME, stop }
    }

    /// Boards of so many cells, until a moment: for work that has a time of its own.
    pub(crate) fn until(cells: usize, until: Instant, stop: Stop) -> WorkLimits {
        WorkLimits { cells, until, stop }
    }

    /// So many cells and all the time there is, for tests on machines that do other things as well.
    #[cfg(test)]
    pub(crate) fn without_haste(cells: usize) -> WorkLimits {
        let until = Instant::now() + Duration::from_secs(3_600);
        WorkLimits { until, ..WorkLimits::new(cells, Stop::default()) }
    }

    /// Whether the work may go on.
    ///
    /// # Errors
    /// If it has taken too long, or nobody waits for it.
    pub(crate) fn check(&self) -> Result<(), ApiError> {
        if self.is_cancelled() { Err(refused(&GameError::Cancelled)) } else { Ok(()) }
    }
}

impl Environment for WorkLimits {
    fn read(&self, name: &str) -> Result<String, String> {
        NoFiles.read(name)
    }

    fn most_cells(&self) -> usize {
        self.cells
    }

    fn is_cancelled(&self) -> bool {
        self.stop.is_asked() || Instant::now() > self.until
    }
}

/// Stops the work on a question when the asker is gone.
#[derive(Debug, Default)]
struct Asker(Stop);

impl Drop for Asker {
    fn drop(&mut self) {
        self.0.now();
    }
}

/// Works on a question when the address has a slot for it.
///
/// # Errors
/// Those of the work, or if the server stops.
pub(crate) async fn work<T: Send + 'static>(
    app: &Arc<App>,
    address: IpAddr,
    work: impl FnOnce(&App, &WorkLimits) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let asker = Asker::default();
    let slot = app.opening_slots.acquire(&address).await;
    let slot = slot.ok_or_else(|| ApiError::internal(&"the server stops"))?;
    let (app, stop) = (Arc::clone(app), asker.0.clone());
    let worked = tokio::task::spawn_blocking(move || {
        // Kept until the work ends, also when nobody waits for it any more.
        let _slot = slot;
        let limits = WorkLimits::new(app.limits.cells, stop);
        limits.check()?;
        work(&app, &limits)
    });
    worked.await.map_err(|error| ApiError::internal(&error))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_ends_when_its_time_is_over_or_its_asker_gone() {
        let asker = Asker::default();
        let mut limits = WorkLimits::new(10, asker.0.clone());
        assert!(limits.check().is_ok());
        drop(asker);
        assert!(limits.check().is_err());
        limits.stop = Stop::default();
        limits.until = Instant::now() - Duration::from_millis(1);
        assert!(limits.check().is_err());
    }
}
