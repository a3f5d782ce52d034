//! Making puzzles: playing games or reading records, and looking at each for what is in it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use selforge_agents::{AgentSpec, Stop};
use selforge_core::{AnyGame, AnyState, Game, Spec, Status, Timeline};
use selforge_games::{Environment, Playable};

use super::find::{Found, Positions};
use super::grade::grade;
use super::log::{Log, Searched};
use super::puzzle::{Puzzle, PuzzleError, Theme};
use crate::arena::{self, Progress, play_from};
use crate::spread::spread;
use crate::{LabError, Replayed};

/// The most puzzles of each kind that can be asked for.
const MOST_EACH: usize = 100_000;

/// All that decides which puzzles are found.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The games that are played; where a start depends on a seed, every one has its own.
    pub games: Vec<Spec>,
    /// Who plays them, against itself.
    pub player: AgentSpec,
    /// How many games of each are played.
    pub count: usize,
    /// Decides every random choice.
    pub seed: u64,
    /// So many random moves begin every game.
    pub random_plies: u32,
    /// So many puzzles of a theme and a number of moves are kept, for each game.
    pub each: usize,
}

/// Where puzzles are looked for.
#[derive(Debug)]
pub struct Plan<'e, E> {
    settings: Settings,
    matches: Vec<arena::Plan>,
    records: Vec<Replayed>,
    environment: &'e E,
}

/// What does not change the result of a run.
#[derive(Debug)]
pub struct Conditions<'a> {
    /// How many games are played and searched at a time.
    pub threads: usize,
    /// Where to keep what was searched; what it has already is not searched again.
    pub log: Option<&'a mut Log>,
    /// May be raised at any time.
    pub stop: &'a Stop,
}

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// The puzzles, in the order of the games that they are from.
    pub puzzles: Vec<Puzzle>,
    /// How many games were searched.
    pub games: usize,
    /// Whether all that was asked for was done; false when interrupted.
    pub complete: bool,
}

impl<'e, E: Environment + Sync> Plan<'e, E> {
    /// Checks settings and records.
    ///
    /// # Errors
    /// If there is nothing to look at, a game does not open or is not for two without chance, or
    /// the player does not fit it.
    pub fn new(
        settings: Settings,
        records: Vec<Replayed>,
        environment: &'e E,
    ) -> Result<Self, LabError> {
        LabError::require(
            !settings.games.is_empty() || !records.is_empty(),
            "no game to look for puzzles in",
            "a game, such as selfo, or records",
        )?;
        LabError::require(
            (1..=MOST_EACH).contains(&settings.each),
            format!("{} puzzles of each kind", settings.each),
            format!("1 to {MOST_EACH}"),
        )?;
        let matches = settings.games.iter().map(|game| {
            let players = vec![settings.player.clone(); 2];
            // A match plays every start twice, with the seats exchanged. One is enough here.
            let games = settings.count.saturating_mul(2);
            let plan = arena::Settings {
                random_plies: settings.random_plies,
                ..arena::Settings::new(game.clone(), players, games, settings.seed)
            };
            let opened = selforge_games::open(game, environment)?;
            check(&opened)?;
            arena::Plan::new(plan, environment)
        });
        let matches = matches.collect::<Result<Vec<_>, LabError>>()?;
        records.iter().try_for_each(|replayed| check(&replayed.playable))?;
        Ok(Plan { settings, matches, records, environment })
    }

