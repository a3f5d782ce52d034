//! One played game, as far as metrics ask, and the playing of it.
//!
//! Games are played once and leave a [`Trace`] each; every metric is a function of traces. The loop is
//! generic over the game and over who chooses, plays on bare positions and allocates nothing for a move,
//! because evolution plays tens of thousands of games in a few seconds.

use selforge_core::{History, HistoryRules, MoveRepr, Outcome, Seat, Status};
use selforge_games::Described;

use super::follow::Follow;

/// How a game came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Finish {
    /// By its rules.
    Played,
    /// By a limit of plies, of moves or of progress.
    CutOff,
}

/// What is kept of a game.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Trace {
    /// The result by the rules; none if the game was left before its end, which is a draw.
    pub outcome: Option<Outcome>,
    /// How it ended.
    pub finish: Finish,
    /// Moves as people count them: several of a seat in a row, a chain of jumps, are one.
    pub turns: u32,
    /// Moves as the rules count them.
    pub plies: u32,
    /// The legal moves of all positions in which a move was made, together.
    pub choices: u64,
    /// In how many of these there was more than one.
    pub decisions: u32,
    /// The mean over all pieces of the cells that each moved to by the turns that it lived.
    pub dynamism: f64,
    /// How often a piece came to a cell.
    pub arrivals: u32,
    /// How many cells a piece came to.
    pub entered: u32,
    /// The entropy of the cell of an arrival, in nats.
    pub entropy: f64,
    /// The codes of the moves.
    pub moves: Vec<u32>,
}

impl Trace {
    /// Who won alone; nobody in a draw.
    pub(super) fn winner(&self) -> Option<Seat> {
        self.outcome.and_then(|outcome| outcome.winner())
    }

    /// What a seat scored: a win is 1, a shared first place is shared.
    pub(super) fn score(&self, seat: Seat, seats: u8) -> f64 {
        let Some(outcome) = self.outcome else { return 1.0 / f64::from(seats) };
        let first = Seat::all(seats).filter(|seat| outcome.rank(*seat) == 1).count();
        if outcome.rank(seat) == 1 { 1.0 / first as f64 } else { 0.0 }
    }
}

/// A choice: the move, and among how many it was chosen.
pub(super) type Choice<M> = (M, u32);

/// Plays a game to its end, to `plies` plies at most, with moves from `choose`; it is cut off where that
/// gives none.
pub(super) fn play<G: Described>(
    game: &G,
    plies: u32,
    follow: &mut impl Follow<G>,
    mut choose: impl FnMut(&G::State, Seat) -> Option<Choice<G::Move>>,
) -> Trace {
    let mut state = game.start();
    follow.begin(game, &state);
    let has_history = game.history_rules() != HistoryRules::default();
    let mut history = has_history.then(|| History::new(game, &state));
    let mut trace = Trace {
        outcome: None,
        finish: Finish::CutOff,
        turns: 0,
        plies: 0,
        choices: 0,
        decisions: 0,
        dynamism: 0.0,
        arrivals: 0,
        entered: 0,
        entropy: 0.0,
        moves: Vec::new(),
    };
    let mut last = None;
    loop {
        let seat = match game.status(&state) {
            Status::ToMove(seat) => seat,
            Status::Over(outcome) => {
                trace.outcome = Some(outcome);
                let cut = game.is_cut_off(&state);
                trace.finish = if cut { Finish::CutOff } else { Finish::Played };
                break;
            }
        };
        if trace.plies == plies {
            break;
        }
        let Some((mv, count)) = choose(&state, seat) else { break };
        trace.turns += u32::from(last != Some(seat));
        last = Some(seat);
        trace.plies += 1;
        trace.choices += u64::from(count);
        trace.decisions += u32::from(count > 1);
        trace.moves.push(mv.to_code());
        let before = state.clone();
        game.play(&mut state, mv);
        follow.note(game, &before, mv, &state, trace.turns);
        // A game that its own rules have ended needs no other reason.
        if let Some(history) = &mut history
            && let Some(ending) = history.add(game, &state)
            && game.status(&state).to_move().is_some()
        {
            let cut = ending.is_adjudication();
            trace.finish = if cut { Finish::CutOff } else { Finish::Played };
            break;
        }
    }
    let movement = follow.close(trace.turns);
    Trace {
        dynamism: movement.dynamism,
        arrivals: movement.arrivals,
        entered: movement.entered,
        entropy: movement.entropy,
        ..trace
    }
}
