//! Reading a spec: one pass over the text that knows its place, so that errors can say it.

use super::{MAX_BYTES, MAX_OPTIONS, Spec, is_word_char};
use crate::notation::{NotationError, short};

/// Reads a spec; see [`Spec::parse`].
pub(super) fn parse(text: &str) -> Result<Spec, NotationError> {
    if text.len() > MAX_BYTES {
        let problem = format!("the text has {} bytes", text.len());
        return Err(NotationError::at(text, MAX_BYTES, problem, "at most 256 KiB"));
    }
    if let Some((at, c)) = text.char_indices().find(|(_, c)| c.is_control()) {
        let problem = format!("control character U+{:04X}", u32::from(c));
        return Err(NotationError::at(text, at, problem, "one line of plain text"));
    }
    let mut cursor = Cursor { text, at: 0 };
    cursor.skip_spaces();
    let name = cursor.word("a name such as 'selfo', in small letters")?.to_owned();
    let mut spec = Spec { name, options: Vec::new() };
    loop {
        cursor.end_of_word()?;
        if cursor.rest().is_empty() {
            return Ok(spec);
        }
        let start = cursor.at;
        let key = cursor.word("a key such as 'board', in small letters")?.to_owned();
        if spec.get(&key).is_some() {
            let problem = format!("'{}' is given twice", short(&key));
            return Err(NotationError::at(text, start, problem, "each key once"));
        }
        if spec.options.len() == MAX_OPTIONS {
            return Err(NotationError::at(text, start, "too many options", "at most 64"));
        }
        if !cursor.eat('=') {
            let key = short(&key);
            return cursor.fail(&format!("no '=' after '{key}'"), &format!("{key}=value"));
        }
        let value = cursor.value()?;
        spec.options.push((key, value));
    }
}

/// A place in the text.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// An error at this place.
    fn fail<T>(&self, problem: &str, expected: &str) -> Result<T, NotationError> {
        Err(NotationError::at(self.text, self.at, problem, expected))
    }

    /// An error at this place that names the character there.
    fn unexpected<T>(&self, expected: &str) -> Result<T, NotationError> {
        match self.rest().chars().next() {
            Some(c) => self.fail(&format!("unexpected '{c}'"), expected),
            None => self.fail("the text ends too early", expected),
        }
    }

    /// Steps over `wanted` if it comes next.
    fn eat(&mut self, wanted: char) -> bool {
        let found = self.rest().starts_with(wanted);
        self.at += if found { wanted.len_utf8() } else { 0 };
        found
    }

    fn skip_spaces(&mut self) {
        while self.eat(' ') {}
    }

    /// Steps over the spaces that must follow a word unless the text ends.
    fn end_of_word(&mut self) -> Result<(), NotationError> {
        if !self.rest().is_empty() && !self.rest().starts_with(' ') {
            return self.unexpected("a space, then key=value");
        }
        self.skip_spaces();
        Ok(())
    }

    /// A name or key.
    fn word(&mut self, expected: &str) -> Result<&'a str, NotationError> {
        let rest = self.rest();
        if !rest.starts_with(|c: char| c.is_ascii_lowercase()) {
            return self.unexpected(expected);
        }
        let word = &rest[..rest.find(|c| !is_word_char(c)).unwrap_or(rest.len())];
        self.at += word.len();
        Ok(word)
    }

    /// What follows a key's `=`.
    fn value(&mut self) -> Result<String, NotationError> {
        if self.eat('"') {
            return self.quoted();
        }
        let rest = self.rest();
        let value = &rest[..rest.find([' ', '"']).unwrap_or(rest.len())];
        if let Some(at) = value.find(char::is_whitespace) {
            self.at += at;
            return self.fail("a strange space in a value", "such values in double quotes");
        }
        self.at += value.len();
        if self.rest().starts_with('"') {
            return self.unexpected("values with a quote all in double quotes, the quote as \\\"");
        }
        if value.is_empty() {
            return self.fail("no value after '='", "a value, or \"\" for an empty one");
        }
        Ok(value.to_owned())
    }

    /// The rest of a value whose opening quote is behind us.
    fn quoted(&mut self) -> Result<String, NotationError> {
        let opening = self.at - 1;
        let mut value = String::new();
        let mut chars = self.rest().char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    self.at += at + 1;
                    return Ok(value);
                }
                '\\' => match chars.next() {
                    Some((_, escaped @ ('"' | '\\'))) => value.push(escaped),
                    _ => {
                        self.at += at;
                        return self.fail("unknown escape in a quoted value", "\\\" or \\\\");
                    }
                },
                _ => value.push(c),
            }
        }
        self.at = opening;
        self.fail("the quote that begins here is never closed", "a closing '\"'")
    }
}
