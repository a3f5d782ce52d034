//! Games as text that outlives the program: `.sgr` files.
//!
//! ```text
//! selforge record 1
//! game: selfo board=hexhex-6 setup=spiral seed=7
//! rules: selfo 1
//! program: selforge 0.1.0
//! date: 2026-11-15
//! seat A: Anna
//! seat B: swarm variety=2
//! event: club evening
//! start: 1A2B/... A
//! result: A wins, resignation of B
//!
//! 1 A c4-c5
//! ; a comment on the position after the line above
//! 2 B pass
//! - A offers a draw
//! - B declines the draw
//! 3 A d4-d5
//! - B resigns
//! ```
//!
//! The choices behind the format:
//! - **The start position is written out**, though the spec usually implies it: a record stays
//!   replayable when a setup generator changes, and by other programs.
//! - **Lines, not braces.** A file is written line by line while the game goes on, and a crash can
//!   only cost the line being written. A last line without its line feed is therefore dropped and
//!   reported, never taken at its word: `1 A c4-c1` may have been going to be `c4-c11`.
//! - **Everything else that is odd is refused**, with its line: a record that is read wrongly in
//!   silence is worse than one that is not read.
//! - **The result may come last** instead of in the header, because a live file cannot know it.
//! - **Nothing needs escaping**, because nothing may contain a line feed or another control
//!   character; what comes from people and engines is cleaned of them when it is written.
//!
//! PGN and SGF were the roads not taken: the first is made for chess moves in running text, the
//! second for boards of points with two colours, and neither can say which rules were played.

mod error;
mod headers;
mod read;
#[cfg(test)]
mod tests;
mod write;

use std::fmt;
use std::sync::Arc;

use crate::game::Game;
use crate::notation::short;
use crate::seat::Seat;
use crate::timeline::{Action, Moment, Timeline};

pub use error::RecordError;
use error::{Origin, Place};
pub use headers::Headers;
use write::{clean, lines_of};

/// The longest text of a record, in bytes.
const MAX_TEXT: usize = 16 * 1024 * 1024;

/// The longest line, in bytes without its line feed. A spec with a whole board fits.
const MAX_LINE: usize = 300_000;

/// The most events of a record.
const MAX_EVENTS: usize = 100_000;

/// One game as text: who played what, from where, and how it went.
///
/// Reading ([`parse`](Record::parse)) knows no rules: a record is checked against its game by
/// [`replay`](Record::replay).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Which game, who played it, and when.
    pub headers: Headers,
    /// The start position, as the game writes it. None: the game's usual start.
    pub start: Option<String>,
    /// How the game ended and why, such as `A wins, connected`; none while it goes on.
    pub result: Option<String>,
    /// Comments on the start position, one line each.
    pub comments: Vec<String>,
    /// What happened, in order.
    pub events: Vec<RecordEvent>,
    start_origin: Origin,
    result_origin: Origin,
}

/// One event of a record, with the move as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordEvent {
    /// The seat that acted.
    pub seat: Seat,
    /// What it did.
    pub action: Action<String>,
    /// Comments on the position after it, one line each.
    pub comments: Vec<String>,
    origin: Origin,
}

/// A record that was read, and what was lost of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parsed {
    /// The record.
    pub record: Record,
    /// What was dropped at the end because the text had been cut off there, in words for the user.
    pub truncated: Option<String>,
}

impl Record {
    /// A record without events, from the game's usual start.
    #[must_use]
    pub fn new(headers: Headers) -> Record {
        Record {
            headers,
            start: None,
            result: None,
            comments: Vec::new(),
            events: Vec::new(),
            start_origin: Origin::default(),
            result_origin: Origin::default(),
        }
    }

    /// All of a game as a record.
    #[must_use]
    pub fn from_timeline<G: Game>(timeline: &Timeline<G>, headers: Headers) -> Record {
        let mut start = String::new();
        let written = timeline.game().write_state(timeline.start_state(), &mut start);
        debug_assert!(written.is_ok(), "writing to a string cannot fail");
        let events = (0..timeline.events().len()).filter_map(|at| RecordEvent::of(timeline, at));
        let (start, result) = (Some(clean(&start)), Record::result_of(timeline.now()));
        Record { start, result, events: events.collect(), ..Record::new(headers) }
    }

    /// Reads a record.
    ///
    /// A last line without a line feed was cut off while being written: it is dropped and reported
    /// in [`truncated`](Parsed::truncated). Whoever reads a file should prefer
    /// [`parse_bytes`](Record::parse_bytes), which can do so even if the cut went through a letter.
    ///
    /// # Errors
    /// With the line, the column and the reason, if anything else is wrong with the text.
    pub fn parse(text: &str) -> Result<Parsed, RecordError> {
        Record::parse_bytes(text.as_bytes())
    }

