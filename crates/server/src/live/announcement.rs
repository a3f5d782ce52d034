//! What a live game tells its clients.
//!
//! A message is written once for all who get the same: once for each client at the table, because it
//! says which seats are its own and what it may do, and once for everyone who watches. The texts are
//! shared by all sockets, and written when the first of them sends one: who is at another node is written
//! to there.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use axum::extract::ws::Utf8Bytes;
use selforge_core::{Game, Seat};
use serde_json::value::RawValue;

use super::game::{LiveGame, LiveState};
use super::log::GameLog;
use super::occupant::Occupant;
use crate::accounts::identity::ClientId;
use crate::messages::board::Position;
use crate::messages::games::OccupantView;
use crate::messages::live::{
    ClocksView, GameState, GameUpdate, Permission, Presence, RatingChange, RematchOffer,
    ServerMessage, Standing,
};
use crate::messages::text_of;
use crate::messages::written::Written;
use crate::presentation::presentation;
use crate::time;
use crate::view;

/// A message to all clients of a game.
#[derive(Clone, Debug)]
pub(crate) struct Announcement(Arc<Content>);

#[derive(Debug)]
enum Content {
    Same(Utf8Bytes),
    Update {
        /// As strangers are told it.
        update: Box<GameUpdate>,
        /// Clients at the table, who are told more.
        seated: Vec<Seated>,
        /// What all others are told, if the game is for them.
        others: Option<OnceLock<Utf8Bytes>>,
    },
}

/// A client at the table, and what only it is told.
#[derive(Debug)]
struct Seated {
    who: ClientId,
    you: Vec<char>,
    can: Vec<Permission>,
    text: OnceLock<Utf8Bytes>,
}

impl Announcement {
    /// The same for all.
    pub(super) fn to_all(message: &ServerMessage) -> Announcement {
        Announcement(Arc::new(Content::Same(text_of(message).into())))
    }

    /// The text for a client, if the game is for it: a finished one is for everybody, but may go on after
    /// a move was taken back.
    pub(crate) fn text(&self, who: &ClientId) -> Option<Utf8Bytes> {
        let (update, seated, others) = match &*self.0 {
            Content::Same(text) => return Some(text.clone()),
            Content::Update { update, seated, others } => (update, seated, others),
        };
        let written = |update: GameUpdate| text_of(&ServerMessage::Update(Box::new(update))).into();
        let text = match seated.iter().find(|seated| seated.who == *who) {
            Some(Seated { you, can, text, .. }) => text.get_or_init(|| {
                let update = GameUpdate::clone(update);
                written(GameUpdate { you: you.clone(), can: can.clone(), ..update })
            }),
            None => others.as_ref()?.get_or_init(|| written(GameUpdate::clone(update))),
        };
        Some(text.clone())
    }
}

/// What was written of a game as it stands, until something happens.
#[derive(Debug, Default)]
pub(super) struct WrittenParts(Mutex<Parts>);

#[derive(Debug, Default)]
struct Parts {
    /// After which event.
    number: u32,
    position: Option<Arc<RawValue>>,
    events: Option<Arc<RawValue>>,
}

/// The past of a game that is shorter than this is written anew for whoever asks, rather than kept.
const KEPT_EVENTS: u32 = 500;

impl WrittenParts {
    /// The position after an event, written by `write` if it is not yet.
    fn position(&self, number: u32, write: impl FnOnce() -> Arc<RawValue>) -> Arc<RawValue> {
        let mut parts = self.at(number);
        Arc::clone(parts.position.get_or_insert_with(write))
    }

    /// All events.
    fn all_events(&self, log: &GameLog) -> Arc<RawValue> {
        if log.number() < KEPT_EVENTS {
            return log.events_after(0);
        }
        let mut parts = self.at(log.number());
        Arc::clone(parts.events.get_or_insert_with(|| log.events_after(0)))
    }

    /// Forgets what is not of this number.
    fn at(&self, number: u32) -> std::sync::MutexGuard<'_, Parts> {
        let mut parts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if parts.number != number {
            *parts = Parts { number, ..Parts::default() };
        }
        parts
    }
}

impl LiveGame {
    pub(super) fn state_of(&self, live: &LiveState, who: &ClientId) -> GameState {
        let permissions = self.permissions(live);
        GameState {
            id: self.id.clone(),
            spec: self.playable.spec.to_string(),
            game: self.playable.family.name.to_string(),
            rules: self.playable.rules_text(),
            presentation: presentation(&self.playable),
            players: players(live),
            you: permissions.seats_of(who).map(Seat::letter).collect(),
            can: permissions.can(who),
            number: live.log.number(),
            events: Written::Text(live.written.all_events(&live.log)),
            notation: self.notation(live),
            board: Written::Text(Arc::clone(&live.board)),
            position: Written::Text(self.last_position(live)),
            standing: Standing::of(&live.log),
            online: permissions.is_online(),
            waiting: live.log.is_waiting(),
            listed: self.listed,
            rated: self.rated,
            clock: self.clock,
            speed: self.clock.speed(),
            clocks: clocks(live),
            ratings: ratings(live),
            rematch: rematch(live),
        }
    }

