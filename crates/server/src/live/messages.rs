//! What a live game tells its clients.
//!
//! An announcement is written once for all: a text that is the same for everyone, and for each client
//! that plays an end that says which seats are its own and what it may do.

use std::sync::Arc;

use selforge_core::{Game, Seat};
use serde_json::{Value, json};

use super::clock::ClocksView;
use super::event::GameEvent;
use super::game::{LiveGame, LiveState};
use super::occupant::{Occupant, OccupantView};
use super::standing::Standing;
use crate::accounts::identity::ClientId;
use crate::accounts::ratings::RatingChange;
use crate::time;
use crate::view;

/// An announcement.
#[derive(Clone, Debug)]
pub(crate) enum Announcement {
    /// Something happened.
    Update {
        /// What everyone is told, without its end.
        common: Arc<str>,
        /// The ends for those at the table, and for everyone else.
        personal: Arc<PersonalParts>,
    },
    /// Something that is not numbered, the same for all.
    Notice(Arc<str>),
}

/// What differs from client to client.
#[derive(Debug)]
pub(crate) struct PersonalParts {
    seated: Vec<(ClientId, String)>,
    others: String,
}

impl Announcement {
    /// The text for a client.
    pub(crate) fn text(&self, who: &ClientId) -> String {
        match self {
            Announcement::Notice(text) => text.to_string(),
            Announcement::Update { common, personal } => {
                let own = personal.seated.iter().find(|(seated, _)| seated == who);
                let end = own.map_or(&personal.others, |(_, end)| end);
                [common, end.as_str()].concat()
            }
        }
    }
}

impl LiveGame {
    pub(super) fn state_of(&self, live: &LiveState, who: &ClientId) -> Value {
        let permissions = self.permissions(live);
        json!({
            "type": "state",
            "id": self.id,
            "spec": self.playable.spec.to_string(),
            "game": self.playable.family.name,
            "rules": self.playable.rules_text(),
            "players": players(live),
            "you": permissions.seats_of(who).map(Seat::letter).collect::<Vec<_>>(),
            "number": live.log.number(),
            "events": live.log.events_after(0),
            "board": live.board,
            "position": self.position(live, live.log.plies()),
            "standing": Standing::of(&live.log),
            "can": permissions.can(who),
            "online": permissions.is_online(),
            "waiting": live.log.is_waiting(),
            "listed": self.listed,
            "rated": self.rated,
            "clock": self.clock,
            "speed": self.clock.speed(),
            "clocks": clocks(live),
            "ratings": ratings(live),
            "rematch": rematch(live),
        })
    }

    /// What happened after event `have` for everyone, without the end.
    pub(super) fn update(&self, live: &LiveState, have: u32, whole: bool) -> String {
        let events = live.log.events_after(have);
        let sat = events.iter().any(|event| matches!(event, GameEvent::Sit { .. }));
        let mut text = json!({
            "type": "update",
            "after": have,
            "number": live.log.number(),
            "events": events,
            "board": whole.then_some(&live.board),
            "position": self.position(live, live.log.plies()),
            "standing": Standing::of(&live.log),
            "players": (sat || whole).then(|| players(live)),
            "online": self.permissions(live).is_online(),
            "waiting": live.log.is_waiting(),
            "clocks": clocks(live),
            "ratings": ratings(live),
            "rematch": rematch(live),
        })
        .to_string();
        text.pop();
        text
    }

    /// The end of an update for a client.
    pub(super) fn end(&self, live: &LiveState, who: &ClientId) -> String {
        let permissions = self.permissions(live);
        let you: Vec<char> = permissions.seats_of(who).map(Seat::letter).collect();
        let own = json!({ "you": you, "can": permissions.can(who) }).to_string();
        [",", &own[1..]].concat()
    }

    pub(super) fn personal(&self, live: &LiveState) -> PersonalParts {
        let mut seated: Vec<(ClientId, String)> = Vec::new();
        for who in live.seats.iter().filter_map(Occupant::who).chain([&live.owner]) {
            if !seated.iter().any(|(known, _)| known == who) {
                seated.push((who.clone(), self.end(live, who)));
            }
        }
        PersonalParts { seated, others: self.end(live, &ClientId::stored(String::new())) }
    }

    pub(super) fn position(&self, live: &LiveState, ply: usize) -> Option<view::PositionView> {
        let log = &live.log;
        let before = ply.checked_sub(1).and_then(|ply| log.state(ply));
        let last = ply == log.plies() && log.timeline().status().to_move().is_some();
        Some(view::position(&self.playable, log.state(ply)?, before, ply, last))
    }

    pub(super) fn presence_of(&self, live: &LiveState) -> String {
        let is_here =
            |occupant: &Occupant| occupant.who().is_some_and(|who| live.here.contains_key(who));
        let seats = Seat::all(self.playable.game.seats()).zip(&live.seats);
        let here: Vec<char> = seats
            .filter(|(_, occupant)| is_here(occupant))
            .map(|(seat, _)| seat.letter())
            .collect();
        let seated = |who: &&ClientId| live.seats.iter().any(|occupant| occupant.is(who));
        let watching = live.here.keys().filter(|who| !seated(who)).count();
        json!({ "type": "presence", "here": here, "watching": watching }).to_string()
    }

    pub(super) fn tell_presence(&self, live: &LiveState) {
        // Nobody may be listening, here and below.
        if self.permissions(live).is_online() {
            let _ = self.announcements.send(Announcement::Notice(self.presence_of(live).into()));
        }
    }
}

fn players(live: &LiveState) -> Vec<OccupantView> {
    live.seats.iter().map(Occupant::shown).collect()
}

fn clocks(live: &LiveState) -> Option<ClocksView> {
    live.log.clocks().map(|clocks| clocks.view(time::now_ms()))
}

fn ratings(live: &LiveState) -> Option<&Vec<RatingChange>> {
    Some(&live.ratings).filter(|changes| !changes.is_empty())
}

fn rematch(live: &LiveState) -> Option<Value> {
    live.log.rematch().map(|(seat, id)| json!({ "by": seat.letter(), "id": id }))
}
