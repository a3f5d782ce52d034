//! Games in the portable notation of the chess world (PGN), which draughts players have taken over (PDN):
//! tag pairs in brackets, then moves in running text with comments and a result.
//!
//! Reading knows no rules; [`PortableGame::play`] plays what was read by those of a game and says the line
//! of the first move that does not fit. Variations are left out, and so are marks such as `!?` and `$14`:
//! a record is one line of play. What the two notations differ in is a value, the [`Dialect`].

use std::sync::Arc;

use selforge_core::{
    Action, AnyGame, AnyState, Game, Headers, Record, RecordError, RecordEvent, Seat, Spec,
    Timeline,
};

use crate::playable::Playable;

/// The most moves of a game, and the most games of a text.
const MAX_MOVES: usize = 20_000;
const MAX_GAMES: usize = 100_000;

/// The longest line that is written, in characters.
const WIDTH: usize = 79;

/// The tags that every game has, in this order.
const ROSTER: [&str; 4] = ["Event", "Site", "Date", "Round"];

/// How the games of a family are written in the portable notation.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// What it is called: `PGN`.
    pub name: &'static str,
    /// How names of files end: `pgn`.
    pub extension: &'static str,
    /// The tags with the names of the two players, by seat.
    pub players: [&'static str; 2],
    /// How it is written that a seat wins.
    pub wins: [&'static str; 2],
    /// Tag pairs that say which game it is.
    pub tags: &'static [(&'static str, &'static str)],
    /// Whether a move could be one of this game, by its first letter.
    pub begins_move: fn(char) -> bool,
    /// The text of a position as other programs read it; the game's own text is given.
    pub position: fn(&str) -> String,
}

impl Dialect {
    /// Whether a game that was read is one of these.
    #[must_use]
    pub fn fits(&self, game: &PortableGame) -> bool {
        let says = |(tag, value): &(&str, &str)| {
            game.tag(tag).is_none_or(|found| found.split(',').next() == Some(value))
        };
        let move_fits = game.moves.first().is_none_or(|mv| mv.text.starts_with(self.begins_move));
        let other = game.tag("GameType").is_some() && self.tags.is_empty();
        self.tags.iter().all(says) && move_fits && !other
    }
}

/// A game as it was read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PortableGame {
    /// The tag pairs, each with its line.
    pub tags: Vec<(String, String, usize)>,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<PortableMove>,
    /// The result that closes the game, with its line; `*` of one that goes on.
    pub result: Option<(String, usize)>,
    /// Whether variations were left out.
    pub has_variations: bool,
}

/// A move as it was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PortableMove {
    /// Without numbers and marks.
    pub text: String,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// What is said of the position after it.
    pub comments: Vec<String>,
}

/// The results that the notations know; those of draughts count points.
const RESULTS: [&str; 9] = ["1-0", "0-1", "1/2-1/2", "*", "2-0", "0-2", "1-1", "½-½", "0-0"];

/// Whether a text looks like the portable notation: it begins with a tag pair.
#[must_use]
pub fn is_portable(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(['%', ';']));
    first.is_some_and(|line| line.starts_with('['))
}

