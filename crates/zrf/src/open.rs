//! From a spec to a game: `zrf file=PATH variant="…"`, or `zrf game=NAME` for one of our own files.
//!
//! The text of a file comes through the surroundings ([`Environment`]), so a server can give texts that it keeps
//! under any name, and none from its disk.

use std::sync::Arc;

use selforge_catalogue::{
    Environment, Family, GameError, GameVisitor, OptionDoc, Playable, REPETITION, check_cells,
    read_repetition, set_limit,
};
use selforge_core::{MAX_SEATS, NotationError, Spec, SpecReader};

use crate::cards;
use crate::compile::{compile, no_such_title};
use crate::diagnostic::Diagnostics;
use crate::file::RuleFile;
use crate::game::Zrf;
use crate::library;
use crate::macros::{NoIncludes, ReadText};
use crate::notation;

/// The most recorded choices of chance in a spec.
const MAX_DRAWS: usize = 50_000;

/// Rule files in the catalogue.
#[must_use]
pub fn family() -> Family {
    Family {
        name: "zrf".into(),
        title: "Rule files".into(),
        rules_version: 1,
        summary: "Games from rule files of Zillions of Games.".into(),
        options: vec![
            OptionDoc::new("file", "a path", "none", "the rule file, .zrf"),
            OptionDoc::new(
                "game",
                library::NAMES,
                "tic-tac-toe",
                "a rule file that is built in, when no file is given",
            ),
            OptionDoc::new("variant", "a title", "the first", "the game or variant of the file"),
            OptionDoc::new(
                "position",
                "a position as text",
                "that of the file",
                "the start position",
            ),
            OptionDoc::new("seed", "a number", "0", "what the dice of a game are drawn from"),
            OptionDoc::new(
                "draws",
                "numbers with commas",
                "none",
                "what chance drew in a recorded game; later draws come from the seed",
            ),
            REPETITION,
        ],
        examples: library::examples(),
        cards: cards::all(),
        dialect: None,
        open: Arc::new(open),
    }
}

/// Reads what a rule file includes from beside it.
struct Beside<'a> {
    folder: &'a str,
    files: &'a dyn Environment,
}

impl ReadText for Beside<'_> {
    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        self.files.read_bytes(&format!("{}{name}", self.folder))
    }
}

/// Reads a rule file through its surroundings.
///
/// # Errors
/// If it cannot be read.
pub fn read_file(path: &str, files: &dyn Environment) -> Result<RuleFile, GameError> {
    let bytes = files
        .read_bytes(path)
        .map_err(|reason| GameError::File { file: selforge_catalogue::shown(path), reason })?;
    let folder = path.rfind(['/', '\\']).map_or("", |at| &path[..=at]);
    Ok(RuleFile::read(path, &bytes, &Beside { folder, files }))
}