    /// What happened after event `have`, for a client; with the board if it is another now.
    pub(super) fn update_of(
        &self,
        live: &LiveState,
        who: &ClientId,
        have: u32,
        with_board: bool,
    ) -> GameUpdate {
        let permissions = self.permissions(live);
        let sat = live.log.somebody_sat_after(have);
        GameUpdate {
            after: have,
            number: live.log.number(),
            events: Written::Text(live.log.events_after(have)),
            notation: self.notation(live),
            board: with_board.then(|| Written::Text(Arc::clone(&live.board))),
            position: Written::Text(self.last_position(live)),
            standing: Standing::of(&live.log),
            players: (sat || with_board).then(|| players(live)),
            online: permissions.is_online(),
            waiting: live.log.is_waiting(),
            clocks: clocks(live),
            ratings: ratings(live),
            rematch: rematch(live),
            you: permissions.seats_of(who).map(Seat::letter).collect(),
            can: permissions.can(who),
        }
    }

    /// Tells everyone what happened after event `have`.
    pub(super) fn announce(&self, live: &LiveState, have: u32, with_board: bool) {
        if self.announcements.receiver_count() == 0 {
            return;
        }
        let stranger = ClientId::stored(String::new());
        let update = Box::new(self.update_of(live, &stranger, have, with_board));
        let permissions = self.permissions(live);
        let for_all = permissions.is_online() || permissions.is_over();
        let mut seated: Vec<Seated> = Vec::new();
        for who in live.seats.iter().filter_map(Occupant::who).chain([&live.owner]) {
            if !seated.iter().any(|known| known.who == *who) {
                let you = permissions.seats_of(who).map(Seat::letter).collect();
                let (can, text) = (permissions.can(who), OnceLock::new());
                seated.push(Seated { who: who.clone(), you, can, text });
            }
        }
        let told = Content::Update { update, seated, others: for_all.then(OnceLock::new) };
        // Nobody may be listening any more, here and below.
        let _ = self.announcements.send(Announcement(Arc::new(told)));
    }

    /// The moves that stand as players write them, where their texts are written in another way.
    fn notation(&self, live: &LiveState) -> Written<Vec<String>> {
        Written::Text(live.log.move_names(|state, mv| self.playable.move_notation(state, mv)))
    }

    pub(super) fn position(&self, live: &LiveState, ply: usize) -> Option<Position> {
        let log = &live.log;
        let before =
            ply.checked_sub(1).and_then(|ply| log.state(ply).zip(log.timeline().moves().nth(ply)));
        let last = ply == log.plies() && log.timeline().status().to_move().is_some();
        Some(view::position(&self.playable, log.state(ply)?, before, ply, last))
    }

    /// The position that the game stands in, written once for all who are told of it.
    fn last_position(&self, live: &LiveState) -> Arc<RawValue> {
        live.written.position(live.log.number(), || {
            let position = self.position(live, live.log.plies());
            Written::text(&position.expect("a game has the position that it stands in"))
        })
    }

    fn presence_of(&self, live: &LiveState) -> Presence {
        let named = live.elsewhere.values().flat_map(|there| &there.named);
        let everyone: HashSet<&ClientId> = live.here.keys().chain(named).collect();
        let is_here =
            |occupant: &Occupant| occupant.who().is_some_and(|who| everyone.contains(who));
        let seats = Seat::all(self.playable.game.seats()).zip(&live.seats);
        let here = seats.filter(|(_, occupant)| is_here(occupant)).map(|(seat, _)| seat.letter());
        let seated = |who: &&ClientId| live.seats.iter().any(|occupant| occupant.is(who));
        let watching = everyone.iter().copied().filter(|who| !seated(who)).count();
        let more: usize = live.elsewhere.values().map(|there| there.more).sum();
        Presence { here: here.collect(), watching: watching + more }
    }

    pub(super) fn tell_presence(&self, live: &LiveState) {
        if self.permissions(live).is_online() {
            let presence = ServerMessage::Presence(self.presence_of(live));
            let _ = self.announcements.send(Announcement::to_all(&presence));
        }
    }
}

fn players(live: &LiveState) -> Vec<OccupantView> {
    live.seats.iter().map(Occupant::shown).collect()
}

fn clocks(live: &LiveState) -> Option<ClocksView> {
    live.log.clocks().map(|clocks| clocks.view(time::now_ms()))
}

fn ratings(live: &LiveState) -> Option<Vec<RatingChange>> {
    Some(live.ratings.clone()).filter(|changes| !changes.is_empty())
}

fn rematch(live: &LiveState) -> Option<RematchOffer> {
    let (seat, id) = live.log.rematch()?;
    Some(RematchOffer { by: seat.letter(), id: id.to_owned() })
}
