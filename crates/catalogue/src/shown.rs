//! What people typed, fit for a message.

/// The beginning of a text that may be very long or strange, as messages quote it.
#[must_use]
pub fn shown(text: &str) -> String {
    const SHOWN: usize = 40;
    let mut short: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().nth(SHOWN).is_some() {
        short.push('…');
    }
    short
}
