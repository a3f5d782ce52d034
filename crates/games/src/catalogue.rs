//! The one list of games, from which help, tests and menus are derived.
//!
//! A game is opened from its [`Spec`]. Code that must be fast is generic over the game and comes in
//! as a [`GameVisitor`]; code that must be short takes a [`Playable`], in which the game is erased.

use std::fmt::Debug;
use std::sync::Arc;

use selforge_board::picture::count::Change;
use selforge_board::picture::svg::{self, Caption, Look, SeatCaption};
use selforge_board::topology::Topology;
use selforge_board::{BoardError, CellSet, Diagram, Piece};
use selforge_core::{AnyGame, AnyState, Game, NotationError, Seat, Spec, SpecError, Status};

use crate::army::Army;
use crate::checkers::{self, Checkers};
use crate::chess::{self, Chess};
use crate::rulespace;
use crate::selfo::finite::Finite;
use crate::selfo::{self, Selfo};
use crate::shown::shown;

/// A family of games: everything that one name in a spec can open.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The first word of its specs.
    pub name: &'static str,
    /// The version of its rules; records carry it.
    pub rules_version: u32,
    /// What it is, in a line.
    pub summary: &'static str,
    /// What can be chosen.
    pub options: &'static [OptionDoc],
    /// Specs worth trying, each with a remark.
    pub examples: &'static [(&'static str, &'static str)],
}

/// What is to be known of one option of a spec.
#[derive(Clone, Copy, Debug)]
pub struct OptionDoc {
    /// The key.
    pub key: &'static str,
    /// What may stand behind the `=`.
    pub values: &'static str,
    /// What holds when it is left out.
    pub default: &'static str,
    /// What it does.
    pub meaning: &'static str,
}

/// Every family of games there is.
pub const FAMILIES: &[Family] =
    &[selfo::FAMILY, rulespace::FAMILY, chess::FAMILY, checkers::FAMILY];

