//! A live game: commands in, numbered announcements out.
//!
//! One lock a game makes everything that happens in it happen in an order. Under it an event is
//! checked, written to disk, and only then made true and announced (see [`super::commit`]): a command
//! that is refused or cannot be stored changes nothing. Engines think outside the lock (see
//! [`super::thinking`]).

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use jiff::Timestamp;
use selforge_board::Diagram;
use selforge_core::{Action, AnyState, Game, Headers, Record, Seat, Spec};
use selforge_games::Playable;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::{Mutex, broadcast};

use super::announcement::{Announcement, WrittenParts};
use super::boards::shared_board;
use super::clock::ClockRule;
use super::command::{Command, Refusal};
use super::event::GameEvent;
use super::fair_play::check_rated_quota;
use super::log::{GameLog, GameStart};
use super::occupant::{Occupant, SOMEONE_WHO_LEFT};
use super::permissions::{Intent, Permissions};
use super::registry::{Loaded, Weight};
use super::standing::winners;
use super::thinking::{IdlePlayers, Thinking};
use crate::accounts::identity::{Client, ClientId};
use crate::accounts::ratings::{RatingChange, RatingView};
use crate::app::App;
use crate::bus::{HeardGame, NodeId, NodeMessage};
use crate::error::ApiError;
use crate::messages::games::PositionAt;
use crate::messages::live::{GameState, Permission, ServerMessage};
use crate::messages::written::Written;
use crate::store::StoredGame;
use crate::view;

/// How many announcements a slow client may be behind before it gets the whole state instead.
const BACKLOG: usize = 32;

/// How many of those who look on are named to other nodes.
const MOST_NAMED: usize = 50;

/// Who looks on at a node: those who play first, and not more than a few by name, so that a game that
/// many watch tells no more with each who comes.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Onlookers {
    pub(super) named: Vec<ClientId>,
    pub(super) more: usize,
}

/// Why somebody lost whose account is no more.
const ACCOUNT_DELETED: &str = "account deleted";
/// What a game takes in memory before its first event, about.
const BASE_BYTES: usize = 16 << 10;

/// What the opened game takes for each cell of its board, about.
const CELL_BYTES: usize = 300;

/// What an event takes, about: its text, and a position of four bits a cell.
fn event_bytes(cells: usize) -> usize {
    300 + cells / 2
}

/// A live game.
#[derive(Debug)]
pub(crate) struct LiveGame {
    pub(super) id: String,
    pub(super) seed: u64,
    pub(super) began: i64,
    /// The network where the game was made.
    pub(super) network: String,
    pub(super) clock: ClockRule,
    pub(super) rated: bool,
    pub(super) listed: bool,
    pub(super) playable: Playable,
    pub(super) live: Mutex<LiveState>,
    pub(super) announcements: broadcast::Sender<Announcement>,
    /// How many cells the board has, by which memory is estimated.
    cells: usize,
    /// What the game takes of the memory for all, once it is among them.
    weight: OnceLock<Weight>,
    /// What other nodes tell of the game is heard as long as it is in memory.
    _heard: Option<HeardGame>,
}

/// The part of a live game that changes, under its lock.
#[derive(Debug)]
pub(super) struct LiveState {
    pub(super) owner: ClientId,
    pub(super) seats: Vec<Occupant>,
    pub(super) log: GameLog,
    /// The engine that thinks.
    pub(super) thinking: Option<Thinking>,
    /// The engines that do not.
    pub(super) players: IdlePlayers,
    /// The board as it is sent, shared with other games on the same.
    pub(super) board: Arc<RawValue>,
    /// What else is sent of the game as it stands.
    pub(super) written: WrittenParts,
    pub(super) ratings: Vec<RatingChange>,
    /// Who looks on, and over how many sockets.
    pub(super) here: HashMap<ClientId, usize>,
    /// Who looks on at other nodes.
    pub(super) elsewhere: HashMap<NodeId, Onlookers>,
    /// When somebody last asked for the state without a socket.
    pub(super) asked: Option<Instant>,
    /// Whether the game was deleted.
    pub(super) gone: bool,
    /// Whether something may be in the store that is not here: an answer was lost.
    pub(super) unsure: bool,
}

