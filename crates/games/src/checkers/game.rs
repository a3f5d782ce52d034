//! The rules of English draughts.
//!
//! A move is a whole turn: a step, or a capture with all the captures that must follow it. Who can
//! capture must; which of several chains is free, but a chain goes on as long as it can. A man that is
//! crowned by a jump stops there. Who has no move, or no piece, loses.

use std::fmt::{self, Write};
use std::ops::ControlFlow;

use selforge_board::Diagram;
use selforge_core::{Game, HistoryRules, NotationError, Outcome, Seat, Status};

use super::moves::Move;
use super::squares::{
    ALL, DIRECTIONS, Direction, KING_ROWS, bit_named, bit_of_number, is_forward, number_of_bit,
    step, step_back,
};
use super::{describe, position};
use selforge_catalogue::shown;

/// A game of checkers from some start.
#[derive(Debug)]
pub struct Checkers {
    start: State,
    history: HistoryRules,
    /// The empty board, to lay pieces on.
    pub(super) board: Diagram,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The pieces of each seat, as bits of [`squares`](super::squares).
    pub(super) pieces: [u64; 2],
    /// The kings of both.
    pub(super) kings: u64,
    pub(super) to_move: Seat,
}

impl State {
    /// The usual start: twelve men each, A in the upper rows and to move.
    pub(super) const START: State = State {
        pieces: [ALL & ((1 << 13) - 1), ALL & !((1 << 22) - 1)],
        kings: 0,
        to_move: Seat::FIRST,
    };

    /// The men of a seat, as bits of [`squares`](super::squares).
    #[must_use]
    #[inline]
    pub fn men(&self, seat: Seat) -> u64 {
        self.pieces[seat.index()] & !self.kings
    }

    /// The kings of a seat.
    #[must_use]
    #[inline]
    pub fn kings(&self, seat: Seat) -> u64 {
        self.pieces[seat.index()] & self.kings
    }

    #[inline]
    fn empty(&self) -> u64 {
        ALL & !(self.pieces[0] | self.pieces[1])
    }

    /// The pieces of the seat to move that may move in a direction.
    #[inline]
    fn movers(&self, direction: Direction) -> u64 {
        let own = self.pieces[self.to_move.index()];
        if is_forward(direction, self.to_move.index()) { own } else { own & self.kings }
    }

    /// The pieces of the seat to move that can step in a direction.
    #[inline]
    fn steppers(&self, direction: Direction) -> u64 {
        self.movers(direction) & step_back(self.empty(), direction)
    }

    /// The pieces of the seat to move that can capture in a direction.
    #[inline]
    fn jumpers(&self, direction: Direction) -> u64 {
        let landing = step_back(self.empty(), direction);
        let victims = self.pieces[1 - self.to_move.index()] & landing;
        self.movers(direction) & step_back(victims, direction)
    }

    /// The pieces that can capture, of which one must.
    #[inline]
    fn all_jumpers(&self) -> u64 {
        DIRECTIONS.iter().fold(0, |bits, &direction| bits | self.jumpers(direction))
    }

    /// Whether the seat to move must capture.
    #[must_use]
    #[inline]
    pub fn must_capture(&self) -> bool {
        self.all_jumpers() != 0
    }

    /// How many steps a seat could make, captures aside.
    #[must_use]
    #[inline]
    pub fn count_steps(&self, seat: Seat) -> u32 {
        let state = State { to_move: seat, ..*self };
        DIRECTIONS.iter().map(|&direction| state.steppers(direction).count_ones()).sum()
    }

    #[inline]
    fn has_moves(&self) -> bool {
        DIRECTIONS.iter().any(|&d| (self.steppers(d) | self.jumpers(d)) != 0)
    }

    /// Shows every chain of captures by these pieces.
    #[inline]
    fn visit_chains(
        &self,
        jumpers: u64,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut rest = jumpers;
        while rest != 0 {
            let from = rest & rest.wrapping_neg();
            rest ^= from;
            let chain = Chain {
                seat: self.to_move.index(),
                king: self.kings & from != 0,
                empty: self.empty() | from,
            };
            let path = Move::chain(from.trailing_zeros());
            chain.extend(from, self.pieces[1 - self.to_move.index()], path, visit)?;
        }
        ControlFlow::Continue(())
    }
}

/// What stays the same while a piece jumps.
struct Chain {
    seat: usize,
    king: bool,
    /// The squares to land on; the square of origin is one, those of captured pieces are not.
    empty: u64,
}

