//! What is wrong with a rule file, and where, as a compiler says it.
//!
//! Rule files are mostly macros, so the place of an error alone helps little: a wrong word stands in a
//! body, and the mistake is in the call. Every node therefore knows the expansion that it came from,
//! and a message names the place and the calls that led there.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use selforge_core::nearest;

/// The most problems that are kept of one file: after these a person starts again anyway.
const MOST: usize = 100;

/// The errors after which the rest of a file is not looked at.
const MOST_MET: usize = 1_000;

/// A stretch of a source text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// The number of the file among the [`Sources`].
    pub file: u16,
    /// The first byte.
    pub start: u32,
    /// The byte behind the last.
    pub end: u32,
    /// The expansion it was made by; 0 is none.
    pub origin: u32,
}

/// A text that was read, with the name by which people know it.
#[derive(Clone, Debug)]
struct Source {
    name: String,
    text: String,
    /// Where each line begins.
    lines: Vec<u32>,
}

/// A call of a macro.
#[derive(Clone, Copy, Debug)]
struct Call {
    /// The name's place in [`Sources::names`].
    name: u32,
    at: Span,
}

/// The texts that were read, and the calls of macros in them: all that a message can point at.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<Source>,
    names: Vec<String>,
    numbers: HashMap<String, u32>,
    calls: Vec<Call>,
}

impl Sources {
    /// Takes in a text. Returns its number.
    pub(crate) fn add(&mut self, name: &str, text: String) -> u16 {
        let starts = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = std::iter::once(0).chain(starts.map(|(at, _)| at as u32 + 1)).collect();
        self.files.push(Source { name: name.to_owned(), text, lines });
        (self.files.len() - 1) as u16
    }

    pub(crate) fn text(&self, file: u16) -> &str {
        &self.files[usize::from(file)].text
    }

    /// How many files were read.
    pub(crate) fn len(&self) -> usize {
        self.files.len()
    }

    /// Notes a call. Returns its number, from 1.
    pub(crate) fn call(&mut self, macro_name: &str, at: Span) -> u32 {
        let known = self.numbers.get(macro_name).copied();
        let name = known.unwrap_or_else(|| {
            let number = self.names.len() as u32;
            self.names.push(macro_name.to_owned());
            self.numbers.insert(macro_name.to_owned(), number);
            number
        });
        self.calls.push(Call { name, at });
        self.calls.len() as u32
    }

    /// File, line and column of a place, both from 1.
    #[must_use]
    pub fn place(&self, at: Span) -> (&str, usize, usize) {
        let Some(source) = self.files.get(usize::from(at.file)) else { return ("", 0, 0) };
        let line = source.lines.partition_point(|start| *start <= at.start).max(1) - 1;
        let start = source.lines[line] as usize;
        let before = source.text.get(start..at.start as usize).unwrap_or_default();
        (&source.name, line + 1, before.chars().count() + 1)
    }

    /// The line of a place, or the part around the place if it is long, and the place in it.
    fn line(&self, at: Span) -> (String, usize) {
        let Some(source) = self.files.get(usize::from(at.file)) else { return Default::default() };
        let line = source.lines.partition_point(|start| *start <= at.start).max(1) - 1;
        let start = source.lines[line] as usize;
        let text = source.text.get(start..).unwrap_or_default();
        let text = text.lines().next().unwrap_or_default();
        let column = self.place(at).2 - 1;
        let left_out = if column < 120 { 0 } else { column - 80 };
        let shown = text.chars().skip(left_out).take(160);
        (shown.map(|c| if c == '\t' { ' ' } else { c }).collect(), column - left_out)
    }
}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The file cannot be played.
    Error,
    /// The file can be played, perhaps not as its author thinks.
    Warning,
}

/// A problem of a rule file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong.
    pub problem: String,
    /// What would be right; may be empty where that is plain.
    pub expected: String,
    /// The place in the text.
    pub at: Span,
}

/// An error that ends the work on a part of the file; it is told by whoever catches it.
pub(crate) type Trouble = Box<Diagnostic>;

/// An error at a place.
pub(crate) fn error(at: Span, problem: impl Into<String>, expected: impl Into<String>) -> Trouble {
    Box::new(Diagnostic {
        severity: Severity::Error,
        problem: problem.into(),
        expected: expected.into(),
        at,
    })
}

/// What would be right: the name that is most like a word, or else what is said.
pub(crate) fn perhaps<'n>(
    word: &str,
    names: impl IntoIterator<Item = &'n str>,
    otherwise: &str,
) -> String {
    // A guess of one letter is as good as any other. Tables of names have no order of their own.
    let is_guess = |name: &&str| *name != word && name.chars().nth(1).is_some();
    let mut names: Vec<&str> = names.into_iter().filter(is_guess).collect();
    names.sort_unstable();
    nearest(word, names).map_or_else(|| otherwise.to_owned(), |name| format!("perhaps '{name}'"))
}

