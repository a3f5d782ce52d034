//! Answers to questions about two games: is this one more entertaining than that one?
//!
//! The paper asks them after all runs (its Table 7) and makes a coefficient of each (Equations 8 and 9):
//! yes less no, over all answers. Here every question also has its exact test.
//!
//! ```text
//! player,game,than,answer
//! Ada,Game 1,Game 4,yes
//! ```

use std::collections::BTreeSet;

use selforge_core::short;
use serde::Serialize;

use super::SurveyError;
use super::read::{Table, wrong};
use super::vote::{MAX_GAMES, Tally, Vote};
use crate::report::text::{cells, columns};
use crate::stats::{holm, rounded, sign_test};

const COLUMNS: [&str; 4] = ["player", "game", "than", "answer"];

/// A question, and what its answers give.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Question {
    /// The game that may be more entertaining.
    pub game: String,
    /// The other game.
    pub than: String,
    /// The answers: yes, no, neither.
    #[serde(serialize_with = "as_answers")]
    pub answers: Tally,
    /// Yes less no, over all answers (Equation 8).
    pub c: f64,
    /// The exact sign test of yes against no, two-sided.
    pub p: f64,
    /// The same, adjusted for all questions (Holm).
    pub p_adjusted: f64,
}

/// A tally of votes in the words of answers.
fn as_answers<S: serde::Serializer>(tally: &Tally, out: S) -> Result<S::Ok, S::Error> {
    let Tally { like: yes, dislike: no, neutral } = tally;
    [("yes", yes), ("no", no), ("neutral", neutral)]
        .into_iter()
        .collect::<std::collections::BTreeMap<_, _>>()
        .serialize(out)
}

/// Yes less no, over all answers: the paper's Equations 8 and 9.
pub(super) fn coefficient(answers: &Tally) -> f64 {
    let (yes, no) = (answers.like as f64, answers.dislike as f64);
    rounded((yes - no) / (answers.total().max(1) as f64))
}

/// Reads answers and sums them up, question by question in the order of the table.
///
/// # Errors
/// With line and column, at the first thing that is wrong.
pub fn read_answers(bytes: &[u8]) -> Result<Vec<Question>, SurveyError> {
    let mut table = Table::open(bytes)?;
    let mut places = [0; 4];
    for (place, name) in places.iter_mut().zip(COLUMNS) {
        let at = table.header.iter().position(|column| column.eq_ignore_ascii_case(name));
        *place = at.ok_or_else(|| {
            let problem = format!("the column '{name}' is missing");
            wrong("line 1".to_owned(), &problem, "player, game, than and answer")
        })?;
    }
    if table.header.len() != COLUMNS.len() {
        let problem = format!("it has {} columns", table.header.len());
        return Err(wrong("line 1".to_owned(), &problem, "player, game, than and answer"));
    }
    let mut asked: Vec<(String, String, Tally)> = Vec::new();
    let mut given = BTreeSet::new();
    while let Some(row) = table.next_row()? {
        let name = |column: usize| row.name(places[column], COLUMNS[column]);
        let (player, game, than) = (name(0)?, name(1)?, name(2)?);
        let text = row.text(places[3]);
        let answer = match text.to_ascii_lowercase().as_str() {
            "yes" => Vote::Like,
            "no" => Vote::Dislike,
            "neutral" => Vote::Neutral,
            _ => {
                let problem = format!("'{}' is no answer", short(text));
                return Err(row.wrong(places[3], "answer", &problem, "yes, no or neutral"));
            }
        };
        if game == than {
            return Err(row.wrong(places[2], "than", "it is the same game", "another one"));
        }
        let place = asked.iter().position(|it| (&it.0, &it.1) == (&game, &than));
        let place = place.unwrap_or_else(|| {
            asked.push((game.clone(), than.clone(), Tally::default()));
            asked.len() - 1
        });
        if asked.len() > MAX_GAMES {
            let expected = format!("{MAX_GAMES} questions at most");
            return Err(row.wrong_line("this is one question too many", &expected));
        }
        if !given.insert((player, place)) {
            return Err(
                row.wrong_line("this player has answered the question before", "one answer")
            );
        }
        asked[place].2.add(answer);
    }
    if asked.is_empty() {
        return Err(wrong("the table".to_owned(), "it has no answer", "at least one"));
    }
    let mut questions: Vec<Question> = asked
        .into_iter()
        .map(|(game, than, answers)| {
            let p = sign_test(answers.like, answers.dislike);
            Question { game, than, answers, c: coefficient(&answers), p, p_adjusted: p }
        })
        .collect();
    let values: Vec<f64> = questions.iter().map(|it| it.p).collect();
    for (question, p) in questions.iter_mut().zip(holm(&values)) {
        question.p_adjusted = p;
    }
    Ok(questions)
}

/// The answers as text for a terminal.
#[must_use]
pub fn answers_text(questions: &[Question]) -> String {
    let rows = questions.iter().map(|it| {
        let Tally { like, dislike, neutral } = it.answers;
        let mut row = cells![it.game, it.than, like, dislike, neutral, format!("{:+.2}", it.c)];
        row.extend([it.p, it.p_adjusted].map(super::text::p_value));
        row
    });
    let head = ["game", "more entertaining than", "yes", "no", "neutral", "C", "p", "adjusted"];
    columns(head, rows)
        + "C: yes less no, over all answers. p: exact sign test, two-sided; adjusted after Holm.\n"
}