/// Opens the game of a rule file that `spec` names.
///
/// # Errors
/// If the file or an option is wrong; what is wrong with a file is said with its place.
fn open(family: &Arc<Family>, spec: &Spec, files: &dyn Environment) -> Result<Playable, GameError> {
    let mut reader = SpecReader::new(spec);
    let path = reader.text("file");
    let built_in = reader.text("game");
    let title = reader.text("variant");
    let seed = reader.number("seed", 0..=u64::MAX)?;
    let draws = reader.text("draws");
    let position = reader.text("position");
    let refuse = |reader: &SpecReader<'_>, key: &str, problem: String, expected: String| {
        GameError::Option(reader.refuse(key, problem, expected))
    };
    let mut canonical = Spec::new(spec.name());
    let file = match (path, built_in) {
        (Some(_), Some(_)) => {
            let expected = "one of them".to_owned();
            return Err(refuse(&reader, "game", "a built-in game and a file".to_owned(), expected));
        }
        (Some(path), None) => {
            canonical.set("file", path)?;
            read_file(path, files)?
        }
        (None, name) => {
            let name = name.unwrap_or(library::FIRST);
            let Some(text) = library::text(name) else {
                let problem = "there is no such game".to_owned();
                return Err(refuse(&reader, "game", problem, library::NAMES.to_owned()));
            };
            if name != library::FIRST {
                canonical.set("game", name)?;
            }
            RuleFile::read(&format!("{name}.zrf"), text.as_bytes(), &NoIncludes)
        }
    };
    let outline = match title {
        Some(title) => file.find(title).ok_or_else(|| {
            let titles: Vec<&str> = file
                .games()
                .iter()
                .filter(|game| !game.is_separator)
                .map(|game| game.title.as_str())
                .collect();
            let (problem, expected) = no_such_title(title, &titles);
            GameError::Conflict { problem, expected }
        })?,
        None => file.first().ok_or_else(|| told(&file, file.problems()))?,
    };
    let mut problems = Diagnostics::default();
    let Some(rules) = compile(outline, &mut problems) else {
        let all = if problems.has_errors() { &problems } else { file.problems() };
        return Err(told(&file, all));
    };
    if file.problems().has_errors() {
        return Err(told(&file, file.problems()));
    }
    if usize::from(rules.seats) > MAX_SEATS {
        return Err(GameError::Conflict {
            problem: format!("the game is for {} players", rules.seats),
            expected: format!("at most {MAX_SEATS}"),
        });
    }
    if rules.needs_plugin() {
        return Err(GameError::Conflict {
            problem: format!(
                "the moves of this game come from a plug-in, '{}'",
                rules.texts.engine
            ),
            expected: "a file with the code of its moves".to_owned(),
        });
    }
    check_cells(rules.sites.len(), files)?;
    if file.first().is_none_or(|first| first.title != outline.title) {
        canonical.set("variant", &outline.title)?;
    }
    let has_chance = rules.players.iter().any(|player| player.is_random);
    if !has_chance && draws.is_some() {
        let expected = "no such option".to_owned();
        return Err(refuse(
            &reader,
            "draws",
            "nothing is left to chance here".to_owned(),
            expected,
        ));
    }
    // As in every family, a seed that means nothing is left out of the canonical spec.
    let seed = if has_chance { seed.unwrap_or(0) } else { 0 };
    if seed != 0 {
        canonical.set("seed", seed)?;
    }
    let drawn = parse_draws(draws.unwrap_or_default())
        .map_err(|error| refuse(&reader, "draws", error.problem, error.expected))?;
    if let Some(draws) = draws {
        canonical.set("draws", draws)?;
    }
    let mut game = Zrf::new(Arc::new(rules), seed, drawn);
    let usual = game.history.repetition;
    game.history.repetition = read_repetition(&mut reader, usual)?;
    if let Some(text) = position {
        let start = notation::parse_state(&game, text).map_err(GameError::position)?;
        if start != game.start {
            let mut written = String::new();
            notation::write_state(&game, &start, &mut written)
                .expect("writing to a string cannot fail");
            canonical.set("position", written)?;
        }
        game.start = start;
    }
    set_limit(&mut canonical, "repetition", game.history.repetition, usual)?;
    reader.finish(&[])?;
    Ok(Playable::new(family, canonical, game))
}

/// The first thing that is wrong with a file.
fn told(file: &RuleFile, problems: &Diagnostics) -> GameError {
    let first = problems.first_error().map(|error| error.in_a_line(file.sources()).to_string());
    let more = match problems.errors() {
        0 | 1 => String::new(),
        many => format!(" (and {} more; `selforge zrf check` lists them)", many - 1),
    };
    GameError::Conflict {
        problem: format!("the rule file cannot be played: {}{more}", first.unwrap_or_default()),
        expected: "a file without errors".to_owned(),
    }
}

fn parse_draws(text: &str) -> Result<Vec<u32>, NotationError> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let draws: Result<Vec<u32>, _> = text.split(',').map(str::parse).collect();
    match draws {
        Ok(draws) if draws.len() <= MAX_DRAWS => Ok(draws),
        Ok(_) => Err(NotationError::at(text, 0, "too many draws", format!("at most {MAX_DRAWS}"))),
        Err(_) => Err(NotationError::at(text, 0, "these are no draws", "numbers with commas")),
    }
}

/// Runs a visitor for an opened game of a rule file; gives it back for any other.
///
/// # Errors
/// With the visitor, if the game is another.
pub fn visit<V: GameVisitor>(playable: &Playable, visitor: V) -> Result<V::Output, V> {
    playable.visit_as::<Zrf, V>(visitor)
}