impl LiveGame {
    /// A stored game, played through to its last event.
    ///
    /// # Errors
    /// In words, if it is damaged.
    pub(super) fn restore(playable: Playable, stored: StoredGame) -> Result<LiveGame, String> {
        let log = replay(&playable, &stored)?;
        let StoredGame { game, ratings, .. } = stored;
        let board = view::board(&playable, log.timeline().state());
        let cells = board.cells.len();
        let board = shared_board(&board);
        Ok(LiveGame {
            id: game.id,
            seed: game.seed.cast_unsigned(),
            began: game.began,
            network: game.network,
            clock: game.clock,
            rated: game.rated,
            listed: game.listed,
            playable,
            live: Mutex::new(LiveState {
                owner: game.owner,
                seats: game.seats,
                log,
                thinking: None,
                players: IdlePlayers::default(),
                board,
                written: WrittenParts::default(),
                ratings,
                here: HashMap::new(),
                elsewhere: HashMap::new(),
                asked: None,
                gone: false,
                unsure: false,
            }),
            announcements: broadcast::channel(BACKLOG).0,
            cells,
            weight: OnceLock::new(),
            _heard: None,
        })
    }

    /// The same game, of which other nodes are heard as long as it is in memory.
    pub(super) fn hearing(self, heard: Option<HeardGame>) -> LiveGame {
        LiveGame { _heard: heard, ..self }
    }

    /// Counts the game among those in memory.
    pub(super) fn count_in(&mut self, loaded: &Arc<Loaded>) {
        let (bytes, weight) = (self.estimate(), &self.weight);
        weight.get_or_init(|| Weight::new(loaded, bytes));
    }

    /// How many bytes the game takes, about.
    fn estimate(&mut self) -> usize {
        let spec = self.playable.spec.to_string().len();
        let live = self.live.get_mut();
        // A board of one's own is in the spec, and opened takes a multiple of that.
        BASE_BYTES
            + CELL_BYTES * self.cells
            + 16 * spec
            + live.log.number() as usize * event_bytes(self.cells)
    }

    /// How many bytes the game is counted for.
    pub(super) fn bytes(&self) -> usize {
        self.weight.get().map_or(0, Weight::bytes)
    }

    /// One more event is in memory.
    pub(super) fn grow(&self) {
        if let Some(weight) = self.weight.get() {
            weight.grow(event_bytes(self.cells));
        }
    }

    /// The game's name.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The number of the last event.
    pub(crate) async fn number(&self) -> u32 {
        self.live.lock().await.log.number()
    }

    /// The game's rules.
    pub(crate) fn playable(&self) -> &Playable {
        &self.playable
    }

