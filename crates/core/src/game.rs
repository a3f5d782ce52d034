//! The trait that every game implements.

use std::fmt::{self, Debug, Write};
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::notation::{NotationError, short};
use crate::outcome::Outcome;
use crate::seat::{Seat, SeatSet};

/// Whose turn it is, or how the game ended. Nobody can ask a finished game who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// The game goes on and this seat is to move.
    ToMove(Seat),
    /// The game is over.
    Over(Outcome),
}

impl Status {
    /// The seat to move, if the game goes on.
    #[must_use]
    pub fn to_move(self) -> Option<Seat> {
        match self {
            Status::ToMove(seat) => Some(seat),
            Status::Over(_) => None,
        }
    }

    /// The outcome, if the game is over.
    #[must_use]
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Status::ToMove(_) => None,
            Status::Over(outcome) => Some(outcome),
        }
    }
}

/// A move as a small value with a code that never changes its meaning for the same game.
pub trait MoveRepr: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The move as a number.
    fn to_code(self) -> u32;

    /// The move with this number, or `None` if no move of any position has it.
    fn from_code(code: u32) -> Option<Self>;
}

/// Rules that look at a game's history, which a [`Timeline`](crate::Timeline) applies.
///
/// They are not part of a position: a search that wants to respect repetition is given the history.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HistoryRules {
    /// The game is drawn when a position occurs this many times.
    pub repetition: Option<u32>,
    /// The game is adjudicated a draw after this many plies.
    pub plies: Option<u32>,
    /// The game is adjudicated a draw after this many plies without [progress](Game::progress).
    pub no_progress: Option<u32>,
}