/// Reads all games of a text.
///
/// # Errors
/// With line and reason, if it is not written as it must be.
pub fn read_portable(text: &str) -> Result<Vec<PortableGame>, RecordError> {
    Reader::new(text).games()
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    line: usize,
    /// Where the line begins.
    line_start: usize,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Reader<'t> {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Reader { text, at, line: 1, line_start: at }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        if c == '\n' {
            self.line += 1;
            self.line_start = self.at;
        }
        Some(c)
    }

    fn column(&self) -> usize {
        self.text[self.line_start..self.at].chars().count() + 1
    }

    fn wrong(&self, problem: impl Into<String>, expected: &str) -> RecordError {
        let (line, column) = (self.line, self.column());
        RecordError { line, column, problem: problem.into(), expected: expected.to_owned() }
    }

    /// The rest of the line, which is behind the reader then.
    fn rest_of_line(&mut self) -> &'t str {
        let start = self.at;
        while self.peek().is_some_and(|c| c != '\n') {
            self.next();
        }
        self.text[start..self.at].trim()
    }

    fn games(mut self) -> Result<Vec<PortableGame>, RecordError> {
        let (mut games, mut game) = (Vec::new(), PortableGame::default());
        while let Some(c) = self.peek() {
            match c {
                c if c.is_whitespace() => {
                    self.next();
                }
                // A line for other programs.
                '%' if self.at == self.line_start => {
                    self.rest_of_line();
                }
                '[' => {
                    if !game.moves.is_empty() || game.result.is_some() {
                        games.push(std::mem::take(&mut game));
                    }
                    let tag = self.tag()?;
                    game.tags.push(tag);
                }
                '{' => {
                    let comment = self.comment()?;
                    remark(&mut game, comment);
                }
                ';' => {
                    self.next();
                    let comment = self.rest_of_line().to_owned();
                    remark(&mut game, comment);
                }
                '(' => {
                    self.variation()?;
                    game.has_variations = true;
                }
                ')' => return Err(self.wrong("a variation ends that did not begin", "no ')'")),
                '}' => return Err(self.wrong("a comment ends that did not begin", "no '}'")),
                _ => self.word(&mut game)?,
            }
            if game.result.is_some() {
                games.push(std::mem::take(&mut game));
            }
            if games.len() > MAX_GAMES || game.moves.len() > MAX_MOVES {
                return Err(self.wrong("there is too much in this file", "fewer games or moves"));
            }
        }
        if !game.moves.is_empty() || !game.tags.is_empty() {
            games.push(game);
        }
        if games.is_empty() {
            return Err(self.wrong("there is no game", "tags as [White \"Ann\"], then moves"));
        }
        Ok(games)
    }

    /// `[White "Ann"]`.
    fn tag(&mut self) -> Result<(String, String, usize), RecordError> {
        const EXPECTED: &str = "a tag as [White \"Ann\"]";
        let line = self.line;
        self.next();
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_alphanumeric() || c == '_') {
            self.next();
        }
        let name = self.text[start..self.at].to_owned();
        while self.peek().is_some_and(|c| c == ' ' || c == '\t') {
            self.next();
        }
        if name.is_empty() || self.next() != Some('"') {
            return Err(self.wrong("this is no tag", EXPECTED));
        }
        let mut value = String::new();
        loop {
            match self.next() {
                Some('\\') => value.extend(self.next()),
                Some('"') => break,
                Some('\n') | None => {
                    return Err(self.wrong("the value of a tag has no end", EXPECTED));
                }
                Some(c) => value.push(c),
            }
        }
        while self.peek().is_some_and(|c| c == ' ' || c == '\t') {
            self.next();
        }
        if self.next() != Some(']') {
            return Err(self.wrong("a tag has no end", EXPECTED));
        }
        Ok((name, value, line))
    }

    fn comment(&mut self) -> Result<String, RecordError> {
        let open = self.wrong("a comment has no end", "'}' behind it");
        self.next();
        let start = self.at;
        while let Some(c) = self.next() {
            if c == '}' {
                let text = self.text[start..self.at - 1].split_whitespace();
                return Ok(text.collect::<Vec<_>>().join(" "));
            }
        }
        Err(open)
    }

    /// Leaves a variation out, with those inside it.
    fn variation(&mut self) -> Result<(), RecordError> {
        let open = self.wrong("a variation has no end", "')' behind it");
        let mut depth = 0;
        while let Some(c) = self.peek() {
            match c {
                '{' => {
                    self.comment()?;
                    continue;
                }
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            self.next();
            if depth == 0 {
                return Ok(());
            }
        }
        Err(open)
    }

    /// A move, its number, a mark or a result.
    fn word(&mut self, game: &mut PortableGame) -> Result<(), RecordError> {
        let (start, line, column) = (self.at, self.line, self.column());
        while self.peek().is_some_and(|c| !c.is_whitespace() && !"{}()[];".contains(c)) {
            self.next();
        }
        let word = &self.text[start..self.at];
        if RESULTS.contains(&word) {
            game.result = Some((word.to_owned(), line));
            return Ok(());
        }
        if word.starts_with('$') {
            return Ok(());
        }
        // A number may be glued to its move: 1.e4, 1...e5.
        let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
        let behind = &word[digits..];
        let ahead = if behind.starts_with('.') { behind.trim_start_matches('.') } else { word };
        let only_number = behind.is_empty() && digits > 0;
        let text = ahead.trim_end_matches(['!', '?']);
        if text.is_empty() || text == "." || only_number {
            return Ok(());
        }
        let column = column + word.len() - ahead.len();
        game.moves.push(PortableMove { text: text.to_owned(), line, column, comments: Vec::new() });
        Ok(())
    }
}

