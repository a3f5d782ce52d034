//! Where the lines come from: a terminal with editing and completion, or anything else line by line.

use std::io::{self, BufRead, IsTerminal, Read, Write};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use crate::error::CliError;
use crate::output::Output;

/// The longest line that is read, in bytes.
const MAX_LINE: u64 = 64 * 1024;

/// Reads lines.
pub(super) enum Reader {
    /// From a terminal, with editing, history and completion.
    Editor(Box<Editor<Words, DefaultHistory>>),
    /// From a pipe or a file; or from a terminal, if the output goes elsewhere.
    Lines { prompts: bool },
}

impl Reader {
    /// A reader of the standard input.
    ///
    /// # Errors
    /// If the terminal cannot be used.
    pub(super) fn new() -> Result<Reader, CliError> {
        let terminal = io::stdin().is_terminal();
        if !terminal || !io::stdout().is_terminal() {
            return Ok(Reader::Lines { prompts: terminal });
        }
        let config = Config::builder().completion_type(CompletionType::List).build();
        let mut editor = Editor::with_config(config).map_err(|error| trouble(&error))?;
        editor.set_helper(Some(Words::default()));
        Ok(Reader::Editor(Box::new(editor)))
    }

    /// Whether a person can answer.
    pub(super) fn is_terminal(&self) -> bool {
        matches!(self, Reader::Editor(_) | Reader::Lines { prompts: true })
    }

    /// The next line; `None` at the end of the input.
    ///
    /// # Errors
    /// On Ctrl-C, and if reading fails.
    pub(super) fn read(
        &mut self,
        prompt: &str,
        completions: impl FnOnce() -> Vec<String>,
        out: &mut Output<'_>,
    ) -> Result<Option<String>, CliError> {
        match self {
            Reader::Editor(editor) => {
                if let Some(words) = editor.helper_mut() {
                    words.0 = completions();
                }
                match editor.readline(prompt) {
                    Ok(line) => {
                        // A history that cannot grow is no reason to stop playing.
                        let _ = editor.add_history_entry(&line);
                        Ok(Some(line))
                    }
                    Err(ReadlineError::Eof) => Ok(None),
                    Err(ReadlineError::Interrupted) => Err(CliError::Interrupted),
                    Err(error) => Err(trouble(&error)),
                }
            }
            Reader::Lines { prompts } => {
                if *prompts {
                    write!(out, "{prompt}")?;
                    out.flush()?;
                }
                read_line()
            }
        }
    }
}

/// A line of the standard input, of bounded length.
fn read_line() -> Result<Option<String>, CliError> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(MAX_LINE).read_until(b'\n', &mut bytes);
    let length =
        read.map_err(|error| CliError::Input(format!("cannot read the input: {error}")))?;
    if length as u64 == MAX_LINE && !bytes.ends_with(b"\n") {
        return Err(CliError::Input(format!("a line of more than {MAX_LINE} bytes")));
    }
    Ok((length > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

fn trouble(error: &ReadlineError) -> CliError {
    CliError::Input(format!("cannot read the terminal: {error}"))
}

/// The lines that make sense now.
#[derive(Default)]
pub(super) struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        // Moves are written with a hyphen, but mostly typed without.
        let typed = line.get(..at).unwrap_or(line).to_lowercase().replace(' ', "-");
        let fitting = self.0.iter().filter(|word| word.starts_with(&typed));
        Ok((0, fitting.cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}

impl Validator for Words {}

impl Helper for Words {}
