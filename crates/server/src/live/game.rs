//! A live game: commands in, numbered announcements out.
//!
//! One lock a game makes everything that happens in it happen in an order. Under it an event is
//! checked, written to disk, and only then made true and announced: a command
//! that is refused or cannot be stored changes nothing. Engines think outside the lock; what they
//! answer counts only if nothing has happened meanwhile.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use selforge_agents::Stop;
use selforge_core::{Action, AnyState, Game, Headers, Moment, Record, Seat, Spec};
use selforge_games::{NoFiles, Playable};
use serde_json::{Value, json};
use tokio::sync::{Mutex, MutexGuard, broadcast};
use tokio::task::AbortHandle;

use super::clock::{ClockRule, Clocks};
use super::command::{Command, Refusal};
use super::engines::EngineQuestion;
use super::event::GameEvent;
use super::log::{GameLog, GameStart};
use super::messages::Announcement;
use super::occupant::Occupant;
use super::permissions::{Intent, Permissions};
use super::standing::winners;
use crate::accounts::identity::{Client, ClientId};
use crate::accounts::ratings::{RatedResult, RatingChange, RatingView};
use crate::app::App;
use crate::error::ApiError;
use crate::store::{NewEvent, NewGame, StoredGame};
use crate::time;
use crate::view;

/// How many announcements a slow client may be behind before it gets the whole state instead.
const BACKLOG: usize = 32;

/// A live game.
#[derive(Debug)]
pub(crate) struct LiveGame {
    pub(super) id: String,
    pub(super) seed: u64,
    pub(super) began: i64,
    pub(super) clock: ClockRule,
    pub(super) rated: bool,
    pub(super) listed: bool,
    pub(super) playable: Playable,
    pub(super) live: Mutex<LiveState>,
    pub(super) announcements: broadcast::Sender<Announcement>,
}

/// The part of a live game that changes, under its lock.
#[derive(Debug)]
pub(super) struct LiveState {
    pub(super) owner: ClientId,
    pub(super) seats: Vec<Occupant>,
    pub(super) log: GameLog,
    /// The engine that thinks, and the event after which it was asked.
    pub(super) thinking: Option<(u32, Stop)>,
    pub(super) board: view::BoardView,
    pub(super) ratings: Vec<RatingChange>,
    /// Who looks on, and over how many sockets.
    pub(super) here: HashMap<ClientId, usize>,
    /// Waits for the running clock to run out.
    pub(super) timer: Option<AbortHandle>,
    pub(super) gone: bool,
}

impl LiveGame {
    /// The game of a stored row, played through to its last event.
    ///
    /// # Errors
    /// If the row is damaged, or of rules that are no more.
    pub(crate) fn restore(row: StoredGame) -> Result<LiveGame, ApiError> {
        let StoredGame { game, events, ratings } = row;
        let id = game.id.clone();
        let damaged = |cause: String| ApiError::internal(&format!("game {id}: {cause}"));
        let NewGame { clock, began, .. } = game;
        let spec = Spec::parse(&game.spec).map_err(|error| damaged(error.to_string()))?;
        let playable =
            selforge_games::open(&spec, &NoFiles).map_err(|error| damaged(error.to_string()))?;
        let read = |(body, at): &(String, i64)| Ok((serde_json::from_str(body)?, *at));
        let events: Result<Vec<(GameEvent, i64)>, serde_json::Error> =
            events.iter().map(read).collect();
        let events = events.map_err(|error| damaged(error.to_string()))?;
        // Those who came sat on seats that were open.
        let came =
            events.iter().filter(|(event, _)| matches!(event, GameEvent::Sit { .. })).count();
        let open = game.seats.iter().filter(|occupant| occupant.is_open()).count() + came;
        let start = GameStart { position: Some(&game.start), clock, open_seats: open, at: began };
        let mut log = GameLog::new(&playable, start).map_err(|error| damaged(error.to_string()))?;
        for (event, at) in events {
            log.add(event, at).map_err(|error| damaged(error.to_string()))?;
        }
        let board = view::board(&playable, log.session().state());
        Ok(LiveGame {
            id: game.id,
            seed: game.seed.cast_unsigned(),
            began,
            clock,
            rated: game.rated,
            listed: game.listed,
            playable,
            live: Mutex::new(LiveState {
                owner: game.owner,
                seats: game.seats,
                log,
                thinking: None,
                board,
                ratings,
                here: HashMap::new(),
                timer: None,
                gone: false,
            }),
            announcements: broadcast::channel(BACKLOG).0,
        })
    }

