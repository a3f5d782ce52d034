//! The rules: turns, chains of jumps, conversion, honour, and what ends a game.
//!
//! In order, after every move: a side that has lost its last piece of honour has lost; a piece that
//! jumped and can jump again must; a piece that ends its move on the last row is converted; the turn
//! passes; a player without a move has lost; after the last move allowed the pieces are counted. By
//! options a player whose pieces of honour have no move has lost as well, and conversion takes no honour.

use std::fmt::{self, Write};
use std::ops::ControlFlow;

use selforge_core::{Game, NotationError, Outcome, Seat, Status};

use super::generate::{Plan, View};
use super::genes::{Genes, GenesError, PLACES};
use super::kind::{Capture, KINDS, Kind, KindId};
use super::moves::Move;
use super::options::{Converted, LimitEnd, Rules, Stuck};
use super::position;

/// No piece must go on jumping.
const NO_CHAIN: u8 = 64;

/// The last rows of the two players.
const LAST_ROWS: [u64; 2] = [0xff << 56, 0xff];

/// A game of the rule space.
#[derive(Clone, Debug)]
pub struct RuleSpace {
    genes: Genes,
    rules: Rules,
    kinds: [Kind; KINDS],
    honour: Option<KindId>,
    plan: Plan,
    start: State,
}

/// A position. Bit 0 of a set is a1, bit 7 is h1, bit 63 is h8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The cells of each kind, of both sides.
    pub(super) kinds: [u64; KINDS],
    /// The cells of the first player's pieces.
    pub(super) first: u64,
    /// How many moves were made; a chain of jumps is one.
    pub(super) moves: u16,
    pub(super) to_move: Seat,
    /// The cell of the piece that must go on jumping, or [`NO_CHAIN`].
    chain: u8,
    /// A bit for each seat whose last piece of honour became another kind, where that loses nothing.
    pub(super) freed: u8,
}

impl State {
    pub(super) const EMPTY: State = State {
        kinds: [0; KINDS],
        first: 0,
        moves: 0,
        to_move: Seat::FIRST,
        chain: NO_CHAIN,
        freed: 0,
    };

    #[inline]
    pub(super) const fn is_second(&self) -> bool {
        self.to_move.index() == 1
    }

    /// All cells with a piece.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> u64 {
        self.kinds.iter().fold(0, |all, cells| all | cells)
    }

    /// The cells of a seat's pieces.
    #[inline]
    #[must_use]
    pub fn pieces(&self, seat: Seat) -> u64 {
        if seat == Seat::FIRST { self.first } else { self.occupied() & !self.first }
    }

    /// The cells of a seat's pieces of one kind.
    #[inline]
    #[must_use]
    pub fn pieces_of(&self, seat: Seat, kind: KindId) -> u64 {
        let cells = self.kinds[kind.index()];
        if seat == Seat::FIRST { cells & self.first } else { cells & !self.first }
    }

    /// What stands on a cell, and whose it is.
    #[inline]
    #[must_use]
    pub fn piece_on(&self, cell: u8) -> Option<(Seat, KindId)> {
        let kind = (0..KINDS).find(|&kind| self.kinds[kind] >> cell & 1 == 1)?;
        Some((Seat::new(usize::from(self.first >> cell & 1 == 0)), KindId::at(kind)))
    }

    /// How many moves were made; a chain of jumps is one.
    #[must_use]
    pub fn moves(&self) -> u32 {
        self.moves.into()
    }

    /// The cell of the piece that must go on jumping.
    #[inline]
    #[must_use]
    pub fn chain(&self) -> Option<u8> {
        (self.chain != NO_CHAIN).then_some(self.chain)
    }

    /// Whether conversion has taken a seat's last piece of honour, which loses nothing.
    #[inline]
    pub(super) const fn is_freed(&self, seat: Seat) -> bool {
        self.freed >> seat.index() & 1 == 1
    }

    pub(super) fn set_chain(&mut self, cell: u8) {
        self.chain = cell;
    }

    pub(super) fn put(&mut self, cell: u8, seat: Seat, kind: KindId) {
        self.kinds[kind.index()] |= 1 << cell;
        if seat == Seat::FIRST {
            self.first |= 1 << cell;
        }
    }
}

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    HonourLost(Seat),
    HonourStuck(Seat),
    NoMove(Seat),
    Limit,
}

