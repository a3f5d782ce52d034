//! From a spec to a game of Hex.

use std::sync::Arc;

use selforge_board::{BoardName, CellSet, Wide};
use selforge_catalogue::{
    Card, Environment, Example, Family, GameError, GameVisitor, OptionDoc, Playable,
};
use selforge_core::{Spec, SpecReader};

use super::game::{Hex, State};
use super::grid::{Grid, LEAST_SIDE, LONGEST_SIDE};
use super::position;

/// The board of most games and tournaments.
const USUAL: BoardName = BoardName::Hex { rows: 11, columns: 11 };

/// Sets for boards up to the usual size, and for all others. Two are enough: beyond the usual board,
/// speed matters less than how much there is to compile.
type Small = u128;
type Large = Wide<6>;

/// Hex in the catalogue.
#[must_use]
pub fn family() -> Family {
    Family {
        name: "hex".into(),
        title: "Hex".into(),
        rules_version: 1,
        summary: "Hex: connect your two sides of a rhombus before your opponent connects theirs."
            .into(),
        options: vec![
            OptionDoc::new(
                "board",
                "hex-RxC, R and C from 3 to 19",
                "hex-11x11",
                "rows and columns of the board; A connects the top and the bottom",
            ),
            OptionDoc::new(
                "swap",
                "on or off",
                "on",
                "whether the second player may take over the first stone",
            ),
            OptionDoc::new(
                "position",
                "a position as text",
                "the empty board",
                "the start position",
            ),
        ],
        examples: vec![
            Example::new("hex", "the usual game on 11 by 11"),
            Example::new("hex board=hex-5x5", "a short game"),
            Example::new(
                "hex board=hex-13x13 swap=off",
                "a larger board, and the first move is an advantage",
            ),
            Example::new(
                "hex board=hex-9x8 swap=off",
                "an uneven board: A begins and has the longer way",
            ),
            Example::new("hex board=hex-4x4 position=\"4/1A2/2B1/4 A\"", "a position of your own"),
        ],
        cards: vec![
            Card::new("Connection", "hex", "Hex", "Join your two sides. There are no draws."),
            Card::new("Connection", "hex board=hex-7x7", "Small Hex", "Hex in five minutes."),
        ],
        dialect: None,
        open: Arc::new(open),
    }
}

/// Opens the game of Hex that `spec` names.
///
/// # Errors
/// If an option is wrong.
fn open(family: &Arc<Family>, spec: &Spec, _: &dyn Environment) -> Result<Playable, GameError> {
    let mut reader = SpecReader::new(spec);
    let name = match reader.text("board") {
        Some(text) => text.parse()?,
        None => USUAL,
    };
    let sides = LEAST_SIDE..=LONGEST_SIDE;
    let (rows, columns) = match name {
        BoardName::Hex { rows, columns } if sides.contains(&rows) && sides.contains(&columns) => {
            (rows, columns)
        }
        _ => {
            let problem = "not a board for Hex";
            let expected = format!("hex-RxC, R and C from {LEAST_SIDE} to {LONGEST_SIDE}");
            return Err(reader.refuse("board", problem, expected).into());
        }
    };
    let options = Options {
        family,
        rows,
        columns,
        swap: reader.switch("swap")?.unwrap_or(true),
        position: reader.text("position"),
    };
    reader.finish(&[])?;
    if (rows * columns) as usize <= Small::SLOTS {
        options.open::<Small>()
    } else {
        options.open::<Large>()
    }
}

/// Runs a visitor for an opened game of Hex; gives it back for any other.
///
/// # Errors
/// With the visitor, if the game is not Hex.
pub fn visit<V: GameVisitor>(playable: &Playable, visitor: V) -> Result<V::Output, V> {
    playable
        .visit_as::<Hex<Small>, V>(visitor)
        .or_else(|visitor| playable.visit_as::<Hex<Large>, V>(visitor))
}

struct Options<'s> {
    family: &'s Arc<Family>,
    rows: u32,
    columns: u32,
    swap: bool,
    position: Option<&'s str>,
}

impl Options<'_> {
    fn open<S: CellSet>(&self) -> Result<Playable, GameError> {
        let grid = Grid::<S>::new(self.rows, self.columns)?;
        let start = match self.position {
            Some(text) => position::parse(&grid, text).map_err(GameError::position)?,
            None => State::EMPTY,
        };
        let mut canonical = Spec::new(&self.family.name);
        let board = BoardName::Hex { rows: self.rows, columns: self.columns };
        if board != USUAL {
            canonical.set("board", board.to_string())?;
        }
        if !self.swap {
            canonical.set("swap", "off")?;
        }
        if start != State::EMPTY {
            let mut text = String::new();
            position::write(&grid, &start, &mut text).expect("writing to a string cannot fail");
            canonical.set("position", text)?;
        }
        let game = Hex::from_start(grid, self.swap, start);
        Ok(Playable::new(self.family, canonical, game))
    }
}
