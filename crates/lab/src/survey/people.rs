//! Who the players are, where a table says so: age, gender, how much they like games.

use std::collections::BTreeMap;

use selforge_core::short;
use serde::Serialize;

use super::SurveyError;
use super::read::Row;
use super::vote::{Opinion, Survey};
use crate::stats::rounded;

/// The oldest age that is believed.
const OLDEST: u8 = 120;

/// The longest word for a gender, in characters.
const MAX_WORD: usize = 40;

/// How many words for genders a table may have.
const MAX_GENDERS: usize = 20;

/// What a table says of a player; each may be left out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Person {
    /// The age in years.
    pub age: Option<u8>,
    /// The gender, in the player's own word.
    pub gender: Option<String>,
    /// How much the player likes games, from 1 to 10.
    pub interest: Option<u8>,
}

/// Where the columns about players are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Columns {
    pub(super) age: Option<usize>,
    pub(super) gender: Option<usize>,
    pub(super) interest: Option<usize>,
}

impl Columns {
    /// Reads what a line says of its player; empty fields say nothing.
    pub(super) fn read(&self, row: &Row) -> Result<Person, SurveyError> {
        let number = |at: Option<usize>, column: &str, most: u8| {
            let Some(at) = at.filter(|&at| !row.text(at).is_empty()) else { return Ok(None) };
            match row.text(at).parse::<u8>() {
                Ok(number) if (1..=most).contains(&number) => Ok(Some(number)),
                _ => {
                    let problem = format!("'{}' is none", short(row.text(at)));
                    Err(row.wrong(at, column, &problem, &format!("a number from 1 to {most}")))
                }
            }
        };
        let gender = match self.gender.filter(|&at| !row.text(at).is_empty()) {
            Some(at) => {
                let word = row.name(at, "gender")?;
                if word.chars().count() > MAX_WORD {
                    let expected = format!("a word of up to {MAX_WORD} characters");
                    return Err(row.wrong(at, "gender", "it is too long", &expected));
                }
                Some(word)
            }
            None => None,
        };
        Ok(Person {
            age: number(self.age, "age", OLDEST)?,
            gender,
            interest: number(self.interest, "interest", 10)?,
        })
    }
}

/// All players of whom something is known.
pub(super) type People = BTreeMap<String, Person>;

/// Adds what a line says of a player; a player is the same in every line.
pub(super) fn add(
    people: &mut People,
    player: &str,
    said: &Person,
    row: &Row,
) -> Result<(), SurveyError> {
    if *said == Person::default() {
        return Ok(());
    }
    let known = people.entry(player.to_owned()).or_default();
    let merged = Person {
        age: known.age.or(said.age),
        gender: known.gender.clone().or_else(|| said.gender.clone()),
        interest: known.interest.or(said.interest),
    };
    let contradicts = (said.age.is_some() && merged.age != said.age)
        || (said.gender.is_some() && merged.gender != said.gender)
        || (said.interest.is_some() && merged.interest != said.interest);
    if contradicts {
        let problem = format!("player '{}' was somebody else in a line before", short(player));
        return Err(row.wrong_line(&problem, "the same age, gender and interest in every line"));
    }
    *known = merged;
    Ok(())
}

/// Numbers of some players: how many said one, the least, the mean, the most.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Spread {
    /// How many players said a number.
    pub players: usize,
    /// The least.
    pub low: u8,
    /// The mean.
    pub mean: f64,
    /// The most.
    pub high: u8,
}

impl Spread {
    fn of(numbers: impl Iterator<Item = u8>) -> Option<Spread> {
        let all: Vec<u8> = numbers.collect();
        let sum: f64 = all.iter().copied().map(f64::from).sum();
        Some(Spread {
            players: all.len(),
            low: *all.iter().min()?,
            mean: rounded(sum / all.len() as f64),
            high: *all.iter().max()?,
        })
    }
}

/// The players of one gender.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Gender {
    /// Their word for it.
    pub gender: String,
    /// How many they are.
    pub players: usize,
    /// For each game, in the order of the survey: how many of them voted on it, and liked it.
    pub voted_and_liked: Vec<[u64; 2]>,
}

/// Who took part.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Participants {
    /// Their ages.
    pub age: Option<Spread>,
    /// How much they like games, from 1 to 10.
    pub interest: Option<Spread>,
    /// By gender, in the order of the alphabet.
    pub genders: Vec<Gender>,
}

impl Participants {
    /// Who took part in a survey; none where its table does not say.
    pub(super) fn of(survey: &Survey) -> Option<Participants> {
        let people = survey.people();
        if people.is_empty() {
            return None;
        }
        let mut words: Vec<&String> = people.values().filter_map(|it| it.gender.as_ref()).collect();
        words.sort_unstable();
        words.dedup();
        words.truncate(MAX_GENDERS);
        let gender = |word: &String| {
            let is =
                |player: &str| people.get(player).and_then(|it| it.gender.as_ref()) == Some(word);
            let of_game = |game: usize| {
                let own = survey.opinions(game).filter(|(player, _)| is(player));
                own.fold([0, 0], |[voted, liked], (_, opinion)| {
                    [voted + 1, liked + u64::from(opinion == Opinion::Liked)]
                })
            };
            Gender {
                gender: word.clone(),
                players: people.keys().filter(|player| is(player)).count(),
                voted_and_liked: (0..survey.games().len()).map(of_game).collect(),
            }
        };
        Some(Participants {
            age: Spread::of(people.values().filter_map(|it| it.age)),
            interest: Spread::of(people.values().filter_map(|it| it.interest)),
            genders: words.into_iter().map(gender).collect(),
        })
    }
}