impl RuleSpace {
    /// The game of these genes.
    ///
    /// # Errors
    /// If there is no piece, or more than the rules allow.
    pub fn new(genes: Genes, rules: Rules) -> Result<RuleSpace, GenesError> {
        genes.check_pieces(rules.limit)?;
        let kinds = std::array::from_fn(|kind| genes.kind(KindId::at(kind)));
        let mut start = State::EMPTY;
        for (place, kind) in genes.placement().into_iter().enumerate().take(PLACES) {
            if let Some(kind) = kind {
                start.put(place as u8, Seat::FIRST, kind);
                start.put(63 - place as u8, Seat::new(1), kind);
            }
        }
        let plan = Plan::new(&kinds, rules.rook);
        Ok(RuleSpace { genes, rules, kinds, honour: genes.honour(), plan, start })
    }

    /// The genes.
    #[must_use]
    pub fn genes(&self) -> &Genes {
        &self.genes
    }

    /// The rules that the genes leave open.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The rules of a kind.
    #[must_use]
    #[inline]
    pub fn kind(&self, kind: KindId) -> &Kind {
        &self.kinds[kind.index()]
    }

    /// The kind whose loss loses the game, if there is one.
    #[must_use]
    #[inline]
    pub fn honour(&self) -> Option<KindId> {
        self.honour
    }

    /// The same game from another start.
    pub(super) fn starting_from(mut self, start: State) -> RuleSpace {
        self.start = start;
        self
    }

    #[inline]
    fn has_lost_honour(&self, state: &State, seat: Seat) -> bool {
        self.honour.is_some_and(|kind| state.pieces_of(seat, kind) == 0) && !state.is_freed(seat)
    }

    /// Whether the seat to move has pieces of honour, none of them can move, and that loses.
    #[inline]
    fn is_honour_stuck(&self, state: &State) -> bool {
        let stuck = |kind| {
            let own = state.pieces_of(state.to_move, kind);
            own != 0 && !self.plan.view(state, own).has_move()
        };
        self.rules.stuck == Stuck::Honour
            && state.chain == NO_CHAIN
            && self.honour.is_some_and(stuck)
    }

    /// What the seat to move could do if the game were not over.
    #[inline]
    fn view(&self, state: &State) -> View {
        let movers = match state.chain() {
            Some(cell) => 1 << cell,
            None => state.pieces(state.to_move),
        };
        self.plan.view(state, movers)
    }

    /// Whether honour or the number of moves has ended the game, whatever moves there are.
    #[inline]
    fn is_settled(&self, state: &State) -> bool {
        let honour = |kind: KindId| {
            let cells = state.kinds[kind.index()];
            (cells & state.first == 0 || cells & !state.first == 0)
                && Seat::all(2).any(|seat| self.has_lost_honour(state, seat))
        };
        state.moves >= self.rules.moves
            || self.honour.is_some_and(honour)
            || self.is_honour_stuck(state)
    }

    fn end(&self, state: &State) -> Option<End> {
        let lost = Seat::all(2).find(|&seat| self.has_lost_honour(state, seat));
        if let Some(seat) = lost {
            return Some(End::HonourLost(seat));
        }
        if self.is_honour_stuck(state) {
            return Some(End::HonourStuck(state.to_move));
        }
        if !self.view(state).has_move() {
            return Some(End::NoMove(state.to_move));
        }
        (state.moves >= self.rules.moves).then_some(End::Limit)
    }

    /// Whether nothing but the number of moves has ended the game.
    pub(super) fn is_at_limit(&self, state: &State) -> bool {
        self.end(state) == Some(End::Limit)
    }

    fn outcome_at_limit(&self, state: &State) -> Outcome {
        let count = |seat| state.pieces(seat).count_ones();
        let (first, second) = (count(Seat::FIRST), count(Seat::new(1)));
        match self.rules.end {
            LimitEnd::Pieces if first > second => Outcome::win(Seat::FIRST, 2),
            LimitEnd::Pieces if first < second => Outcome::win(Seat::new(1), 2),
            _ => Outcome::draw(2),
        }
    }

    /// Whether the piece on `cell`, whose side is to move, can jump.
    #[inline]
    pub(super) fn can_jump(&self, state: &State, cell: u8) -> bool {
        self.plan.view(state, 1 << cell).has_capture()
    }

    /// Whether only captures may be played, given how many there are.
    #[inline]
    fn captures_only(&self, state: &State, has_captures: impl FnOnce() -> bool) -> bool {
        state.chain != NO_CHAIN || (self.genes.must_capture() && has_captures())
    }
}

const OTHER: [Seat; 2] = [Seat::new(1), Seat::FIRST];

