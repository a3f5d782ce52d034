//! `selforge solve`: small boards of Selfo, exactly.

use std::io::Write;

use clap::Args;
use selforge_lab::report::Bar;
use selforge_lab::solve::{Problem, Summary, solve, to_text};

use super::arena::{stop_on_ctrl_c, threads};
use crate::error::CliError;
use crate::output::Output;
use crate::spec::SpecArgs;

/// Solves a board.
#[derive(Args, Debug)]
#[command(after_help = "\
Every placement of the pieces gets its value for the seat to move: won or lost in so many plies, or
drawn, when both play as well as can be. Of the start only the numbers of pieces matter; its own value
is told too. Where no fair start can be drawn, because there are too many pieces, give any position.

Nobody swaps. Going round in circles is a draw; limits on the length of a game are left out.

Boards have at most 64 cells. Memory is the limit: hexhex-3 is solved with any number of pieces,
hexhex-4 with up to four a side.

Examples:
  selforge solve selfo board=hexhex-3 pieces=2
  selforge solve selfo board=hexhex-3 pieces=4 --distances
  selforge solve selfo board=hexhex-3 pieces=4,3 length=1,2
  selforge solve selfo board=hexhex-3 position=\"ABA/BABA/ABABB/A1B1/3 A\" --json")]
pub(crate) struct Solve {
    #[command(flatten)]
    spec: SpecArgs,
    /// The most memory to take, in MiB
    #[arg(long, value_name = "MIB", default_value = "2048", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory: u64,
    /// How many threads work [default: one on each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Tell for each number of plies how many positions are decided in it
    #[arg(long)]
    distances: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Solve {
    /// Solves and sums up.
    ///
    /// # Errors
    /// If the game is none that can be solved, or too large.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let problem = Problem::of(&self.spec.open()?)?;
        let memory = self.memory << 20;
        // A refusal should not wait for a signal handler.
        problem.check(memory)?;
        let (stop, bar) = (stop_on_ctrl_c()?, Bar::waiting("placing the pieces"));
        let solution = solve(problem, memory, threads(self.threads), &stop, &mut |it| {
            bar.show_solving(it);
        });
        bar.clear();
        let Some(solution) = solution? else { return Err(CliError::Interrupted) };
        let summary = Summary::of(&solution);
        if self.json {
            return Ok(out.json(&serde_json::json!(summary))?);
        }
        Ok(write!(out, "{}", to_text(&summary, self.distances))?)
    }
}
