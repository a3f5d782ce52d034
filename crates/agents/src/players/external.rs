//! A player that is another program, spoken to over its standard input and output.
//!
//! The program is trusted with nothing: it is given time, its lines have a length, and whatever goes
//! wrong (no start, crash, silence, an illegal move) is a [`Failure`] that costs it the game and
//! nobody else anything. The protocol is described in `docs/engines.md`.

use std::time::{Duration, Instant};

use selforge_catalogue::{OptionDoc, Playable, Score};
use selforge_core::{AnyMove, Game};

use super::options::{self, NO_LIMIT, NODES, depth, time};
use super::process::{Process, fail};
use super::{AgentDoc, Recipe};
use crate::agent::{Budget, Report};
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
    is_local: true,
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

pub(crate) struct External {
    playable: Playable,
    command: Vec<String>,
    process: Option<Process>,
}

impl External {
    /// A player that runs `command`, a program and its arguments.
    pub(crate) fn new(playable: &Playable, command: Vec<String>) -> External {
        External { playable: playable.clone(), command, process: None }
    }

    fn start(&self) -> Result<Process, Failure> {
        let (program, arguments) = self.command.split_first().ok_or_else(|| fail("no command"))?;
        let mut process = Process::start(program.as_ref(), arguments)?;
        process.say("sgi")?;
        wait_for(&mut process, "sgiok")?;
        process.say(&format!("game {}", self.playable.spec))?;
        process.say("isready")?;
        wait_for(&mut process, "readyok")?;
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
            let line = match process.listen(LOOK)? {
                Some(line) => line,
                None if Instant::now() < deadline => continue,
                None => return Err(fail("no answer in time")),
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

/// Waits until the program says a word.
fn wait_for(process: &mut Process, word: &str) -> Result<(), Failure> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let Some(line) = process.listen_until(deadline)? else {
            return Err(fail(format!("the program did not say '{word}' in time")));
        };
        match Reply::parse(&line) {
            Reply::Other(said) if said == word => return Ok(()),
            Reply::Error(said) => {
                let shown: String = said.chars().take(200).collect();
                return Err(fail(format!("the program says: {}", shown.escape_debug())));
            }
            _ => {}
        }
    }
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
