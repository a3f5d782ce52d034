//! Votes as a table, as [`read_votes`](super::read_votes) takes them.

use super::{Ballot, Vote};
use crate::report::csv::csv;
use crate::report::text::cells;

/// The ballots as comma-separated values (RFC 4180, a header line first); ballots without a run get
/// none.
#[must_use]
pub fn write_votes(ballots: &[Ballot]) -> String {
    // Ballots without a run are told apart by their lines, and a column is there or it is not.
    let numbered = ballots.iter().all(|ballot| ballot.run.is_some());
    let rows = ballots.iter().map(|Ballot { player, game, run, vote }| {
        let run = run.filter(|_| numbered).map(|run| run.to_string());
        let mut row = cells![player, game];
        row.extend(run.into_iter().chain([vote.word().to_owned()]));
        row
    });
    let head = if numbered {
        cells!["player", "game", "run", "vote"]
    } else {
        cells!["player", "game", "vote"]
    };
    csv(head, rows)
}

impl Vote {
    /// The word that means it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Vote::Like => "like",
            Vote::Dislike => "dislike",
            Vote::Neutral => "neutral",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::survey::{Survey, read_votes};

    #[test]
    fn what_was_written_reads_back_as_the_same_votes() {
        let ballot = |player: &str, game: &str, run: Option<u32>, vote| Ballot {
            player: player.to_owned(),
            game: game.to_owned(),
            run,
            vote,
        };
        for run in [None, Some(1)] {
            let again = run.map(|run| run + 1);
            let ballots = [
                ballot("1", "selfo position=\"A1B, /4\" x", run, Vote::Like),
                ballot("1", "selfo position=\"A1B, /4\" x", again, Vote::Dislike),
                ballot("2", "rulespace genes=1", run, Vote::Neutral),
            ];
            let text = write_votes(&ballots);
            let read = read_votes(text.as_bytes()).unwrap_or_else(|e| panic!("{e}: {text}"));
            assert_eq!(read, Survey::of(&ballots).unwrap());
        }
    }
}
