//! A live game: commands in, numbered news out.
//!
//! One lock a game makes everything that happens in it happen in an order. Under it an event is
//! checked, written to disk, and only then made true and announced: a command
//! that is refused or cannot be stored changes nothing. Engines think outside the lock; what they
//! answer counts only if nothing has happened meanwhile.
//!
//! News are written once for all: a text that is the same for everyone, and for each client at the
//! table an end that says which seats are its own and what it may do.

mod command;
mod standing;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use selforge_agents::Stop;
use selforge_core::{Action, AnyState, Game, Headers, Moment, Record, Seat, Spec};
use selforge_games::{NoFiles, Playable};
use serde_json::{Value, json};
use tokio::sync::{Mutex, MutexGuard, broadcast};
use tokio::task::AbortHandle;

use crate::app::App;
use crate::clock;
use crate::clocks::{ClockRule, Clocks};
use crate::engines::Ask;
use crate::error::ApiError;
use crate::happening::Happening;
use crate::line::{Line, Opening};
use crate::players::Sitter;
use crate::ratings::{Contest, RatingChange};
use crate::session::{Client, Who};
use crate::store::{Entry, GameRow, NewGame};
use crate::view;
pub(crate) use command::{Command, Refusal};
use standing::{Deed, Desk, winners};

/// How many announcements a slow client may be behind before it gets the whole state instead.
const BACKLOG: usize = 32;

/// A live game.
#[derive(Debug)]
pub(crate) struct Table {
    id: String,
    seed: u64,
    began: i64,
    clock: ClockRule,
    rated: bool,
    listed: bool,
    playable: Playable,
    live: Mutex<Live>,
    news: broadcast::Sender<News>,
}

/// What changes.
#[derive(Debug)]
struct Live {
    owner: Who,
    seats: Vec<Sitter>,
    line: Line,
    /// The engine that thinks, and the event after which it was asked.
    thinking: Option<(u32, Stop)>,
    board: view::BoardView,
    ratings: Vec<RatingChange>,
    /// Who looks on, and over how many sockets.
    here: HashMap<Who, usize>,
    /// Waits for the running clock to run out.
    timer: Option<AbortHandle>,
    gone: bool,
}

/// An announcement.
#[derive(Clone, Debug)]
pub(crate) enum News {
    /// Something happened.
    Update {
        /// What everyone is told, without its end.
        common: Arc<str>,
        /// The ends for those at the table, and for everyone else.
        ends: Arc<Ends>,
    },
    /// Something that is not numbered, the same for all.
    Notice(Arc<str>),
}

/// What differs from client to client.
#[derive(Debug)]
pub(crate) struct Ends {
    seated: Vec<(Who, String)>,
    others: String,
}

impl News {
    /// The text for a client.
    pub(crate) fn text(&self, who: &Who) -> String {
        match self {
            News::Notice(text) => text.to_string(),
            News::Update { common, ends } => {
                let own = ends.seated.iter().find(|(seated, _)| seated == who);
                let end = own.map_or(&ends.others, |(_, end)| end);
                [common, end.as_str()].concat()
            }
        }
    }
}

