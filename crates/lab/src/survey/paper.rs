//! The published survey (Halim, Baig, Zafar 2014, Tables 6 to 8), beside what exact tests make of it.
//!
//! Ten people (Table 5 says who) played each of four games three times and voted after every run (Table 6). Afterwards
//! they were asked whether each of the three evolved games is more entertaining than the fourth
//! (Table 7). The paper prints a coefficient C for each of these questions, and a p-value (Table 8).
//! Both are compared here with what the answers give, in words that follow from the figures.

use serde::Serialize;

use super::answers::coefficient;
use super::summary::Summary;
use super::text::p_value;
use super::{Survey, Tally, read_votes};
use crate::report::text::{cells, columns, line};
use crate::stats::{rounded, sign_test};

/// The votes of Table 6.
pub const VOTES: &str = include_str!("table6.csv");

/// The shares that its Figure 7 shows, of games 1 to 4, in percent.
pub const LIKED: [f64; 4] = [80.0, 70.0, 90.0, 10.0];

/// A question of Table 7 with what Table 8 prints about it.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Question {
    game: &'static str,
    /// The ten answers: is it more entertaining than game 4?
    answers: Tally,
    printed_c: f64,
    printed_p: f64,
}

const fn answers(like: u64, dislike: u64, neutral: u64) -> Tally {
    Tally { like, dislike, neutral }
}

const QUESTIONS: [Question; 3] = [
    Question {
        game: "game 1",
        answers: answers(9, 1, 0),
        printed_c: 0.9,
        printed_p: 0.165_282_466,
    },
    Question {
        game: "game 2",
        answers: answers(8, 1, 1),
        printed_c: 0.8,
        printed_p: 0.088_439_824,
    },
    Question {
        game: "game 3",
        answers: answers(9, 1, 0),
        printed_c: 0.9,
        printed_p: 0.165_282_466,
    },
];

/// A question of Table 7, and what the answers give.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    /// The game that was compared with game 4.
    pub game: &'static str,
    /// The answers: more entertaining, less so, neither.
    pub answers: Tally,
    /// The printed coefficient.
    pub printed_c: f64,
    /// Yes less no, over all answers: the paper's Equations 8 and 9.
    pub c: f64,
    /// Yes over all answers.
    pub share_of_yes: f64,
    /// The printed p-value.
    pub printed_p: f64,
    /// The exact sign test of yes against no, two-sided.
    pub p: f64,
    /// The same, one-sided: that there are as many yes or more.
    pub p_one_sided: f64,
    /// McNemar's exact test of the votes of Table 6, two-sided.
    pub p_votes: f64,
}

impl Comparison {
    /// Whether the printed p-value is one of those that a test here gives.
    #[must_use]
    pub fn p_is_found(&self) -> bool {
        let all = [self.p, self.p_one_sided, self.p_votes, self.p_votes / 2.0];
        all.iter().any(|p| (p - self.printed_p).abs() < 5e-4)
    }
}

/// The votes of Table 6, sorted.
#[must_use]
pub fn survey() -> Survey {
    read_votes(VOTES.as_bytes()).expect("the table is right, which a test checks")
}

/// The questions of Table 7, answered by exact tests.
#[must_use]
pub fn comparisons(summary: &Summary) -> Vec<Comparison> {
    let of_votes = |game: &str| {
        let found = summary.pairs.iter().find(|pair| pair.game == game && pair.against == "game 4");
        found.map_or(1.0, |pair| pair.p)
    };
    let compare = |question: &Question| {
        let Question { game, answers, printed_c, printed_p } = *question;
        let (yes, no) = (answers.like, answers.dislike);
        let p = sign_test(yes, no);
        Comparison {
            game,
            answers,
            printed_c,
            c: coefficient(&answers),
            share_of_yes: rounded(yes as f64 / answers.total() as f64),
            printed_p,
            p,
            // A fair coin is symmetric, and more answers say yes than no.
            p_one_sided: if yes > no { p / 2.0 } else { 1.0 - p / 2.0 },
            p_votes: of_votes(game),
        }
    };
    QUESTIONS.iter().map(compare).collect()
}

