//! The game on the table: its timeline, its record, and the file that keeps it.

use std::path::Path;
use std::sync::Arc;

use selforge_board::picture::count::{Change, change};
use selforge_board::picture::labels::Labels;
use selforge_board::picture::palette::look;
use selforge_core::{Action, AnyGame, AnyMove, Game, Headers, Record, RecordEvent, Seat, Timeline};
use selforge_games::Playable;

use super::hints;
use super::words::COMMANDS;
use crate::clock;
use crate::commands::check::{Replayed, replay_file};
use crate::error::{CliError, reason};
use crate::files::read_record;
use crate::journal::Journal;
use crate::spec::written;

/// A game in progress.
pub(super) struct LocalGame {
    playable: Playable,
    timeline: Timeline<AnyGame>,
    record: Record,
    journal: Option<Journal>,
    /// Whether something happened that no file has.
    unsaved: bool,
}

/// What came of an action.
pub(super) struct Done {
    /// What happened, in words.
    pub(super) text: String,
    /// Why it could not be saved, if so.
    pub(super) trouble: Option<String>,
}

impl LocalGame {
    /// A new game.
    ///
    /// # Errors
    /// If there are more names than seats.
    pub(super) fn new(playable: Playable, names: &[String]) -> Result<LocalGame, CliError> {
        let seats = playable.game.seats();
        if names.len() > usize::from(seats) {
            let problem = format!("{} names for {seats} seats", names.len());
            return Err(CliError::Input(format!("--names: {problem}; expected at most {seats}")));
        }
        let mut headers = Headers::new(playable.spec.clone());
        headers.rules = Some(playable.rules_name());
        headers.program = Some(concat!("selforge ", env!("CARGO_PKG_VERSION")).to_owned());
        headers.date = Some(clock::today());
        for (seat, name) in Seat::all(seats).zip(names) {
            let name = name.replace(char::is_control, " ").trim().to_owned();
            if !name.is_empty() {
                headers.names.insert(seat, name);
            }
        }
        let timeline = Timeline::new(Arc::new(playable.game.clone()));
        let record = Record::from_timeline(&timeline, headers);
        Ok(LocalGame { playable, timeline, record, journal: None, unsaved: false })
    }

    /// The game of a record, which goes on being saved in the same file or in `save`. Also says what
    /// the user should know of the file.
    ///
    /// # Errors
    /// If the record is damaged, or the file cannot be written.
    pub(super) fn load(
        path: &Path,
        save: Option<&Path>,
        overwrite: bool,
    ) -> Result<(LocalGame, Option<String>), CliError> {
        let name = path.display();
        let bytes = read_record(path)?;
        let replayed = replay_file(path).map_err(|error| match error {
            CliError::Refused(reason) => CliError::Refused(format!("{name}: {reason}")),
            other => other,
        })?;
        let Replayed { mut record, truncated, playable, timeline } = replayed;
        record.result = Record::result_of(timeline.now());
        let journal = match save {
            Some(other) if other != path => Journal::create(other, &record, overwrite)?,
            _ => Journal::resume(path, &record, &bytes)?,
        };
        let note = truncated.map(|lost| format!("{name} was cut off: {lost}"));
        let journal = Some(journal);
        Ok((LocalGame { playable, timeline, record, journal, unsaved: false }, note))
    }

    /// The rules.
    pub(super) fn playable(&self) -> &Playable {
        &self.playable
    }

    /// The game as it stands.
    pub(super) fn timeline(&self) -> &Timeline<AnyGame> {
        &self.timeline
    }

    /// The game as it is saved.
    pub(super) fn record(&self) -> &Record {
        &self.record
    }

    /// What the last move changed.
    pub(super) fn last_change(&self) -> Change {
        let last = (self.timeline.plies() as usize).checked_sub(1);
        let before = last.and_then(|last| self.timeline.after_moves(last));
        before.map_or_else(Change::default, |before| {
            let diagram = |state| self.playable.diagram(state);
            change(&diagram(&before.state), &diagram(self.timeline.state()))
        })
    }

    /// The file that has the game, if any.
    pub(super) fn saved_in(&self) -> Option<&Path> {
        self.journal.as_ref().map(Journal::path)
    }

    /// Whether leaving would lose moves.
    pub(super) fn would_be_lost(&self) -> bool {
        self.unsaved
    }

    /// The position as text.
    pub(super) fn position(&self) -> String {
        self.playable.position_text(self.timeline.state())
    }

    /// The events so far, one a line.
    pub(super) fn history(&self) -> String {
        let mut plies = 0;
        let lines = self.record.events.iter().map(|event| {
            plies += u32::from(matches!(event.action, Action::Move(_)));
            event.to_text(plies)
        });
        let text: String = lines.collect();
        if text.is_empty() { "Nothing has happened yet.\n".to_owned() } else { text }
    }

    /// `Anna (A)`, or `A` alone.
    pub(super) fn name(&self, seat: Seat) -> String {
        match self.record.headers.names.get(&seat) {
            Some(name) => format!("{name} ({seat})"),
            None => seat.to_string(),
        }
    }

    /// The set that a seat plays.
    pub(super) fn set_of(&self, seat: Seat) -> u8 {
        let sets = self.playable.sets_of_seats(self.timeline.state());
        sets.get(seat.index()).copied().unwrap_or(seat.index() as u8)
    }

    /// The sign of the set that a seat plays.
    pub(super) fn glyph_of(&self, seat: Seat) -> char {
        look(self.set_of(seat)).glyph
    }

