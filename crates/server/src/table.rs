//! A live game: commands in, numbered news out.
//!
//! One lock a game makes everything that happens in it happen in an order. Under it an event is
//! tried on a copy of the game, written to disk, and only then made true and announced: a command
//! that is refused or cannot be stored changes nothing. Engines think outside the lock; what they
//! answer counts only if nothing has happened meanwhile.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use selforge_agents::Stop;
use selforge_core::{Action, Game, Headers, Record, Seat, Spec, Status};
use selforge_games::{NoFiles, Playable};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::{Mutex, MutexGuard, broadcast};

use crate::app::App;
use crate::clock;
use crate::engines::Ask;
use crate::error::ApiError;
use crate::happening::Happening;
use crate::line::{Line, LineError};
use crate::players::SeatPlayer;
use crate::store::{GameRow, NewGame, StoreError};
use crate::view;

/// How many announcements a slow client may be behind before it gets the whole state instead.
const BACKLOG: usize = 32;

/// What a client can ask of a game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Command {
    /// Play a move, by its text.
    Move {
        /// As the game writes it.
        text: String,
    },
    /// Give up.
    Resign,
    /// Offer a draw.
    OfferDraw,
    /// Agree to the offer that stands.
    AcceptDraw,
    /// Refuse it.
    DeclineDraw,
    /// Take the draw that there is a right to.
    ClaimDraw,
    /// Take back moves until a person is to move.
    TakeBack,
    /// The engine is to move at once.
    MoveNow,
}

