//! Ending games by what both players think of them, as matches of engines do to save time.
//!
//! Both must agree, several moves long: the seat that is lost then resigns, and a dead draw is offered and
//! accepted. These are actions that any game knows, so records of such games are like all others.

use std::str::FromStr;

use selforge_agents::Score;
use selforge_core::Seat;
use serde::{Deserialize, Serialize};

use crate::LabError;

/// When a game is ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Adjudication {
    /// A game is won when both players think that one is ahead by so much; none for never.
    pub win: Option<i32>,
    /// A game is drawn when both players think that nobody is ahead by more than this; none for never.
    pub draw: Option<i32>,
    /// How many moves each player must have thought so in a row.
    pub moves: usize,
    /// Not before so many plies, for draws.
    pub after: u32,
}

/// How a game is to be ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// The seat to move resigns.
    Resign,
    /// A draw is offered and accepted.
    Draw,
}

impl Adjudication {
    /// Whether the seat to move ends the game, by the values that each seat saw at its own moves, the
    /// latest last; nothing where it had no opinion, which agrees with nobody. Only for two seats.
    pub(super) fn judge(
        &self,
        plies: u32,
        mover: Seat,
        views: &[Vec<Option<Score>>],
    ) -> Option<Verdict> {
        let [first, second] = views else { return None };
        let latest = |views: &[Option<Score>]| {
            let from = views.len().checked_sub(self.moves)?;
            views[from..].iter().map(|it| it.map(|score| score.0)).collect::<Option<Vec<i32>>>()
        };
        let mut both = [latest(first)?, latest(second)?];
        both.rotate_left(mover.index());
        let [mine, theirs] = both;
        let all = |views: &[i32], holds: &dyn Fn(i32) -> bool| views.iter().all(|it| holds(*it));
        if self.win.is_some_and(|win| all(&mine, &|it| it <= -win) && all(&theirs, &|it| it >= win))
        {
            return Some(Verdict::Resign);
        }
        let even = |draw: i32| move |it: i32| it.saturating_abs() <= draw;
        let dead = |draw: i32| all(&mine, &even(draw)) && all(&theirs, &even(draw));
        (plies >= self.after && self.draw.is_some_and(dead)).then_some(Verdict::Draw)
    }
}

impl FromStr for Adjudication {
    type Err = LabError;

    /// Reads `win=600,moves=4,draw=10,after=60`; `win`, `draw` or both.
    fn from_str(text: &str) -> Result<Adjudication, LabError> {
        let mut read = Adjudication { win: None, draw: None, moves: 4, after: 60 };
        let expected = "win=600,moves=4 or draw=10,moves=8,after=60, or both together";
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let wrong = || LabError::settings(format!("adjudicate: '{part}'"), expected);
            let (key, value) = part.split_once('=').ok_or_else(wrong)?;
            let value = value.trim().parse::<u32>().ok().filter(|it| *it <= 900_000);
            let value = value.ok_or_else(wrong)?;
            match key.trim() {
                "win" if value > 0 => read.win = Some(value as i32),
                "draw" => read.draw = Some(value as i32),
                "moves" if (1..=1000).contains(&value) => read.moves = value as usize,
                "after" => read.after = value,
                _ => return Err(wrong()),
            }
        }
        let asked = read.win.is_some() || read.draw.is_some();
        LabError::require(asked, format!("adjudicate: '{text}'"), expected)?;
        Ok(read)
    }
}

impl std::fmt::Display for Adjudication {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Adjudication { win, draw, moves, after } = self;
        win.map_or(Ok(()), |win| write!(f, "win={win},"))?;
        draw.map_or(Ok(()), |draw| write!(f, "draw={draw},after={after},"))?;
        write!(f, "moves={moves}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn views(first: &[i32], second: &[i32]) -> Vec<Vec<Option<Score>>> {
        [first, second].map(|views| views.iter().map(|it| Some(Score(*it))).collect()).to_vec()
    }

    #[test]
    fn both_must_agree_as_long_as_asked() {
        let rule: Adjudication = "win=500,moves=2".parse().unwrap();
        let [a, b] = [0, 1].map(Seat::new);
        let lost_for_b = views(&[100, 600, 700], &[-20, -900, -500]);
        assert_eq!(rule.judge(9, b, &lost_for_b), Some(Verdict::Resign));
        assert_eq!(rule.judge(9, a, &lost_for_b), None, "who wins does not resign");
        assert_eq!(rule.judge(9, b, &views(&[600, 700], &[-900, -499])), None);
        assert_eq!(rule.judge(9, b, &views(&[499, 700], &[-900, -500])), None);
        assert_eq!(rule.judge(9, b, &views(&[700], &[-900])), None, "not long enough");
    }

    #[test]
    fn a_draw_is_agreed_when_nobody_sees_anything_and_not_too_early() {
        let rule: Adjudication = "draw=10,moves=2,after=40".parse().unwrap();
        let even = views(&[500, 3, -10], &[0, 10]);
        assert_eq!(rule.judge(40, Seat::FIRST, &even), Some(Verdict::Draw));
        assert_eq!(rule.judge(39, Seat::FIRST, &even), None);
        assert_eq!(rule.judge(40, Seat::FIRST, &views(&[3, 11], &[0, 10])), None);
        let mut silent = even;
        silent[1][0] = None;
        assert_eq!(rule.judge(40, Seat::FIRST, &silent), None, "silence is no agreement");
    }

    #[test]
    fn rules_are_read_as_they_are_written_and_wrong_ones_are_refused() {
        for text in ["win=600,moves=4", "draw=10,after=60,moves=8", "win=1,draw=0,after=0,moves=1"]
        {
            let rule: Adjudication = text.parse().unwrap();
            assert_eq!(rule.to_string().parse::<Adjudication>().unwrap(), rule);
        }
        for text in ["", "moves=3", "win=0", "win=x", "lose=3", "win=5,moves=0", "win"] {
            let error = text.parse::<Adjudication>().unwrap_err().to_string();
            assert!(error.contains("expected win=600"), "{text}: {error}");
        }
    }
}
