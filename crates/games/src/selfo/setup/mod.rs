//! Start positions.
//!
//! The report places pieces in two ways: *regular* positions, which are symmetric and therefore
//! fair, and *irregular* ones, which are drawn at random and drawn again until they satisfy the
//! constraints on start positions (see [`balance`](super::balance)). [`SETUPS`] lists all of them.
//!
//! - `name`: the setups and their names;
//! - `fixed`: positions that are written down here;
//! - `even`: positions that were found by having engines play them out;
//! - `sectors`, `pattern`: the pattern method, by which most of those were found;
//! - `irregular`: perturbed, spiral and random placement;
//! - `draw`: drawing until the constraints hold.

mod draw;
mod even;
mod fixed;
mod irregular;
mod name;
mod pattern;
mod rows;
mod sectors;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use selforge_board::{Board, Cell};
use selforge_core::{MAX_SEATS, NotationError, Stream};

use super::balance::Constraint;
use super::ground::SetId;
use super::rules::Length;

pub use name::{SETUPS, Setup, SetupInfo};

/// What is to be placed where.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The board.
    pub board: &'a Arc<Board>,
    /// How to place the pieces.
    pub setup: Setup,
    /// How many pieces each set has, one number a set. With a `pattern` only how many sets there
    /// are counts: the pattern has the pieces.
    pub pieces: &'a [u16],
    /// How far each set's pieces move; sets beyond the end of this list move by single steps.
    pub lengths: &'a [Length],
    /// How many pieces of each set are special; sets beyond the end of this list have none.
    pub special: &'a [u16],
    /// How far special pieces move, if that is further.
    pub special_length: Length,
    /// No piece of a drawn start may be cut off by so many moves of the others, one or two, while its set
    /// stands still.
    pub first_moves: u8,
    /// Whether sides may be swapped, for [`Setup::Even`]; others ignore it.
    pub swap: bool,
    /// Chooses among the positions of a setup that is drawn at random.
    pub seed: u64,
    /// The pattern for [`Setup::Pattern`]; others ignore it.
    pub pattern: Option<&'a str>,
    /// Whether to give up, asked before each position is drawn.
    pub cancelled: &'a dyn Fn() -> bool,
}

/// Why no start position could be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// No setup has this name.
    #[error("unknown setup '{name}'; expected {expected}")]
    Name {
        /// The name as given, shortened.
        name: String,
        /// The names there are.
        expected: String,
    },
    /// The setup does not go with the board or the pieces.
    #[error("{setup} {problem}; expected {expected}")]
    Misfit {
        /// The setup.
        setup: Setup,
        /// What does not go with it.
        problem: String,
        /// What would.
        expected: String,
    },
    /// It was given up.
    #[error("drawing a start position was given up")]
    Cancelled,
    /// The pattern cannot be read.
    #[error("pattern, {0}")]
    Pattern(NotationError),
    /// No position that was drawn satisfies the constraints on start positions.
    #[error(
        "{setup} gave no good start in {tries} tries, of which {weighed} were weighed; \
         {worst} in {failures} of them; {advice}"
    )]
    Constraints {
        /// The setup.
        setup: Setup,
        /// How many positions were drawn.
        tries: u32,
        /// How many of them were good enough to count the moves that each set needs.
        weighed: u32,
        /// What was wrong most often.
        worst: Trouble,
        /// How often.
        failures: u32,
        /// What to change.
        advice: &'static str,
    },
}

/// What can be wrong with a position that was drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Trouble {
    /// The pieces did not fit along the spiral.
    Overrun,
    /// A constraint is broken.
    Broken(Constraint),
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Trouble::Overrun => f.write_str("the pieces ran off the board"),
            Trouble::Broken(constraint) => write!(f, "\"{constraint}\" failed"),
        }
    }
}

/// Places the pieces: the cell and the set of each, in the order of the cells.
///
/// Setups that are drawn at random satisfy the constraints on start positions. The same request
/// gives the same position for ever.
///
/// # Errors
/// If the setup does not go with the board or the pieces, or if no good position was found.
pub fn place(request: &Request<'_>) -> Result<Vec<(Cell, SetId)>, SetupError> {
    check_pieces(request)?;
    let mut placed = match request.setup {
        Setup::Regular(_) | Setup::Thesis(_) | Setup::Fitted(_) | Setup::Pawns => {
            fixed::place(request)?
        }
        Setup::Even => even::place(request)?,
        Setup::Pattern if request.pattern.is_some() => pattern::place(request)?,
        Setup::Pattern | Setup::Perturbed | Setup::Spiral | Setup::Random => draw::place(request)?,
    };
    placed.sort_unstable();
    Ok(placed)
}

