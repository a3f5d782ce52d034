//! How an event becomes true: checked, stored, applied, announced.
//!
//! All of it happens under the game's lock, and between checking and applying nothing changes but the
//! disk. If another writer was faster, the game is loaded anew and whoever wanted to write decides
//! again what to do, knowing more.

use std::sync::Arc;
use std::time::Instant;

use selforge_core::{Action, AnyState, Game, Moment, Record, Seat};

use super::boards::shared_board;
use super::clock::{ClockRule, Clocks};
use super::command::Refusal;
use super::deadlines::RETRY;
use super::event::GameEvent;
use super::game::{LiveGame, LiveState, replay};
use super::log::Checked;
use super::occupant::Occupant;
use super::standing::winners;
use crate::accounts::ratings::RatedResult;
use crate::app::App;
use crate::bus::NodeMessage;
use crate::error::ApiError;
use crate::maintenance;
use crate::store::{NewEvent, StoreError};
use crate::time;
use crate::view;

impl LiveGame {
    /// Makes an event true.
    ///
    /// # Errors
    /// If it does not fit or cannot be stored; nothing has changed then. [`Refusal::Stale`] if another
    /// writer was faster: the game has gone on then.
    pub(super) async fn commit(
        &self,
        app: &App,
        live: &mut LiveState,
        event: GameEvent,
        seated: Option<(usize, Occupant)>,
    ) -> Result<(), Refusal> {
        let most = app.limits.events_per_game;
        if live.log.number() >= most {
            return Err(Refusal::TooLong(most));
        }
        let checked = live.log.check(event, time::now_ms())?;
        let moment = checked.moment(&live.log);
        let ended = live.log.timeline().result().is_none() && moment.result().is_some();
        let deadline = checked.clocks().and_then(Clocks::deadline);
        let number = live.log.number() + 1;
        let entry = NewEvent {
            game: self.id.clone(),
            number,
            body: serde_json::to_string(checked.event()).expect("events are plain data"),
            at: checked.at(),
            plies: moment.plies as usize,
            result: Record::result_of(moment),
            winners: winners(moment).map(Seat::letter).collect(),
            to_move: moment.status.to_move().map(Seat::letter),
            deadline,
            seated: seated.clone(),
            rated: if ended { self.rated_result(live, moment) } else { None },
        };
        let is_move = matches!(checked.event(), GameEvent::Move { .. });
        let at = entry.at;
        let body = app.bus.is_used().then(|| entry.body.clone());
        let begun = Instant::now();
        let ratings = match app.store.append_event(entry).await {
            Ok(ratings) => ratings,
            Err(StoreError::Conflict) => {
                self.reload(app, live).await?;
                return Err(Refusal::Stale);
            }
            Err(StoreError::NoGame) => {
                self.end_for_all(app, live);
                return Err(Refusal::Gone);
            }
            Err(error) => {
                // Whether it is written is not known where the answer was lost.
                live.unsure |= matches!(error, StoreError::Away(_));
                return Err(error.into());
            }
        };
        app.metrics.committed(is_move, begun.elapsed());
        if let Some(body) = body {
            let whole = seated.is_none() && ratings.is_empty();
            app.bus.tell(|| NodeMessage::Event { game: self.id.clone(), number, body, at, whole });
        }
        if let Some((at, occupant)) = seated {
            live.seats[at] = occupant;
        }
        if !ratings.is_empty() {
            live.ratings = ratings;
        }
        self.apply(app, live, checked);
        if ended && self.listed {
            app.lobby_changed();
        }
        Ok(())
    }

    /// Makes true what is stored, and tells everyone who looks on.
    fn apply(&self, app: &App, live: &mut LiveState, checked: Checked) {
        if !checked.keeps_the_turn(&live.log) {
            live.thinking = None;
        }
        live.log.apply(checked);
        self.grow();
        app.deadlines.set(&self.id, live.log.clocks().and_then(Clocks::deadline));
        let changed = self.redraw_board(live);
        self.announce(live, live.log.number() - 1, changed);
    }

