//! The only place that looks at the calendar.

use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds since 1970, as the store keeps them.
pub(crate) fn now() -> i64 {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(elapsed.as_secs()).unwrap_or(i64::MAX)
}

/// Milliseconds since 1970, by which clocks run.
pub(crate) fn now_ms() -> i64 {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(elapsed.as_millis()).unwrap_or(i64::MAX)
}

/// The day of a moment in UTC, as `2026-11-15`, by the Gregorian calendar.
pub(crate) fn date(seconds: i64) -> String {
    // Years that begin in March have their leap day last; 400 of them always have as many days.
    let days = seconds.max(0) / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn moments_become_dates() {
        let dates = [0, 86_399, 951_782_400, 1_794_730_000].map(date);
        assert_eq!(dates, ["1970-01-01", "1970-01-01", "2000-02-29", "2026-11-15"]);
    }
}