/// How many pieces on 100 cells suit a board, if nobody says otherwise.
///
/// The report found 35 to 40 best on hexagons, whatever the number of players. Where cells have fewer
/// neighbours walls close more easily, and positions that meet the constraints get rare at that density.
#[must_use]
pub fn usual_density(board: &Board) -> u64 {
    let neighbours = board.cells().iter().map(|&cell| board.neighbours(cell).len()).max();
    match neighbours.unwrap_or(0) {
        0..=3 => 16,
        4 => 25,
        _ => 40,
    }
}

/// How many pieces each set has if nobody says otherwise: what a fixed setup dictates, else equally
/// many, as near to the density (in percent) as the setup can come.
#[must_use]
pub fn default_pieces(setup: Setup, board: &Board, seats: u8, density: f64) -> Vec<u16> {
    let (board_cells, sets) = (board.cells().len(), usize::from(seats.max(1)));
    if let Some(pieces) = even::pieces(board).filter(|_| setup == Setup::Even) {
        return vec![pieces; sets];
    }
    if let Some(total) = setup.fixed_total() {
        return vec![(usize::from(total) / sets) as u16; sets];
    }
    let share = board_cells as f64 * density / 100.0 / sets as f64;
    let unit = if setup == Setup::Pattern { pattern::unit(board, sets) } else { 1 };
    let wanted = ((share / unit as f64).round() as usize).saturating_mul(unit);
    let most = board_cells.saturating_sub(1) / sets / unit * unit;
    vec![wanted.min(most).max(2) as u16; sets]
}

/// The cells of the special pieces, chosen at random in each set, of which the first has `special[0]`.
#[must_use]
pub fn choose_special<C: Copy>(seed: u64, special: &[u16], placed: &[(C, SetId)]) -> Vec<C> {
    let mut chosen = Vec::new();
    for (set, &count) in special.iter().enumerate().filter(|(_, count)| **count > 0) {
        let of_set = placed.iter().filter(|(_, other)| usize::from(*other) == set);
        let mut own: Vec<C> = of_set.map(|(cell, _)| *cell).collect();
        Stream::new(seed, "special", set as u64).shuffle(&mut own);
        chosen.extend(own.into_iter().take(usize::from(count)));
    }
    chosen
}

/// Refuses other numbers of pieces than those of the position that a setup has.
fn check_counts(request: &Request<'_>, placed: &[(Cell, SetId)]) -> Result<(), SetupError> {
    let sets = 0..request.pieces.len();
    let count = |set: usize| placed.iter().filter(|(_, s)| usize::from(*s) == set).count() as u16;
    let right: Vec<u16> = sets.map(count).collect();
    if right == request.pieces {
        return Ok(());
    }
    let list = |counts: &[u16]| counts.iter().map(u16::to_string).collect::<Vec<_>>().join(", ");
    Err(SetupError::Misfit {
        setup: request.setup,
        problem: format!("with {} pieces", list(request.pieces)),
        expected: format!("{} pieces", list(&right)),
    })
}

/// Refuses numbers of pieces that no setup could place.
fn check_pieces(request: &Request<'_>) -> Result<(), SetupError> {
    let misfit = |problem: String, expected: String| {
        Err(SetupError::Misfit { setup: request.setup, problem, expected })
    };
    let sets = request.pieces.len();
    if !(2..=MAX_SEATS).contains(&sets) {
        return misfit(format!("for {sets} sets"), format!("2 to {MAX_SEATS} sets"));
    }
    if request.setup == Setup::Pattern && request.pattern.is_some() {
        return Ok(());
    }
    if let Some(at) = request.pieces.iter().position(|&count| count < 2) {
        let letter = (b'A' + at as u8) as char;
        let problem = format!("with {} pieces in set {letter}", request.pieces[at]);
        return misfit(problem, "at least 2 pieces a set".to_string());
    }
    let moves = draw::first_moves(request);
    if request.first_moves > 1 && moves > draw::MOST_FIRST_MOVES {
        let problem = format!("with first-moves=2 and about {moves} first moves to pair");
        return misfit(problem, "first-moves=1, fewer pieces or shorter moves".to_string());
    }
    let total: usize = request.pieces.iter().map(|&count| usize::from(count)).sum();
    let cells = request.board.cells().len();
    if total >= cells {
        let problem =
            format!("with {total} pieces on the {cells} cells of {}", short(request.board));
        return misfit(problem, format!("at most {} pieces", cells.saturating_sub(1)));
    }
    Ok(())
}

/// A board's name, or what to call it if the name is a whole graph.
fn short(board: &Board) -> &str {
    if board.is_graph() { "this graph" } else { board.name() }
}