    pub(super) fn permissions<'l>(&self, live: &'l LiveState) -> Permissions<'l> {
        Permissions { log: &live.log, seats: &live.seats, owner: &live.owner, rated: self.rated }
    }

    /// Whether the client may look at the game: those at the table always may, everyone else where
    /// others can sit down.
    pub(crate) async fn is_visible_to(&self, who: &ClientId) -> bool {
        let live = self.live.lock().await;
        let permissions = self.permissions(&live);
        let plays = live.owner == *who || permissions.seats_of(who).next().is_some();
        plays || permissions.is_public()
    }

    /// The position as text and as a picture, if everyone who has the link may look at it.
    pub(crate) async fn public_board(&self) -> Option<(String, Diagram)> {
        let live = self.live.lock().await;
        let state = live.log.state(live.log.plies())?;
        let shown = || (self.playable.position_text(state), self.playable.diagram(state));
        self.permissions(&live).is_public().then(shown)
    }

    /// Whether the client may do something with the game as a whole, as `can` says.
    pub(crate) async fn allows(&self, who: &ClientId, what: Permission) -> bool {
        self.permissions(&*self.live.lock().await).can(who).contains(&what)
    }

    /// Everything that is announced from now on.
    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Announcement> {
        self.announcements.subscribe()
    }

    /// Whether a client made the game, plays in it or is waited for.
    pub(crate) async fn is_of(&self, who: &ClientId) -> bool {
        let live = self.live.lock().await;
        let has = |occupant: &Occupant| match occupant {
            Occupant::Open { kept_for } => kept_for.as_ref() == Some(who),
            occupant => occupant.is(who),
        };
        live.owner == *who || live.seats.iter().any(has)
    }

    /// Everything there is to know, for a client that knows nothing or too much.
    pub(crate) async fn state(&self, who: &ClientId) -> GameState {
        self.state_of(&*self.live.lock().await, who)
    }

    /// What a client that has the events up to `have` lacks.
    pub(crate) async fn rest(&self, have: u32, who: &ClientId) -> ServerMessage {
        let live = self.live.lock().await;
        if have == 0 || have > live.log.number() {
            return ServerMessage::State(Box::new(self.state_of(&live, who)));
        }
        ServerMessage::Update(Box::new(self.update_of(&live, who, have, true)))
    }

    /// The position after so many moves, with its board.
    pub(crate) async fn at(&self, ply: usize) -> Option<PositionAt> {
        let live = self.live.lock().await;
        let position = self.position(&live, ply)?;
        let board = view::board(&self.playable, live.log.state(ply)?);
        let board = (Written::text(&board).get() != live.board.get()).then_some(board);
        Some(PositionAt { position, board })
    }

    /// A picture of the position after so many moves, or of the last.
    pub(crate) async fn picture(&self, ply: Option<usize>, size: u32) -> Option<String> {
        let live = self.live.lock().await;
        let state = live.log.state(ply.unwrap_or(live.log.plies()))?;
        Some(self.playable.picture(state, size))
    }

    /// All positions in their order, if there are at most so many.
    pub(crate) async fn states(&self, most: usize) -> Option<Vec<AnyState>> {
        let live = self.live.lock().await;
        let plies = live.log.plies();
        let states = || (0..=plies).filter_map(|ply| live.log.state(ply)).cloned().collect();
        (plies < most).then(states)
    }

    /// Who sits where, how many moves were played, and once it is over who has won, if anyone has.
    pub(crate) async fn facts(&self) -> (Vec<Occupant>, usize, Option<Option<usize>>) {
        let live = self.live.lock().await;
        let moment = live.log.timeline().now();
        let result = moment.result().map(|_| {
            let mut first = winners(moment);
            first.next().filter(|_| first.next().is_none()).map(Seat::index)
        });
        (live.seats.clone(), live.log.plies(), result)
    }

    /// The position that the game began with.
    pub(crate) async fn start_text(&self) -> String {
        let live = self.live.lock().await;
        self.playable.position_text(live.log.timeline().start_state())
    }

    /// Does something with the game as a record, away from the threads that serve others: writing a
    /// long game takes a while.
    ///
    /// # Errors
    /// If the server stops.
    pub(crate) async fn with_record<T: Send + 'static>(
        self: &Arc<Self>,
        app: &App,
        then: impl FnOnce(Record) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let slot = app.loading_slots.acquire().await.map_err(|error| ApiError::internal(&error))?;
        let game = Arc::clone(self);
        let done = tokio::task::spawn_blocking(move || then(game.record())).await;
        drop(slot);
        done.map_err(|error| ApiError::internal(&error))
    }

    fn record(&self) -> Record {
        let live = self.live.blocking_lock();
        let names: Vec<String> = live.seats.iter().map(|it| it.name().to_owned()).collect();
        live.log.record(headers(&self.playable, self.began, &names))
    }

    /// Somebody looks on from now on.
    pub(crate) async fn enter(&self, app: &App, who: &ClientId) {
        let mut live = self.live.lock().await;
        let ask = live.here.is_empty();
        let count = live.here.entry(who.clone()).or_insert(0);
        *count += 1;
        if *count == 1 {
            self.tell_nodes(app, &live, ask);
        }
        self.tell_presence(&live);
    }

    /// Somebody looks on no more.
    pub(crate) async fn leave(&self, app: &App, who: &ClientId) {
        let mut live = self.live.lock().await;
        if let Some(count) = live.here.get_mut(who) {
            *count -= 1;
            if *count == 0 {
                live.here.remove(who);
                self.tell_nodes(app, &live, false);
                self.tell_presence(&live);
                if self.is_deserted(&live) {
                    live.thinking = None;
                }
            }
        }
    }

    /// Tells other nodes who looks on here.
    fn tell_nodes(&self, app: &App, live: &LiveState, ask: bool) {
        let onlookers = || {
            let mut named: Vec<ClientId> = live.here.keys().cloned().collect();
            named.sort_by_key(|who| !live.seats.iter().any(|occupant| occupant.is(who)));
            let more = named.len().saturating_sub(MOST_NAMED);
            named.truncate(MOST_NAMED);
            Onlookers { named, more }
        };
        app.bus.tell(|| NodeMessage::Here { game: self.id.clone(), here: onlookers(), ask });
    }

    /// Tells other nodes who looks on here, if anybody does.
    pub(crate) async fn tell_who_is_here(&self, app: &App) {
        let live = self.live.lock().await;
        if !live.here.is_empty() {
            self.tell_nodes(app, &live, false);
        }
    }

    /// Another node says who looks on there, and may ask the same of us.
    pub(crate) async fn hear_presence(&self, app: &App, node: NodeId, here: Onlookers, ask: bool) {
        let mut live = self.live.lock().await;
        if ask && !live.here.is_empty() {
            self.tell_nodes(app, &live, false);
        }
        // Nobody would notice that a node is gone which has not said that it lives.
        let known = app.nodes.knows(&node);
        let before = match here == Onlookers::default() || !known {
            true => live.elsewhere.remove(&node),
            false => live.elsewhere.insert(node.clone(), here),
        };
        if before.as_ref() != live.elsewhere.get(&node) {
            self.tell_presence(&live);
        }
    }

    /// Nobody looks on at these nodes any more.
    pub(crate) async fn forget_nodes(&self, gone: &[NodeId]) {
        let mut live = self.live.lock().await;
        let before = live.elsewhere.len();
        live.elsewhere.retain(|node, _| !gone.contains(node));
        if live.elsewhere.len() != before {
            self.tell_presence(&live);
        }
    }

    /// Asks an engine that thinks here to move now.
    pub(crate) async fn hurry_engine(&self) {
        if let Some(thinking) = &self.live.lock().await.thinking {
            thinking.hurry();
        }
    }

    /// Everything of one client is another's from now on: a guest has signed in, or an account was
    /// deleted.
    pub(crate) async fn hand_over(&self, from: &ClientId, to: &ClientId) {
        let mut live = self.live.lock().await;
        if live.owner == *from {
            live.owner = to.clone();
        }
        for occupant in &mut live.seats {
            match occupant {
                Occupant::Person { who, name, .. } if who == from => {
                    *who = to.clone();
                    if to.is_deleted() {
                        SOMEONE_WHO_LEFT.clone_into(name);
                    }
                }
                Occupant::Open { kept_for } if kept_for.as_ref() == Some(from) => {
                    *kept_for = Some(to.clone());
                }
                _ => {}
            }
        }
    }

    /// Obeys a command of a client that knows the events up to `after`.
    ///
    /// # Errors
    /// If it cannot be done; nothing has changed then.
    pub(crate) async fn act(
        self: &Arc<Self>,
        app: &Arc<App>,
        who: &ClientId,
        after: u32,
        command: Command,
    ) -> Result<(), Refusal> {
        self.note_absence(app).await?;
        let mut live = self.live.lock().await;
        if live.gone {
            return Err(Refusal::Gone);
        }
        self.make_sure(app, &mut live).await?;
        let plays = self.permissions(&live).seats_of(who).next().is_some();
        if after > live.log.number() && plays {
            // The player has been told by another node, whose news are still on the way to this one.
            self.read_if_changed(app, &mut live).await?;
            self.proceed(app, &mut live);
        }
        if !live.log.is_known_with(after) {
            return Err(Refusal::Stale);
        }
        self.give_back_once(app, &mut live).await?;
        if self.flag_if_due(app, &mut live).await? {
            self.proceed(app, &mut live);
            let over = live.log.timeline().result().is_some();
            return Err(if over { Refusal::Over } else { Refusal::Stale });
        }
        match self.permissions(&live).intent(who, command)? {
            Intent::HurryEngine => match &live.thinking {
                Some(thinking) => thinking.hurry(),
                None if app.nodes.think_in(&self.id) => {
                    app.bus.tell(|| NodeMessage::Hurry { game: self.id.clone() });
                }
                None => return Err(Refusal::NoEngine),
            },
            Intent::Event(event) => {
                let done = self.commit(app, &mut live, event, None).await;
                if done.is_ok() {
                    self.answer_offers(app, &mut live).await;
                }
                self.proceed(app, &mut live);
                done?;
            }
        }
        Ok(())
    }

    /// Lets a client sit down on an open seat; returns which. Who sits already stays there.
    ///
    /// # Errors
    /// If there is no seat for the client.
    pub(crate) async fn join(
        self: &Arc<Self>,
        app: &Arc<App>,
        client: &Client,
        name: &str,
        wanted: Option<Seat>,
    ) -> Result<char, ApiError> {
        let rating = match &client.account {
            Some(account) if self.rated => {
                self.check_pairing(app, client, account.id).await?;
                Some(self.rating(app, account.id).await?)
            }
            None if self.rated => {
                return Err(ApiError::forbidden("this game is rated; sign in to play it"));
            }
            _ => None,
        };
        let account = client.account.as_ref();
        let name = account.map_or(name.trim(), |account| &account.name).to_owned();
        let mut live = self.live.lock().await;
        let seat = loop {
            if let Some(seat) = self.permissions(&live).seats_of(&client.id).next() {
                return Ok(seat.letter());
            }
            if live.gone {
                return Err(ApiError::not_found());
            }
            let free = |at: &usize| match &live.seats[*at] {
                Occupant::Open { kept_for: None } => wanted.is_none_or(|seat| seat.index() == *at),
                Occupant::Open { kept_for: Some(kept) } => *kept == client.id,
                _ => false,
            };
            let over = live.log.timeline().result().is_some();
            let at = (0..live.seats.len()).find(free).filter(|_| !over);
            let none = || ApiError::conflict("no-seat", "there is no free seat for you");
            let at = at.ok_or_else(none)?;
            let seat = Seat::new(at).letter();
            let event = GameEvent::Sit { seat, name: name.clone() };
            let occupant = Occupant::Person { who: client.id.clone(), name: name.clone(), rating };
            match self.commit(app, &mut live, event, Some((at, occupant))).await {
                // Somebody else sat down somewhere; there may be another seat.
                Err(Refusal::Stale) => {}
                done => {
                    done?;
                    break seat;
                }
            }
        };
        self.tell_presence(&live);
        self.proceed(app, &mut live);
        if self.listed {
            app.lobby_changed();
        }
        Ok(seat)
    }

    /// Checks that a rated game between who made it and somebody who joins may count.
    async fn check_pairing(
        &self,
        app: &App,
        client: &Client,
        account: i64,
    ) -> Result<(), ApiError> {
        let other = {
            let live = self.live.lock().await;
            if self.permissions(&live).seats_of(&client.id).next().is_some() {
                return Ok(());
            }
            live.seats.iter().find_map(|occupant| occupant.who()?.account())
        };
        let here = client.address.to_string() == self.network;
        if here && app.is_public() && !app.exposure.rate_same_address {
            let problem = "you and your opponent come from one address: play a casual game instead";
            return Err(ApiError::conflict("same-address", problem));
        }
        check_rated_quota(app, account, other).await
    }

    /// Lets somebody lose a game that goes on, because their account ends.
    ///
    /// # Errors
    /// If that cannot be stored.
    pub(crate) async fn forfeit_for_good(
        self: &Arc<Self>,
        app: &Arc<App>,
        who: &ClientId,
    ) -> Result<(), ApiError> {
        let mut live = self.live.lock().await;
        loop {
            let goes_on = live.log.timeline().result().is_none() && !live.gone;
            let seat = self.permissions(&live).playing(who).next().filter(|_| goes_on);
            let Some(seat) = seat else {
                self.proceed(app, &mut live);
                return Ok(());
            };
            let event = GameEvent::of(seat, Action::Forfeit(ACCOUNT_DELETED.to_owned()));
            match self.commit(app, &mut live, event, None).await {
                Ok(()) | Err(Refusal::Stale) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// What an account's rating for this game is.
    async fn rating(&self, app: &App, account: i64) -> Result<f64, ApiError> {
        rating_of(app, account, &self.playable.family.name, self.clock).await
    }

    /// The game to play after this one, if somebody has asked for it, and otherwise what it is made
    /// of: the seats moved on by one, those of others kept for them. A game that is `gone` is none.
    ///
    /// # Errors
    /// If this game goes on, or the client does not play in it.
    pub(crate) async fn rematch(
        &self,
        who: &ClientId,
        gone: Option<&str>,
    ) -> Result<Rematch, ApiError> {
        let live = self.live.lock().await;
        if !self.permissions(&live).can(who).contains(&Permission::Rematch) {
            return Err(ApiError::conflict("not-over", "there is no other game to play yet"));
        }
        let name = live.seats.iter().find(|occupant| occupant.is(who)).map(Occupant::name);
        let name = name.unwrap_or_default().to_owned();
        if let Some((_, id)) = live.log.rematch().filter(|(_, id)| Some(*id) != gone) {
            return Ok(Rematch::Existing { id: id.to_owned(), name });
        }
        let mut seats = live.seats.clone();
        seats.rotate_left(1);
        for occupant in &mut seats {
            if let Occupant::Person { who: other, rating, .. } = occupant {
                *rating = None;
                if other != who {
                    *occupant = Occupant::Open { kept_for: Some(other.clone()) };
                }
            }
        }
        let spec = self.playable.spec.clone();
        Ok(Rematch::Proposed { spec, seats, clock: self.clock, rated: self.rated })
    }

    /// Announces the game that is to follow, in place of one that is `gone`.
    ///
    /// # Errors
    /// If it cannot be stored, or there is one already, which is returned.
    pub(crate) async fn announce_rematch(
        &self,
        app: &App,
        who: &ClientId,
        game: &str,
        gone: Option<&str>,
    ) -> Result<String, ApiError> {
        let mut live = self.live.lock().await;
        loop {
            if let Some((_, known)) = live.log.rematch().filter(|(_, id)| Some(*id) != gone) {
                return Ok(known.to_owned());
            }
            // Whoever let engines play has no seat, and speaks for the first.
            let seat = self.permissions(&live).seats_of(who).next().unwrap_or(Seat::FIRST);
            let event = GameEvent::Rematch { seat: seat.letter(), game: game.to_owned() };
            match self.commit(app, &mut live, event, None).await {
                Err(Refusal::Stale) => {}
                done => return Ok(done.map(|()| game.to_owned())?),
            }
        }
    }

    /// Ends the game for everyone: it was deleted.
    pub(crate) async fn close(&self, app: &App) {
        app.bus.tell(|| NodeMessage::Gone { game: self.id.clone() });
        self.close_here(app).await;
    }

    /// Ends the game for everyone at this node.
    pub(crate) async fn close_here(&self, app: &App) {
        self.end_for_all(app, &mut *self.live.lock().await);
    }

    pub(super) fn end_for_all(&self, app: &App, live: &mut LiveState) {
        live.gone = true;
        live.thinking = None;
        app.deadlines.set(&self.id, None);
        app.games.forget(&self.id);
        let _ = self.announcements.send(Announcement::to_all(&ServerMessage::Gone));
    }
}

/// What the record of a game says that began at this moment, in milliseconds, with the names of its seats.
pub(crate) fn headers(playable: &Playable, began: i64, names: &[String]) -> Headers {
    let mut headers = Headers::new(playable.spec.clone());
    headers.rules = Some(playable.rules_name());
    headers.program = Some(concat!("selforge ", env!("CARGO_PKG_VERSION")).to_owned());
    let began = Timestamp::from_millisecond(began).ok();
    headers.date = began.map(|began| began.strftime("%F").to_string());
    let seats = Seat::all(playable.game.seats()).zip(names);
    headers.names = seats
        .filter(|(_, name)| !name.is_empty())
        .map(|(seat, name)| (seat, name.clone()))
        .collect();
    headers
}

/// Plays a stored game through.
///
/// # Errors
/// In words, if it is damaged.
pub(crate) fn replay(playable: &Playable, stored: &StoredGame) -> Result<GameLog, String> {
    let StoredGame { game, events, .. } = stored;
    let damaged = |cause: &dyn std::fmt::Display| format!("game {}: {cause}", game.id);
    let read = |(body, at): &(String, i64)| Ok((serde_json::from_str(body)?, *at));
    let events: Result<Vec<(GameEvent, i64)>, serde_json::Error> =
        events.iter().map(read).collect();
    let events = events.map_err(|error| damaged(&error))?;
    // Those who came sat on seats that were open.
    let came = events.iter().filter(|(event, _)| matches!(event, GameEvent::Sit { .. })).count();
    let open_seats = game.seats.iter().filter(|occupant| occupant.is_open()).count() + came;
    let position = Some(game.start.as_str());
    let start = GameStart { position, clock: game.clock, open_seats, at: game.began };
    let mut log = GameLog::new(playable, start).map_err(|error| damaged(&error))?;
    for (event, at) in events {
        log.add(event, at).map_err(|error| damaged(&error))?;
    }
    Ok(log)
}

/// The game that follows another.
#[derive(Debug)]
pub(crate) enum Rematch {
    /// There is one already.
    Existing {
        /// Its name.
        id: String,
        /// What the client was called in the game before.
        name: String,
    },
    /// There is none; this is what one would be.
    Proposed {
        /// The same rules.
        spec: Spec,
        seats: Vec<Occupant>,
        /// The same clock.
        clock: ClockRule,
        /// Whether it counts as well.
        rated: bool,
    },
}

/// What an account's rating for a game at a speed is; where a beginner begins, if it has none.
pub(crate) async fn rating_of(
    app: &App,
    account: i64,
    game: &str,
    clock: ClockRule,
) -> Result<f64, ApiError> {
    let ratings = app.store.ratings(account).await?;
    let mut own =
        ratings.into_iter().filter(|own| own.game == game && own.speed == clock.speed().word());
    let start = skillratings::glicko2::Glicko2Rating::new().rating;
    Ok(own.next().map_or(start, |own| RatingView::of(own).rating as f64))
}
