//! One type for all games.
//!
//! [`AnyGame`] hides which game it holds and is itself a [`Game`], so the server, the command line
//! and the laboratory need no code per game. The price is a virtual call and a boxed position:
//! erase per game that is played, never inside a search.

use std::any::Any;
use std::fmt::{self, Debug, Write};
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::game::{Game, HistoryRules, MoveRepr, Status};
use crate::notation::NotationError;
use crate::outcome::Outcome;
use crate::seat::{Seat, SeatSet};

/// Any game, shared cheaply.
#[derive(Clone)]
pub struct AnyGame(Arc<dyn ErasedGame>);

/// A position of an [`AnyGame`].
pub struct AnyState(Box<dyn ErasedState>);

/// A move of an [`AnyGame`]: the code of the move inside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AnyMove(pub u32);

impl MoveRepr for AnyMove {
    fn to_code(self) -> u32 {
        self.0
    }

    fn from_code(code: u32) -> Option<Self> {
        Some(AnyMove(code))
    }
}

impl AnyGame {
    /// Hides `game`.
    pub fn new<G: Game>(game: Arc<G>) -> AnyGame {
        AnyGame(Arc::new(Hidden(game)))
    }

    /// Wraps a position of the hidden game.
    #[must_use]
    pub fn wrap<G: Game>(state: G::State) -> AnyState {
        AnyState(Box::new(state))
    }
}

impl AnyState {
    /// The position inside, if it is of this type.
    #[must_use]
    pub fn downcast<S: 'static>(&self) -> Option<&S> {
        self.0.as_any().downcast_ref()
    }
}

/// The object-safe face of a position.
trait ErasedState: Any + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
    fn boxed(&self) -> Box<dyn ErasedState>;
    fn same(&self, other: &dyn ErasedState) -> bool;
    fn hash_into(&self, hasher: &mut dyn Hasher);
    fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<S: Clone + Eq + Hash + Debug + Send + Sync + 'static> ErasedState for S {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn boxed(&self) -> Box<dyn ErasedState> {
        Box::new(self.clone())
    }

    fn same(&self, other: &dyn ErasedState) -> bool {
        other.as_any().downcast_ref::<S>() == Some(self)
    }

    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }

    fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(self, f)
    }
}

impl Clone for AnyState {
    fn clone(&self) -> Self {
        AnyState((*self.0).boxed())
    }
}

impl PartialEq for AnyState {
    fn eq(&self, other: &Self) -> bool {
        (*self.0).same(&*other.0)
    }
}

impl Eq for AnyState {}

impl Hash for AnyState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (*self.0).hash_into(state);
    }
}

impl Debug for AnyState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (*self.0).debug(f)
    }
}

/// The object-safe face of a game.
trait ErasedGame: Send + Sync {
    fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn seats(&self) -> u8;
    fn start(&self) -> AnyState;
    fn status(&self, state: &AnyState) -> Status;
    fn visit(
        &self,
        state: &AnyState,
        visit: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()>;
    fn count(&self, state: &AnyState) -> u32;
    fn choose(&self, state: &AnyState, choose: &mut dyn FnMut(u32) -> u32) -> Option<u32>;
    fn is_legal(&self, state: &AnyState, code: u32) -> bool;
    fn play(&self, state: &mut AnyState, code: u32);
    fn key(&self, state: &AnyState) -> u64;
    fn write_move(&self, state: &AnyState, code: u32, out: &mut dyn Write) -> fmt::Result;
    fn parse_move(&self, state: &AnyState, text: &str) -> Result<u32, NotationError>;
    fn write_state(&self, state: &AnyState, out: &mut dyn Write) -> fmt::Result;
    fn parse_state(&self, text: &str) -> Result<AnyState, NotationError>;
    fn ending(&self, state: &AnyState) -> &str;
    fn history_rules(&self) -> HistoryRules;
    fn repetition_key(&self, state: &AnyState) -> u64;
    fn progress(&self, state: &AnyState, marks: &mut Vec<u32>);
    fn claim(&self, state: &AnyState) -> Option<&str>;
    fn repetition_outcome(&self, state: &AnyState) -> Option<Outcome>;
    fn has_chance(&self) -> bool;
    fn draws(&self, state: &AnyState) -> u64;
    fn redraw(&self, state: &mut AnyState, seed: u64);
    fn active(&self, state: &AnyState) -> SeatSet;
    fn retire(&self, state: &mut AnyState, seat: Seat) -> bool;
}

struct Hidden<G>(Arc<G>);

/// The position inside `state`.
fn open<G: Game>(state: &AnyState) -> &G::State {
    state.downcast().expect("a position is used with the game that made it")
}

/// The move with this code.
fn decode<M: MoveRepr>(code: u32) -> M {
    M::from_code(code).expect("a move is used with the game that made it")
}

impl<G: Game> ErasedGame for Hidden<G> {
    fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.0, f)
    }

    fn seats(&self) -> u8 {
        self.0.seats()
    }

    fn start(&self) -> AnyState {
        AnyState(Box::new(self.0.start()))
    }

    fn status(&self, state: &AnyState) -> Status {
        self.0.status(open::<G>(state))
    }

    fn visit(
        &self,
        state: &AnyState,
        visit: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.0.visit_moves(open::<G>(state), &mut |mv| visit(mv.to_code()))
    }

    fn count(&self, state: &AnyState) -> u32 {
        self.0.count_moves(open::<G>(state))
    }

    fn choose(&self, state: &AnyState, choose: &mut dyn FnMut(u32) -> u32) -> Option<u32> {
        self.0.choose_move(open::<G>(state), choose).map(MoveRepr::to_code)
    }

    fn is_legal(&self, state: &AnyState, code: u32) -> bool {
        G::Move::from_code(code).is_some_and(|mv| self.0.is_legal(open::<G>(state), mv))
    }

    fn has_chance(&self) -> bool {
        self.0.has_chance()
    }

    fn draws(&self, state: &AnyState) -> u64 {
        self.0.draws(open::<G>(state))
    }

    fn redraw(&self, state: &mut AnyState, seed: u64) {
        let inner = (*state.0).as_any_mut().downcast_mut();
        self.0.redraw(inner.expect("a position is used with the game that made it"), seed);
    }

    fn play(&self, state: &mut AnyState, code: u32) {
        let inner = (*state.0).as_any_mut().downcast_mut();
        self.0.play(inner.expect("a position is used with the game that made it"), decode(code));
    }

    fn key(&self, state: &AnyState) -> u64 {
        self.0.key(open::<G>(state))
    }

    fn write_move(&self, state: &AnyState, code: u32, out: &mut dyn Write) -> fmt::Result {
        self.0.write_move(open::<G>(state), decode(code), out)
    }

    fn parse_move(&self, state: &AnyState, text: &str) -> Result<u32, NotationError> {
        self.0.parse_move(open::<G>(state), text).map(MoveRepr::to_code)
    }

    fn write_state(&self, state: &AnyState, out: &mut dyn Write) -> fmt::Result {
        self.0.write_state(open::<G>(state), out)
    }

    fn parse_state(&self, text: &str) -> Result<AnyState, NotationError> {
        self.0.parse_state(text).map(|state| AnyState(Box::new(state)))
    }

    fn ending(&self, state: &AnyState) -> &str {
        self.0.ending(open::<G>(state))
    }

    fn history_rules(&self) -> HistoryRules {
        self.0.history_rules()
    }

    fn repetition_key(&self, state: &AnyState) -> u64 {
        self.0.repetition_key(open::<G>(state))
    }

    fn progress(&self, state: &AnyState, marks: &mut Vec<u32>) {
        self.0.progress(open::<G>(state), marks);
    }

    fn claim(&self, state: &AnyState) -> Option<&str> {
        self.0.claim(open::<G>(state))
    }

    fn repetition_outcome(&self, state: &AnyState) -> Option<Outcome> {
        self.0.repetition_outcome(open::<G>(state))
    }

    fn active(&self, state: &AnyState) -> SeatSet {
        self.0.active(open::<G>(state))
    }

    fn retire(&self, state: &mut AnyState, seat: Seat) -> bool {
        let inner = (*state.0).as_any_mut().downcast_mut();
        self.0.retire(inner.expect("a position is used with the game that made it"), seat)
    }
}

