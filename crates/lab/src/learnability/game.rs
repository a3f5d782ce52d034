//! A game between two sides, under all rules of the game.

use std::sync::Arc;

use selforge_agents::neural::{Network, Room};
use selforge_core::{Action, Game, Seat, Status, Stream, Timeline};
use selforge_games::Described;

/// A game that no rule has ended by then is drawn.
const MAX_PLIES: u32 = 2000;

/// Who chooses moves.
pub(super) enum Side<'a, G: Game> {
    Network(&'a Network),
    Random,
    Rules(Rules<G>),
}

/// A player of the game that needs no memory, such as the paper's.
pub(super) type Rules<G> = fn(&G, &<G as Game>::State, &mut Stream) -> Option<<G as Game>::Move>;

/// How a game ended for the side that began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Result {
    Won,
    Drawn,
    Lost,
}

impl Result {
    /// The same for the other side.
    pub(super) fn turned(self) -> Result {
        match self {
            Result::Won => Result::Lost,
            Result::Drawn => Result::Drawn,
            Result::Lost => Result::Won,
        }
    }
}

/// Plays a game.
pub(super) fn play<G: Described>(
    game: &Arc<G>,
    sides: [&Side<'_, G>; 2],
    room: &mut Room,
    stream: &mut Stream,
) -> Result {
    let mut timeline = Timeline::new(Arc::clone(game));
    while let Status::ToMove(seat) = timeline.status() {
        if timeline.plies() >= MAX_PLIES {
            return Result::Drawn;
        }
        let state = timeline.state();
        let chosen = match sides[seat.index()] {
            Side::Network(network) => {
                network.choose(&**game, state, room, stream).map(|(mv, _)| mv)
            }
            Side::Random => game.choose_move(state, |count| stream.below(count)),
            Side::Rules(choose) => choose(game, state, stream),
        };
        let mv = chosen.expect("a seat to move has a move");
        timeline.act(seat, Action::Move(mv)).expect("a chosen move is legal");
    }
    let winner = timeline.result().and_then(|(outcome, _)| outcome.winner());
    match winner {
        Some(Seat::FIRST) => Result::Won,
        Some(_) => Result::Lost,
        None => Result::Drawn,
    }
}
