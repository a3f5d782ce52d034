//! How a game stands for everyone, beyond the position.

use selforge_core::{AnyState, Moment, Outcome, Record, Seat};

use super::log::GameLog;
use crate::messages::live::Standing;

impl Standing {
    pub(super) fn of(log: &GameLog) -> Standing {
        let timeline = log.timeline();
        Standing {
            to_move: timeline.status().to_move().map(Seat::letter),
            result: Record::result_of(timeline.now()),
            winners: winners(timeline.now()).map(Seat::letter).collect(),
            active: timeline.active().iter().map(Seat::letter).collect(),
            offer_by: timeline.open_offer().map(|offer| offer.by.letter()),
            take_back_by: log.take_back().map(|request| request.by.letter()),
        }
    }
}

/// The seats at the first rank, once the game is over.
pub(crate) fn winners(moment: &Moment<AnyState>) -> impl Iterator<Item = Seat> + use<> {
    let first =
        |outcome: Outcome| Seat::all(outcome.seats()).filter(move |seat| outcome.rank(*seat) == 1);
    moment.status.outcome().into_iter().flat_map(first)
}
