//! Where commands write, and what can be shown there.
//!
//! Commands get an [`Output`] instead of printing: a closed pipe is then an ordinary error that
//! ends the command, and tests can look at what was written.

use std::env;
use std::io::{self, IsTerminal, Write};

use clap::ValueEnum;
use selforge_board::picture::svg::Theme;
use serde_json::Value;

/// The width of texts that go to no terminal.
const USUAL_WIDTH: usize = 80;

/// Texts are not wrapped wider than this: long lines are hard to read.
const MAX_TEXT_WIDTH: usize = 100;

/// When to write in colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum ColorChoice {
    /// On terminals, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Also into files and pipes.
    Always,
    /// Not even on terminals.
    Never,
}

/// What a picture of a board is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum ThemeName {
    /// Screens, light or dark as the viewer likes it.
    #[default]
    Screen,
    /// Paper: colours on white.
    Paper,
    /// Paper without colours.
    Mono,
}

impl ThemeName {
    /// The theme itself.
    pub(crate) fn theme(self) -> Theme {
        match self {
            ThemeName::Screen => Theme::Screen,
            ThemeName::Paper => Theme::Paper,
            ThemeName::Mono => Theme::Mono,
        }
    }
}

/// The standard output of a command.
pub(crate) struct Output<'w> {
    writer: &'w mut dyn Write,
    terminal: bool,
    columns: Option<usize>,
}

impl<'w> Output<'w> {
    /// The program's own output, through `writer`.
    pub(crate) fn standard(writer: &'w mut dyn Write) -> Output<'w> {
        let terminal = io::stdout().is_terminal();
        let columns = match terminal_size::terminal_size() {
            Some((width, _)) if terminal => Some(usize::from(width.0)),
            _ => None,
        };
        Output { writer, terminal, columns }
    }

    /// Whether to write in colour.
    pub(crate) fn colour(&self, choice: ColorChoice) -> bool {
        match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                let off = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                let dumb = env::var_os("TERM").is_some_and(|value| value == "dumb");
                self.terminal && !off && !dumb
            }
        }
    }

    /// How many columns a picture may have; `None` for no limit.
    pub(crate) fn columns(&self) -> Option<usize> {
        self.columns
    }

    /// How wide running text should be.
    pub(crate) fn text_width(&self) -> usize {
        self.columns.unwrap_or(USUAL_WIDTH).clamp(20, MAX_TEXT_WIDTH)
    }

    /// Writes a value as JSON.
    ///
    /// # Errors
    /// Those of the writer.
    pub(crate) fn json(&mut self, value: &Value) -> io::Result<()> {
        writeln!(self, "{value}")
    }

    /// Writes running text, wrapped; empty lines separate paragraphs.
    ///
    /// # Errors
    /// Those of the writer.
    pub(crate) fn paragraphs(&mut self, text: &str) -> io::Result<()> {
        let width = self.text_width();
        for line in text.lines() {
            // Small pictures made of letters are indented.
            if line.starts_with(' ') {
                writeln!(self, "{line}")?;
                continue;
            }
            for part in wrap(line, width, "") {
                writeln!(self, "{part}")?;
            }
        }
        Ok(())
    }
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// A line of text cut into lines of at most `width` characters, where spaces allow it; all but the
/// first begin with `indent`. An empty line stays one.
pub(crate) fn wrap(text: &str, width: usize, indent: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        let line = lines.last_mut().expect("there is a first line");
        if used > 0 && used + 1 + length > width {
            lines.push(format!("{indent}{word}"));
            used = indent.chars().count() + length;
        } else {
            if !line.is_empty() {
                line.push(' ');
                used += 1;
            }
            line.push_str(word);
            used += length;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_wrapped_at_spaces_only() {
        assert_eq!(wrap("one two three", 7, ""), ["one two", "three"]);
        assert_eq!(wrap("one two three", 7, "  "), ["one two", "  three"]);
        assert_eq!(
            wrap("incomprehensibilities are rare", 8, ""),
            ["incomprehensibilities", "are rare"]
        );
        assert_eq!(wrap("", 8, ""), [""]);
    }
}