/// Why a command was not obeyed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    /// The game has gone on since the client last heard of it.
    #[error("the game has gone on; this is how it stands")]
    Stale,
    /// The seat is an engine's.
    #[error("an engine is to move")]
    EngineToMove,
    /// No engine thinks.
    #[error("no engine is thinking")]
    NoEngine,
    /// No person can do that now.
    #[error("nobody at this screen can do that now")]
    Nobody,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The game has too many events.
    #[error("the game has reached the limit of {0} events")]
    TooLong(u32),
    /// The rules refuse it.
    #[error(transparent)]
    Rules(#[from] LineError),
    /// The game was deleted.
    #[error("this game was deleted")]
    Gone,
    /// It could not be stored.
    #[error("the server could not store that; nothing has changed")]
    Store(#[from] StoreError),
}

/// A live game.
#[derive(Debug)]
pub(crate) struct Table {
    id: String,
    owner: String,
    players: Vec<SeatPlayer>,
    seed: u64,
    created: i64,
    playable: Playable,
    live: Mutex<Live>,
    news: broadcast::Sender<Utf8Bytes>,
}

/// What changes.
#[derive(Debug)]
struct Live {
    line: Line,
    /// The engine that thinks, and the event after which it was asked.
    thinking: Option<(u32, Stop)>,
    board: view::BoardView,
    gone: bool,
}

/// How the game stands, beyond the position.
#[derive(Debug, Serialize)]
struct Standing {
    to_move: Option<char>,
    result: Option<String>,
    /// The seats at the first rank, once the game is over.
    winners: Vec<char>,
    active: Vec<char>,
    offer_by: Option<char>,
    /// What the client may do now, in the words of [`Command`].
    can: Vec<&'static str>,
}

impl Table {
    /// The game of a stored row, played through to its last event.
    ///
    /// # Errors
    /// If the row is damaged, or of rules that are no more.
    pub(crate) fn restore(row: &GameRow) -> Result<Table, ApiError> {
        let damaged = |cause: String| ApiError::internal(&format!("game {}: {cause}", row.game.id));
        let NewGame { id, owner, spec, start, players, seed, .. } = &row.game;
        let spec = Spec::parse(spec).map_err(|error| damaged(error.to_string()))?;
        let playable =
            Playable::open(&spec, &NoFiles).map_err(|error| damaged(error.to_string()))?;
        let players = serde_json::from_str(players).map_err(|error| damaged(error.to_string()))?;
        let line = Line::new(&playable, Some(start));
        let mut line = line.map_err(|error| damaged(error.to_string()))?;
        for body in &row.events {
            let event = serde_json::from_str(body).map_err(|error| damaged(error.to_string()))?;
            line.add(event).map_err(|error| damaged(error.to_string()))?;
        }
        let board = view::board(&playable, line.session().state());
        let live = Live { line, thinking: None, board, gone: false };
        Ok(Table {
            id: id.clone(),
            owner: owner.clone(),
            players,
            seed: seed.cast_unsigned(),
            created: row.created,
            playable,
            live: Mutex::new(live),
            news: broadcast::channel(BACKLOG).0,
        })
    }

    /// The game's name.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Whether the game is this client's.
    pub(crate) fn belongs_to(&self, owner: &str) -> bool {
        self.owner == owner
    }

    /// Everything that is announced from now on.
    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Utf8Bytes> {
        self.news.subscribe()
    }

    /// Everything there is to know, for a client that knows nothing or too much.
    pub(crate) async fn state(&self) -> serde_json::Value {
        self.state_of(&*self.live.lock().await)
    }

    /// What a client that has the events up to `have` lacks, as text.
    pub(crate) async fn rest(&self, have: u32) -> String {
        let live = self.live.lock().await;
        if have == 0 || have > live.line.number() {
            return self.state_of(&live).to_string();
        }
        self.update(&live, have, true)
    }

    fn state_of(&self, live: &Live) -> serde_json::Value {
        json!({
            "type": "state",
            "id": self.id,
            "spec": self.playable.spec.to_string(),
            "game": self.playable.family.name,
            "rules": self.playable.rules_text(),
            "players": self.players,
            "number": live.line.number(),
            "events": live.line.events_after(0),
            "board": live.board,
            "position": self.position(live, live.line.plies()),
            "standing": self.standing(live),
        })
    }

    fn update(&self, live: &Live, have: u32, board: bool) -> String {
        json!({
            "type": "update",
            "after": have,
            "number": live.line.number(),
            "events": live.line.events_after(have),
            "board": board.then_some(&live.board),
            "position": self.position(live, live.line.plies()),
            "standing": self.standing(live),
        })
        .to_string()
    }

    fn position(&self, live: &Live, ply: usize) -> Option<view::PositionView> {
        let line = &live.line;
        let before = ply.checked_sub(1).and_then(|ply| line.state(ply));
        let legal = ply == line.plies() && self.person_to_move(live).is_some();
        Some(view::position(&self.playable, line.state(ply)?, before, ply, legal))
    }

    /// The position after so many moves, with its board.
    pub(crate) async fn at(&self, ply: usize) -> Option<serde_json::Value> {
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

    /// The game as the text of a record.
    pub(crate) async fn record(&self) -> String {
        let mut headers = Headers::new(self.playable.spec.clone());
        headers.rules = Some(self.playable.rules_name());
        headers.program = Some(concat!("selforge ", env!("CARGO_PKG_VERSION")).to_owned());
        headers.date = Some(clock::date(self.created));
        for (seat, player) in Seat::all(self.playable.game.seats()).zip(&self.players) {
            if !player.name().is_empty() {
                headers.names.insert(seat, player.name().to_owned());
            }
        }
        self.live.lock().await.line.record(headers).to_string()
    }

    fn is_engine(&self, seat: Seat) -> bool {
        self.players.get(seat.index()).is_some_and(SeatPlayer::is_engine)
    }

    fn person_to_move(&self, live: &Live) -> Option<Seat> {
        live.line.session().status().to_move().filter(|seat| !self.is_engine(*seat))
    }

    /// The person who offers a draw: whoever is to move, else the first who plays.
    fn person_to_offer(&self, live: &Live) -> Option<Seat> {
        let session = live.line.session();
        session.status().to_move()?;
        let person = |seat: &Seat| !self.is_engine(*seat);
        self.person_to_move(live).or_else(|| session.active().iter().find(person))
    }

    /// The first person who has not agreed to the offer that stands.
    fn person_to_answer(&self, live: &Live) -> Option<Seat> {
        let session = live.line.session();
        let offer = session.open_offer()?;
        session.active().iter().find(|seat| !self.is_engine(*seat) && !offer.agreed.contains(*seat))
    }

    /// How many moves lead back to where a person was to move.
    fn way_back(&self, live: &Live) -> Option<u32> {
        let person = |ply: &usize| live.line.mover(*ply).is_some_and(|seat| !self.is_engine(seat));
        let back = (0..live.line.plies()).rev().find(person)?;
        u32::try_from(live.line.plies() - back).ok()
    }

    fn standing(&self, live: &Live) -> Standing {
        let session = live.line.session();
        let person = self.person_to_move(live).is_some();
        let answer = self.person_to_answer(live).is_some();
        let engine = session.status().to_move().is_some_and(|seat| self.is_engine(seat));
        let claim = person && session.game().claim(session.state()).is_some();
        let offer = session.open_offer().is_none() && self.person_to_offer(live).is_some();
        let can = [
            (person, "move"),
            (person, "resign"),
            (offer, "offer-draw"),
            (answer, "accept-draw"),
            (answer, "decline-draw"),
            (claim, "claim-draw"),
            (self.way_back(live).is_some(), "take-back"),
            (engine, "move-now"),
        ];
        let outcome = session.result().map(|(outcome, _)| outcome);
        let first = |seat: &Seat| outcome.is_some_and(|outcome| outcome.rank(*seat) == 1);
        let seats = Seat::all(session.game().seats());
        Standing {
            to_move: session.status().to_move().map(Seat::letter),
            result: Record::result_of(session),
            winners: seats.filter(first).map(Seat::letter).collect(),
            active: session.active().iter().map(Seat::letter).collect(),
            offer_by: session.open_offer().map(|offer| offer.by.letter()),
            can: can.into_iter().filter(|(now, _)| *now).map(|(_, name)| name).collect(),
        }
    }

    /// Obeys a command of a client that knows the events up to `after`.
    ///
    /// # Errors
    /// If it cannot be done; nothing has changed then.
    pub(crate) async fn act(
        self: &Arc<Self>,
        app: &Arc<App>,
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
        let event = self.event(&live, command)?;
        let Some(event) = event else { return Ok(()) };
        self.commit(app, &mut live, event).await?;
        self.answer_offers(app, &mut live).await?;
        self.start_engine(app, &mut live);
        Ok(())
    }

    /// The event that a command asks for; none where it is no event.
    fn event(&self, live: &Live, command: Command) -> Result<Option<Happening>, Refusal> {
        let session = live.line.session();
        let mover = || match session.status() {
            Status::Over(_) => Err(Refusal::Over),
            Status::ToMove(seat) if self.is_engine(seat) => Err(Refusal::EngineToMove),
            Status::ToMove(seat) => Ok(seat),
        };
        let answering = || self.person_to_answer(live).ok_or(Refusal::Nobody);
        let (seat, action) = match command {
            Command::Move { text } => (mover()?, Action::Move(text)),
            Command::Resign => (mover()?, Action::Resign),
            Command::ClaimDraw => (mover()?, Action::ClaimDraw),
            Command::OfferDraw => {
                (self.person_to_offer(live).ok_or(Refusal::Nobody)?, Action::OfferDraw)
            }
            Command::AcceptDraw => (answering()?, Action::AcceptDraw),
            Command::DeclineDraw => (answering()?, Action::DeclineDraw),
            Command::TakeBack => {
                let plies = self.way_back(live).ok_or(LineError::NothingToTakeBack)?;
                return Ok(Some(Happening::TakeBack { plies }));
            }
            Command::MoveNow => {
                let (_, stop) = live.thinking.as_ref().ok_or(Refusal::NoEngine)?;
                stop.soon();
                return Ok(None);
            }
        };
        Ok(Some(Happening::of(seat, action)))
    }

    /// Makes an event true: tried, stored, then announced.
    async fn commit(
        &self,
        app: &App,
        live: &mut MutexGuard<'_, Live>,
        event: Happening,
    ) -> Result<(), Refusal> {
        let most = app.limits.events_per_game;
        if live.line.number() >= most {
            return Err(Refusal::TooLong(most));
        }
        let mut next = live.line.clone();
        next.add(event)?;
        let number = next.number();
        let body = serde_json::to_string(&next.last_event()).expect("events are plain data");
        let result = Record::result_of(next.session());
        let begun = Instant::now();
        app.store.append(&self.id, number, &body, next.plies(), result.as_deref()).await?;
        let is_move = matches!(next.last_event(), Some(Happening::Move { .. }));
        app.metrics.committed(is_move, begun.elapsed());
        live.line = next;
        if let Some((_, stop)) = live.thinking.take() {
            stop.now();
        }
        let board = view::board(&self.playable, live.line.session().state());
        let changed = board != live.board;
        live.board = board;
        // Nobody may be listening.
        let _ = self.news.send(self.update(live, number - 1, changed).into());
        Ok(())
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
            let asked = |seat: &Seat| self.is_engine(*seat) && !offer.agreed.contains(*seat);
            let Some(engine) = session.active().iter().find(asked) else { return Ok(()) };
            let right = session.game().claim(session.state()).is_some();
            let action = if right { Action::AcceptDraw } else { Action::DeclineDraw };
            self.commit(app, live, Happening::of(engine, action)).await?;
        }
    }

    /// Lets an engine think if it is to move and does not think yet.
    pub(crate) async fn wake(self: &Arc<Self>, app: &Arc<App>) {
        let mut live = self.live.lock().await;
        self.start_engine(app, &mut live);
    }

    fn start_engine(self: &Arc<Self>, app: &Arc<App>, live: &mut Live) {
        let session = live.line.session();
        let Some(seat) = session.status().to_move() else { return };
        let Some(SeatPlayer::Engine { spec }) = self.players.get(seat.index()) else { return };
        if live.gone || live.thinking.is_some() {
            return;
        }
        let (number, stop) = (live.line.number(), Stop::default());
        let ask = Ask {
            spec: spec.clone(),
            playable: self.playable.clone(),
            state: session.state().clone(),
            history: live.line.history(),
            seed: self.seed,
            // Every question has a seed of its own, also after moves were taken back.
            question: u64::from(number),
            stop: stop.clone(),
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
            let done = table.commit(&app, &mut live, Happening::of(seat, action)).await;
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
        let _ = self.news.send(json!({ "type": "gone" }).to_string().into());
    }
}