    /// Another node has stored an event. Without its body, or if others are between, the game is read.
    ///
    /// # Errors
    /// If it must be read and cannot be.
    pub(crate) async fn hear_event(
        &self,
        app: &App,
        number: u32,
        body: Option<&str>,
        at: i64,
    ) -> Result<(), Refusal> {
        let mut live = self.live.lock().await;
        if live.gone || number <= live.log.number() {
            return Ok(());
        }
        let next = body.filter(|_| number == live.log.number() + 1 && !live.unsure);
        let event = next.and_then(|body| serde_json::from_str(body).ok());
        match event.and_then(|event| live.log.check(event, at).ok()) {
            Some(checked) => {
                self.apply(app, &mut live, checked);
                Ok(())
            }
            None => self.reload(app, &mut live).await,
        }
    }

    /// Makes sure that the game is as it is in the store, where that is not known.
    ///
    /// # Errors
    /// If it still cannot be known.
    pub(super) async fn make_sure(&self, app: &App, live: &mut LiveState) -> Result<(), Refusal> {
        if live.unsure { self.reload(app, live).await } else { Ok(()) }
    }

    /// Takes the game from the store as it is there: somebody else has written to it.
    pub(super) async fn reload(&self, app: &App, live: &mut LiveState) -> Result<(), Refusal> {
        let row = app.store.load_game(&self.id).await?.ok_or(Refusal::Gone)?;
        let have = live.log.number();
        // Replaying a long game takes a while; others are served meanwhile.
        let playable = self.playable.clone();
        let replayed = tokio::task::spawn_blocking(move || Ok((replay(&playable, &row)?, row)));
        let replayed = replayed.await.map_err(|error| Refusal::Damaged(error.to_string()))?;
        let (log, row) = replayed.map_err(Refusal::Damaged)?;
        live.log = log;
        live.seats = row.game.seats;
        live.owner = row.game.owner;
        live.ratings = row.ratings;
        live.thinking = None;
        live.unsure = false;
        app.deadlines.set(&self.id, live.log.clocks().and_then(Clocks::deadline));
        self.redraw_board(live);
        self.announce(live, have, true);
        Ok(())
    }

    /// Draws the board anew if it may have changed; returns whether it has.
    fn redraw_board(&self, live: &mut LiveState) -> bool {
        // A board that has an end is the same in all positions.
        if self.playable.is_bounded() {
            return false;
        }
        let board = shared_board(&view::board(&self.playable, live.log.timeline().state()));
        let changed = board.get() != live.board.get();
        live.board = board;
        changed
    }

    /// What a rated game that has just ended does to ratings: nothing if a side never moved.
    fn rated_result(&self, live: &LiveState, moment: &Moment<AnyState>) -> Option<RatedResult> {
        let account = |at: usize| live.seats.get(at)?.who()?.account();
        if !self.rated || live.seats.len() != 2 || moment.plies < 2 {
            return None;
        }
        let winners: Vec<Seat> = winners(moment).collect();
        Some(RatedResult {
            game: self.playable.family.name.to_string(),
            speed: self.clock.speed().word(),
            accounts: [account(0)?, account(1)?],
            winner: (winners.len() == 1).then(|| winners[0].index()),
        })
    }

    /// Engines answer a draw offer at once: they agree only where the rules give a right to a draw.
    /// What they answer is no part of what was offered: if it cannot be stored, the offer stands.
    pub(super) async fn answer_offers(&self, app: &App, live: &mut LiveState) {
        loop {
            let timeline = live.log.timeline();
            let Some(offer) = timeline.open_offer() else { return };
            let permissions = self.permissions(live);
            let asked = |seat: &Seat| permissions.is_engine(*seat) && !offer.agreed.contains(*seat);
            let Some(engine) = timeline.active().iter().find(asked) else { return };
            let right = timeline.game().claim(timeline.state()).is_some();
            let action = if right { Action::AcceptDraw } else { Action::DeclineDraw };
            match self.commit(app, live, GameEvent::of(engine, action), None).await {
                Ok(()) | Err(Refusal::Stale) => {}
                Err(error) => {
                    tracing::warn!(game = self.id, %error, "an engine's answer was not stored");
                    return;
                }
            }
        }
    }

