//! What a side of a match scored.

use maud::Markup;
use serde::Serialize;

use crate::report::page;
use crate::report::text::{between, percent};
use crate::stats::{Elo, Interval};

/// Points per game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Score {
    /// Between 0 and 1.
    pub score: f64,
    /// Where the true one may lie (95 %).
    pub interval: Interval,
}

impl Score {
    /// From the mean scores of rounds of so many games each.
    pub(super) fn of_rounds(scores: &[f64], games: usize) -> Score {
        let Elo { score, interval, .. } = Elo::from_rounds(scores, games);
        Score { score, interval }
    }

    /// The score of the other side.
    pub(super) fn turned(self) -> Score {
        let Interval { low, high } = self.interval;
        let interval = Interval { low: 1.0 - high, high: 1.0 - low };
        Score { score: 1.0 - self.score, interval }
    }

    /// `63.9 % (61.5–66.3 %)`.
    pub(super) fn words(&self) -> String {
        format!("{} ({})", percent(self.score), between(&self.interval))
    }

    /// For the cell of a table.
    pub(super) fn html(self) -> Markup {
        page::score(self.score, &self.interval)
    }
}
