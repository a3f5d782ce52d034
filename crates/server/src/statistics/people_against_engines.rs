//! How people fare against engines, by experience and set-up: the form of the thesis's Figure 6.1.
//!
//! As there, a person is experienced who has played the game ten times before, whatever the set-up;
//! here that can be counted. A game counts if one person met engines only and it came to an end.

use std::collections::{BTreeMap, HashMap};

use selforge_lab::reproduce::thesis::printed::HUMANS;

use crate::messages::results::{PeopleRow, PeopleTable, PeopleTally, ThesisRow};
use crate::statistics::variant::variant;
use crate::store::{FinishedGame, PlayedBy};

/// From how many games before on a person is experienced.
const EXPERIENCED: u32 = 10;

/// The most rows; those with the fewest games are left out.
const MOST: usize = 200;

/// How a person's games ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Tally {
    losses: u64,
    wins: u64,
    draws: u64,
}

impl Tally {
    fn total(self) -> u64 {
        self.losses + self.wins + self.draws
    }

    fn shown(self) -> PeopleTally {
        let Tally { losses, wins, draws } = self;
        PeopleTally { losses, wins, draws, total: self.total() }
    }
}

/// The table: a row for each set-up and engine, and what the thesis prints.
pub(crate) fn table(games: &[FinishedGame]) -> PeopleTable {
    let mut before: HashMap<(String, String), u32> = HashMap::new();
    let mut rows: BTreeMap<(String, String), [Tally; 2]> = BTreeMap::new();
    for game in games {
        let family = game.spec.split(' ').next().unwrap_or_default().to_owned();
        if let Some((who, seat, engine)) = one_person(game) {
            let played = before.get(&(who, family.clone())).copied().unwrap_or_default();
            let row = rows.entry((variant(&game.spec), engine)).or_default();
            let tally = &mut row[usize::from(played >= EXPERIENCED)];
            match outcome(&game.result, seat) {
                Some(Outcome::Won) => tally.wins += 1,
                Some(Outcome::Drawn) => tally.draws += 1,
                Some(Outcome::Lost) => tally.losses += 1,
                None => {}
            }
        }
        // Every game counts as experience, once for everyone who sat at it.
        let mut people: Vec<&String> = game.seats.iter().filter_map(person).collect();
        people.sort_unstable();
        people.dedup();
        for who in people {
            *before.entry((who.clone(), family.clone())).or_default() += 1;
        }
    }
    let mut rows: Vec<_> = rows.into_iter().collect();
    let total = |row: &[Tally; 2]| row[0].total() + row[1].total();
    rows.retain(|(_, row)| total(row) > 0);
    rows.sort_by_key(|(_, row)| std::cmp::Reverse(total(row)));
    let games = rows.iter().map(|(_, row)| total(row)).sum();
    let shown = rows.into_iter().take(MOST).map(|((setup, engine), [new, experienced])| {
        PeopleRow { setup, engine, inexperienced: new.shown(), experienced: experienced.shown() }
    });
    let thesis = HUMANS.iter().map(|row| ThesisRow {
        setup: row.setup,
        experienced: row.experienced,
        losses: row.losses,
        wins: row.wins,
        draws: row.draws,
        total: row.total,
    });
    PeopleTable { rows: shown.collect(), games, thesis: thesis.collect() }
}

fn person(side: &PlayedBy) -> Option<&String> {
    match side {
        PlayedBy::Person(who) => Some(who),
        PlayedBy::Engine(_) => None,
    }
}

/// The only person of a game, the seat and the engines; none if there are more or no engines.
fn one_person(game: &FinishedGame) -> Option<(String, usize, String)> {
    let mut people = game
        .seats
        .iter()
        .enumerate()
        .filter_map(|(at, side)| person(side).map(|who| (at, who.clone())));
    let (Some((seat, who)), None) = (people.next(), people.next()) else { return None };
    let mut engines: Vec<&str> = game
        .seats
        .iter()
        .filter_map(|side| match side {
            PlayedBy::Engine(spec) => Some(spec.as_str()),
            PlayedBy::Person(_) => None,
        })
        .collect();
    engines.sort_unstable();
    engines.dedup();
    (!engines.is_empty()).then(|| (who, seat, engines.join("; ")))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    Won,
    Drawn,
    Lost,
}

/// What a result in the words of a record means for a seat.
fn outcome(result: &str, seat: usize) -> Option<Outcome> {
    let letter = char::from(b'A' + u8::try_from(seat).ok()?).to_string();
    let who = result.split(',').next()?.trim();
    if let Some(winner) = who.strip_suffix(" wins") {
        return Some(if winner == letter { Outcome::Won } else { Outcome::Lost });
    }
    let shared = who.strip_prefix("draw")?.trim().trim_start_matches("of ");
    let is_first = shared.is_empty() || shared.split(" and ").any(|first| first == letter);
    Some(if is_first { Outcome::Drawn } else { Outcome::Lost })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(spec: &str, who: &str, engine: &str, result: &str) -> FinishedGame {
        FinishedGame {
            spec: spec.to_owned(),
            result: result.to_owned(),
            seats: vec![PlayedBy::Person(who.to_owned()), PlayedBy::Engine(engine.to_owned())],
        }
    }

    #[test]
    fn a_result_is_won_drawn_or_lost_by_each_seat() {
        assert_eq!(outcome("A wins, connected", 0), Some(Outcome::Won));
        assert_eq!(outcome("A wins, connected", 1), Some(Outcome::Lost));
        assert_eq!(outcome("draw, agreement", 1), Some(Outcome::Drawn));
        assert_eq!(outcome("draw of A and C, resignation of B", 2), Some(Outcome::Drawn));
        assert_eq!(outcome("draw of A and C, resignation of B", 1), Some(Outcome::Lost));
        assert_eq!(outcome("", 0), None);
    }

    #[test]
    fn the_eleventh_game_is_that_of_an_experienced_player_whatever_the_set_up() {
        let mut games: Vec<FinishedGame> = (0..10)
            .map(|seed| game(&format!("selfo seed={seed}"), "p", "random", "B wins, connected"))
            .collect();
        // Chess is another game, and so is another person.
        games.push(game("chess", "p", "random", "A wins, checkmate"));
        games.push(game("selfo board=hexhex-4", "p", "random", "A wins, connected"));
        games.push(game("selfo board=hexhex-4", "q", "random", "draw, agreement"));
        let told = table(&games);
        let row = |setup: &str| told.rows.iter().find(|row| row.setup == setup).unwrap().clone();
        assert_eq!(row("selfo").inexperienced.losses, 10);
        assert_eq!(row("selfo").experienced.total, 0);
        assert_eq!(row("selfo board=hexhex-4").experienced.wins, 1);
        assert_eq!(row("selfo board=hexhex-4").inexperienced.draws, 1);
        assert_eq!(row("chess").inexperienced.wins, 1);
        assert!(!format!("{told:?}").contains("\"p\""), "nobody is named");
    }

    #[test]
    fn games_of_two_people_count_as_experience_only() {
        let two = FinishedGame {
            seats: vec![PlayedBy::Person("p".into()), PlayedBy::Person("p".into())],
            ..game("selfo", "p", "random", "A wins, connected")
        };
        let mut games = vec![two; 9];
        games.push(game("selfo", "p", "random", "A wins, connected"));
        games.push(game("selfo", "p", "random", "A wins, connected"));
        let told = table(&games);
        let row = &told.rows[0];
        assert_eq!((row.inexperienced.wins, row.experienced.wins), (1, 1));
        assert_eq!(told.games, 2);
    }
}