impl Table {
    /// The game of a stored row, played through to its last event.
    ///
    /// # Errors
    /// If the row is damaged, or of rules that are no more.
    pub(crate) fn restore(row: GameRow) -> Result<Table, ApiError> {
        let GameRow { game, events, ratings } = row;
        let id = game.id.clone();
        let damaged = |cause: String| ApiError::internal(&format!("game {id}: {cause}"));
        let NewGame { clock, began, .. } = game;
        let spec = Spec::parse(&game.spec).map_err(|error| damaged(error.to_string()))?;
        let playable =
            Playable::open(&spec, &NoFiles).map_err(|error| damaged(error.to_string()))?;
        let read = |(body, at): &(String, i64)| Ok((serde_json::from_str(body)?, *at));
        let events: Result<Vec<(Happening, i64)>, serde_json::Error> =
            events.iter().map(read).collect();
        let events = events.map_err(|error| damaged(error.to_string()))?;
        // Those who came sat on seats that were open.
        let came =
            events.iter().filter(|(event, _)| matches!(event, Happening::Sit { .. })).count();
        let open = game.seats.iter().filter(|sitter| sitter.is_open()).count() + came;
        let opening = Opening { start: Some(&game.start), clock, open, at: began };
        let mut line = Line::new(&playable, opening).map_err(|error| damaged(error.to_string()))?;
        for (event, at) in events {
            line.add(event, at).map_err(|error| damaged(error.to_string()))?;
        }
        let board = view::board(&playable, line.session().state());
        Ok(Table {
            id: game.id,
            seed: game.seed.cast_unsigned(),
            began,
            clock,
            rated: game.rated,
            listed: game.listed,
            playable,
            live: Mutex::new(Live {
                owner: game.owner,
                seats: game.seats,
                line,
                thinking: None,
                board,
                ratings,
                here: HashMap::new(),
                timer: None,
                gone: false,
            }),
            news: broadcast::channel(BACKLOG).0,
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

    fn desk<'l>(&self, live: &'l Live) -> Desk<'l> {
        Desk {
            line: &live.line,
            seats: &live.seats,
            owner: &live.owner,
            rated: self.rated,
            thinking: live.thinking.is_some(),
        }
    }

    /// Whether the client may look at the game: those at the table always may, everyone else where
    /// others can sit down.
    pub(crate) async fn is_visible_to(&self, who: &Who) -> bool {
        let live = self.live.lock().await;
        let desk = self.desk(&live);
        live.owner == *who || desk.is_online() || desk.seats_of(who).next().is_some()
    }

    /// Whether the client may do something with the game as a whole, in the words of `can`.
    pub(crate) async fn allows(&self, who: &Who, what: &str) -> bool {
        self.desk(&*self.live.lock().await).can(who).contains(&what)
    }

    /// Everything that is announced from now on.
    pub(crate) fn subscribe(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    /// Everything there is to know, for a client that knows nothing or too much.
    pub(crate) async fn state(&self, who: &Who) -> Value {
        self.state_of(&*self.live.lock().await, who)
    }

    /// What a client that has the events up to `have` lacks, as text.
    pub(crate) async fn rest(&self, have: u32, who: &Who) -> String {
        let live = self.live.lock().await;
        if have == 0 || have > live.line.number() {
            return self.state_of(&live, who).to_string();
        }
        let mut text = self.update(&live, have, true);
        text.push_str(&self.end(&live, who));
        text
    }

    fn state_of(&self, live: &Live, who: &Who) -> Value {
        let desk = self.desk(live);
        json!({
            "type": "state",
            "id": self.id,
            "spec": self.playable.spec.to_string(),
            "game": self.playable.family.name,
            "rules": self.playable.rules_text(),
            "players": players(live),
            "you": desk.seats_of(who).map(Seat::letter).collect::<Vec<_>>(),
            "number": live.line.number(),
            "events": live.line.events_after(0),
            "board": live.board,
            "position": self.position(live, live.line.plies()),
            "standing": desk.standing(),
            "can": desk.can(who),
            "online": desk.is_online(),
            "waiting": live.line.is_waiting(),
            "listed": self.listed,
            "rated": self.rated,
            "clock": self.clock,
            "speed": self.clock.speed(),
            "clocks": clocks(live),
            "ratings": ratings(live),
            "rematch": rematch(live),
        })
    }

    /// The news after event `have` for everyone, without the end.
    fn update(&self, live: &Live, have: u32, whole: bool) -> String {
        let events = live.line.events_after(have);
        let sat = events.iter().any(|event| matches!(event, Happening::Sit { .. }));
        let mut text = json!({
            "type": "update",
            "after": have,
            "number": live.line.number(),
            "events": events,
            "board": whole.then_some(&live.board),
            "position": self.position(live, live.line.plies()),
            "standing": self.desk(live).standing(),
            "players": (sat || whole).then(|| players(live)),
            "online": self.desk(live).is_online(),
            "waiting": live.line.is_waiting(),
            "clocks": clocks(live),
            "ratings": ratings(live),
            "rematch": rematch(live),
        })
        .to_string();
        text.pop();
        text
    }

    /// The end of the news for a client.
    fn end(&self, live: &Live, who: &Who) -> String {
        let desk = self.desk(live);
        let you: Vec<char> = desk.seats_of(who).map(Seat::letter).collect();
        let own = json!({ "you": you, "can": desk.can(who) }).to_string();
        [",", &own[1..]].concat()
    }

    fn ends(&self, live: &Live) -> Ends {
        let mut seated: Vec<(Who, String)> = Vec::new();
        for who in live.seats.iter().filter_map(Sitter::who).chain([&live.owner]) {
            if !seated.iter().any(|(known, _)| known == who) {
                seated.push((who.clone(), self.end(live, who)));
            }
        }
        Ends { seated, others: self.end(live, &Who::stored(String::new())) }
    }

    fn position(&self, live: &Live, ply: usize) -> Option<view::PositionView> {
        let line = &live.line;
        let before = ply.checked_sub(1).and_then(|ply| line.state(ply));
        let last = ply == line.plies() && line.session().status().to_move().is_some();
        Some(view::position(&self.playable, line.state(ply)?, before, ply, last))
    }

    /// The position after so many moves, with its board.
    pub(crate) async fn at(&self, ply: usize) -> Option<Value> {
        let live = self.live.lock().await;
        let position = self.position(&live, ply)?;
        let board = view::board(&self.playable, live.line.state(ply)?);
        let board = (board != live.board).then_some(board);
        Some(json!({ "position": position, "board": board }))
    }

    /// A picture of the position after so many moves, or of the last.
    pub(crate) async fn picture(&self, ply: Option<usize>, size: u32) -> Option<String> {
        let live = self.live.lock().await;
        let state = live.line.state(ply.unwrap_or(live.line.plies()))?;
        Some(self.playable.picture(state, size))
    }

    /// The game as a record.
    pub(crate) async fn record(&self) -> Record {
        let live = self.live.lock().await;
        let mut headers = Headers::new(self.playable.spec.clone());
        headers.rules = Some(self.playable.rules_name());
        headers.program = Some(concat!("selforge ", env!("CARGO_PKG_VERSION")).to_owned());
        headers.date = Some(Headers::date_of(self.began.unsigned_abs() / 1_000));
        for (seat, sitter) in Seat::all(self.playable.game.seats()).zip(&live.seats) {
            if !sitter.name().is_empty() {
                headers.names.insert(seat, sitter.name().to_owned());
            }
        }
        live.line.record(headers)
    }

    /// Somebody looks on from now on.
    pub(crate) async fn enter(&self, who: &Who) {
        let mut live = self.live.lock().await;
        *live.here.entry(who.clone()).or_insert(0) += 1;
        self.tell_presence(&live);
    }

    /// Somebody looks on no more.
    pub(crate) async fn leave(&self, who: &Who) {
        let mut live = self.live.lock().await;
        if let Some(count) = live.here.get_mut(who) {
            *count -= 1;
            if *count == 0 {
                live.here.remove(who);
                self.tell_presence(&live);
            }
        }
    }

    fn presence_of(&self, live: &Live) -> String {
        let is_here = |sitter: &Sitter| sitter.who().is_some_and(|who| live.here.contains_key(who));
        let seats = Seat::all(self.playable.game.seats()).zip(&live.seats);
        let here: Vec<char> =
            seats.filter(|(_, sitter)| is_here(sitter)).map(|(seat, _)| seat.letter()).collect();
        let seated = |who: &&Who| live.seats.iter().any(|sitter| sitter.is(who));
        let watching = live.here.keys().filter(|who| !seated(who)).count();
        json!({ "type": "presence", "here": here, "watching": watching }).to_string()
    }

    fn tell_presence(&self, live: &Live) {
        // Nobody may be listening, here and below.
        if self.desk(live).is_online() {
            let _ = self.news.send(News::Notice(self.presence_of(live).into()));
        }
    }

    /// Everything of one client is another's from now on: a guest has signed in.
    pub(crate) async fn hand_over(&self, from: &Who, to: &Who) {
        let mut live = self.live.lock().await;
        if live.owner == *from {
            live.owner = to.clone();
        }
        for sitter in &mut live.seats {
            match sitter {
                Sitter::Person { who, .. } if who == from => *who = to.clone(),
                Sitter::Open { kept_for } if kept_for.as_ref() == Some(from) => {
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
        who: &Who,
        after: u32,
        command: Command,
    ) -> Result<(), Refusal> {
        let mut live = self.live.lock().await;
        if live.gone {
            return Err(Refusal::Gone);
        }
        if after != live.line.number() {
            return Err(Refusal::Stale);
        }
        if self.flag_if_due(app, &mut live).await? {
            return Err(Refusal::Over);
        }
        match self.desk(&live).deed(who, command)? {
            Deed::Hurry => {
                let (_, stop) = live.thinking.as_ref().ok_or(Refusal::NoEngine)?;
                stop.soon();
            }
            Deed::Event(event) => {
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
    pub(crate) async fn sit(
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
        if let Some(seat) = self.desk(&live).seats_of(&client.who).next() {
            return Ok(seat.letter());
        }
        if live.gone {
            return Err(ApiError::not_found());
        }
        let free = |at: &usize| match &live.seats[*at] {
            Sitter::Open { kept_for: None } => wanted.is_none_or(|seat| seat.index() == *at),
            Sitter::Open { kept_for: Some(kept) } => *kept == client.who,
            _ => false,
        };
        let over = live.line.session().status().to_move().is_none();
        let at = (0..live.seats.len()).find(free).filter(|_| !over);
        let at =
            at.ok_or_else(|| ApiError::conflict("no-seat", "there is no free seat for you"))?;
        let account = client.account.as_ref();
        let name = account.map_or(name.trim(), |account| &account.name).to_owned();
        let seat = Seat::new(at).letter();
        let event = Happening::Sit { seat, name: name.clone() };
        let sitter = Sitter::Person { who: client.who.clone(), name, rating };
        self.commit(app, &mut live, event, Some((at, sitter))).await?;
        self.tell_presence(&live);
        self.start_engine(app, &mut live);
        if self.listed {
            app.lobby.changed();
        }
        Ok(seat)
    }

    /// What an account's rating for this game is.
    async fn rating(&self, app: &App, account: i64) -> Result<f64, ApiError> {
        rating_of(app, account, self.playable.family.name, self.clock).await
    }

    /// The game to play after this one, if somebody has asked for it, and otherwise what it is made
    /// of: the seats moved on by one, those of others kept for them. A game that is `gone` is none.
    ///
    /// # Errors
    /// If this game goes on, or the client does not play in it.
    pub(crate) async fn next(&self, who: &Who, gone: Option<&str>) -> Result<Next, ApiError> {
        let live = self.live.lock().await;
        if !self.desk(&live).can(who).contains(&"rematch") {
            return Err(ApiError::conflict("not-over", "there is no other game to play yet"));
        }
        let name = live.seats.iter().find(|sitter| sitter.is(who)).map(Sitter::name);
        let name = name.unwrap_or_default().to_owned();
        if let Some((_, id)) = live.line.rematch().filter(|(_, id)| Some(*id) != gone) {
            return Ok(Next::Made { id: id.to_owned(), name });
        }
        let mut seats = live.seats.clone();
        seats.rotate_left(1);
        for sitter in &mut seats {
            if let Sitter::Person { who: other, rating, .. } = sitter {
                *rating = None;
                if other != who {
                    *sitter = Sitter::Open { kept_for: Some(other.clone()) };
                }
            }
        }
        let spec = self.playable.spec.clone();
        Ok(Next::Wanted { spec, seats, clock: self.clock, rated: self.rated })
    }

    /// Announces the game that is to follow, in place of one that is `gone`.
    ///
    /// # Errors
    /// If it cannot be stored, or there is one already, which is returned.
    pub(crate) async fn announce_next(
        &self,
        app: &App,
        who: &Who,
        game: &str,
        gone: Option<&str>,
    ) -> Result<String, ApiError> {
        let mut live = self.live.lock().await;
        if let Some((_, known)) = live.line.rematch().filter(|(_, id)| Some(*id) != gone) {
            return Ok(known.to_owned());
        }
        let seat = self.desk(&live).seats_of(who).next().ok_or_else(ApiError::not_found)?;
        let event = Happening::Rematch { seat: seat.letter(), game: game.to_owned() };
        self.commit(app, &mut live, event, None).await?;
        Ok(game.to_owned())
    }

    /// Makes an event true: tried, stored, then announced.
    async fn commit(
        &self,
        app: &App,
        live: &mut MutexGuard<'_, Live>,
        event: Happening,
        seated: Option<(usize, Sitter)>,
    ) -> Result<(), Refusal> {
        let most = app.limits.events_per_game;
        if live.line.number() >= most {
            return Err(Refusal::TooLong(most));
        }
        let at = clock::now_ms();
        let was_over = live.line.session().result().is_some();
        let next = live.line.check(event, at)?;
        let (number, moment) = (live.line.number() + 1, next.moment(&live.line));
        let ended = !was_over && moment.result().is_some();
        let entry = Entry {
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
            contest: if ended { self.contest(&live.seats, moment) } else { None },
        };
        let begun = Instant::now();
        let ratings = app.store.append(entry).await?;
        let is_move = matches!(next.event(), Happening::Move { .. });
        app.metrics.committed(is_move, begun.elapsed());
        live.line.apply(next);
        if let Some((at, sitter)) = seated {
            live.seats[at] = sitter;
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
        let board = view::board(&self.playable, live.line.session().state());
        let changed = board != live.board;
        live.board = board;
        if self.news.receiver_count() > 0 {
            let common = self.update(live, number - 1, changed).into();
            let _ = self.news.send(News::Update { common, ends: Arc::new(self.ends(live)) });
        }
        if ended && self.listed {
            app.lobby.changed();
        }
        Ok(())
    }

    /// What a rated game that has just ended does to ratings: nothing if a side never moved.
    fn contest(&self, seats: &[Sitter], moment: &Moment<AnyState>) -> Option<Contest> {
        let account = |at: usize| seats.get(at)?.who()?.account();
        if !self.rated || seats.len() != 2 || moment.plies < 2 {
            return None;
        }
        let winners: Vec<Seat> = winners(moment).collect();
        Some(Contest {
            game: self.playable.family.name.to_owned(),
            speed: self.clock.speed(),
            accounts: [account(0)?, account(1)?],
            winner: (winners.len() == 1).then(|| winners[0].index()),
        })
    }

    /// Engines answer a draw offer at once: they agree only where the rules give a right to a draw.
    async fn answer_offers(
        &self,
        app: &App,
        live: &mut MutexGuard<'_, Live>,
    ) -> Result<(), Refusal> {
        loop {
            let session = live.line.session();
            let Some(offer) = session.open_offer() else { return Ok(()) };
            let desk = self.desk(live);
            let asked = |seat: &Seat| desk.is_engine(*seat) && !offer.agreed.contains(*seat);
            let Some(engine) = session.active().iter().find(asked) else { return Ok(()) };
            let right = session.game().claim(session.state()).is_some();
            let action = if right { Action::AcceptDraw } else { Action::DeclineDraw };
            self.commit(app, live, Happening::of(engine, action), None).await?;
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
        let since = live.line.clocks().and_then(Clocks::since);
        if let (Some(since), ClockRule::Real { .. }) = (since, self.clock) {
            let lost = clock::now_ms() - since.max(alive);
            if lost > 0 {
                let event = Happening::Resume { lost };
                if let Err(error) = self.commit(app, &mut live, event, None).await {
                    tracing::error!(game = self.id, %error, "a clock could not be set back");
                }
            }
        }
        self.start_engine(app, &mut live);
    }

    /// Ends the game if the running clock has run out.
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
        live: &mut MutexGuard<'_, Live>,
    ) -> Result<bool, Refusal> {
        let deadline = live.line.clocks().and_then(Clocks::deadline);
        let due = deadline.is_some_and(|deadline| clock::now_ms() >= deadline);
        let Some(seat) = live.line.session().status().to_move().filter(|_| due && !live.gone)
        else {
            return Ok(false);
        };
        let event = Happening::of(seat, Action::Forfeit("out of time".to_owned()));
        self.commit(app, live, event, None).await?;
        Ok(true)
    }

    /// Lets the clock run: it is looked at when it should have run out.
    fn start_timer(self: &Arc<Self>, app: &Arc<App>, live: &mut Live) {
        let deadline = live.line.clocks().and_then(Clocks::deadline);
        let (Some(deadline), None) = (deadline, &live.timer) else { return };
        let left = u64::try_from(deadline - clock::now_ms()).unwrap_or_default();
        let (table, app) = (Arc::clone(self), Arc::clone(app));
        let wait = tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(left + 1)).await;
            // On a task of its own: what it commits aborts this one.
            tokio::spawn(async move { table.check_clock(&app).await });
        });
        live.timer = Some(wait.abort_handle());
    }

    fn start_engine(self: &Arc<Self>, app: &Arc<App>, live: &mut Live) {
        if !matches!(self.clock, ClockRule::Days { .. }) {
            self.start_timer(app, live);
        }
        let session = live.line.session();
        let Some(seat) = session.status().to_move() else { return };
        let Some(Sitter::Engine(spec)) = live.seats.get(seat.index()) else { return };
        if live.gone || live.thinking.is_some() || live.line.is_waiting() {
            return;
        }
        let (number, stop) = (live.line.number(), Stop::default());
        let ask = Ask {
            client: live.owner.clone(),
            spec: spec.clone(),
            playable: self.playable.clone(),
            state: session.state().clone(),
            history: session.keys().to_vec(),
            seed: self.seed,
            // Every question has a seed of its own, also after moves were taken back.
            question: u64::from(number),
            stop: stop.clone(),
            time: live.line.clocks().and_then(|clocks| clocks.share(seat)),
        };
        live.thinking = Some((number, stop));
        let (table, app) = (Arc::clone(self), Arc::clone(app));
        tokio::spawn(async move {
            let Some(action) = app.engines.answer(ask).await else { return };
            let mut live = table.live.lock().await;
            if live.gone || live.line.number() != number {
                return;
            }
            live.thinking = None;
            let done = table.commit(&app, &mut live, Happening::of(seat, action), None).await;
            match done {
                Ok(()) => table.start_engine(&app, &mut live),
                Err(error) => tracing::error!(game = table.id, %error, "an engine's move was lost"),
            }
        });
    }

    /// Ends the game for everyone: it was deleted.
    pub(crate) async fn close(&self) {
        let mut live = self.live.lock().await;
        live.gone = true;
        if let Some((_, stop)) = live.thinking.take() {
            stop.now();
        }
        if let Some(timer) = live.timer.take() {
            timer.abort();
        }
        let _ = self.news.send(News::Notice(json!({ "type": "gone" }).to_string().into()));
    }
}

/// The game that follows another.
#[derive(Debug)]
pub(crate) enum Next {
    /// There is one already.
    Made {
        /// Its name.
        id: String,
        /// What the client was called in the game before.
        name: String,
    },
    /// What it is to be.
    Wanted {
        /// The same rules.
        spec: Spec,
        /// Who sits where.
        seats: Vec<Sitter>,
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
    let mut own = ratings.iter().filter(|own| own.game == game && own.speed == clock.speed());
    let start = skillratings::glicko2::Glicko2Rating::new().rating;
    Ok(own.next().map_or(start, |own| own.rating as f64))
}

fn players(live: &Live) -> Vec<Value> {
    let shown = live.seats.iter().map(|sitter| serde_json::to_value(sitter.shown()));
    shown.map(|shown| shown.expect("players are plain data")).collect()
}

fn clocks(live: &Live) -> Option<crate::clocks::ClocksView> {
    live.line.clocks().map(|clocks| clocks.view(clock::now_ms()))
}

fn ratings(live: &Live) -> Option<&Vec<RatingChange>> {
    Some(&live.ratings).filter(|changes| !changes.is_empty())
}

fn rematch(live: &Live) -> Option<Value> {
    live.line.rematch().map(|(seat, id)| json!({ "by": seat.letter(), "id": id }))
}