    /// The seat whose answer to a draw offer is waited for: the next one after the seat to move,
    /// or after the one that offered.
    pub(super) fn answering(&self) -> Option<Seat> {
        let offer = self.timeline.open_offer()?;
        let seats = self.playable.game.seats();
        let order = Seat::all(seats).skip(offer.by.index()).chain(Seat::all(seats));
        let silent =
            |seat: &Seat| self.timeline.active().contains(*seat) && !offer.agreed.contains(*seat);
        order.into_iter().find(silent)
    }

    /// Whether letters and numbers at the rim name every cell of the board.
    pub(super) fn has_rim_labels(&self) -> bool {
        let diagram = self.playable.diagram(self.timeline.state());
        !Labels::of(&diagram).columns.is_empty()
    }

    /// The texts of all legal moves.
    pub(super) fn legal_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.timeline.legal_moves(&mut moves);
        let state = self.timeline.state();
        let text = |mv| written(|text| self.playable.game.write_move(state, mv, text));
        moves.into_iter().map(text).collect()
    }

    /// A legal move, for a greeting.
    pub(super) fn example_move(&self) -> String {
        let moves = self.legal_moves();
        let middle = moves.get(moves.len() / 2).or(moves.first());
        middle.map_or_else(|| "pass".to_owned(), |text| text.replace('-', " "))
    }

    /// What can be typed now.
    pub(super) fn completions(&self) -> Vec<String> {
        let commands = COMMANDS.iter().map(|(name, _, _)| (*name).to_owned());
        let plain = commands.filter(|name| name.bytes().all(|b| b.is_ascii_lowercase()));
        let moves = self.legal_moves();
        let own =
            plain.filter(|name| !["pass", "swap"].contains(&name.as_str())).collect::<Vec<_>>();
        own.into_iter().chain(moves).collect()
    }

    /// The move that a text names.
    ///
    /// # Errors
    /// In words that help the person who typed it.
    pub(super) fn parse_move(&self, text: &str) -> Result<AnyMove, String> {
        if self.timeline.result().is_some() {
            return Err("the game is over; 'back' takes back the last move".to_owned());
        }
        let game = &self.playable.game;
        game.parse_move(self.timeline.state(), text).map_err(|_| hints::why_not(self, text))
    }

    /// Lets a seat, or else the one to move, do something, and saves it.
    ///
    /// # Errors
    /// If it may not do that; nothing has changed then.
    pub(super) fn act(
        &mut self,
        seat: Option<Seat>,
        action: Action<AnyMove>,
    ) -> Result<Done, CliError> {
        let to_move = self.timeline.status().to_move();
        let Some(seat) = seat.or(to_move) else {
            return Err(CliError::input("the game is over; 'back' takes back the last move"));
        };
        let acted = self.timeline.act(seat, action);
        acted.map_err(|error| CliError::Input(error.to_string()))?;
        let written = RecordEvent::of(&self.timeline, self.record.events.len());
        let written = written.expect("the record has one event less than the timeline");
        let plies = self.timeline.plies();
        self.record.events.push(written.clone());
        self.record.result = Record::result_of(self.timeline.now());
        let result = self.record.result.clone();
        let trouble = self.keep(|journal, _| journal.append(&written, plies, result.as_deref()));
        let line = written.to_text(plies);
        Ok(Done { text: line.trim_end().trim_start_matches("- ").to_owned(), trouble })
    }

    /// Takes back up to `count` moves and gives how many there were.
    ///
    /// # Errors
    /// If there is none.
    pub(super) fn take_back(&mut self, count: u32) -> Result<u32, CliError> {
        let taken = (0..count).take_while(|_| self.timeline.take_back()).count() as u32;
        if taken == 0 {
            return Err(CliError::input("there is no move to take back"));
        }
        self.record.events.truncate(self.timeline.events().len());
        self.record.result = Record::result_of(self.timeline.now());
        match self.keep(Journal::rewrite) {
            Some(trouble) => Err(CliError::Input(trouble)),
            None => Ok(taken),
        }
    }

    /// Saves the game to a file and goes on saving it there.
    ///
    /// # Errors
    /// If the file exists and is not to be overwritten, or cannot be written.
    pub(super) fn save_to(&mut self, path: &Path, overwrite: bool) -> Result<(), CliError> {
        self.journal = Some(Journal::create(path, &self.record, overwrite)?);
        self.unsaved = false;
        Ok(())
    }

    /// What the word `save` does.
    ///
    /// # Errors
    /// As [`save_to`](LocalGame::save_to), with advice.
    pub(super) fn save(&mut self, file: Option<&str>, overwrite: bool) -> Result<(), CliError> {
        let Some(file) = file else {
            return match self.journal {
                Some(_) => Ok(()),
                None => Err(CliError::input("save to which file? For example: save game.sgr")),
            };
        };
        let path = Path::new(file);
        if self.saved_in() == Some(path) {
            return Ok(());
        }
        self.save_to(path, overwrite).map_err(|error| match error {
            CliError::Input(reason) if !overwrite && path.exists() => {
                CliError::Input(format!("{reason}; 'save! {file}' does that"))
            }
            other => other,
        })
    }

    /// Writes to the file, if there is one. A file that fails is given up, and the game goes on.
    fn keep(
        &mut self,
        write: impl FnOnce(&mut Journal, &Record) -> std::io::Result<()>,
    ) -> Option<String> {
        let Some(journal) = &mut self.journal else {
            self.unsaved = true;
            return None;
        };
        let error = write(journal, &self.record).err()?;
        let path = journal.path().display().to_string();
        self.journal = None;
        self.unsaved = true;
        Some(format!(
            "cannot save to '{path}': {}; the game goes on unsaved, 'save FILE' tries another file",
            reason(&error)
        ))
    }
}
