//! Who sits on a seat: people, engines, or nobody yet.

use selforge_agents::{AgentSpec, LEVELS, Level, Player};
use selforge_games::Playable;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::accounts::identity::ClientId;
use crate::error::ApiError;
use crate::limits::Limits;
use crate::messages::games::{OccupantView, SeatRequest};

/// The longest name of a person, in characters.
const MAX_NAME: usize = 40;

/// What the players of deleted accounts are called.
pub(crate) const SOMEONE_WHO_LEFT: &str = "someone who left";

/// One seat as it is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Occupant {
    /// A person.
    Person {
        /// Who may move for it.
        who: ClientId,
        /// What to call them: an account's name, or what a guest likes; may be empty.
        name: String,
        /// The rating with which an account sat down to a rated game.
        rating: Option<f64>,
    },
    /// An engine, by its spec.
    Engine(String),
    /// Nobody yet.
    Open {
        /// For whom the seat is kept, if for anyone.
        kept_for: Option<ClientId>,
    },
}

impl Occupant {
    /// What everyone may know.
    pub(crate) fn shown(&self) -> OccupantView {
        match self {
            Occupant::Person { who, name, rating } => OccupantView::Person {
                name: name.clone(),
                account: who.account().is_some(),
                rating: rating.map(|rating| rating.round() as i64),
            },
            Occupant::Engine(spec) => OccupantView::Engine { spec: spec.clone() },
            Occupant::Open { kept_for } => OccupantView::Open { kept: kept_for.is_some() },
        }
    }

    /// Whether it is an engine.
    pub(crate) fn is_engine(&self) -> bool {
        matches!(self, Occupant::Engine(_))
    }

    /// Whether nobody sits there yet.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self, Occupant::Open { .. })
    }

    /// Whether this client plays the seat.
    pub(crate) fn is(&self, client: &ClientId) -> bool {
        matches!(self, Occupant::Person { who, .. } if who == client)
    }

    /// The client that plays the seat.
    pub(crate) fn who(&self) -> Option<&ClientId> {
        match self {
            Occupant::Person { who, .. } => Some(who),
            _ => None,
        }
    }

    /// What to call the player, if it has a name.
    pub(crate) fn name(&self) -> &str {
        match self {
            Occupant::Person { name, .. } => name.trim(),
            Occupant::Engine(spec) => spec,
            Occupant::Open { .. } => "",
        }
    }
}

/// Whether others than the one who made the game sit at it, or can.
pub(crate) fn is_online(seats: &[Occupant], owner: &ClientId) -> bool {
    let other = |occupant: &Occupant| match occupant {
        Occupant::Person { who, .. } => who != owner,
        Occupant::Engine(_) => false,
        Occupant::Open { .. } => true,
    };
    seats.iter().any(other)
}

impl SeatRequest {
    /// Checks that the player can sit at this game here.
    ///
    /// # Errors
    /// If the name cannot be used, or the engine is unknown, unfit or not allowed.
    pub(crate) fn check(&self, playable: &Playable, limits: &Limits) -> Result<(), ApiError> {
        match self {
            SeatRequest::Person { name } => check_name(name),
            SeatRequest::Engine { spec } => {
                let spec = read_engine(spec, limits)?;
                Player::new(&spec, playable)
                    .map_err(|error| ApiError::invalid(error.to_string()))?;
                Ok(())
            }
            SeatRequest::Level { name } => {
                read_engine(level_spec(name, playable)?, limits)?;
                Ok(())
            }
            SeatRequest::Open | SeatRequest::Invited { .. } => Ok(()),
        }
    }
}

/// The engine that a level is in a game.
///
/// # Errors
/// If there is no such level, or it does not play this game.
pub(crate) fn level_spec(name: &str, playable: &Playable) -> Result<&'static str, ApiError> {
    let opponent = Level::named(name).and_then(|level| level.opponent(playable));
    opponent.map(|opponent| opponent.spec).ok_or_else(|| {
        let here = LEVELS.iter().filter(|level| level.opponent(playable).is_some());
        let names: Vec<&str> = here.map(|level| level.name).collect();
        let name = showable(&name.chars().take(MAX_NAME).collect::<String>());
        ApiError::invalid(format!("no level '{name}' here; expected {}", names.join(", ")))
    })
}

/// Checks what a guest wants to be called.
///
/// # Errors
/// If it is too long or cannot be shown as it is.
pub(crate) fn check_name(name: &str) -> Result<(), ApiError> {
    check_text("name", name, MAX_NAME)
}

