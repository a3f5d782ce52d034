//! The puzzles that come with the program: found by name, by day and by rating, and judged.
//!
//! A try is judged without memory: the client sends all its moves, and the line that was proven when the
//! puzzle was made says whether the last of them is right. That makes trying again free, on
//! whatever machine the next request lands, and leaves one thing to be kept: an account's first verdict
//! on a puzzle, which is rated as a game between the two. Guests are not rated, nor are puzzles by their
//! tries: a guest is as new as the next cookie.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use jiff::Timestamp;
use selforge_core::{AnyMove, AnyState, Game, Stream};
use selforge_games::Playable;
use selforge_lab::puzzles::{Puzzle, Theme, shipped};
use skillratings::glicko2::Glicko2Rating;

use crate::error::ApiError;
use crate::messages::board::Position;
use crate::messages::puzzles::{PuzzleGame, PuzzleTheme, PuzzleVerdict};
use crate::view;

/// How certain the rating is that a puzzle was made with: more than a newcomer's, less than a player's.
const DEVIATION: f64 = 150.0;

/// How many of the puzzles nearest to a rating one is drawn from.
const NEAREST: usize = 12;

const DAY: i64 = 86_400;

/// Steps from day to day through the puzzles: a prime, so that all have their day before one comes again.
const STRIDE: i64 = 7919;

/// The puzzles by their names.
static BY_ID: LazyLock<BTreeMap<String, &'static Puzzle>> =
    LazyLock::new(|| shipped().iter().map(|puzzle| (puzzle.id(), puzzle)).collect());

/// The games that there are puzzles of, in the order of the catalogue.
pub(crate) static GAMES: LazyLock<Vec<PuzzleGame>> = LazyLock::new(|| {
    let families = selforge_games::catalogue().families().iter();
    let games = families.map(|known| PuzzleGame {
        game: known.name.to_string(),
        title: known.title.to_string(),
        puzzles: shipped().iter().filter(|puzzle| family(puzzle) == known.name).count(),
    });
    games.filter(|game| game.puzzles > 0).collect()
});

/// The puzzle of this name.
pub(crate) fn find(id: &str) -> Result<&'static Puzzle, ApiError> {
    BY_ID.get(id).copied().ok_or_else(ApiError::not_found)
}

/// The first word of the game's spec.
pub(crate) fn family(puzzle: &Puzzle) -> &str {
    puzzle.game.split(' ').next().unwrap_or_default()
}

/// The puzzle of the day at a moment, in seconds since 1970, and that day.
pub(crate) fn of_day(now: i64) -> Option<(&'static Puzzle, String)> {
    let day = now.div_euclid(DAY);
    let count = i64::try_from(shipped().len()).ok().filter(|count| *count > 0)?;
    let at = usize::try_from(day.wrapping_mul(STRIDE).rem_euclid(count)).ok()?;
    let date = Timestamp::from_second(day * DAY).ok()?.strftime("%Y-%m-%d").to_string();
    Some((&shipped()[at], date))
}

/// Puzzles to take along on a day: that day's, with its date, and others from easy to hard, which are
/// different ones the day after.
pub(crate) fn pack(now: i64, count: usize) -> Vec<(&'static Puzzle, Option<String>)> {
    let mut all: Vec<&'static Puzzle> = shipped().iter().collect();
    all.sort_by_key(|puzzle| (puzzle.rating, puzzle.id()));
    let step = (all.len() / count.max(1)).max(1);
    let first = now.div_euclid(DAY).rem_euclid(step as i64) as usize;
    let today = of_day(now).map(|(puzzle, date)| (puzzle, Some(date)));
    let id = today.as_ref().map(|(puzzle, _)| puzzle.id());
    let others = all.into_iter().skip(first).step_by(step);
    let others = others.filter(|puzzle| Some(puzzle.id()) != id).map(|puzzle| (puzzle, None));
    today.into_iter().chain(others).take(count).collect()
}