impl Game for RuleSpace {
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
        if !self.is_settled(state) && self.view(state).has_move() {
            return Status::ToMove(state.to_move);
        }
        match self.end(state) {
            None => Status::ToMove(state.to_move),
            Some(End::HonourLost(seat) | End::HonourStuck(seat) | End::NoMove(seat)) => {
                Status::Over(Outcome::loss(seat, 2))
            }
            Some(End::Limit) => Status::Over(self.outcome_at_limit(state)),
        }
    }

    #[inline]
    fn visit_moves(
        &self,
        state: &State,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.is_settled(state) {
            return ControlFlow::Continue(());
        }
        let view = self.view(state);
        view.visit(self.captures_only(state, || view.has_capture()), visit)
    }

    #[inline]
    fn count_moves(&self, state: &State) -> u32 {
        if self.is_settled(state) {
            return 0;
        }
        let counts = self.view(state).count();
        counts.total(self.captures_only(state, || counts.captures() > 0))
    }

    #[inline]
    fn choose_move(&self, state: &State, choose: impl FnOnce(u32) -> u32) -> Option<Move> {
        if self.is_settled(state) {
            return None;
        }
        let view = self.view(state);
        let counts = view.count();
        let captures_only = self.captures_only(state, || counts.captures() > 0);
        match counts.total(captures_only) {
            0 => None,
            total => view.nth(&counts, captures_only, choose(total)),
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        let seat = state.to_move;
        let (from, to) = (1u64 << mv.from(), 1u64 << mv.to());
        if let Some(taken) = mv.taken() {
            let rest = !(1u64 << taken);
            state.kinds.iter_mut().for_each(|cells| *cells &= rest);
            state.first &= rest;
        }
        let mover = (0..KINDS).find(|&kind| state.kinds[kind] & from != 0);
        let mover = mover.expect("a legal move moves a piece");
        state.kinds[mover] ^= from | to;
        if seat == Seat::FIRST {
            state.first ^= from | to;
        }
        let other = OTHER[seat.index()];
        let won = mv.taken().is_some() && self.has_lost_honour(state, other);
        if !won {
            if mv.is_jump() {
                debug_assert_eq!(self.kinds[mover].capture, Capture::Over);
                if self.can_jump(state, mv.to()) {
                    state.chain = mv.to();
                    return;
                }
            }
            if to & LAST_ROWS[seat.index()] != 0
                && let Some(kind) = self.kinds[mover].becomes
            {
                state.kinds[mover] ^= to;
                state.kinds[kind.index()] ^= to;
                if self.rules.converted == Converted::Kept
                    && let Some(honour) = self.honour
                {
                    // Whose last one was taken has lost by now: it became another kind, or there is one.
                    let bit = 1 << seat.index();
                    match state.pieces_of(seat, honour) {
                        0 => state.freed |= bit,
                        _ => state.freed &= !bit,
                    }
                }
            }
        }
        state.chain = NO_CHAIN;
        state.moves += 1;
        state.to_move = other;
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        let rest = u64::from(state.moves) << 16
            | u64::from(state.freed) << 9
            | (state.to_move.index() as u64) << 8
            | u64::from(state.chain);
        let mut key = 0u64;
        // The first is a word of its own: beside pieces, a turn would look like a piece on a low cell.
        for word in [&rest].into_iter().chain(&state.kinds).chain([&state.first]) {
            key = (key ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            key ^= key >> 29;
        }
        key
    }

    fn write_move(&self, _: &State, mv: Move, out: &mut dyn Write) -> fmt::Result {
        let sign = if mv.taken().is_some() { 'x' } else { '-' };
        let (from, to) = (position::cell_name(mv.from()), position::cell_name(mv.to()));
        write!(out, "{from}{sign}{to}")
    }

    fn write_state(&self, state: &State, out: &mut dyn Write) -> fmt::Result {
        position::write(state, out)
    }

    fn parse_state(&self, text: &str) -> Result<State, NotationError> {
        position::parse(self, text)
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<Move, NotationError> {
        // Two cells name a move, with or without the sign between them.
        let bare: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
        let bare = bare.to_ascii_lowercase().replace('x', "");
        let named = |mv: &Move| {
            bare == format!("{}{}", position::cell_name(mv.from()), position::cell_name(mv.to()))
        };
        let mut found = None;
        let _ = self.visit_moves(state, &mut |mv| {
            if named(&mv) {
                found = Some(mv);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        let problem =
            || format!("'{}' is not a legal move here", selforge_catalogue::shown(text.trim()));
        found.ok_or_else(|| NotationError::at(text, 0, problem(), ""))
    }

    fn ending(&self, state: &State) -> &'static str {
        match self.end(state) {
            None => "",
            Some(End::HonourLost(_)) => "honour lost",
            Some(End::HonourStuck(_)) => "no move for the pieces of honour",
            Some(End::NoMove(_)) => "no move left",
            Some(End::Limit) if self.rules.end == LimitEnd::Draw => "move limit",
            Some(End::Limit) => "pieces counted at the move limit",
        }
    }
}
