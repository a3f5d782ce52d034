//! What players may know of games with armies: pieces of several kinds that can be captured.
//!
//! The paper's rule-based player, and evaluators that count material, need to know which pieces there
//! are, how each moves and captures, and whose loss loses the game. [`Army`] says that for any such
//! game; a game opts in by implementing it and by sending visitors to
//! [`GameVisitor::visit_army`](crate::GameVisitor::visit_army).

use selforge_core::{Game, Seat};

use crate::effect::MoveEffect;

/// Where a piece can go, seen from its player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Movement {
    /// Diagonally forward, like a man at checkers.
    DiagonalForward,
    /// Diagonally, forward and backward, like a bishop.
    Diagonal,
    /// In all eight directions, like a queen.
    AllDirections,
    /// Two cells one way and one to the side, over whatever stands between, like a knight.
    Leap,
    /// Along rank and file, like a rook (or the file alone, an option).
    RankAndFile,
    /// Straight forward, like a pawn.
    Forward,
}

impl Movement {
    /// All, in the order of the genes' values from 1.
    pub const ALL: [Movement; 6] = [
        Movement::DiagonalForward,
        Movement::Diagonal,
        Movement::AllDirections,
        Movement::Leap,
        Movement::RankAndFile,
        Movement::Forward,
    ];
}

/// How a piece captures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Capture {
    /// It moves into the enemy's cell.
    Into,
    /// It jumps over the enemy into the empty cell right behind, and goes on while it can.
    Over,
}

/// A cell as steps to the right and up from a1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// From 0 at the left.
    pub file: i8,
    /// From 0 at the bottom.
    pub rank: i8,
}

impl Place {
    /// The most files and ranks of a board.
    pub const SIDE: usize = 16;

    /// A number of its own for every cell, below `SIDE * SIDE`.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self.rank as usize * Place::SIDE + self.file as usize
    }

    /// How many steps a king would need.
    #[must_use]
    pub fn distance(self, other: Place) -> u32 {
        let files = self.file.abs_diff(other.file);
        u32::from(files.max(self.rank.abs_diff(other.rank)))
    }
}

/// A piece, as far as its worth goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Soldier {
    /// Whose it is.
    pub seat: Seat,
    /// Where it stands.
    pub place: Place,
    /// How it moves; the nearest there is.
    pub movement: Movement,
    /// How it captures.
    pub capture: Capture,
    /// Whether losing the last of its kind loses the game.
    pub honour: bool,
}

/// The paper's priority of a piece for its movement and its capturing (its Figure 4), without honour.
#[must_use]
pub const fn priority(movement: Movement, capture: Capture) -> i32 {
    let movement = match movement {
        Movement::AllDirections => 8,
        Movement::Diagonal | Movement::RankAndFile => 7,
        Movement::DiagonalForward | Movement::Forward => 6,
        Movement::Leap => 5,
    };
    let capture = match capture {
        Capture::Into => 4,
        Capture::Over => 3,
    };
    movement + capture
}

/// What a move of an army does to the board, as its pictures number the cells: `cell` gives the number
/// of a place. The piece that moves first is the one that moves; others go along with it.
pub fn move_effect<G: Army>(
    game: &G,
    state: &G::State,
    mv: G::Move,
    cell: impl Fn(Place) -> usize,
) -> MoveEffect {
    let mut effect = MoveEffect::default();
    game.visit_effects(state, mv, &mut |part| match part {
        Effect::Taken(place) => effect.captures.push(cell(place)),
        Effect::Moved([from, to]) => {
            let [from, to] = [cell(from), cell(to)];
            match effect.path.last() {
                None => effect.path.extend([from, to]),
                Some(&last) if last == from => effect.path.push(to),
                Some(_) => effect.along.push([from, to]),
            }
        }
    });
    effect
}

/// What a side has on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Material {
    /// The [priorities](priority) of all its pieces together.
    pub priorities: i32,
    /// How many pieces of honour it has.
    pub honour: i32,
}

/// What a move does to one piece. A move is one or more of these in turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// A piece goes from one cell to another, which is empty by then.
    Moved([Place; 2]),
    /// The piece on a cell leaves the board.
    Taken(Place),
}

/// A game of two armies, on a board of at most [`Place::SIDE`] files and ranks.
pub trait Army: Game {
    /// Shows every piece on the board.
    fn visit_soldiers(&self, state: &Self::State, visit: &mut impl FnMut(Soldier))
    where
        Self: Sized;

    /// Whether the game has pieces of honour at all.
    fn has_honour(&self) -> bool;

    /// Where the piece that a legal move moves stands before and after.
    fn path(&self, state: &Self::State, mv: Self::Move) -> [Place; 2];

    /// Whether a legal move captures.
    fn captures(&self, state: &Self::State, mv: Self::Move) -> bool;

    /// Shows what a legal move does to the pieces, in order: every cell that a piece comes to, the
    /// cells between the jumps of a chain among them, and every piece that is taken.
    fn visit_effects(&self, state: &Self::State, mv: Self::Move, visit: &mut impl FnMut(Effect))
    where
        Self: Sized;

    /// What each side has on the board: the first seat's, then the second's.
    fn material(&self, state: &Self::State) -> [Material; 2]
    where
        Self: Sized,
    {
        let mut material = [Material::default(); 2];
        self.visit_soldiers(state, &mut |soldier| {
            let own = &mut material[soldier.seat.index()];
            own.priorities += priority(soldier.movement, soldier.capture);
            own.honour += i32::from(soldier.honour);
        });
        material
    }

    /// How many king's steps it is from a cell to the nearest piece of `seat`'s opponent.
    fn distance_to_enemy(&self, state: &Self::State, seat: Seat, place: Place) -> Option<u32>
    where
        Self: Sized,
    {
        let mut nearest: Option<u32> = None;
        self.visit_soldiers(state, &mut |soldier| {
            if soldier.seat != seat {
                let distance = place.distance(soldier.place);
                nearest = Some(nearest.map_or(distance, |nearest| nearest.min(distance)));
            }
        });
        nearest
    }
}