    /// Reads a record from the bytes of a file; see [`parse`](Record::parse).
    ///
    /// # Errors
    /// With the line, the column and the reason, if the bytes are no record in UTF-8.
    pub fn parse_bytes(bytes: &[u8]) -> Result<Parsed, RecordError> {
        read::read(bytes)
    }

    /// The result of a game that stands so in the words of a record, once it has one.
    #[must_use]
    pub fn result_of<S>(moment: &Moment<S>) -> Option<String> {
        moment.result().map(|(outcome, ending)| clean(&format!("{outcome}, {ending}")))
    }

    /// Plays the record's events by the rules of `game`, which must be the one that
    /// [`Headers::game`] names.
    ///
    /// A finished game needs no result (the program may have stopped before it was written), but a
    /// result that is there must be right: either in full, or the outcome without the reason.
    ///
    /// # Errors
    /// With the line, if the start is no position of the game, an event is not allowed, or the
    /// result is not what the events lead to.
    pub fn replay<G: Game>(&self, game: Arc<G>) -> Result<Timeline<G>, RecordError> {
        let start = match &self.start {
            Some(text) => game
                .parse_state(text)
                .map_err(|error| RecordError::within(self.start_place(), error))?,
            None => game.start(),
        };
        let mut timeline = Timeline::from_state(game, start);
        for (index, event) in self.events.iter().enumerate() {
            let action = event.action.try_map(|text| {
                timeline
                    .game()
                    .parse_move(timeline.state(), text)
                    .map_err(|error| RecordError::within(self.event_place(index), error))
            });
            // Whose turn it is comes first: a move of the wrong seat is seldom legal either.
            let refused = match (timeline.status().to_move(), &event.action) {
                (None, _) => Some("the game is over before this line".to_owned()),
                (Some(to_move), Action::Move(_)) if to_move != event.seat => {
                    Some(format!("{} moves here, but {to_move} is to move", event.seat))
                }
                _ => timeline.act(event.seat, action?).err().map(|error| error.to_string()),
            };
            if let Some(problem) = refused {
                return Err(RecordError::new(self.event_place(index), problem, ""));
            }
        }
        self.check_result(&timeline)?;
        Ok(timeline)
    }

    /// Whether the written result, if there is one, is the game's.
    fn check_result<G: Game>(&self, timeline: &Timeline<G>) -> Result<(), RecordError> {
        let Some(written) = &self.result else { return Ok(()) };
        let written = clean(written);
        let played = Record::result_of(timeline.now());
        let outcome = timeline.result().map(|(outcome, _)| outcome.to_string());
        if [&played, &outcome].into_iter().flatten().any(|right| *right == written) {
            return Ok(());
        }
        let expected = match played {
            Some(played) => format!("'{}', to which the events lead", short(&played)),
            None => "no result, because the events do not end the game".to_owned(),
        };
        let problem = format!("the result is given as '{}'", short(&written));
        Err(RecordError::new(self.result_place(), problem, expected))
    }

    fn start_place(&self) -> Place {
        let line = self.headers.line_count() + 2;
        self.start_origin.0.unwrap_or(Place { line, column: 8 })
    }

    fn result_place(&self) -> Place {
        let line = self.headers.line_count() + 2 + usize::from(self.start.is_some());
        self.result_origin.0.unwrap_or(Place { line, column: 9 })
    }

    /// Where an event was read, or would be written.
    fn event_place(&self, index: usize) -> Place {
        self.events[index].origin.0.unwrap_or_else(|| {
            let lines = |comments: &[String]| lines_of(comments).count();
            let before: usize = self.events[..index].iter().map(|e| 1 + lines(&e.comments)).sum();
            let header = self.header_text().matches('\n').count();
            Place { line: header + lines(&self.comments) + before + 1, column: 1 }
        })
    }
}

impl RecordEvent {
    /// An event without comments.
    #[must_use]
    pub fn new(seat: Seat, action: Action<String>) -> RecordEvent {
        RecordEvent { seat, action, comments: Vec::new(), origin: Origin::default() }
    }

    /// An event of a timeline, by its number from 0.
    #[must_use]
    pub fn of<G: Game>(timeline: &Timeline<G>, number: usize) -> Option<RecordEvent> {
        let (event, before) = (timeline.events().get(number)?, timeline.moments().get(number)?);
        let action = event.action.map(|mv| {
            let mut text = String::new();
            let written = timeline.game().write_move(&before.state, *mv, &mut text);
            debug_assert!(written.is_ok(), "writing to a string cannot fail");
            clean(&text)
        });
        let action = match action {
            Action::Forfeit(reason) => Action::Forfeit(clean(&reason)),
            other => other,
        };
        Some(RecordEvent::new(event.seat, action))
    }

    /// The event with a comment, which may have several lines.
    #[must_use]
    pub fn with_comment(mut self, comment: &str) -> RecordEvent {
        self.comments.extend(comment.split('\n').map(write::clean_comment));
        self
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}
