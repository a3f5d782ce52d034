//! What players say of games: votes, and what can be concluded from them.
//!
//! | module | what |
//! | --- | --- |
//! | [`vote`](Survey) | votes, and what a player's several votes make together |
//! | [`summary`](Summary) | shares with intervals, tests, comparisons, correlations |
//! | [`read`](read_votes) | votes from a table, with precise complaints; [`write_votes`] makes one |
//! | [`people`](Participants) | who the players are, where the table says so |
//! | [`answers`](Question) | whether one game is more entertaining than another |
//! | [`metrics`](Metrics) | measured values of the games, to compare the votes with |
//! | [`paper`] | the published survey, as data |
//!
//! Nothing here reads files: functions take texts or plain values, so that votes may come from a
//! database as well.
//!
//! A player likes a game who liked it in some run and disliked it in none. The runs of one player are
//! not independent of each other, so everything is counted in players, never in runs.

mod answers;
mod metrics;
pub mod paper;
mod people;
mod read;
mod summary;
mod text;
mod vote;
mod write;

pub use answers::{Question, answers_text, read_answers};
pub use metrics::{Metrics, read_metrics_csv, read_metrics_json};
pub use people::{Gender, Participants, Person, Spread};
pub use read::{MAX_BYTES, read_votes};
pub use summary::{GameSummary, MetricCorrelation, Pair, Summary};
pub use text::to_text;
pub use vote::{Ballot, MAX_GAMES, MAX_NAME, Opinion, Survey, Tally, Vote};
pub use write::write_votes;

/// Why votes or metrics cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SurveyError {
    /// A table is wrong somewhere.
    #[error("{place}: {problem}; expected {expected}")]
    Table {
        /// The line, and the column where one is to blame.
        place: String,
        /// What is wrong.
        problem: String,
        /// What would be right.
        expected: String,
    },
    /// A player voted twice on the same run.
    #[error("player '{player}' has two votes for run {run} of '{game}'; expected one for each run")]
    Twice {
        /// The player.
        player: String,
        /// The game.
        game: String,
        /// The run.
        run: u32,
        /// The number of the second of the two ballots, from 0.
        again: usize,
    },
    /// There is nothing to sum up.
    #[error("there is no vote; expected at least one")]
    Empty,
    /// More games than can be compared with each other.
    #[error("there are more than {MAX_GAMES} games; expected that many at most")]
    ManyGames {
        /// The number of the ballot with one game too many, from 0.
        at: usize,
    },
    /// The metrics do not fit the votes.
    #[error("{0}")]
    Metrics(String),
}
