//! Another program that is spoken to by lines over its standard input and output.
//!
//! It is trusted with nothing: its lines have a length, only so many of them wait, and it is ended when
//! whoever spoke to it has no more use for it.

use std::ffi::OsStr;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use crate::agent::Stop;
use crate::lines::{Heard, hear};
use crate::player::Failure;
use crate::protocol::Reply;

/// How many lines wait to be read before the program has to wait.
const MAX_WAITING: usize = 256;

/// How long a program may take to start up and to answer plain questions.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often a waiting player looks whether it is told to stop.
const LOOK: Duration = Duration::from_millis(5);

/// A running program.
pub(crate) struct Process {
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

    /// Starts a command: a program and its arguments.
    pub(super) fn of_command(command: &[String]) -> Result<Process, Failure> {
        let (program, arguments) = command.split_first().ok_or_else(|| fail("no command"))?;
        Process::start(program.as_ref(), arguments)
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

    /// Waits until the program says a word.
    pub(super) fn wait_for(&mut self, word: &str) -> Result<(), Failure> {
        let hear = |line: &str| match Reply::parse(line) {
            Reply::Other(said) if said == word => Ok(Some(())),
            Reply::Error(said) => {
                let shown: String = said.chars().take(200).collect();
                Err(fail(format!("the program says: {}", shown.escape_debug())))
            }
            _ => Ok(None),
        };
        let heard = self.hear_until(&Stop::default(), Instant::now() + PATIENCE, hear)?;
        heard.ok_or_else(|| fail(format!("the program did not say '{word}' in time")))
    }

    /// Listens until `hear` has what it waits for. A program that is told to stop is told so once, in the
    /// word that all protocols have; one that has not answered by the deadline has failed.
    pub(super) fn converse<T>(
        &mut self,
        stop: &Stop,
        deadline: Instant,
        hear: impl FnMut(&str) -> Result<Option<T>, Failure>,
    ) -> Result<T, Failure> {
        self.hear_until(stop, deadline, hear)?.ok_or_else(|| fail("no answer in time"))
    }

    /// As [`converse`](Process::converse); nothing if the deadline passes first, however much the program
    /// talks meanwhile.
    fn hear_until<T>(
        &mut self,
        stop: &Stop,
        deadline: Instant,
        mut hear: impl FnMut(&str) -> Result<Option<T>, Failure>,
    ) -> Result<Option<T>, Failure> {
        let mut told = false;
        loop {
            if stop.is_asked() && !told {
                self.say("stop")?;
                told = true;
            }
            if let Some(line) = self.listen(LOOK)?
                && let Some(answer) = hear(&line)?
            {
                return Ok(Some(answer));
            }
            if Instant::now() >= deadline {
                return Ok(None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_never_stops_talking_is_out_of_time_all_the_same() {
        let mut chatty = Process::of_command(&["yes".into(), "info".into()]).unwrap();
        let mut heard = 0;
        let answer = chatty.converse(&Stop::default(), Instant::now(), |line| {
            assert_eq!(line, "info");
            heard += 1;
            if heard < 1000 { Ok(None::<()>) } else { Err(fail("it was listened to for ever")) }
        });
        assert_eq!(answer.unwrap_err().reason, "no answer in time");
    }
}
