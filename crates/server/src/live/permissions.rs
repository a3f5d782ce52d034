//! What each client may do in a game now.
//!
//! Everything that depends on who asks is here, and is a function of the game and the client: the
//! buttons that a page shows and the commands that the server obeys come from the same questions.

use selforge_core::{Action, Game, Seat, Status};

use super::command::{Command, Refusal};
use super::event::GameEvent;
use super::log::{EventError, GameLog};
use super::occupant::{Occupant, is_online};
use crate::accounts::identity::ClientId;
use crate::messages::live::Permission;

/// A game and its occupants, from which everything follows that a client may do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Permissions<'g> {
    pub(super) log: &'g GameLog,
    pub(super) seats: &'g [Occupant],
    pub(super) owner: &'g ClientId,
    pub(super) rated: bool,
}

/// What a command comes to.
#[derive(Debug)]
pub(super) enum Intent {
    /// Something happens.
    Event(GameEvent),
    /// The engine is hurried.
    HurryEngine,
}

impl Permissions<'_> {
    /// Whether others than the one who made the game sit at it, or can.
    pub(super) fn is_online(&self) -> bool {
        is_online(self.seats, self.owner)
    }

    /// Whether whoever has the game's link may look at it, which nobody can guess: where others can sit
    /// down, and a finished one.
    pub(super) fn is_public(&self) -> bool {
        self.is_online() || self.is_over()
    }

    pub(super) fn is_over(&self) -> bool {
        self.log.timeline().status().to_move().is_none()
    }

    /// The client's seats.
    pub(super) fn seats_of<'d>(&'d self, who: &'d ClientId) -> impl Iterator<Item = Seat> + 'd {
        let sits = self.seats.iter().enumerate().filter(|(_, occupant)| occupant.is(who));
        sits.map(|(at, _)| Seat::new(at))
    }

    fn is_of(&self, seat: Seat, who: &ClientId) -> bool {
        self.seats.get(seat.index()).is_some_and(|occupant| occupant.is(who))
    }

    /// Whether an engine plays the seat.
    pub(super) fn is_engine(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()).is_some_and(Occupant::is_engine)
    }

    /// Whether an engine is to move: it thinks, or begins to at once.
    fn engine_to_move(&self) -> bool {
        let seat = self.log.timeline().status().to_move();
        seat.is_some_and(|seat| self.is_engine(seat)) && !self.log.is_waiting()
    }

    /// The client's seats that still play.
    pub(super) fn playing<'d>(&'d self, who: &'d ClientId) -> impl Iterator<Item = Seat> + 'd {
        let active = self.log.timeline().active();
        self.seats_of(who).filter(move |seat| active.contains(*seat))
    }

    /// The seat to move, if it is the client's and the game goes on.
    fn turn_of(&self, who: &ClientId) -> Option<Seat> {
        let seat = self.log.timeline().status().to_move()?;
        (self.is_of(seat, who) && !self.log.is_waiting()).then_some(seat)
    }

    /// The client's seat that leaves when the client gives up.
    fn resigns(&self, who: &ClientId) -> Option<Seat> {
        if self.is_over() || self.log.is_waiting() {
            return None;
        }
        let mut playing = self.playing(who);
        // Of several people at one screen only the one to move can be meant.
        self.turn_of(who).or_else(|| playing.next().filter(|_| playing.next().is_none()))
    }

    /// The client's seat that offers a draw: whichever is to move, else the first that plays.
    fn offers(&self, who: &ClientId) -> Option<Seat> {
        let session = self.log.timeline();
        if self.is_over() || self.log.is_waiting() || session.open_offer().is_some() {
            return None;
        }
        self.turn_of(who).or_else(|| self.playing(who).next())
    }

    /// The client's first seat that has not agreed to the draw offer that stands.
    fn answers(&self, who: &ClientId) -> Option<Seat> {
        let offer = self.log.timeline().open_offer()?;
        self.playing(who).find(|seat| !offer.agreed.contains(*seat))
    }

    fn claims(&self, who: &ClientId) -> Option<Seat> {
        let session = self.log.timeline();
        self.turn_of(who).filter(|_| session.game().claim(session.state()).is_some())
    }

    /// The client's seat that moved last, and how many moves lead back to it.
    fn way_back(&self, who: &ClientId) -> Option<(Seat, u32)> {
        if self.rated || (self.is_online() && self.is_over()) {
            return None;
        }
        // Among others, who has left the game has no say in it any more.
        let active = self.log.timeline().active();
        let may = |seat: &Seat| !self.is_online() || active.contains(*seat);
        (0..self.log.plies()).rev().find_map(|ply| {
            let seat = self.log.mover(ply).filter(|seat| self.is_of(*seat, who) && may(seat))?;
            Some((seat, u32::try_from(self.log.plies() - ply).ok()?))
        })
    }

    /// Another client that plays and has not agreed that moves are taken back.
    fn must_agree(&self, asker: &ClientId, agreed: selforge_core::SeatSet) -> bool {
        let active = self.log.timeline().active();
        self.seats.iter().enumerate().any(|(at, occupant)| {
            let other = occupant.who().is_some_and(|who| who != asker);
            other && active.contains(Seat::new(at)) && !agreed.contains(Seat::new(at))
        })
    }

    /// The client's seat that is asked to let another take back.
    fn is_asked(&self, who: &ClientId) -> Option<Seat> {
        let asked = self.log.take_back()?;
        if self.is_of(asked.by, who) {
            return None;
        }
        self.playing(who).find(|seat| !asked.agreed.contains(*seat))
    }

    /// What the client may do now, by commands and by the paths of a game.
    pub(super) fn can(&self, who: &ClientId) -> Vec<Permission> {
        let sits = self.seats_of(who).next().is_some();
        let asks = self.log.take_back().is_some_and(|asked| self.is_of(asked.by, who));
        let take_back = self.log.take_back().is_none() && self.way_back(who).is_some();
        let free = |occupant: &Occupant| match occupant {
            Occupant::Open { kept_for } => kept_for.as_ref().is_none_or(|kept| kept == who),
            _ => false,
        };
        // Whoever was challenged may decline, as whoever challenged may think better of it.
        let keeps = |occupant: &Occupant| matches!(occupant, Occupant::Open { kept_for: Some(kept) } if kept == who);
        let alone = self.seats.iter().filter_map(Occupant::who).all(|seated| seated == self.owner);
        let invited = self.log.is_waiting() && alone && self.seats.iter().any(keeps);
        let may_join = !self.rated || who.account().is_some();
        let begun = self.log.plies() > 0 && !self.log.is_waiting();
        let can = [
            (self.turn_of(who).is_some(), Permission::Move),
            (self.resigns(who).is_some(), Permission::Resign),
            (self.offers(who).is_some(), Permission::OfferDraw),
            (self.answers(who).is_some(), Permission::AcceptDraw),
            (self.answers(who).is_some(), Permission::DeclineDraw),
            (self.claims(who).is_some(), Permission::ClaimDraw),
            (take_back, Permission::TakeBack),
            (self.is_asked(who).is_some(), Permission::AcceptTakeBack),
            (asks || self.is_asked(who).is_some(), Permission::DeclineTakeBack),
            (sits && self.engine_to_move(), Permission::MoveNow),
            (
                !sits && may_join && self.log.is_waiting() && self.seats.iter().any(free),
                Permission::Join,
            ),
            ((sits || who == self.owner) && self.is_over(), Permission::Rematch),
            ((who == self.owner || invited) && !(self.is_online() && begun), Permission::Delete),
        ];
        can.into_iter().filter(|(now, _)| *now).map(|(_, what)| what).collect()
    }

    /// What a client's command comes to.
    ///
    /// # Errors
    /// If the client may not do that now.
    pub(super) fn intent(&self, who: &ClientId, command: Command) -> Result<Intent, Refusal> {
        if self.seats_of(who).next().is_none() {
            return Err(Refusal::Spectator);
        }
        if self.log.is_waiting() {
            return Err(Refusal::Waiting);
        }
        let over = self.is_over();
        let or_nobody =
            |seat: Option<Seat>| seat.ok_or(if over { Refusal::Over } else { Refusal::Nobody });
        let (seat, action) = match command {
            Command::Move { text } => (self.mover(who)?, Action::Move(text)),
            Command::Resign => {
                let seat = or_nobody(self.resigns(who))?;
                // By the rules one resigns in one's turn; at any other time one can only leave.
                match self.turn_of(who) {
                    Some(_) => (seat, Action::Resign),
                    None => (seat, Action::Forfeit("resigned out of turn".to_owned())),
                }
            }
            Command::ClaimDraw => (self.mover(who)?, Action::ClaimDraw),
            Command::OfferDraw => (or_nobody(self.offers(who))?, Action::OfferDraw),
            Command::AcceptDraw => (or_nobody(self.answers(who))?, Action::AcceptDraw),
            Command::DeclineDraw => (or_nobody(self.answers(who))?, Action::DeclineDraw),
            Command::TakeBack => return self.take_back(who).map(Intent::Event),
            Command::AcceptTakeBack => return self.agree(who).map(Intent::Event),
            Command::DeclineTakeBack => {
                let asked = self.log.take_back().ok_or(Refusal::Nobody)?;
                let own = Some(asked.by).filter(|seat| self.is_of(*seat, who));
                let seat = or_nobody(own.or_else(|| self.is_asked(who)))?;
                return Ok(Intent::Event(GameEvent::DeclineTakeBack { seat: seat.letter() }));
            }
            Command::MoveNow if self.engine_to_move() => return Ok(Intent::HurryEngine),
            Command::MoveNow => return Err(Refusal::NoEngine),
        };
        Ok(Intent::Event(GameEvent::of(seat, action)))
    }

    fn mover(&self, who: &ClientId) -> Result<Seat, Refusal> {
        match self.log.timeline().status() {
            Status::Over(_) => Err(Refusal::Over),
            Status::ToMove(seat) if self.is_engine(seat) => Err(Refusal::EngineToMove),
            Status::ToMove(seat) if self.is_of(seat, who) => Ok(seat),
            Status::ToMove(_) => Err(Refusal::NotYourTurn),
        }
    }

    fn take_back(&self, who: &ClientId) -> Result<GameEvent, Refusal> {
        if self.rated {
            return Err(Refusal::Rated);
        }
        if self.log.take_back().is_some() {
            return Err(Refusal::Nobody);
        }
        let (seat, plies) = self.way_back(who).ok_or(EventError::NothingToTakeBack)?;
        if self.must_agree(who, selforge_core::SeatSet::EMPTY) {
            return Ok(GameEvent::AskTakeBack { seat: seat.letter(), plies });
        }
        Ok(GameEvent::TakeBack { plies })
    }

    fn agree(&self, who: &ClientId) -> Result<GameEvent, Refusal> {
        let (asked, seat) = self.log.take_back().zip(self.is_asked(who)).ok_or(Refusal::Nobody)?;
        let asker =
            self.seats.get(asked.by.index()).and_then(Occupant::who).ok_or(Refusal::Nobody)?;
        let agreed = self.playing(who).fold(asked.agreed, selforge_core::SeatSet::with);
        if self.must_agree(asker, agreed) {
            return Ok(GameEvent::AgreeTakeBack { seat: seat.letter() });
        }
        Ok(GameEvent::TakeBack { plies: asked.plies })
    }
}
