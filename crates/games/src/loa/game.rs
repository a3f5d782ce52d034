//! The rules of Lines of Action.
//!
//! They are those of the Mind Sports Olympiad and the Computer Olympiad, as Mark Winands gives them
//! (<https://dke.maastrichtuniversity.nl/m.winands/loa/rules.html>): a move that connects both sides at
//! once is a draw, who cannot move passes, and the third occurrence of a position is a draw. The second
//! edition of Sackson's *A Gamut of Games* lets the mover win in the first case; that is [`Both::Mover`].

use std::fmt::{self, Write};
use std::ops::ControlFlow;

use selforge_board::{CellSet, Diagram};
use selforge_core::{Game, HistoryRules, NotationError, Outcome, Seat, Status};

use super::moves::Move;
use super::squares::{DIRECTIONS, is_connected, movers, name, target};
use super::{describe, position};

/// What it means when a move connects both sides at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Both {
    /// The game is drawn.
    #[default]
    Draw,
    /// Who has moved wins.
    Mover,
}

/// What happens to a seat whose pieces cannot move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stuck {
    /// It passes.
    #[default]
    Pass,
    /// It loses.
    Lose,
}

/// A game of Lines of Action from some start.
#[derive(Debug)]
pub struct Loa {
    pub(super) start: State,
    pub(super) both: Both,
    pub(super) stuck: Stuck,
    pub(super) history: HistoryRules,
    /// The empty board, to lay pieces on.
    pub(super) board: Diagram,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The pieces of each seat, as bits of [`squares`](super::squares).
    pub(super) pieces: [u64; 2],
    pub(super) to_move: Seat,
    verdict: Verdict,
}

/// What a position means for the game. Follows from the pieces, the turn and the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Verdict {
    Open,
    Connected(Seat),
    Both,
    Stuck,
}

/// A's pieces on the top and the bottom rank, B's on the outer files.
const START: [u64; 2] = [0x7e00_0000_0000_007e, 0x0081_8181_8181_8100];

impl State {
    /// The pieces of a seat, as bits of [`squares`](super::squares).
    #[must_use]
    #[inline]
    pub fn pieces(&self, seat: Seat) -> u64 {
        self.pieces[seat.index()]
    }

    /// The pieces of a seat that can move in each direction, whoever's turn it is.
    #[must_use]
    #[inline]
    pub fn movers(&self, seat: Seat) -> [u64; DIRECTIONS] {
        movers(self.pieces[seat.index()], self.pieces[1 - seat.index()])
    }

    #[inline]
    fn occupied(&self) -> u64 {
        self.pieces[0] | self.pieces[1]
    }

    /// The move of the piece on `from` in a direction in which it can move.
    #[inline]
    fn step(&self, from: u32, direction: usize) -> Move {
        let to = target(self.occupied(), from, direction);
        Move::Step { from: from as u8, to: to as u8 }
    }
}

impl Loa {
    /// The usual start by these rules.
    pub(super) fn new(both: Both, stuck: Stuck, history: HistoryRules) -> Loa {
        let nobody = State { pieces: START, to_move: Seat::FIRST, verdict: Verdict::Open };
        Loa { start: nobody, both, stuck, history, board: describe::empty_board() }
    }

    /// The position with these pieces.
    pub(super) fn state(&self, pieces: [u64; 2], to_move: Seat) -> State {
        let mut state = State { pieces, to_move, verdict: Verdict::Open };
        let connected = pieces.map(is_connected);
        state.verdict = self.judge(&state, connected);
        state
    }

    /// The verdict on a position, given which seats are connected.
    #[inline]
    fn judge(&self, state: &State, connected: [bool; 2]) -> Verdict {
        let (next, mover) = (state.to_move, Seat::new(1 - state.to_move.index()));
        match (connected[mover.index()], connected[next.index()]) {
            (true, true) if self.both == Both::Draw => Verdict::Both,
            (true, _) => Verdict::Connected(mover),
            (false, true) => Verdict::Connected(next),
            (false, false) if self.stuck == Stuck::Lose && state.movers(next) == [0; 8] => {
                Verdict::Stuck
            }
            (false, false) => Verdict::Open,
        }
    }
}