/// The comparison as text.
#[must_use]
pub fn to_text(comparisons: &[Comparison]) -> String {
    let head =
        ["game", "yes", "no", "C", "printed", "sign test", "one-sided", "McNemar", "printed p"];
    let rows = comparisons.iter().map(|it| {
        let game = format!("{} or game 4", it.game);
        let mut row = cells![game, it.answers.like, it.answers.dislike];
        row.extend([it.c, it.printed_c].map(|c| format!("{c:.1}")));
        row.extend([it.p, it.p_one_sided, it.p_votes, it.printed_p].map(p_value));
        row
    });
    let mut text =
        "The paper's questions: more entertaining than game 4? (Tables 7 and 8)\n".to_owned();
    text += &columns(head, rows);
    text += "Sign test: of the answers; McNemar: of the votes above; both exact and two-sided.\n";
    for remark in remarks(comparisons) {
        line!(text, "{remark}");
    }
    text
}

/// What the comparison says, in words.
#[must_use]
pub fn remarks(comparisons: &[Comparison]) -> Vec<String> {
    let same = |a: f64, b: f64| (a - b).abs() < 0.005;
    let mut remarks = Vec::new();
    let found = comparisons.iter().filter(|it| it.p_is_found()).count();
    remarks.push(match found {
        0 => "The printed p-values follow from none of these tests, and the paper names no other."
            .to_owned(),
        all if all == comparisons.len() => "The printed p-values are among these.".to_owned(),
        some => format!("{some} of {} printed p-values are among these.", comparisons.len()),
    });
    let by_formula = comparisons.iter().all(|it| same(it.c, it.printed_c));
    let by_share = comparisons.iter().all(|it| same(it.share_of_yes, it.printed_c));
    if !by_formula && by_share {
        remarks.push(
            "The printed C is the share of yes; its formula (yes less no, over all) gives the C of \
             the table."
                .to_owned(),
        );
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_6_gives_the_shares_of_figure_7() {
        let summary = Summary::of(&survey(), None).unwrap();
        assert_eq!((summary.players, summary.votes), (10, 120));
        let liked: Vec<f64> = summary.games.iter().map(|game| 100.0 * game.liked.value).collect();
        assert_eq!(liked, LIKED);
        let runs: Vec<[u64; 3]> = summary
            .games
            .iter()
            .map(|game| [game.runs.like, game.runs.dislike, game.runs.neutral])
            .collect();
        // Counted by hand in the printed table.
        assert_eq!(runs, [[20, 2, 8], [21, 4, 5], [22, 2, 6], [6, 16, 8]]);
        let last = &summary.games[3];
        assert_eq!([last.opinions.like, last.opinions.dislike, last.opinions.neutral], [1, 8, 1]);
        assert_eq!(last.p, 0.039_062_5);
    }

    #[test]
    fn game_4_is_liked_less_than_each_evolved_game() {
        let summary = Summary::of(&survey(), None).unwrap();
        let comparisons = comparisons(&summary);
        // 7, 6 and 8 players liked only the evolved game, none only game 4: 2 / 2^7 and so on.
        let of_votes: Vec<f64> = comparisons.iter().map(|it| it.p_votes).collect();
        assert_eq!(of_votes, [0.015_625, 0.031_25, 0.007_812_5]);
        let of_answers: Vec<f64> = comparisons.iter().map(|it| it.p).collect();
        assert_eq!(of_answers, [0.021_484_4, 0.039_062_5, 0.021_484_4]);
    }

    #[test]
    fn no_test_gives_the_printed_p_values_and_the_printed_c_is_a_share() {
        let comparisons = comparisons(&Summary::of(&survey(), None).unwrap());
        let remarks = remarks(&comparisons);
        assert!(remarks[0].contains("follow from none of these tests"), "{remarks:?}");
        assert!(remarks[1].contains("share of yes"), "{remarks:?}");
        let mut right = comparisons;
        right.iter_mut().for_each(|it| (it.printed_p, it.printed_c) = (it.p, it.c));
        assert_eq!(super::remarks(&right), ["The printed p-values are among these."]);
    }
}
