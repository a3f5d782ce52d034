//! The rules of Selfo: turns, swaps, passes and what ends the game.

use std::fmt::{self, Write};
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use selforge_catalogue::GameError;
use selforge_core::{Game, HistoryRules, MAX_SEATS, NotationError, Outcome, Seat, SeatSet, Status};

use super::ground::{Ground, Lengths, SetId};
use super::moves::Move;
use super::rules::{Blockade, Rules};

/// A game of Selfo on some ground from some start.
#[derive(Debug)]
pub struct Selfo<G: Ground> {
    ground: G,
    rules: Rules,
    start: State<G::Pieces>,
}

/// A position: where the pieces stand and how the table stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<P> {
    pub(super) pieces: P,
    pub(super) turn: TurnState,
}

/// All of a position but the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct TurnState {
    /// The set that each seat plays.
    pub(super) sets: [SetId; MAX_SEATS],
    pub(super) to_move: Seat,
    /// The seats that have not resigned.
    pub(super) active: SeatSet,
    /// The seats that may swap when their turn comes.
    pub(super) may_swap: SeatSet,
    /// How many passes in succession led here.
    pub(super) passes: u8,
    free: Free,
    verdict: Verdict,
}

/// A set in play that is known not to be blocked, while there is one.
///
/// As long as one set is free there is no mutual blockade, so only this one is watched: its own
/// steps cannot block it, and for those of others a look around the cell is mostly enough. Keeping
/// count of every set cost three times as much. Which of several free sets is watched depends on
/// how a position came about, so it does not count when positions are compared.
#[derive(Clone, Copy, Debug)]
struct Free(Option<SetId>);

impl PartialEq for Free {
    fn eq(&self, other: &Free) -> bool {
        self.0.is_none() == other.0.is_none()
    }
}

impl Eq for Free {}

impl Hash for Free {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.is_none().hash(hasher);
    }
}

/// What a position means for the game. Follows from the rest of the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Verdict {
    Open,
    Connected(Seat),
    LastSeat(Seat),
    Blockade,
    Passes,
}

/// Why a position cannot be the start of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StartError {
    /// A set is too small.
    #[error("set {set} has {pieces} pieces; expected at least 2")]
    TooFew {
        /// The set's letter.
        set: char,
        /// How many pieces it has.
        pieces: u32,
    },
    /// A set forms one group already.
    #[error("set {set} is already connected; expected a start in which nobody has won")]
    Connected {
        /// The set's letter.
        set: char,
    },
}

/// Why a text cannot be the start of a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// It is no position.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// It is one, but no start.
    #[error(transparent)]
    Start(#[from] StartError),
}

impl From<PositionError> for GameError {
    fn from(error: PositionError) -> GameError {
        GameError::position(error)
    }
}

impl<G: Ground> Selfo<G> {
    /// A game that starts with these pieces and `first` to move.
    ///
    /// # Errors
    /// If a set has fewer than two pieces or is connected already.
    pub fn new(
        ground: G,
        rules: Rules,
        pieces: G::Pieces,
        first: Seat,
    ) -> Result<Self, StartError> {
        let turn = TurnState::fresh(&rules, first);
        Selfo::from_state(ground, rules, State { pieces, turn })
    }

    /// A game that starts in this position.
    ///
    /// # Errors
    /// If the text is no position, or a set has fewer than two pieces or is connected already.
    pub fn from_text(ground: G, rules: Rules, text: &str) -> Result<Self, PositionError> {
        let (pieces, offset) = split_position(text);
        let pieces = ground.parse_pieces(pieces)?;
        let turn = TurnState::parse(&rules, text, offset)?;
        Ok(Selfo::from_state(ground, rules, State { pieces, turn })?)
    }