/// The rules of one game, as a value.
///
/// Implementations promise, and the test kit checks for every game of the catalogue:
/// - a position's moves come in the same order each time and none twice;
/// - a position with [`Status::ToMove`] has at least one move, a finished one has none;
/// - equal states have equal keys, and [`write_state`](Game::write_state) and
///   [`parse_state`](Game::parse_state) are inverse to each other.
pub trait Game: Debug + Send + Sync + 'static {
    /// A position: all that the future depends on, and nothing else. Cheap to copy.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// A move.
    type Move: MoveRepr;

    /// How many seats the game has.
    fn seats(&self) -> u8;

    /// The position in which the game begins.
    fn start(&self) -> Self::State;

    /// Who is to move, or how the game ended.
    fn status(&self, state: &Self::State) -> Status;

    /// Shows every legal move to `visit` until it breaks. Shows none when the game is over.
    fn visit_moves(
        &self,
        state: &Self::State,
        visit: &mut impl FnMut(Self::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()>
    where
        Self: Sized;

    /// Plays a legal move. An illegal one gives a wrong position or a panic: ask
    /// [`is_legal`](Game::is_legal) where the move comes from outside.
    fn play(&self, state: &mut Self::State, mv: Self::Move);

    /// A number that is equal for equal positions and differs, but for bad luck, for others.
    fn key(&self, state: &Self::State) -> u64;

    /// Writes a move as people type it.
    ///
    /// # Errors
    /// Only those of `out`.
    fn write_move(&self, state: &Self::State, mv: Self::Move, out: &mut dyn Write) -> fmt::Result;

    /// Writes a position as one line of text.
    ///
    /// # Errors
    /// Only those of `out`.
    fn write_state(&self, state: &Self::State, out: &mut dyn Write) -> fmt::Result;

    /// Reads what [`write_state`](Game::write_state) writes.
    ///
    /// # Errors
    /// With the place and the reason, if the text is no position of this game.
    fn parse_state(&self, text: &str) -> Result<Self::State, NotationError>;

    /// What ended a finished game, in a word or two: `connected`, `blockade`, `checkmate`.
    /// The text is the game's own, so that rules which arrive at run time can bring theirs.
    fn ending(&self, state: &Self::State) -> &str;

    /// The rules that need the game's history. None unless a game says otherwise.
    fn history_rules(&self) -> HistoryRules {
        HistoryRules::default()
    }

    /// The key by which positions count as repeated, where that is coarser than
    /// [`key`](Game::key).
    fn repetition_key(&self, state: &Self::State) -> u64 {
        self.key(state)
    }

    /// How the game ends when this position occurs for the last time that the
    /// [history rules](Game::history_rules) allow. `None`, a draw, unless a game says otherwise.
    fn repetition_outcome(&self, state: &Self::State) -> Option<Outcome> {
        let _ = state;
        None
    }

    /// Pushes numbers whose fall to a new minimum counts as progress, as many for every position.
    /// None unless a game says so.
    fn progress(&self, state: &Self::State, marks: &mut Vec<u32>) {
        let _ = (state, marks);
    }

    /// The reason for which the seat to move may end the game as a draw without asking anyone.
    fn claim(&self, state: &Self::State) -> Option<&str> {
        let _ = state;
        None
    }

    /// Whether chance has a part in the game: dice, cards. What chance does is played within the move
    /// before it, drawn from a stream, so that a game can be replayed.
    fn has_chance(&self) -> bool {
        false
    }

    /// How often chance has decided something on the way to this position.
    fn draws(&self, state: &Self::State) -> u64 {
        let _ = state;
        0
    }

    /// Gives a position another future: what chance does from here on comes from `seed`, and nothing else
    /// changes. A player that looks ahead does so in positions that were redrawn: the real dice are not
    /// its to know.
    fn redraw(&self, state: &mut Self::State, seed: u64) {
        let _ = (state, seed);
    }

    /// The seats still in play: all, unless the position says that some have retired.
    fn active(&self, state: &Self::State) -> SeatSet {
        let _ = state;
        SeatSet::first(self.seats())
    }

    /// Takes `seat` out of a game of three or more, which goes on without it. Returns false, and
    /// changes nothing, in games that cannot go on then.
    fn retire(&self, state: &mut Self::State, seat: Seat) -> bool {
        let _ = (state, seat);
        false
    }

    /// The outcome, if the game is over.
    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        self.status(state).outcome()
    }

    /// Replaces the content of `moves` by the legal moves.
    fn legal_moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>)
    where
        Self: Sized,
    {
        moves.clear();
        let _ = self.visit_moves(state, &mut |mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
    }

    /// How many legal moves there are.
    fn count_moves(&self, state: &Self::State) -> u32
    where
        Self: Sized,
    {
        let mut count = 0;
        let _ = self.visit_moves(state, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// Asks `choose` for a number below the number of legal moves, and returns the move with that
    /// number in visiting order; `None` when there is no move or no such number.
    ///
    /// Games that can count and find moves without visiting them all make this fast: it is what
    /// random play is made of.
    fn choose_move(
        &self,
        state: &Self::State,
        choose: impl FnOnce(u32) -> u32,
    ) -> Option<Self::Move>
    where
        Self: Sized,
    {
        let count = self.count_moves(state);
        if count == 0 {
            return None;
        }
        let mut left = choose(count);
        let mut chosen = None;
        let _ = self.visit_moves(state, &mut |mv| {
            if left == 0 {
                chosen = Some(mv);
                return ControlFlow::Break(());
            }
            left -= 1;
            ControlFlow::Continue(())
        });
        chosen
    }

    /// Whether `mv` may be played now.
    fn is_legal(&self, state: &Self::State, mv: Self::Move) -> bool
    where
        Self: Sized,
    {
        self.visit_moves(state, &mut |legal| {
            if legal == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_break()
    }

    /// The legal move that `text` names, in any case and with or without spaces and hyphens.
    ///
    /// # Errors
    /// If no legal move, or more than one, is written so.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, NotationError>
    where
        Self: Sized,
    {
        let wanted = bare(text);
        let mut buffer = String::new();
        let (mut found, mut count) = (None, 0);
        let _ = self.visit_moves(state, &mut |mv| {
            buffer.clear();
            let written = self.write_move(state, mv, &mut buffer);
            debug_assert!(written.is_ok(), "writing to a string cannot fail");
            if buffer == text.trim() {
                (found, count) = (Some(mv), 1);
                return ControlFlow::Break(());
            }
            if bare(&buffer) == wanted {
                found = Some(mv);
                count += 1;
            }
            ControlFlow::Continue(())
        });
        let named = short(text);
        match (found, count) {
            (Some(mv), 1) => Ok(mv),
            (Some(_), _) => {
                let problem = format!("'{named}' could mean {count} moves");
                Err(NotationError::at(text, 0, problem, "one of them in full"))
            }
            (None, _) => {
                Err(NotationError::at(text, 0, format!("'{named}' is not a legal move here"), ""))
            }
        }
    }
}

/// A move's text without the signs that people leave out or put in.
fn bare(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '-' | ':' | '>'))
        .flat_map(char::to_lowercase)
        .collect()
}
