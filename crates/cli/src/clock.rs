//! The only place that looks at the clock.

use std::time::{SystemTime, UNIX_EPOCH};

use jiff::Timestamp;

/// Seeds chosen here stay below this, so that people can read them out and type them.
const SEEDS: u128 = 1_000_000;

/// The day in UTC, as `2026-11-15`.
pub(crate) fn today() -> String {
    Timestamp::now().strftime("%F").to_string()
}

/// A seed that nobody chose, from 1 on: 0 is what specs leave out.
pub(crate) fn fresh_seed() -> u64 {
    let nanos = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    // The last digits of some clocks stand still, so the microseconds count.
    (nanos / 1000 % (SEEDS - 1)) as u64 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_written_as_records_have_them() {
        let day = today();
        assert_eq!(day.parse::<jiff::civil::Date>().unwrap().to_string(), day);
    }

    #[test]
    fn fresh_seeds_are_short_and_never_zero() {
        assert!((1..SEEDS as u64).contains(&fresh_seed()));
    }
}
