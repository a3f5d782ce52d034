//! A player that is a program of its own, whatever language it speaks.
//!
//! The program is started with the first question (or to [try](Seated::try_out) it), told the game as moves
//! from its start, so that it sees repetitions, and ended when the player is no longer needed. Whatever
//! goes wrong (it does not start, crashes, is silent, says something illegal) is a [`Failure`] that costs it
//! the game and nobody else anything.

use std::time::{Duration, Instant};

use selforge_catalogue::{Playable, Score};
use selforge_core::{AnyGame, AnyMove, AnyState, Game};

use super::path::Path;
use super::process::{Process, fail};
use crate::agent::{Budget, Report};
use crate::player::{AnyQuestion, Failure, Seated};
use crate::protocol::shown;

/// How much longer than its budget a program may think.
const GRACE: Duration = Duration::from_secs(2);

/// How long it may think when its budget has no time.
const LONGEST: Duration = Duration::from_secs(600);

/// What is said to a program, and how its answers are read.
pub(crate) trait Language: Send {
    /// Makes the program's acquaintance, up to where it waits for a position.
    fn greet(&self, process: &mut Process, playable: &Playable) -> Result<(), Failure>;

    /// The line that tells a position: `moves` from the start of the game, or none if no moves lead there.
    fn position(
        &self,
        game: &AnyGame,
        state: &AnyState,
        moves: Option<&[String]>,
    ) -> Result<String, Failure>;

    /// The line that asks for a move within a budget.
    fn go(&self, budget: Budget) -> String;

    /// Takes what a line says of the search; gives the move if it is the answer.
    ///
    /// # Errors
    /// If the program says that it cannot go on.
    fn hear<'l>(
        &self,
        line: &'l str,
        report: &mut Report<AnyMove>,
    ) -> Result<Option<&'l str>, Failure>;
}

/// A program as a player.
pub(crate) struct Program<L> {
    playable: Playable,
    command: Vec<String>,
    language: L,
    process: Option<Process>,
    path: Path,
}

impl<L: Language> Program<L> {
    /// A player that runs `command`, a program and its arguments.
    pub(crate) fn new(playable: &Playable, command: Vec<String>, language: L) -> Program<L> {
        let path = Path::new(&playable.game);
        Program { playable: playable.clone(), command, language, process: None, path }
    }

    fn start(&self) -> Result<Process, Failure> {
        let mut process = Process::of_command(&self.command)?;
        self.language.greet(&mut process, &self.playable)?;
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
        let moves = self.path.lead(game, question.state, question.history);
        process.say(&self.language.position(game, question.state, moves)?)?;
        process.say(&self.language.go(budget))?;
        let deadline = Instant::now() + budget.time.map_or(LONGEST, |time| time + GRACE);
        let mut report = Report { depth: 0, nodes: 0, score: Score::DRAW, line: Vec::new() };
        process.converse(question.stop, deadline, |line| {
            let Some(text) = self.language.hear(line, &mut report)? else { return Ok(None) };
            let illegal = |_| fail(format!("illegal move '{}'", shown(text)));
            let mv = game.parse_move(question.state, text).map_err(illegal)?;
            Ok(Some(Report { line: vec![mv], ..report.clone() }))
        })
    }
}

impl<L: Language> Seated for Program<L> {
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

    fn try_out(&mut self) -> Result<(), Failure> {
        self.process = Some(self.start()?);
        Ok(())
    }

    fn new_game(&mut self) {
        self.process = None;
    }

    /// The program's own memory is not known here.
    fn memory(&self) -> usize {
        0
    }
}
