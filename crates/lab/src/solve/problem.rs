//! What is solved: a board, two sets, and how far their pieces step.

use std::sync::Arc;

use selforge_board::{Board, Cell};
use selforge_catalogue::{Gathering, rows};
use selforge_core::{AnyState, Game, Seat};
use selforge_games::{Described, GameVisitor, Playable};

use super::numbering::{CHOOSE, Numbering, cells, set_of};
use crate::LabError;

/// The most cells of a board that can be solved: a set of cells is one machine word.
pub const MAX_CELLS: usize = 64;

/// Bytes that a placement's value takes.
const VALUE_BYTES: u128 = 2;

/// Bytes for each set of one side's pieces, to know those that look alike.
const SET_BYTES: u128 = 8;

/// A board with two sets of pieces, wherever they stand.
#[derive(Debug)]
pub struct Problem {
    /// The game in one line; of its start only the number of pieces matters.
    pub(super) game: String,
    board: Arc<Board>,
    /// By cell in reading order: the cells next to it.
    near: Vec<u64>,
    /// Where each symmetry of the board takes each cell; the identity is the first.
    symmetries: Vec<Vec<u8>>,
    /// How many pieces each set has.
    pub(super) pieces: [usize; 2],
    /// How far the pieces of each set move in a turn.
    pub(super) lengths: [u32; 2],
    /// The start of the game, if it goes on there.
    pub(super) start: Option<Position>,
}

/// Where two sets stand, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Position {
    /// The set to move, 0 or 1.
    pub(super) set: usize,
    /// Its cells.
    pub(super) own: u64,
    /// Those of the other set.
    pub(super) other: u64,
}

impl Position {
    /// The position after a pass.
    pub(super) fn passed(self) -> Position {
        Position { set: 1 - self.set, own: self.other, other: self.own }
    }
}

impl Problem {
    /// The problem that an opened game poses.
    ///
    /// # Errors
    /// If it is no game of two sets of plain pieces on a board of at most [`MAX_CELLS`] cells.
    pub fn of(playable: &Playable) -> Result<Problem, LabError> {
        let game = &playable.game;
        let expected = "Selfo for two, without special pieces, on a finite board";
        let refuse = |problem: &str| Err(LabError::settings(problem, expected));
        let Some((board, strides)) = selforge_games::visit(playable, Terrain) else {
            return refuse(&format!("'{}' is no game of sets that gather", playable.spec));
        };
        if game.seats() != 2 {
            return refuse(&format!("a game for {} players", game.seats()));
        }
        let count = board.cells().len();
        LabError::require(
            count <= MAX_CELLS,
            format!("a board of {count} cells"),
            format!("at most {MAX_CELLS} cells"),
        )?;
        let start = game.start();
        if playable.diagram(&start).cells.iter().flat_map(|it| it.piece).any(|it| it.special) {
            return refuse("special pieces");
        }
        let numbers = |cell: &Cell| board.cells().iter().position(|it| it == cell);
        let near = |cell: &Cell| set_of(board.neighbours(*cell).iter().filter_map(numbers));
        let byte = |it: usize| u8::try_from(it).expect("a board has at most 64 cells");
        let images = |it: Vec<u16>| it.into_iter().map(|to| byte(usize::from(to))).collect();
        let identity = (0..count).map(byte).collect();
        let turns = board.cell_symmetries().into_iter().map(images);
        let sets = sets_in(playable, &start);
        let seats = playable.sets_of_seats(&start);
        let mut lengths = strides;
        if seats == [1, 0] {
            lengths.reverse();
        }
        Ok(Problem {
            game: playable.spec.to_string(),
            near: board.cells().iter().map(near).collect(),
            symmetries: std::iter::once(identity).chain(turns).collect(),
            pieces: sets.map(|set| set.count_ones() as usize),
            lengths,
            start: position_in(playable, &start),
            board,
        })
    }