/// Checks a short text that others are shown.
///
/// # Errors
/// If it is too long, or has characters that are not seen, turn the writing around or pile up.
pub(crate) fn check_text(what: &str, text: &str, most: usize) -> Result<(), ApiError> {
    if text.chars().count() > most {
        return Err(ApiError::invalid(format!("a {what} is longer than {most} characters")));
    }
    match showable(text) == text {
        true => Ok(()),
        false => Err(ApiError::invalid(format!("a {what} has a character that cannot be shown"))),
    }
}

/// A text without what is not seen, turns the writing around or piles up.
pub(crate) fn showable(text: &str) -> String {
    let mut marks = 0;
    let seen = text.chars().filter(|c| {
        marks = if is_mark(*c) { marks + 1 } else { 0 };
        marks <= MOST_MARKS && is_seen(*c)
    });
    seen.collect()
}

/// Marks that a letter may carry; some scripts need more than one.
const MOST_MARKS: usize = 3;

/// Letters and signs that look like nothing.
const BLANKS: &[char] = &['\u{115f}', '\u{1160}', '\u{2800}', '\u{3164}', '\u{ffa0}'];

fn is_mark(c: char) -> bool {
    c.general_category_group() == GeneralCategoryGroup::Mark
}

fn is_seen(c: char) -> bool {
    use GeneralCategory::{
        Control, Format, LineSeparator, ParagraphSeparator, PrivateUse, SpaceSeparator, Unassigned,
    };
    // Marks that choose how the character before them is drawn.
    let variation = matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' | '\u{34f}');
    let hidden = match c.general_category() {
        Control | Format | LineSeparator | ParagraphSeparator | PrivateUse | Unassigned => true,
        SpaceSeparator => c != ' ',
        _ => false,
    };
    !hidden && !variation && !BLANKS.contains(&c)
}

/// Reads an engine's spec and refuses what a server does not do for strangers.
///
/// # Errors
/// If it is no spec, runs another program, reads a file, or takes too much memory or too many threads.
pub(crate) fn read_engine(text: &str, limits: &Limits) -> Result<AgentSpec, ApiError> {
    let spec = AgentSpec::parse(text).map_err(|error| ApiError::invalid(error.to_string()))?;
    if spec.is_local() {
        return Err(ApiError::invalid("other programs cannot play here; expected another player"));
    }
    if spec.reads_file() {
        let problem = "player: files cannot be read here; expected a network of the program's own";
        return Err(ApiError::invalid(problem));
    }
    let number = |key: &str| spec.spec().get(key).and_then(|text| text.parse::<u64>().ok());
    for (key, most) in [("threads", limits.engine_threads), ("hash", limits.engine_hash)] {
        if number(key).is_some_and(|asked| asked > most) {
            return Err(ApiError::invalid(format!("player: {key}= may be at most {most} here")));
        }
    }
    Ok(spec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_a_player_that_may_sit_here() {
        for level in LEVELS {
            for spec in level.specs() {
                assert!(read_engine(spec, &Limits::default()).is_ok(), "{spec}");
            }
        }
    }

    #[test]
    fn names_hide_nothing_and_turn_nothing_around() {
        for name in ["", "Ada", "Zoë", "Ngọc Ánh", "محمد", "李 明", "हिन्दी", "O'Neill 2"]
        {
            assert!(check_name(name).is_ok(), "{name}");
        }
        for name in [
            "Ada\u{202e}nimda",
            "Ada\u{2066}x",
            "A\u{200b}da",
            "\u{feff}",
            "\u{2800}",
            "\u{3164}",
            "a\u{301}\u{301}\u{301}\u{301}",
            "x\u{e0041}",
            "a\u{a0}b",
            "a\nb",
            "\u{e000}",
        ] {
            assert!(check_name(name).is_err(), "{name:?}");
            assert!(check_name(&showable(name)).is_ok(), "{name:?}");
        }
    }

    #[test]
    fn programs_files_threads_and_memory_of_the_host_are_not_for_strangers() {
        for spec in [
            "external cmd=\"rm -rf x\"",
            "network file=/etc/passwd",
            "plugin path=x.so",
            "plugin",
            "alphabeta threads=9",
            "alphabeta hash=4096",
        ] {
            assert!(read_engine(spec, &Limits::default()).is_err(), "{spec}");
        }
    }
}
