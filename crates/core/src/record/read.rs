//! Reading records: line by line, each line by itself, without any rules of a game.

use super::error::{Origin, Place, RecordError};
use super::headers::Headers;
use super::write::{MAGIC, PHRASES};
use super::{MAX_EVENTS, MAX_LINE, MAX_TEXT, Parsed, Record, RecordEvent};
use crate::notation::{NotationError, short};
use crate::seat::Seat;
use crate::spec::Spec;
use crate::timeline::Action;

/// Reads a record; see [`Record::parse_bytes`].
pub(super) fn read(bytes: &[u8]) -> Result<Parsed, RecordError> {
    if bytes.len() > MAX_TEXT {
        let problem = format!("the text has {} bytes", bytes.len());
        return Err(RecordError::new(Place { line: 1, column: 1 }, problem, "at most 16 MiB"));
    }
    let complete = bytes.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
    let (complete, rest) = bytes.split_at(complete);
    let text = std::str::from_utf8(complete).map_err(|error| {
        let valid = String::from_utf8_lossy(&complete[..error.valid_up_to()]);
        let line = valid.matches('\n').count() + 1;
        let column = valid.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
        RecordError::new(Place { line, column }, "a byte that is no text", "UTF-8")
    })?;
    let mut lines = Lines { lines: text.split_terminator('\n'), number: 0 };
    let record = read_record(&mut lines)?;
    let truncated = (!rest.is_empty()).then(|| {
        let (number, shown) = (lines.number + 1, short(&String::from_utf8_lossy(rest)));
        format!("line {number} was cut off and is left out: '{shown}'")
    });
    Ok(Parsed { record, truncated })
}

/// A line that is known to be plain text of fair length.
#[derive(Clone, Copy)]
struct Line<'a> {
    number: usize,
    text: &'a str,
}

impl<'a> Line<'a> {
    /// The place of `part`, which must be a slice of this line's text.
    fn place(self, part: &str) -> Place {
        // Where the slice begins in memory says where it begins in the line.
        let offset = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        let before = self.text.get(..offset).unwrap_or(self.text);
        Place { line: self.number, column: before.chars().count() + 1 }
    }

    fn fail<T>(
        self,
        part: &str,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> Result<T, RecordError> {
        Err(RecordError::new(self.place(part), problem, expected))
    }

    fn within(self, part: &str) -> impl FnOnce(NotationError) -> RecordError {
        let place = self.place(part);
        move |error| RecordError::within(place, error)
    }

    /// The line as `key: value`, if it has a colon.
    fn header(self) -> Option<(&'a str, &'a str)> {
        self.text.split_once(':').map(|(key, value)| (key, value.trim()))
    }
}

/// The lines with their numbers, checked one by one.
struct Lines<'a> {
    lines: std::str::SplitTerminator<'a, char>,
    number: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Result<Option<Line<'a>>, RecordError> {
        let Some(text) = self.lines.next() else { return Ok(None) };
        self.number += 1;
        let line = Line { number: self.number, text };
        if text.len() > MAX_LINE {
            let problem = format!("the line has {} bytes", text.len());
            return line.fail(text, problem, format!("at most {MAX_LINE}"));
        }
        match text.char_indices().find(|(_, c)| c.is_control()) {
            Some((at, '\r')) => {
                line.fail(&text[at..], "a carriage return", "lines that end with a line feed alone")
            }
            Some((at, c)) => {
                let problem = format!("control character U+{:04X}", u32::from(c));
                line.fail(&text[at..], problem, "plain text")
            }
            None => Ok(Some(line)),
        }
    }
}

fn read_record(lines: &mut Lines<'_>) -> Result<Record, RecordError> {
    let expected = format!("'{MAGIC}'");
    match lines.next()? {
        Some(line) if line.text == MAGIC => {}
        Some(line) if line.text.starts_with("selforge record ") => {
            return line.fail(line.text, "a record of a version unknown here", expected);
        }
        Some(line) => return line.fail(line.text, "this is no selforge record", expected),
        None => {
            let problem = "there is not one complete line";
            return Err(RecordError::new(Place { line: 1, column: 1 }, problem, expected));
        }
    }
    let mut record = read_headers(lines)?;
    read_events(lines, &mut record)?;
    Ok(record)
}

/// Reads up to the empty line, or to the end.
fn read_headers(lines: &mut Lines<'_>) -> Result<Record, RecordError> {
    let mut game = None;
    // The game is known only when its line has been read: until then the others wait here.
    let mut record = Record::new(Headers::new(Spec::new("unknown")));
    while let Some(line) = lines.next()?.filter(|line| !line.text.is_empty()) {
        let Some((key, value)) = line.header() else {
            return line.fail(line.text, "this is no header", "'key: value', or an empty line");
        };
        let headers = &mut record.headers;
        let single = match key {
            "game" => {
                let spec = Spec::parse(value).map_err(line.within(value))?;
                if game.replace(spec).is_some() {
                    return twice(line, key);
                }
                continue;
            }
            "rules" => &mut headers.rules,
            "program" => &mut headers.program,
            "date" => &mut headers.date,
            "start" => {
                record.start_origin = Origin(Some(line.place(value)));
                &mut record.start
            }
            "result" => {
                record.result_origin = Origin(Some(line.place(value)));
                &mut record.result
            }
            _ => {
                read_other_header(headers, line, key, value)?;
                continue;
            }
        };
        if single.replace(value.to_owned()).is_some() {
            return twice(line, key);
        }
    }
    match game {
        Some(game) => {
            record.headers.game = game;
            Ok(record)
        }
        None => {
            let place = Place { line: lines.number.max(1), column: 1 };
            let problem = "the headers end without saying which game it is";
            Err(RecordError::new(place, problem, "a header 'game: ...' above"))
        }
    }
}

