//! Writing records, all at once or line by line.
//!
//! A program that records a game while it is played appends the [header](Record::header_text), then
//! each [event](RecordEvent::to_text), at last the [result](Record::result_line), and flushes each.

use std::fmt::Write;

use super::{MAX_LINE, Record, RecordEvent};
use crate::timeline::Action;

/// The first line of every record of this version.
pub(super) const MAGIC: &str = "selforge record 1";

/// What a record says for actions that are not moves, apart from forfeits.
pub(super) const PHRASES: [(&str, Action<String>); 5] = [
    ("resigns", Action::Resign),
    ("offers a draw", Action::OfferDraw),
    ("accepts the draw", Action::AcceptDraw),
    ("declines the draw", Action::DeclineDraw),
    ("claims a draw", Action::ClaimDraw),
];

impl Record {
    /// The whole record as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = self.header_text();
        push_comments(&mut text, &self.comments);
        let mut ply = 0;
        for event in &self.events {
            ply += u32::from(matches!(event.action, Action::Move(_)));
            text.push_str(&event.to_text(ply));
        }
        text
    }

    /// The text before the first event: headers, start, the result if there is one, an empty line.
    #[must_use]
    pub fn header_text(&self) -> String {
        let mut text = format!("{MAGIC}\n");
        let headers = &self.headers;
        push_header(&mut text, "game", &headers.game.to_string());
        let single =
            [("rules", &headers.rules), ("program", &headers.program), ("date", &headers.date)];
        for (key, value) in single {
            if let Some(value) = value {
                push_header(&mut text, key, value);
            }
        }
        for (seat, name) in &headers.names {
            push_header(&mut text, &format!("seat {seat}"), name);
        }
        for (key, value) in headers.others() {
            push_header(&mut text, key, value);
        }
        for (key, value) in [("start", &self.start), ("result", &self.result)] {
            if let Some(value) = value {
                push_header(&mut text, key, value);
            }
        }
        text.push('\n');
        text
    }

    /// The last line of a record whose header was written before its result was known.
    #[must_use]
    pub fn result_line(result: &str) -> String {
        let mut text = String::new();
        push_header(&mut text, "result", result);
        text
    }
}

impl RecordEvent {
    /// The event's line and those of its comments. `ply` is the number of moves so far, this one
    /// included if it is a move.
    #[must_use]
    pub fn to_text(&self, ply: u32) -> String {
        let mut text = String::new();
        let seat = self.seat;
        match &self.action {
            Action::Move(mv) => push_line(&mut text, &format!("{ply} {seat} "), &clean(mv)),
            Action::Forfeit(reason) => match clean(reason).as_str() {
                "" => push_line(&mut text, &format!("- {seat} forfeits"), ""),
                reason => push_line(&mut text, &format!("- {seat} forfeits: "), reason),
            },
            other => {
                let phrase = PHRASES.iter().find(|(_, action)| action == other);
                let (phrase, _) = phrase.expect("every other action has a phrase");
                push_line(&mut text, &format!("- {seat} "), phrase);
            }
        }
        push_comments(&mut text, &self.comments);
        text
    }
}

/// A text as it can stand in a line: control characters become spaces, none at its ends.
pub(super) fn clean(text: &str) -> String {
    text.replace(char::is_control, " ").trim().to_owned()
}

/// A line of a comment, which may be indented.
pub(super) fn clean_comment(text: &str) -> String {
    text.replace(char::is_control, " ").trim_end().to_owned()
}

/// The lines as which comments are written.
pub(super) fn lines_of(comments: &[String]) -> impl Iterator<Item = &str> {
    comments.iter().flat_map(|comment| comment.split('\n'))
}

fn push_comments(text: &mut String, comments: &[String]) {
    for line in lines_of(comments) {
        match clean_comment(line).as_str() {
            "" => text.push_str(";\n"),
            line => push_line(text, "; ", line),
        }
    }
}

fn push_header(text: &mut String, key: &str, value: &str) {
    match clean(value).as_str() {
        "" => push_line(text, &format!("{key}:"), ""),
        value => push_line(text, &format!("{key}: "), value),
    }
}

/// One line of clean text, cut where it would be too long to be read again.
fn push_line(text: &mut String, before: &str, clean: &str) {
    let end = clean.floor_char_boundary(MAX_LINE.saturating_sub(before.len()));
    let written = writeln!(text, "{before}{}", clean[..end].trim_end());
    debug_assert!(written.is_ok(), "writing to a string cannot fail");
}
