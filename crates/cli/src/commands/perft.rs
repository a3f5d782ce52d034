//! `selforge perft`: counting lines of play, to compare rules with other programs.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;

use clap::Args;
use selforge_core::perft;
use selforge_games::{Described, GameVisitor};
use serde_json::{Map, Value, json};

use crate::error::CliError;
use crate::files::FileSystem;
use crate::output::Output;
use crate::spec::{SpecArgs, position, written};

/// Counts lines of play.
#[derive(Args, Debug)]
#[command(after_help = "\
Passes and swaps count as moves, and lines end where the game ends.

Examples:
  selforge perft selfo board=hexhex-3 position=\"A1B/4/5/4/B1A A\" swap=off --depth 4
  selforge perft selfo --depth 3 --divide
  selforge perft selfo seats=3 --depth 3 --json")]
pub(crate) struct Perft {
    #[command(flatten)]
    spec: SpecArgs,
    /// How many plies
    #[arg(long, short, value_name = "D", value_parser = clap::value_parser!(u32).range(0..=20))]
    depth: u32,
    /// Start from this position of the game
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Tell the number for each first move
    #[arg(long)]
    divide: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Perft {
    /// Counts the lines of play from a position.
    ///
    /// # Errors
    /// If the spec or the position is wrong.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let spec = self.spec.spec()?;
        let count = Count { depth: self.depth, divide: self.divide, position: self.position };
        let counted = selforge_games::visit(&selforge_games::open(&spec, &FileSystem)?, count)?;
        if self.json {
            let mut value = json!({ "depth": self.depth, "nodes": counted.nodes });
            if self.divide {
                let parts = counted.parts.into_iter().map(|(mv, nodes)| (mv, Value::from(nodes)));
                value["divide"] = Value::Object(parts.collect::<Map<_, _>>());
            }
            return Ok(out.json(&value)?);
        }
        for (mv, nodes) in &counted.parts {
            writeln!(out, "{mv}: {nodes}")?;
        }
        Ok(writeln!(out, "depth {}: {} nodes", self.depth, counted.nodes)?)
    }
}

/// Counts for a game of whatever type: erased games would be several times slower.
struct Count {
    depth: u32,
    divide: bool,
    position: Option<String>,
}

struct Counted {
    nodes: u64,
    /// The number for each first move, if asked for.
    parts: Vec<(String, u64)>,
}

impl GameVisitor for Count {
    type Output = Result<Counted, CliError>;

    fn visit<G: Described>(self, game: Arc<G>) -> Self::Output {
        let state = position(&*game, self.position.as_deref())?;
        let Some(rest) = self.depth.checked_sub(1).filter(|_| self.divide) else {
            return Ok(Counted { nodes: perft(&*game, &state, self.depth), parts: Vec::new() });
        };
        let mut parts = Vec::new();
        let _ = game.visit_moves(&state, &mut |mv| {
            let name = written(|text| game.write_move(&state, mv, text));
            let mut next = state.clone();
            game.play(&mut next, mv);
            parts.push((name, perft(&*game, &next, rest)));
            ControlFlow::Continue(())
        });
        Ok(Counted { nodes: parts.iter().map(|(_, nodes)| nodes).sum(), parts })
    }
}
