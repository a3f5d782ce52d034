//! Where a record is damaged or wrong.

use std::fmt;

use crate::notation::NotationError;

/// A record that cannot be read or replayed: where, what is wrong, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line, counted from 1: in the text that was read, or else in the text that the record
    /// would be written as.
    pub line: usize,
    /// The place in the line, counted in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: String,
    /// What would be right; may be empty where that is plain.
    pub expected: String,
}

impl RecordError {
    pub(super) fn new(
        place: Place,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> RecordError {
        let Place { line, column } = place;
        RecordError { line, column, problem: problem.into(), expected: expected.into() }
    }

    /// An error in a text that stands at `place`.
    pub(super) fn within(place: Place, error: NotationError) -> RecordError {
        let column = place.column + error.column - 1;
        RecordError::new(Place { column, ..place }, error.problem, error.expected)
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, character {}: {}", self.line, self.column, self.problem)?;
        if self.expected.is_empty() { Ok(()) } else { write!(f, "; expected {}", self.expected) }
    }
}

impl std::error::Error for RecordError {}

/// A line and a column, both from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

/// Where a part of a record was read, if it was read. That is no part of what the record says, so
/// all origins are equal.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Origin(pub(super) Option<Place>);

impl PartialEq for Origin {
    fn eq(&self, _: &Origin) -> bool {
        true
    }
}

impl Eq for Origin {}
