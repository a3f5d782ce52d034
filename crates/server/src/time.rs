//! The only place that looks at the calendar, and the clock that games are played by.

use std::sync::LazyLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// When the program first asked, by the calendar and by the clock that only goes forward.
static START: LazyLock<(i64, Instant)> = LazyLock::new(|| {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (i64::try_from(elapsed.as_millis()).unwrap_or(i64::MAX), Instant::now())
});

/// Seconds since 1970, as the store keeps them.
pub(crate) fn now() -> i64 {
    calendar_ms() / 1_000
}

/// What the calendar says, in milliseconds since 1970. Somebody may set it at any time.
fn calendar_ms() -> i64 {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let now = i64::try_from(elapsed.as_millis()).unwrap_or(i64::MAX);
    #[cfg(test)]
    let now = now + test::STEPPED.get();
    now
}

/// Milliseconds since 1970, by which clocks run. The calendar is asked once: if somebody sets it
/// while games are played, nobody loses time by that.
pub(crate) fn now_ms() -> i64 {
    let (start, since) = &*START;
    let now = start.saturating_add(i64::try_from(since.elapsed().as_millis()).unwrap_or(i64::MAX));
    #[cfg(test)]
    let now = now + test::SKIPPED.get() + test::STARTED.get();
    now
}

/// Time for tests, which do not wait for it.
#[cfg(test)]
pub(crate) mod test {
    use std::cell::Cell;

    thread_local! {
        pub(super) static SKIPPED: Cell<i64> = const { Cell::new(0) };
        /// By how much the calendar was set, and by how much at the last start.
        pub(super) static STEPPED: Cell<i64> = const { Cell::new(0) };
        pub(super) static STARTED: Cell<i64> = const { Cell::new(0) };
    }

    /// Lets so many milliseconds pass on this thread at once.
    pub(crate) fn skip(milliseconds: i64) {
        SKIPPED.set(SKIPPED.get() + milliseconds);
        STEPPED.set(STEPPED.get() + milliseconds);
    }

    /// Sets the calendar forward by so many milliseconds, in which no time passes.
    pub(crate) fn set_calendar_forward(milliseconds: i64) {
        STEPPED.set(STEPPED.get() + milliseconds);
    }

    /// Starts the program anew, which asks the calendar.
    pub(crate) fn restart() {
        STARTED.set(STEPPED.get() - SKIPPED.get());
    }
}