/// Why a spec opens no game.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum GameError {
    /// No family has this name.
    #[error("unknown game '{name}'; expected one of: {}", FAMILIES.iter().map(|f| f.name).collect::<Vec<_>>().join(", "))]
    Unknown {
        /// The name as given, shortened.
        name: String,
    },
    /// The spec does not parse.
    #[error("game spec, {0}")]
    Syntax(#[from] NotationError),
    /// An option is wrong.
    #[error(transparent)]
    Option(#[from] SpecError),
    /// The board is wrong.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A file could not be read.
    #[error("cannot read '{file}': {reason}")]
    File {
        /// Its name as given, shortened.
        file: String,
        /// What the system says.
        reason: String,
    },
    /// The given position is wrong.
    #[error("position, {0}")]
    Position(#[from] selfo::PositionError),
    /// The start position cannot be made.
    #[error("setup: {0}")]
    Setup(#[from] selfo::setup::SetupError),
    /// Two options do not go together.
    #[error("{problem}; expected {expected}")]
    Conflict {
        /// What does not go together.
        problem: String,
        /// What would be right.
        expected: String,
    },
}

/// Where specs that name a file get its text from. Servers read none: [`NoFiles`].
pub trait Files {
    /// The text of the file.
    ///
    /// # Errors
    /// With the reason, in words.
    fn read(&self, name: &str) -> Result<String, String>;
}

/// Reads no file at all.
#[derive(Clone, Copy, Debug)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _name: &str) -> Result<String, String> {
        Err("files are not read here; give the graph itself".to_string())
    }
}

/// A game that can show and explain itself.
pub trait Described: Game {
    /// A picture of a position.
    fn diagram(&self, state: &Self::State) -> Diagram;

    /// The set of pieces that a seat plays: its own, unless seats have exchanged theirs.
    fn set_of(&self, state: &Self::State, seat: Seat) -> u8 {
        let _ = state;
        seat.index() as u8
    }

    /// Replaces the content of `cells` by what stands on each cell, the cells numbered in the same
    /// way in every position of a game on a finite board. What measures games asks this after every
    /// move, so games that can answer without drawing a diagram do.
    fn census(&self, state: &Self::State, cells: &mut Vec<Option<Piece>>) {
        cells.clear();
        cells.extend(self.diagram(state).cells.iter().map(|cell| cell.piece));
    }

    /// How many cells some piece could ever stand on: all of them, unless a game knows better.
    fn usable_cells(&self) -> usize {
        self.diagram(&self.start()).cells.len()
    }

    /// Whether the board has an end, so that cells can be counted.
    fn is_bounded(&self) -> bool {
        true
    }

    /// Whether a finished game was cut off by a limit rather than played out. Limits that are part of
    /// the [history rules](Game::history_rules) are not asked here.
    fn is_cut_off(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// The rules of this very game in plain English.
    fn rules_text(&self) -> String;
}

/// Code that runs for a game of whatever type.
pub trait GameVisitor {
    /// What it gives.
    type Output;

    /// Runs for `game`, whose canonical spec is `spec`.
    fn visit<G: Described>(self, game: Arc<G>, spec: Spec) -> Self::Output;

    /// Runs for a game of Selfo on a finite board, for those who know more about it.
    fn visit_selfo<S: CellSet, T: Topology<S>>(
        self,
        game: Arc<Selfo<Finite<S, T>>>,
        spec: Spec,
    ) -> Self::Output
    where
        Self: Sized,
    {
        self.visit(game, spec)
    }

    /// Runs for a game of two armies, for those who know more about such games.
    fn visit_army<G: Described + Army>(self, game: Arc<G>, spec: Spec) -> Self::Output
    where
        Self: Sized,
    {
        self.visit(game, spec)
    }

    /// Runs for chess, for those who know more about it.
    fn visit_chess(self, game: Arc<Chess>, spec: Spec) -> Self::Output
    where
        Self: Sized,
    {
        self.visit_army(game, spec)
    }

    /// Runs for checkers, for those who know more about it.
    fn visit_checkers(self, game: Arc<Checkers>, spec: Spec) -> Self::Output
    where
        Self: Sized,
    {
        self.visit_army(game, spec)
    }
}

/// Opens the game that `spec` names and runs `visitor` for it.
///
/// # Errors
/// If the spec names no game; the error says what is wrong and what would be right.
pub fn open<V: GameVisitor>(
    spec: &Spec,
    files: &dyn Files,
    visitor: V,
) -> Result<V::Output, GameError> {
    match spec.name() {
        "selfo" => selfo::open(spec, files, visitor),
        "chess" => chess::open(spec, visitor),
        "checkers" => checkers::open(spec, visitor),
        "rulespace" => rulespace::open(spec, visitor),
        name => Err(GameError::Unknown { name: shown(name) }),
    }
}

/// Any game, with its picture and its rules.
#[derive(Clone, Debug)]
pub struct Playable {
    /// The canonical spec.
    pub spec: Spec,
    /// The game.
    pub game: AnyGame,
    /// What is known of its family.
    pub family: &'static Family,
    described: Arc<dyn ErasedDescribed>,
}

impl Playable {
    /// Opens the game that `spec` names.
    ///
    /// # Errors
    /// As [`open`].
    pub fn open(spec: &Spec, files: &dyn Files) -> Result<Playable, GameError> {
        struct Erase;
        impl GameVisitor for Erase {
            type Output = Playable;

            fn visit<G: Described>(self, game: Arc<G>, spec: Spec) -> Playable {
                let family = FAMILIES.iter().find(|family| family.name == spec.name());
                Playable {
                    spec,
                    game: AnyGame::new(game.clone()),
                    family: family.expect("an opened game is of the catalogue"),
                    described: game,
                }
            }
        }
        open(spec, files, Erase)
    }

    /// A picture of a position.
    #[must_use]
    pub fn diagram(&self, state: &AnyState) -> Diagram {
        self.described.any_diagram(state)
    }

    /// The set of pieces that each seat plays.
    #[must_use]
    pub fn sets_of_seats(&self, state: &AnyState) -> Vec<u8> {
        let seats = Seat::all(self.game.seats());
        seats.map(|seat| self.described.any_set_of(state, seat)).collect()
    }

    /// Whose turn it is in a position, or how it ended.
    #[must_use]
    pub fn status_text(&self, state: &AnyState) -> String {
        match self.game.status(state) {
            Status::ToMove(seat) => format!("{seat} to move"),
            Status::Over(outcome) => format!("{outcome}, {}", self.game.ending(state)),
        }
    }

    /// A position as one line of text.
    #[must_use]
    pub fn position_text(&self, state: &AnyState) -> String {
        let mut text = String::new();
        self.game.write_state(state, &mut text).expect("writing to a string cannot fail");
        text
    }

    /// What a picture of a position says besides the board.
    #[must_use]
    pub fn caption(&self, state: &AnyState, diagram: &Diagram) -> Caption {
        let to_move = self.game.status(state).to_move();
        let words = svg::describe(diagram, self.game.seats(), &self.status_text(state));
        let seats = Seat::all(self.game.seats()).zip(self.sets_of_seats(state));
        Caption {
            title: shown(&self.spec.to_string()),
            description: format!("{words} Position: {}", self.position_text(state)),
            seats: seats
                .map(|(seat, set)| SeatCaption {
                    set,
                    name: seat.to_string(),
                    to_move: to_move == Some(seat),
                })
                .collect(),
        }
    }

    /// A picture of a position, as the text of an SVG file of this width in pixels.
    #[must_use]
    pub fn picture(&self, state: &AnyState, size: u32) -> String {
        let diagram = self.diagram(state);
        let caption = self.caption(state, &diagram);
        svg::board(&diagram, Look { size, names: false }, &caption, &Change::default())
    }

    /// The rules of this very game in plain English.
    #[must_use]
    pub fn rules_text(&self) -> String {
        self.described.any_rules_text()
    }

    /// The name and version of the rules, as records carry them.
    #[must_use]
    pub fn rules_name(&self) -> String {
        format!("{} {}", self.family.name, self.family.rules_version)
    }
}

trait ErasedDescribed: Debug + Send + Sync {
    fn any_diagram(&self, state: &AnyState) -> Diagram;
    fn any_set_of(&self, state: &AnyState, seat: Seat) -> u8;
    fn any_rules_text(&self) -> String;
}

impl<G: Described> ErasedDescribed for G {
    fn any_diagram(&self, state: &AnyState) -> Diagram {
        self.diagram(state.downcast().expect("a position is used with the game that made it"))
    }

    fn any_set_of(&self, state: &AnyState, seat: Seat) -> u8 {
        self.set_of(state.downcast().expect("a position is used with the game that made it"), seat)
    }

    fn any_rules_text(&self) -> String {
        self.rules_text()
    }
}