    fn from_state(
        ground: G,
        rules: Rules,
        mut start: State<G::Pieces>,
    ) -> Result<Self, StartError> {
        for set in 0..rules.seats {
            let letter = (b'A' + set) as char;
            let count = ground.count_pieces(&start.pieces, set);
            if count < 2 {
                return Err(StartError::TooFew { set: letter, pieces: count });
            }
            if ground.connected(&start.pieces, set) {
                return Err(StartError::Connected { set: letter });
            }
        }
        settle(&ground, &rules, &mut start);
        Ok(Selfo { ground, rules, start })
    }

    /// Where it is played.
    pub fn ground(&self) -> &G {
        &self.ground
    }

    /// How it is played.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The pieces of a position.
    pub fn pieces<'a>(&self, state: &'a State<G::Pieces>) -> &'a G::Pieces {
        &state.pieces
    }

    /// The set that a seat plays.
    pub fn set_of(&self, state: &State<G::Pieces>, seat: Seat) -> SetId {
        state.turn.sets[seat.index()]
    }

    /// Whether a seat may still swap sets with another when its turn comes.
    pub fn may_swap(&self, state: &State<G::Pieces>, seat: Seat) -> bool {
        state.turn.may_swap.contains(seat)
    }

    /// Whether a set is blocked: its pieces cannot all come together while the others stand.
    pub fn is_blocked(&self, state: &State<G::Pieces>, set: SetId) -> bool {
        state.turn.free.0 != Some(set) && self.ground.blocked(&state.pieces, set)
    }

    #[inline]
    fn lengths(&self, seat: Seat) -> Lengths {
        let plain = self.rules.lengths[seat.index()];
        Lengths { plain, special: plain.max(self.rules.special_length) }
    }
}

/// Finds from scratch all that follows from the rest of a position.
fn settle<G: Ground>(ground: &G, rules: &Rules, state: &mut State<G::Pieces>) {
    let State { pieces, turn } = state;
    turn.free = find_free(ground, pieces, turn);
    let connected = |seat: &Seat| ground.connected(pieces, turn.sets[seat.index()]);
    turn.verdict = match turn.active.iter().find(connected) {
        Some(seat) => Verdict::Connected(seat),
        None => turn.judge(rules),
    };
}

/// Looks for a set in play that is not blocked.
fn find_free<G: Ground>(ground: &G, pieces: &G::Pieces, turn: &TurnState) -> Free {
    let sets = turn.active.iter().map(|seat| turn.sets[seat.index()]);
    Free(sets.into_iter().find(|&set| !ground.blocked(pieces, set)))
}

/// A position's text before its first space, and where the rest begins.
fn split_position(text: &str) -> (&str, usize) {
    match text.find(' ') {
        Some(space) => (&text[..space], space),
        None => (text, text.len()),
    }
}

impl TurnState {
    /// The verdict on a position in which nobody is connected.
    #[inline]
    fn judge(&self, rules: &Rules) -> Verdict {
        if let Some(seat) = self.active.only() {
            Verdict::LastSeat(seat)
        } else if rules.pass_draw && u32::from(self.passes) >= self.active.len() {
            Verdict::Passes
        } else if rules.blockade == Blockade::End && self.free.0.is_none() {
            Verdict::Blockade
        } else {
            Verdict::Open
        }
    }

    /// The seats that the seat to move may swap with: all others, also those that have resigned.
    #[inline]
    fn swap_partners(&self, seats: u8) -> SeatSet {
        if self.may_swap.contains(self.to_move) {
            SeatSet::first(seats).without(self.to_move)
        } else {
            SeatSet::EMPTY
        }
    }

    /// The table at the start of a game in which `first` moves first.
    pub(super) fn fresh(rules: &Rules, first: Seat) -> TurnState {
        let all = SeatSet::first(rules.seats);
        TurnState {
            sets: std::array::from_fn(|seat| seat as SetId),
            to_move: first,
            active: all,
            may_swap: if rules.swap { all.without(first) } else { SeatSet::EMPTY },
            passes: 0,
            free: Free(None),
            verdict: Verdict::Open,
        }
    }
}

