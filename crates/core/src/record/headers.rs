//! What stands at the top of a record.

use std::collections::BTreeMap;

use super::write::clean;
use crate::notation::{NotationError, short};
use crate::seat::Seat;
use crate::spec::Spec;

/// Keys with a meaning of their own, which are no other headers.
const KNOWN: [&str; 6] = ["game", "rules", "program", "date", "start", "result"];

/// Which game was played, by whom, and when; and whatever else somebody wanted to note.
///
/// Texts may be anything: they are cleaned of control characters when they are written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Headers {
    /// The game.
    pub game: Spec,
    /// The version of its rules, such as `selfo 1`.
    pub rules: Option<String>,
    /// The program that wrote the record, with its version.
    pub program: Option<String>,
    /// The date, as `2026-11-15`. This crate has no clock: the caller says it.
    pub date: Option<String>,
    /// Who sat where.
    pub names: BTreeMap<Seat, String>,
    others: Vec<(String, String)>,
}

impl Headers {
    /// Headers that only say which game it is.
    #[must_use]
    pub fn new(game: Spec) -> Headers {
        Headers {
            game,
            rules: None,
            program: None,
            date: None,
            names: BTreeMap::new(),
            others: Vec::new(),
        }
    }

    /// All other headers (`event`, `site`, `time control`…), in order.
    pub fn others(&self) -> impl Iterator<Item = (&str, &str)> {
        self.others.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The value of one of the other headers.
    #[must_use]
    pub fn other(&self, key: &str) -> Option<&str> {
        self.others().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// Sets one of the other headers; a new one comes last, an old one keeps its place.
    ///
    /// # Errors
    /// If `key` is one of those that have a field, or is not made of small letters, digits, single
    /// spaces and hyphens.
    pub fn set_other(&mut self, key: &str, value: &str) -> Result<(), NotationError> {
        check_key(key)?;
        let value = clean(value);
        match self.others.iter_mut().find(|(known, _)| known == key) {
            Some((_, old)) => *old = value,
            None => self.others.push((key.to_owned(), value)),
        }
        Ok(())
    }

    /// How many lines the headers take.
    pub(super) fn line_count(&self) -> usize {
        let single = [&self.rules, &self.program, &self.date].into_iter().flatten().count();
        1 + single + self.names.len() + self.others.len()
    }
}

/// Refuses what cannot be the key of one of the other headers.
fn check_key(key: &str) -> Result<(), NotationError> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == ' ' || c == '-';
    let expected = "small letters, digits, single spaces and hyphens, a letter first";
    if let Some((at, c)) = key.char_indices().find(|(_, c)| !fits(*c)) {
        let problem = format!("{c:?} in the name of a header");
        return Err(NotationError::at(key, at, problem, expected));
    }
    if !key.starts_with(|c: char| c.is_ascii_lowercase()) {
        return Err(NotationError::at(key, 0, "this cannot name a header", expected));
    }
    if let Some(at) = key.find("  ").or(key.ends_with(' ').then_some(key.len())) {
        return Err(NotationError::at(key, at, "a space too many", expected));
    }
    if KNOWN.contains(&key) || key == "seat" || key.starts_with("seat ") {
        let problem = format!("'{}' has a meaning of its own", short(key));
        return Err(NotationError::at(key, 0, problem, "another name for this header"));
    }
    Ok(())
}
