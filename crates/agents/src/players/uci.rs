//! A chess engine of somebody else, by the protocol that chess engines speak (UCI).

use std::time::Duration;

use selforge_catalogue::{OptionDoc, Playable, Score};
use selforge_core::{AnyGame, AnyMove, AnyState, Game};

use super::options::{self, NO_LIMIT, NODES, depth, time};
use super::process::{Process, fail};
use super::program::Language;
use super::{AgentDoc, AgentError, AgentSpec, Recipe};
use crate::agent::{Budget, Report};
use crate::player::Failure;

pub(super) const DOC: AgentDoc = AgentDoc {
    name: "uci",
    summary: "A chess engine that speaks UCI.",
    options: &[
        OptionDoc::new(
            "cmd",
            "a command in quotes",
            "must be given",
            "the program and its arguments",
        ),
        OptionDoc::new(
            "options",
            "NAME=VALUE, …",
            "the engine's own",
            "what the engine is told to set, separated by commas",
        ),
        depth(NO_LIMIT),
        time("1s without another limit"),
        NODES,
    ],
    is_local: true,
    example: "uci cmd=stockfish options=\"Hash=16, Threads=1\" time=50ms",
    read: |reader| {
        let command = options::command(reader)?;
        let mut settings = Vec::new();
        for part in reader.text("options").unwrap_or_default().split(',') {
            match part.split_once('=') {
                Some((name, value)) => settings.push((name.trim().into(), value.trim().into())),
                None if part.trim().is_empty() => {}
                None => return Err(reader.refuse("options", "no value", "NAME=VALUE, …")),
            }
        }
        let mut budget = options::budget(reader)?;
        if budget == Budget::default() {
            budget.time = Some(USUAL);
        }
        Ok((Recipe::Uci { command, settings }, budget))
    },
};

/// How long an engine thinks that is told no limit.
const USUAL: Duration = Duration::from_secs(1);

/// What chess engines speak.
pub(crate) struct UciProtocol {
    settings: Vec<(String, String)>,
}

impl UciProtocol {
    /// The language of a player of chess, with what the engine is told to set.
    ///
    /// # Errors
    /// If the game is another one.
    pub(crate) fn new(
        spec: &AgentSpec,
        playable: &Playable,
        settings: Vec<(String, String)>,
    ) -> Result<UciProtocol, AgentError> {
        match playable.family.name == "chess" {
            true => Ok(UciProtocol { settings }),
            false => Err(spec.unfit("UCI is the protocol of chess engines", "chess, or external")),
        }
    }
}

impl Language for UciProtocol {
    fn greet(&self, process: &mut Process, _: &Playable) -> Result<(), Failure> {
        process.say("uci")?;
        process.wait_for("uciok")?;
        for (name, value) in &self.settings {
            process.say(&format!("setoption name {name} value {value}"))?;
        }
        process.say("ucinewgame")?;
        process.say("isready")?;
        process.wait_for("readyok")
    }

    fn position(
        &self,
        game: &AnyGame,
        state: &AnyState,
        moves: Option<&[String]>,
    ) -> Result<String, Failure> {
        let from = if moves.is_some() { game.start() } else { state.clone() };
        let mut order = "position fen ".to_owned();
        game.write_state(&from, &mut order).map_err(|_| fail("the position has no text"))?;
        if let Some(moves) = moves.filter(|moves| !moves.is_empty()) {
            order = format!("{order} moves {}", moves.join(" "));
        }
        Ok(order)
    }

    fn go(&self, budget: Budget) -> String {
        go(budget)
    }

    fn hear<'l>(
        &self,
        line: &'l str,
        report: &mut Report<AnyMove>,
    ) -> Result<Option<&'l str>, Failure> {
        let mut words = line.split_whitespace();
        Ok(match words.next() {
            Some("bestmove") => Some(words.next().unwrap_or_default()),
            Some("info") => {
                note(report, words);
                None
            }
            _ => None,
        })
    }
}

/// What to think within.
fn go(budget: Budget) -> String {
    let Budget { time, nodes, depth } = budget;
    let mut order = "go".to_owned();
    if let Some(time) = time {
        order += &format!(" movetime {}", time.as_millis().max(1));
    }
    if let Some(nodes) = nodes {
        order += &format!(" nodes {nodes}");
    }
    if let Some(depth) = depth {
        order += &format!(" depth {depth}");
    }
    order
}

/// Takes what an engine says of its search, as far as it is understood.
fn note<'a>(report: &mut Report<AnyMove>, mut words: impl Iterator<Item = &'a str>) {
    let number = |word: Option<&str>| word.and_then(|word| word.parse::<i64>().ok());
    while let Some(word) = words.next() {
        match word {
            "depth" => {
                if let Some(depth) = number(words.next()) {
                    report.depth = depth.clamp(0, 1000) as u32;
                }
            }
            "nodes" => {
                if let Some(nodes) = number(words.next()) {
                    report.nodes = nodes.max(0).cast_unsigned();
                }
            }
            "score" => match (words.next(), number(words.next())) {
                (Some("cp"), Some(points)) => {
                    report.depth = report.depth.max(1);
                    report.score = Score::estimate(points.clamp(-800_000, 800_000) as i32);
                }
                // Mate in so many moves, the last of which needs no answer.
                (Some("mate"), Some(moves)) => {
                    let plies = |moves: i64| moves.clamp(0, 1000) as u32;
                    report.depth = report.depth.max(1);
                    report.score = match moves > 0 {
                        true => Score::win_in(2 * plies(moves) - 1),
                        false => Score::loss_in(2 * plies(-moves)),
                    };
                }
                _ => {}
            },
            // What follows is not for this.
            "pv" | "string" => return,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_engine_says_of_its_search_is_understood() {
        let mut report = Report { depth: 0, nodes: 0, score: Score::DRAW, line: Vec::new() };
        let mut hear = |line: &str| {
            note(&mut report, line.split_whitespace());
            (report.depth, report.nodes, report.score)
        };
        let said = "depth 12 seldepth 20 multipv 1 score cp -34 nodes 99 nps 5 pv e2e4 depth 3";
        assert_eq!(hear("currmove e2e4").0, 0, "nothing is said of its value");
        assert_eq!(hear("score cp 7"), (1, 0, Score::estimate(7)), "who judges has looked");
        assert_eq!(hear(said), (12, 99, Score::estimate(-34)));
        assert_eq!(hear("depth 13 score mate 3").2, Score::win_in(5));
        assert_eq!(hear("score mate -2").2, Score::loss_in(4));
        assert_eq!(hear("string depth 99 score cp 1").0, 13);
    }

    #[test]
    fn limits_are_told_in_the_words_of_the_protocol() {
        let time = Some(Duration::from_millis(50));
        assert_eq!(go(Budget { time, nodes: Some(9), depth: None }), "go movetime 50 nodes 9");
        assert_eq!(go(Budget { time: None, nodes: None, depth: Some(4) }), "go depth 4");
    }

    #[test]
    fn only_chess_is_played() {
        let spec = AgentSpec::parse("uci cmd=x").unwrap();
        let other = selforge_core::Spec::parse("checkers").unwrap();
        let playable = selforge_games::open(&other, &selforge_games::NoFiles).unwrap();
        let refused = UciProtocol::new(&spec, &playable, Vec::new()).err().unwrap();
        assert!(refused.to_string().contains("expected chess, or external"), "{refused}");
    }
}
