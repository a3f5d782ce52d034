//! A player that is another program, spoken to over its standard input and output.
//!
//! The program is trusted with nothing: it is given time, its lines have a length, and whatever goes
//! wrong (no start, crash, silence, an illegal move) is a [`Failure`] that costs it the game and
//! nobody else anything. The protocol is described in `docs/engines.md`.

use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use selforge_catalogue::{OptionDoc, Playable, Score};
use selforge_core::{AnyMove, Game};

use super::options::{self, NO_LIMIT, NODES, depth, time};
use super::{AgentDoc, Recipe};
use crate::agent::{Budget, Report};
use crate::lines::{Heard, hear};
use crate::player::{AnyQuestion, Failure, Seated};
use crate::protocol::{Order, Reply, shown};

pub(super) const DOC: AgentDoc = AgentDoc {
    name: "external",
    summary: "Another program that speaks the engine protocol.",
    options: &[
        OptionDoc::new(
            "cmd",
            "a command in quotes",
            "must be given",
            "the program and its arguments",
        ),
        depth(NO_LIMIT),
        time(NO_LIMIT),
        NODES,
    ],
    example: "external cmd=\"selforge engine\" time=50ms",
    read: |reader| {
        let words = shlex::split(reader.text("cmd").unwrap_or_default());
        let command = words
            .filter(|words| !words.is_empty())
            .ok_or_else(|| reader.refuse("cmd", "no command", "a program and its arguments"))?;
        Ok((Recipe::External { command }, options::budget(reader)?))
    },
};

/// How long a program may take to start up and to answer plain questions.
const PATIENCE: Duration = Duration::from_secs(10);

/// How much longer than its budget a program may think.
const GRACE: Duration = Duration::from_secs(2);

/// How long it may think when its budget has no time.
const LONGEST: Duration = Duration::from_secs(600);

/// How often a waiting player looks whether it is told to stop.
const LOOK: Duration = Duration::from_millis(5);

/// How many lines wait to be read before the program has to wait.
const MAX_WAITING: usize = 256;

pub(crate) struct External {
    playable: Playable,
    command: Vec<String>,
    process: Option<Process>,
}

struct Process {
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

impl External {
    /// A player that runs `command`, a program and its arguments.
    pub(crate) fn new(playable: &Playable, command: Vec<String>) -> External {
        External { playable: playable.clone(), command, process: None }
    }

    fn start(&self) -> Result<Process, Failure> {
        let (program, arguments) = self.command.split_first().ok_or_else(|| fail("no command"))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| fail(format!("cannot start '{program}': {error}")))?;
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
        let mut process = Process { child, input, lines };
        process.say("sgi")?;
        process.wait_for("sgiok", PATIENCE)?;
        process.say(&format!("game {}", self.playable.spec))?;
        process.say("isready")?;
        process.wait_for("readyok", PATIENCE)?;
        Ok(process)
    }

    fn ask(
        &mut self,
        question: &mut AnyQuestion<'_>,
        budget: Budget,
    ) -> Result<Report<AnyMove>, Failure> {
        if self.process.is_none() {
            self.process = Some(self.start()?);
        }
        let process = self.process.as_mut().ok_or_else(|| fail("not started"))?;
        let game = &self.playable.game;
        let mut position = String::new();
        let written = game.write_state(question.state, &mut position);
        written.map_err(|_| fail("the position has no text"))?;
        process.say(&format!("position {position}"))?;
        process.say(&Order::Go(Some(budget)).to_string())?;
        let deadline = Instant::now() + budget.time.map_or(LONGEST, |time| time + GRACE);
        let mut report = Report { depth: 0, nodes: 0, score: Score::DRAW, line: Vec::new() };
        let mut told = false;
        loop {
            if question.stop.is_asked() && !told {
                process.say("stop")?;
                told = true;
            }
            let line = match process.lines.recv_timeout(LOOK) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) if Instant::now() < deadline => continue,
                Err(RecvTimeoutError::Timeout) => return Err(fail("no answer in time")),
                Err(RecvTimeoutError::Disconnected) => return Err(fail("the program ended")),
            };
            match Reply::parse(&line) {
                Reply::Info(info) => {
                    report.depth = info.depth.unwrap_or(report.depth);
                    report.nodes = info.nodes.unwrap_or(report.nodes);
                    report.score = info.score.unwrap_or(report.score);
                }
                Reply::BestMove(text) => {
                    let illegal = |_| fail(format!("illegal move '{}'", shown(text)));
                    report.line = vec![game.parse_move(question.state, text).map_err(illegal)?];
                    return Ok(report);
                }
                _ => {}
            }
        }
    }
}

impl Process {
    fn say(&mut self, line: &str) -> Result<(), Failure> {
        let said = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        said.map_err(|error| fail(format!("the program does not listen: {error}")))
    }

    fn wait_for(&mut self, word: &str, patience: Duration) -> Result<(), Failure> {
        let deadline = Instant::now() + patience;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => match Reply::parse(&line) {
                    Reply::Other(said) if said == word => return Ok(()),
                    Reply::Error(said) => {
                        let shown: String = said.chars().take(200).collect();
                        return Err(fail(format!("the program says: {}", shown.escape_debug())));
                    }
                    _ => {}
                },
                Err(RecvTimeoutError::Timeout) => {
                    return Err(fail(format!("the program did not say '{word}' in time")));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(fail("the program ended")),
            }
        }
    }
}

fn fail(reason: impl Into<String>) -> Failure {
    Failure { reason: reason.into() }
}

impl Seated for External {
    fn choose(
        &mut self,
        question: &mut AnyQuestion<'_>,
        budget: Budget,
    ) -> Result<Report<AnyMove>, Failure> {
        let answer = self.ask(question, budget);
        if answer.is_err() {
            self.process = None; // a program that failed is ended, and started afresh if asked again
        }
        answer
    }

    fn new_game(&mut self) {}

    /// The program's own memory is not known here.
    fn memory(&self) -> usize {
        0
    }
}
