//! The rules of Hex.
//!
//! The only question that costs anything is whether a stone has connected its two sides. Searching the
//! board after every move would be most of the time of random play. A union of groups answers in no
//! time but is as large as the board, and differs with the order of the moves, so equal positions would
//! not be equal. Here a position remembers, beside the stones, those that are connected with their
//! set's first side: a set that follows from the stones. A new stone joins it if it touches it or the
//! side, and brings its group along; each stone joins once a game, so this costs a few steps a move.
//! The game is won when a stone joins that lies on the other side.

use std::fmt::{self, Write};
use std::ops::ControlFlow;

use selforge_board::{Cell, CellSet};
use selforge_catalogue::shown;
use selforge_core::{Game, NotationError, Outcome, Seat, Status};

use super::grid::Grid;
use super::moves::Move;
use super::position;

/// A game of Hex from some start.
#[derive(Debug)]
pub struct Hex<S> {
    pub(super) grid: Grid<S>,
    pub(super) swap: bool,
    start: State<S>,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<S> {
    /// The stones of each set.
    pub(super) stones: [S; 2],
    /// Those of both that are connected with the first of their set's sides.
    rooted: S,
    pub(super) to_move: Seat,
    /// Whether the seats have exchanged their sets.
    pub(super) swapped: bool,
    /// The set that has connected its sides.
    winner: Option<u8>,
}

impl<S: CellSet> State<S> {
    /// The empty board with seat A to move.
    pub(super) const EMPTY: State<S> = State {
        stones: [S::EMPTY; 2],
        rooted: S::EMPTY,
        to_move: Seat::FIRST,
        swapped: false,
        winner: None,
    };

    /// The stones of a set.
    #[inline]
    pub fn stones(&self, set: usize) -> S {
        self.stones[set]
    }

    /// The set that a seat plays, or the seat that plays a set.
    #[inline]
    pub fn set_of(&self, seat: usize) -> usize {
        seat ^ usize::from(self.swapped)
    }

    /// The seat that has connected its sides.
    #[inline]
    pub(super) fn winning_seat(&self) -> Option<Seat> {
        self.winner.map(|set| Seat::new(self.set_of(usize::from(set))))
    }

    #[inline]
    fn occupied(&self) -> S {
        self.stones[0] | self.stones[1]
    }

    /// Puts a stone of a set on an empty cell.
    #[inline]
    pub(super) fn place(&mut self, grid: &Grid<S>, set: usize, cell: Cell) {
        let stone = S::only(cell);
        self.stones[set] |= stone;
        let own = self.stones[set];
        let [first, last] = grid.sides(set);
        if (grid.near(cell) & self.rooted & own | stone & first).is_empty() {
            return;
        }
        let mut loose = own & !self.rooted & !stone;
        let mut joining = stone;
        let mut joined = S::EMPTY;
        while !joining.is_empty() {
            let cell = joining.lowest();
            joining = joining.without_lowest();
            joined |= S::only(cell);
            let more = grid.near(cell) & loose;
            loose &= !more;
            joining |= more;
        }
        self.rooted |= joined;
        if !(joined & last).is_empty() {
            self.winner = Some(set as u8);
        }
    }
}

impl<S: CellSet> Hex<S> {
    /// A game that starts here.
    pub(super) fn from_start(grid: Grid<S>, swap: bool, start: State<S>) -> Hex<S> {
        Hex { grid, swap, start }
    }

    /// The board.
    pub fn grid(&self) -> &Grid<S> {
        &self.grid
    }

    /// The cells without a stone.
    #[inline]
    pub fn empty(&self, state: &State<S>) -> S {
        self.grid.all() & !state.occupied()
    }

    /// Whether the seat to move may swap: the other seat's first stone is the only one.
    #[inline]
    fn may_swap(&self, state: &State<S>, empty: u32) -> bool {
        self.swap
            && empty + 1 == self.grid.count()
            && !state.swapped
            && state.stones[state.to_move.index()].is_empty()
    }
}

impl<S: CellSet> Game for Hex<S> {
    type State = State<S>;
    type Move = Move;

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> State<S> {
        self.start
    }