    /// How many cells the board has.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.near.len()
    }

    /// Whether both sets have as many pieces that step as far: whose they are is then all the same.
    pub(super) fn is_even(&self) -> bool {
        self.pieces[0] == self.pieces[1] && self.lengths[0] == self.lengths[1]
    }

    /// In how many ways the pieces can stand.
    #[must_use]
    pub fn placements(&self) -> u128 {
        let (cells, [first, second]) = (self.cells(), self.pieces);
        u128::from(CHOOSE[cells][first]) * u128::from(CHOOSE[cells - first][second])
    }

    /// About how many bytes a solution takes.
    #[must_use]
    pub fn bytes(&self) -> u128 {
        let values = VALUE_BYTES * self.placements().div_ceil(self.symmetries.len() as u128);
        let side = |pieces: usize| values + SET_BYTES * u128::from(CHOOSE[self.cells()][pieces]);
        self.sides().map(|set| side(self.pieces[set])).sum()
    }

    /// Refuses what takes more memory than this.
    ///
    /// # Errors
    /// With the size, if it is too large.
    pub fn check(&self, memory: u64) -> Result<(), LabError> {
        let mib = |bytes: u128| bytes.div_ceil(1 << 20);
        let [first, second] = self.pieces;
        LabError::require(
            self.bytes() <= u128::from(memory),
            format!(
                "{first} and {second} pieces on {} cells stand in {:.3e} ways, which take {} MiB",
                self.cells(),
                self.placements() as f64,
                mib(self.bytes())
            ),
            format!("at most {} MiB; allow more, or take fewer pieces", mib(memory.into())),
        )
    }

    /// The sets that can be to move, as far as they differ.
    pub(super) fn sides(&self) -> std::ops::Range<usize> {
        0..if self.is_even() { 1 } else { 2 }
    }

    /// Numbers for all placements in which a set is to move.
    pub(super) fn numbering(&self, set: usize) -> Numbering {
        let (own, other) = (self.pieces[set], self.pieces[1 - set]);
        Numbering::new(self.cells(), own, other, &self.symmetries)
    }

    /// The cells of `within` that at most `steps` steps lead to.
    fn reach(&self, from: usize, within: u64, steps: u32) -> u64 {
        let mut reached = self.near[from] & within;
        let mut newest = reached;
        for _ in 1..steps {
            newest = self.spread(newest) & within & !reached;
            if newest == 0 {
                break;
            }
            reached |= newest;
        }
        reached & !(1 << from)
    }

    fn spread(&self, set: u64) -> u64 {
        cells(set).fold(0, |all, cell| all | self.near[cell])
    }

    /// Whether a set lies in one connected part of `within`.
    fn joined(&self, set: u64, within: u64) -> bool {
        let mut reached = set & set.wrapping_neg();
        let mut newest = reached;
        while newest != 0 {
            newest = self.spread(newest) & within & !reached;
            reached |= newest;
        }
        set & !reached == 0
    }

    /// Whether a set is one group.
    pub(super) fn connected(&self, set: u64) -> bool {
        self.joined(set, set)
    }

    /// Whether neither set can come together while the other stands.
    pub(super) fn is_blockade(&self, at: Position) -> bool {
        let empty = self.empty(at.own | at.other);
        [at.own, at.other].iter().all(|set| !self.joined(*set, set | empty))
    }

    fn empty(&self, occupied: u64) -> u64 {
        u64::MAX >> (MAX_CELLS - self.cells()) & !occupied
    }

    /// What a set becomes by each move of one of its pieces while the others stand. The same moves
    /// lead back.
    fn moved(&self, set: usize, pieces: u64, others: u64) -> impl Iterator<Item = u64> {
        let (empty, length) = (self.empty(pieces | others), self.lengths[set]);
        cells(pieces).flat_map(move |from| {
            let to = self.reach(from, empty, length);
            cells(to).map(move |to| pieces ^ (1 << from) ^ (1 << to))
        })
    }

    /// The positions that a move, but for a pass, leads to.
    pub(super) fn after(&self, at: Position) -> impl Iterator<Item = Position> {
        let moved = self.moved(at.set, at.own, at.other);
        moved.map(move |own| Position { set: 1 - at.set, own: at.other, other: own })
    }

    /// The positions from which a move, but for a pass, leads here.
    pub(super) fn before(&self, at: Position) -> impl Iterator<Item = Position> {
        let moved = self.moved(1 - at.set, at.other, at.own);
        moved.map(move |own| Position { set: 1 - at.set, own, other: at.own })
    }

    /// A position as text.
    pub(super) fn position_text(&self, at: Position) -> String {
        let letters = if at.set == 0 { ['A', 'B'] } else { ['B', 'A'] };
        let letter = |cell: usize| match () {
            () if at.own >> cell & 1 == 1 => Some(letters[0]),
            () if at.other >> cell & 1 == 1 => Some(letters[1]),
            () => None,
        };
        let mut text = String::new();
        let lengths = self.board.rows().iter().map(Vec::len);
        rows::write_rows(lengths, letter, &mut text).expect("writing to a string cannot fail");
        format!("{text} {}", letters[0])
    }

    /// The move from one position to the next as text.
    pub(super) fn move_text(&self, at: Position, next: Position) -> String {
        let name = |set: u64| {
            let cell = self.board.cells()[set.trailing_zeros() as usize];
            self.board.cell_name(cell)
        };
        match (at.own & !next.other, next.other & !at.own) {
            (0, _) => "pass".to_owned(),
            (from, to) => format!("{}-{}", name(from), name(to)),
        }
    }
}

/// Where the two sets stand in a position of an opened game.
fn sets_in(playable: &Playable, state: &AnyState) -> [u64; 2] {
    let diagram = playable.diagram(state);
    let on = |set: u8| {
        let stands = |cell: &usize| diagram.cells[*cell].piece.is_some_and(|it| it.set == set);
        set_of((0..diagram.cells.len()).filter(stands))
    };
    [on(0), on(1)]
}

/// A position of an opened game; none if the game is over there.
pub(super) fn position_in(playable: &Playable, state: &AnyState) -> Option<Position> {
    let seat = playable.game.status(state).to_move()?;
    let set = usize::from(playable.sets_of_seats(state)[seat.index()]);
    let sets = sets_in(playable, state);
    Some(Position { set, own: sets[set], other: sets[1 - set] })
}

/// Asks a game of gathering sets for its board and how far each seat's plain pieces move.
struct Terrain;

impl GameVisitor for Terrain {
    type Output = Option<(Arc<Board>, [u32; 2])>;

    fn visit<G: Described>(self, _: Arc<G>) -> Self::Output {
        None
    }

    fn visit_gathering<G: Gathering>(self, game: Arc<G>) -> Self::Output {
        let start = game.start();
        let stride = |seat: usize| game.strides(&start, Seat::new(seat)).1[0];
        Some((game.board().clone(), [stride(0), stride(1)]))
    }
}
