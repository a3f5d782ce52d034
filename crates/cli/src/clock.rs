//! The only place that looks at the clock.

use std::time::{SystemTime, UNIX_EPOCH};

/// Seeds chosen here stay below this, so that people can read them out and type them.
const SEEDS: u128 = 1_000_000;

/// The day in UTC, as `2026-11-15`.
pub(crate) fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    date(seconds / 86_400)
}

/// A seed that nobody chose, from 1 on: 0 is what specs leave out.
pub(crate) fn fresh_seed() -> u64 {
    let nanos = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    // The last digits of some clocks stand still, so the microseconds count.
    (nanos / 1000 % (SEEDS - 1)) as u64 + 1
}

/// The date of a day, counted from 1970-01-01, by the Gregorian calendar.
fn date(days: u64) -> String {
    // Years that begin in March have their leap day last; 400 of them always have as many days.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        let dates = [0, 58, 59, 789, 11_016, 11_017, 20_772].map(date);
        let expected = [
            "1970-01-01",
            "1970-02-28",
            "1970-03-01",
            "1972-02-29",
            "2000-02-29",
            "2000-03-01",
            "2026-11-15",
        ];
        assert_eq!(dates, expected);
    }

    #[test]
    fn fresh_seeds_are_short_and_never_zero() {
        assert!((1..SEEDS as u64).contains(&fresh_seed()));
    }
}