    /// The game's name.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The game's rules.
    pub(crate) fn playable(&self) -> &Playable {
        &self.playable
    }

    pub(super) fn permissions<'l>(&self, live: &'l LiveState) -> Permissions<'l> {
        Permissions {
            log: &live.log,
            seats: &live.seats,
            owner: &live.owner,
            rated: self.rated,
            thinking: live.thinking.is_some(),
        }
    }

    /// Whether the client may look at the game: those at the table always may, everyone else where
    /// others can sit down.
    pub(crate) async fn is_visible_to(&self, who: &ClientId) -> bool {
        let live = self.live.lock().await;
        let permissions = self.permissions(&live);
        live.owner == *who || permissions.is_online() || permissions.seats_of(who).next().is_some()
    }

    /// Whether the client may do something with the game as a whole, in the words of `can`.
    pub(crate) async fn allows(&self, who: &ClientId, what: &str) -> bool {
        self.permissions(&*self.live.lock().await).can(who).contains(&what)
    }

    /// Everything that is announced from now on.
    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Announcement> {
        self.announcements.subscribe()
    }

    /// Everything there is to know, for a client that knows nothing or too much.
    pub(crate) async fn state(&self, who: &ClientId) -> Value {
        self.state_of(&*self.live.lock().await, who)
    }

    /// What a client that has the events up to `have` lacks, as text.
    pub(crate) async fn rest(&self, have: u32, who: &ClientId) -> String {
        let live = self.live.lock().await;
        if have == 0 || have > live.log.number() {
            return self.state_of(&live, who).to_string();
        }
        let mut text = self.update(&live, have, true);
        text.push_str(&self.end(&live, who));
        text
    }

    /// The position after so many moves, with its board.
    pub(crate) async fn at(&self, ply: usize) -> Option<Value> {
        let live = self.live.lock().await;
        let position = self.position(&live, ply)?;
        let board = view::board(&self.playable, live.log.state(ply)?);
        let board = (board != live.board).then_some(board);
        Some(json!({ "position": position, "board": board }))
    }

    /// A picture of the position after so many moves, or of the last.
    pub(crate) async fn picture(&self, ply: Option<usize>, size: u32) -> Option<String> {
        let live = self.live.lock().await;
        let state = live.log.state(ply.unwrap_or(live.log.plies()))?;
        Some(self.playable.picture(state, size))
    }

    /// The game as a record.
    pub(crate) async fn record(&self) -> Record {
        let live = self.live.lock().await;
        let mut headers = Headers::new(self.playable.spec.clone());
        headers.rules = Some(self.playable.rules_name());
        headers.program = Some(concat!("selforge ", env!("CARGO_PKG_VERSION")).to_owned());
        headers.date = Some(Headers::date_of(self.began.unsigned_abs() / 1_000));
        for (seat, occupant) in Seat::all(self.playable.game.seats()).zip(&live.seats) {
            if !occupant.name().is_empty() {
                headers.names.insert(seat, occupant.name().to_owned());
            }
        }
        live.log.record(headers)
    }

    /// Somebody looks on from now on.
    pub(crate) async fn enter(&self, who: &ClientId) {
        let mut live = self.live.lock().await;
        *live.here.entry(who.clone()).or_insert(0) += 1;
        self.tell_presence(&live);
    }

    /// Somebody looks on no more.
    pub(crate) async fn leave(&self, who: &ClientId) {
        let mut live = self.live.lock().await;
        if let Some(count) = live.here.get_mut(who) {
            *count -= 1;
            if *count == 0 {
                live.here.remove(who);
                self.tell_presence(&live);
            }
        }
    }

    /// Everything of one client is another's from now on: a guest has signed in.
    pub(crate) async fn hand_over(&self, from: &ClientId, to: &ClientId) {
        let mut live = self.live.lock().await;
        if live.owner == *from {
            live.owner = to.clone();
        }
        for occupant in &mut live.seats {
            match occupant {
                Occupant::Person { who, .. } if who == from => *who = to.clone(),
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
        let mut live = self.live.lock().await;
        if live.gone {
            return Err(Refusal::Gone);
        }
        if after != live.log.number() {
            return Err(Refusal::Stale);
        }
        if self.flag_if_due(app, &mut live).await? {
            return Err(Refusal::Over);
        }
        match self.permissions(&live).intent(who, command)? {
            Intent::HurryEngine => {
                let (_, stop) = live.thinking.as_ref().ok_or(Refusal::NoEngine)?;
                stop.soon();
            }
            Intent::Event(event) => {
                self.commit(app, &mut live, event, None).await?;
                self.answer_offers(app, &mut live).await?;
                self.start_engine(app, &mut live);
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
            Some(account) if self.rated => Some(self.rating(app, account.id).await?),
            None if self.rated => {
                return Err(ApiError::forbidden("this game is rated; sign in to play it"));
            }
            _ => None,
        };
        let mut live = self.live.lock().await;
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
        let over = live.log.session().status().to_move().is_none();
        let at = (0..live.seats.len()).find(free).filter(|_| !over);
        let at =
            at.ok_or_else(|| ApiError::conflict("no-seat", "there is no free seat for you"))?;
        let account = client.account.as_ref();
        let name = account.map_or(name.trim(), |account| &account.name).to_owned();
        let seat = Seat::new(at).letter();
        let event = GameEvent::Sit { seat, name: name.clone() };
        let occupant = Occupant::Person { who: client.id.clone(), name, rating };
        self.commit(app, &mut live, event, Some((at, occupant))).await?;
        self.tell_presence(&live);
        self.start_engine(app, &mut live);
        if self.listed {
            app.lobby.changed();
        }
        Ok(seat)
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
        if !self.permissions(&live).can(who).contains(&"rematch") {
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
        if let Some((_, known)) = live.log.rematch().filter(|(_, id)| Some(*id) != gone) {
            return Ok(known.to_owned());
        }
        // Whoever let engines play has no seat, and speaks for the first.
        let seat = self.permissions(&live).seats_of(who).next().unwrap_or(Seat::FIRST);
        let event = GameEvent::Rematch { seat: seat.letter(), game: game.to_owned() };
        self.commit(app, &mut live, event, None).await?;
        Ok(game.to_owned())
    }

    /// Makes an event true: tried, stored, then announced.
    async fn commit(
        &self,
        app: &App,
        live: &mut MutexGuard<'_, LiveState>,
        event: GameEvent,
        seated: Option<(usize, Occupant)>,
    ) -> Result<(), Refusal> {
        let most = app.limits.events_per_game;
        if live.log.number() >= most {
            return Err(Refusal::TooLong(most));
        }
        let at = time::now_ms();
        let was_over = live.log.session().result().is_some();
        let next = live.log.check(event, at)?;
        let (number, moment) = (live.log.number() + 1, next.moment(&live.log));
        let ended = !was_over && moment.result().is_some();
        let entry = NewEvent {
            game: self.id.clone(),
            number,
            body: serde_json::to_string(next.event()).expect("events are plain data"),
            at,
            plies: moment.plies as usize,
            result: Record::result_of(moment),
            winners: winners(moment).map(Seat::letter).collect(),
            to_move: moment.status.to_move().map(Seat::letter),
            deadline: next.clocks().and_then(Clocks::deadline),
            seated: seated.clone(),
            rated: if ended { self.contest(&live.seats, moment) } else { None },
        };
        let begun = Instant::now();
        let ratings = app.store.append_event(entry).await?;
        let is_move = matches!(next.event(), GameEvent::Move { .. });
        app.metrics.committed(is_move, begun.elapsed());
        live.log.apply(next);
        if let Some((at, occupant)) = seated {
            live.seats[at] = occupant;
        }
        if !ratings.is_empty() {
            live.ratings = ratings;
        }
        if let Some((_, stop)) = live.thinking.take() {
            stop.now();
        }
        if let Some(timer) = live.timer.take() {
            timer.abort();
        }
        let board = view::board(&self.playable, live.log.session().state());
        let changed = board != live.board;
        live.board = board;
        if self.announcements.receiver_count() > 0 {
            let common = self.update(live, number - 1, changed).into();
            let _ = self
                .announcements
                .send(Announcement::Update { common, personal: Arc::new(self.personal(live)) });
        }
        if ended && self.listed {
            app.lobby.changed();
        }
        Ok(())
    }

    /// What a rated game that has just ended does to ratings: nothing if a side never moved.
    fn contest(&self, seats: &[Occupant], moment: &Moment<AnyState>) -> Option<RatedResult> {
        let account = |at: usize| seats.get(at)?.who()?.account();
        if !self.rated || seats.len() != 2 || moment.plies < 2 {
            return None;
        }
        let winners: Vec<Seat> = winners(moment).collect();
        Some(RatedResult {
            game: self.playable.family.name.to_string(),
            speed: self.clock.speed(),
            accounts: [account(0)?, account(1)?],
            winner: (winners.len() == 1).then(|| winners[0].index()),
        })
    }

    /// Engines answer a draw offer at once: they agree only where the rules give a right to a draw.
    async fn answer_offers(
        &self,
        app: &App,
        live: &mut MutexGuard<'_, LiveState>,
    ) -> Result<(), Refusal> {
        loop {
            let session = live.log.session();
            let Some(offer) = session.open_offer() else { return Ok(()) };
            let permissions = self.permissions(live);
            let asked = |seat: &Seat| permissions.is_engine(*seat) && !offer.agreed.contains(*seat);
            let Some(engine) = session.active().iter().find(asked) else { return Ok(()) };
            let right = session.game().claim(session.state()).is_some();
            let action = if right { Action::AcceptDraw } else { Action::DeclineDraw };
            self.commit(app, live, GameEvent::of(engine, action), None).await?;
        }
    }

    /// Lets an engine think if it is to move and does not think yet, and lets the clock run.
    pub(crate) async fn wake(self: &Arc<Self>, app: &Arc<App>) {
        let mut live = self.live.lock().await;
        self.start_engine(app, &mut live);
    }

    /// Gives back the time since `alive`, when the server that served the game was last seen.
    pub(crate) async fn resume(self: &Arc<Self>, app: &Arc<App>, alive: i64) {
        let mut live = self.live.lock().await;
        let since = live.log.clocks().and_then(Clocks::since);
        if let (Some(since), ClockRule::Real { .. }) = (since, self.clock) {
            let lost = time::now_ms() - since.max(alive);
            if lost > 0 {
                let event = GameEvent::Resume { lost };
                if let Err(error) = self.commit(app, &mut live, event, None).await {
                    tracing::error!(game = self.id, %error, "a clock could not be set back");
                }
            }
        }
        self.start_engine(app, &mut live);
    }

    /// PersonalParts the game if the running clock has run out.
    pub(crate) async fn check_clock(self: &Arc<Self>, app: &Arc<App>) {
        let mut live = self.live.lock().await;
        match self.flag_if_due(app, &mut live).await {
            Ok(_) => self.start_engine(app, &mut live),
            Err(error) => tracing::error!(game = self.id, %error, "a flag could not fall"),
        }
    }

    /// Lets the seat to move lose if its time has run out; returns whether.
    async fn flag_if_due(
        &self,
        app: &App,
        live: &mut MutexGuard<'_, LiveState>,
    ) -> Result<bool, Refusal> {
        let deadline = live.log.clocks().and_then(Clocks::deadline);
        let due = deadline.is_some_and(|deadline| time::now_ms() >= deadline);
        let Some(seat) = live.log.session().status().to_move().filter(|_| due && !live.gone) else {
            return Ok(false);
        };
        let event = GameEvent::of(seat, Action::Forfeit("out of time".to_owned()));
        self.commit(app, live, event, None).await?;
        Ok(true)
    }

    /// Lets the clock run: it is looked at when it should have run out.
    fn start_timer(self: &Arc<Self>, app: &Arc<App>, live: &mut LiveState) {
        let deadline = live.log.clocks().and_then(Clocks::deadline);
        let (Some(deadline), None) = (deadline, &live.timer) else { return };
        let left = u64::try_from(deadline - time::now_ms()).unwrap_or_default();
        let (game, app) = (Arc::clone(self), Arc::clone(app));
        let wait = tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(left + 1)).await;
            // On a task of its own: what it commits aborts this one.
            tokio::spawn(async move { game.check_clock(&app).await });
        });
        live.timer = Some(wait.abort_handle());
    }

    fn start_engine(self: &Arc<Self>, app: &Arc<App>, live: &mut LiveState) {
        if !matches!(self.clock, ClockRule::Days { .. }) {
            self.start_timer(app, live);
        }
        let session = live.log.session();
        let Some(seat) = session.status().to_move() else { return };
        let Some(Occupant::Engine(spec)) = live.seats.get(seat.index()) else { return };
        if live.gone || live.thinking.is_some() || live.log.is_waiting() {
            return;
        }
        let (number, stop) = (live.log.number(), Stop::default());
        let question = EngineQuestion {
            client: live.owner.clone(),
            spec: spec.clone(),
            playable: self.playable.clone(),
            state: session.state().clone(),
            history: session.keys().to_vec(),
            seed: self.seed,
            // Every question has a seed of its own, also after moves were taken back.
            number: u64::from(number),
            stop: stop.clone(),
            time: live.log.clocks().and_then(|clocks| clocks.share(seat)),
        };
        live.thinking = Some((number, stop));
        let (game, app) = (Arc::clone(self), Arc::clone(app));
        tokio::spawn(async move {
            let Some(action) = app.engines.answer(question).await else { return };
            let mut live = game.live.lock().await;
            if live.gone || live.log.number() != number {
                return;
            }
            live.thinking = None;
            let done = game.commit(&app, &mut live, GameEvent::of(seat, action), None).await;
            match done {
                Ok(()) => game.start_engine(&app, &mut live),
                Err(error) => tracing::error!(game = game.id, %error, "an engine's move was lost"),
            }
        });
    }

    /// PersonalParts the game for everyone: it was deleted.
    pub(crate) async fn close(&self) {
        let mut live = self.live.lock().await;
        live.gone = true;
        if let Some((_, stop)) = live.thinking.take() {
            stop.now();
        }
        if let Some(timer) = live.timer.take() {
            timer.abort();
        }
        let _ = self
            .announcements
            .send(Announcement::Notice(json!({ "type": "gone" }).to_string().into()));
    }
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
    let mut own = ratings.into_iter().filter(|own| own.game == game && own.speed == clock.speed());
    let start = skillratings::glicko2::Glicko2Rating::new().rating;
    Ok(own.next().map_or(start, |own| RatingView::of(own).rating as f64))
}
