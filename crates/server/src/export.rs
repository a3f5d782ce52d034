//! The finished games of a server as files for research: a record each, and one table.
//!
//! **Whose games.** A game is given away only if every person in it allows that, on the page of their account,
//! where they are asked once; nobody does by default. Guests have no account and were never asked, so their
//! games stay here, and so do those of deleted accounts, who can be asked no more. Whoever runs an experiment
//! on a server of their own, and asks people by other means, can include guests ([`Export::guests`]); they have
//! no names then either. Games among engines are nobody's.
//!
//! **What is not in it.** Names only where all of a game allow that too: a name and a public profile would
//! tell who the opponent was, and so would a rating or a day. In other games people are numbered, so that
//! one can tell who played often, ratings are left out, and of the date only the month is told. Of two people
//! at one screen only the one whose account it is has a name. No addresses of games, times of day, networks,
//! notes, votes or anything of accounts but names. (The moves remain: whoever has a link to a finished game
//! can find it again by them.) Games by rule files that people brought are left out: the records would need
//! the files.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use selforge_core::Record;
use selforge_lab::report::csv;

use crate::accounts::identity::ClientId;
use crate::check::DataSource;
use crate::game_cache::GameCache;
use crate::live::occupant::Occupant;
use crate::live::{headers, replay};
use crate::messages::accounts::Sharing;
use crate::messages::games::ClockRule;
use crate::rule_files::is_fingerprint;
use crate::rule_files::stored::StoredFiles;
use crate::store::{Noted, StoreError, StoredGame};

/// What is to be written, and where.
#[derive(Clone, Debug)]
pub struct Export {
    /// A new or an empty folder.
    pub folder: PathBuf,
    /// Whether games of guests are among them: those who export have asked them.
    pub guests: bool,
}

/// What was written, and what was not.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Exported {
    /// Games that were written.
    pub games: usize,
    /// Games that go on.
    pub unfinished: usize,
    /// Games in which somebody does not allow it, or was not asked.
    pub without_consent: usize,
    /// Games by rule files that people brought.
    pub own_rules: usize,
    /// Games that are damaged, in words.
    pub problems: Vec<String>,
}

/// Why nothing, or not all, was written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The data cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The folder is in use.
    #[error("'{}' is not empty; choose a new or an empty folder", .0.display())]
    NotEmpty(PathBuf),
    /// The folder cannot be written.
    #[error("cannot write '{}': {error}", path.display())]
    File {
        /// Which file or folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

/// Writes the finished games whose players allow it, also while a server uses the data, which is not changed.
/// Only for threads that may wait; connections are served on the runtime.
///
/// # Errors
/// If there is no data, it is of another version of the program, or the folder cannot be written.
pub fn export_games(
    source: &DataSource,
    runtime: &tokio::runtime::Handle,
    export: &Export,
) -> Result<Exported, ExportError> {
    let rules = Mutex::new(source.inspect(runtime)?);
    let cache = GameCache::new(StoredFiles::new(move |file, name| {
        let rules = rules.lock().unwrap_or_else(PoisonError::into_inner);
        rules.rule_text(file, name).map_err(|error| error.to_string())
    }));
    let records = export.folder.join("records");
    let is_used = fs::read_dir(&export.folder).is_ok_and(|mut entries| entries.next().is_some());
    if is_used {
        return Err(ExportError::NotEmpty(export.folder.clone()));
    }
    fs::create_dir_all(&records).map_err(|error| failed(&records, error))?;
    let inspection = source.inspect(runtime)?;
    inspection.begin()?;
    let people = People { allowed: inspection.sharing()?, numbers: HashMap::new(), export };
    let mut writer = Writer { cache, people, records, rows: Vec::new(), done: Exported::default() };
    let mut written = Ok(());
    let damaged = inspection.run(&mut |game, noted| {
        if written.is_ok() {
            written = writer.add(&game, noted);
        }
    })?;
    written?;
    let Writer { rows, mut done, .. } = writer;
    done.problems.extend(damaged);
    let table = export.folder.join("games.csv");
    let head = COLUMNS.map(str::to_owned).to_vec();
    fs::write(&table, csv(head, rows)).map_err(|error| failed(&table, error))?;
    Ok(done)
}

fn failed(path: &Path, error: io::Error) -> ExportError {
    ExportError::File { path: path.to_path_buf(), error }
}

/// One row a game; what is said of each seat is in order, with semicolons between.
const COLUMNS: [&str; 12] = [
    "record", "date", "game", "spec", "rules", "seats", "players", "ratings", "clock", "rated",
    "plies", "result",
];

/// Who may be told of, and as whom.
struct People<'e> {
    /// What each account allows, and its name.
    allowed: HashMap<i64, (Sharing, String)>,
    /// The numbers of those who are not named.
    numbers: HashMap<ClientId, usize>,
    export: &'e Export,
}

