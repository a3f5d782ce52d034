//! Values of positions.

use std::borrow::Cow;
use std::fmt;
use std::ops::Neg;

/// How good a position is for a seat: an estimate, or a proven win or loss in so many plies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub i32);

/// What estimates of a game mean to people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreScale {
    /// How many points are one of what people count in: a pawn, a step.
    pub unit: i32,
    /// What that is called, in the plural; nothing if a bare number says it.
    pub unit_name: Cow<'static, str>,
    /// The lead, in points, with which a game is nearly won.
    pub decisive: i32,
}

impl Default for ScoreScale {
    /// Hundredths of a pawn or of what is like it.
    fn default() -> ScoreScale {
        ScoreScale { unit: 100, unit_name: "".into(), decisive: 300 }
    }
}

/// A win on the spot; a win in n plies is worth n less.
const WIN: i32 = 1_000_000;
/// Estimates stay below this.
const MOST: i32 = 900_000;

impl Score {
    /// Worse than everything.
    pub const LEAST: Score = Score(-WIN - 1);
    /// An even position or a draw.
    pub const DRAW: Score = Score(0);

    /// A win in this many plies.
    #[must_use]
    pub const fn win_in(plies: u32) -> Score {
        Score(WIN - plies as i32)
    }

    /// A loss in this many plies.
    #[must_use]
    pub const fn loss_in(plies: u32) -> Score {
        Score(-WIN + plies as i32)
    }

    /// An estimate, kept apart from wins and losses.
    #[must_use]
    pub fn estimate(value: i32) -> Score {
        Score(value.clamp(-MOST, MOST))
    }

    /// The number of plies to a proven win.
    #[must_use]
    pub fn plies_to_win(self) -> Option<u32> {
        (self.0 > MOST).then(|| (WIN - self.0) as u32)
    }

    /// The number of plies to a proven loss.
    #[must_use]
    pub fn plies_to_loss(self) -> Option<u32> {
        (-self).plies_to_win()
    }

    /// The same value seen from one ply earlier.
    #[must_use]
    #[inline]
    pub fn one_ply_later(self) -> Score {
        match self.0 {
            value if value > MOST => Score(value - 1),
            value if value < -MOST => Score(value + 1),
            _ => self,
        }
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.plies_to_win(), self.plies_to_loss()) {
            (Some(plies), _) => write!(f, "win in {plies}"),
            (_, Some(plies)) => write!(f, "loss in {plies}"),
            _ => write!(f, "{:+}", self.0),
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
