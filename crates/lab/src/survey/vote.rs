//! Votes, and what several votes of a player make together.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Serialize;

use super::SurveyError;
use super::people::Person;

/// The most games of a survey: all pairs of them are compared.
pub const MAX_GAMES: usize = 200;

/// The longest name of a player, a game or a metric, in characters.
pub const MAX_NAME: usize = 200;

/// What a player says after a run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Vote {
    /// Liked it.
    Like,
    /// Disliked it.
    Dislike,
    /// Neither liked nor disliked it.
    Neutral,
}

impl Vote {
    /// The vote that a word means: `like`, `dislike`, `neutral`, `liked`, `disliked`, in any case.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Vote> {
        match word.to_ascii_lowercase().as_str() {
            "like" | "liked" => Some(Vote::Like),
            "dislike" | "disliked" => Some(Vote::Dislike),
            "neutral" => Some(Vote::Neutral),
            _ => None,
        }
    }
}

/// One vote of one player for one run of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ballot {
    /// Who votes.
    pub player: String,
    /// On what.
    pub game: String,
    /// After which run; ballots without one are runs of their own.
    pub run: Option<u32>,
    /// What it says.
    pub vote: Vote,
}

/// What a player thinks of a game after all runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opinion {
    /// Disliked it in some run.
    Disliked,
    /// Was neutral in all runs.
    Neutral,
    /// Liked it in some run and disliked it in none.
    Liked,
}

/// How often each vote was cast.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// Votes of players who liked the game.
    pub like: u64,
    /// Votes of players who disliked it.
    pub dislike: u64,
    /// Votes of players who did neither.
    pub neutral: u64,
}

impl Tally {
    /// All together.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.like + self.dislike + self.neutral
    }

    pub(super) fn add(&mut self, vote: Vote) {
        match vote {
            Vote::Like => self.like += 1,
            Vote::Dislike => self.dislike += 1,
            Vote::Neutral => self.neutral += 1,
        }
    }

    /// What the votes of one player make together.
    fn opinion(&self) -> Opinion {
        match self {
            Tally { dislike: 1.., .. } => Opinion::Disliked,
            Tally { like: 1.., .. } => Opinion::Liked,
            _ => Opinion::Neutral,
        }
    }
}

/// All votes, by game and player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    /// The games in the order in which they were first voted on, each with its players' votes.
    games: Vec<(String, BTreeMap<String, Tally>)>,
    /// What is known of the players.
    people: BTreeMap<String, Person>,
}

impl Survey {
    /// Sorts ballots.
    ///
    /// # Errors
    /// If there are none, too many games, or two for the same run.
    pub fn of(ballots: &[Ballot]) -> Result<Survey, SurveyError> {
        let mut games: Vec<(String, BTreeMap<String, Tally>)> = Vec::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        let mut runs: BTreeSet<(&str, &str, u32)> = BTreeSet::new();
        for (number, ballot) in ballots.iter().enumerate() {
            let Ballot { player, game, run, vote } = ballot;
            if let Some(run) = *run
                && !runs.insert((player, game, run))
            {
                let (player, game) = (player.clone(), game.clone());
                return Err(SurveyError::Twice { player, game, run, again: number });
            }
            let place = *places.entry(game).or_insert_with(|| {
                games.push((game.clone(), BTreeMap::new()));
                games.len() - 1
            });
            if games.len() > MAX_GAMES {
                return Err(SurveyError::ManyGames { at: number });
            }
            games[place].1.entry(player.clone()).or_default().add(*vote);
        }
        if games.is_empty() {
            return Err(SurveyError::Empty);
        }
        Ok(Survey { games, people: BTreeMap::new() })
    }

    /// The same votes, with what is known of the players.
    pub(super) fn with_people(self, people: BTreeMap<String, Person>) -> Survey {
        Survey { people, ..self }
    }

    /// What is known of the players; those of whom nothing is known are left out.
    #[must_use]
    pub fn people(&self) -> &BTreeMap<String, Person> {
        &self.people
    }

    /// The games in the order in which they were first voted on.
    pub fn games(&self) -> impl ExactSizeIterator<Item = &str> {
        self.games.iter().map(|(name, _)| name.as_str())
    }

    /// How many players voted at all.
    #[must_use]
    pub fn players(&self) -> usize {
        self.games.iter().flat_map(|(_, votes)| votes.keys()).collect::<BTreeSet<_>>().len()
    }

    /// All votes on a game together, over players and runs.
    ///
    /// # Panics
    /// If there is no game with this number.
    #[must_use]
    pub fn runs(&self, game: usize) -> Tally {
        self.games[game].1.values().fold(Tally::default(), |sum, votes| Tally {
            like: sum.like + votes.like,
            dislike: sum.dislike + votes.dislike,
            neutral: sum.neutral + votes.neutral,
        })
    }

    /// What each player thinks of a game.
    ///
    /// # Panics
    /// If there is no game with this number.
    pub fn opinions(&self, game: usize) -> impl Iterator<Item = (&str, Opinion)> {
        self.games[game].1.iter().map(|(player, votes)| (player.as_str(), votes.opinion()))
    }

    /// What a player thinks of a game, if he voted on it.
    ///
    /// # Panics
    /// If there is no game with this number.
    #[must_use]
    pub fn opinion(&self, game: usize, player: &str) -> Option<Opinion> {
        self.games[game].1.get(player).map(Tally::opinion)
    }
}