impl People<'_> {
    /// Whether somebody, if it is anyone, allows to be named.
    fn is_named(&self, occupant: &Occupant) -> bool {
        let Occupant::Person { who, name, .. } = occupant else { return true };
        let allowed = who.account().and_then(|account| self.allowed.get(&account));
        allowed.is_some_and(|(sharing, own)| *sharing == Sharing::Named && own == name)
    }

    /// What somebody is called; none if the game is not to be given away.
    fn name(&mut self, occupant: &Occupant, all_named: bool) -> Option<String> {
        let (who, name) = match occupant {
            Occupant::Engine(spec) => return Some(spec.clone()),
            Occupant::Open { .. } => return Some("nobody".to_owned()),
            Occupant::Person { who, name, .. } => (who, name),
        };
        let sharing = match who.account() {
            Some(account) => &self.allowed.get(&account)?.0,
            None if self.export.guests && !who.is_deleted() => &Sharing::Nameless,
            None => return None,
        };
        match sharing {
            Sharing::No => None,
            Sharing::Named if all_named => Some(name.clone()),
            Sharing::Named | Sharing::Nameless => {
                let next = self.numbers.len() + 1;
                let number = self.numbers.entry(who.clone()).or_insert(next);
                Some(format!("person {number}"))
            }
        }
    }
}

struct Writer<'e> {
    cache: GameCache,
    people: People<'e>,
    records: PathBuf,
    rows: Vec<Vec<String>>,
    done: Exported,
}

impl Writer<'_> {
    fn add(&mut self, stored: &StoredGame, noted: &Noted) -> Result<(), ExportError> {
        if noted.result.is_none() {
            self.done.unfinished += 1;
            return Ok(());
        }
        let seats = &stored.game.seats;
        let all_named = seats.iter().all(|seat| self.people.is_named(seat));
        let names: Option<Vec<String>> =
            seats.iter().map(|seat| self.people.name(seat, all_named)).collect();
        let Some(names) = names else {
            self.done.without_consent += 1;
            return Ok(());
        };
        let playable = match self.cache.open_stored(&stored.game.spec, &stored.game.start) {
            Ok(playable) => playable,
            Err(error) => {
                self.done.problems.push(format!("game {}: {error}", stored.game.id));
                return Ok(());
            }
        };
        if playable.spec.get("file").is_some_and(is_fingerprint) {
            self.done.own_rules += 1;
            return Ok(());
        }
        let log = match replay(&playable, stored) {
            Ok(log) => log,
            Err(problem) => {
                self.done.problems.push(problem);
                return Ok(());
            }
        };
        self.done.games += 1;
        let mut headers = headers(&playable, stored.game.began, &names);
        let mut date = headers.date.clone().unwrap_or_default();
        if !all_named {
            date.truncate("2007-01".len());
            headers.date = None;
        }
        let name = format!("{:06}.sgr", self.done.games);
        let file = self.records.join(&name);
        let now = log.timeline().now();
        let rating = |seat: &Occupant| match seat {
            Occupant::Person { rating: Some(rating), .. } if all_named => format!("{rating:.0}"),
            _ => String::new(),
        };
        let ratings: Vec<String> = stored.game.seats.iter().map(rating).collect();
        self.rows.push(vec![
            format!("records/{name}"),
            date,
            playable.family.name.to_string(),
            playable.spec.to_string(),
            playable.rules_name(),
            names.len().to_string(),
            names.join("; "),
            ratings.join("; "),
            clock(stored.game.clock),
            stored.game.rated.to_string(),
            now.plies.to_string(),
            Record::result_of(now).unwrap_or_default(),
        ]);
        fs::write(&file, log.record(headers).to_text()).map_err(|error| failed(&file, error))
    }
}

/// A clock in a word.
fn clock(rule: ClockRule) -> String {
    match rule {
        ClockRule::None => "none".to_owned(),
        ClockRule::Real { base, increment } => format!("{base}s+{increment}s"),
        ClockRule::Days { days } => format!("{days} days a move"),
    }
}