    #[inline]
    fn status(&self, state: &State<S>) -> Status {
        match state.winning_seat() {
            None => Status::ToMove(state.to_move),
            Some(seat) => Status::Over(Outcome::win(seat, 2)),
        }
    }

    #[inline]
    fn visit_moves(
        &self,
        state: &State<S>,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if state.winner.is_some() {
            return ControlFlow::Continue(());
        }
        let empty = self.empty(state);
        for cell in empty.iter() {
            visit(Move::Place(cell))?;
        }
        if self.may_swap(state, empty.len()) {
            visit(Move::Swap)?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn count_moves(&self, state: &State<S>) -> u32 {
        if state.winner.is_some() {
            return 0;
        }
        let empty = self.empty(state).len();
        empty + u32::from(self.may_swap(state, empty))
    }

    #[inline]
    fn choose_move(&self, state: &State<S>, choose: impl FnOnce(u32) -> u32) -> Option<Move> {
        if state.winner.is_some() {
            return None;
        }
        let empty = self.empty(state);
        let cells = empty.len();
        let swap = self.may_swap(state, cells);
        match choose(cells + u32::from(swap)) {
            number if number < cells => Some(Move::Place(empty.nth(number))),
            number if number == cells && swap => Some(Move::Swap),
            _ => None,
        }
    }

    #[inline]
    fn is_legal(&self, state: &State<S>, mv: Move) -> bool {
        let empty = self.empty(state);
        state.winner.is_none()
            && match mv {
                Move::Place(cell) => cell.index() < S::SLOTS && empty.contains(cell),
                Move::Swap => self.may_swap(state, empty.len()),
            }
    }

    #[inline]
    fn play(&self, state: &mut State<S>, mv: Move) {
        match mv {
            Move::Place(cell) => {
                let set = state.set_of(state.to_move.index());
                state.place(&self.grid, set, cell);
            }
            Move::Swap => state.swapped = true,
        }
        state.to_move = Seat::new(1 - state.to_move.index());
    }

    #[inline]
    fn key(&self, state: &State<S>) -> u64 {
        // What is not in the stones fits into two bits, spread so that they do not look like stones.
        let turn = state.to_move.index() as u64 | u64::from(state.swapped) << 1;
        state.stones[1].fold(state.stones[0].fold(turn.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    fn write_move(&self, _state: &State<S>, mv: Move, out: &mut dyn Write) -> fmt::Result {
        match mv {
            Move::Place(cell) => out.write_str(self.grid.name(cell)),
            Move::Swap => out.write_str("swap"),
        }
    }

    fn parse_move(&self, state: &State<S>, text: &str) -> Result<Move, NotationError> {
        let name = text.trim();
        let mv = match self.grid.named(name) {
            Some(cell) => Some(Move::Place(cell)),
            None => name.eq_ignore_ascii_case("swap").then_some(Move::Swap),
        };
        if let Some(mv) = mv.filter(|&mv| self.is_legal(state, mv)) {
            return Ok(mv);
        }
        let named = shown(name);
        let (problem, expected) = match mv {
            _ if state.winner.is_some() => (format!("'{named}' comes too late"), "no more moves"),
            Some(Move::Place(_)) => (format!("{named} is taken"), "an empty cell"),
            Some(Move::Swap) => {
                ("nobody may swap now".to_string(), "a cell; only the second move can be a swap")
            }
            None => (format!("'{named}' is no cell of this board"), "a cell like c3, or swap"),
        };
        Err(NotationError::at(text, 0, problem, expected))
    }

    fn write_state(&self, state: &State<S>, out: &mut dyn Write) -> fmt::Result {
        position::write(&self.grid, state, out)
    }

    fn parse_state(&self, text: &str) -> Result<State<S>, NotationError> {
        position::parse(&self.grid, text)
    }

    fn ending(&self, state: &State<S>) -> &'static str {
        if state.winner.is_some() { "connected" } else { "" }
    }
}
