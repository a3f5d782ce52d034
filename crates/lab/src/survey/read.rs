//! Votes from a table of comma-separated values.
//!
//! The first line names the columns, in any order: `player`, `game`, `vote`, and, if players had
//! several runs, `run`; perhaps `age`, `gender` and `interest` (in games, from 1 to 10), which say who the
//! players are. Every other line is a vote:
//!
//! ```text
//! player,game,run,vote
//! Ada,Game 1,1,like
//! Ada,Game 1,2,neutral
//! ```
//!
//! Anything else is refused with its line and column: a survey cannot be held again because a typing
//! error was passed over.

use csv::{ErrorKind, Reader, ReaderBuilder, StringRecord, Trim};
use selforge_core::short;

use super::SurveyError;
use super::people::{self, Columns, People};
use super::vote::{Ballot, MAX_NAME, Survey, Vote};

/// The longest text of votes or metrics that is read, in bytes.
pub const MAX_BYTES: u64 = 16 * 1024 * 1024;

const COLUMNS: [&str; 7] = ["player", "game", "run", "vote", "age", "gender", "interest"];
const RUN: usize = 2;
/// The first column that may be missing, beside the run.
const PERSON: usize = 4;

/// Reads votes.
///
/// # Errors
/// With line and column, at the first thing that is wrong.
pub fn read_votes(bytes: &[u8]) -> Result<Survey, SurveyError> {
    let mut table = Table::open(bytes)?;
    let places = places(&table.header)?;
    let (mut ballots, mut lines) = (Vec::new(), Vec::new());
    let [.., age, gender, interest] = places;
    let (columns, mut people) = (Columns { age, gender, interest }, People::new());
    while let Some(row) = table.next_row()? {
        let name = |column: usize| match places[column] {
            Some(at) => row.name(at, COLUMNS[column]),
            None => Ok(String::new()),
        };
        ballots.push(Ballot {
            player: name(0)?,
            game: name(1)?,
            run: places[RUN].map(|at| run(&row, at)).transpose()?,
            vote: places[3].map_or(Ok(Vote::Neutral), |at| vote(&row, at))?,
        });
        let player = &ballots[ballots.len() - 1].player;
        people::add(&mut people, player, &columns.read(&row)?, &row)?;
        lines.push(row.line);
    }
    let survey = Survey::of(&ballots).map(|survey| survey.with_people(people));
    survey.map_err(|error| match error {
        SurveyError::Twice { again, .. } => wrong(
            format!("line {}", lines[again]),
            error.to_string().split(';').next().unwrap_or_default(),
            "one for each run",
        ),
        SurveyError::ManyGames { at } => wrong(
            format!("line {}", lines[at]),
            "this is one game too many",
            &format!("{} games at most", super::MAX_GAMES),
        ),
        other => other,
    })
}

/// Where each of our columns is in the table.
fn places(header: &[String]) -> Result<[Option<usize>; COLUMNS.len()], SurveyError> {
    let expected = "player, game, vote and perhaps run, age, gender, interest";
    let mut places = [None; COLUMNS.len()];
    for (at, name) in header.iter().enumerate() {
        let place = format!("line 1, column {}", at + 1);
        let Some(column) = COLUMNS.iter().position(|it| it.eq_ignore_ascii_case(name)) else {
            return Err(wrong(place, &format!("there is no column '{}'", short(name)), expected));
        };
        if places[column].replace(at).is_some() {
            return Err(wrong(
                place,
                &format!("the column '{}' comes twice", short(name)),
                expected,
            ));
        }
    }
    match (0..PERSON).find(|column| *column != RUN && places[*column].is_none()) {
        Some(column) => {
            let problem = format!("the column '{}' is missing", COLUMNS[column]);
            Err(wrong("line 1".to_owned(), &problem, expected))
        }
        None => Ok(places),
    }
}