fn remark(game: &mut PortableGame, comment: String) {
    if comment.is_empty() {
        return;
    }
    match game.moves.last_mut() {
        Some(mv) => mv.comments.push(comment),
        None => game.comments.push(comment),
    }
}

impl PortableGame {
    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, ..)| tag == name).map(|(_, value, _)| value.as_str())
    }

    /// The spec of the game in a family, with its start where that is not the usual one.
    ///
    /// # Errors
    /// If the position is too long for a spec.
    pub fn spec(&self, family: &str) -> Result<Spec, RecordError> {
        let mut spec = Spec::new(family);
        if let Some((_, position, line)) = self.tags.iter().find(|(tag, ..)| tag == "FEN") {
            spec.set("position", position).map_err(|error| RecordError {
                line: *line,
                column: 1,
                problem: error.to_string(),
                expected: String::new(),
            })?;
        }
        Ok(spec)
    }

    /// The line of a tag; the first if there is none.
    #[must_use]
    pub fn line_of(&self, tag: &str) -> usize {
        self.tags.iter().find(|(name, ..)| name == tag).map_or(1, |(.., line)| *line)
    }

    /// Plays the moves by the rules of the game that was opened for its [spec](PortableGame::spec), and
    /// gives the record of that. A result to which the moves alone do not lead is a resignation or a draw
    /// that was agreed on.
    ///
    /// # Errors
    /// With the line, if a move is not legal or the result is not what the moves lead to.
    pub fn play(&self, playable: &Playable, dialect: &Dialect) -> Result<Record, RecordError> {
        let mut timeline = Timeline::new(Arc::new(playable.game.clone()));
        let mut remarks = Vec::new();
        for mv in &self.moves {
            let place = |problem: String, expected: String| {
                let PortableMove { line, column, .. } = *mv;
                RecordError { line, column, problem, expected }
            };
            let Some(seat) = timeline.status().to_move() else {
                return Err(place("the game is over before this move".to_owned(), String::new()));
            };
            let parsed = playable.game.parse_move(timeline.state(), &mv.text);
            let parsed = parsed.map_err(|error| place(error.problem, error.expected))?;
            let played = timeline.act(seat, Action::Move(parsed));
            played.map_err(|error| place(error.to_string(), String::new()))?;
            remarks.push(&mv.comments);
        }
        self.finish(&mut timeline, dialect)?;
        let mut record = Record::from_timeline(&timeline, self.headers(playable, dialect));
        record.comments.clone_from(&self.comments);
        for (event, comments) in record.events.iter_mut().zip(remarks) {
            event.comments.clone_from(comments);
        }
        Ok(record)
    }

    /// Does what the result says, if the moves do not lead to it.
    fn finish(
        &self,
        timeline: &mut Timeline<AnyGame>,
        dialect: &Dialect,
    ) -> Result<(), RecordError> {
        let tag = self.tag("Result").map(|text| (text, self.line_of("Result")));
        let closing = self.result.as_ref().map(|(text, line)| (text.as_str(), *line));
        let Some((result, line)) = closing.or(tag) else { return Ok(()) };
        let winner = match result {
            "2-0" => seat_of("1-0", dialect),
            "0-2" => seat_of("0-1", dialect),
            other => seat_of(other, dialect),
        };
        let wrong =
            |problem: String| RecordError { line, column: 1, problem, expected: String::new() };
        if let Some((outcome, _)) = timeline.result() {
            let played = outcome.winner();
            let agrees = match result {
                "*" => true,
                _ => played == winner,
            };
            let ends = format!("the result is given as {result}, but by the moves it is {outcome}");
            return if agrees { Ok(()) } else { Err(wrong(ends)) };
        }
        let to_move = timeline.status().to_move().unwrap_or(Seat::FIRST);
        let other = Seat::new(1 - to_move.index());
        let actions: Vec<(Seat, Action<_>)> = match (result, winner) {
            ("*", _) => Vec::new(),
            (_, Some(winner)) if winner == other => vec![(to_move, Action::Resign)],
            (_, Some(_)) => vec![(other, Action::Forfeit("resigned".to_owned()))],
            (_, None) => vec![(to_move, Action::OfferDraw), (other, Action::AcceptDraw)],
        };
        for (seat, action) in actions {
            timeline.act(seat, action).map_err(|error| wrong(error.to_string()))?;
        }
        Ok(())
    }

    fn headers(&self, playable: &Playable, dialect: &Dialect) -> Headers {
        let mut headers = Headers::new(playable.spec.clone());
        headers.rules = Some(playable.rules_name());
        let known = |tag: &str| self.tag(tag).filter(|value| !value.is_empty() && *value != "?");
        for (seat, tag) in Seat::all(2).zip(dialect.players) {
            if let Some(name) = known(tag) {
                headers.names.insert(seat, name.to_owned());
            }
        }
        if let Some(date) = known("Date").filter(|date| !date.contains('?')) {
            headers.date = Some(date.replace('.', "-"));
        }
        for tag in ["Event", "Site", "Round"] {
            if let Some(value) = known(tag) {
                // What does not fit into a record is left out: it says nothing of the game.
                let _ = headers.set_other(&tag.to_lowercase(), value);
            }
        }
        headers
    }
}