impl<G: Ground> Game for Selfo<G> {
    type State = State<G::Pieces>;
    type Move = Move;

    fn seats(&self) -> u8 {
        self.rules.seats
    }

    fn start(&self) -> Self::State {
        self.start.clone()
    }

    #[inline]
    fn status(&self, state: &Self::State) -> Status {
        let seats = self.rules.seats;
        match state.turn.verdict {
            Verdict::Open => Status::ToMove(state.turn.to_move),
            Verdict::Connected(seat) | Verdict::LastSeat(seat) => {
                Status::Over(Outcome::win(seat, seats))
            }
            Verdict::Blockade | Verdict::Passes => {
                Status::Over(Outcome::shared(state.turn.active, seats))
            }
        }
    }

    #[inline]
    fn visit_moves(
        &self,
        state: &Self::State,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let turn = &state.turn;
        if turn.verdict != Verdict::Open {
            return ControlFlow::Continue(());
        }
        let (set, lengths) = (turn.sets[turn.to_move.index()], self.lengths(turn.to_move));
        self.ground
            .visit_steps(&state.pieces, set, lengths, &mut |step| visit(Move::Step(step)))?;
        visit(Move::Pass)?;
        turn.swap_partners(self.rules.seats).iter().try_for_each(|seat| visit(Move::Swap(seat)))
    }

    #[inline]
    fn count_moves(&self, state: &Self::State) -> u32 {
        let turn = &state.turn;
        if turn.verdict != Verdict::Open {
            return 0;
        }
        let (set, lengths) = (turn.sets[turn.to_move.index()], self.lengths(turn.to_move));
        let steps = self.ground.count_steps(&state.pieces, set, lengths);
        steps + 1 + turn.swap_partners(self.rules.seats).len()
    }

    #[inline]
    fn choose_move(&self, state: &Self::State, choose: impl FnOnce(u32) -> u32) -> Option<Move> {
        let turn = &state.turn;
        if turn.verdict != Verdict::Open {
            return None;
        }
        let (set, lengths) = (turn.sets[turn.to_move.index()], self.lengths(turn.to_move));
        let partners = turn.swap_partners(self.rules.seats);
        let others = 1 + partners.len();
        let chosen =
            self.ground.choose_step(&state.pieces, set, lengths, |steps| choose(steps + others));
        match chosen {
            Ok(step) => Some(Move::Step(step)),
            Err(0) => Some(Move::Pass),
            Err(left) => partners.iter().nth(left as usize - 1).map(Move::Swap),
        }
    }

    #[inline]
    fn play(&self, state: &mut Self::State, mv: Move) {
        let State { pieces, turn } = state;
        let seat = turn.to_move;
        turn.may_swap = turn.may_swap.without(seat);
        match mv {
            Move::Step(step) => {
                let mover = turn.sets[seat.index()];
                self.ground.step(pieces, mover, step);
                turn.passes = 0;
                let watch = match turn.free.0 {
                    Some(set) => set != mover && self.ground.blocked_by(pieces, set, step),
                    None => true,
                };
                if watch {
                    turn.free = find_free(&self.ground, pieces, turn);
                }
                if self.ground.connected(pieces, mover) {
                    turn.verdict = Verdict::Connected(seat);
                    return;
                }
            }
            // Without the rule nobody counts: such a game may see any number of passes.
            Move::Pass => turn.passes += u8::from(self.rules.pass_draw),
            Move::Swap(other) => {
                turn.sets.swap(seat.index(), other.index());
                turn.passes = 0;
                turn.free = find_free(&self.ground, pieces, turn);
            }
        }
        turn.to_move = turn.active.next_after(seat);
        turn.verdict = turn.judge(&self.rules);
    }

