//! A game in a line of a list.

use selforge_core::Seat;

use super::occupant::{Occupant, is_online};
use crate::accounts::identity::ClientId;
use crate::gallery;
use crate::messages::games::GameSummary;
use crate::store::GameListing;

impl GameSummary {
    /// A stored game as `viewer` sees it.
    pub(crate) fn of(game: GameListing, viewer: &ClientId) -> GameSummary {
        let seats = game.seats.iter().enumerate();
        let yours = seats.filter(|(_, occupant)| occupant.is(viewer));
        let you: Vec<char> = yours.map(|(at, _)| Seat::new(at).letter()).collect();
        let waiting = game.is_waiting();
        let turn = game.to_move.filter(|_| game.result.is_none() && !waiting);
        let keeps = |seat: &Occupant| matches!(seat, Occupant::Open { kept_for: Some(who) } if who == viewer);
        GameSummary {
            invited: game.result.is_none() && game.seats.iter().any(keeps),
            players: game.seats.iter().map(Occupant::shown).collect(),
            your_turn: turn.is_some_and(|seat| you.contains(&seat)),
            you,
            created: game.created,
            updated: game.updated,
            plies: game.plies,
            winners: game.winners.chars().collect(),
            waiting,
            clock: game.clock,
            rated: game.rated,
            online: is_online(&game.seats, &game.owner),
            id: game.id,
            title: gallery::title_of(&game.spec),
            spec: game.spec,
            result: game.result,
        }
    }
}
