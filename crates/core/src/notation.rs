//! What is wrong with a text, and where.

use std::fmt;

/// A text that could not be read: what is wrong, at which character, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError {
    /// The place of the first wrong character, counted in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: String,
    /// What would be right; may be empty where that is plain.
    pub expected: String,
}

impl NotationError {
    /// An error at byte `offset` of `text`.
    pub fn at(
        text: &str,
        offset: usize,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        let before = text.char_indices().take_while(|(at, _)| *at < offset).count();
        NotationError { column: before + 1, problem: problem.into(), expected: expected.into() }
    }

    /// The same error in a longer text, `columns` characters further on.
    #[must_use]
    pub fn shifted(mut self, columns: usize) -> Self {
        self.column += columns;
        self
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: {}", self.column, self.problem)?;
        if self.expected.is_empty() { Ok(()) } else { write!(f, "; expected {}", self.expected) }
    }
}

impl std::error::Error for NotationError {}

/// The beginning of a text that may be very long, fit for a message.
///
/// ```
/// assert_eq!(selforge_core::short("two\nlines"), "two lines");
/// assert_eq!(selforge_core::short(&"long ".repeat(100)).chars().count(), 61);
/// ```
#[must_use]
pub fn short(text: &str) -> String {
    let mut shown: String =
        text.chars().take(60).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}
