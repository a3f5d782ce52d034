//! Options that are a number or `off`: limits of repetition, plies and progress.

use selforge_core::{SpecError, SpecReader};

/// Reads a limit from `low` to `high`; `off` is none, and `usual` holds when it is not given.
///
/// # Errors
/// If the value is anything else.
pub(crate) fn read_limit<'a>(
    reader: &mut SpecReader<'a>,
    key: &'a str,
    low: u64,
    high: u64,
    usual: Option<u32>,
) -> Result<Option<u32>, SpecError> {
    match reader.text(key) {
        Some("off") => Ok(None),
        None => Ok(usual),
        Some(_) => match reader.number(key, low..=high) {
            Ok(number) => Ok(number.map(|n| n as u32)),
            Err(error) => {
                let expected = format!("{}, or off", error.expected);
                Err(SpecError { expected, ..error })
            }
        },
    }
}

/// A limit as the spec has it.
pub(crate) fn limit_name(limit: Option<u32>) -> String {
    limit.map_or("off".to_string(), |number| number.to_string())
}