fn run(row: &Row, at: usize) -> Result<u32, SurveyError> {
    let text = row.text(at);
    match text.parse() {
        Ok(run @ 1..) => Ok(run),
        _ => {
            Err(row.wrong(at, "run", &format!("'{}' is no run", short(text)), "1, 2, 3 and so on"))
        }
    }
}

fn vote(row: &Row, at: usize) -> Result<Vote, SurveyError> {
    let text = row.text(at);
    Vote::from_word(text).ok_or_else(|| {
        let problem = format!("'{}' is no vote", short(text));
        row.wrong(at, "vote", &problem, "like, dislike or neutral")
    })
}

/// A table with a header, read line by line.
pub(super) struct Table<'a> {
    reader: Reader<&'a [u8]>,
    pub(super) header: Vec<String>,
    record: StringRecord,
}

/// A line of a table.
pub(super) struct Row {
    record: StringRecord,
    line: u64,
}

impl<'a> Table<'a> {
    pub(super) fn open(bytes: &'a [u8]) -> Result<Table<'a>, SurveyError> {
        if bytes.len() as u64 > MAX_BYTES {
            let problem = format!("the table has {} bytes", bytes.len());
            let expected = format!("{} MiB at most", MAX_BYTES >> 20);
            return Err(wrong("the whole".to_owned(), &problem, &expected));
        }
        // Spreadsheets put a byte order mark first.
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let mut reader = ReaderBuilder::new().trim(Trim::All).from_reader(bytes);
        let header = reader.headers().map_err(|error| table_error(&error))?;
        let header = header.iter().map(str::to_owned).collect();
        Ok(Table { reader, header, record: StringRecord::new() })
    }

    pub(super) fn next_row(&mut self) -> Result<Option<Row>, SurveyError> {
        let more =
            self.reader.read_record(&mut self.record).map_err(|error| table_error(&error))?;
        let line = self.record.position().map_or(0, csv::Position::line);
        Ok(more.then(|| Row { record: self.record.clone(), line }))
    }
}

impl Row {
    /// What stands in a column.
    pub(super) fn text(&self, at: usize) -> &str {
        self.record.get(at).unwrap_or_default()
    }

    /// The name in a column.
    pub(super) fn name(&self, at: usize, column: &str) -> Result<String, SurveyError> {
        let text = self.text(at);
        let problem = match text {
            "" => "it is empty",
            _ if text.chars().count() > MAX_NAME => "it is too long",
            _ if text.chars().any(char::is_control) => "it has a control character or a line break",
            _ => return Ok(text.to_owned()),
        };
        let expected = format!("a name of up to {MAX_NAME} characters in one line");
        Err(self.wrong(at, column, problem, &expected))
    }

    /// An error about the whole line.
    pub(super) fn wrong_line(&self, problem: &str, expected: &str) -> SurveyError {
        wrong(format!("line {}", self.line), problem, expected)
    }

    /// An error about a column of this line.
    pub(super) fn wrong(
        &self,
        at: usize,
        column: &str,
        problem: &str,
        expected: &str,
    ) -> SurveyError {
        let place = format!("line {}, column {} ({})", self.line, at + 1, short(column));
        wrong(place, problem, expected)
    }
}

pub(super) fn wrong(place: String, problem: &str, expected: &str) -> SurveyError {
    SurveyError::Table { place, problem: problem.to_owned(), expected: expected.to_owned() }
}

fn table_error(error: &csv::Error) -> SurveyError {
    let line = |position: &Option<csv::Position>| {
        format!("line {}", position.as_ref().map_or(1, csv::Position::line))
    };
    match error.kind() {
        ErrorKind::Utf8 { pos, err } => {
            let place = format!("{}, column {}", line(pos), err.field() + 1);
            wrong(place, "a byte that is no text", "text in UTF-8")
        }
        ErrorKind::UnequalLengths { pos, expected_len, len } => wrong(
            line(pos),
            &format!("it has {len} columns"),
            &format!("{expected_len}, as in the first line"),
        ),
        _ => wrong("the table".to_owned(), &error.to_string(), "comma-separated values"),
    }
}