fn read_other_header(
    headers: &mut Headers,
    line: Line<'_>,
    key: &str,
    value: &str,
) -> Result<(), RecordError> {
    if let Some(letter) = key.strip_prefix("seat ") {
        let Some(seat) = seat(letter) else {
            return line.fail(
                letter,
                format!("there is no seat '{}'", short(letter)),
                format!("a seat from A to {}", Seat::LAST),
            );
        };
        return match headers.names.insert(seat, value.to_owned()) {
            None => Ok(()),
            Some(_) => twice(line, key),
        };
    }
    if headers.other(key).is_some() {
        return twice(line, key);
    }
    headers.set_other(key, value).map_err(line.within(key))
}

fn twice<T>(line: Line<'_>, key: &str) -> Result<T, RecordError> {
    line.fail(line.text, format!("the header '{}' is given twice", short(key)), "each header once")
}

/// The seat of an upper-case letter.
fn seat(letter: &str) -> Option<Seat> {
    let letter = letter.parse().ok().filter(char::is_ascii_uppercase)?;
    Seat::from_letter(letter)
}

fn read_events(lines: &mut Lines<'_>, record: &mut Record) -> Result<(), RecordError> {
    let mut plies = 0;
    while let Some(line) = lines.next()? {
        if line.text.is_empty() {
            continue;
        }
        if let Some(comment) = line.text.strip_prefix(';') {
            let comment = comment.strip_prefix(' ').unwrap_or(comment).trim_end().to_owned();
            let event = record.events.last_mut();
            event.map_or(&mut record.comments, |event| &mut event.comments).push(comment);
            continue;
        }
        if let Some(("result", result)) = line.header() {
            read_last_result(lines, record, line, result)?;
            return Ok(());
        }
        if record.events.len() == MAX_EVENTS {
            return line.fail(line.text, "too many events", format!("at most {MAX_EVENTS}"));
        }
        record.events.push(match line.text.strip_prefix("- ") {
            Some(rest) => read_other_event(line, rest)?,
            None => {
                plies += 1;
                read_move(line, plies)?
            }
        });
    }
    Ok(())
}

/// The result after the moves: only where none is in the headers, and nothing may follow.
fn read_last_result(
    lines: &mut Lines<'_>,
    record: &mut Record,
    line: Line<'_>,
    result: &str,
) -> Result<(), RecordError> {
    if record.result.is_some() {
        let expected = "it either in the headers or here";
        return line.fail(line.text, "the result is in the headers already", expected);
    }
    record.result = Some(result.to_owned());
    record.result_origin = Origin(Some(line.place(result)));
    while let Some(line) = lines.next()? {
        if !line.text.is_empty() {
            return line.fail(line.text, "something follows the result", "the end");
        }
    }
    Ok(())
}

/// `12 B c4-c5`, where 12 is the number that must come now.
fn read_move(line: Line<'_>, ply: u32) -> Result<RecordEvent, RecordError> {
    let expected = format!("'{ply} SEAT MOVE', '- SEAT does something', or '; a comment'");
    let Some((number, rest)) = line.text.split_once(' ') else {
        return line.fail(line.text, "this is no event", expected);
    };
    if number.is_empty() || !number.bytes().all(|b| b.is_ascii_digit()) {
        return line.fail(line.text, "this is no event", expected);
    }
    if number != ply.to_string() {
        return line.fail(
            number,
            format!("move {} is out of order", short(number)),
            ply.to_string(),
        );
    }
    let (seat, mv) = read_seat(line, rest)?;
    if mv.is_empty() {
        return line.fail(mv, format!("move {ply} is missing"), expected);
    }
    Ok(event(line, mv, seat, Action::Move(mv.to_owned())))
}

/// `B resigns`.
fn read_other_event(line: Line<'_>, rest: &str) -> Result<RecordEvent, RecordError> {
    let (seat, phrase) = read_seat(line, rest)?;
    let action = match phrase.strip_prefix("forfeits") {
        Some("") => Some(Action::Forfeit(String::new())),
        Some(reason) => reason.strip_prefix(':').map(|r| Action::Forfeit(r.trim().to_owned())),
        None => PHRASES.iter().find(|(known, _)| *known == phrase).map(|(_, a)| a.clone()),
    };
    match action {
        Some(action) => Ok(event(line, phrase, seat, action)),
        None => {
            let known: Vec<&str> = PHRASES.iter().map(|(known, _)| *known).collect();
            let expected = format!("one of: {}, forfeits", known.join(", "));
            line.fail(phrase, format!("nobody can do this: '{}'", short(phrase)), expected)
        }
    }
}

/// A seat's letter, and what follows it.
fn read_seat<'a>(line: Line<'a>, text: &'a str) -> Result<(Seat, &'a str), RecordError> {
    let (letter, rest) = text.split_once(' ').unwrap_or((text, &text[text.len()..]));
    match seat(letter) {
        Some(seat) => Ok((seat, rest.trim())),
        None => {
            let expected = format!("a seat from A to {}", Seat::LAST);
            line.fail(text, format!("there is no seat '{}'", short(letter)), expected)
        }
    }
}

fn event(line: Line<'_>, part: &str, seat: Seat, action: Action<String>) -> RecordEvent {
    RecordEvent { origin: Origin(Some(line.place(part))), ..RecordEvent::new(seat, action) }
}
