//! What all games say together, and votes on games. No names, no identities.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A vote on a game that one has played.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VoteRequest {
    pub vote: VoteWord,
}

/// What somebody says of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum VoteWord {
    Like,
    Neutral,
    Dislike,
}

/// The vote that was kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct KeptVote {
    pub vote: VoteWord,
}

/// Whether the client may vote on a game, and the vote so far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct OwnVote {
    pub can: bool,
    /// Whether evolution may have made the game.
    pub forge: bool,
    #[schema(required)]
    pub vote: Option<VoteWord>,
}

/// Votes, and people against engines.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Results {
    pub votes: VoteSummary,
    pub people: PeopleTable,
}

/// What the votes say.
#[derive(Clone, PartialEq, Debug, Default, Serialize, ToSchema)]
pub struct VoteSummary {
    /// How many people voted.
    pub players: usize,
    pub votes: u64,
    /// The most liked first.
    pub games: Vec<VotedGame>,
    /// Games against each other, those that differ most first.
    pub pairs: Vec<VotedPair>,
}

#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct VotedGame {
    /// Its name: the spec, or the beginning of one that is too long.
    pub game: String,
    #[schema(required)]
    pub spec: Option<String>,
    /// How many people voted on it.
    pub players: u64,
    /// The share of those who like it, with its interval of 95 %.
    pub liked: LikedShare,
    /// By person.
    pub opinions: VoteTally,
    /// By vote.
    pub runs: VoteTally,
    /// The probability of such votes if as many liked as disliked it.
    pub p: f64,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
pub struct LikedShare {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct VoteTally {
    pub like: u64,
    pub dislike: u64,
    pub neutral: u64,
}

/// Two games among those who voted on both: McNemar's exact test.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct VotedPair {
    pub game: String,
    pub against: String,
    pub players: u64,
    /// How many like only the first.
    pub only_first: u64,
    /// How many like only the second.
    pub only_second: u64,
    pub p: f64,
    /// The same, adjusted for all pairs after Holm.
    pub p_adjusted: f64,
}

/// How people fare against engines.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PeopleTable {
    /// A row for each set-up and engine.
    pub rows: Vec<PeopleRow>,
    /// How many games were counted.
    pub games: u64,
    /// What the thesis prints.
    pub thesis: Vec<ThesisRow>,
}

#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PeopleRow {
    /// The spec of the game, without its seed.
    pub setup: String,
    pub engine: String,
    pub inexperienced: PeopleTally,
    /// Those who had played the game ten times before.
    pub experienced: PeopleTally,
}

/// How games ended for people.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
pub struct PeopleTally {
    pub losses: u64,
    pub wins: u64,
    pub draws: u64,
    pub total: u64,
}

/// A row of the thesis's Figure 6.1; two rows' totals are not the sum of the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ThesisRow {
    /// The number of the set-up.
    pub setup: u8,
    pub experienced: bool,
    pub losses: u64,
    pub wins: u64,
    pub draws: u64,
    pub total: u64,
}
