//! One line that names a thing completely.
//!
//! Games, agents and setups are named on the command line, in web addresses, in records and in the
//! database. One grammar serves all of them, so a name copied from one place works in the others:
//!
//! ```text
//! selfo board=hexhex-6 setup=spiral seed=7
//! alphabeta time=50ms
//! external cmd="./engine --name \"z\""
//! ```
//!
//! A [`Spec`] is the line taken apart, without knowing what its words mean; a [`SpecReader`] turns
//! the words into numbers and choices and refuses those that nobody asked for. JSON or TOML would
//! have done the same, but nobody types those into a shell.

mod parse;
mod reader;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use crate::notation::NotationError;

pub use reader::{SpecError, SpecReader, nearest};

/// The longest text of a spec, in bytes. Generous, because a spec may hold a whole board.
const MAX_BYTES: usize = 256 * 1024;

/// The most options of a spec.
const MAX_OPTIONS: usize = 64;

/// A name with options: `selfo board=hexhex-6 seed=7`.
///
/// Printing gives the canonical form, which [`parse`](Spec::parse) reads back to an equal spec:
/// single spaces, options in the order in which they were given, quotes only where needed.
///
/// ```
/// use selforge_core::Spec;
/// let spec = Spec::parse("selfo  board=hexhex-6 note=\"my first\"")?;
/// assert_eq!(spec.name(), "selfo");
/// assert_eq!(spec.get("board"), Some("hexhex-6"));
/// assert_eq!(spec.with("seed", 7).to_string(), "selfo board=hexhex-6 note=\"my first\" seed=7");
/// # Ok::<(), selforge_core::NotationError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Spec {
    name: String,
    options: Vec<(String, String)>,
}

impl Spec {
    /// A spec without options.
    ///
    /// # Panics
    /// If `name` is not of the form `[a-z][a-z0-9-]*`: names are written in the program. Use
    /// [`parse`](Spec::parse) for what people type.
    #[must_use]
    pub fn new(name: &str) -> Spec {
        assert!(is_word(name) && name.len() <= MAX_BYTES, "'{name}' cannot name a thing");
        Spec { name: name.to_owned(), options: Vec::new() }
    }

    /// Reads a spec.
    ///
    /// # Errors
    /// With the place and the reason, if the text is not of the form
    /// `name key=value key="value with \"quotes\""`, names a key twice, contains control
    /// characters, or is longer than 256 KiB or 64 options.
    pub fn parse(text: &str) -> Result<Spec, NotationError> {
        parse::parse(text)
    }

    /// The first word: which thing this is.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value of an option, if it is given.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.options().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// All options with their values, in order.
    pub fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.options.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// Gives an option a value: a new option comes last, an old one keeps its place.
    ///
    /// # Errors
    /// If the spec could not be read back then: the key is not of the form `[a-z][a-z0-9-]*`, the
    /// value contains control characters, or the spec gets longer than 256 KiB or 64 options.
    pub fn set(&mut self, key: &str, value: impl fmt::Display) -> Result<(), SpecError> {
        let value = value.to_string();
        let refuse = |problem: &str, expected: &str| {
            Err(SpecError::new(key, value.clone(), problem, expected))
        };
        if !is_word(key) {
            return refuse(
                "this cannot be a key",
                "a small letter, then small letters, digits, '-'",
            );
        }
        if value.contains(char::is_control) {
            return refuse("the value has a control character", "one line of plain text");
        }
        let place = self.options.iter().position(|(known, _)| known == key);
        let old = place.map_or(0, |at| written_len(key, &self.options[at].1));
        if self.to_string().len() - old + written_len(key, &value) > MAX_BYTES {
            return refuse("the spec gets too long", "at most 256 KiB of text");
        }
        match place {
            Some(at) => self.options[at].1 = value,
            None if self.options.len() == MAX_OPTIONS => {
                return refuse("the spec has too many options", "at most 64");
            }
            None => self.options.push((key.to_owned(), value)),
        }
        Ok(())
    }

    /// The spec with an option set, for specs that are written in the program.
    ///
    /// # Panics
    /// Where [`set`](Spec::set) gives an error.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl fmt::Display) -> Spec {
        match self.set(key, value) {
            Ok(()) => self,
            Err(error) => panic!("{error}"),
        }
    }
}

impl FromStr for Spec {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Spec, NotationError> {
        Spec::parse(text)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.options().try_for_each(|(key, value)| write!(f, " {key}={}", Quoted(value)))
    }
}

/// A value as it is written: in quotes if it could not be read back without them, also in a list of
/// specs with semicolons between them.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_special = |c: char| c.is_whitespace() || c == '"' || c == ';';
        if !self.0.is_empty() && !self.0.contains(is_special) {
            return f.write_str(self.0);
        }
        write!(f, "\"{}\"", self.0.replace('\\', "\\\\").replace('"', "\\\""))
    }
}

/// How many bytes an option takes in the canonical text, with the space before it.
fn written_len(key: &str, value: &str) -> usize {
    key.len() + 2 + Quoted(value).to_string().len()
}

/// Whether a text is a name or key: `[a-z][a-z0-9-]*`.
fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase()) && text.chars().all(is_word_char)
}

/// Whether a name or key may contain this character after its first.
fn is_word_char(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'
}