    /// How many games will be searched.
    #[must_use]
    pub fn games(&self) -> usize {
        self.settings.count * self.matches.len() + self.records.len()
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What the players do, by their [fingerprints](arena::Plan::fingerprint), and what the records are.
    pub(super) fn fingerprint(&self) -> String {
        let played = self.matches.iter().map(|plan| plan.fingerprint().to_owned());
        let read = self.records.iter().map(|read| {
            let keys = read.timeline.keys().iter().fold(0u64, |all, key| all.rotate_left(5) ^ key);
            format!("{keys:016x}")
        });
        played.chain(read).collect::<Vec<_>>().join(" ")
    }

    /// Plays or takes the game with this number and looks for puzzles in it; nothing if told to stop.
    fn search(&self, number: usize, stop: &Stop) -> Result<Option<Vec<Puzzle>>, LabError> {
        let played = self.settings.count * self.matches.len();
        if let Some(record) = number.checked_sub(played) {
            let Replayed { playable, timeline, .. } = &self.records[record];
            return self.look(playable, timeline, stop);
        }
        // Turn by turn, so that a run that is broken off has something of everything.
        let (plan, start) =
            (&self.matches[number % self.matches.len()], number / self.matches.len());
        let playable = plan.open(start)?;
        let fixture = plan.fixture(2 * start);
        match play_from(plan, &fixture, &playable, stop)? {
            Some((_, timeline)) => self.look(&playable, &timeline, stop),
            None => Ok(None),
        }
    }

    /// The puzzles of a game: of each theme the one with the most moves, since the others mostly are its
    /// continuations. Nothing if told to stop.
    fn look(
        &self,
        playable: &Playable,
        timeline: &Timeline<AnyGame>,
        stop: &Stop,
    ) -> Result<Option<Vec<Puzzle>>, LabError> {
        let mut states = Vec::new();
        let mut plies = None;
        for moment in timeline.moments() {
            let open = matches!(playable.game.status(&moment.state), Status::ToMove(_));
            if open && plies != Some(moment.plies) {
                states.push(&moment.state);
                plies = Some(moment.plies);
            }
        }
        let positions = Positions { states: states.clone(), theme: None, stop };
        let found = selforge_games::visit(playable, positions);
        let mut puzzles = Vec::new();
        for theme in Theme::ALL {
            let of_theme = found.iter().filter(|found| found.theme == theme);
            if let Some(found) = of_theme.max_by_key(|found| (found.moves, found.at)) {
                puzzles.extend(self.write(playable, states[found.at], found, stop)?);
            }
        }
        Ok((!stop.is_asked()).then_some(puzzles))
    }

    /// The puzzle in words; none if the game cannot begin in its position.
    fn write(
        &self,
        playable: &Playable,
        state: &AnyState,
        found: &Found,
        stop: &Stop,
    ) -> Result<Option<Puzzle>, LabError> {
        let text = playable.position_text(state);
        let spec = playable.from_position(&text).map_err(selforge_games::GameError::from)?;
        // Some games refuse to begin where they may well come to.
        let Ok(opened) = selforge_games::open(&spec, self.environment) else { return Ok(None) };
        if opened.position_text(&opened.game.start()) != text {
            return Ok(None);
        }
        let (line, also) = in_words(&opened, found);
        let rating = grade(&opened, found, stop)?;
        let (game, theme, moves) = (opened.spec.to_string(), found.theme, found.moves);
        Ok(Some(Puzzle { game, theme, moves, line, also, rating }))
    }
}

/// Refuses games in which nothing can be proven.
fn check(playable: &Playable) -> Result<(), LabError> {
    let (game, spec) = (&playable.game, &playable.spec);
    let shown = selforge_catalogue::shown(&spec.to_string());
    LabError::require(
        game.seats() == 2,
        format!("'{shown}' has {} seats", game.seats()),
        "a game for two: with more, nobody can be forced",
    )?;
    LabError::require(
        !game.has_chance(),
        format!("'{shown}' has dice or the like"),
        "a game without chance",
    )
}

/// Searches what is missing of a plan.
///
/// # Errors
/// If a start cannot be opened or the log cannot be written.
pub fn run<E: Environment + Sync>(
    plan: &Plan<'_, E>,
    conditions: Conditions<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Run, LabError> {
    let Conditions { threads, mut log, stop } = conditions;
    let mut searched: BTreeMap<usize, Vec<Puzzle>> = BTreeMap::new();
    if let Some(log) = &log {
        let known = log.searched().iter().map(|known| (known.number, known.puzzles.clone()));
        searched.extend(known);
    }
    let total = plan.games();
    let missing: Vec<usize> = (0..total).filter(|number| !searched.contains_key(number)).collect();
    progress(Progress { done: searched.len(), total });
    let mut failure = None;
    let work = |at: usize, halt: &Stop, hand: &dyn Fn(Result<Vec<Puzzle>, LabError>)| {
        plan.search(missing[at], halt).transpose().into_iter().for_each(hand);
    };
    spread(missing.len(), threads, stop, work, |at, found| {
        let number = missing[at];
        let kept = found.and_then(|puzzles| {
            let searched = Searched { number, puzzles };
            if let Some(log) = log.as_deref_mut() {
                log.add(&searched)?;
            }
            Ok(searched.puzzles)
        });
        match kept {
            Ok(puzzles) => {
                searched.insert(number, puzzles);
                progress(Progress { done: searched.len(), total });
                ControlFlow::Continue(())
            }
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    if let Some(error) = failure {
        return Err(error);
    }
    let (games, complete) = (searched.len(), searched.len() == total);
    let puzzles = choose(searched.into_values().flatten(), plan.settings.each);
    Ok(Run { puzzles, games, complete })
}

/// Keeps the first of each position and name, and so many of a kind for each game.
fn choose(puzzles: impl Iterator<Item = Puzzle>, each: usize) -> Vec<Puzzle> {
    let (mut positions, mut names) = (BTreeSet::new(), BTreeSet::new());
    let mut kinds: BTreeMap<_, usize> = BTreeMap::new();
    let mut chosen = Vec::new();
    for puzzle in puzzles {
        let family = puzzle.game.split(' ').next().unwrap_or_default().to_owned();
        let kind = kinds.entry((family, puzzle.theme, puzzle.moves)).or_default();
        if *kind < each && positions.insert(puzzle.game.clone()) && names.insert(puzzle.id()) {
            *kind += 1;
            chosen.push(puzzle);
        }
    }
    chosen
}

/// Whether a puzzle is one: the position is searched again, and must give the same solution.
///
/// # Errors
/// If its game does not open.
pub fn prove(puzzle: &Puzzle, environment: &dyn Environment) -> Result<bool, PuzzleError> {
    let opened = puzzle.open(environment)?;
    let start = opened.game.start();
    if check(&opened).is_err() || !matches!(opened.game.status(&start), Status::ToMove(_)) {
        return Ok(false);
    }
    let stop = Stop::default();
    let positions = Positions { states: vec![&start], theme: Some(puzzle.theme), stop: &stop };
    let found = selforge_games::visit(&opened, positions);
    let Some(found) = found.first() else { return Ok(false) };
    let (line, also) = in_words(&opened, found);
    Ok((found.moves, &line, &also) == (puzzle.moves, &puzzle.line, &puzzle.also))
}

/// The solution as people type it, and what does as well as its last move.
fn in_words(playable: &Playable, found: &Found) -> (Vec<String>, Vec<String>) {
    let mut state = playable.game.start();
    let (mut line, mut also) = (Vec::with_capacity(found.line.len()), Vec::new());
    for (at, &mv) in found.line.iter().enumerate() {
        line.push(playable.move_text(&state, mv));
        if at + 1 == found.line.len() {
            also.extend(found.also.iter().map(|&mv| playable.move_text(&state, mv)));
        }
        playable.game.play(&mut state, mv);
    }
    (line, also)
}

#[cfg(test)]
mod tests {
    use selforge_core::Headers;
    use selforge_core::Record;
    use selforge_games::NoFiles;

    use super::*;

    #[test]
    fn a_search_of_a_recorded_game_hears_that_it_is_to_stop() {
        let spec = Spec::parse("chess position=\"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\"").unwrap();
        let playable = selforge_games::open(&spec, &NoFiles).unwrap();
        let timeline = Timeline::new(std::sync::Arc::new(playable.game.clone()));
        let text = Record::from_timeline(&timeline, Headers::new(spec)).to_text();
        let record = || Replayed::read(text.as_bytes(), &NoFiles).unwrap();
        let settings = Settings {
            games: Vec::new(),
            player: AgentSpec::parse("random").unwrap(),
            count: 1,
            seed: 0,
            random_plies: 0,
            each: 1,
        };
        let plan = Plan::new(settings, vec![record()], &NoFiles).unwrap();
        let stop = Stop::default();
        assert_eq!(plan.search(0, &stop).unwrap().unwrap().len(), 1, "Morphy's mate in two");
        stop.now();
        assert_eq!(plan.search(0, &stop).unwrap(), None, "half a search counts for nothing");
    }
}
