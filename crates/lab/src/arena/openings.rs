//! Where games begin, from files: positions, a line each, or records of games whose moves are played first.

use std::sync::Arc;

use selforge_catalogue::portable::{is_portable, read_portable};
use selforge_core::{Action, AnyGame, Game, Record, Status, Timeline};
use selforge_games::{Environment, Playable};

use crate::{LabError, Replayed};

/// The most openings of a match.
const MAX_OPENINGS: usize = 10_000;

/// Where a game begins: a position, the usual one unless it is named, and moves from there.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Opening {
    /// The position as text; none for that of the game's spec.
    pub position: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
}

impl Opening {
    /// Reads a file: a record, games in the portable notation of the game, or positions, a line each,
    /// with `#` before remarks. Of the moves of games `plies` are taken at most.
    ///
    /// # Errors
    /// With line and reason, if it is none of these, or of another game.
    pub fn read(
        bytes: &[u8],
        playable: &Playable,
        environment: &dyn Environment,
        plies: usize,
    ) -> Result<Vec<Opening>, LabError> {
        let text = String::from_utf8_lossy(bytes);
        if text.starts_with("selforge record") {
            let Replayed { playable: other, timeline, .. } = Replayed::read(bytes, environment)?;
            let (here, there) = (&playable.family.title, &other.family.title);
            let problem = format!("a record of {there}");
            LabError::require(here == there, problem, format!("games of {here}"))?;
            return Ok(vec![of_timeline(&timeline, &playable.game, plies)]);
        }
        if is_portable(&text) {
            return of_portable(&text, playable, plies);
        }
        let lines = text.lines().map(str::trim);
        let named = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let opening = |line: &str| Opening { position: Some(line.to_owned()), moves: Vec::new() };
        Ok(named.map(opening).collect())
    }

    /// Checks that a game can begin so.
    ///
    /// # Errors
    /// If the position is none of the game, a move is illegal, or nothing is left to play.
    pub(super) fn check(&self, playable: &Playable) -> Result<(), String> {
        let mut timeline = Timeline::new(Arc::new(playable.game.clone()));
        for text in &self.moves {
            let Status::ToMove(seat) = timeline.status() else {
                return Err(format!("the game is over before '{text}'"));
            };
            let mv = playable.game.parse_move(timeline.state(), text);
            let mv = mv.map_err(|error| error.problem)?;
            timeline.act(seat, Action::Move(mv)).map_err(|error| error.to_string())?;
        }
        match timeline.status() {
            Status::ToMove(_) => Ok(()),
            Status::Over(_) => Err("nothing is left to play".to_owned()),
        }
    }
}

/// The opening that a played game begins with; its start is named if it is not that of `game`.
fn of_timeline(timeline: &Timeline<AnyGame>, game: &AnyGame, plies: usize) -> Opening {
    let written = |game: &AnyGame, state| {
        let mut text = String::new();
        game.write_state(state, &mut text).expect("writing to a string cannot fail");
        text
    };
    let start = written(timeline.game(), timeline.start_state());
    let position = (start != written(game, &game.start())).then_some(start);
    let mut state = timeline.start_state().clone();
    let mut moves = Vec::new();
    for mv in timeline.moves().take(plies) {
        let mut text = String::new();
        let played = timeline.game();
        played.write_move(&state, mv, &mut text).expect("writing to a string cannot fail");
        played.play(&mut state, mv);
        moves.push(text);
    }
    Opening { position, moves }
}

fn of_portable(text: &str, playable: &Playable, plies: usize) -> Result<Vec<Opening>, LabError> {
    let family = &playable.family;
    let Some(dialect) = family.dialect else {
        let problem = format!("PGN or PDN for games of {}", family.title);
        return Err(LabError::settings(problem, "records (.sgr), or positions"));
    };
    let games = read_portable(text)?;
    let opening = |game: &selforge_catalogue::portable::PortableGame| {
        let spec = game.spec(&family.name)?;
        let own = selforge_games::open(&spec, &selforge_games::NoFiles)?;
        let record: Record = game.play(&own, &dialect)?;
        let timeline = record.replay(Arc::new(own.game.clone()))?;
        Ok(of_timeline(&timeline, &playable.game, plies))
    };
    games.iter().map(opening).collect()
}

/// Refuses what is no set of openings for a game, which `open` makes from a position.
pub(super) fn check_all(
    openings: &[Opening],
    playable: &Playable,
    open: impl Fn(&Opening) -> Result<Playable, LabError>,
) -> Result<(), LabError> {
    let problem = format!("{} openings", openings.len());
    LabError::require(openings.len() <= MAX_OPENINGS, problem, format!("at most {MAX_OPENINGS}"))?;
    let places = playable.family.options.iter().any(|option| option.key == "position");
    for (number, opening) in (1..).zip(openings) {
        let problem =
            format!("opening {number}: a position, in games of {}", playable.family.title);
        let expected = "records, whose moves are played from the usual start";
        LabError::require(places || opening.position.is_none(), problem, expected)?;
        let checked = open(opening).map_err(|error| error.to_string());
        let checked = checked.and_then(|playable| opening.check(&playable));
        checked.map_err(|problem| {
            let expected = "a position or moves of this game that can be played on";
            LabError::settings(format!("opening {number}: {problem}"), expected)
        })?;
    }
    Ok(())
}
