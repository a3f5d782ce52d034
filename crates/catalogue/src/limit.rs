//! Options that are a number or `off`: limits of repetition, plies and progress.

use selforge_core::{Spec, SpecError, SpecReader};

use crate::family::OptionDoc;

/// The option `repetition`, which all games have that can come back to a position.
pub const REPETITION: OptionDoc =
    OptionDoc::new("repetition", "2 to 99 or off", "3", "draw when a position occurs this often");

/// Reads the limit of [`REPETITION`].
///
/// # Errors
/// If the value is no such limit.
pub fn read_repetition(
    reader: &mut SpecReader<'_>,
    usual: Option<u32>,
) -> Result<Option<u32>, SpecError> {
    read_limit(reader, "repetition", 2, 99, usual)
}

/// Reads a limit from `low` to `high`; `off` is none, and `usual` holds when it is not given.
///
/// # Errors
/// If the value is anything else.
pub fn read_limit<'a>(
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

/// Writes a limit into a spec, unless it is the usual one.
///
/// # Errors
/// None for the keys of options.
pub fn set_limit(
    spec: &mut Spec,
    key: &str,
    limit: Option<u32>,
    usual: Option<u32>,
) -> Result<(), SpecError> {
    if limit == usual {
        return Ok(());
    }
    spec.set(key, limit.map_or("off".to_string(), |number| number.to_string()))
}