impl Game for Loa {
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
        match state.verdict {
            Verdict::Open => Status::ToMove(state.to_move),
            Verdict::Connected(seat) => Status::Over(Outcome::win(seat, 2)),
            Verdict::Both => Status::Over(Outcome::draw(2)),
            Verdict::Stuck => Status::Over(Outcome::loss(state.to_move, 2)),
        }
    }

    #[inline]
    fn visit_moves(
        &self,
        state: &State,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if state.verdict != Verdict::Open {
            return ControlFlow::Continue(());
        }
        let movers = state.movers(state.to_move);
        for (direction, mut pieces) in movers.into_iter().enumerate() {
            while pieces != 0 {
                visit(state.step(pieces.trailing_zeros(), direction))?;
                pieces &= pieces - 1;
            }
        }
        if movers == [0; DIRECTIONS] { visit(Move::Pass) } else { ControlFlow::Continue(()) }
    }

    #[inline]
    fn count_moves(&self, state: &State) -> u32 {
        if state.verdict != Verdict::Open {
            return 0;
        }
        state.movers(state.to_move).iter().map(|pieces| pieces.count_ones()).sum::<u32>().max(1)
    }

    #[inline]
    fn choose_move(&self, state: &State, choose: impl FnOnce(u32) -> u32) -> Option<Move> {
        if state.verdict != Verdict::Open {
            return None;
        }
        let movers = state.movers(state.to_move);
        let count: u32 = movers.iter().map(|pieces| pieces.count_ones()).sum();
        let mut number = choose(count.max(1));
        if count == 0 {
            return (number == 0).then_some(Move::Pass);
        }
        for (direction, pieces) in movers.into_iter().enumerate() {
            let here = pieces.count_ones();
            if number < here {
                return Some(state.step(pieces.nth(number).index() as u32, direction));
            }
            number -= here;
        }
        None
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        let seat = state.to_move.index();
        state.to_move = Seat::new(1 - seat);
        let Move::Step { from, to } = mv else { return };
        let (from, to) = (1u64 << from, 1u64 << to);
        state.pieces[seat] ^= from | to;
        let captured = state.pieces[1 - seat] & to;
        state.pieces[1 - seat] ^= captured;
        let mut connected = [false; 2];
        connected[seat] = is_connected(state.pieces[seat]);
        // Who was not connected can be so now only by losing a piece.
        connected[1 - seat] = captured != 0 && is_connected(state.pieces[1 - seat]);
        state.verdict = self.judge(state, connected);
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        // Two words and a bit, mixed one after the other as in the finaliser of MurmurHash3.
        let mix = |mut word: u64| {
            word = (word ^ word >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
            word = (word ^ word >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
            word ^ word >> 33
        };
        let turn = state.to_move.index() as u64 ^ 0x9e37_79b9_7f4a_7c15;
        mix(state.pieces[0] ^ mix(state.pieces[1] ^ mix(turn)))
    }

    /// Writes the two squares: `a2-c2`, or `a2xc4` for a capture.
    fn write_move(&self, state: &State, mv: Move, out: &mut dyn Write) -> fmt::Result {
        let Move::Step { from, to } = mv else { return out.write_str("pass") };
        let sign = if state.occupied() >> to & 1 == 1 { 'x' } else { '-' };
        write!(out, "{}{sign}{}", name(from.into()), name(to.into()))
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<Move, NotationError> {
        position::parse_move(self, state, text)
    }

    fn write_state(&self, state: &State, out: &mut dyn Write) -> fmt::Result {
        position::write(state, out)
    }

    fn parse_state(&self, text: &str) -> Result<State, NotationError> {
        position::parse(self, text)
    }

    fn ending(&self, state: &State) -> &'static str {
        match state.verdict {
            Verdict::Open => "",
            Verdict::Connected(_) => "connected",
            Verdict::Both => "both connected",
            Verdict::Stuck => "no move",
        }
    }

    fn history_rules(&self) -> HistoryRules {
        self.history
    }

    /// The pieces left: captures cannot be taken back.
    fn progress(&self, state: &State, marks: &mut Vec<u32>) {
        marks.push(state.occupied().count_ones());
    }
}
