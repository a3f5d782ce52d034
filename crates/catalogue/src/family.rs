//! Families of games, and the list of them.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use selforge_core::{Record, RecordError, Spec, nearest};

use crate::error::GameError;
use crate::playable::Playable;
use crate::portable::{Dialect, PortableGame, read_portable};
use crate::shown::shown;

/// A family of games: everything that one name in a spec can open.
///
/// Its texts are owned where they must be: a family may come from a file that somebody has just
/// brought.
#[derive(Clone)]
pub struct Family {
    /// The first word of its specs.
    pub name: Cow<'static, str>,
    /// What players call it.
    pub title: Cow<'static, str>,
    /// The version of its rules; records carry it.
    pub rules_version: u32,
    /// What it is, in a line.
    pub summary: Cow<'static, str>,
    /// What can be chosen.
    pub options: Vec<OptionDoc>,
    /// Specs worth trying.
    pub examples: Vec<Example>,
    /// The games that people choose by a name and a picture.
    pub cards: Vec<Card>,
    /// How other programs write its games; none if they do not.
    pub dialect: Option<Dialect>,
    /// Makes a game of it.
    pub open: Arc<Opener>,
}

/// Opens the game that a spec of the family, which is given along, names.
type Opener =
    dyn Fn(&Arc<Family>, &Spec, &dyn Environment) -> Result<Playable, GameError> + Send + Sync;

impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Family").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A spec worth trying.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// The spec.
    pub spec: Cow<'static, str>,
    /// What is special about it, in a line.
    pub remark: Cow<'static, str>,
    /// A word or two for a button that leads to it at once.
    pub shortcut: Option<Cow<'static, str>>,
}

impl Example {
    /// An example of a built-in game.
    #[must_use]
    pub const fn new(spec: &'static str, remark: &'static str) -> Example {
        Example { spec: Cow::Borrowed(spec), remark: Cow::Borrowed(remark), shortcut: None }
    }

    /// The same example with a button of its own.
    #[must_use]
    pub fn button(self, words: &'static str) -> Example {
        Example { shortcut: Some(Cow::Borrowed(words)), ..self }
    }
}

/// A game as people choose it: a spec says everything about a game and nothing about why one would
/// play it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// The spec.
    pub spec: Cow<'static, str>,
    /// What players call it; no two cards have the same.
    pub title: Cow<'static, str>,
    /// What it is shown among.
    pub group: &'static str,
    /// What it is like, in a sentence.
    pub about: Cow<'static, str>,
}

impl Card {
    /// The card of a built-in game.
    #[must_use]
    pub const fn new(
        group: &'static str,
        spec: &'static str,
        title: &'static str,
        about: &'static str,
    ) -> Card {
        Card {
            spec: Cow::Borrowed(spec),
            title: Cow::Borrowed(title),
            group,
            about: Cow::Borrowed(about),
        }
    }
}

/// What is to be known of one option of a spec.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionDoc {
    /// The key.
    pub key: Cow<'static, str>,
    /// What may stand behind the `=`.
    pub values: Cow<'static, str>,
    /// What holds when it is left out.
    pub default: Cow<'static, str>,
    /// What it does.
    pub meaning: Cow<'static, str>,
    /// Whether it places pieces, so that a position given as text stands in its place.
    pub places: bool,
}

impl OptionDoc {
    /// An option that is built in: its key, its values, its default and its meaning.
    #[must_use]
    pub const fn new(
        key: &'static str,
        values: &'static str,
        default: &'static str,
        meaning: &'static str,
    ) -> OptionDoc {
        OptionDoc {
            key: Cow::Borrowed(key),
            values: Cow::Borrowed(values),
            default: Cow::Borrowed(default),
            meaning: Cow::Borrowed(meaning),
            places: false,
        }
    }

    /// The same option, of which it is known that it places pieces.
    #[must_use]
    pub const fn placing(mut self) -> OptionDoc {
        self.places = true;
        self
    }
}

/// What opening and weighing a game may use: files, room and time. Servers give the texts that they
/// keep, or none ([`NoFiles`]), and set limits; at home there are none.
pub trait Environment {
    /// The text of the file that a spec names.
    ///
    /// # Errors
    /// With the reason, in words.
    fn read(&self, name: &str) -> Result<String, String>;

    /// The bytes of the file that a spec names, where it need not be text in UTF-8.
    ///
    /// # Errors
    /// With the reason, in words.
    fn read_bytes(&self, name: &str) -> Result<Vec<u8>, String> {
        self.read(name).map(String::into_bytes)
    }

    /// The most cells that a board may have here.
    fn most_cells(&self) -> usize {
        usize::MAX
    }

    /// The start position of the very game that is opened, where it is known from before, so that it
    /// need not be drawn again.
    fn known_start(&self) -> Option<&str> {
        None
    }

    /// Whether nobody waits for the game any more. Whatever may take long asks from time to time.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// Refuses a board that is too large for these surroundings, before anything is placed on it.
///
/// # Errors
/// With both numbers.
pub fn check_cells(cells: usize, environment: &dyn Environment) -> Result<(), GameError> {
    let most = environment.most_cells();
    if cells > most { Err(GameError::TooLarge { cells, most }) } else { Ok(()) }
}

/// Reads no file at all.
#[derive(Clone, Copy, Debug)]
pub struct NoFiles;

impl Environment for NoFiles {
    fn read(&self, _name: &str) -> Result<String, String> {
        Err("files are not read here; give the graph itself".to_string())
    }
}

/// A game that another program has written.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The opened game.
    pub playable: Playable,
    /// What was played.
    pub record: Record,
    /// How many games the text has.
    pub games: usize,
    /// Whether variations were left out.
    pub has_variations: bool,
}