/// The seat that wins by a result; none for a draw.
fn seat_of(result: &str, dialect: &Dialect) -> Option<Seat> {
    dialect.wins.iter().position(|wins| *wins == result).map(Seat::new)
}

/// A record in the portable notation; it is played by the rules once more.
///
/// # Errors
/// With line and reason, if the record is not one of this game.
pub fn write_portable(
    playable: &Playable,
    record: &Record,
    dialect: &Dialect,
) -> Result<String, RecordError> {
    let timeline = record.replay(Arc::new(playable.game.clone()))?;
    let result = match timeline.result() {
        None => "*",
        Some((outcome, _)) => match outcome.winner() {
            Some(seat) => dialect.wins[seat.index().min(1)],
            None => "1/2-1/2",
        },
    };
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text += &format!("[{name} \"{value}\"]\n");
    };
    let headers = &record.headers;
    for name in ROSTER {
        match name {
            "Date" => {
                let date = headers.date.as_deref().map(|date| date.replace('-', "."));
                tag(name, date.as_deref().unwrap_or("????.??.??"));
            }
            other => tag(other, headers.other(&other.to_lowercase()).unwrap_or("?")),
        }
    }
    let mut named: Vec<(&str, &str)> = Seat::all(2)
        .zip(dialect.players)
        .map(|(seat, tag)| (tag, headers.names.get(&seat).map_or("?", String::as_str)))
        .collect();
    // White is named first, whoever begins.
    named.sort_by_key(|(tag, _)| *tag != "White");
    named.iter().for_each(|(name, value)| tag(name, value));
    tag("Result", result);
    dialect.tags.iter().for_each(|(name, value)| tag(name, value));
    let usual = playable.family.name == playable.spec.to_string();
    let start = timeline.start_state();
    let begins = playable.game.status(start).to_move().unwrap_or(Seat::FIRST);
    if !usual || *start != playable.game.start() {
        tag("SetUp", "1");
        tag("FEN", &(dialect.position)(&playable.position_text(start)));
    }
    text.push('\n');
    let mut words = Words { text, column: 0 };
    record.comments.iter().for_each(|comment| words.comment(comment));
    push_moves(&mut words, playable, record, &timeline, begins);
    words.word(result);
    Ok(words.text + "\n")
}

fn push_moves(
    words: &mut Words,
    playable: &Playable,
    record: &Record,
    timeline: &Timeline<AnyGame>,
    begins: Seat,
) {
    let mut ply = begins.index();
    let mut interrupted = true;
    for (event, (played, before)) in
        record.events.iter().zip(timeline.events().iter().zip(timeline.moments()))
    {
        let RecordEvent { comments, .. } = event;
        if let Action::Move(mv) = played.action {
            let state: &AnyState = &before.state;
            if ply.is_multiple_of(2) {
                words.word(&format!("{}.", ply / 2 + 1));
            } else if interrupted {
                words.word(&format!("{}...", ply / 2 + 1));
            }
            let own = || playable.move_text(state, mv);
            words.word(&playable.move_notation(state, mv).unwrap_or_else(own));
            ply += 1;
        }
        comments.iter().for_each(|comment| words.comment(comment));
        interrupted = !comments.is_empty();
    }
}

/// Running text in lines.
struct Words {
    text: String,
    column: usize,
}

impl Words {
    fn word(&mut self, word: &str) {
        let width = word.chars().count();
        if self.column > 0 && self.column + 1 + width > WIDTH {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text += word;
        self.column += width;
    }

    /// A comment, of which the sign that would end it is changed.
    fn comment(&mut self, comment: &str) {
        let comment = format!("{{{}}}", comment.replace('}', ")"));
        comment.split_whitespace().for_each(|word| self.word(word));
    }
}