    /// Lets the game go on: its clock is watched, and an engine that is to move thinks.
    pub(super) fn proceed(self: &Arc<Self>, app: &Arc<App>, live: &mut LiveState) {
        if live.unsure {
            return app.deadlines.set(&self.id, Some(time::now_ms() + RETRY));
        }
        app.deadlines.set(&self.id, live.log.clocks().and_then(Clocks::deadline));
        self.let_engine_think(app, live);
    }

    /// Lets the game go on, if it does not yet.
    pub(crate) async fn wake(self: &Arc<Self>, app: &Arc<App>) {
        self.proceed(app, &mut *self.live.lock().await);
    }

    /// Gives back the time in which nothing could be stored.
    ///
    /// # Errors
    /// If that cannot be stored.
    pub(super) async fn resume(&self, app: &App) -> Result<(), ApiError> {
        Ok(self.give_back(app, &mut *self.live.lock().await).await?)
    }

    async fn give_back(&self, app: &App, live: &mut LiveState) -> Result<(), Refusal> {
        loop {
            match self.give_back_once(app, live).await {
                Err(Refusal::Stale) => {}
                done => return done,
            }
        }
    }

    /// Gives it back, unless another writer is faster.
    pub(super) async fn give_back_once(
        &self,
        app: &App,
        live: &mut LiveState,
    ) -> Result<(), Refusal> {
        let ClockRule::Real { .. } = self.clock else { return Ok(()) };
        let since = live.log.clock_unforgiven_since();
        let lost = since.map_or(0, |since| app.life.lost(since, live.log.latest()));
        if lost <= 0 {
            return Ok(());
        }
        self.commit(app, live, GameEvent::Resume { lost }, None).await
    }

    /// Makes sure that it is known what time was lost, before somebody's clock pays for it: between the
    /// moment in which the database is back and the next sign of life nobody has noted that it was away.
    ///
    /// # Errors
    /// If nothing can be stored.
    pub(super) async fn note_absence(&self, app: &App) -> Result<(), Refusal> {
        match self.clock {
            ClockRule::Real { .. } if !app.life.is_well() => Ok(maintenance::heartbeat(app).await?),
            _ => Ok(()),
        }
    }

    /// Lets the seat to move lose if its time has run out, and the game go on if it can.
    pub(crate) async fn check_clock(self: &Arc<Self>, app: &Arc<App>) {
        let mut live = self.live.lock().await;
        let sure = self.make_sure(app, &mut live).await;
        let flagged = match sure {
            Ok(()) => self.flag_if_due(app, &mut live).await.map(drop),
            unsure => unsure,
        };
        match flagged {
            Ok(()) => self.proceed(app, &mut live),
            Err(Refusal::Gone) => {}
            Err(error) => {
                tracing::error!(game = self.id, %error, "a flag could not fall");
                app.deadlines.set(&self.id, Some(time::now_ms() + RETRY));
            }
        }
    }

    /// Lets the seat to move lose if its time has run out; returns whether.
    pub(super) async fn flag_if_due(
        &self,
        app: &App,
        live: &mut LiveState,
    ) -> Result<bool, Refusal> {
        loop {
            let deadline = live.log.clocks().and_then(Clocks::deadline);
            let due = deadline.is_some_and(|deadline| time::now_ms() >= deadline);
            let seat = live.log.timeline().status().to_move();
            let Some(seat) = seat.filter(|_| due && !live.gone) else { return Ok(false) };
            let number = live.log.number();
            if let ClockRule::Real { .. } = self.clock {
                // Nobody loses by time in which no move could be stored.
                if !app.life.is_well() {
                    let why = "no sign of life could be stored".to_owned();
                    return Err(Refusal::Store(StoreError::Away(why)));
                }
                self.give_back(app, live).await?;
                if live.log.number() != number {
                    continue;
                }
            }
            let event = GameEvent::of(seat, Action::Forfeit("out of time".to_owned()));
            match self.commit(app, live, event, None).await {
                Err(Refusal::Stale) => {}
                done => return done.map(|()| true),
            }
        }
    }
}
