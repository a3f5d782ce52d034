//! When the server lived: when it could store what happened. What was lost otherwise, because no server
//! ran or the database was away, counts for nobody's clock.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::store::{Store, StoreError};
use crate::time;

/// A pause between two signs of life that is longer than this, in milliseconds, was no life.
const LONG: i64 = 6_000;

/// How many times of absence are remembered, the latest.
const REMEMBERED: usize = 16;

/// A time in which nothing could be stored, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Away {
    from: i64,
    until: i64,
}

/// When the server lived.
#[derive(Debug)]
pub(crate) struct Life(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The first one is from before the start.
    away: Vec<Away>,
    /// The last sign of life, since the first one.
    last: Option<i64>,
    missed: bool,
}

impl Life {
    /// A life that begins now, after what the store tells of the last one.
    ///
    /// # Errors
    /// Those of the store.
    pub(crate) async fn new(store: &dyn Store) -> Result<Life, StoreError> {
        let away = Away { from: store.last_heartbeat().await?, until: time::now_ms() };
        // Where several nodes share the data, one that starts was not missed while others live.
        let lost = away.until - away.from > if store.is_shared() { LONG } else { 0 };
        let away = if lost { vec![away] } else { Vec::new() };
        Ok(Life(Mutex::new(State { away, ..State::default() })))
    }

    /// For how long no server ran before the start, in milliseconds.
    pub(crate) fn lost_before_the_start(&self) -> i64 {
        self.lock().away.first().map_or(0, |away| away.until - away.from)
    }

    /// How many milliseconds of a clock that runs since a moment were lost, and not given back before
    /// the game's latest event.
    pub(crate) fn lost(&self, since: i64, latest: i64) -> i64 {
        let state = self.lock();
        let open = state.away.iter().filter(|away| latest < away.until);
        open.map(|away| (away.until - away.from.max(since)).max(0)).sum()
    }

    /// Whether what happens can be stored, as far as is known.
    pub(crate) fn is_well(&self) -> bool {
        let state = self.lock();
        !state.missed && state.last.is_none_or(|last| time::now_ms() - last <= LONG)
    }

    /// A sign of life was stored. Returns whether that was not possible for a while.
    pub(crate) fn beat(&self, now: i64) -> bool {
        let mut state = self.lock();
        let last = state.last.replace(now);
        let missed = std::mem::take(&mut state.missed);
        let Some(from) = last.filter(|last| missed || now - last > LONG) else { return false };
        if state.away.len() >= REMEMBERED {
            state.away.remove(0);
        }
        state.away.push(Away { from, until: now });
        true
    }

    /// A sign of life could not be stored.
    pub(crate) fn miss(&self) {
        self.lock().missed = true;
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_between_two_signs_of_life_is_an_absence_if_one_was_missed_or_it_took_long() {
        let life = Life(Mutex::default());
        let start = time::now_ms();
        assert!(life.is_well(), "before anything is known");
        assert!(!life.beat(start) && !life.beat(start + 2_000));
        life.miss();
        assert!(!life.is_well());
        assert!(life.beat(start + 4_000) && life.is_well());
        assert!(life.beat(start + 4_000 + LONG + 1));
        let from_to = |from, until| Away { from: start + from, until: start + until };
        let absences = [from_to(2_000, 4_000), from_to(4_000, 4_000 + LONG + 1)];
        assert_eq!(life.lock().away, absences);
    }

    #[test]
    fn a_clock_gets_back_all_absences_that_it_ran_in_and_none_twice() {
        let life = Life(Mutex::default());
        for (beat, missed) in [(0, false), (2_000, true), (3_000, false), (8_000, true)] {
            if missed {
                life.miss();
            }
            life.beat(beat);
        }
        assert_eq!(life.lost(-500, -500), 7_000, "both");
        assert_eq!(life.lost(1_500, 1_500), 5_500, "from when it ran");
        assert_eq!(life.lost(-500, 2_500), 5_000, "the first was given back at 2500");
        assert_eq!(life.lost(9_000, 9_000), 0);
    }
}
