//! Turning a spec's words into values, with errors that help the person who typed them.
//!
//! The danger of free-form options is the silent one: `lenght=2` would be ignored and the game
//! played with another rule than its owner believes. So a reader remembers what it was asked for
//! and [`finish`](SpecReader::finish) refuses the rest.

use std::fmt;
use std::ops::RangeInclusive;

use strsim::osa_distance;

use super::Spec;
use crate::notation::short;

/// An option that cannot be used: which one, its value, what is wrong, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpecError {
    /// The option's key.
    pub key: String,
    /// The value that was given for it.
    pub value: String,
    /// What is wrong.
    pub problem: String,
    /// What would be right; may be empty where that is plain.
    pub expected: String,
}

impl SpecError {
    /// An error about one option.
    pub fn new(
        key: impl Into<String>,
        value: impl Into<String>,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> SpecError {
        SpecError {
            key: key.into(),
            value: value.into(),
            problem: problem.into(),
            expected: expected.into(),
        }
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option {}={}: {}", short(&self.key), short(&self.value), self.problem)?;
        if self.expected.is_empty() { Ok(()) } else { write!(f, "; expected {}", self.expected) }
    }
}

impl std::error::Error for SpecError {}

/// Reads the options of a spec and remembers which ones it was asked for.
///
/// Every question answers `None` for an option that is not given, so that the default stands where
/// it is used.
///
/// ```
/// use selforge_core::{Spec, SpecReader};
/// let spec = Spec::parse("selfo length=2 lenght=3")?;
/// let mut reader = SpecReader::new(&spec);
/// assert_eq!(reader.number("length", 1..=9)?.unwrap_or(1), 2);
/// assert_eq!(reader.switch("swap")?.unwrap_or(true), true);
/// let error = reader.finish(&[]).unwrap_err();
/// assert_eq!(error.to_string(), "option lenght=3: no such option; did you mean 'length'?");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SpecReader<'a> {
    spec: &'a Spec,
    asked: Vec<&'a str>,
}

impl<'a> SpecReader<'a> {
    /// A reader that was not asked for anything yet.
    #[must_use]
    pub fn new(spec: &'a Spec) -> SpecReader<'a> {
        SpecReader { spec, asked: Vec::new() }
    }

    /// An option's value as it stands.
    pub fn text(&mut self, key: &'a str) -> Option<&'a str> {
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
        self.spec.get(key)
    }

    /// An option that is a whole number.
    ///
    /// # Errors
    /// If the value is no number, or not in `range`.
    pub fn number(
        &mut self,
        key: &'a str,
        range: RangeInclusive<u64>,
    ) -> Result<Option<u64>, SpecError> {
        let Some(value) = self.text(key) else { return Ok(None) };
        let expected = match (*range.start(), *range.end()) {
            (0, u64::MAX) => "a whole number".to_owned(),
            (low, u64::MAX) => format!("a whole number from {low} on"),
            (low, high) => format!("a whole number from {low} to {high}"),
        };
        if value.is_empty() || !value.bytes().all(|b| b.is_ascii_digit()) {
            return Err(SpecError::new(key, value, "not a whole number", expected));
        }
        match value.parse() {
            Ok(number) if range.contains(&number) => Ok(Some(number)),
            _ => Err(SpecError::new(key, value, "out of range", expected)),
        }
    }

    /// An option that is `on` or `off`.
    ///
    /// # Errors
    /// If the value is anything else.
    pub fn switch(&mut self, key: &'a str) -> Result<Option<bool>, SpecError> {
        self.choice(key, &[("on", true), ("off", false)])
    }

    /// An option that is one of a few words, each with what it stands for.
    ///
    /// # Errors
    /// If the value is none of the words.
    pub fn choice<T: Clone>(
        &mut self,
        key: &'a str,
        choices: &[(&str, T)],
    ) -> Result<Option<T>, SpecError> {
        let Some(value) = self.text(key) else { return Ok(None) };
        match choices.iter().find(|(word, _)| *word == value) {
            Some((_, meaning)) => Ok(Some(meaning.clone())),
            None => {
                let words = choices.iter().map(|(word, _)| *word);
                let problem = match nearest(value, words.clone()) {
                    Some(word) => format!("no such choice; did you mean '{word}'?"),
                    None => "no such choice".to_owned(),
                };
                Err(SpecError::new(key, value, problem, list(words)))
            }
        }
    }

    /// An error about an option's value, for what only the caller can check.
    pub fn refuse(
        &self,
        key: &str,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> SpecError {
        SpecError::new(key, self.spec.get(key).unwrap_or_default(), problem, expected)
    }

    /// Ends the reading. `known_keys` are options that are right although this reader was not
    /// asked for them: another part reads them.
    ///
    /// # Errors
    /// For the first option that nobody asked for, with the nearest known key if one is near.
    pub fn finish(self, known_keys: &[&str]) -> Result<(), SpecError> {
        let known = || self.asked.iter().chain(known_keys).copied();
        let Some((key, value)) = self.spec.options().find(|(key, _)| known().all(|k| k != *key))
        else {
            return Ok(());
        };
        Err(match nearest(key, known()) {
            Some(near) => {
                SpecError::new(key, value, format!("no such option; did you mean '{near}'?"), "")
            }
            None if known().next().is_none() => {
                let problem = format!("'{}' has no options", self.spec.name());
                SpecError::new(key, value, problem, "")
            }
            None => SpecError::new(key, value, "no such option", list(known())),
        })
    }
}

/// `a, b or c`.
fn list<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let words: Vec<&str> = words.collect();
    match words.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// The candidate that `word` was probably meant to be: the one with the fewest typing errors, if
/// they are few for a word of its length. Of several the first.
#[must_use]
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let length = word.chars().count();
    let errors = |candidate: &'c str| {
        let letters = candidate.chars().count();
        let allowed = (letters.max(2) / 2).min(3);
        // The lengths alone rule out most, among them words too long to compare.
        let errors =
            (letters.abs_diff(length) <= allowed).then(|| osa_distance(word, candidate))?;
        (errors <= allowed).then_some((errors, candidate))
    };
    let near = candidates.into_iter().filter_map(errors).min_by_key(|(errors, _)| *errors);
    near.map(|(_, candidate)| candidate)
}
