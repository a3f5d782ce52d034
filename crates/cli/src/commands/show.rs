//! `selforge show`: a board, in the terminal or as a picture.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use selforge_board::Diagram;
use selforge_board::picture::count::{Change, count_sets};
use selforge_board::picture::svg;
use selforge_core::{AnyState, Game};
use selforge_games::Playable;
use serde_json::{Value, json};

use crate::error::CliError;
use crate::files::{is_stdout, write_to};
use crate::output::{ColorChoice, Output, ThemeName};
use crate::render::terminal;
use crate::render::view::legend;
use crate::spec::{SpecArgs, position};

/// Shows a board.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  selforge show selfo
  selforge show selfo board=hexhex-4 seed=5 --coords
  selforge show selfo board=hexhex-3 --position \"A1B/4/5/4/B1A A\"
  selforge show selfo seats=3 --svg board.svg
  selforge show selfo --svg - | rsvg-convert > board.png")]
pub(crate) struct Show {
    #[command(flatten)]
    spec: SpecArgs,
    /// Show this position of the game instead of its start
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Write a picture to this file; - for standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The width of the picture in pixels
    #[arg(long, value_name = "PX", default_value_t = 720, value_parser = clap::value_parser!(u32).range(50..=10_000))]
    size: u32,
    /// What the picture is for: screen, paper or mono (paper without colours)
    #[arg(long, value_name = "THEME", default_value = "screen")]
    theme: ThemeName,
    /// Show the names of the cells, where they fit
    #[arg(long)]
    coords: bool,
    /// When to use colour; the NO_COLOR environment variable counts as well
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
    /// Print JSON: the position, its cells and their outlines
    #[arg(long)]
    json: bool,
}

impl Show {
    /// Shows it.
    ///
    /// # Errors
    /// If the spec or the position is wrong, or the picture cannot be written.
    pub(crate) fn run(self, out: &mut Output<'_>) -> Result<(), CliError> {
        let playable = self.spec.open()?;
        let state = position(&playable.game, self.position.as_deref())?;
        let diagram = playable.diagram(&state);
        if let Some(file) = &self.svg {
            let look = svg::Look { size: self.size, names: self.coords, theme: self.theme.theme() };
            let caption = playable.caption(&state, &diagram);
            let picture = svg::board(&diagram, look, &caption, &Change::default());
            write_to(file, &picture, out)?;
            if is_stdout(file) {
                return Ok(());
            }
        }
        if self.json {
            return Ok(out.json(&json(&playable, &state, &diagram))?);
        }
        if let Some(file) = &self.svg {
            return Ok(writeln!(out, "picture written to {}", file.display())?);
        }
        let look = terminal::Look {
            colour: out.colour(self.color),
            names: self.coords,
            columns: out.columns(),
        };
        write!(out, "{}", terminal::board(&diagram, &look, &Change::default()))?;
        writeln!(out)?;
        for line in legend(&playable, &state, &diagram, &BTreeMap::new(), look.colour) {
            writeln!(out, "{line}")?;
        }
        if playable.game.outcome(&state).is_some() {
            writeln!(out, "{}", playable.status_text(&state))?;
        }
        Ok(writeln!(out, "\n{}\n{}", playable.spec, playable.position_text(&state))?)
    }
}

fn json(playable: &Playable, state: &AnyState, diagram: &Diagram) -> Value {
    let status = playable.game.status(state);
    let outcome = status.outcome();
    let sets: Vec<Value> = count_sets(diagram, playable.game.seats())
        .iter()
        .map(|count| {
            json!({ "pieces": count.pieces, "groups": count.groups, "blocked": count.blocked })
        })
        .collect();
    json!({
        "spec": playable.spec.to_string(),
        "position": playable.position_text(state),
        "seats": playable.game.seats(),
        "to_move": status.to_move().map(|seat| seat.to_string()),
        "outcome": outcome.map(|outcome| outcome.to_string()),
        "ending": outcome.map(|_| playable.game.ending(state)),
        "moves": playable.game.count_moves(state),
        "sets_of_seats": playable.sets_of_seats(state),
        "sets": sets,
        "diagram": diagram,
    })
}
