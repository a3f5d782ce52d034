//! Parts of an address in which special characters are written as `%40`.

/// The text that is meant; nothing if a `%` is not followed by two digits, or the result is no text.
#[must_use]
pub fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let (two, after) = rest.split_at_checked(2).filter(|(two, _)| two.is_ascii())?;
        bytes.push(u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok()?);
        rest = after;
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_with_a_percent_sign_is_read_and_nonsense_is_not() {
        assert_eq!(decoded("s3cr%40t%2b ä").as_deref(), Some("s3cr@t+ ä"));
        for wrong in ["%", "%2", "%zz", "%é1", "%ff"] {
            assert_eq!(decoded(wrong), None, "{wrong}");
        }
    }
}