/// The problems of a file, in the order in which they were found, each once.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    /// What was told already, as hashes of place and problem.
    known: HashSet<u64>,
    errors: usize,
    /// Errors with those that were told before: what somebody else ran into already is no less wrong.
    met: usize,
}

impl Diagnostics {
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        // An inherited section is compiled for every variant: its problems are told once.
        let is_error = diagnostic.severity == Severity::Error;
        self.met += usize::from(is_error);
        let Diagnostic { at, problem, .. } = &diagnostic;
        let mut hasher = DefaultHasher::new();
        (at.file, at.start, at.end, problem).hash(&mut hasher);
        if !self.known.insert(hasher.finish()) {
            return;
        }
        self.errors += usize::from(is_error);
        if is_error && self.list.len() == MOST {
            let warning = self.list.iter().rposition(|known| known.severity == Severity::Warning);
            warning.map(|at| self.list.remove(at));
        }
        if self.list.len() < MOST {
            self.list.push(diagnostic);
        }
    }

    pub(crate) fn warn(&mut self, at: Span, problem: impl Into<String>) {
        let (severity, expected) = (Severity::Warning, String::new());
        self.push(Diagnostic { severity, problem: problem.into(), expected, at });
    }

    /// Tells the trouble, if there is any; gives the value, if there is none.
    pub(crate) fn take<T>(&mut self, result: Result<T, Trouble>) -> Option<T> {
        result.map_err(|trouble| self.push(*trouble)).ok()
    }

    /// The problems.
    #[must_use]
    pub fn list(&self) -> &[Diagnostic] {
        &self.list
    }

    /// Whether the file cannot be played.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// How many errors there are, those left out of the list counted.
    #[must_use]
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// Whether so much is wrong that looking on tells nobody anything: every error is compared with all names there are.
    pub(crate) fn is_full(&self) -> bool {
        self.met >= MOST_MET
    }

    /// How often an error was met, whether or not it had been told before.
    pub(crate) fn met(&self) -> usize {
        self.met
    }

    /// The first error.
    #[must_use]
    pub fn first_error(&self) -> Option<&Diagnostic> {
        self.list.iter().find(|known| known.severity == Severity::Error)
    }
}

/// A problem with its place, ready to be shown.
pub struct Shown<'a> {
    diagnostic: &'a Diagnostic,
    sources: &'a Sources,
    /// Whether the line of the text is shown too.
    quoted: bool,
}

impl Diagnostic {
    /// The problem in one line: file, line, column, what is wrong, what was expected, and the macro.
    #[must_use]
    pub fn in_a_line<'a>(&'a self, sources: &'a Sources) -> Shown<'a> {
        Shown { diagnostic: self, sources, quoted: false }
    }

    /// The problem with the line of the text and the calls that led there.
    #[must_use]
    pub fn quoted<'a>(&'a self, sources: &'a Sources) -> Shown<'a> {
        Shown { diagnostic: self, sources, quoted: true }
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Diagnostic { severity, problem, expected, at } = self.diagnostic;
        let (file, line, column) = self.sources.place(*at);
        let word = if *severity == Severity::Error { "error" } else { "warning" };
        write!(f, "{file}:{line}:{column}: {word}: {problem}")?;
        if !expected.is_empty() {
            write!(f, "; expected {expected}")?;
        }
        if self.quoted {
            let (text, width) = self.sources.line(*at);
            write!(f, "\n  | {text}\n  | {:width$}^", "")?;
        }
        let mut origin = at.origin;
        for step in 0..8 {
            let Some(call) = (origin as usize).checked_sub(1).map(|at| self.sources.calls[at])
            else {
                return Ok(());
            };
            let (_, line, column) = self.sources.place(call.at);
            let name = &self.sources.names[call.name as usize];
            if self.quoted {
                write!(f, "\n  in the macro '{name}', called at line {line}, column {column}")?;
            } else if step == 0 {
                write!(f, " (in the macro '{name}', called at line {line}, column {column})")?;
            }
            origin = call.at.origin;
        }
        if self.quoted { f.write_str("\n  and further calls") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_quoted_around_the_place_and_an_unknown_file_is_no_panic() {
        let mut sources = Sources::default();
        let text = format!("{}!{}", "a".repeat(500), "b".repeat(500));
        sources.add("long.zrf", text);
        let told = error(Span { start: 500, ..Span::default() }, "odd", "");
        let told = told.quoted(&sources).to_string();
        let lines: Vec<_> = told.lines().collect();
        assert_eq!(lines[0], "long.zrf:1:501: error: odd");
        assert!(lines[1].len() < 180, "{told}");
        assert_eq!(lines[1].find('!'), lines[2].find('^'), "{told}");
        let nowhere = error(Span { file: 9, ..Span::default() }, "odd", "");
        assert!(nowhere.quoted(&sources).to_string().starts_with(":0:0: error: odd"));
    }
}