    #[inline]
    fn key(&self, state: &Self::State) -> u64 {
        let turn = &state.turn;
        let key = self.repetition_key(state) ^ u64::from(turn.passes);
        // The seats that may swap have bits of their own.
        let bits = if self.rules.seats > 8 { 16 } else { 8 };
        key.rotate_left(bits) ^ turn.may_swap.iter().fold(0, |bits, seat| bits | 1 << seat.index())
    }

    fn repetition_key(&self, state: &Self::State) -> u64 {
        let turn = &state.turn;
        // Sets and seats in 3 bits each, or in 4 where there are many, spread by a multiplication.
        let bits = if self.rules.seats > 8 { 4 } else { 3 };
        let mut seating = turn.to_move.index() as u64;
        for seat in 0..usize::from(self.rules.seats) {
            let seat = Seat::new(seat);
            let out = u64::from(!turn.active.contains(seat));
            seating = seating << (bits + 1) | out << bits | u64::from(turn.sets[seat.index()]);
        }
        self.ground.key(&state.pieces) ^ seating.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn write_move(&self, state: &Self::State, mv: Move, out: &mut dyn Write) -> fmt::Result {
        let turn = &state.turn;
        match mv {
            Move::Step(step) => {
                let set = turn.sets[turn.to_move.index()];
                self.ground.write_step(&state.pieces, set, step, out)
            }
            Move::Pass => out.write_str("pass"),
            Move::Swap(_) if self.rules.seats == 2 => out.write_str("swap"),
            Move::Swap(seat) => write!(out, "swap-{}", seat.letter().to_ascii_lowercase()),
        }
    }

    fn write_state(&self, state: &Self::State, out: &mut dyn Write) -> fmt::Result {
        self.ground.write_pieces(&state.pieces, out)?;
        state.turn.write(&self.rules, out)
    }

    fn parse_state(&self, text: &str) -> Result<Self::State, NotationError> {
        let (pieces, offset) = split_position(text);
        let pieces = self.ground.parse_pieces(pieces)?;
        let turn = TurnState::parse(&self.rules, text, offset)?;
        let mut state = State { pieces, turn };
        settle(&self.ground, &self.rules, &mut state);
        let connected =
            |seat: Seat| self.ground.connected(&state.pieces, self.set_of(&state, seat));
        if let Some(seat) = state.turn.active.iter().find(|&s| connected(s) && s != turn.to_move) {
            let problem = format!("seat {seat} has won, so nobody else can be to move");
            return Err(NotationError::at(text, offset, problem, format!("seat {seat}")));
        }
        Ok(state)
    }

    fn ending(&self, state: &Self::State) -> &'static str {
        match state.turn.verdict {
            Verdict::Open => "",
            Verdict::Connected(_) => "connected",
            Verdict::LastSeat(_) => "last seat left",
            Verdict::Blockade => "mutual blockade",
            Verdict::Passes => "all seats passed",
        }
    }

    fn history_rules(&self) -> HistoryRules {
        self.rules.history
    }

    fn progress(&self, state: &Self::State, marks: &mut Vec<u32>) {
        marks.extend((0..self.rules.seats).map(|set| self.ground.count_groups(&state.pieces, set)));
    }

    fn claim(&self, state: &Self::State) -> Option<&'static str> {
        let open = state.turn.verdict == Verdict::Open;
        let offered = self.rules.blockade == Blockade::Offer;
        (open && offered && state.turn.free.0.is_none()).then_some("mutual blockade")
    }

    fn active(&self, state: &Self::State) -> SeatSet {
        state.turn.active
    }

    fn retire(&self, state: &mut Self::State, seat: Seat) -> bool {
        let turn = &mut state.turn;
        turn.active = turn.active.without(seat);
        turn.may_swap = turn.may_swap.without(seat);
        turn.passes = 0;
        turn.free = find_free(&self.ground, &state.pieces, turn);
        if turn.to_move == seat {
            turn.to_move = turn.active.next_after(seat);
        }
        turn.verdict = turn.judge(&self.rules);
        true
    }
}