impl Imported {
    /// What of the text is not in the record, in words.
    #[must_use]
    pub fn left_out(&self) -> Option<String> {
        match (self.games, self.has_variations) {
            (1, false) => None,
            (1, true) => Some("the variations were left out".to_owned()),
            (games, false) => Some(format!("this is one of the {games} games of the file")),
            (games, true) => Some(format!(
                "this is one of the {games} games of the file, without its variations"
            )),
        }
    }
}

/// A list of families. Help, menus and tests are derived from it.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    families: Vec<Arc<Family>>,
}

impl Catalogue {
    /// The list of these families.
    #[must_use]
    pub fn new(families: impl IntoIterator<Item = Family>) -> Catalogue {
        Catalogue { families: families.into_iter().map(Arc::new).collect() }
    }

    /// Adds a family that comes in later. One of the same name is replaced.
    pub fn add(&mut self, family: Family) {
        self.families.retain(|known| known.name != family.name);
        self.families.push(Arc::new(family));
    }

    /// Every family, in order.
    #[must_use]
    pub fn families(&self) -> &[Arc<Family>] {
        &self.families
    }

    /// The family with this name.
    #[must_use]
    pub fn family(&self, name: &str) -> Option<&Arc<Family>> {
        self.families.iter().find(|family| family.name == name)
    }

    /// The family that a game of another program is of, and how it is written there.
    ///
    /// # Errors
    /// If there is none, with the line that says which game it is.
    pub fn family_of(&self, game: &PortableGame) -> Result<(&Arc<Family>, Dialect), RecordError> {
        let known = || self.families.iter().filter_map(|family| Some((family, family.dialect?)));
        known().find(|(_, dialect)| dialect.fits(game)).ok_or_else(|| {
            let problem = match game.tag("GameType") {
                Some(kind) => format!("there is no game of GameType {} here", shown(kind)),
                None => "this is no game that is known here".to_owned(),
            };
            let names =
                known().map(|(family, dialect)| format!("{} ({})", family.title, dialect.name));
            let expected = names.collect::<Vec<_>>().join(" or ");
            RecordError { line: game.line_of("GameType"), column: 1, problem, expected }
        })
    }

    /// The record of a game in a text of another program, by its number from 1, with its opened game.
    ///
    /// # Errors
    /// With line and reason, if there is no such game or it was not played by the rules.
    pub fn import(
        &self,
        text: &str,
        number: usize,
        environment: &dyn Environment,
    ) -> Result<Imported, RecordError> {
        let games = read_portable(text)?;
        let count = games.len();
        let at = |line, problem: String, expected: String| RecordError {
            line,
            column: 1,
            problem,
            expected,
        };
        let Some(game) = number.checked_sub(1).and_then(|at| games.get(at)) else {
            let expected = format!("a number from 1 to {count}");
            return Err(at(1, format!("there is no game {number} in it"), expected));
        };
        let (family, dialect) = self.family_of(game)?;
        let spec = game.spec(&family.name)?;
        let playable = self
            .open(&spec, environment)
            .map_err(|error| at(game.line_of("FEN"), error.to_string(), String::new()))?;
        let record = game.play(&playable, &dialect)?;
        Ok(Imported { playable, record, games: count, has_variations: game.has_variations })
    }

    /// Reads a spec as people type it. Its name must be one of a family here.
    ///
    /// # Errors
    /// If the text is no spec, or names no game; with the nearest name there is.
    pub fn read(&self, text: &str) -> Result<Spec, GameError> {
        let first = text.split_whitespace().next().unwrap_or_default();
        let names = || self.families.iter().map(|family| &*family.name);
        if let Some((key, _)) = first.split_once('=') {
            let game = names().next().unwrap_or_default();
            return Err(GameError::Name(format!(
                "the spec begins with the option '{}'; a spec begins with the name of a game, \
                 e.g. '{game} {}=…'",
                shown(first),
                shown(key)
            )));
        }
        let spec = Spec::parse(text)?;
        if !names().any(|name| name == spec.name()) {
            let name = shown(spec.name());
            let hint = match nearest(spec.name(), names()) {
                Some(near) => format!("did you mean '{near}'?"),
                None => format!("there are: {}", names().collect::<Vec<_>>().join(", ")),
            };
            return Err(GameError::Name(format!("there is no game '{name}'; {hint}")));
        }
        Ok(spec)
    }

    /// Opens the game that `spec` names.
    ///
    /// # Errors
    /// If the spec names no game; the error says what is wrong and what would be right.
    pub fn open(&self, spec: &Spec, environment: &dyn Environment) -> Result<Playable, GameError> {
        let Some(family) = self.family(spec.name()) else {
            let known = self.families.iter().map(|family| family.name.to_string()).collect();
            return Err(GameError::Unknown { name: shown(spec.name()), known });
        };
        (family.open)(family, spec, environment)
    }
}