impl Chain {
    /// Shows every chain that begins with `path`, which has led to the bit `at` and left `victims`.
    fn extend(
        &self,
        at: u64,
        victims: u64,
        path: Move,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut ended = true;
        for direction in DIRECTIONS {
            if !self.king && !is_forward(direction, self.seat) {
                continue;
            }
            let over = step(at, direction) & victims;
            let to = step(over, direction) & self.empty;
            if to == 0 {
                continue;
            }
            ended = false;
            let longer = path.then(direction);
            if !self.king && to & KING_ROWS[self.seat] != 0 {
                visit(longer)?;
            } else {
                self.extend(to, victims ^ over, longer, visit)?;
            }
        }
        if ended { visit(path) } else { ControlFlow::Continue(()) }
    }
}

/// As many chains as are remembered while they are counted; there are hardly ever more.
const REMEMBERED: usize = 16;

impl Checkers {
    /// A game that starts here.
    pub(super) fn from_start(start: State, history: HistoryRules) -> Checkers {
        Checkers { start, history, board: describe::empty_board() }
    }
}

impl Game for Checkers {
    type State = State;
    type Move = Move;

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> State {
        self.start
    }

    #[inline]
    fn status(&self, state: &State) -> Status {
        if state.has_moves() {
            Status::ToMove(state.to_move)
        } else {
            Status::Over(Outcome::loss(state.to_move, 2))
        }
    }

