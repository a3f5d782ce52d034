//! Another program that is spoken to by lines over its standard input and output.
//!
//! It is trusted with nothing: its lines have a length, only so many of them wait, and it is ended when
//! whoever spoke to it has no more use for it.

use std::ffi::OsStr;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use crate::lines::{Heard, hear};
use crate::player::Failure;

/// How many lines wait to be read before the program has to wait.
const MAX_WAITING: usize = 256;

/// A running program.
pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself; there is nobody to tell.
        let _ = writeln!(self.input, "quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(super) fn fail(reason: impl Into<String>) -> Failure {
    Failure { reason: reason.into() }
}

impl Process {
    /// Starts a program.
    pub(super) fn start<S: AsRef<OsStr>>(
        program: &OsStr,
        arguments: impl IntoIterator<Item = S>,
    ) -> Result<Process, Failure> {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| fail(format!("cannot start '{}': {error}", program.display())))?;
        let input = child.stdin.take().ok_or_else(|| fail("no input"))?;
        let output = child.stdout.take().ok_or_else(|| fail("no output"))?;
        let (sender, lines) = sync_channel(MAX_WAITING);
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let line = match hear(&mut output) {
                    Heard::Line(line) => line,
                    Heard::TooLong => continue,
                    Heard::End => return,
                };
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Process { child, input, lines })
    }

    /// Says a line.
    pub(super) fn say(&mut self, line: &str) -> Result<(), Failure> {
        let said = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        said.map_err(|error| fail(format!("the program does not listen: {error}")))
    }

    /// The next line, if one comes within `patience`.
    pub(super) fn listen(&mut self, patience: Duration) -> Result<Option<String>, Failure> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(fail("the program ended")),
        }
    }

    /// The next line before a time.
    pub(super) fn listen_until(&mut self, deadline: Instant) -> Result<Option<String>, Failure> {
        self.listen(deadline.saturating_duration_since(Instant::now()))
    }
}
