//! A player that is another program and speaks the engine protocol, described in `docs/engines.md`.

use selforge_catalogue::{OptionDoc, Playable};
use selforge_core::{AnyGame, AnyMove, AnyState, Game};

use super::options::{self, NO_LIMIT, NODES, depth, time};
use super::process::{Process, fail};
use super::program::Language;
use super::{AgentDoc, Recipe};
use crate::agent::{Budget, Report};
use crate::player::Failure;
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
        let command = options::command(reader)?;
        Ok((Recipe::External { command }, options::budget(reader)?))
    },
};

/// The engine protocol of this program.
pub(crate) struct OwnProtocol;

impl Language for OwnProtocol {
    fn greet(&self, process: &mut Process, playable: &Playable) -> Result<(), Failure> {
        process.say("sgi")?;
        process.wait_for("sgiok")?;
        process.say(&format!("game {}", playable.spec))?;
        process.say("isready")?;
        process.wait_for("readyok")
    }

    fn position(
        &self,
        game: &AnyGame,
        state: &AnyState,
        moves: Option<&[String]>,
    ) -> Result<String, Failure> {
        let mut text = String::new();
        let order = match moves {
            Some(moves) => {
                let moves = moves.iter().map(String::as_str).collect();
                Order::Position { place: "start", moves }
            }
            None => {
                let written = game.write_state(state, &mut text);
                written.map_err(|_| fail("the position has no text"))?;
                Order::Position { place: &text, moves: Vec::new() }
            }
        };
        Ok(order.to_string())
    }

    fn go(&self, budget: Budget) -> String {
        Order::Go(Some(budget)).to_string()
    }

    fn hear<'l>(
        &self,
        line: &'l str,
        report: &mut Report<AnyMove>,
    ) -> Result<Option<&'l str>, Failure> {
        match Reply::parse(line) {
            Reply::Info(info) => {
                report.depth = info.depth.unwrap_or(report.depth);
                report.nodes = info.nodes.unwrap_or(report.nodes);
                if let Some(score) = info.score {
                    report.score = score;
                    // Who judges has looked, whether or not it says how far.
                    report.depth = info.depth.unwrap_or(report.depth.max(1));
                }
                Ok(None)
            }
            Reply::BestMove(text) => Ok(Some(text)),
            Reply::Error(said) => Err(fail(format!("the program says: {}", shown(said)))),
            Reply::Other(_) => Ok(None),
        }
    }
}