    #[inline]
    fn visit_moves(
        &self,
        state: &State,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let jumpers = state.all_jumpers();
        if jumpers != 0 {
            return state.visit_chains(jumpers, visit);
        }
        for direction in DIRECTIONS {
            let mut rest = state.steppers(direction);
            while rest != 0 {
                visit(Move::step(rest.trailing_zeros(), direction))?;
                rest &= rest - 1;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn count_moves(&self, state: &State) -> u32 {
        let jumpers = state.all_jumpers();
        if jumpers == 0 {
            return state.count_steps(state.to_move);
        }
        let mut count = 0;
        let _ = state.visit_chains(jumpers, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    #[inline]
    fn choose_move(&self, state: &State, choose: impl FnOnce(u32) -> u32) -> Option<Move> {
        let jumpers = state.all_jumpers();
        if jumpers != 0 {
            return choose_chain(state, jumpers, choose);
        }
        let steppers = DIRECTIONS.map(|direction| state.steppers(direction));
        let count = steppers.iter().map(|bits| bits.count_ones()).sum();
        if count == 0 {
            return None;
        }
        let mut number = choose(count);
        for (direction, mut bits) in steppers.into_iter().enumerate() {
            let here = bits.count_ones();
            if number < here {
                for _ in 0..number {
                    bits &= bits - 1;
                }
                return Some(Move::step(bits.trailing_zeros(), direction));
            }
            number -= here;
        }
        None
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        let seat = state.to_move.index();
        let from = 1u64 << mv.from();
        let (mut to, mut captured) = (from, 0);
        for jump in 0..mv.jumps() {
            let over = step(to, mv.direction(jump));
            captured |= over;
            to = step(over, mv.direction(jump));
        }
        if captured == 0 {
            to = step(to, mv.direction(0));
        }
        state.pieces[seat] = state.pieces[seat] & !from | to;
        state.pieces[1 - seat] &= !captured;
        let crowned = if state.kings & from != 0 { to } else { to & KING_ROWS[seat] };
        state.kings = state.kings & !(from | captured) | crowned;
        state.to_move = Seat::new(1 - seat);
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        // Three words and a bit, mixed one after the other as in the finaliser of MurmurHash3.
        let mix = |mut word: u64| {
            word = (word ^ word >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
            word = (word ^ word >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
            word ^ word >> 33
        };
        let turn = (state.to_move.index() as u64) << 63;
        mix(state.pieces[0] ^ mix(state.pieces[1] ^ mix(state.kings ^ turn ^ 0x9e37_79b9)))
    }

    /// Writes the numbers of all squares that the piece visits: `11-15`, `22x15x8`.
    fn write_move(&self, _state: &State, mv: Move, out: &mut dyn Write) -> fmt::Result {
        let sign = if mv.jumps() > 0 { 'x' } else { '-' };
        for (at, bit) in mv.squares().enumerate() {
            if at > 0 {
                out.write_char(sign)?;
            }
            write!(out, "{}", number_of_bit(bit))?;
        }
        Ok(())
    }

    /// Reads squares by number or by name, `11-15`, `f6-e5`, `f6e5`; of a capture the first and the last
    /// are enough if only one chain leads there.
    fn parse_move(&self, state: &State, text: &str) -> Result<Move, NotationError> {
        let text = text.trim();
        let (mut exact, mut ends) = (None, Vec::new());
        let squares = read_squares(text);
        let glued: Option<String> = match squares {
            None => Some(text.chars().filter(|c| !c.is_whitespace()).collect()),
            Some(_) => None,
        };
        let mut buffer = String::new();
        let _ = self.visit_moves(state, &mut |mv| {
            if let Some(squares) = &squares {
                if mv.squares().eq(squares.iter().copied()) {
                    exact = Some(mv);
                } else if mv.squares().next() == squares.first().copied()
                    && mv.squares().last() == squares.last().copied()
                    && squares.len() == 2
                {
                    ends.push(mv);
                }
            } else if let Some(glued) = &glued {
                // Numbers without a sign between them: right if they can mean one move only.
                buffer.clear();
                let written = self.write_move(state, mv, &mut buffer);
                debug_assert!(written.is_ok(), "writing to a string cannot fail");
                if buffer.replace('-', "") == *glued {
                    ends.push(mv);
                }
            }
            ControlFlow::Continue(())
        });
        let named = shown(text);
        match (exact, &ends[..]) {
            (Some(mv), _) | (None, &[mv]) => Ok(mv),
            (None, []) => {
                let problem = format!("'{named}' is not a legal move here");
                let expected = if state.must_capture() {
                    "a capture, which is mandatory, with all its jumps"
                } else {
                    "like 11-15 or f6-e5"
                };
                Err(NotationError::at(text, 0, problem, expected))
            }
            (None, several) => {
                let problem = format!("'{named}' could mean {} moves", several.len());
                Err(NotationError::at(text, 0, problem, "every square that the piece visits"))
            }
        }
    }

    fn write_state(&self, state: &State, out: &mut dyn Write) -> fmt::Result {
        position::write(state, out)
    }

    fn parse_state(&self, text: &str) -> Result<State, NotationError> {
        position::parse(text)
    }

    fn ending(&self, state: &State) -> &'static str {
        match (state.has_moves(), state.pieces[state.to_move.index()]) {
            (true, _) => "",
            (false, 0) => "no pieces",
            (false, _) => "no move",
        }
    }

    fn history_rules(&self) -> HistoryRules {
        self.history
    }

    /// Pieces, and rows that men have still to go: one of them falls by every capture and by every
    /// move of a man, and neither ever rises.
    fn progress(&self, state: &State, marks: &mut Vec<u32>) {
        let rows = |seat: usize| -> u32 {
            let men = state.men(Seat::new(seat));
            let to_go = |row: u32| if seat == 0 { 7 - row } else { row };
            (0..8).map(|row| (men & row_bits(row)).count_ones() * to_go(row)).sum()
        };
        marks.push((state.pieces[0] | state.pieces[1]).count_ones());
        marks.push(rows(0) + rows(1));
    }
}

/// The squares of a row, counted from the top.
pub(super) fn row_bits(row: u32) -> u64 {
    0xf << (row * 4 + row / 2)
}

/// Counts the chains, and picks one.
#[inline]
fn choose_chain(state: &State, jumpers: u64, choose: impl FnOnce(u32) -> u32) -> Option<Move> {
    let mut first = [Move::chain(0); REMEMBERED];
    let mut count = 0usize;
    let _ = state.visit_chains(jumpers, &mut |mv| {
        if let Some(place) = first.get_mut(count) {
            *place = mv;
        }
        count += 1;
        ControlFlow::Continue(())
    });
    let number = choose(count as u32) as usize;
    if number >= count {
        return None;
    }
    if let Some(mv) = first.get(number) {
        return Some(*mv);
    }
    let (mut left, mut chosen) = (number, None);
    let _ = state.visit_chains(jumpers, &mut |mv| {
        if left == 0 {
            chosen = Some(mv);
            return ControlFlow::Break(());
        }
        left -= 1;
        ControlFlow::Continue(())
    });
    chosen
}

/// The bits of the squares that a text names, by numbers with signs between them or by names.
fn read_squares(text: &str) -> Option<Vec<u32>> {
    let is_sign = |c: char| c.is_whitespace() || "-x:>X".contains(c);
    let mut squares = Vec::new();
    for word in text.split(is_sign).filter(|word| !word.is_empty()) {
        if word.bytes().all(|b| b.is_ascii_digit()) {
            let number = word.parse().ok().filter(|number| (1..=32).contains(number))?;
            squares.push(bit_of_number(number));
            continue;
        }
        for pair in word.as_bytes().chunks(2) {
            squares.push(bit_named(std::str::from_utf8(pair).ok()?)?);
        }
    }
    (squares.len() >= 2).then_some(squares)
}