/// One of the puzzles nearest to the solver's rating in their game, by chance. Those that were tried come
/// last.
pub(crate) fn near(
    game: Option<&str>,
    own: &dyn Fn(&str) -> f64,
    ratings: &BTreeMap<String, f64>,
    tried: &BTreeSet<String>,
    not: Option<&str>,
    mut chance: Stream,
) -> Option<&'static Puzzle> {
    let wanted = |puzzle: &Puzzle| game.is_none_or(|game| game == family(puzzle));
    let mut all: Vec<(bool, f64, &String, &'static Puzzle)> = BY_ID
        .iter()
        .filter(|(id, puzzle)| wanted(puzzle) && Some(id.as_str()) != not)
        .map(|(id, puzzle)| {
            let known = ratings.get(id).copied().unwrap_or(f64::from(puzzle.rating));
            (tried.contains(id), (known - own(family(puzzle))).abs(), id, *puzzle)
        })
        .collect();
    all.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(b.2)));
    let new = all.iter().filter(|(tried, ..)| !tried).count();
    let count = if new > 0 { new.min(NEAREST) } else { all.len().min(NEAREST) };
    let count = u32::try_from(count).ok().filter(|count| *count > 0)?;
    Some(all[chance.below(count) as usize].3)
}

/// The rating that a puzzle was made with.
pub(crate) fn first_rating(puzzle: &Puzzle) -> Glicko2Rating {
    Glicko2Rating { rating: f64::from(puzzle.rating), deviation: DEVIATION, ..Glicko2Rating::new() }
}

impl From<Theme> for PuzzleTheme {
    fn from(theme: Theme) -> PuzzleTheme {
        match theme {
            Theme::Win => PuzzleTheme::Win,
            Theme::CutOff => PuzzleTheme::CutOff,
            Theme::PieceAhead => PuzzleTheme::PieceAhead,
            Theme::Hold => PuzzleTheme::Hold,
            Theme::Save => PuzzleTheme::Save,
        }
    }
}

/// How the game ends when a puzzle about winning is solved, in the game's words.
pub(crate) fn ending(puzzle: &Puzzle, playable: &Playable) -> Result<Option<String>, ApiError> {
    let (_, last) = puzzle.replay(playable).map_err(|error| ApiError::internal(&error))?;
    let word = playable.game.ending(&last);
    Ok((!word.is_empty()).then(|| word.to_owned()))
}

/// What came of a solver's moves.
#[derive(Debug)]
pub(crate) struct Judged {
    pub(crate) verdict: PuzzleVerdict,
    /// After the last move and, if the solution goes on, after the reply to it.
    pub(crate) positions: Vec<Position>,
}

/// Judges the last of a solver's moves.
///
/// # Errors
/// If they are none of this puzzle: illegal, too many, or wrong before the last.
pub(crate) fn judge(
    puzzle: &Puzzle,
    playable: &Playable,
    moves: &[String],
) -> Result<Judged, ApiError> {
    let game = &playable.game;
    let most = puzzle.line.len().div_ceil(2);
    if moves.is_empty() || moves.len() > most {
        let problem = format!("{} moves; expected 1 to {most}", moves.len());
        return Err(ApiError::invalid(problem));
    }
    let mut state = game.start();
    let parse = |state: &AnyState, text: &str| {
        game.parse_move(state, text)
            .map_err(|error| ApiError::invalid(error.to_string()).at(Some(error.column)))
    };
    for (at, text) in moves.iter().enumerate() {
        let newest = at + 1 == moves.len();
        let mv = parse(&state, text)?;
        let text = playable.move_text(&state, mv);
        let ends = 2 * at + 1 == puzzle.line.len();
        let right = text == puzzle.line[2 * at] || (ends && puzzle.also.contains(&text));
        let after = played(playable, &state, mv);
        if newest && (ends || !right) {
            let verdict = if right { PuzzleVerdict::Solved } else { PuzzleVerdict::Wrong };
            let shown = view::position(playable, &after, Some((&state, mv)), 2 * at + 1, false);
            return Ok(Judged { verdict, positions: vec![shown] });
        }
        if !right {
            return Err(ApiError::invalid(format!("move {} was wrong already", at + 1)));
        }
        let reply = parse(&after, &puzzle.line[2 * at + 1])?;
        let next = played(playable, &after, reply);
        if newest {
            let own = view::position(playable, &after, Some((&state, mv)), 2 * at + 1, false);
            let other = view::position(playable, &next, Some((&after, reply)), 2 * at + 2, true);
            return Ok(Judged { verdict: PuzzleVerdict::Right, positions: vec![own, other] });
        }
        state = next;
    }
    Err(ApiError::invalid("no move"))
}