impl Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.debug(f)
    }
}

impl Game for AnyGame {
    type State = AnyState;
    type Move = AnyMove;

    fn seats(&self) -> u8 {
        self.0.seats()
    }

    fn start(&self) -> AnyState {
        self.0.start()
    }

    fn status(&self, state: &AnyState) -> Status {
        self.0.status(state)
    }

    fn visit_moves(
        &self,
        state: &AnyState,
        visit: &mut impl FnMut(AnyMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.0.visit(state, &mut |code| visit(AnyMove(code)))
    }

    fn play(&self, state: &mut AnyState, mv: AnyMove) {
        self.0.play(state, mv.0);
    }

    fn has_chance(&self) -> bool {
        self.0.has_chance()
    }

    fn draws(&self, state: &AnyState) -> u64 {
        self.0.draws(state)
    }

    fn redraw(&self, state: &mut AnyState, seed: u64) {
        self.0.redraw(state, seed);
    }

    fn key(&self, state: &AnyState) -> u64 {
        self.0.key(state)
    }

    fn write_move(&self, state: &AnyState, mv: AnyMove, out: &mut dyn Write) -> fmt::Result {
        self.0.write_move(state, mv.0, out)
    }

    fn write_state(&self, state: &AnyState, out: &mut dyn Write) -> fmt::Result {
        self.0.write_state(state, out)
    }

    fn parse_state(&self, text: &str) -> Result<AnyState, NotationError> {
        self.0.parse_state(text)
    }

    fn ending(&self, state: &AnyState) -> &str {
        self.0.ending(state)
    }

    fn history_rules(&self) -> HistoryRules {
        self.0.history_rules()
    }

    fn repetition_key(&self, state: &AnyState) -> u64 {
        self.0.repetition_key(state)
    }

    fn progress(&self, state: &AnyState, marks: &mut Vec<u32>) {
        self.0.progress(state, marks);
    }

    fn claim(&self, state: &AnyState) -> Option<&str> {
        self.0.claim(state)
    }

    fn repetition_outcome(&self, state: &AnyState) -> Option<Outcome> {
        self.0.repetition_outcome(state)
    }

    fn active(&self, state: &AnyState) -> SeatSet {
        self.0.active(state)
    }

    fn retire(&self, state: &mut AnyState, seat: Seat) -> bool {
        self.0.retire(state, seat)
    }

    fn count_moves(&self, state: &AnyState) -> u32 {
        self.0.count(state)
    }

    fn choose_move(&self, state: &AnyState, choose: impl FnOnce(u32) -> u32) -> Option<AnyMove> {
        let mut choose = Some(choose);
        let mut once = |count| (choose.take().expect("a game asks once"))(count);
        self.0.choose(state, &mut once).map(AnyMove)
    }

    fn is_legal(&self, state: &AnyState, mv: AnyMove) -> bool {
        self.0.is_legal(state, mv.0)
    }

    fn parse_move(&self, state: &AnyState, text: &str) -> Result<AnyMove, NotationError> {
        self.0.parse_move(state, text).map(AnyMove)
    }
}