/// The solution as players write it, and the position after each of its moves.
pub(crate) fn solution(
    puzzle: &Puzzle,
    playable: &Playable,
) -> Result<(Vec<String>, Vec<Position>), ApiError> {
    let (moves, _) = puzzle.replay(playable).map_err(|error| ApiError::internal(&error))?;
    let shown = moves.iter().zip(1..).map(|((state, mv), ply)| {
        let text = playable.move_notation(state, *mv);
        let after = played(playable, state, *mv);
        let shown = view::position(playable, &after, Some((state, *mv)), ply, false);
        (text.unwrap_or_else(|| playable.move_text(state, *mv)), shown)
    });
    Ok(shown.unzip())
}

fn played(playable: &Playable, state: &AnyState, mv: AnyMove) -> AnyState {
    let mut after = state.clone();
    playable.game.play(&mut after, mv);
    after
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_puzzle_has_a_name_of_its_own_and_its_day() {
        let count = shipped().len() as i64;
        assert_eq!(BY_ID.len() as i64, count, "two puzzles have one name");
        let days: BTreeSet<String> =
            (0..count).map(|day| of_day(day * DAY).unwrap().0.id()).collect();
        assert_eq!(days.len() as i64, count, "some puzzle never has its day");
        let (puzzle, date) = of_day(1_777_593_600).unwrap();
        assert_eq!(date, "2026-05-01");
        let (evening, _) = of_day(1_777_593_600 + DAY - 1).unwrap();
        assert_eq!(puzzle.id(), evening.id(), "one puzzle all day long");
    }

    #[test]
    fn a_pack_has_the_puzzle_of_the_day_and_others_from_easy_to_hard() {
        let taken = pack(1_777_593_600, 24);
        assert_eq!((taken.len(), taken[0].1.as_deref()), (24, Some("2026-05-01")));
        let ratings: Vec<_> = taken[1..].iter().map(|(puzzle, _)| puzzle.rating).collect();
        assert!(ratings.is_sorted() && ratings[0] < ratings[22], "{ratings:?}");
        let names: BTreeSet<String> = taken.iter().map(|(puzzle, _)| puzzle.id()).collect();
        assert_eq!(names.len(), 24);
    }

    #[test]
    fn a_solver_gets_a_puzzle_near_the_rating_that_was_not_tried() {
        let (ratings, mut tried) = (BTreeMap::new(), BTreeSet::new());
        let game = family(&shipped()[0]);
        let count = shipped().iter().filter(|puzzle| family(puzzle) == game).count();
        let next = |tried: &BTreeSet<String>, seed| {
            near(Some(game), &|_| 1500.0, &ratings, tried, None, Stream::new(seed, "test", 0))
                .unwrap()
        };
        let mut furthest = 0;
        for seed in 0..count as u64 {
            let puzzle = next(&tried, seed);
            assert_eq!(family(puzzle), game);
            let off = puzzle.rating.abs_diff(1500);
            furthest = furthest.max(off);
            if seed < 20 {
                assert!(off <= 200, "{} is far from 1500", puzzle.rating);
            }
            assert!(tried.insert(puzzle.id()), "a puzzle came again");
        }
        assert!(furthest > 200, "the far ones come last");
        // Whoever has tried them all may try them again.
        next(&tried, 0);
        let known = next(&BTreeSet::new(), 1).id();
        let other = near(
            Some(game),
            &|_| 1500.0,
            &ratings,
            &BTreeSet::new(),
            Some(&known),
            Stream::new(1, "test", 0),
        );
        assert_ne!(other.unwrap().id(), known);
        assert!(
            near(Some("no game"), &|_| 1500.0, &ratings, &tried, None, Stream::new(0, "test", 0))
                .is_none()
        );
    }
    #[test]
    fn among_all_games_each_puzzle_is_compared_with_the_rating_in_its_own_game() {
        let games: BTreeSet<&str> = shipped().iter().map(family).collect();
        let strong = *games.first().unwrap();
        let own = |game: &str| if game == strong { 2500.0 } else { 1200.0 };
        let (ratings, tried) = (BTreeMap::new(), BTreeSet::new());
        for seed in 0..50 {
            let chance = Stream::new(seed, "test", 0);
            let puzzle = near(None, &own, &ratings, &tried, None, chance).unwrap();
            let off = (f64::from(puzzle.rating) - own(family(puzzle))).abs();
            assert!(off <= 200.0, "{} with {} in {}", off, puzzle.rating, puzzle.game);
        }
    }
}
